"""Where each rank stands in set-ups, and what came of it: counters, kept by `GameRevealed` and by nothing else.

A set-up is counted once in each *slice* that it belongs to, by rule book, source, side and result. A question asks for
one slice, so it reads the same few rows however many games there are; there are rows for what has been played alone, at
most 12 a slice (and as many more as were ever counted at once).

Counted are games that were played here or imported, that both sides set up for, and that were won or drawn. A game that
is played on from another one is not: its set-ups are that game's. Books that deal cards have no set-ups to learn from.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from eventlog.registry import Stored, projection
from eventlog.statements import write
from games.archive.models import SYMBOLS, PlacementCount, PlayedSetup
from games.domain.events import GameRevealed, SetupMade
from games.domain.fold import GameFold
from games.domain.placement import EMPTY, form_of, mirrored
from games.domain.placement import SYMBOLS as ALPHABET
from games.domain.projections import course_in, course_of, known_game, result_of, stands
from games.models import Game, key_of
from games.rules import VARIANTS, Seat, Variant
from games.show.rooms import SetupResults, setup_results
from players.people.bots import BOT_IDS
from ratings.domain.projections import strengths_before

FEWEST = 10
"""Games that stand behind each number that is shown, at least."""

RATING_BANDS = (1200, 1400, 1600, 1800, 2000, 2200)
"""Where one band of ratings ends and the next begins."""

_PLACE_OF = {symbol: place for place, symbol in enumerate(ALPHABET)}
_WON, _DRAWN, _LOST = PlacementCount.Result.WON, PlacementCount.Result.DRAWN, PlacementCount.Result.LOST
_RESULTS: Mapping[str, tuple[PlacementCount.Result, PlacementCount.Result]] = {
    Game.Result.RED: (_WON, _LOST),
    Game.Result.BLUE: (_LOST, _WON),
    Game.Result.DRAW: (_DRAWN, _DRAWN),
    Game.Result.NEITHER: (_LOST, _LOST),
}
"""What a game that is counted came to for red and for blue."""


def band_of(rating: float) -> int:
    """The band that a rating lies in, from 0 on."""
    return bisect(RATING_BANDS, rating)


def slice_of(*, band: int | None = None, year: int | None = None, event: str = "") -> str:
    """The name of a slice: of all games, or of those of a band of ratings, of a year, or of both, or of an event."""
    if event:
        return f"event {event}"
    told = (("band", band), ("year", year))
    return " ".join(f"{name} {value}" for name, value in told if value is not None)


# -- counting -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountedSetup:
    """A set-up of a revealed game with all that it is counted by.

    Args:
        side: 0 for red, 1 for blue.
        result: what the game came to for who laid it.
        form: as its maker sees it. It is not printed.
        rating: the maker's before the game; None if it changed none.
        year: in which the game was played (UTC).
        event: the key of its event, or empty.
        player: who laid it, if that is known.
    """

    variant: str
    source: str
    side: int
    result: PlacementCount.Result
    form: str = field(repr=False)
    rating: float | None
    year: int
    event: str
    player: UUID | None

    @property
    def slices(self) -> Iterator[str]:
        """The slices that it belongs to."""
        bands = [None] if self.rating is None else [None, band_of(self.rating)]
        for band in bands:
            yield slice_of(band=band)
            yield slice_of(band=band, year=self.year)
        if self.event:
            yield slice_of(event=self.event)

    @property
    def cells(self) -> Iterator[int]:
        """The places of `PlacementCount.counts` that it adds to."""
        for square, symbol in enumerate(self.form):
            if symbol != EMPTY:
                yield square * SYMBOLS + _PLACE_OF[symbol]


_ADD = b"""
INSERT INTO archive_placementcount AS old (id, variant, slice, source, side, result, setups, counts)
SELECT coalesce(
        (
            SELECT id FROM archive_placementcount free
            WHERE free.variant = new.variant AND free.slice = new.slice AND free.source = new.source
                AND free.side = new.side AND free.result = new.result
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        ),
        nextval('archive_placementcount_id_seq')
    ),
    new.*
FROM jsonb_to_recordset(%s::text::jsonb)
    AS new (variant text, slice text, source text, side int2, result text, setups int4, counts int4[])
