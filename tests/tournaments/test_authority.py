"""Who may do what, and who may read what: every address of an event is asked by everybody, with every button."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import pytest
from django.template import Template
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Game, key_of
from tests.tournaments import scenes
from tests.tournaments.organizer.calls.boards import Table, a_table
from tournaments import urls
from tournaments.domain.commands import arbitration, organization
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.board_actions import BOARD
from tournaments.organizer.calls.actions import ACTIONS as ANSWERS
from tournaments.organizer.entry import OWN
from tournaments.organizer.entry_actions import ENTRIES, ENTRY
from tournaments.organizer.event_actions import EVENT, STAFF

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BUTTONS: dict[str, list[str]] = {
    "desk": [*EVENT],
    "desk-board": [*BOARD],
    "desk-entries": [*ENTRIES],
    "desk-entry": [*ENTRY],
    "desk-staff": [*STAFF],
    "enter": [*OWN],
    "call": [*ANSWERS],
    "board": ["propose", "accept", "refuse", "present", "claim", "take-back"],
}
"""The buttons of the pages that have more than one."""


def addresses(event: UUID, game: str) -> dict[str, str]:
    """Each of them, filled in with a round, a board, an entry, a call that there are."""
    usual = {
        "key": key_of(event),
        "round": 1,
        "board": 1,
        "number": 1,
        "part": "overview",
        "game": game,
        "token": "broken",
    }
    outcome = {}
    for room in urls.urlpatterns:
        for pattern in room.url_patterns:
            wanted = pattern.pattern.converters
            if "key" in wanted:
                result = {name: usual[name] for name in wanted}
                outcome[pattern.name] = reverse(f"tournaments:{pattern.name}", kwargs=result)
    return outcome


@dataclass
class Event:
    """A round is played; the first board has called; two are kept apart; somebody is invited."""

    table: Table
    helper: UUID
    playing: UUID

    @property
    def id(self) -> UUID:
        return self.table.tournament

    @property
    def state(self) -> list[object]:
        fold = fold_of(self.id)
        games = Game.objects.filter(tournament=self.id).order_by("id")
        return [fold.version, list(games.values_list("public_version", "paused", "status"))]

    def browser(self, player: UUID | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(Player.objects.get(id=player).account)
        return client

    @property
    def fields(self) -> dict[str, object]:
        """What any form may ask for, as somebody who wants to do it would fill it in."""
        fold = fold_of(self.id)
        board = fold.rounds[0].boards[0]
        somebody = Player.objects.get(id=self.playing).name
        result = {"sure": "1", "reason": "So it is", "text": "So it is", "result": "win-loss", "leg": "1", "seen": "0"}
        result |= {"who": str(board.red), "entries": str(board.red), "entry": str(board.red), "minutes": "5"}
        result |= {"round": "2", "kind": "full", "names": somebody, "players": somebody, "player": somebody}
        result |= {"role": "arbiter", "one": "1", "other": "2", "until": "2099-01-01 10:00", "about": "rules"}
        result |= {"board-1": "win-loss", "was-1": "", "board-2": "win-loss", "was-2": "", "name": "Mine now"}
        result |= {f"{action}-{name}": value for action in ANSWERS for name, value in result.items()}
        return result


@pytest.fixture
def event() -> Event:
    table = a_table(plies=4, entry="invitation", round_length=7 * 86_400)
    helper, invited = (player.id for player in scenes.some_players(2))
    tournament, owner = table.tournament, table.owner
    organization.give_role(tournament=tournament, player=helper, role="helper", by=owner)
    organization.invite(tournament=tournament, players=[invited], by=owner)
    organization.keep_apart(tournament=tournament, entries=(1, 2), by=owner, reason="They are a couple")
    arbitration.call_arbiter(**table.where, by=table.red, about="conduct", text="Blue talks to me")
    playing = {player for entry in table.fold.entries.values() for player in entry.players} - {table.red, table.blue}
    return Event(table, helper, min(playing))


OWN_PAGES = frozenset({"enter", "withdraw", "check-in", "bye", "board", "call-new"})
"""Where who takes part acts for the own entry and the own board."""

HELPERS_PAGES = frozenset({"desk-entries", "desk-entry"})


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No template is drawn: what a refused form looks like says nothing of what it has done, and takes longest."""
    monkeypatch.setattr(Template, "_render", lambda _self, _context: "")


def changed_by(event: Event, client: Client, *, spare: frozenset[str]) -> list[str]:
    before, result = event.state, []
    filled = event.fields  # as things stand: with the round that they name it may be taken back
    for name, address in addresses(event.id, key_of(event.table.game)).items():
        if name in spare:
            continue
        for button in BUTTONS.get(name, ["keep"]):
            client.post(address, filled | {"do": button})
            if event.state != before:
                result.append(f"{name} {button}")
                before = event.state
    return result


def test_nobody_but_who_may_changes_anything(event: Event, undrawn: None) -> None:
    stranger = scenes.some_players(1)[0].id
    scenes.a_tournament(2, owner=stranger)
    assert changed_by(event, event.browser(stranger), spare=frozenset()) == []
    assert changed_by(event, event.browser(event.playing), spare=OWN_PAGES) == []
    assert changed_by(event, event.browser(event.helper), spare=HELPERS_PAGES) == []
    # The same forms do what they say for who may send them.
    owner = changed_by(event, event.browser(event.table.owner), spare=frozenset())
    assert {"desk take-back", "desk pause", "desk finish", "desk-staff give"} <= set(owner)


def test_no_form_is_taken_from_who_is_not_signed_in_or_without_its_token(event: Event, undrawn: None) -> None:
    before, owner = event.state, Client(enforce_csrf_checks=True)
    owner.force_login(Player.objects.get(id=event.table.owner).account)
    for name, address in addresses(event.id, key_of(event.table.game)).items():
        sent = event.fields | {"do": BUTTONS.get(name, ["keep"])[0]}
        # A list for the wall is the same however it is asked for, or not there in this format; the form for people
        # without an account is not open; a broken link leads nowhere.
        known = (200, 404) if "print" in name or "sign-up" in name or name == "relay" else (302, 403, 405)
        assert Client().post(address, sent).status_code in known, address
        assert owner.post(address, sent).status_code in (403, 405), address
    assert event.state == before


def test_looking_changes_nothing_and_shows_what_is_for_the_reader(event: Event) -> None:
    """Who is invited is for the staff, what was written in a call for its caller and the arbiters, why two are kept
    apart for the arbiters."""
    (invited,) = fold_of(event.id).invited
    secrets = {"invited": Player.objects.get(id=invited).name, "call": "Blue talks to me", "apart": "They are a couple"}
    before, result = event.state, {}
    readers = {"opponent": event.table.blue, "helper": event.helper, "owner": event.table.owner}
    for who, player in readers.items():
        client = event.browser(player)
        pages = {name: client.get(address) for name, address in addresses(event.id, key_of(event.table.game)).items()}
        texts = {
            name: (b"".join(page.streaming_content) if page.streaming else page.content).decode(errors="replace")  # type: ignore[attr-defined]
            for name, page in pages.items()
        }
        result[who] = {(what, name) for what, word in secrets.items() for name, text in texts.items() if word in text}
    assert result == {
        "opponent": set(),
        "helper": {("invited", "desk-entries")},
        "owner": {("invited", "desk-entries"), ("call", "call"), ("apart", "desk-entries")},
    }
    assert event.state == before
