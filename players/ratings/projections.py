"""Ratings follow the log: each rated game that ends changes the ratings of its players, in the order of the log.

Which ends count: a win, a loss or a draw of a game that was played here. Who has not set up in time loses by forfeit.
What nobody played or everybody may take back (aborted, cancelled, both missing) never counts, and no imported record
does. No rank and nothing secret is looked at: the row of the game says all that is wanted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from games.domain.events import (
    Adjudicated,
    ChoiceMade,
    DrawAgreed,
    GameForfeited,
    PliesExhausted,
    Resigned,
    SetupMade,
    SetupsForfeited,
    TimedOut,
    TurnPlayed,
)
from games.domain.projections import known_game
from games.eventlog import store
from games.eventlog.registry import Stored, projection
from games.models import Game, GameSeat
from games.rules import VARIANTS, End, Seat
from players.ratings.models import Change, Rating
from players.ratings.numbers import START, Strength, rated_duel, rated_teams

__all__ = ["COUNTED"]

COUNTED = frozenset(
    {
        *(end for end in End if end.on_board),
        *(End.PLY_LIMIT, End.RESIGNATION, End.AGREED_DRAW, End.TIME_OUT, End.ADJUDICATION, End.FORFEIT),
    }
)
"""The ends of games that change ratings."""

ENDING: tuple[type[Any], ...] = (
    *(SetupMade, SetupsForfeited, TurnPlayed, ChoiceMade, PliesExhausted),
    *(DrawAgreed, Resigned, TimedOut, Adjudicated, GameForfeited),
)
"""The events that a game can end with."""


class Ended:
    """Lets through the end of a rated game, and no move before it (`games.eventlog.registry.Gate`)."""

    def __call__(self, stream: UUID) -> bool:
        """Whether the game is over after these events, and counts: the same games as those of `_counted`."""
        now = known_game(stream)
        if now is None:
            return True
        created, outcome = now.created, now.outcome
        if now.state is None and created.tournament is not None:
            return False
        return outcome is not None and outcome.kind in COUNTED and created.rated and created.source == "play"

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that ended the rated games, in the order of the log."""
        games = list(_counted().values_list("id", flat=True))
        positions = store.last_positions(games, types=ENDING)
        for start in range(0, len(positions), batch):
            yield store.read_at(positions[start : start + batch])


def _counted() -> Any:
    """The games that change ratings. Of a tournament only what was played (FIDE B.02, 5.1)."""
    found = Game.objects.filter(rated=True, source=Game.Source.PLAY, status=Game.Status.OVER, outcome__in=COUNTED)
    return found.exclude(tournament__isnull=False, started=None)


@projection("ratings", events=ENDING, tables=(Rating._meta.db_table, Change._meta.db_table), across=True, gate=Ended())
def project_ratings(stored: Sequence[Stored]) -> None:
    """The ratings of the players, and what each game did to them."""
    last = {one.stream: one for one in stored}
    done = set(Change.objects.filter(game__in=last).values_list("game", flat=True))
    games = {game.id: game for game in _counted().filter(id__in=last.keys() - done)}
    seats = _players_of(games)
    table = _Table({player for one in seats.values() for player in one.values()})
    for one in sorted(last.values(), key=lambda one: one.position):
        game = games.get(one.stream)
        if game is not None and _has_rivals(game, seats[game.id]):
            table.rate(game, seats[game.id], one)
    table.save()


def _players_of(games: Mapping[UUID, Game]) -> dict[UUID, dict[Seat, UUID]]:
    found: dict[UUID, dict[Seat, UUID]] = defaultdict(dict)
    rows = GameSeat.objects.filter(game_id__in=games, player_id__isnull=False).order_by("game_id", "seat")
    for game, seat, player in rows.values_list("game_id", "seat", "player_id"):
        found[game][Seat(seat)] = player
    return found


def _has_rivals(game: Game, players: Mapping[Seat, UUID]) -> bool:
    """Whether every seat has a player and nobody sits twice: nobody gains by playing alone."""
    return len(set(players.values())) == len(VARIANTS[game.variant].seats)


class _Table:
    """The ratings that some games change, read once and written once."""

    def __init__(self, players: set[UUID]) -> None:
        """Reads them."""
        self.rows = {(row.player, row.variant): row for row in Rating.objects.filter(player__in=players)}
        self.changed: dict[tuple[UUID, str], Rating] = {}
        self.changes: list[Change] = []

    def rate(self, game: Game, players: Mapping[Seat, UUID], end: Stored) -> None:
        """Counts a game that `end` has ended."""
        before = {seat: self._strength(player, game.variant) for seat, player in players.items()}
        for seat, strength in _after(before, game.winner, end.time).items():
            self.changes.append(
                Change(
                    game=game.id,
                    seat=seat.value,
                    player=players[seat],
                    variant=game.variant,
                    result=_result(seat, game.winner),
                    before=before[seat].value,
                    value=strength.value,
                    deviation=strength.deviation,
                    time=end.time,
                    position=end.position,
                )
            )
            self._put(players[seat], game.variant, strength, end)

    def _strength(self, player: UUID, variant: str) -> Strength:
        row = self.rows.get((player, variant))
        return START if row is None else Strength(row.value, row.deviation, row.volatility, row.played)

    def _put(self, player: UUID, variant: str, strength: Strength, end: Stored) -> None:
        row = self.rows.setdefault((player, variant), Rating(player=player, variant=variant))
        row.value, row.deviation, row.volatility = strength.value, strength.deviation, strength.volatility
        row.games, row.played, row.position = row.games + 1, end.time, end.position
        self.changed[player, variant] = row

    def save(self) -> None:
        """Writes what has changed."""
        Change.objects.bulk_create(self.changes)
        if self.changed:
            fields = ("value", "deviation", "volatility", "games", "played", "position")
            Rating.objects.bulk_create(
                self.changed.values(), update_conflicts=True, unique_fields=("player", "variant"), update_fields=fields
            )


def _result(seat: Seat, winner: int | None) -> Change.Result:
    if winner is None:
        return Change.Result.DRAW
    return Change.Result.WIN if seat.side == winner else Change.Result.LOSS


def _after(before: Mapping[Seat, Strength], winner: int | None, at: datetime) -> dict[Seat, Strength]:
    """The strengths after a game: of two players by Glicko-2, of two teams by the rating of teams."""
    sides = [[seat for seat in before if seat.side == side] for side in (0, 1)]
    if len(before) == 2:
        points = 0.5 if winner is None else 1.0 - winner
        (red,), (blue,) = sides
        after = rated_duel(before[red], before[blue], points=points, at=at)
        return {red: after[0], blue: after[1]}
    teams = rated_teams([[before[seat] for seat in side] for side in sides], winner=winner, at=at)
    seats = [seat for side in sides for seat in side]
    return dict(zip(seats, (strength for team in teams for strength in team), strict=True))
