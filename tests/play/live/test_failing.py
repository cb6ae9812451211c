"""Whatever fails, and wherever: no log line, no mail to the admins and no message of a worker holds a rank."""

from __future__ import annotations

import base64
import io
import json
import logging
import logging.config
import random
import re
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from celery.app.trace import build_tracer
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.log import AdminEmailHandler
from django.views.debug import SafeExceptionReporterFilter

from accounts.models import Account
from accounts.people.bots import BOT_IDS
from config import addresses, error_reports
from config.celery import app
from config.error_reports import Courier, Formatter, without_values
from games.domain import command_handler, commands, creation
from games.models import Game
from games.rules import Seat, legal_turns, variant
from games.tasks import end_one, end_overdue
from notices.tasks import sweep
from play.bots.tasks import move_all_due
from tests.scenes import account, game_in_play, placements
from tests.valkey import valkey_database

pytestmark = pytest.mark.slow

UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ADMIN = "admin@example.org"


class Secret(Exception):
    """An error that quotes what it was raised about, as a careless one would."""


@pytest.fixture
def red(db: None) -> Account:
    return account("Ada")


@pytest.fixture
def game(red: Account) -> Game:
    return game_in_play(accounts=(red, None), names=("Ada", "Charles"), plies=12)


def secrets_of(game: Game) -> list[str]:
    """What nobody else may read: each set-up, and pieces of it."""
    fold = command_handler.open_game(game.id)
    assert fold.state is not None
    from eventlog import store
    from games.domain.events import SetupMade

    setups = [event.event.placement for event in store.load(game.id) if isinstance(event.event, SetupMade)]
    assert len(setups) == 2
    return [setup[first : first + 8] for setup in setups for first in (0, 16, 32)]


@contextmanager
def written(*, safely: bool) -> Iterator[list[str]]:
    """The lines of the log meanwhile, formatted as `settings.LOGGING` has it, or as Python would."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    form = settings.LOGGING["formatters"]["plain"]
    assert form["()"] == "config.error_reports.Formatter"
    assert "without_values" in settings.LOGGING["handlers"]["console"]["filters"]
    handler.setFormatter((Formatter if safely else logging.Formatter)(form["format"]))
    if safely:
        handler.addFilter(without_values)
    root = logging.getLogger()
    before = list(root.handlers)
    # A handler may leave its text with the record for the next one, so the other way is tried without ours.
    root.handlers[:] = [*before, handler] if safely else [handler]
    lines: list[str] = []
    try:
        yield lines
    finally:
        root.handlers[:] = before
        lines.extend(stream.getvalue().splitlines())


def failing(game: Game) -> Callable[..., Any]:
    """Stands in for a function of the domain: it has the set-ups in its variables, and fails with them."""
    hidden = secrets_of(game)

    def fail(*_args: Any, **_options: Any) -> None:
        setup = hidden[0]
        raise Secret(f"cannot go on with {setup} and {hidden}")

    return fail


PLACES = [
    "games.domain.command_handler.store.append",
    "play.table.views.fragment",
    "games.domain.transitions.apply",
    "games.domain.command_handler.happening",
]


def fail_in_a_page(game: Game, red: Account) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(red, backend=settings.AUTHENTICATION_BACKENDS[0])
    state = command_handler.open_game(game.id).state
    assert state is not None
    data = {"turn": str(legal_turns(state)[0]), "version": str(game.public_version)}
    answer = client.post(reverse("play:turn", args=[game.key]), data, headers={"HX-Request": "true"})
    assert answer.status_code == 500
    for piece in secrets_of(game):
        assert piece not in answer.content.decode()


@pytest.fixture
def courier(monkeypatch: pytest.MonkeyPatch) -> Courier:
    """Brings reports to the admin when it is told to, and not by a thread."""
    monkeypatch.setattr(settings, "ADMINS", [(ADMIN, ADMIN)])
    ours = Courier(error_reports._to_queue)
    ours.thread = threading.current_thread()
    monkeypatch.setattr(error_reports, "courier", ours)
    return ours


def test_an_error_in_a_page_tells_no_rank(
    game: Game, red: Account, monkeypatch: pytest.MonkeyPatch, courier: Courier
) -> None:
    hidden = secrets_of(game)
    with written(safely=True) as lines, monkeypatch.context() as patch:
        patch.setattr("play.table.views.fragment", failing(game))
        fail_in_a_page(game, red)
    text = "\n".join(lines)
    assert "Secret" in text
    assert "in fail" in text
    assert courier.deliver()
    assert len(mail.outbox) == 1
    mailed = mail.outbox[0].body + str(mail.outbox[0].alternatives) + mail.outbox[0].subject
    assert "Secret" in mailed
    for piece in hidden:
        assert piece not in text
        assert piece not in mailed
    for value in (settings.SECRET_KEY, settings.DATABASE_URL, settings.REDIS_URL):
        assert value not in mailed


def test_it_would_be_told_otherwise(
    game: Game, red: Account, monkeypatch: pytest.MonkeyPatch, courier: Courier
) -> None:
    """So the test above can fail: the log as Django makes it, and what it would mail, are full of it."""
    hidden = secrets_of(game)
    monkeypatch.setattr(settings, "DEBUG", False)
    monkeypatch.setattr(
        "django.views.debug.get_exception_reporter_filter", lambda _request: SafeExceptionReporterFilter()
    )
    usual = AdminEmailHandler(reporter_class="django.views.debug.ExceptionReporter")
    usual.setLevel(logging.ERROR)
    logging.getLogger().addHandler(usual)
    try:
        with monkeypatch.context() as patch:
            patch.setattr("play.table.views.fragment", failing(game))
            fail_in_a_page(game, red)
        assert hidden[0] in mail.outbox[0].body
        with written(safely=False) as lines, monkeypatch.context() as patch:
            patch.setattr("play.table.views.fragment", failing(game))
            fail_in_a_page(game, red)
    finally:
        logging.getLogger().removeHandler(usual)
    assert hidden[0] in "\n".join(lines)


@pytest.mark.parametrize("place", PLACES)
def test_wherever_the_domain_fails_the_log_tells_no_rank(
    game: Game, red: Account, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    hidden = secrets_of(game)
    state = command_handler.open_game(game.id).state
    assert state is not None
    with written(safely=True) as lines, monkeypatch.context() as patch:
        patch.setattr(place, failing(game))
        try:
            commands.play_turn(game=game.id, seat=state.to_move, turn=str(legal_turns(state)[0]))
        except Exception as error:  # as the handler of a request logs it
            logging.getLogger("django.request").error("Internal Server Error", exc_info=error)
    for piece in hidden:
        assert piece not in "\n".join(lines)


def test_a_task_that_fails_tells_no_rank(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Celery logs the exception of a task by itself, words and all."""
    hidden = secrets_of(game)
    monkeypatch.setattr("games.tasks.queries.end_if_overdue", failing(game))

    def run() -> None:
        tracer = build_tracer(end_one.name, end_one, app=app, eager=False, propagate=False)
        tracer(str(uuid.uuid4()), [str(game.id)], {}, {"id": "1", "task": end_one.name, "hostname": "here"})

    with written(safely=True) as lines:
        run()
    with written(safely=False) as careless:
        run()
    assert any("end_one" in line for line in lines)
    assert any(hidden[0] in line for line in careless)
    for piece in hidden:
        assert not any(piece in line for line in lines)


