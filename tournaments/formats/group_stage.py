"""Groups: everybody meets everybody in their group, and the best of each play on in a final stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.formats import AskedField, Format, GroupTable, Proposal, Stage
from tournaments.domain.standings import crosstable
from tournaments.domain.state import Entry, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.stages import ASKED, BOUNDS, CHOICES, IN_FILES, StagedTerms, TwoStages, rounds_of_final
from tournaments.pairing import groups, knockout
from tournaments.pairing.groups import Plan
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms
from tournaments.scoring.standings import Standing
from tournaments.scoring.tiebreaks import Tiebreak, Where

DRAWS: dict[str, Promise] = {
    "snake": gettext_lazy("By rank, from group to group and back"),
    "pots": gettext_lazy("Drawn by lot, one of each pot into each group"),
}

_BOUNDS = {"group_count": (1, 32), "advance": (1, 16), "best_others": (0, 31)}


@dataclass(frozen=True)
class GroupStageTerms(StagedTerms):
    """Its own part of the terms: that of the final stage, and those of the groups.

    Args:
        double: everybody of a group meets twice.
        group_count: how many groups.
        advance: the best so many of each group play on,
        best_others: and so many of all those of the next place.
        drawn: how the groups are made: a slug of `DRAWS`.
    """

    double: bool = False
    group_count: int = 4
    advance: int = 2
    best_others: int = 0
    drawn: str = "snake"


class _GroupRounds(Format):
    """The rounds of the groups: no match, and nothing goes on from board to board."""

    slug = "group_stage"
    name = gettext_lazy("Groups")
    terms = FormatTerms(own=GroupStageTerms)
    report_name = ""

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        return _plan(players, own).rounds

    def next_round(self, fold: TournamentFold) -> Proposal:
        """A round of all groups; a smaller group has fewer."""
        round, order = len(fold.rounds) + 1, fold.order
        boards, free = groups.boards_of(_groups(fold), round, double=_own(fold.terms).double)
        pairs = tuple((order[red - 1], order[blue - 1]) for red, blue in boards)
        # Everybody of an odd group is free once, so being free is worth nothing.
        return Proposal(round, fold.version, order, pairs, tuple((order[number - 1], "absent") for number in free))


_ROUNDS = _GroupRounds()


class GroupStage(TwoStages):
    """Round robins in groups, and then a final stage of those who go on from them."""

    slug = "group_stage"
    name = gettext_lazy("Groups and a final stage")
    terms = FormatTerms(
        own=GroupStageTerms,
        refused_elsewhere=("best_of",),
        bounds={**BOUNDS, **_BOUNDS},
        choices={**CHOICES, "drawn": tuple(DRAWS)},
        usual={"tiebreaks": ("direct-encounter", "wins", "sonneborn-berger", "lot"), "half_byes": 0},
    )
    asked = (
        AskedField(
            "group_count",
            lambda: _number("group_count", gettext_lazy("Groups: how many")),
            group="first",
        ),
        AskedField(
            "advance",
            lambda: _number("advance", gettext_lazy("Groups: the best of each play on, so many")),
            group="first",
        ),
        AskedField(
            "best_others",
            lambda: _number(
                "best_others",
                gettext_lazy("Groups: and the best of the next place, of all groups"),
                gettext_lazy("Compared by their share of points, then of wins, then by rank."),
            ),
        ),
        AskedField(
            "drawn",
            lambda: forms.ChoiceField(
                label=gettext_lazy("Groups: how they are made"),
                help_text=gettext_lazy("By rank at the start; an order by hand makes the groups by hand."),
                choices=list(DRAWS.items()),
                required=False,
            ),
        ),
        *ASKED,
    )
    by_points = False
    has_groups = True
    takes_teams = True
    in_files = (
        FileField("group_count", 4, bounds=_BOUNDS["group_count"]),
        FileField("advance", 2, bounds=_BOUNDS["advance"]),
        FileField("best_others", 0, bounds=_BOUNDS["best_others"]),
        FileField("drawn", "snake", choices=tuple(DRAWS)),
        FileField("double", False),
        *IN_FILES,
    )
    report_name = "Individual: Groups into Knockout"
    report_words = ("groups",)

    def suits(self, tiebreak: Tiebreak) -> bool:
        """As in a round robin: they give the places in the groups."""
        return tiebreak.where in (Where.POINTS, Where.ALL_MEET)

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """As many as meet in the largest groups within the rounds of a round robin."""
        return 50 * int(own["group_count"])

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        plan = _plan(players, own)
        return plan.rounds + rounds_of_final(plan.qualified, own)

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = _own(terms)
        text = _("%(groups)d groups, the best %(advance)d of each go on")
        if own.best_others:
            text = _("%(groups)d groups, the best %(advance)d of each and %(others)d more go on")
        values = {"groups": own.group_count, "advance": own.advance, "others": own.best_others}
        return (text % values, *((_("everybody meets twice"),) if own.double else ()), *super().details(terms))

    # -- stages --

    def first_rounds(self, fold: TournamentFold) -> int:
        return _plan_of(fold).rounds

    def first_stage(self, fold: TournamentFold) -> Stage:
        return Stage(_ROUNDS, fold, 0)

    def wanted(self, fold: TournamentFold) -> int:
        return _plan_of(fold).qualified

    def through(self, fold: TournamentFold, here: frozenset[int], order_tie: groups.TieOrder) -> Sequence[int]:
        """The best of each group, and the best of the next place.

        Args:
            fold, here, order_tie: as for `TwoStages.through`.
        """
        table, numbers = crosstable(fold), frozenset(fold.numbers[entry] for entry in here)
        seeds = groups.seeds_of(_plan_of(fold), _places(fold, table), table, numbers, order_tie)
        return [fold.order[number - 1] for number in seeds]

    def groups(self, fold: TournamentFold, table: Crosstable) -> tuple[GroupTable, ...]:
        places, made, final = _places(fold, table), _groups(fold), self.final_stage(fold)
        through = frozenset[int]() if final is None else frozenset(fold.numbers[entry] for entry in final.fold.order)
        rounds = range(1, self.first_rounds(fold) + 1)
        tables = tuple(
            GroupTable(group_name(place), numbers, stand, through.intersection(numbers), rounds)
            for place, (numbers, stand) in enumerate(zip(made, places, strict=True))
        )
        return tables if final is None or final.format.has_bracket else (*tables, self.final_group(fold, final, table))

    def round_name(self, number: int, rounds: int) -> str:
        return super().round_name(number, rounds) if rounds else _("Groups, round %(number)d") % {"number": number}

    # -- places --

    def is_annulled(self, fold: TournamentFold, entry: Entry) -> bool:
        """Whether an entry left before it had played half of the games of its group (FIDE Competition Rules). Who has
        gone on is there to the end."""
        if entry.here or entry.number not in fold.numbers or entry.number in self.here(fold):
            return False
        if entry.left_after is not None and entry.left_after >= _plan_of(fold).rounds:
            return False
        (size,) = (len(group) for group in _groups(fold) if fold.numbers[entry.number] in group)
        rounds = fold.rounds[: _plan_of(fold).rounds]
        boards = [board for round in rounds if (board := round.board_of(entry.number)) is not None]
        played = sum(board.was_played for board in boards)
        return 2 * played < (size - 1) * (2 if _own(fold.terms).double else 1)

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """By the places in the final stage, and below by those in the groups.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        stage, here = self.final_stage(fold), frozenset(fold.numbers[entry] for entry in self.here(fold))
        final: Sequence[Standing] | None = None
        if stage is not None and (after is None or after >= stage.before):
            final = self._places_in_final(fold, stage, table, after)
        return groups.standings_of(_plan_of(fold), _places(fold, table), table, final, here)

    def _places_in_final(
        self, fold: TournamentFold, stage: Stage, table: Crosstable, after: int | None
    ) -> Sequence[Standing]:
        if not stage.format.has_bracket:
            return self.places_by_points(fold, stage, table)
        numbers = [fold.numbers[entry] for entry in stage.fold.order]
        return knockout.placed(self.bracket(fold, after=after), numbers, table)


