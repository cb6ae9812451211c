"""Ratings follow the log: each rated game that ends changes the ratings of its players, in the order of the log.

Which ends count: a win, a loss or a draw of a game that was played here, for so many plies as its rule book asks for
(`GameFold.unrated`). What nobody played or everybody may take back (aborted, cancelled, both missing) never counts, and
no imported record does. No rank and nothing secret is looked at: the row of the game says all that is wanted.

The same two players' games within a month count less and less (`weight_of`). When they met stands in a row of theirs,
so the end of a game reads as much however many games there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any
from uuid import UUID

from eventlog import store
from eventlog.damage import report
from eventlog.registry import Stored, projection
from games.domain.events import Trait, events_with
from games.domain.projections import known_game
from games.models import Game, GameSeat
from games.rules import VARIANTS, End, Seat
from ratings.domain.numbers import MONTH, START, Strength, rated_duel, rated_teams, weight_of
from ratings.models import Change, Meeting, Rating

COUNTED = frozenset(
    {
        *(end for end in End if end.on_board),
        *(End.PLY_LIMIT, End.RESIGNATION, End.AGREED_DRAW, End.TIME_OUT, End.ADJUDICATION, End.FORFEIT),
    }
)
"""The ends of games that change ratings."""

ENDING = events_with(Trait.COUNTS)
"""The events that a game can end with, so that ratings change."""


class Ended:
    """Lets through the end of a rated game, and no move before it (`eventlog.registry.Gate`)."""

    def __call__(self, stream: UUID) -> bool:
        """Whether the game is over after these events, and counts: the same games as those of `_counted`."""
        now = known_game(stream)
        if now is None:
            return True
        created, outcome = now.created, now.outcome
        if outcome is None or outcome.kind not in COUNTED:
            return False
        return created.rated and created.source == "play" and now.unrated is None

    def passed(self, *, batch: int) -> Iterator[list[Stored]]:
        """The events that ended the rated games, in the order of the log."""
        games = list(_counted().values_list("id", flat=True))
        positions = store.last_positions(games, types=ENDING)
        for start in range(0, len(positions), batch):
            yield store.read_at(positions[start : start + batch], damaged=report)


def _counted() -> Any:
    """The games that change ratings: what was played, and nothing else (FIDE B.02, 5.1)."""
    return Game.objects.filter(
        rated=True, source=Game.Source.PLAY, status=Game.Status.OVER, outcome__in=COUNTED, unrated=""
    )


_TABLES = tuple(model._meta.db_table for model in (Rating, Change, Meeting))


@projection("ratings", events=ENDING, tables=_TABLES, across=True, gate=Ended())
def project_ratings(stored: Sequence[Stored]) -> None:
    """The ratings of the players, and what each game did to them."""
    last = {one.stream: one for one in stored}
    done = set(Change.objects.filter(game__in=last).values_list("game", flat=True))
    games = {game.id: game for game in _counted().filter(id__in=last.keys() - done)}
    seats = _players_of(games)
    table = _Table(
        {player for one in seats.values() for player in one.values()}, {one.variant for one in games.values()}
    )
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


_Pair = tuple[str, UUID, UUID]


class _Table:
    """The ratings that some games change, and when their players met, read once and written once."""

    def __init__(self, players: set[UUID], variants: set[str]) -> None:
        """Reads them."""
        rows = Rating.objects.filter(player__in=players, variant__in=variants)
        self.rows = {(row.player, row.variant): row for row in rows}
        met = Meeting.objects.filter(player__in=players, opponent__in=players, variant__in=variants)
        self.met: dict[_Pair, Meeting] = {(row.variant, row.player, row.opponent): row for row in met}
        self.met_again: dict[_Pair, Meeting] = {}
        self.changed: dict[tuple[UUID, str], Rating] = {}
        self.changes: list[Change] = []

    def rate(self, game: Game, players: Mapping[Seat, UUID], end: Stored) -> None:
        """Counts a game that `end` has ended, as far as these players have not met too often of late."""
        pairs = tuple(_opponents(game.variant, players))
        meeting = 1 + max(len(self._lately(pair, end.time)) for pair in pairs)
        weight = weight_of(meeting)
        if not weight:
            return
        for pair in pairs:
            self._meet(pair, end.time)
        before = {seat: self._strength(player, game.variant) for seat, player in players.items()}
        for seat, strength in _after(before, game.winner, end.time, weight).items():
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
                    meeting=meeting,
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

    def _lately(self, pair: _Pair, at: datetime) -> list[datetime]:
        """When the games of two opponents ended that still make a game less that ends now."""
        row = self.met.get(pair)
        return [] if row is None else [ended for ended in row.ended if ended > at - MONTH]

    def _meet(self, pair: _Pair, at: datetime) -> None:
        variant, player, opponent = pair
        row = self.met.setdefault(pair, Meeting(variant=variant, player=player, opponent=opponent, ended=[]))
        row.ended = [*self._lately(pair, at), at]
        self.met_again[pair] = row

    def save(self) -> None:
        """Writes what has changed."""
        Change.objects.bulk_create(self.changes)
        if self.met_again:
            Meeting.objects.bulk_create(
                self.met_again.values(),
                update_conflicts=True,
                unique_fields=("player", "opponent", "variant"),
                update_fields=("ended",),
            )
        if self.changed:
            fields = ("value", "deviation", "volatility", "games", "played", "position")
            Rating.objects.bulk_create(
                self.changed.values(), update_conflicts=True, unique_fields=("player", "variant"), update_fields=fields
            )


def _opponents(variant: str, players: Mapping[Seat, UUID]) -> Iterable[_Pair]:
    """The pairs of players of a game who sit on different sides."""
    sides = [[player for seat, player in players.items() if seat.side == side] for side in (0, 1)]
    return ((variant, min(pair), max(pair)) for pair in product(*sides))


def _result(seat: Seat, winner: int | None) -> Change.Result:
    if winner is None:
        return Change.Result.DRAW
    return Change.Result.WIN if seat.side == winner else Change.Result.LOSS


def _after(before: Mapping[Seat, Strength], winner: int | None, at: datetime, weight: float) -> dict[Seat, Strength]:
    """The strengths after a game: of two players by Glicko-2, of two teams by the rating of teams."""
    sides = [[seat for seat in before if seat.side == side] for side in (0, 1)]
    if len(before) == 2:
        points = 0.5 if winner is None else 1.0 - winner
        (red,), (blue,) = sides
        after = rated_duel(before[red], before[blue], points=points, at=at, weight=weight)
        return {red: after[0], blue: after[1]}
    teams = rated_teams([[before[seat] for seat in side] for side in sides], winner=winner, at=at, weight=weight)
    seats = [seat for side in sides for seat in side]
    return dict(zip(seats, (strength for team in teams for strength in team), strict=True))
