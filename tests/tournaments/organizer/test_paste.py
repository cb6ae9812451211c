"""The box for a list of players: what was read is looked over, put right, and then taken, all of it or nothing."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands.people import persons_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import EntryPerson, NamedMember

pytestmark = pytest.mark.django_db

TABLE = "1, Anna Ek, 1700, SC Blau, SWE, 1990\n2, Bo Li, , SC Rot, GER, 1985\n"


def an_event(owner: Player, **terms: object) -> tuple[UUID, str]:
    """An event across real boards that takes entries, and the page with its box."""
    id = a_tournament(0, owner=owner.id, started=False, **terms)
    return id, address(id, "desk/entries/paste/")


def sent_after(browser: Client, page: str, names: str, **more: str) -> dict[str, str]:
    """What the page would send once the list was looked over."""
    return fields(browser.post(page, {"do": "read", "names": names, **more}), "enter")


def names_in(id: UUID) -> list[str]:
    return [Player.objects.get(id=entry.players[0]).name for entry in fold_of(id).entries.values() if entry.here]


def test_a_table_is_shown_before_it_is_taken() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    entries = words(browser.get(address(id, "desk/entries/")))
    assert f'action="{page}"' in entries
    shown = browser.post(page, {"do": "read", "names": TABLE})
    assert (shown.status_code, fold_of(id).entries) == (200, {})
    assert [word in words(shown) for word in ("2 lines are read.", "Enter 2 players", "SC Rot")] == [True] * 3
    sent = fields(shown, "enter")
    assert [sent[f"column-{at}"] for at in range(6)] == ["number", "name", "rating", "club", "federation", "birth"]
    assert browser.post(page, sent).status_code == 303
    fold = fold_of(id)
    assert (names_in(id), [entry.rating for entry in fold.entries.values()]) == (["Anna Ek", "Bo Li"], [1700, 0])
    result = [(item.entry, item.club, item.federation, item.birth) for _place, item in sorted(persons_of(id).items())]
    assert result == [(1, "SC Blau", "SWE", "1990"), (2, "SC Rot", "GER", "1985")]
    assert "SC Blau" in words(browser.get(address(id, "desk/entries/")))


def test_a_list_is_taken_back_in_one_step() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    browser.post(page, sent_after(browser, page, "Zoe"))
    made = browser.post(page, sent_after(browser, page, TABLE))
    assert made["Location"].endswith("/desk/entries/?list=2-3")
    assert "Take 2 entries back" in words(browser.get(made["Location"]))
    undo = {"do": "undo", "first": "2", "last": "3"}
    assert [browser.post(page, undo | item).status_code for item in ({"last": "1"}, {"last": "4"})] == [400, 422]
    assert names_in(id) == ["Zoe", "Anna Ek", "Bo Li"]
    assert browser.post(page, undo).status_code == 303
    assert (names_in(id), "entries back" in words(browser.get(made["Location"]))) == (["Zoe"], False)
    # What was taken back is no hindrance to the list that was put right.
    assert browser.post(page, sent_after(browser, page, TABLE)).status_code == 303
    assert names_in(id) == ["Zoe", "Anna Ek", "Bo Li"]


def test_a_column_is_said_to_be_another_one() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    sent = sent_after(browser, page, "Ann Ek, 1950")
    other = browser.post(page, sent | {"column-1": "birth"})
    assert (other.status_code, "The list is read anew." in words(other), fold_of(id).entries) == (200, True, {})
    assert browser.post(page, fields(other, "enter")).status_code == 303
    assert (fold_of(id).entries[1].rating, EntryPerson.objects.get().birth) == (0, "1950")


def test_what_is_wrong_is_told_and_nothing_is_lost_or_entered() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    listed = "name;rating\nBo;15x0\nCyd;1500\n"
    shown = browser.post(page, {"do": "read", "names": listed})
    assert "Line 2: “15x0” is no rating." in words(shown)
    assert 'value="enter"' not in words(shown)
    forged = browser.post(page, fields(shown, "read") | {"do": "enter"})
    assert (forged.status_code, "Bo;15x0" in forged.content.decode(), fold_of(id).entries) == (422, True, {})
    for text, say in (("", "Write at least one name."), ("\n".join(map(str, range(301))), "at most 300 at once")):
        answer = browser.post(page, {"do": "read", "names": text})
        assert (answer.status_code, say in words(answer)) == (422, True)
    long = browser.post(page, {"do": "read", "names": "x" * 40_001})
    assert (long.status_code, "too much at once" in words(long)) == (422, True)


def test_namesakes_enter_if_somebody_says_so_and_nobody_enters_twice_by_chance() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    first = sent_after(browser, page, "Ann Ek\nann ek\nBo")
    browser.post(page, first)
    assert names_in(id) == ["Ann Ek", "Bo"]
    twice = browser.post(page, first)  # a form that is sent twice
    assert (twice.status_code, "Nobody on this list is to be entered." in words(twice)) == (422, True)
    again = sent_after(browser, page, "Ann Ek\nCyd", **{"also-1": "on"})
    assert browser.post(page, again).status_code == 303
    assert names_in(id) == ["Ann Ek", "Bo", "Ann Ek", "Cyd"]
    assert len({entry.players for entry in fold_of(id).entries.values()}) == 4


def test_a_name_is_nobodys_account_unless_the_member_agrees() -> None:
    ada, browser = person("Ada")
    (bob, his), (cyd, _hers) = person("Bob"), person("Cyd")
    id, page = an_event(ada.player)
    shown = browser.post(page, {"do": "read", "names": "bob\nCyd\nDee"})
    assert words(shown).count("whether this is them") == 2
    box = f"ask-1-{bob.player.id.hex}"
    assert browser.post(page, fields(shown, "enter") | {box: "on"}).status_code == 303
    written = [entry.players[0] for entry in fold_of(id).entries.values()]
    assert {bob.player.id, cyd.player.id}.isdisjoint(written)
    assert [(member.player, member.written, member.state) for member in NamedMember.objects.all()] == [
        (bob.player.id, written[0], "asked")
    ]
    question = address(id, "named/")
    assert "The staff asks whether “bob” is you." in words(his.get(question))
    assert question in words(his.get(address(id)))
    his.post(question, {"do": "agree"})
    assert fold_of(id).entries[1].players == (bob.player.id,)
    # Whose entry it is may take the account off again.
    own = address(id, "enter/")
    assert his.post(own, fields(his.get(own), "not-me") | {"sure": "1"}).status_code == 303
    assert (names_in(id)[0], fold_of(id).entries[1].players == (bob.player.id,)) == ("Bob", False)


def test_pairs_are_entered_together() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player, variant="alliance")
    assert "Line 1 has no name." in words(browser.post(page, {"do": "read", "names": "Bo"}))
    assert browser.post(page, sent_after(browser, page, "Bo, Cyd\nDee,Eve,1500")).status_code == 303
    assert [(len(item.players), item.rating) for item in fold_of(id).playing] == [(2, 0), (2, 1500)]


def test_what_is_told_of_somebody_is_corrected() -> None:
    ada, browser = person("Ada")
    id, page = an_event(ada.player)
    browser.post(page, sent_after(browser, page, "An Ek, 1500"))
    entry = address(id, "desk/entries/1/")
    sent = fields(browser.get(entry), "correct")
    assert (sent["name"], sent["rating"], sent["club"]) == ("An Ek", "1500", "")
    wrong = browser.post(entry, sent | {"birth": "soon", "club": "SC Blau"})
    assert (wrong.status_code, 'value="SC Blau"' in words(wrong), EntryPerson.objects.count()) == (422, True, 0)
    right = sent | {"name": "Ann Ek", "rating": "1510", "club": "SC Blau", "title": "FM", "birth": "1990-05-03"}
    assert browser.post(entry, right).status_code == 303
    row = EntryPerson.objects.get()
    assert (row.club, row.title, row.birth, names_in(id), fold_of(id).entries[1].rating) == (
        "SC Blau",
        "FM",
        "1990/05/03",
        ["Ann Ek"],
        1510,
    )
    stale = browser.post(entry, sent | {"name": "Anna Ek"})
    assert (stale.status_code, names_in(id)) == (409, ["Ann Ek"])
    log = words(Client().get(address(id, "log/")))
    assert "The details of Ann Ek were corrected: the rating is 1510." in log
