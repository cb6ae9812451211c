"""How the games of a player ended, by rule book."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

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
    mine = PlayerTally.objects.filter(player=player_id).values("variant")
    rows = {row["variant"]: row for row in mine.annotate(Sum("won"), Sum("drawn"), Sum("lost"))}
    counted = (
        Results(slug, rows[slug]["won__sum"], rows[slug]["drawn__sum"], rows[slug]["lost__sum"])
        for slug in VARIANTS
        if slug in rows
    )
    return tuple(results for results in counted if results.games)
