"""Which puzzle is next, and which one is that of a day.

A puzzle is drawn: the first one behind a random id, in an index of each kind and rule book. So it costs the same
however many there are, and no list tells when a puzzle was made, which would lead to its game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player
from eventlog.sources import new_id, random_below
from eventlog.statements import execute
from library.puzzles.domain.creation import BOOKS
from library.puzzles.models import Attempt, Puzzle, PuzzleDay, band_of
from library.puzzles.questions import PuzzleKind

NEAR = 1
"""Bands on either side of the solver's own whose puzzles are near."""

LOOKED_AT, TIMES = 12, 3
"""Puzzles of one kind, rule book and band that are looked at for one that the solver has not had; and how often."""

AHEAD = 1
"""Days for which the puzzle is chosen ahead, so that it is there at midnight."""

_DRAW = """
SELECT found.id FROM unnest(%s::text[]) book
CROSS JOIN unnest(%s::text[]) asked
CROSS JOIN LATERAL (
    SELECT id FROM puzzles_puzzle
    WHERE variant = book AND kind = asked AND NOT withdrawn AND id {side} %s
    ORDER BY id LIMIT %s
) found
"""
_DRAW_NEAR = """
SELECT found.id FROM unnest(%s::text[]) book
CROSS JOIN unnest(%s::text[]) asked
CROSS JOIN unnest(%s::int2[]) near
CROSS JOIN LATERAL (
    SELECT id FROM puzzles_puzzle
    WHERE variant = book AND kind = asked AND band = near AND NOT withdrawn AND id {side} %s
    ORDER BY id LIMIT %s
) found
"""


def next_puzzle(
    *, kinds: Collection[str] = (), books: Collection[str] = (), near: float | None = None, player: Player | None = None
) -> Puzzle | None:
    """A puzzle that the solver has not had; kinds and rule books come up alike, however many puzzles each has.

    Args:
        kinds, books: only these; all if there are none.
        near: only puzzles about as hard as this rating.
        player: the solver, who gets none twice; None for a visitor.
    """
    for start in (new_id() for _time in range(TIMES)):
        for side in (">=", "<"):
            drawn = _drawn(side, start, [*books] or [*BOOKS], [*kinds] or [*PuzzleKind], near)
            rows = Puzzle.objects.filter(id__in=drawn).exclude(day__day__gt=today()).order_by("id")
            if player is not None and drawn:
                had = Attempt.objects.filter(player=player, puzzle__in=drawn).values("puzzle")
                rows = rows.exclude(id__in=had)
            puzzles = list(rows)
            if puzzles:
                return _of_any_kind(puzzles)
    return None


def _drawn(side: str, start: UUID, books: Sequence[str], kinds: Sequence[str], near: float | None) -> list[UUID]:
    values: list[list[str] | list[int]] = [list(books), [str(kind) for kind in kinds]]
    if near is not None:
        values.append([band_of(near) + step for step in range(-NEAR, NEAR + 1)])
    sql = (_DRAW if near is None else _DRAW_NEAR).format(side=side)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, start, LOOKED_AT])
        return [row[0] for row in cursor.fetchall()]


def _of_any_kind(puzzles: Collection[Puzzle]) -> Puzzle:
    """One of some puzzles: each pair of kind and rule book is as likely as any other."""
    shelves: dict[tuple[str, str], list[Puzzle]] = {}
    for puzzle in puzzles:
        shelves.setdefault((puzzle.kind, puzzle.variant), []).append(puzzle)
    shelf = [*shelves.values()][random_below(len(shelves))]
    return shelf[random_below(len(shelf))]


# -- the puzzle of a day --------------------------------------------------------------------------


def today() -> date:
    """The day, by UTC: it begins for all at the same moment, as its puzzle is the same for all."""
    return timezone.now().date()


def puzzle_of_the_day(day: date | None = None) -> PuzzleDay | None:
    """The puzzle of a day, today by default. If none was chosen for today, the last one there is."""
    rows = PuzzleDay.objects.filter(puzzle__withdrawn=False).select_related("puzzle")
    if day is not None:
        return rows.filter(day=day).first()
    return rows.filter(day__lte=today()).order_by("-day").first()


def id_of_the_day() -> UUID | None:
    """The id of today's puzzle, by hand: the landing page asks each time, and draws it once."""
    return next((id_ for (id_,) in execute(_OF_THE_DAY, (today(),))), None)


_OF_THE_DAY = b"""
SELECT d.puzzle_id FROM puzzles_puzzleday d JOIN puzzles_puzzle p ON p.id = d.puzzle_id
WHERE d.day <= %s AND NOT p.withdrawn ORDER BY d.day DESC LIMIT 1
"""


def choose_days() -> None:
    """Sees to it that today and tomorrow have their puzzle. Safe to run twice, and at once: the first choice stays."""
    first = today()
    for day in (first + timedelta(days=ahead) for ahead in range(AHEAD + 1)):
        if not PuzzleDay.objects.filter(day=day).exists():
            _choose(day)


def _choose(day: date) -> None:
    """Chooses a puzzle that was not that of a day before, and that nobody has had if there is one; kinds take turns."""
    kinds = [*PuzzleKind]
    turn = day.toordinal() % len(kinds)
    start = new_id()
    unused = Puzzle.objects.filter(withdrawn=False, used=False)
    ways: tuple[dict[str, object], ...] = ({"attempts": 0, "id__gte": start}, {"attempts": 0, "id__lt": start}, {})
    for way in ways:
        for kind in (*kinds[turn:], *kinds[:turn]):
            puzzle = unused.filter(kind=kind, **way).order_by("attempts", "id").first()
            if puzzle is not None:
                _take(day, puzzle)
                return


def _take(day: date, puzzle: Puzzle) -> None:
    with transaction.atomic():
        if Puzzle.objects.filter(id=puzzle.id, used=False).update(used=True):
            _row, new = PuzzleDay.objects.get_or_create(day=day, defaults={"puzzle": puzzle})
            if not new:  # somebody else was faster
                transaction.set_rollback(True)
