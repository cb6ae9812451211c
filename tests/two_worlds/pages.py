"""Two worlds as the service answers in them: both games are played through the commands into the database, one after
the other, and everything that the service sends is kept.

A world is played in a transaction that is rolled back, and the numbers that it took from sequences are given back, so
the other one finds the same database. Random bytes, the clock, commitments and the order of shuffles are injected;
nothing else is held still.
"""

from __future__ import annotations

import hashlib
import logging
import os
import random
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import Account, Player, Preferences
from accounts.people.personal_data import DataOwner
from api.models import AccessToken, Scope
from api.tokens.grants import digest_of
from api.tokens.tokens import PREFIX
from eventlog.sources import injected
from games.domain import command_handler, commands, creation, recent, reveal
from games.domain.clocks import PRESETS
from games.models import Game, GameSeat
from games.replay import forget as forget_lines
from games.rules import Seat, State, Turn, Viewer, legal_turns, shuffle_label
from library.archive.domain.counters import count_opened
from library.archive.models import (
    ArchiveEntry,
    FormCount,
    PlacementCount,
    PlayedSetup,
    Uncounted,
)
from library.figures.domain.counters import count_due
from library.figures.models import FigureCount, PlayerFigures
from notices.domain import sweeps
from play.table.presence import SeatPresence
from privacy.builds import pieces
from tests.scenes import player
from tournaments.domain.command_handler import TOURNAMENTS
from tournaments.domain.notices import tell_people
from web import heartbeats
from web.limits import Spent
from web.zips import packed

from .asking import Ask, Scene
from .events import Event, begin_event
from .mails import mails_of
from .registry import asks
from .streams import published
from .worlds import Pair, World

_BEGIN = datetime(2026, 11, 21, tzinfo=UTC)
_PACE = timedelta(seconds=7)
_FRAGMENTS = ("games:position", "games:board", "games:moves", "games:opened", "games:knowing", "games:odds")

BETWEEN = 1 / 3
"""The share of pairs that are compared between the fork and the end too, or before the reveal."""

LOOKS = 3
"""At a pair, at most; so many turns of pages belong to each."""

_OPEN = ("the record, open to all",)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request, or what else can be seen of a game."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


Answers = dict[tuple[str, ...], Answer]


_THERE = (SeatPresence(here=900, away=0), SeatPresence(here=0, away=150))

LIVING = (*heartbeats.PROCESSES, *map(heartbeats.queue, heartbeats.QUEUES))

_tokens = random.Random()
"""Where tokens are drawn from while a world is held still."""


class Cast:
    """The people of all games: an account for each seat, one of the staff, and an arbiter. They are the same in both
    worlds.

    Args:
        owner: a connection of the owner role to the database of the test.
    """

    def __init__(self, owner: psycopg.Connection) -> None:
        self.owner = owner
        self.service = BaseHandler()
        self.service.load_middleware()
        self.accounts = {seat: Account.objects.create_user(username=seat.slug, password=seat.slug) for seat in Seat}
        self.players = {seat: player(f"Player {seat.slug}", account).id for seat, account in self.accounts.items()}
        for seat, account in self.accounts.items():
            EmailAddress.objects.create(user=account, email=f"{seat.slug}@example.org", verified=True, primary=True)
            Preferences.objects.create(account=account, presence=True)
        staff = Account.objects.create_superuser(username="staff", password="staff")
        arbiter = Account.objects.create_user(username="arbiter", password="arbiter")
        self.arbiter = player("Arbiter", arbiter).id
        self.sessions: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self.sign_in({Viewer.of(seat).value: account for seat, account in self.accounts.items()})
        self.sign_in({"staff": staff, "arbiter": arbiter})

    def sign_in(self, accounts: Mapping[str, Account]) -> None:
        """Signs accounts in, and makes a token for each, under the names by which an `Ask` says who makes it."""
        self.sessions |= {who: _session(account) for who, account in accounts.items()}
        self.secrets |= {who: f"{PREFIX}{who}" for who in accounts}
        AccessToken.objects.bulk_create(
            AccessToken(
                account=account,
                name="test",
                digest=digest_of(self.secrets[who]),
                scopes=Scope.values,
                created=timezone.now(),
                expires=timezone.now() + timedelta(days=7),
            )
            for who, account in accounts.items()
        )

    def ask(self, viewer: Viewer, ask: Ask) -> Answer:
        """Makes a request as whoever makes it. What it draws follows from itself, not from what was asked before."""
        _tokens.seed(f"{ask.who} {ask.method} {ask.path} {ask.data} {ask.headers}")
        who = viewer.value if ask.who == "viewer" else ask.who
        session, headers = self.sessions.get(who), dict(ask.headers)
        if headers.pop("Authorization", None) and who in self.secrets:
            headers["Authorization"] = f"Bearer {self.secrets[who]}"
        kind = {"content_type": headers.pop("Content-Type")} if "Content-Type" in headers else {}
        factory = RequestFactory(headers=headers or None)
        if session is not None:
            factory.cookies[settings.SESSION_COOKIE_NAME] = session
        if ask.method == "GET":
            request = factory.get(ask.path, ask.data)
        else:
            request = factory.post(ask.path, dict(ask.data), **kind)
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # as the test client does
        if ask.method == "GET":
            response = self.service.get_response(request)
        else:
            # What a form would have changed is taken back, so that the games go on as they were drawn.
            with transaction.atomic():
                response = self.service.get_response(request)
                transaction.set_rollback(True)
        assert response.status_code < 500, ask.path
        cookies = tuple(("Set-Cookie", morsel.OutputString()) for morsel in response.cookies.values())
        body = b"".join(response) if response.streaming else response.content
        return Answer(response.status_code, tuple(sorted(response.headers.items())) + cookies, body)


