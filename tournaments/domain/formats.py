"""What a format does in an event.

    format_of(fold).next_round(fold)

The domain and the pages ask the format of an event what is particular to it, and never which one it is. What it is like
without an event is in `tournaments.scoring.formats`. The formats themselves are in `tournaments.formats`, one module
each; docs/how-to/add-a-format.md says how to add one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal, Refusal
from tournaments.domain.events import RoundPaired
from tournaments.domain.state import Board, Entry, Round, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.pairing.knockout import Bracket
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FORMATS, FormatTraits
from tournaments.scoring.points import Mark, team_result
from tournaments.scoring.standings import Standing, standings

MOST_ROUNDS = 60
"""The most rounds that a form lets anybody plan."""


@dataclass(frozen=True, slots=True)
class AskedField:
    """A field for a term.

    Args:
        name: of the term, and of the field.
        make: makes the field. It need not be filled in: what is left empty is as usual.
        group: where the form has it: `first` (beside the format), `who` (entries) or `format` (more about the format).
        zero_is_empty: 0 means none, and is shown as nothing.
        called: what a change of it is called in the log of an event; a change of the format, if left out.
    """

    name: str
    make: Callable[[], forms.Field]
    group: str = "format"
    zero_is_empty: bool = False
    called: Promise | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A possible pairing of a round.

    Args:
        seen: the version that it was computed from.
        order: the entries by pairing number.
        boards: entries, red first, the first board first.
        byes: entries without a board, with the slug of the mark that each gets.
        play_off: it is one for the last place that goes on.
    """

    round: int
    seen: int
    order: tuple[int, ...]
    boards: tuple[tuple[int, int], ...]
    byes: tuple[tuple[int, str], ...]
    play_off: bool = False

    def event(self, terms: Terms, **more: object) -> RoundPaired:
        """The event that records it; by these terms it may wait to be published."""
        return RoundPaired(
            round=self.round,
            red=tuple(red for red, _blue in self.boards),
            blue=tuple(blue for _red, blue in self.boards),
            order=self.order,
            seen=self.seen,
            bye_entries=tuple(entry for entry, _kind in self.byes),
            bye_kinds=tuple(kind for _entry, kind in self.byes),
            hidden=True if terms.publishing != "paired" else None,
            play_off=True if self.play_off else None,
            **more,  # type: ignore[arg-type]
        )

    def with_colours(self, boards: Sequence[tuple[int, int]]) -> Proposal:
        """The same boards with other colours.

        Raises:
            Illegal: `pairings-fixed`: others meet.
        """
        if [frozenset(pair) for pair in boards] != [frozenset(pair) for pair in self.boards]:
            raise Illegal(Refusal("pairings-fixed"))
        return replace(self, boards=tuple(boards))


