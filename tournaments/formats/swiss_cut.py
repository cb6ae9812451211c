"""A Swiss whose best play on in a final stage: a top cut."""

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
from tournaments.formats.stages import ASKED, BOUNDS, CHOICES, IN_FILES, StagedTerms, TwoStages, rounds_of_final
from tournaments.formats.swiss import Swiss, SwissTerms
from tournaments.pairing import groups, knockout
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms
from tournaments.scoring.standings import Standing, standings

_SWISS = Swiss()
_CUT = (2, 64)


@dataclass(frozen=True)
class SwissCutTerms(SwissTerms, StagedTerms):
    """Its own part of the terms: those of the Swiss and of the final stage, and where it cuts.

    Args:
        cut: the best so many of the Swiss play on.
    """

    cut: int = 8


class SwissCut(TwoStages):
    """A Swiss, and then a final stage of its best, seeded by their places."""

    slug = "swiss_cut"
    name = gettext_lazy("Swiss with a top cut")
    terms = FormatTerms(
        own=SwissCutTerms,
        only_here=("rounds",),
        refused_elsewhere=("late", "best_of"),
        bounds={**_SWISS.terms.bounds, **BOUNDS, "cut": _CUT},
        choices={**_SWISS.terms.choices, **CHOICES},
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
        *ASKED,
    )
    by_score = True
    takes_teams = True
    most_teams = _SWISS.most_teams
    in_files = (
        FileField("cut", 8, bounds=_CUT),
        FileField("swiss_rounds", 0, bounds=(0, 99)),
        *_SWISS.in_files,
        *IN_FILES,
    )
    report_name = "Individual: Swiss with Top Cut"
    report_words = ("top cut",)

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """Those of the Swiss, and those of the final stage."""
        return _swiss_rounds(players, own) + rounds_of_final(_cut(players, own), own)

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = _own(terms)
        text = _("the best %(cut)d play on") % {"cut": own.cut}
        return (text, *_SWISS.details(terms), *super().details(terms))

    # -- stages --

    def first_rounds(self, fold: TournamentFold) -> int:
        return _swiss_rounds(_began(fold), fold.terms.fields_of_format)

    def first_stage(self, fold: TournamentFold) -> Stage:
        rounds, terms = self.first_rounds(fold), fold.terms.changed(format=_SWISS.slug)
        return Stage(_SWISS, replace(fold, terms=terms, planned=rounds, rounds=fold.rounds[:rounds]), 0)

    def wanted(self, fold: TournamentFold) -> int:
        """Who entered late makes the final stage no longer."""
        own = fold.terms.fields_of_format
        cut, most = _cut(_began(fold), own), _cut(len(fold.order), own)
        rounds = rounds_of_final(cut, own)
        return max(size for size in range(cut, most + 1) if rounds_of_final(size, own) <= rounds)

    def through(self, fold: TournamentFold, here: frozenset[int], order_tie: groups.TieOrder) -> Sequence[int]:
        """The best of the Swiss.

        Args:
            fold, here, order_tie: as for `TwoStages.through`.
        """
        ranked = self._swiss(fold, crosstable(fold))
        points = {standing.number: standing.points for standing in ranked}
        able = [standing.number for standing in ranked if fold.order[standing.number - 1] in here]
        cut = self.wanted(fold)
        return [fold.order[number - 1] for number in order_tie(able, cut, points.__getitem__)[:cut]]

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
        """By how far everybody came in the final stage, and below as the Swiss ended; points are those of the Swiss,
        and of a final with points its own.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        swiss, stage = self._swiss(fold, table, after), self.final_stage(fold)
        if stage is None or (after is not None and after <= stage.before) or len(fold.rounds) <= stage.before:
            return swiss
        if not stage.format.has_bracket:
            return knockout.above(self.places_by_points(fold, stage, table), swiss)
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


def _began(fold: TournamentFold) -> int:
    """How many began."""
    return sum(not fold.entries[entry].entered_after for entry in fold.order)


def _swiss_rounds(players: int, own: Mapping[str, Any]) -> int:
    rounds = own.get("rounds") or own.get("swiss_rounds", 0)
    return _SWISS.rounds_for(players, {**own, "rounds": rounds})


def _cut(players: int, own: Mapping[str, Any]) -> int:
    """How many go on of so many players."""
    return max(knockout.LEAST, min(int(own["cut"]), players))