# -- what workers are told ------------------------------------------------------------------------


@pytest.fixture
def broker() -> Iterator[redis.Redis]:
    number = valkey_database("failing")
    valkey = redis.Redis.from_url(addresses.redis(settings.REDIS_URL, database=number))
    url = addresses.celery(settings.REDIS_URL, database=number)
    ours = {"task_always_eager": False, "broker_url": url, "broker_write_url": url}
    before = {name: app.conf[name] for name in ours}
    app.conf.update(ours)
    app._pool = None
    app.amqp._producer_pool = None
    yield valkey
    app.conf.update(before)
    app._pool = None
    app.amqp._producer_pool = None
    valkey.flushdb()


def messages_of(valkey: redis.Redis) -> list[dict[str, Any]]:
    return [
        json.loads(item)
        for key in valkey.keys("*")
        if valkey.type(key) == b"list"
        for item in valkey.lrange(key, 0, -1)
    ]


def test_messages_of_workers_hold_ids_and_nothing_else(fresh_database: str, broker: redis.Redis) -> None:
    """The bytes in the broker after a game with a bot, with offers and ends, and every sweep."""
    red = account("Grace")
    bot = next(iter(BOT_IDS))
    game = creation.create_game(variant=variant("barrage"), players={Seat.RED: red.player.id, Seat.BLUE: bot})
    for seat, placement in placements("barrage", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    state = command_handler.open_game(game).state
    assert state is not None
    commands.play_turn(game=game, seat=Seat.RED, turn=str(legal_turns(state)[0]))
    move_all_due()
    end_overdue()
    sweep()
    messages = messages_of(broker)
    assert len(messages) >= 3
    for message in messages:
        args, kwargs, _embed = json.loads(base64.b64decode(message["body"]))
        assert kwargs == {}
        assert all(isinstance(arg, int) or UUID_TEXT.fullmatch(arg) for arg in args)
        result = message["headers"]
        assert UUID_TEXT.fullmatch(result["argsrepr"].strip("()[]',")), result["argsrepr"]
        assert result["kwargsrepr"] == "{}"
