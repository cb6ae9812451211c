"""Pairs follow the log: the end of a rated game adds to a row of its two people and the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date

from accounts.people.bots import BOT_IDS
from eventlog.registry import Stored, projection
from eventlog.statements import write
from games.domain.projections import GAME_EVENTS, applied_versions, changes_of, only_goes_on
from games.domain.state import GameFold
from games.models import Game
from games.rules import seat_of_slug
from moderation.fairness.domain.rings import is_quick

_BOTS = frozenset(map(str, BOT_IDS))
_COUNTED = ("games", "low_won", "high_won", "low_quick", "high_quick")
# Rows of one pair and day add up, so nobody waits for another who counts at the same time.
_COUNT = f"""
INSERT INTO fairness_pair AS old (id, low, high, day, {", ".join(_COUNTED)})
SELECT coalesce(
        (
            SELECT id FROM fairness_pair free
            WHERE free.low = new.low AND free.high = new.high AND free.day = new.day
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
        ),
        nextval('fairness_pair_id_seq')
    ),
    new.*
FROM unnest(%s::uuid[], %s::uuid[], %s::date[]{", %s::int4[]" * len(_COUNTED)})
    AS new (low, high, day, {", ".join(_COUNTED)})
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = old.{name} + excluded.{name}" for name in _COUNTED)}
""".encode()  # noqa: S608 (names of our own columns)


@projection("pairs", events=GAME_EVENTS, tables=("fairness_pair",), writes_only=True, applied_versions=applied_versions)
def project_pairs(stored: Sequence[Stored]) -> None:
    """Counts each rated game of two people that is over for everybody by these events."""
    if only_goes_on(stored):
        return
    counts: dict[tuple[str, str, date], list[int]] = {}
    for change in changes_of(stored):
        if change.ends:
            for low, high, day, numbers in _pair_of(change.now):
                row = counts.setdefault((low, high, day), [0] * len(_COUNTED))
                counts[low, high, day] = [number + more for number, more in zip(row, numbers, strict=True)]
    if counts:
        lows, highs, days = zip(*counts, strict=True)
        figures = [list(column) for column in zip(*counts.values(), strict=True)]
        write("fairness_pair", _COUNT, [(list(lows), list(highs), list(days), *figures)])


def _pair_of(now: GameFold) -> Iterator[tuple[str, str, date, tuple[int, ...]]]:
    """The two people of a game that counts, the day, and the numbers to add; nothing for any other game."""
    created, outcome = now.created, now.outcome
    if created.source != Game.Source.PLAY or not created.rated or now.unrated is not None:
        return
    if outcome is None or now.ended_at is None or outcome.kind.called_off or len(created.seats) != 2:
        return
    sides = {player: seat_of_slug(slug).side for slug, player in created.seats.items() if player}
    if len(sides) != 2 or not _BOTS.isdisjoint(sides):
        return
    low, high = sorted(sides)
    plies = 0 if now.state is None else now.state.ply
    quick = is_quick(outcome.kind, plies, now.variant.rated_from)
    won = [int(outcome.winner == sides[text]) for text in (low, high)]
    yield low, high, now.ended_at.astimezone(UTC).date(), (1, *won, quick * won[1], quick * won[0])
