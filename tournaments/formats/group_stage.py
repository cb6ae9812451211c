"""Groups into a knockout: everybody meets everybody in their group, and the best of each play on along a bracket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.domain.events import RoundPaired
from tournaments.domain.formats import AskedField, Format, GroupTable, Proposal, Stage
from tournaments.domain.standings import crosstable
from tournaments.domain.state import Board, Entry, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.knockout import Knockout, KnockoutTerms
from tournaments.pairing import groups, knockout
from tournaments.pairing.groups import Plan
from tournaments.pairing.knockout import Bracket
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FileField, FormatTerms
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing
from tournaments.scoring.tiebreaks import Tiebreak, Where

DRAWS: dict[str, Promise] = {
    "snake": gettext_lazy("By rank, from group to group and back"),
    "pots": gettext_lazy("Drawn by lot, one of each pot into each group"),
}

_BOUNDS = {"group_count": (1, 32), "advance": (1, 16), "best_others": (0, 31)}
_KNOCKOUT = Knockout()


@dataclass(frozen=True)
class GroupStageTerms(KnockoutTerms):
    """Its own part of the terms: that of the knockout, and those of the groups.

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

    def why_not_corrected(self, fold: TournamentFold, round: int, before: Board, after: Board) -> Illegal | None:
        """The bracket may rest on who came where in a group.

        Args:
            fold, round, before, after: as for `Format.why_not_corrected`.
        """
        last = _plan_of(fold).rounds
        if len(fold.rounds) <= last:
            return None
        if not after.decided:
            return refuse("match-goes-on", round=last + 1)
        try:
            right = GROUP_STAGE.next_round(replace(fold, rounds=fold.rounds[:last])).boards
        except ValueError:
            right = ()
        if right == tuple(board.entries for board in fold.rounds[last].boards):
            return None
        return refuse("groups-went-on", round=last + 1)


_ROUNDS = _GroupRounds()