class Stage(NamedTuple):
    """What a round of an event belongs to.

    Args:
        format: by which it is played.
        fold: the event as that format has it: its entries and its rounds alone.
        before: the rounds of the event before its first one.
    """

    format: Format
    fold: TournamentFold
    before: int

    @property
    def most_legs(self) -> int:
        """The most games of a board."""
        return self.format.most_legs(self.fold.terms)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group of an event, and the places in it.

    Args:
        name: such as “Group A”.
        numbers: the pairing numbers, by rank.
        places: by the pairing numbers of the event.
        through: the pairing numbers of who goes on; none before it is settled.
        rounds: the numbers of the rounds that it is played in.
    """

    name: str
    numbers: tuple[int, ...]
    places: tuple[Standing, ...]
    through: frozenset[int]
    rounds: Collection[int]


class Tie(NamedTuple):
    """Entries that are level for the last place that goes on to the next stage.

    Args:
        entries: all of them, the better ones by tie-breaks first.
        places: so many of them go on.
        left: those of them who have not lost a play-off.
    """

    entries: tuple[int, ...]
    places: int
    left: tuple[int, ...]


class Format(FormatTraits):
    """How a tournament goes. What is not said by a format is as here: each board is one game, who meets whom is fixed
    from the start, and places are given by points and tie-breaks. `FormatTraits` says what it is like.

    Attributes:
        asked: how the form of an event asks for what it has of the terms.
        untied: what the form says where no tie-break suits it.
    """

    asked: ClassVar[tuple[AskedField, ...]] = ()
    untied: ClassVar[Any] = gettext_lazy("There are none in this format.")

    # -- stages --

    def stage(self, fold: TournamentFold, round: int) -> Stage:
        """What a round belongs to, from 1. Raises `ValueError` if it is not known yet."""
        return Stage(self, fold, 0)

    def bracket_stage(self, fold: TournamentFold) -> Stage | None:
        """The stage that has the bracket, as far as it is known."""
        return Stage(self, fold, 0) if self.has_bracket and fold.order else None

    def final_stage(self, fold: TournamentFold) -> Stage | None:
        """The stage that the best have gone on to, once it is known who they are; None in most formats."""
        return None

    def ties(self, fold: TournamentFold) -> tuple[Tie, ...]:
        """Who is level for the last place that goes on, where tie-breaks do not settle it, and the next stage is not
        paired. What an arbiter has decided of it is left out of account.
        """
        return ()

    def undecided(self, fold: TournamentFold) -> tuple[Tie, ...]:
        """Those of the `ties` that nobody has decided."""
        decided = {frozenset(decision.entries) for decision in fold.decisions}
        return tuple(tie for tie in self.ties(fold) if frozenset(tie.entries) not in decided)

    def groups(self, fold: TournamentFold, table: Crosstable) -> tuple[GroupTable, ...]:
        """The groups of an event that has begun; none in most formats.

        Args:
            table: its crosstable.
        """
        return ()

    # -- rounds --

    @abstractmethod
    def next_round(self, fold: TournamentFold) -> Proposal:
        """The round after the last one of a tournament that runs.

        Raises:
            CannotPair: there is none (see `tournaments.pairing.rounds`).
        """

    def round_by_hand(self, fold: TournamentFold, boards: Sequence[tuple[int, int]]) -> Proposal:
        """The next round as an arbiter wants it.

        Raises:
            Illegal: as `tournaments.domain.commands.hand_pairing.pair_by_hand`.
        """
        return self.next_round(fold).with_colours(boards)

    def broken_criterion(self, fold: TournamentFold, proposal: Proposal) -> str | None:
        """The absolute criterion that a round breaks, or None; colours do not count."""
        return None

    def planned(self, fold: TournamentFold) -> int:
        """How many rounds there are in all, of a tournament that has begun, after a result."""
        return fold.planned

    def is_next(self, fold: TournamentFold, event: RoundPaired) -> bool:
        """Whether those meet in a round who do in `next_round`; for formats in which that is known."""
        try:
            right = {frozenset(pair) for pair in self.next_round(fold).boards}
        except (CannotPair, ValueError):
            return False
        return {frozenset(pair) for pair in zip(event.red, event.blue, strict=True)} == right

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        """What is wrong with a round that was paired in a tournament that stood so, for the proof of the log; or ""."""
        return ""

    def order_at_start(self, fold: TournamentFold) -> tuple[int, ...] | None:
        """The entries as they stand on the ladder with which an event begins; None for formats without one."""
        return None

    def takes_late(self, fold: TournamentFold) -> bool:
        """Whether somebody may enter now that play has begun."""
        return len(fold.rounds) < fold.terms.own.late and pairs_by_score(fold)

    def boards_to_add(self, fold: TournamentFold, now: datetime) -> tuple[tuple[int, int], ...]:
        """Who of those who wait plays now in a round that grows: entries, red first. Nobody in others.

        Args:
            fold: with the round that is played.
            now: an aware time.
        """
        return ()

    def looks_again(self, fold: TournamentFold) -> datetime | None:
        """When somebody who waits may play although nothing else happens; None if nobody does."""
        return None

    def passed(self, fold: TournamentFold, now: datetime) -> tuple[Any, ...]:
        """What has happened in a round that grows because time has passed: the events that tell of it.

        Args:
            fold: with the round that is played.
            now: an aware time.
        """
        return ()

    def round_name(self, number: int, rounds: int) -> str:
        """What a round is called.

        Args:
            rounds: how many there are in all, where a bracket tells; else 0.
        """
        return _("Round %(number)d") % {"number": number}

    def round_name_in(self, fold: TournamentFold, number: int) -> str:
        """What a round of an event is called that is none of a bracket."""
        return self.round_name(number, 0)

    def details(self, terms: Terms) -> tuple[str, ...]:
        """What is said of the terms behind its name, such as "with acceleration"."""
        return ()

    # -- boards --

    def judged(self, fold: TournamentFold, round: int, board: Board) -> Board:
        """A board with whether it is over, and who goes on.

        Args:
            fold: the event, or the stage of it.
            round: of the board; from 1, in the stage.
            board: with the results that it has.
        """
        return replace(board, over=True)

    def next_leg(self, fold: TournamentFold, round: int, board: Board) -> tuple[int, int] | None:
        """The entries with red and with blue in the next game of a board, or None if there is none to come.

        Args:
            fold, round, board: as for `judged`.
        """
        return None

    def best_of(self, fold: TournamentFold, round: int, board: Board) -> int:
        """How many games are planned at a board.

        Args:
            fold, round, board: as for `judged`.
        """
        return 1

    def most_legs(self, terms: Terms) -> int:
        return 1

    def draws_settled(self, terms: Terms) -> tuple[int, str]:
        """How a match that is drawn gets its winner, where there are matches: by so many replays with colours changed,
        and then as is said in words; 0 and nothing without matches.
        """
        return 0, ""

    def marks_of(self, board: Board) -> tuple[Mark | None, Mark | None]:
        """What a board that is decided was for the entry that had red in its first game, and for the other one."""
        if board.teams:
            return team_marks(board)
        return board.leg.marks or (None, None)

    def follow_from(self, fold: TournamentFold, round: int, board: int) -> tuple[Board, ...]:
        """The boards of the next round, if it is paired, at which one of this board sits because of its result.

        Args:
            fold: the event.
            round, board: numbers from 1.
        """
        return ()

    def why_not_corrected(self, fold: TournamentFold, round: int, before: Board, after: Board) -> Illegal | None:
        """Why the result of a board cannot be corrected, or None if nothing rests on it.

        Args:
            round: the round of the board.
            before, after: the board with the result that stands, and with the one that is wanted.
            fold: how the tournament stands with the correction.
        """
        return None

    def rounds_counted(self, fold: TournamentFold) -> int | None:
        """Of how many rounds points and tie-breaks are counted; None: of all."""
        return None

    def why_rests_on(self, fold: TournamentFold, round: int, after: Board) -> Illegal | None:
        """Why the result of a board of one stage cannot be corrected because of the next one, or None.

        Args:
            fold: how the tournament stands with the correction.
            round: the round of the board.
            after: the board with the result that is wanted.
        """
        return None

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry that takes part has lost its way to the first place, and cannot come back."""
        return False

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry that takes part may be paired in the round to come."""
        return not self.is_out(fold, entry)

    def is_annulled(self, fold: TournamentFold, entry: Entry) -> bool:
        """Whether none of the results of an entry counts."""
        return False

    def rounds_in_table(self, rounds: tuple[Round, ...]) -> tuple[Round, ...]:
        """The columns of the crosstable, in none of which somebody has two boards: the rounds, but of one that grows
        parts of it.

        Args:
            rounds: those that have begun.
        """
        return rounds

    def completed(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        return table

    def accelerated(self, fold: TournamentFold, table: Crosstable) -> Crosstable:
        """A crosstable with the virtual points of acceleration, if there is one."""
        return table

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """The places, the first one first.

        Args:
            fold: the event.
            table: of the rounds that count.
            after: how many these are; None for all that have begun.
        """
        return standings(table, fold.terms.ranked_by, predetermined=self.all_meet, lot=fold.lot)

    def standings_shown(self, fold: TournamentFold, table: Crosstable) -> tuple[Standing, ...]:
        """The places as pages show them: also those of a tournament whose results do not fit together any more."""
        return self.standings(fold, table, after=None)

    def bracket(self, fold: TournamentFold, *, after: int | None = None) -> Bracket:
        """The bracket as far as it is decided. Raises `ValueError` without one."""
        raise ValueError("there is no bracket, or none yet")

    def bracket_shown(self, fold: TournamentFold) -> Bracket:
        """The bracket as pages draw it, as far as the results fit together. Raises `ValueError` without one."""
        return self.bracket(fold)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        """What a `TournamentRecord` has of it alone: its terms, by the names of `in_files`."""
        own = fold.terms.fields_of_format
        return {file.name: own[file.name] for file in self.in_files}


def team_marks(board: Board) -> tuple[Mark, Mark]:
    """What a match of teams that is decided was for the one with red at the first board, and for the other one: by the
    points at its boards; a forfeit if nothing was played."""
    return team_result(board.marks_of(board.red), board.marks_of(board.blue))


def register(format: Format) -> Format:
    FORMATS[format.slug] = format
    return format


def format_of(event: TournamentFold | Terms) -> Format:
    return format_named((event if isinstance(event, Terms) else event.terms).format)


def stage_of(fold: TournamentFold, round: int) -> Stage:
    """What a round of an event belongs to, from 1."""
    return format_of(fold).stage(fold, round)


def pairs_by_score(fold: TournamentFold) -> bool:
    """Whether the round to come is paired by the scores so far (`FormatTraits.by_score`)."""
    return stage_of(fold, len(fold.rounds) + 1).format.by_score


def boards_following(fold: TournamentFold, round: int, board: int) -> tuple[Board, ...]:
    """The boards of the next round, if it is paired, at which one of this board sits because of its result.

    Args:
        fold: the event.
        round, board: numbers from 1.
    """
    stage = stage_of(fold, round)
    return stage.format.follow_from(stage.fold, round - stage.before, board)


def format_named(slug: str) -> Format:
    """The format of a slug. Raises `KeyError` if there is none."""
    return cast(Format, FORMATS[slug])


def asked_fields() -> dict[str, AskedField]:
    """How the form of an event asks for what the formats have of the terms, by name; of two that have the same, the
    first one says.
    """
    fields: dict[str, AskedField] = {}
    for format in FORMATS.values():
        for field in cast(Format, format).asked:
            fields.setdefault(field.name, field)
    return fields