def _session(account: Account) -> str:
    client = Client()
    client.force_login(account)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def moments_of(pair: Pair) -> tuple[int, int, int]:
    """The submissions after which answers are compared: the fork, one between, the last that told the viewer the
    same.
    """
    last = len(pair.here.steps) - (pair.ended == "divided")
    return pair.fork, (pair.fork + last + 1) // 2, last


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of a pair, and when.

    Args:
        number: of the pair among those of its test, which settles the pages that are its turn.
        rarely: ask for all pages after the last submission, those of the admin too, and for some before the reveal.
        event: the game is one of a tournament. Then its pages are asked for too, also between fork and end.
        format: of that tournament; by chance without it.
        waiting: ask while set-ups are missing, and do not play at all.
        room: ask only for addresses whose names begin so.
    """

    number: int = 0
    rarely: bool = False
    event: bool = False
    waiting: bool = False
    room: str = ""
    format: str = ""


def differences(pair: Pair, cast: Cast, plan: Plan) -> list[str]:
    """What the viewer of a pair, played to its end, could tell the worlds by; nothing, if nothing leaks."""
    here, there = (answers_of(world, pair, cast, plan) for world in (pair.here, pair.there))
    assert plan.waiting or here.pop(_OPEN).body != there.pop(_OPEN).body  # there was something that could have leaked
    # What a world was asked for alone is a difference too: the other one has led elsewhere.
    names = dict.fromkeys([*here, *there])
    return [f"{pair.name} for {pair.viewer}: {' '.join(name)}" for name in names if here.get(name) != there.get(name)]


def answers_of(world: World, pair: Pair, cast: Cast, plan: Plan) -> Answers:
    """Everything that the service answers in a world at the moments of its pair, at its end and after its reveal."""
    with rolled_back(cast.owner), held_still(world, pair.name) as at, logged() as log, published() as stream:
        stage = _Stage(world, pair, cast, at, plan)
        answers = stage.wait() if plan.waiting else stage.play()
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
    return answers


class _Stage:
    def __init__(self, world: World, pair: Pair, cast: Cast, at: Callable[[int], None], plan: Plan) -> None:
        self.world, self.pair, self.cast, self.at, self.plan = world, pair, cast, at, plan
        self.turn = LOOKS * plan.number
        self.chance = random.Random(pair.name)
        self.answers: Answers = {}
        self.event: Event | None = None

    def begin(self) -> UUID:
        rules = self.world.state.variant
        self.at(0)
        players = {seat: self.cast.players[seat] for seat in rules.seats}
        options = self.world.ledger.options
        if self.plan.event:
            self.event = begin_event(
                rules=rules,
                players=self.cast.players,
                arbiter=self.cast.arbiter,
                options=options,
                time=PRESETS["live-20-10" if self.plan.format else self.chance.choice(("3-days", "live-20-10"))],
                rated=self.chance.random() < 0.5,
                chance=self.chance,
                format=self.plan.format,
            )
            return self.event.game
        return creation.create_game(
            variant=rules,
            players=players,
            options=options,
            reveal="never",
            time=self.chance.choice((None, PRESETS["3-days"], PRESETS["live-20-10"])),
            rated=self.chance.random() < 0.5,
        )

    def wait(self) -> Answers:
        """Asks while the set-ups are made, but for the last one."""
        game = self.begin()
        for seat in self.world.state.variant.seats[:-1]:
            self.look(game, f"before {seat.slug}", rarely=False)
            commands.make_setup(game=game, seat=seat, placement=self.world.ledger.setups[seat])
        self.look(game, "before the last", rarely=self.plan.rarely)
        return self.answers

    def play(self) -> Answers:
        """Plays the game and asks at every moment; then it is given up, and opened."""
        rules = self.world.state.variant
        game = self.begin()
        for seat in rules.seats:
            commands.make_setup(game=game, seat=seat, placement=self.world.ledger.setups[seat])
        first, between, last = moments_of(self.pair)
        rarely, event = self.plan.rarely, self.event
        moments = (first, between, last) if event is not None or self.chance.random() < BETWEEN else (first, last)
        for number in range(moments[-1] + 1):
            if number:
                self.at(number)
                step = self.world.steps[number - 1]
                commands.play_turn(game=game, seat=step.seat, turn=step.asked)
            if number in moments:
                self.look(game, f"after {number}", rarely=rarely and number == last)
            if number == first:
                self.call()
        if Game.objects.get(id=game).status != Game.Status.OVER:
            commands.resign(game=game, seat=rules.seats[0])
            if event is not None:
                event.over()
            if rarely or (event is not None and self.chance.random() < BETWEEN):
                self.look(game, "given up", rarely=False)
        reveal.reveal_game(game=game)
        self.look(game, "revealed", rarely=False, only=_FRAGMENTS)
        record = reverse("games:record", args=[Game.objects.get(id=game).key, "json"])
        self.answers[_OPEN] = self.cast.ask(self.pair.viewer, Ask(record))
        return self.answers

    def call(self) -> None:
        """In a tournament the arbiter is called nearly always, if the game goes on: by the viewer, if it has a seat."""
        seat = self.pair.viewer.seat or self.world.state.variant.seats[0]
        if self.event is None or self.chance.random() < 0.1:
            return
        if Game.objects.get(id=self.event.game).status != Game.Status.OVER:
            self.event.call(self.cast.players[seat], self.chance)

    def look(self, id: UUID, moment: str, *, rarely: bool, only: tuple[str, ...] = ()) -> None:
        """Keeps every answer of one moment. Once the game is open only the viewer's own fragments are still alike."""
        self.turn += 1
        sweeps.tell_turns()
        count_due()
        if self.event is not None:
            tell_people(self.event.id)
        game = Game.objects.get(id=id)
        scene = Scene(
            game=id,
            key=game.key,
            viewer=self.pair.viewer,
            seats=self.world.state.variant.seats,
            plies=game.plies,
            revealed=game.revealed,
            chance=self.chance,
            version=game.public_version,
            turn=quiet_turn(command_handler.open_game(id).state, self.pair.viewer),
            event="" if self.event is None else self.event.key,
            round=2 if self.event is None else self.event.round,
        )
        for _name, ask in asks(scene, self.turn, rarely=rarely, room=self.plan.room, only=only):
            if not game.revealed or f"/{scene.viewer.value}/" in ask.path:
                address = (moment, ask.who, ask.method, ask.path, str(dict(ask.data)), str(dict(ask.headers)))
                self.answers[address] = self.cast.ask(scene.viewer, ask)
        if rarely and not only:
            self.answers[moment, "data"] = Answer(0, (), self.data())
        if not game.revealed:
            self.answers[moment, "rows"] = Answer(0, (), repr(rows_of(game)).encode())
            self.answers[moment, "mails"] = Answer(0, (), "\n".join(mails_of(game, self.chance, self.event)).encode())

    def data(self) -> bytes:
        """What the viewer is given who asks for all that the service has of them; the arbiter, for a spectator."""
        seat = self.pair.viewer.seat
        player = Player.objects.get(id=self.cast.arbiter if seat is None else self.cast.players[seat])
        assert player.account_id is not None
        return b"".join(packed(pieces(DataOwner(player.pk, player.account_id))))


