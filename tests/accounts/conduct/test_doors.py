"""Every door asks whether who comes is kept out, and says so: what, until when, and where to read why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.conduct.restrictions import Barred
from accounts.conduct.words import barred_text, url_of
from accounts.models import Account, Penalty
from games.domain.clocks import PRESETS
from games.domain.creation import create_game
from games.models import Game, key_of
from games.rules import Seat, variant
from library.studies.models import Study
from play.lobby import domain as lobby
from play.lobby.terms import GameTerms
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program
from tests.library.studies.studied import a_study
from tests.scenes import account, game_over
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.organizer.people import fields
from tests.tournaments.scenes import a_tournament, some_players
from tournaments.domain.commands.approval import owner_of
from tournaments.domain.commands.registration import enter
from tournaments.domain.queries.tournaments import fold_of

pytestmark = pytest.mark.django_db


@dataclass
class World:
    """What there is to be done: by `ada`, who is kept from it, in company of others."""

    ada: Account
    client: Client
    bob: Account
    table: Game
    over: Game
    study: Study
    event: UUID
    own: UUID

    def post(self, name: str, /, *args: object, **data: Any) -> Any:
        return self.client.post(reverse(name, args=args), data)

    def sent(self, name: str, /, *args: object, do: str, **data: Any) -> Any:
        address = reverse(name, args=args)
        return self.client.post(address, fields(self.client.get(address), do) | data)

    def seek(self, *, rated: bool = False) -> UUID:
        terms = GameTerms(variant="duel", time=PRESETS["3-days"], rated=rated)
        return lobby.open_seek(host=self.bob.player, terms=terms).id


@pytest.fixture
def world() -> World:
    """Ada and Bob at a table, over a game that is open, in a study and in events."""
    ada, bob, client = account("Ada"), account("Bob"), Client()
    client.force_login(ada)
    seats = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    table = create_game(variant=variant("duel"), players=seats)
    over = game_over(slug="duel", plies=2, accounts=(ada, bob))
    Game.objects.filter(id=over.id).update(rated=False)
    return World(
        ada,
        client,
        bob,
        Game.objects.get(id=table),
        over,
        a_study(ada, over, visibility="public"),
        a_tournament(2, started=False, real=False, variant="duel", time=PRESETS["3-days"], rated=True),
        a_tournament(2, started=False, owner=ada.player.id),
    )


Door = Callable[[World], Any]


def _once() -> str:
    return str(uuid4())


def _letter(world: World) -> Any:
    key = key_of(world.own)
    return world.sent("tournaments:desk-letters", key, do="write", text="Hello", audience="all")


def _prizes(world: World) -> Any:
    return world.sent("tournaments:desk-prizes", key_of(world.own), do="prizes", places="Cup")


def _seek_form(**changes: str) -> dict[str, str]:
    usual = {"once": _once(), "variant": "duel", "time": "3-days", "notes": "on", "vacation": "on", "kind": "open"}
    return usual | changes


def _rename(world: World) -> Any:
    return world.sent("tournaments:edit", key_of(world.own), do="keep", name="Another name")


def _deed(world: World, event: UUID, station: str, **deed: str) -> Any:
    return Program(world.ada).post(f"tournaments/{key_of(event)}/{station}/", deed, {"If-Match": "*"})


def _study_settings(world: World, **text: str) -> Any:
    version = str(Study.objects.get(pk=world.study.pk).version)
    return world.post("studies:settings", world.study.key, version=version, **text)


DOORS: Mapping[str, tuple[Barred, str, Door]] = {
    "talk": (Barred.TALK, "talk:talk", lambda w: w.post("talk:talk", w.table.key, text="Hello")),
    "comment": (
        Barred.TALK,
        "studies:edit",
        lambda w: w.client.post(
            reverse("studies:edit", args=[w.study.key]) + "?ply=1", {"do": "comment", "text": "So", "version": "99"}
        ),
    ),
    "title": (
        Barred.TALK,
        "studies:settings",
        lambda w: _study_settings(w, do="save", title="So", visibility="public"),
    ),
    "show": (
        Barred.TALK,
        "studies:settings",
        lambda w: _study_settings(w, do="save", title="Plans", visibility="link"),
    ),
    "invite": (Barred.TALK, "studies:settings", lambda w: _study_settings(w, do="invite", name="bob", role="author")),
    "letter": (Barred.TALK, "tournaments:desk-letters", _letter),
    "prizes": (Barred.TALK, "tournaments:desk-prizes", _prizes),
    "prizes by a program": (
        Barred.TALK,
        "api:event-organising",
        lambda w: _deed(w, w.own, "organising", do="prizes", sharing="equal", currency="EUR", places="Cup"),
    ),
    "rename": (Barred.TALK, "tournaments:edit", _rename),
    "series": (
        Barred.EVENTS,
        "tournaments:own-series",
        lambda w: w.post("tournaments:own-series", name="Season"),
    ),
    "name of a series": (
        Barred.TALK,
        "tournaments:own-series",
        lambda w: w.post("tournaments:own-series", name="Season"),
    ),
    "new event": (
        Barred.EVENTS,
        "tournaments:new",
        lambda w: w.sent("tournaments:new", do="announce", name="Winter Open"),
    ),
    "name of a new event": (
        Barred.TALK,
        "tournaments:new",
        lambda w: w.sent("tournaments:new", do="announce", name="Winter Open"),
    ),
    "new event by a program": (
        Barred.EVENTS,
        "api:tournaments",
        lambda w: Program(w.ada).post("tournaments/", {"name": "Winter Open", "variant": "duel"}),
    ),
    "rename by a program": (
        Barred.TALK,
        "api:tournament",
        lambda w: Program(w.ada).post(
            f"tournaments/{key_of(w.own)}/", {"name": "Another name"}, {"If-Match": "*"}, "PUT"
        ),
    ),
    "clone": (
        Barred.EVENTS,
        "tournaments:clone",
        lambda w: w.sent("tournaments:clone", key_of(w.own), do="announce", name="Once more"),
    ),
    "enter": (Barred.EVENTS, "tournaments:enter", lambda w: w.sent("tournaments:enter", key_of(w.event), do="enter")),
    "enter a rated event": (
        Barred.RATED,
        "tournaments:enter",
        lambda w: w.sent("tournaments:enter", key_of(w.event), do="enter"),
    ),
    "seek": (Barred.SEEKS, "lobby:post", lambda w: w.post("lobby:post", **_seek_form())),
    "rated seek": (Barred.RATED, "lobby:post", lambda w: w.post("lobby:post", **_seek_form(rated="on"))),
    "join": (Barred.SEEKS, "lobby:join", lambda w: w.post("lobby:join", seek=str(w.seek()))),
    "join a rated one": (Barred.RATED, "lobby:join", lambda w: w.post("lobby:join", seek=str(w.seek(rated=True)))),
    "challenge": (
        Barred.SEEKS,
        "lobby:challenge",
        lambda w: w.post("lobby:challenge", **_seek_form(to="Bob")),
    ),
    "rematch": (Barred.SEEKS, "lobby:rematch", lambda w: w.post("lobby:rematch", w.over.key)),
    "seek by a program": (
        Barred.SEEKS,
        "api:seeks",
        lambda w: Program(w.ada).post("seeks/", {"variant": "duel", "time": "3-days"}),
    ),
    "join by a program": (Barred.SEEKS, "api:join", lambda w: Program(w.ada).post(f"seeks/{w.seek()}/join/")),
    "challenge by a program": (
        Barred.SEEKS,
        "api:challenges",
        lambda w: Program(w.ada).post("challenges/", {"variant": "duel", "time": "3-days", "to": ["Bob"]}),
    ),
    "talk by a program": (
        Barred.TALK,
        "api:talk",
        lambda w: Program(w.ada).post(f"games/{w.table.key}/talk/", {"text": "Hello"}),
    ),
    "enter by a program": (Barred.EVENTS, "api:event-entry", lambda w: _deed(w, w.event, "entry", do="enter")),
    "enter a rated event by a program": (
        Barred.RATED,
        "api:event-entry",
        lambda w: _deed(w, w.event, "entry", do="enter"),
    ),
    "letter by a program": (
        Barred.TALK,
        "api:event-letters",
        lambda w: _deed(w, w.own, "organising/letters", do="write", audience="all", text="Hello"),
    ),
    "computer": (
        Barred.PLAY,
        "bots:computer",
        lambda w: w.post("bots:computer", variant="duel", side="blue", pace="live-20-10", once=_once()),
    ),
    "what if": (
        Barred.PLAY,
        "bots:play-on",
        lambda w: w.post("bots:play-on", w.over.key, ply="1", side="red", world="truth", once=_once()),
    ),
}
"""What is kept shut, the address where it is, and how somebody comes there."""

DOORS_ELSEWHERE = {
    "bots:again": "opens its game as `bots:computer`",
    "bots:now": "opens its game as `bots:computer`: tests/play/bots/test_views.py",
    "api:computer": "opens its game as `bots:computer`: tests/api/test_more_games.py",
    "api:again": "opens its game as `bots:computer`: tests/api/test_more_games.py",
    "api:play-on": "opens its game as `bots:play-on`: tests/api/test_more_games.py",
    "api:rematch": "asks as `lobby:rematch`",
    "api:event-board": "does what `tournaments:board` does, by its forms",
    "tournaments:board": "notes: tests/tournaments/organizer/test_letters.py",
    "api:studies": "makes a private one, which others cannot read",
    "api:study-comments": "says what `studies:edit` says: tests/api/test_writing.py",
    "api:study-settings": "changes what `studies:settings` does: tests/api/test_writing.py",
    "api:study-member": "invites as `studies:settings` does: tests/api/test_writing.py",
    "tournaments:named": "tests/tournaments/files/test_naming.py",
    "tournaments:teams": "enters as `tournaments:enter`: tests/tournaments/teams/test_teams.py",
    "tournaments:team": "joins as `tournaments:enter`: tests/tournaments/teams/test_teams.py",
    "api:event-teams": "enters as `tournaments:teams`: tests/api/test_teams.py",
    "api:event-team": "joins as `tournaments:team`: tests/api/test_teams.py",
    "api:imports": "creates as `tournaments:import`",
    "tournaments:import": "creates as `tournaments:new`; tests/tournaments/files/pages",
}

NO_DOORS = frozenset(
    # What goes on is played to its end, and nobody else reads it.
    {
        "play:turn",
        "play:act",
        "play:due",
        "play:present",
        "setups:edit",
        "setups:workshop",
        "puzzles:puzzle",
        "talk:mute",
        "talk:note",
    }
    | {
        "api:turns",
        "api:setup",
        "api:draw",
        "api:takeback",
        "api:resignation",
        "api:abortion",
        "api:decline",
        "api:nothing",
    }
    | {"api:game-draft", "api:draft", "api:saved-setups", "api:saved-setup", "api:check-setup"}
    | {"api:event-roles", "api:event-calls"}
    | {"bots:mine", "bots:become", "api:become-bot"}  # how one's own account is called
    | {"api:talk-read", "api:mutes", "api:notes", "api:guesses", "api:guess", "api:puzzle"}
    | {"talk:guess", "talk:open-guesses", "lobby:cancel", "lobby:decline", "lobby:leave", "lobby:mine"}
    # The own account, and what somebody may always ask for.
    | {"login", "logout", "players:vacation", "players:block", "players:report", "players:preferences"}
    | {
        "players:acknowledge",
        "players:appeal",
        "players:appeal-write",
        "players:appeal-withdraw",
        "players:delete",
        "players:devices",
        "players:data",
        "players:agree",
        "notices:read",
        "notices:settings",
        "notices:stop",
        "api:tokens",
        "api:token",
        "api:let-in",
        "api:webhooks",
        "api:webhook",
        "api:programs",
        "api:program",
        "api:authorize",
        "api:device",
        "api:token-endpoint",
        "api:revocation",
        "api:device-endpoint",
        "api:userinfo",
        "healthz",
        "readyz",
    }
    | {
        "api:reports",
        "api:block",
        "api:preferences",
        "api:notices",
        "api:wishes",
        "api:vacation",
        "api:acknowledgement",
    }
    | {"api:event-file", "api:import", "api:event-archive-zip", "api:leave-seek", "api:reveal"}
    | {"api:appeal", "api:data"}
    # A study without words is the author's own; it is answered and left by who was invited.
    | {"studies:begin", "studies:answer", "studies:delete"}
    | {"api:study", "api:study-comment", "api:study-drawings", "api:study-rub-out", "api:study-turns"}
    | {"api:study-variation", "api:study-link", "api:study-membership"}
    # Leaving, and what is said to arbiters; the staff of an event that goes on is needed by its players.
    | {"tournaments:withdraw", "tournaments:check-in", "tournaments:bye", "tournaments:preview", "tournaments:letter"}
    | {"tournaments:calls", "tournaments:call-new", "tournaments:call", "tournaments:call-look"}
    | {"tournaments:call-state", "tournaments:import-progress", "tournaments:archive-wanted"}
    | {"tournaments:challenges", "api:event-challenges"}  # of who has entered; games in events go on
    | {"tournaments:templates"}  # nobody else reads them
    | {"tournaments:series"}  # its words come by the command of `own-series`
    # Nobody's account: who is meant stands on a list of names, and the staff looks at it.
    | {"tournaments:sign-up", "tournaments:sign-up-link", "tournaments:relay", "players:forget"}
)
PREFIXES = ("account_", "mfa_", "moderation:", "tournaments:desk", "tournaments:print-", "api:event-desk")
"""Addresses of NO_DOORS by how they begin: of signing in, of moderators, and of the staff of an event."""


def writes(patterns: list[Any], spaces: tuple[str, ...] = ()) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from writes(pattern.url_patterns, (*spaces, *([pattern.namespace] if pattern.namespace else [])))
        elif isinstance(pattern, URLPattern) and "POST" in (allowed(pattern.callback) or {"POST"}):
            yield ":".join((*spaces, str(pattern.name)))


def allowed(view: Any) -> set[str] | None:
    seen, waiting, result = set(), [view], None
    while waiting:
        function = waiting.pop()
        if id(function) in seen:
            continue
        seen.add(id(function))
        cells = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
        for held in cells:
            if isinstance(held, list | tuple) and held and all(str(item).isupper() for item in held):
                result = set(held) if result is None else result & set(held)
            elif callable(held) and hasattr(held, "__code__"):
                waiting.append(held)
    return result


def test_every_address_that_takes_something_is_a_door_or_is_known_to_be_none() -> None:
    """Who adds one says which it is: what lets somebody talk, play or enter is tried below."""
    doors = {address for _what, address, _door in DOORS.values()} | set(DOORS_ELSEWHERE)
    unknown = {name for name in writes(get_resolver().url_patterns) if name not in doors | NO_DOORS}
    assert {name for name in unknown if not name.startswith(PREFIXES)} == set()
    assert doors & NO_DOORS == set()


@pytest.mark.slow
def test_each_door_is_open_to_the_innocent_and_shut_by_its_penalty(world: World) -> None:
    until = timezone.now() + timedelta(days=3)
    wrong: list[tuple[str, str, int]] = []
    for name, (what, _address, door) in DOORS.items():
        shut = Penalty.Kind.WARNING if what == Barred.PLAY else what.value
        other = Penalty.Kind.NO_SEEKS if what in (Barred.TALK, Barred.EVENTS) else Penalty.Kind.NO_TALK
        for kind in (shut, other):
            with transaction.atomic():
                penalty = impose(world.ada.player.id, kind, ends=until)
                answer = door(world)
                refused = says(answer, penalty)
                if refused != (kind == shut) or (not refused and answer.status_code >= 400):
                    wrong.append((name, kind, answer.status_code))
                transaction.set_rollback(True)
    assert wrong == []


def says(answer: Any, penalty: Penalty) -> bool:
    """Whether an answer tells what is barred, until when, and where to read why; what leads back says it there."""
    content = answer.content.decode()
    if answer.status_code == 302:
        content = "".join(str(message) for message in get_messages(answer.wsgi_request))
    return barred_text(penalty) in content and url_of(penalty) in content


def test_the_staff_enters_nobody_who_is_kept_out() -> None:
    """Across real boards it enters who has no account; whom a moderator keeps out, by the name."""
    event, (player,) = a_tournament(2, started=False), some_players(1)
    owner = owner_of(fold_of(event))
    impose(player.id, Penalty.Kind.NO_EVENTS)
    assert code_of(enter, tournament=event, players=[player.id], by=owner) == "player-barred"
