"""Who is at the board of a live game: shown to its players if all want it, and what an absence is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import redis
from django.conf import settings
from django.test import Client

from accounts.models import Account, Preferences
from eventlog import store
from eventlog.registry import Broken
from eventlog.sources import injected
from games.domain import commands
from games.domain.clocks import PRESETS, TimeControl
from games.domain.command_handler import open_game
from games.domain.events import AbsenceClaimed
from games.domain.verification import verify_game
from games.models import Game
from games.rules import End, Illegal, Outcome, Refusal, Seat, variant
from play.table import presence
from play.table.presence import SeatPresence
from tests.games.domain.played import begun
from tests.scenes import account

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE
START = datetime(2026, 11, 22, 12, tzinfo=UTC)
LIVE = PRESETS["live-10-10"]
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with injected(clock=lambda: START):
        yield


def wish(*accounts: Account) -> None:
    for who in accounts:
        Preferences.objects.update_or_create(account=who, defaults={"presence": True})


def table(*, time: TimeControl = LIVE, wishes: int = 2) -> tuple[Game, Client, Client]:
    accounts = account("Ada"), account("Bob")
    wish(*accounts[:wishes])
    seated = {seat: who.player.id for seat, who in zip((RED, BLUE), accounts, strict=True)}
    game, _now = begun(variant("barrage"), random.Random(1), players=seated, time=time)
    browsers = Client(), Client()
    for browser, who in zip(browsers, accounts, strict=True):
        browser.force_login(who)
    return Game.objects.get(id=game), *browsers


def ago(game: Game, seat: Seat, since: int, last: int, *, left: bool = False) -> None:
    """Notes presence as it was noted then, in seconds before now."""
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as valkey:
        (now, _microseconds) = valkey.time()
        valkey.hset(presence._key(game.id), str(int(seat)), f"{now - since} {now - last} {int(left)}")


def at_board(game: Game, browser: Client, **data: str) -> object:
    answer = browser.post(f"/games/{game.key}/present/", data)
    return answer.json() if answer.status_code == 200 else answer.status_code


def refusal(command: object, **values: object) -> str:
    with pytest.raises(Illegal) as error:
        command(**values)  # type: ignore[operator]
    return error.value.refusal.code


def test_players_who_all_want_it_see_of_each_other_who_is_there() -> None:
    game, ada, bob = table()
    assert at_board(game, ada) == {"away": {}, "claim": False}
    assert at_board(game, bob) == {"away": {"red": 0}, "claim": False}
    at_board(game, ada, left="1")
    assert at_board(game, bob) == {"away": {"red": 1}, "claim": False}
    ago(game, RED, 100, 30)
    assert at_board(game, bob)["away"]["red"] in (30, 31)  # type: ignore[index]
    page = bob.get(f"/games/{game.key}/").content.decode()
    assert (f'data-presence="/games/{game.key}/present/"' in page, "js/presence" in page) == (True, True)


@pytest.mark.parametrize(
    ("time", "wishes", "expected"), [(LIVE, 2, True), (LIVE, 1, False), (LIVE, 0, False), (PRESETS["3-days"], 2, False)]
)
def test_nothing_is_shown_or_noted_unless_all_want_it_in_a_live_game(
    time: TimeControl, wishes: int, expected: bool
) -> None:
    game, ada, _bob = table(time=time, wishes=wishes)
    assert (at_board(game, ada) != 204) == expected
    assert bool(presence.look(game.id)) == expected
    assert ('data-presence="' in ada.get(f"/games/{game.key}/").content.decode()) == expected


def test_nobody_else_is_told_anything() -> None:
    game, ada, _bob = table()
    at_board(game, ada)
    stranger = Client()
    assert at_board(game, stranger) == 204
    stranger.force_login(account("Eve"))
    assert (at_board(game, stranger), set(presence.look(game.id))) == (204, {RED})
    commands.resign(game=game.id, seat=RED)
    assert at_board(game, ada) == 204


def test_a_break_begins_presence_anew_and_a_beat_in_time_does_not() -> None:
    game, ada, _bob = table()
    ago(game, RED, 500, 20)
    at_board(game, ada)
    at_board(game, ada, left="1")
    at_board(game, ada)  # the page was loaded anew
    assert presence.look(game.id)[RED].here >= 500
    ago(game, RED, 500, presence.FRESH + 5)
    at_board(game, ada)
    assert presence.look(game.id)[RED] < SeatPresence(3, 1)


@pytest.mark.parametrize(("act", "winner"), [("claim", 1), ("claim-draw", None)])
def test_who_has_stayed_claims_the_absence_of_the_seat_to_move(act: str, winner: int | None) -> None:
    game, _ada, bob = table()
    ago(game, RED, 900, 130, left=True)
    ago(game, BLUE, 900, 5)
    sent = {"act": act, "version": str(game.public_version)}
    soon = START + timedelta(seconds=60)
    with injected(clock=lambda: soon):  # Red is away for long, but it is its turn for a minute only
        assert at_board(game, bob)["claim"] is False  # type: ignore[index]
        early = bob.post(f"/games/{game.key}/act/", sent, headers=HTMX)
        assert (early.status_code, "Wait 60 seconds more." in early.content.decode()) == (422, True)
    later = START + timedelta(seconds=125)
    with injected(clock=lambda: later):
        assert at_board(game, bob)["claim"] is True  # type: ignore[index]
        assert bob.post(f"/games/{game.key}/act/", sent, headers=HTMX).status_code == 200
    now = open_game(game.id)
    assert (now.outcome, now.left) == (Outcome(End.ABSENCE, winner), {RED: "timed_out"})
    (event,) = [item.event for item in store.load(game.id) if isinstance(item.event, AbsenceClaimed)]
    assert event == AbsenceClaimed("red", "blue", 125, draw=winner is None)
    log = list(store.load(game.id))
    verify_game(iter(log))
    early = [item._replace(time=min(item.time, soon)) for item in log]
    with pytest.raises(Broken, match="before its time"):
        verify_game(iter(early))


@pytest.mark.parametrize(
    ("red", "blue", "code"),
    [
        ((900, 5), (900, 5), "not-away"),  # Red is there
        (None, (900, 5), "not-away"),  # and here never was: it may have no scripts
        ((900, 130), (60, 5), "presence-unknown"),  # the record is younger than the absence
        ((900, 130), None, "presence-unknown"),
    ],
)
def test_an_absence_is_claimed_by_the_record_alone(
    red: tuple[int, int] | None, blue: tuple[int, int] | None, code: str
) -> None:
    game, _ada, _bob = table()
    for seat, times in ((RED, red), (BLUE, blue)):
        if times is not None:
            ago(game, seat, *times)

    def claim() -> None:
        commands.claim_absence(game=game.id, seat=BLUE, away=presence.absences(game.id, BLUE))

    later = START + timedelta(seconds=200)
    with injected(clock=lambda: later):
        assert refusal(claim) == code


def test_what_else_is_against_a_claim() -> None:
    game, _ada, _bob = table()
    other, _now = begun(variant("barrage"), random.Random(1), time=PRESETS["3-days"])
    later = START + timedelta(seconds=200)
    with injected(clock=lambda: later):
        away = {RED: 130, BLUE: 130}
        assert refusal(commands.claim_absence, game=game.id, seat=RED, away=away) == "not-away"  # one's own turn
        assert refusal(commands.claim_absence, game=other, seat=BLUE, away=away) == "not-live"
        assert refusal(commands.claim_absence, game=game.id, seat=BLUE, away=away, expected=1) == "moved-on"
        with pytest.raises(Illegal) as short:
            commands.claim_absence(game=game.id, seat=BLUE, away={RED: 100})
        assert short.value.refusal == Refusal("away-too-short", {"seconds": 20})


def test_without_valkey_nobody_is_said_to_be_away(monkeypatch: pytest.MonkeyPatch) -> None:
    game, ada, _bob = table()
    monkeypatch.setattr(presence, "_client", lambda: redis.Redis(port=1, socket_connect_timeout=0.1))
    assert at_board(game, ada) == 503
    assert refusal(lambda: presence.absences(game.id, BLUE)) == "presence-unknown"