def quiet_turn(state: State | None, viewer: Viewer) -> str:
    """A move of the viewer onto an empty square: what it does is the same in both worlds. An attack shows both;
    at cards the enemy draws.
    """
    if state is None or state.outcome is not None or state.to_move is not viewer.seat or state.variant.deals:
        return ""
    taken = {piece.square for piece in state.view(viewer).pieces}
    moves = (turn for turn in legal_turns(state) if type(turn) is Turn and turn.path[-1] not in taken)
    return str(next(moves, ""))


def rows_of(game: Game) -> list[dict[str, Any]]:
    waiting = list(Uncounted.objects.order_by("game").values())
    count_opened()
    return [
        *waiting,
        Game.objects.filter(id=game.id).values().get(),
        ArchiveEntry.objects.filter(game=game.id).values().get(),
        *GameSeat.objects.filter(game=game.id).order_by("seat").values(),
        *PlacementCount.objects.order_by("id").values(),
        *PlayedSetup.objects.order_by("id").values(),
        *FormCount.objects.order_by("id").values(),
        *FigureCount.objects.order_by("id").values(),
        *PlayerFigures.objects.order_by("id").values(),
    ]


# -- what is held still ---------------------------------------------------------------------------


@contextmanager
def rolled_back(owner: psycopg.Connection) -> Iterator[None]:
    """Takes back everything that is written inside, and what sequences gave, which no transaction takes back."""
    recent.forget()
    forget_lines()
    TOURNAMENTS.recent.forget()
    taken = owner.execute("SELECT format('%I.%I', schemaname, sequencename), last_value FROM pg_sequences").fetchall()
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        recent.forget()
        forget_lines()
        TOURNAMENTS.recent.forget()
        # What one world had cached would answer for the other, and hide what differs.
        cache.version += 1
        for name, last in taken:
            owner.execute("SELECT setval(%s, %s, %s)", (name, last or 1, last is not None))