ON CONFLICT (id) DO UPDATE SET setups = old.setups + excluded.setups, counts = ARRAY(
    SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(old.counts, excluded.counts) WITH ORDINALITY AS t (a, b, n)
    ORDER BY n
)
"""


_ADD_OWN = b"""
INSERT INTO archive_playedsetup AS old (player, variant, form, won, drawn, lost)
SELECT * FROM unnest(%s::uuid[], %s::text[], %s::text[], %s::int4[], %s::int4[], %s::int4[])
ON CONFLICT (player, variant, form) DO UPDATE SET won = old.won + excluded.won, drawn = old.drawn + excluded.drawn,
    lost = old.lost + excluded.lost
"""


def either_way(form: str, rules: Variant) -> str:
    """The one of a form and its mirror image that stands for both."""
    return min(form, mirrored(form, rules))


@projection(
    "placements",
    events=(SetupMade, GameRevealed),
    tables=("archive_placementcount", "archive_playedsetup"),
    writes_only=True,
    stands=stands,
)
def project_placements(stored: Sequence[Stored]) -> None:
    """Counts the set-ups of each game that is revealed."""
    revealed = {one.stream for one in stored if isinstance(one.event, GameRevealed)}
    if not revealed:
        return
    counted: dict[tuple[str, str, str, int, str], tuple[Counter[int], list[str]]] = defaultdict(lambda: (Counter(), []))
    owned: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for setup in _setups_of(revealed, stored):
        if setup.player is not None and setup.source == Game.Source.PLAY and setup.player not in BOT_IDS:
            owned[str(setup.player), setup.variant, either_way(setup.form, VARIANTS[setup.variant])][setup.result] += 1
        for part in setup.slices:
            cells, forms = counted[setup.variant, part, setup.source, setup.side, setup.result.value]
            cells.update(setup.cells)
            forms.append(setup.form)
    rows = [
        {
            **dict(zip(("variant", "slice", "source", "side", "result"), kind, strict=True)),
            "setups": len(forms),
            "counts": [cells[place] for place in range(len(forms[0]) * SYMBOLS)],
        }
        for kind, (cells, forms) in counted.items()
    ]
    if rows:
        write("archive_placementcount", _ADD, [(json.dumps(rows, separators=(",", ":")),)])
    if owned:
        # In one order, so that those who wait for one another do not wait in a circle.
        told = [
            (*kind, *(went[result] for result in PlacementCount.Result.values)) for kind, went in sorted(owned.items())
        ]
        write("archive_playedsetup", _ADD_OWN, [list(map(list, zip(*told, strict=True)))])


class _OpenedGame(NamedTuple):
    """What is asked of a revealed game beside its set-ups."""

    variant: str
    source: str
    result: str
    rated: bool
    year: int
    event: str
    players: Mapping[Seat, UUID]


def _setups_of(revealed: Collection[UUID], stored: Iterable[Stored]) -> Iterator[CountedSetup]:
    made: dict[UUID, list[SetupMade]] = defaultdict(list)
    for one in stored:
        if isinstance(one.event, SetupMade):
            made[one.stream].append(one.event)
    games = {game: known for game, known in _games(revealed).items() if known.result in _RESULTS}
    rated = strengths_before([game for game, known in games.items() if known.rated])
    for game, known in games.items():
        rules = VARIANTS[known.variant]
        whole = len(made[game]) == len(rules.seats)
        setups = (course_in(made[game]) if whole else course_of(game)).setups
        if rules.deals or len(setups) < len(rules.seats):
            continue
        ratings = rated.get(game) or (None,) * len(rules.seats)
        for seat, rating in zip(rules.seats, ratings, strict=True):
            yield CountedSetup(
                variant=known.variant,
                source=known.source,
                side=seat.side,
                result=_RESULTS[known.result][seat.side],
                form=form_of(setups[seat], rules, seat),
                rating=rating,
                year=known.year,
                event=known.event,
                player=known.players.get(seat),
            )


def _games(ids: Collection[UUID]) -> dict[UUID, _OpenedGame]:
    """What is known of revealed games: of who appends, or as their rows have it, which stand further up the list of
    projections."""
    known = {game: now for game in ids if (now := known_game(game)) is not None}
    found = {game: _of_fold(now) for game, now in known.items()}
    missing = set(ids) - known.keys()
    if missing:
        rows = Game.objects.filter(id__in=missing, revealed=True).prefetch_related("seats").order_by("id")
        found |= {game.id: _of_row(game) for game in rows}
    return {game: told for game, told in found.items() if told.source != Game.Source.WHATIF}


def _of_fold(now: GameFold) -> _OpenedGame:
    created = now.created
    return _OpenedGame(
        variant=created.variant,
        source=created.source,
        result=result_of(now.outcome).value,
        rated=created.rated and now.unrated is None,
        year=_year(now.started_at, now.created_at),
        event="" if created.tournament is None else key_of(UUID(created.tournament)),
        players={Seat[slug.upper()]: UUID(player) for slug, player in created.seats.items() if player is not None},
    )


def _of_row(game: Game) -> _OpenedGame:
    return _OpenedGame(
        variant=game.variant,
        source=game.source,
        result=game.result,
        rated=game.rated and not game.unrated,
        year=_year(game.started, game.created),
        event="" if game.tournament is None else key_of(game.tournament),
        players={Seat(one.seat): one.player_id for one in game.seats.all() if one.player_id is not None},
    )


def _year(started: datetime | None, created: datetime) -> int:
    return (started or created).astimezone(UTC).year


# -- asking ---------------------------------------------------------------------------------------


@setup_results.provide
def results_of_setups(player: UUID, variant: Variant, forms: Collection[str]) -> Mapping[str, SetupResults]:
    """How a player's games went that some set-ups were laid in, or their mirror images.

    Args:
        player: whose games, of those that were played here and are revealed.
        variant: the rule book.
        forms: the set-ups; those that were laid in no such game are left out of the answer.
    """
    standing = {form: either_way(form, variant) for form in forms}
    rows = PlayedSetup.objects.filter(player=player, variant=variant.slug, form__in=set(standing.values()))
    found = {row.form: SetupResults(row.won, row.drawn, row.lost) for row in rows}
    return {form: found[one] for form, one in standing.items() if one in found}


@dataclass(frozen=True, slots=True)
class Placements:
    """How often set-ups had a rank on each of their squares, and what came of it.

    Args:
        setups: by side and result how many set-ups there are.
        squares: for each square of a form the same of those that have the rank there.
        teams: seats of a side: so many set-ups of it a game has.
    """

    setups: Mapping[tuple[int, str], int]
    squares: Sequence[Mapping[tuple[int, str], int]]
    teams: int

    def games(self, counts: Mapping[tuple[int, str], int]) -> int:
        """How many games stand behind a number of set-ups, at least: two of one side in one game count once, and those
        of the other side may be of the same games."""
        sides = [sum(count for (side, _result), count in counts.items() if side == one) for one in (0, 1)]
        return max(-(-count // self.teams) for count in sides)

    def enough(self, counts: Mapping[tuple[int, str], int]) -> bool:
        """Whether so many games stand behind a number that it is shown."""
        return self.games(counts) >= FEWEST


def placements(
    variant: str,
    rank: str,
    *,
    of: str = "",
    side: int | None = None,
    source: str = "",
) -> Placements:
    """What was counted of a rank.

    Args:
        variant: slug of a rule book.
        rank: its symbol.
        of: the slice, see `slice_of`.
        side: 0 or 1 for the set-ups of one side.
        source: a `Game.Source`, for the games of one.
    """
    rules = VARIANTS[variant]
    asked = {"side": side, "source": source or None}
    told = {name: value for name, value in asked.items() if value is not None}
    rows = PlacementCount.objects.filter(variant=variant, slice=of, **told).order_by("id")
    squares: list[Counter[tuple[int, str]]] = [Counter() for _square in rules.board.homes[0]]
    setups: Counter[tuple[int, str]] = Counter()
    for row in rows:
        kind = row.side, row.result
        setups[kind] += row.setups
        for square, counted in enumerate(squares):
            counted[kind] += row.counts[square * SYMBOLS + _PLACE_OF[rank]]
    return Placements(setups, squares, len(rules.seats) // 2)
