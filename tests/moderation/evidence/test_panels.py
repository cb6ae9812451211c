"""Panels of evidence: what a moderator sees of games, as spectators see them, and what the player is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Account, Penalty, Player
from games.domain import arbitration, command_handler, commands
from games.models import Game
from games.rules import Seat, Viewer
from moderation.cases import commands as case_commands
from moderation.cases import reports
from moderation.cases.intake import open_case
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Case
from moderation.cases.terms import PenaltyTerms
from moderation.evidence import play
from moderation.evidence.games import seen
from moderation.evidence.panels import panels_of
from moderation.evidence.parts import EvidenceRequest, Parts
from moderation.evidence.play import far_behind, stopped_playing
from play.talk import domain as talk
from play.talk.models import Message
from tests.library.archive.test_views import text
from tests.library.reliability.test_counting import late
from tests.moderation.cases.courts import case_of
from tests.moderation.staff.people import moderator, signed_in
from tests.ratings.domain.test_projections import Clock, clock
from tests.scenes import account, game_in_play, game_of, game_over, player

__all__ = ["clock"]

pytestmark = pytest.mark.django_db


def case_about(about: Player, kind: str, *games: Game) -> Case:
    ids = [open_case(kind=kind, about=about.pk, source="moderator", thing="game", target=game.pk) for game in games]
    return case_of(ids[0] if ids else open_case(kind=kind, about=about.pk, source="moderator"))


def shown(case: Case, who: Account) -> Mapping[str, Parts]:
    return {panel.slug: panel.context["parts"] for panel in panels_of(case, who.player)}


def cells(parts: Parts, table: int = 0) -> list[list[str]]:
    return [[cell.text for cell in row] for row in parts.tables[table].rows]


@pytest.mark.slow
def test_each_kind_has_its_panels() -> None:
    game, mona = game_over(names=("Ada", "Charles")), moderator()
    ada = player("Ada")
    talk.say(game=game, player=ada.pk, phrase="luck")
    result = {kind: list(shown(case_about(ada, kind, game), mona)) for kind in CaseKind.values}
    every = {"games"}
    assert {kind: set(slugs) - every for kind, slugs in result.items()} == {
        "stopped-playing": {"stopped-playing", "stalling"},
        "stalling": {"stalling", "draws"},
        "draw-refusal": {"stalling", "draws"},
        "chasing": {"draws"},
        "abuse": {"talk"},
        "name": {"names"},
        "spam": set(),
        "accounts": {"pairs"},
        "boosting": {"pairs"},
        "telling": {"talk"},
        "collusion": {"talk", "pairs", "open-games"},
        "cheating": {"stalling", "open-games"},
        "powers": set(),
        "wrong": set(),
        "other": set(),
    }
    assert {kind for kind, slugs in result.items() if "games" not in slugs} == {"name", "wrong", "accounts"}


def test_moves_draws_and_pairs_say_what_spectators_see() -> None:
    game, mona = game_in_play(names=("Ada", "Charles")), moderator()
    ada = player("Ada")
    commands.offer_draw(game=game.pk, seat=Seat.RED)
    commands.decline_draw(game=game.pk, seat=Seat.BLUE)
    commands.resign(game=game.pk, seat=Seat.RED)
    case = case_about(ada, "draw-refusal", game)
    result = shown(case, mona)
    moves = cells(result["stalling"])
    assert result["stalling"].tables[0].head == ("What", "Ada (Red)", "Charles (Blue)")
    assert moves[0] == ["Moves", "6", "6"]
    assert cells(result["draws"], -1) == [["12", "Ada (Red)", "offers a draw"], ["12", "Charles (Blue)", "declines"]]
    assert cells(result["games"])[0][1:2] + cells(result["games"])[0][3:4] == ["Ada – Charles", "12 moves"]
    (pair,) = cells(shown(case_about(ada, "boosting", game), mona)["pairs"])
    assert pair == ["Charles", "1", "0", "0", "0", "1", "1", "0", "12"]
    (row,) = cells(shown(case_about(ada, "cheating", game), mona)["open-games"])
    assert row[1] == "Ada – Charles"


def test_time_outs_are_listed_with_what_excused_them(clock: Clock) -> None:
    ada, charles, mona = account("Ada").player, account("Charles").player, moderator()
    late(ada.id, charles.id, clock, told="before")
    clock.wait(days=4)
    left = late(ada.id, charles.id, clock)
    case = case_about(ada, "stopped-playing", Game.objects.get(pk=left))
    (panel,) = (panel for panel in panels_of(case, mona.player) if panel.slug == "stopped-playing")
    build = stopped_playing.build(EvidenceRequest(case, ada, clock.now, staff=True))
    assert (panel.title, build is not None) == ("Games left", True)
    assert build is not None
    assert build.lines == ["Days of half a year on which games ended: 2; of these with a game left: 1."]
    assert [row[1:] for row in cells(build)] == [["1", "0", "0"], ["0", "1", "0"]]
    assert [row[1:] for row in cells(build, 1)] == [
        ["Ada – Charles", "0", "no"],
        ["Ada – Charles", "0", "yes: a vacation was told"],
    ]


def test_a_side_is_far_behind_by_what_all_have_seen_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "FAR", 1)
    item = seen(game_of("barrage", plies=60, seed=9))
    assert item is not None
    expected: list[list[int | None]] = [[None, None]]
    for ply in range(1, item.line.plies + 1):
        left = Counter(piece.seat.side for piece in item.line.view(Viewer.SPECTATOR, ply).pieces)
        lost = [8 - left[side] for side in range(2)]
        far = [lost[side] >= 1 and lost[side] >= 2 * lost[1 - side] for side in range(2)]
        expected.append([(expected[-1][side] or ply) if far[side] else None for side in range(2)])
    assert [far_behind(item.turns[:plies]) for plies in range(item.line.plies + 1)] == expected
    assert any(any(since) for since in expected)


# -- talk -----------------------------------------------------------------------------------------


def words(parts: Parts) -> list[tuple[str, str, bool, bool]]:
    (item,) = parts.talks
    return [(said.name, said.words, said.sealed, said.reported) for said in item.lines]


def a_talk(game: Game, *people: Player) -> list[Message]:
    begun = timezone.now() - timedelta(hours=1)
    made = [
        Message.objects.create(
            game=game.pk, author=people[number % 2], text=f"quokka {number}", sent=begun + timedelta(minutes=number)
        )
        for number in range(13)
    ]
    Message.objects.filter(pk=made[7].pk).update(text="", phrase="nice")
    return made


@pytest.mark.slow
def test_the_talk_around_a_reported_message_is_opened_by_an_event_of_the_game() -> None:
    ada, charles, mona = account("Ada"), account("Charles"), moderator()
    game = game_in_play(accounts=(ada, charles))
    said = a_talk(game, ada.player, charles.player)
    report = reports.report(kind="message", target=said[6].pk, reporter=charles.player, why="abuse", text="Look.")
    case = case_of(report)
    sealed = shown(case, mona)["talk"]
    assert [line[1:] for line in words(sealed)] == [
        ("Nice move!", False, False) if number == 7 else ("", True, number == 6) for number in range(1, 12)
    ]
    browser, path = signed_in(mona), f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")
    assert "quokka" not in text(browser.get(path))
    assert browser.post(f"{path}look/", {"what": "talk", "target": str(mona.player.pk)}).status_code == 404
    assert browser.post(f"{path}look/", {"what": "talk", "target": str(game.pk)}).status_code == 302
    assert command_handler.open_game(game.pk).acts[-1].why == "talk"
    assert "quokka 5" in text(browser.get(path))
    milo = moderator("Milo")
    assert words(shown(case, milo)["talk"]) == words(sealed)

    commands.resign(game=game.pk, seat=Seat.RED)
    assert words(shown(case, milo)["talk"])[5] == ("Ada", "quokka 6", False, True)


@pytest.mark.slow
def test_the_player_is_shown_the_own_words_and_games_and_not_who_reported() -> None:
    ada, charles, mona = account("Ada"), account("Charles"), moderator()
    game = game_in_play(accounts=(ada, charles))
    said = a_talk(game, ada.player, charles.player)
    report = reports.report(kind="message", target=said[6].pk, reporter=charles.player, why="abuse", text="Tattle.")
    case = case_of(report)
    case_commands.look(case=case.pk, by=mona.player.pk, what="evidence")
    terms = PenaltyTerms(ada.player.pk, Penalty.Kind.NOTE, "talk", shown=("talk", "games", "nonsense"), reason="Rude.")
    case_commands.decide(case=case.pk, by=mona.player.pk, outcome="penalised", penalties=[terms])
    penalty = Penalty.objects.get(case=case.pk)
    page = text(signed_in(ada).get(f"/account/standing/{penalty.pk}/"))
    assert ("quokka 6" in page, "quokka 5" in page, "Tattle" in page, "reported" in page) == (True, False, False, False)
    assert "Ada – Charles" in page
    assert signed_in(charles).get(f"/account/standing/{penalty.pk}/").status_code == 404

    milo, path = signed_in(moderator("Milo")), f"/moderation/cases/{case.pk}/"
    assert "quokka" not in text(milo.get(path))  # it is closed, and who hears an appeal may open it
    assert milo.get(path).text.count("Open it") == 2
    milo.post(f"{path}look/", {"what": "talk", "target": str(game.pk)})
    assert "quokka 6" in text(milo.get(path))


# -- powers ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_acts_of_arbiters_are_listed_and_both_sides_opened_of_a_paused_game() -> None:
    ada, mona = account("Ada"), moderator()
    game = game_in_play(names=("Grace", "Charles"))
    arbitration.pause_game(game=game.pk, why="arbiter", actor=ada.player.pk)
    arbitration.look(game=game.pk, arbiter=ada.player.pk, actor=ada.player.pk)
    acts = cells(shown(case_about(ada.player, "powers", game), mona)["powers"])
    assert [row[1:] for row in acts] == [
        ["Ada", "Grace – Charles", "paused it: the arbiter stopped the clocks"],
        ["Ada", "Grace – Charles", "looked at both sides"],
    ]
    case = case_about(player("Grace"), "telling", game)
    sides = shown(case, mona)["sides"]
    assert ([(item.what, item.target) for item in sides.sealed], sides.boards) == ([("sides", game.pk)], [])
    browser, path = signed_in(mona), f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")
    assert "as Red sees it" not in text(browser.get(path))
    browser.post(f"{path}look/", {"what": "sides", "target": str(game.pk)})
    assert [board.caption for board in shown(case, mona)["sides"].boards] == [
        "Grace – Charles, as Red sees it",
        "Grace – Charles, as Blue sees it",
    ]
    assert "as Red sees it" in text(browser.get(path))
    arbitration.resume_game(game=game.pk)
    assert "sides" not in shown(case, mona)