@contextmanager
def held_still(world: World | None, seed: str) -> Iterator[Callable[[int], None]]:
    """Injects chance, commitments and the clock; gives the function that sets the clock to a submission.

    Args:
        world: whose shuffles these are; None where nothing is shuffled.
    """
    now = [_BEGIN]
    bytes_of_log = random.Random(f"log {seed}")
    _tokens.seed(f"tokens {seed}")
    mine, drawn = threading.get_ident(), os.urandom
    names = random.Random(f"names {seed}")

    def commit(salt: bytes, placement: str) -> str:
        return hashlib.sha256(salt).hexdigest()

    def token(count: int) -> bytes:
        """Other threads of the process draw from chance, or each draw of theirs would shift all that follow."""
        return _tokens.randbytes(count) if threading.get_ident() == mine else drawn(count)

    def at(number: int) -> None:
        now[0] = _BEGIN + number * _PACE

    with (
        pytest.MonkeyPatch.context() as patch,
        injected(random=bytes_of_log.randbytes, commit=commit, clock=lambda: now[0]),
    ):
        patch.setattr("os.urandom", token)  # where `uuid4` has its bytes from
        patch.setattr("random._urandom", token)  # and `SystemRandom`
        # Connections to Valkey draw names of their own, and only the first world has to connect.
        patch.setattr(secrets, "token_hex", lambda count=32: names.randbytes(count).hex())
        patch.setattr("django.utils.timezone.now", lambda: now[0])
        clock = SimpleNamespace(time=lambda: now[0].timestamp())
        patch.setattr("django.http.response.time", clock)
        patch.setattr("django.utils.cache.time", clock)
        patch.setattr("django.core.signing.time", clock)  # cookies with messages are signed with their time
        patch.setattr("django.contrib.sessions.middleware.time", clock)  # when the cookie of a new session expires
        if world is not None:
            patch.setattr("games.domain.shuffles.shuffled", _Shuffles(world))
        patch.setattr("web.heartbeats.ages", lambda *_wait: dict.fromkeys(LIVING, 1.0))  # by Valkey's own clock
        # Who is at the board is no part of a world: Red has left, and the others have long been there.
        patch.setattr("play.table.presence.beat", lambda *_told, **_more: None)
        patch.setattr("play.table.presence.look", lambda _game: {seat: _THERE[seat is Seat.RED] for seat in Seat})
        patch.setattr("api.http.budgets.spend", _spent)
        patch.setattr("web.limits.clock", clock.time)  # it says how long to wait
        patch.setattr("web.limits._counted", lambda *_told: 0)  # what was counted outlives a world
        # What a picture is made of stands in for its pixels, which follow from that alone and take long.
        patch.setattr("resvg_py.svg_to_bytes", lambda **result: repr(sorted(result.items())).encode())
        # Attempts of other worlds would count, too.
        patch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
        yield at


def _spent(_what: str, _who: str, *, most: int, seconds: int, weight: int = 1, loosely: bool = False) -> Spent:
    """Stands in for `web.limits.spend`, which goes by a clock of its own: what a request costs, and no more."""
    return Spent(most - weight, seconds)


class _Shuffles:
    """The orders that chance gives in a world, in place of those that follow from a game's seed."""

    def __init__(self, world: World) -> None:
        self.orders: dict[str, str] = {}
        numbers = dict.fromkeys(world.state.variant.seats, 0)
        for seat, order in world.ledger.chance.items():
            self.orders[shuffle_label(seat.slug, 0)] = order
        for step in world.steps:
            if "!" in step.text:
                numbers[step.seat] += 1
                self.orders[shuffle_label(step.seat.slug, numbers[step.seat])] = step.text.partition("!")[2]

    def __call__(self, seed: bytes, label: str, cards: str) -> str:
        """Stands in for `games.rules.shuffled`."""
        assert sorted(cards) == sorted(self.orders[label])
        return self.orders[label]


@contextmanager
def logged() -> Iterator[list[str]]:
    lines: list[str] = []

    class Gather(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.levelname} {record.name} {record.getMessage()}")

    handler = Gather()
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)
