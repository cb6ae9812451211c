"""Prizes of an event: how the organiser sets them, who sees them, and who gets what."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from eventlog import store
from games.models import key_of
from privacy.erase import erase_player
from tests.api.asking import Program
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_out
from tournaments.domain import lifecycle
from tournaments.domain.commands.approval import owner_of
from tournaments.domain.commands.organization import cancel_tournament
from tournaments.domain.commands.prizes import NewCategory, NewPrize, prizes_like, set_prizes
from tournaments.domain.events import PrizesSet
from tournaments.domain.prizes import Prize, PrizeCategory, Prizes
from tournaments.domain.queries.prize_awards import awards_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of
from tournaments.domain.state import TournamentFold
from tournaments.models import EntryPerson, Text
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def lines(*prizes: int | str) -> tuple[NewPrize, ...]:
    return tuple(NewPrize(prize) if isinstance(prize, int) else NewPrize(0, prize) for prize in prizes)


def settle(tournament: UUID, *categories: NewCategory, sharing: str = "equal", **more: Any) -> TournamentFold:
    usual = {"by": owner_of(fold_of(tournament)), "currency": "EUR", "categories": categories, "sharing": sharing}
    return set_prizes(tournament=tournament, **usual | more)  # type: ignore[arg-type]


def plain(answer: Any) -> str:
    """The words of a page without its markup, nor the marks that keep names apart."""
    text = unescape(re.sub(r"<[^>]*>", " ", answer.content.decode()))
    return " ".join(re.sub("[\u2066-\u2069]", "", text).split())


def seeds_win(tournament: UUID) -> None:
    """Plays all rounds; the lower number wins each game."""
    now = fold_of(tournament)
    while len(now.rounds) < now.planned:
        next_round(tournament)
        now = play_on(
            tournament, lambda board: (Mark.WIN, Mark.LOSS) if board.red < board.blue else (Mark.LOSS, Mark.WIN)
        )
    lifecycle.finish(tournament=tournament, by=None)


def test_the_organiser_sets_prizes_on_a_page_and_everybody_sees_them() -> None:
    ada, browser = person("Ada")
    tournament = a_tournament(4, started=False, owner=ada.player.id)
    desk, home = address(tournament, "desk/prizes/"), address(tournament)
    assert "Prizes" not in words(Client().get(home))
    typed = fields(browser.get(desk), "prizes") | {"places": "500 Cup\n300\nBook", "sharing": "hort"}
    typed |= {"prizes_2": "100", "rating_to_2": "1500", "prizes_3": "50", "club_3": "Rot <b>", "name_3": "Locals"}
    wrong = browser.post(desk, typed | {"prizes_2": "1,000"})
    assert (wrong.status_code, "Line 1: write the amount" in words(wrong)) == (422, True)
    assert "500 Cup" in words(wrong)  # nothing that was typed is lost
    grows = browser.post(desk, typed | {"prizes_3": "50\n100"})
    assert grows.status_code == 422
    assert re.search(r'name="prizes_3".*?Amounts may not grow', grows.content.decode(), re.S)
    assert browser.post(desk, typed).status_code == 303
    assert browser.post(desk, typed).status_code == 409  # others see the prizes as they are by now
    page = plain(Client().get(home))
    assert "Places No. Prize 1 500 EUR + Cup 2 300 EUR 3 Book" in page
    assert "Rating up to 1500 No. Prize 1 100 EUR" in page
    assert "Locals No. Prize 1 50 EUR" in page
    assert "Hort: half for the own place" in page
    again = fields(browser.get(desk), "prizes")
    assert {name: value for name, value in again.items() if value and name != "version"} == {
        "do": "prizes",
        "sharing": "hort",
        "currency": "EUR",
        "places": "500 Cup\n300\nBook",
        "prizes_1": "100",
        "rating_to_1": "1500",
        "prizes_2": "50",
        "club_2": "Rot &lt;b&gt;",
        "name_2": "Locals",
    }
    log = plain(Client().get(address(tournament, "log/")))
    assert "There are 5 prizes, 950 EUR in all. Hort" in log
    assert person("Bob")[1].get(desk).status_code == 403
    assert "Prizes" in words(Client().get(address(tournament, "print/")))
    assert (
        browser.post(
            desk,
            again
            | {"places": "", "prizes_1": "", "rating_to_1": ""}
            | dict.fromkeys(("prizes_2", "club_2", "name_2"), ""),
        ).status_code
        == 303
    )
    assert fold_of(tournament).prizes is None
    assert Client().get(address(tournament, "print/prizes/")).status_code == 404


def test_programs_set_prizes_with_a_list_of_categories() -> None:
    ada, _browser = person("Ada")
    tournament = a_tournament(4, started=False, owner=ada.player.id)
    path = f"tournaments/{key_of(tournament)}/organising/"
    body = {"do": "prizes", "sharing": "equal", "currency": "EUR", "places": "500 Cup\n300"}
    several = [{"prizes": f"{number}0", "rating_to": 1000 + number} for number in range(1, 8)]
    body |= {"categories": [*several, {"prizes": "5", "chosen": [2, 3]}]}
    ask = {"If-Match": "*"}
    answer = Program(ada).post(path, body, ask)
    assert answer.status_code == 200, answer.content
    prizes = fold_of(tournament).prizes
    assert prizes is not None
    assert [category.rating_to for category in prizes.categories] == [None, *range(1001, 1008), None]
    assert prizes.categories[-1] == PrizeCategory((Prize(5),), chosen=(2, 3))
    for wrong in ([{"prizes": "5", "height": 3}], "5", [{"prizes": "5", "rating_to": 1000}] * 21):
        assert Program(ada).post(path, body | {"categories": wrong}, ask).status_code == 422


def test_the_log_has_amounts_and_limits_and_no_word() -> None:
    tournament = a_tournament(4, started=False)
    women = NewCategory(lines("Medal"), {"sex": "w", "chosen": (2,)}, {"name": "Queens", "club": "Rot"})
    now = settle(tournament, NewCategory((NewPrize(500, "Cup"), NewPrize(300))), women)
    (event,) = (item.event for item in store.load(tournament) if isinstance(item.event, PrizesSet))
    texts = {text.text: text.id for text in Text.objects.filter(tournament=tournament)}
    assert texts.keys() == {"Medal", "Queens", "Rot", "Cup"}
    assert {UUID(id) for id in event.texts} == set(texts.values())
    assert now.prizes == Prizes(
        "equal",
        "eur",
        (
            PrizeCategory((Prize(500, texts["Cup"]), Prize(300))),
            PrizeCategory((Prize(0, texts["Medal"]),), sex="w", name=texts["Queens"], club=texts["Rot"], chosen=(2,)),
        ),
    )
    version = now.version
    assert settle(tournament, NewCategory((NewPrize(500, "Cup"), NewPrize(300))), women).version == version


def test_what_cannot_be_is_refused() -> None:
    tournament = a_tournament(3)
    usual = {"tournament": tournament, "by": owner_of(fold_of(tournament)), "sharing": "equal", "currency": "eur"}
    places, why = [NewCategory(lines(100))], {"reason": "A sponsor came"}
    player = fold_of(tournament).entries[1].players[0]
    assert code_of(set_prizes, **usual | {"by": player}, categories=places, **why) == "not-allowed"
    assert code_of(set_prizes, **usual, categories=places) == "reason-needed"
    assert code_of(set_prizes, **usual | {"sharing": "lot"}, categories=places) == "no-choice"
    assert code_of(set_prizes, **usual | {"currency": "euro"}, categories=places) == "no-currency"
    for code, category in (
        ("no-limits", NewCategory(lines(5))),
        ("no-prizes", NewCategory((), {"rating_to": 1500})),
        ("prizes-grow", NewCategory(lines(5, 6), {"rating_to": 1500})),
        ("out-of-bounds", NewCategory(lines(0), {"rating_to": 1500})),
        ("too-many-prizes", NewCategory(lines(*[5] * 101), {"rating_to": 1500})),
        ("terms-clash", NewCategory(lines(5), {"born_from": 2010, "born_to": 2000})),
        ("no-choice", NewCategory(lines(5), {"sex": "x"})),
        ("no-entry", NewCategory(lines(5), {"chosen": (9,)})),
    ):
        assert code_of(set_prizes, **usual, categories=[*places, category], **why) == code
    many = [*places, *[NewCategory(lines(5), {"rating_to": 1500})] * 21]
    assert code_of(set_prizes, **usual, categories=many, **why) == "too-many-prizes"
    assert fold_of(tournament).prizes is None
    set_prizes(**usual, categories=places, **why)  # type: ignore[arg-type]
    assert "A sponsor came" in words(Client().get(address(tournament, "log/")))
    cancel_tournament(tournament=tournament, by=None)
    assert code_of(set_prizes, **usual, categories=places, **why) == "over"


def test_after_the_end_everybody_sees_who_gets_what_and_why() -> None:
    ada, _browser = person("Ada")
    tournament = a_tournament(6, format="round_robin", owner=ada.player.id)
    for entry, person_ in ((2, {"sex": "w"}), (3, {"sex": "f", "birth": "2011-04-01"}), (4, {"club": "rot"})):
        EntryPerson.objects.create(tournament=tournament, entry=entry, **person_)
    categories = (
        NewCategory((NewPrize(500, "Cup"), NewPrize(300))),
        NewCategory(lines(100, "Medal"), {"sex": "w"}),
        NewCategory(lines(80), {"born_from": 2010, "born_to": 2012}),
        NewCategory(lines(40), {}, {"club": "Rot"}),
        NewCategory(lines(20), {"chosen": (6,)}, {"name": "Newcomer"}),
        NewCategory(lines(10), {"rating_from": 1200}),
    )
    settle(tournament, *categories, reason="Now we know")
    assert "Newcomer No. Prize 1 20 EUR" in plain(Client().get(address(tournament)))  # nobody has won anything yet
    seeds_win(tournament)
    now = fold_of(tournament)
    awards = awards_of(tournament, now, standings_of(now))
    assert [(award.number, award.list, award.amount, award.thing) for award in awards] == [
        (1, 0, 50_000, True),
        (2, 0, 30_000, False),
        (3, 1, 10_000, False),
        (4, 3, 4_000, False),
        (6, 4, 2_000, False),
    ]
    name = {entry: ada.player.__class__.objects.get(id=now.entries[entry].players[0]).name for entry in now.entries}
    page = plain(Client().get(address(tournament)))
    assert f"Places No. Name Prize 1 {name[1]} 500 EUR + Cup 2 {name[2]} 300 EUR" in page
    assert f"Women No. Name Prize 1 {name[3]} 100 EUR 2 Nobody Medal" in page
    assert "Born 2010 to 2012 No. Name Prize 1 Nobody 80 EUR" in page
    assert f"Newcomer No. Name Prize 1 {name[6]} 20 EUR" in page
    printed = plain(Client().get(address(tournament, "print/prizes/")))
    reason = f"Higher in this list, with a larger prize: {name[2]}. Prize 1, not shared."
    assert f"1 {name[3]} 100 EUR {reason}" in printed
    erase_player(ada.player)
    page = plain(Client().get(address(tournament)))
    assert ("500 EUR + (erased)" in page, "Cup" in page, "Newcomer" in page) == (True, False, False)


def test_the_printed_list_says_what_was_added_up_and_shared() -> None:
    tournament = a_tournament(4, format="round_robin", tiebreaks=("seed",))
    settle(tournament, NewCategory(lines(100, 50, 25)), sharing="hort", reason="So it is")
    now = fold_of(tournament)
    for _round in range(now.planned):
        next_round(tournament)
        play_on(tournament, lambda board: (Mark.DRAW, Mark.DRAW))
    lifecycle.finish(tournament=tournament, by=None)
    printed = plain(Client().get(address(tournament, "print/prizes/")))
    names = re.findall(r"player-\w+-\d", printed)
    assert "the prizes 1 to 3: 100 + 50 + 25 = 175 EUR." in printed
    assert "Half of the own prize is 50 EUR, half of an equal share ≈ 21.87 EUR. Rounded up" in printed
    assert re.findall(r"\d (?:player-\w+-\d) ([\d.]+) EUR", printed) == ["71.88", "46.88", "34.37", "21.87"]
    assert len(set(names)) == 4


def test_who_has_left_wins_nothing_and_a_knockout_has_shared_places() -> None:
    tournament = a_tournament(4, format="knockout")
    settle(tournament, NewCategory(lines(100, 50, 30, 10)), reason="So it is")
    play_out(tournament)
    now = fold_of(tournament)
    amounts = sorted(award.amount for award in awards_of(tournament, now, standings_of(now)))
    assert amounts in ([1000, 3000, 5000, 10000], [2000, 2000, 5000, 10000])


def test_a_category_may_be_for_those_without_a_rating() -> None:
    tournament = a_tournament(4, format="round_robin", started=False, tiebreaks=("seed",))
    settle(tournament, NewCategory(lines(100)), NewCategory(lines(50), {"rating_to": 0}))
    fold = fold_of(tournament)
    assert fold.prizes is not None
    assert [category.rating_to for category in fold.prizes.categories] == [None, 0]
    assert [category.limits for category in prizes_like(fold.prizes)["categories"]][1:] == [
        {"rating_from": None, "rating_to": 0, "born_from": None, "born_to": None, "sex": "", "board": 0}
    ]


def test_who_wins_the_final_after_a_swiss_shares_with_nobody() -> None:
    tournament = a_tournament(4, format="swiss_cut", rounds=1, cut=2, tiebreaks=("seed",))
    settle(tournament, NewCategory(lines(100, 60, 20)), reason="They are known.")
    seeds_win(tournament)
    fold = fold_of(tournament)
    awards = awards_of(tournament, fold, standings_of(fold))
    assert [(award.number, award.amount) for award in awards] == [(1, 10000), (2, 6000), (3, 1000), (4, 1000)]
