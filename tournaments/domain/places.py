"""The standings of a tournament as it stands, as its format gives them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from tournaments.domain.formats import format_of
from tournaments.domain.state import Presence, TournamentFold
from tournaments.domain.table import crosstable
from tournaments.pairing.knockout import Bracket
from tournaments.scoring.standings import Standing


def standings_of(fold: TournamentFold, *, after: int | None = None) -> tuple[Standing, ...]:
    """The standings, the first one first; in a knockout without tie-breaks, and points are those of matches.

    Args:
        after: count the first so many rounds; None for all that have begun.
    """
    if not fold.order:
        return ()
    standings = format_of(fold).standings(fold, crosstable(fold, after=after), after=after)
    return without_expelled(fold, standings)


def without_expelled(fold: TournamentFold, standings: Sequence[Standing]) -> tuple[Standing, ...]:
    """Standings in which who was expelled shares no place: all others who had it stand above.

    Args:
        fold: the tournament.
        standings: its standings.
    """
    expelled = {number for entry, number in fold.numbers.items() if _is_expelled(fold, entry)}
    if not any(standing.shared and standing.number in expelled for standing in standings):
        return tuple(standings)
    after: list[Standing] = []
    for _key, group in groupby(standings, key=lambda standing: (standing.place, standing.shared)):
        together = list(group)
        stay = [standing for standing in together if not (standing.shared and standing.number in expelled)]
        after += [
            replace(standing, shared=len(stay) > 1) if len(stay) < len(together) else standing for standing in stay
        ]
        gone = [standing for standing in together if standing not in stay]
        after += [
            replace(standing, place=standing.place + len(stay) + at, shared=False) for at, standing in enumerate(gone)
        ]
    return tuple(after)


def _is_expelled(fold: TournamentFold, entry: int) -> bool:
    return fold.entries[entry].presence is Presence.EXPELLED


def places_of(fold: TournamentFold) -> dict[int, int]:
    """The place of each entry that has one: who is annulled has none."""
    return {fold.order[standing.number - 1]: standing.place for standing in standings_of(fold) if not standing.annulled}


def bracket_of(fold: TournamentFold) -> Bracket:
    """The bracket of a knockout that has begun. Raises `ValueError` for other formats."""
    return format_of(fold).bracket(fold)