GROUP_STAGE = GroupStage()


def group_name(place: int) -> str:
    """What a group is called, by its place from 0."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return _("Group %(name)s") % {"name": letters[place] if place < len(letters) else str(place + 1)}


def _number(name: str, label: Any, help_text: Any = "") -> forms.Field:
    least, most = _BOUNDS[name]
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most, required=False)


def _own(terms: Terms) -> GroupStageTerms:
    return terms.own if isinstance(terms.own, GroupStageTerms) else GroupStageTerms()


def _plan(players: int, own: Mapping[str, Any]) -> Plan:
    return groups.plan_for(
        players,
        groups=own["group_count"],
        advance=own["advance"],
        others=own["best_others"],
        double=own["double"],
    )


def _plan_of(fold: TournamentFold) -> Plan:
    return _plan(len(fold.order), fold.terms.fields_of_format)


def _groups(fold: TournamentFold) -> groups.Groups:
    return groups.groups_of(_plan_of(fold), drawn=_own(fold.terms).drawn, lot=fold.lot)


def _places(fold: TournamentFold, table: Crosstable) -> tuple[tuple[Standing, ...], ...]:
    """The places in each group."""
    return groups.ranked(table, _groups(fold), _plan_of(fold).rounds, fold.terms.ranked_by, lot=fold.lot)
