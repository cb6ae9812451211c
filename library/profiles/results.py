"""How the games of a player ended, by rule book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from eventlog.statements import rows_of
from games.models import PlayerTally
from games.presentation.words import variant_name
from games.rules import VARIANTS


@dataclass(frozen=True, slots=True)
class Results:
    """How a player's games of a rule book ended."""

    variant: str
    won: int
    drawn: int
    lost: int

    @property
    def name(self) -> str:
        """The rule book's name."""
        return variant_name(self.variant)

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


def results_of(player_id: UUID) -> tuple[Results, ...]:
    """Won, drawn and lost games of each rule book that a player has played, in the usual order of the rule books."""
    counted = {row[0]: Results(*row) for row in rows_of(_tallies, player_id)}
    return tuple(counted[slug] for slug in VARIANTS if slug in counted and counted[slug].games)


def _tallies(player: UUID) -> QuerySet[Any, Any]:
    """The columns are those of `Results`."""
    tallies = PlayerTally.objects.filter(player=player).values("variant")
    return tallies.annotate(Sum("won"), Sum("drawn"), Sum("lost"))
