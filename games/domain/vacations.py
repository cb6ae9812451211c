"""A player's vacation: the clocks of all games that allow one stop (`games/domain/clocks.py`).

It is never begun by itself, and games that are made while it lasts are not part of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from eventlog.sources import SOURCES
from eventlog.statements import Columns, execute, rows_of
from games.domain.clocks import VACATION_AT_LEAST, VACATION_DAYS, Rest, used_in_year, within_allowance
from games.domain.commands import end_vacation, take_vacation
from games.domain.conflict_retry import retry_on_conflict
from games.models import OPEN, Game, GameSeat, Vacation
from games.rules import Illegal, Refusal, Seat

_LOCKED_BY = 7_203  # the first half of the advisory lock of a player's vacations


def begin(player_id: UUID, until: datetime, *, actor: UUID | None = None) -> Vacation:
    """Begins a vacation of a player, in all games in play or waiting for set-ups that allow it.

    Side effects: makes a row; appends VacationTaken to each of these games.

    Args:
        actor: the account that does it; None for the service.
        player_id: the random id of the player.
        until: an aware time.

    Raises:
        Illegal: `on-vacation` already; `vacation-too-long` if the year has not so many days left; each vacation uses
            one up at least.
    """
    with transaction.atomic():
        now = _locked(player_id)
        if current(player_id, now) is not None:
            raise Illegal(Refusal("on-vacation"))
        if until <= now or not within_allowance((*_rests(player_id, now.year), Rest(now, until))):
            raise Illegal(Refusal("vacation-too-long", {"days": VACATION_DAYS}))
        made = Vacation.objects.create(player=player_id, begun=now, until=until)
        for game, seat in _games(player_id):
            retry_on_conflict(game, partial(take_vacation, game=game, seat=seat, until=until, actor=actor))
    return made


def end(player_id: UUID, *, actor: UUID | None = None) -> None:
    """Ends a player's vacation before its time; does nothing if there is none.

    Side effects: changes the row; appends VacationEnded to each game that it stopped.
    """
    with transaction.atomic():
        now = _locked(player_id)
        vacation = current(player_id, now)
        if vacation is None:
            return
        vacation.until = now
        vacation.save(update_fields=["until"])
        for game, seat in _games(player_id):
            retry_on_conflict(game, partial(end_vacation, game=game, seat=seat, actor=actor))


def current(player_id: UUID, at: datetime | None = None) -> Vacation | None:
    at = at or _now()
    return Vacation.objects.filter(player=player_id, begun__lte=at, until__gt=at).first()


def current_of(players: Iterable[UUID], at: datetime | None = None) -> dict[UUID, Vacation]:
    """The vacations that some players are on, by the players' ids. One query.

    A game that was made after a vacation had begun is not part of it.
    """
    at = at or _now()
    rows = execute(_CURRENT, (list(set(players)), at, at))
    return {vacation.player: vacation for vacation in map(_VACATION.object, rows) if vacation is not None}


_VACATION = Columns(Vacation, "v")
_CURRENT = f"""
SELECT {_VACATION.sql} FROM games_vacation v WHERE v.player = ANY(%s) AND v.begun <= %s AND v.until > %s
""".encode()  # noqa: S608 - only names of columns


def running_and_left(player_id: UUID, at: datetime) -> tuple[Rest | None, timedelta]:
    """The vacation that a player is on, and how much is left in the calendar year, by UTC. One query."""
    rests = _rests(player_id, at.year)
    left = max(timedelta(days=VACATION_DAYS) - used_in_year(rests, at.year), timedelta())
    return next((rest for rest in rests if rest.start <= at < rest.end), None), left


def _rests(player_id: UUID, year: int) -> tuple[Rest, ...]:
    """The vacations that count in a calendar year, by UTC, or later."""
    first = datetime(year, 1, 1, tzinfo=UTC) - VACATION_AT_LEAST
    return tuple(Rest(*row) for row in rows_of(_taken, player_id, first))


def _taken(player: UUID, after: datetime) -> QuerySet[Any, Any]:
    return Vacation.objects.filter(player=player, until__gt=after).order_by("begun").values_list("begun", "until")


def _games(player_id: UUID) -> list[tuple[UUID, Seat]]:
    """The player's seats in games that may allow it, always in the same order: two players lock in turn."""
    # Not joined: the planner might follow the requested order through all games.
    mine = list(GameSeat.objects.filter(OPEN, player_id=player_id).values_list("game_id", "seat"))
    allowed = Game.objects.filter(id__in={game for game, _seat in mine}, time__vacation=True)
    ids = set(allowed.order_by().values_list("id", flat=True))
    return sorted((game, Seat(seat)) for game, seat in mine if game in ids)


def _locked(player_id: UUID) -> datetime:
    """The time, once nobody else changes this player's vacations in this moment."""
    with connection.cursor() as cursor:
        key = int.from_bytes(player_id.bytes[-4:], "big", signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCKED_BY, key])
    return _now()


def _now() -> datetime:
    return datetime.now(UTC) if SOURCES.clock is None else SOURCES.clock()