class GroupStage(Format):
    """Round robins in groups, and then a knockout of those who go on from them."""

    slug = "group_stage"
    name = gettext_lazy("Groups into a knockout")
    terms = FormatTerms(
        own=GroupStageTerms,
        refused_elsewhere=("best_of",),
        bounds={**_KNOCKOUT.terms.bounds, **_BOUNDS},
        choices={**_KNOCKOUT.terms.choices, "drawn": tuple(DRAWS)},
        usual={"tiebreaks": ("direct-encounter", "wins", "sonneborn-berger", "lot"), "half_byes": 0},
    )
    asked = (
        AskedField(
            "group_count",
            lambda: _number("group_count", gettext_lazy("Groups: how many")),
        ),
        AskedField(
            "advance",
            lambda: _number("advance", gettext_lazy("Groups: the best of each play on, so many")),
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
    )
    by_points = False
    has_groups = True
    has_bracket = True
    in_files = (
        FileField("group_count", 4, bounds=_BOUNDS["group_count"]),
        FileField("advance", 2, bounds=_BOUNDS["advance"]),
        FileField("best_others", 0, bounds=_BOUNDS["best_others"]),
        FileField("drawn", "snake", choices=tuple(DRAWS)),
        FileField("double", False),
        *_KNOCKOUT.in_files,
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
        return plan.rounds + knockout.rounds_of(plan.qualified)

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = _own(terms)
        text = _("%(groups)d groups, the best %(advance)d of each go on")
        if own.best_others:
            text = _("%(groups)d groups, the best %(advance)d of each and %(others)d more go on")
        values = {"groups": own.group_count, "advance": own.advance, "others": own.best_others}
        return (text % values, *((_("everybody meets twice"),) if own.double else ()), *_KNOCKOUT.details(terms))

    # -- stages --

    def stage(self, fold: TournamentFold, round: int) -> Stage:
        plan = _plan_of(fold)
        if round <= plan.rounds:
            return Stage(_ROUNDS, fold, 0)
        through, _left = _through(fold)
        order = tuple(fold.order[number - 1] for number in through)
        part = replace(
            fold,
            terms=fold.terms.changed(format=_KNOCKOUT.slug),
            order=order,
            numbers={entry: number for number, entry in enumerate(order, 1)},
            rounds=fold.rounds[plan.rounds :],
            planned=fold.planned - plan.rounds,
        )
        return Stage(_KNOCKOUT, part, plan.rounds)

    def bracket_stage(self, fold: TournamentFold) -> Stage | None:
        """The knockout, once the groups are over."""
        if not fold.order or not _groups_are_over(fold):
            return None
        return self.stage(fold, _plan_of(fold).rounds + 1)

    def groups(self, fold: TournamentFold, table: Crosstable) -> tuple[GroupTable, ...]:
        plan, made = _plan_of(fold), _groups(fold)
        places = groups.ranked(table, made, plan.rounds, fold.terms.tiebreaks, lot=fold.lot)
        seeds, _left = groups.seeds_of(plan, places, table)
        through = frozenset(seeds if _groups_are_over(fold) else ())
        return tuple(
            GroupTable(group_name(place), numbers, stand, through.intersection(numbers))
            for place, (numbers, stand) in enumerate(zip(made, places, strict=True))
        )

    # -- rounds --

    def next_round(self, fold: TournamentFold) -> Proposal:
        stage = self.stage(fold, len(fold.rounds) + 1)
        if len(fold.rounds) >= fold.planned:
            raise CannotPair("event-over", {"rounds": len(fold.rounds)})
        proposal = stage.format.next_round(stage.fold)
        return replace(proposal, round=proposal.round + stage.before, order=fold.order)

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        """Whether others meet than the groups and the bracket have."""
        try:
            right = {frozenset(pair) for pair in self.next_round(fold).boards}
        except (CannotPair, ValueError):
            right = set()
        met = {frozenset(pair) for pair in zip(event.red, event.blue, strict=True)}
        return "" if met == right else "a round is not that of the groups or of the bracket"

    def round_name(self, number: int, rounds: int) -> str:
        return _KNOCKOUT.round_name(number, rounds) if rounds else _("Groups, round %(number)d") % {"number": number}

    def draws_settled(self, terms: Terms) -> tuple[int, str]:
        return _KNOCKOUT.draws_settled(terms.changed(format=_KNOCKOUT.slug))

    def marks_of(self, board: Board) -> tuple[Mark | None, Mark | None]:
        return super().marks_of(board) if board.winner is None else _KNOCKOUT.marks_of(board)

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry has not gone on from its group, or has lost a match since."""
        stage = self.bracket_stage(fold)
        if stage is None:
            return False
        return entry not in stage.fold.numbers or stage.format.is_out(stage.fold, entry)

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        stage = self.bracket_stage(fold)
        return stage is None or (entry in stage.fold.numbers and stage.format.plays_on(stage.fold, entry))

    def is_annulled(self, fold: TournamentFold, entry: Entry) -> bool:
        """Whether an entry left before it had played half of the games of its group (FIDE Competition Rules)."""
        if entry.here or entry.number not in fold.numbers:
            return False
        (size,) = (len(group) for group in _groups(fold) if fold.numbers[entry.number] in group)
        rounds = fold.rounds[: _plan_of(fold).rounds]
        boards = [board for round in rounds if (board := round.board_of(entry.number)) is not None]
        played = sum(board.leg.marks is not None and board.leg.marks[0].played for board in boards)
        return 2 * played < (size - 1) * (2 if _own(fold.terms).double else 1)

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """By how far everybody came in the knockout, and below by the places in the groups.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        plan = _plan_of(fold)
        places = groups.ranked(table, _groups(fold), plan.rounds, fold.terms.tiebreaks, lot=fold.lot)
        over = _groups_are_over(fold) and (after is None or after >= plan.rounds)
        return groups.standings_of(plan, places, table, self.bracket(fold, after=after) if over else None)

    def bracket(self, fold: TournamentFold, *, after: int | None = None) -> Bracket:
        """The bracket, by the seeds of those who have gone on.

        Args:
            after: of the rounds of the event.
        """
        stage = self.bracket_stage(fold)
        if stage is None:
            return super().bracket(fold)
        return stage.format.bracket(stage.fold, after=None if after is None else max(0, after - stage.before))

    def bracket_shown(self, fold: TournamentFold) -> Bracket:
        stage = self.bracket_stage(fold)
        return super().bracket(fold) if stage is None else stage.format.bracket_shown(stage.fold)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        return _own(fold.terms).value() | {"lot": fold.lot}


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


def _groups_are_over(fold: TournamentFold) -> bool:
    rounds = fold.rounds[: _plan_of(fold).rounds]
    return len(rounds) == _plan_of(fold).rounds and all(round.decided for round in rounds)


def _through(fold: TournamentFold) -> tuple[Sequence[int], Sequence[int]]:
    """Who goes on, in the order of the bracket's seeds, and who does not."""
    plan = _plan_of(fold)
    part = replace(fold, rounds=fold.rounds[: plan.rounds])
    table = crosstable(part)
    places = groups.ranked(table, _groups(fold), plan.rounds, fold.terms.tiebreaks, lot=fold.lot)
    return groups.seeds_of(plan, places, table)
