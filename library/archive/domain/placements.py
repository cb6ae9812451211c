"""The places of each rank in the set-ups of revealed games, with results: counters (`counters.py`).

A set-up is counted once in each *slice* that it belongs to, by rule book, source, side and result. A question asks for
one slice, so it reads the same few rows however many games there are; there are rows for what has been played alone, at
most 12 a slice (and as many more as were ever counted at once).
"""

from __future__ import annotations

import json
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.people.bots import BOT_IDS
from eventlog.statements import execute, rows_of, write
from games.domain.placement import EMPTY
from games.domain.placement import SYMBOLS as ALPHABET
from games.models import Game
from games.presentation.rooms import SetupResults, setup_results
from games.rules import VARIANTS, Variant
from library.archive.domain.opened import OpenedSetup, either_way
from library.archive.models import SYMBOLS, PlacementCount, PlayedSetup

FEWEST = 10
"""The minimum of games for each shown number."""

RATING_BANDS = (1200, 1400, 1600, 1800, 2000, 2200)
"""Where one band of ratings ends and the next begins."""

_PLACE_OF = {symbol: place for place, symbol in enumerate(ALPHABET)}


def games_behind(sides: Iterable[int], teams: int) -> int:
    """The minimum of games for a number of set-ups: two of one side in one game count once, and those of
    the other side may be of the same games.

    Args:
        sides: how many there are of each side.
        teams: seats of a side.
    """
    return max(-(-count // teams) for count in sides)


NO_BAND = -1
"""Instead of the band of a player without a rating before a game, or of a game that changed none."""


def band_of(rating: float | None) -> int:
    """The band of a rating, from 0 on; `NO_BAND` without one."""
    return NO_BAND if rating is None else bisect(RATING_BANDS, rating)


def slice_of(*, band: int | None = None, year: int | None = None, event: str = "") -> str:
    """The name of a slice: of all games, or of those of a band of ratings, of a year, or of both, or of an event."""
    if event:
        return f"event {event}"
    result = (("band", band), ("year", year))
    return " ".join(f"{name} {value}" for name, value in result if value is not None)


# -- counting -------------------------------------------------------------------------------------


def _slices(setup: OpenedSetup) -> Iterator[str]:
    yield slice_of()
    yield slice_of(year=setup.year)
    yield from _slices_of_band(band_of(setup.rating), setup.year)
    if setup.event:
        yield slice_of(event=setup.event)


def _slices_of_band(band: int, year: int) -> Iterator[str]:
    if band != NO_BAND:
        yield slice_of(band=band)
        yield slice_of(band=band, year=year)


def _cells(form: str) -> Iterator[int]:
    """The places of `PlacementCount.counts` that a set-up adds to."""
    for square, symbol in enumerate(form):
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


_Kind = tuple[str, str, str, int, str]
"""Of what a row counts: rule book, slice, source, side and result."""


def _add(counted: Mapping[_Kind, tuple[int, Sequence[int]]]) -> None:
    rows = [
        {**dict(zip(("variant", "slice", "source", "side", "result"), kind, strict=True)), "setups": number}
        | {"counts": counts}
        for kind, (number, counts) in counted.items()
    ]
    if rows:
        write("archive_placementcount", _ADD, [(json.dumps(rows, separators=(",", ":")),)])


def count_placements(setups: Iterable[OpenedSetup]) -> None:
    """Counts set-ups, in each slice that they belong to and for their players."""
    counted: dict[_Kind, tuple[Counter[int], list[str]]] = defaultdict(lambda: (Counter(), []))
    owned: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for setup in setups:
        if setup.player is not None and setup.source == Game.Source.PLAY and setup.player not in BOT_IDS:
            owned[str(setup.player), setup.variant, either_way(setup.form, VARIANTS[setup.variant])][setup.result] += 1
        for part in _slices(setup):
            cells, forms = counted[setup.variant, part, setup.source, setup.side, setup.result.value]
            cells.update(_cells(setup.form))
            forms.append(setup.form)
    _add(
        {
            kind: (len(forms), [cells[place] for place in range(len(forms[0]) * SYMBOLS)])
            for kind, (cells, forms) in counted.items()
        }
    )
    if owned:
        # In one order, so that those who wait for one another do not wait in a circle.
        values = [
            (*kind, *(went[result] for result in PlacementCount.Result.values)) for kind, went in sorted(owned.items())
        ]
        write("archive_playedsetup", _ADD_OWN, [list(map(list, zip(*values, strict=True)))])


_TAKE = b"""
DELETE FROM archive_placementcount
WHERE variant = %s AND slice = %s AND source = %s AND side = %s::int2 AND result = %s RETURNING setups, counts
"""


def move_placements(moved: Iterable[tuple[OpenedSetup, int]]) -> None:
    """Counts set-ups in other bands of ratings than before. Rows of one kind become one, or none if nothing is left.

    Args:
        moved: set-ups that are counted, each with the band in which it is.
    """
    changes: dict[_Kind, tuple[Counter[int], int]] = {}
    for setup, was in moved:
        for band, sign in ((was, -1), (band_of(setup.rating), 1)):
            for part in _slices_of_band(band, setup.year):
                kind = setup.variant, part, setup.source, setup.side, setup.result.value
                cells, number = changes.get(kind, (Counter(), 0))
                for place in _cells(setup.form):
                    cells[place] += sign
                changes[kind] = cells, number + sign
    for kind, (cells, number) in sorted(changes.items()):  # in one order, as others may do the same
        rows = execute(_TAKE, kind)
        total = number + sum(setups for setups, _counts in rows)
        squares = len(VARIANTS[kind[0]].board.homes[0])
        counts = [cells[place] + sum(counts[place] for _setups, counts in rows) for place in range(squares * SYMBOLS)]
        if total:
            _add({kind: (total, counts)})


# -- asking ---------------------------------------------------------------------------------------


@setup_results.provide
def results_of_setups(player: UUID, variant: Variant, forms: Collection[str]) -> Mapping[str, SetupResults]:
    """The results of a player's games with some set-ups, or their mirror images.

    Args:
        player: whose games, of those that were played here and are revealed.
        variant: the rule book.
        forms: the set-ups; those that were laid in no such game are left out of the answer.
    """
    standing = {form: either_way(form, variant) for form in forms}
    rows = PlayedSetup.objects.filter(player=player, variant=variant.slug, form__in=set(standing.values()))
    results = {row.form: SetupResults(row.won, row.drawn, row.lost) for row in rows}
    return {form: results[text] for form, text in standing.items() if text in results}


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
        """The minimum of games for a number of set-ups."""
        sides = [sum(count for (side, _result), count in counts.items() if side == number) for number in (0, 1)]
        return games_behind(sides, self.teams)

    def enough(self, counts: Mapping[tuple[int, str], int]) -> bool:
        """Whether a number has enough games to be shown."""
        return self.games(counts) >= FEWEST


def has_slice(variant: str, of: str) -> bool:
    """Whether anything was counted of a slice.

    Args:
        variant: slug of a rule book.
        of: the slice, see `slice_of`.
    """
    return bool(rows_of(_first_of, variant, of))


def _first_of(variant: str, of: str) -> QuerySet[Any, Any]:
    return PlacementCount.objects.filter(variant=variant, slice=of).values_list("pk")[:1]


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
    result = {name: value for name, value in asked.items() if value is not None}
    rows = PlacementCount.objects.filter(variant=variant, slice=of, **result).order_by("id")
    squares: list[Counter[tuple[int, str]]] = [Counter() for _square in rules.board.homes[0]]
    setups: Counter[tuple[int, str]] = Counter()
    for row in rows:
        kind = row.side, row.result
        setups[kind] += row.setups
        for square, counted in enumerate(squares):
            counted[kind] += row.counts[square * SYMBOLS + _PLACE_OF[rank]]
    return Placements(setups, squares, len(rules.seats) // 2)
