"""The standings of a tournament as it stands, as its format gives them. Pure."""

from __future__ import annotations

from tournaments.counting.standings import Standing
from tournaments.domain.fold import TournamentFold
from tournaments.domain.formats import format_of
from tournaments.domain.table import crosstable
from tournaments.pairing.knockout import Bracket


def standings_of(fold: TournamentFold, *, after: int | None = None) -> tuple[Standing, ...]:
    """The standings, the first one first; in a knockout without tie-breaks, and points are those of matches.

    Args:
        after: count the first so many rounds; None for all that have begun.
    """
    if not fold.order:
        return ()
    return format_of(fold).standings(fold, crosstable(fold, after=after), after=after)


def places_of(fold: TournamentFold) -> dict[int, int]:
    """The place of each entry that has one: who is annulled has none."""
    return {fold.order[one.number - 1]: one.place for one in standings_of(fold) if not one.annulled}


def bracket_of(fold: TournamentFold) -> Bracket:
    """The bracket of a knockout that has begun. Raises `ValueError` for other formats."""
    return format_of(fold).bracket(fold)
