"""Who loses a race for a log is told so with 409, wherever a form is sent; no race is an error of the service."""

from __future__ import annotations

import ast
import random
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from eventlog import store
from games.domain.clocks import PRESETS
from games.domain.placement import form_of
from games.models import Game
from games.rules import VARIANTS, Seat
from play.lobby import domain as lobby
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from tests.play.setups.games import waiting_game
from tests.scenes import account, game_in_play, placements
from tests.tournaments.organizer.calls.boards import a_table
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import arbitration

pytestmark = pytest.mark.django_db

ROOMS = ("games", "notices", "players", "ratings", "tournaments")

Sent = tuple[Client, str, dict[str, Any]]
"""A browser, the address, and what its form sends."""


def a_turn() -> Sent:
    red, browser = person("Red")
    game = game_in_play(slug="barrage", accounts=(red, None))
    return browser, f"/games/{game.key}/act/", {"act": "offer", "version": game.public_version}


def giving_up() -> Sent:
    red, browser = person("Red")
    game = game_in_play(slug="barrage", accounts=(red, None))
    return browser, f"/games/{game.key}/act/", {"act": "resign"}


def _waiting() -> tuple[Client, Game]:
    red, browser = person("Red")
    return browser, waiting_game("barrage", [red, account("Blue")])


def a_setup() -> Sent:
    browser, game = _waiting()
    rules = VARIANTS["barrage"]
    placement = placements("barrage", random.Random(1))[Seat.RED]
    return browser, f"/games/{game.key}/setup/", {"do": "confirm", "rows": form_of(placement, rules, Seat.RED)}


def aborting() -> Sent:
    browser, game = _waiting()
    return browser, f"/games/{game.key}/setup/", {"do": "abort"}


def joining() -> Sent:
    seek = lobby.open_seek(
        host=account("Ada").player, terms=GameTerms("barrage", PRESETS["3-days"]), kind=Seek.Kind.LINK
    )
    return person("Bob")[1], "/lobby/join/", {"seek": str(seek.id)}


def the_computer() -> Sent:
    return Client(), "/play/computer/", {"variant": "duel", "side": "red", "pace": "1-day", "once": str(uuid.uuid4())}


def a_new_event() -> Sent:
    _ada, browser = person("Ada")
    page = "/tournaments/new/"
    return browser, page, fields(browser.get(page), "announce") | {"name": "Winter Open"}


def _event(do: str, rest: str, *, begun: bool = False, **typed: str) -> Sent:
    """The form of a deed on a page of an event of four, as its owner sends it."""
    ada, browser = person("Ada")
    event = a_tournament(4, owner=ada.player.id, started=begun)
    if begun:
        next_round(event)
    page = address(event, rest)
    return browser, page, fields(browser.get(page), do) | {"sure": "on"} | typed


def a_pasted_list() -> Sent:
    ada, browser = person("Ada")
    page = address(a_tournament(0, owner=ada.player.id, started=False), "desk/entries/paste/")
    return browser, page, fields(browser.post(page, {"do": "read", "names": "Grandmaster Flash"}), "enter")


def an_entry_of_ones_own() -> Sent:
    event = a_tournament(2, started=False)
    _bob, browser = person("Bob")
    page = address(event, "enter/")
    return browser, page, fields(browser.get(page), "enter")


def _table(rest: str, sent: dict[str, str], *, called: bool = False) -> Sent:
    table = a_table()
    who = Player.objects.get(id=table.owner if called else table.red)
    if called:
        arbitration.call_arbiter(**table.where, by=table.red, about="clock", text="It jumped.")
    browser = Client()
    assert who.account is not None
    browser.force_login(who.account)
    return browser, address(table.tournament, rest), sent


FORMS: dict[str, Callable[[], Sent]] = {
    "a turn": a_turn,
    "giving up": giving_up,
    "a set-up": a_setup,
    "calling off": aborting,
    "joining": joining,
    "the computer": the_computer,
    "a new event": a_new_event,
    "its terms": lambda: _event("keep", "edit/", name="Summer Open", rounds="3"),
    "entering": an_entry_of_ones_own,
    "the desk": lambda: _event("cancel", "desk/", reason="The hall is flooded."),
    "a pasted list": a_pasted_list,
    "one entry": lambda: _event("withdraw", "desk/entries/1/", reason="Ill."),
    "staff": lambda: _event("give", "desk/staff/", player=account("Bob").username, role="arbiter"),
    "results": lambda: _event("", "desk/rounds/1/", begun=True, **{"board-1": "win-loss"}),
    "a board": lambda: _event("record", "desk/rounds/1/boards/1/", begun=True, result="draw-draw"),
    "a call": lambda: _table("calls/new/1/1/", {"about": "clock", "text": "It jumped."}),
    "its answer": lambda: _table("calls/1/", {"do": "dismiss", "dismiss-reason": "It did not."}, called=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_who_was_slower_is_told_so_and_loses_nothing(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, page, sent = FORMS[form]()

    def lost(*_args: object, **_kwargs: object) -> None:
        raise store.Conflict(uuid.uuid4(), 1, 2)

    for name in ("append", "append_streams"):
        monkeypatch.setattr(store, name, lost)
    answer = browser.post(page, sent)
    assert answer.status_code == 409
    kept = [text for name, text in sent.items() if name in ("reason", "text", "dismiss-reason", "rows", "names")]
    result = words(answer)
    for text in kept:
        assert all(part in result for part in text.split())


def test_no_page_catches_a_lost_race_itself():
    """Programs are told in their own way, and bots try again (`api/`, `play/bots/actions.py`)."""
    results = []
    for file in (item for room in ROOMS for item in (settings.BASE_DIR / room).rglob("*.py")):
        text = file.read_text()
        if "HttpRe" in text and ("Conflict" in text or "Raced" in text):
            caught = [
                item.type for item in ast.walk(ast.parse(text)) if isinstance(item, ast.ExceptHandler) and item.type
            ]
            results += [file.name for item in caught if "Conflict" in ast.unparse(item) or "Raced" in ast.unparse(item)]
    assert results == []
