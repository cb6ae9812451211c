"""A Swiss whose best play on in a knockout: a top cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.formats import AskedField, Stage
from tournaments.domain.standings import crosstable
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.knockout import KnockoutTerms
from tournaments.formats.stages import KNOCKOUT, IntoKnockout
from tournaments.formats.swiss import Swiss, SwissTerms
from tournaments.pairing import knockout
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms
from tournaments.scoring.standings import Standing, standings

_SWISS = Swiss()
_CUT = (2, 64)


@dataclass(frozen=True)
class SwissCutTerms(SwissTerms, KnockoutTerms):
    """Its own part of the terms: those of the Swiss and of the knockout, and where it cuts.

    Args:
        cut: the best so many of the Swiss play on.
    """

    cut: int = 8


class SwissCut(IntoKnockout):
    """A Swiss, and then a knockout of its best, seeded by their places."""

    slug = "swiss_cut"
    name = gettext_lazy("Swiss with a top cut")
    terms = FormatTerms(
        own=SwissCutTerms,
        only_here=("rounds",),
        refused_elsewhere=("late", "best_of"),
        bounds={**_SWISS.terms.bounds, **KNOCKOUT.terms.bounds, "cut": _CUT},
        choices={**_SWISS.terms.choices, **KNOCKOUT.terms.choices},
        late=("late", "half_byes", "byes_until"),
        usual=_SWISS.terms.usual,
    )
    asked = (
        AskedField(
            "cut",
            lambda: forms.IntegerField(
                label=gettext_lazy("Top cut: the best of the Swiss play on, so many"),
                min_value=_CUT[0],
                max_value=_CUT[1],
                required=False,
            ),
            group="first",
        ),
    )
    by_score = True
    takes_teams = True
    most_teams = _SWISS.most_teams
    in_files = (
        FileField("cut", 8, bounds=_CUT),
        FileField("swiss_rounds", 0, bounds=(0, 99)),
        *_SWISS.in_files,
        *KNOCKOUT.in_files,
    )
    report_name = "Individual: Swiss with Top Cut"
    report_words = ("top cut",)

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """Those of the Swiss, and those of the knockout."""
        rounds = own.get("rounds") or own.get("swiss_rounds", 0)
        swiss = _SWISS.rounds_for(players, {**own, "rounds": rounds})
        return swiss + knockout.rounds_of(_cut(players, own))

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = _own(terms)
        text = _("the best %(cut)d play on in a knockout") % {"cut": own.cut}
        return (text, *_SWISS.details(terms), *KNOCKOUT.details(terms))

    # -- stages --

    def first_rounds(self, fold: TournamentFold) -> int:
        began = sum(not fold.entries[entry].entered_after for entry in fold.order)
        return fold.planned - knockout.rounds_of(_cut(began, fold.terms.fields_of_format))

    def first_stage(self, fold: TournamentFold) -> Stage:
        rounds, terms = self.first_rounds(fold), fold.terms.changed(format=_SWISS.slug)
        return Stage(_SWISS, replace(fold, terms=terms, planned=rounds, rounds=fold.rounds[:rounds]), 0)

    def through(self, fold: TournamentFold, here: frozenset[int]) -> Sequence[int]:
        """The best of the Swiss.

        Args:
            fold, here: as for `IntoKnockout.through`.
        """
        ranked = [fold.order[standing.number - 1] for standing in self._swiss(fold, crosstable(fold))]
        most = 2 ** (fold.planned - self.first_rounds(fold))  # who entered late makes the knockout no longer
        cut = min(most, _cut(len(fold.order), fold.terms.fields_of_format))
        return [entry for entry in ranked if entry in here][:cut]

    def rounds_counted(self, fold: TournamentFold) -> int | None:
        """Points and tie-breaks are those of the Swiss."""
        return self.first_rounds(fold)

    def _swiss(self, fold: TournamentFold, table: Crosstable, after: int | None = None) -> tuple[Standing, ...]:
        last = self.first_rounds(fold)
        after = last if after is None else min(after, last)
        return standings(table, fold.terms.ranked_by, after=after, lot=fold.lot)

    def accelerated(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        return _SWISS.accelerated(self.first_stage(fold).fold, table)

    def completed(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        return _SWISS.completed(self.first_stage(fold).fold, table)

    # -- places --

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """By how far everybody came in the knockout, and below as the Swiss ended; points are those of the Swiss.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        swiss, last = self._swiss(fold, table, after), self.first_rounds(fold)
        stage = self.bracket_stage(fold)
        if stage is None or (after is not None and after <= last) or len(fold.rounds) <= last:
            return swiss
        numbers = [fold.numbers[entry] for entry in stage.fold.order]
        return knockout.with_bracket(swiss, knockout.places(self.bracket(fold, after=after)), numbers)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        return super().values_for_files(fold) | {"swiss_rounds": self.first_rounds(fold)}

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """The rounds of the Swiss are rounds of the terms.

        Args:
            values, players, boards: as for `FormatTraits.terms_in_file`.
        """
        terms = super().terms_in_file(values, players=players, boards=boards)
        return terms | {"rounds": terms.pop("swiss_rounds")}


def _own(terms: Terms) -> SwissCutTerms:
    return terms.own if isinstance(terms.own, SwissCutTerms) else SwissCutTerms()


def _cut(players: int, own: Mapping[str, Any]) -> int:
    """How many go on of so many players."""
    return max(knockout.LEAST, min(int(own["cut"]), players))
