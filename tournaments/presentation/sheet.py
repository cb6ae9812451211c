"""What the parts of an event's pages are drawn from: the fold and what follows from it, computed when asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TypeVar, cast
from uuid import UUID

from django.urls import reverse

from games.models import key_of
from tournaments.domain.formats import Format, GroupTable, Stage, format_of
from tournaments.domain.standings import begun_rounds, crosstable, without_expelled
from tournaments.domain.state import Board, Leg, Round, Status, TournamentFold
from tournaments.pairing import knockout
from tournaments.pairing.cards import Card, explain
from tournaments.pairing.knockout import Bracket
from tournaments.presentation.names import names_of_entry
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.standings import CrosstableCell, Standing, cards, counted
from tournaments.scoring.tiebreaks import TIEBREAKS, Count, Tiebreak
from web.addresses import key_address

T = TypeVar("T")


@dataclass
class Sheet:
    """An event, and what follows from its fold.

    Args:
        id: the tournament.
        fold: everything about it; what is not public in it is for nobody here.
    """

    id: UUID
    fold: TournamentFold
    _found: dict[tuple[str, int | None], object] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def key(self) -> str:
        return key_of(self.id)

    def url(self, name: str, *args: int | str) -> str:
        """The address of a page of this event."""
        return reverse(f"tournaments:{name}", args=[self.key, *args])

    @cached_property
    def format(self) -> Format:
        return format_of(self.fold)

    @property
    def begun(self) -> bool:
        return bool(self.fold.order)

    @property
    def finished(self) -> bool:
        return self.fold.status is Status.FINISHED

    # -- who --

    def entry_name(self, entry: int) -> str:
        return names_of_entry(self.fold.entries[entry])

    def name(self, number: int) -> str:
        """What stands for the name of who has a pairing number."""
        return self.entry_name(self.fold.order[number - 1])

    def card_url(self, entry: int) -> str:
        return f"{self._entries}{entry}/"

    @cached_property
    def _entries(self) -> str:
        return self.url("entries")

    def number_url(self, number: int) -> str:
        """The address of the card of who has a pairing number."""
        return self.card_url(self.fold.order[number - 1])

    # -- results --

    @cached_property
    def table(self) -> Crosstable:
        return crosstable(self.fold)

    def table_before(self, round: int) -> Crosstable:
        """The crosstable as it was when a round was paired: with acceleration, and with who was there then."""
        before = crosstable(self.fold, after=round - 1)
        there = {number for board in self.fold.rounds[round - 1].boards for number in board.entries}
        there |= {entry for entry, mark in self.fold.rounds[round - 1].byes.items() if mark == "U"}
        rows = tuple(replace(row, absent=self.fold.order[row.number - 1] not in there) for row in before.rows)
        before = replace(before, rows=rows)
        return self.format.accelerated(self.fold, before)

    def cards_before(self, round: int) -> Mapping[int, Card]:
        """Score group, colours, preference and floats of each player as a round was paired."""
        return self._once("cards", round, lambda: explain(self.table_before(round)))

    @cached_property
    def cards(self) -> Mapping[int, Card]:
        """The same after all rounds that have begun."""
        return explain(self.format.accelerated(self.fold, self.table))

    def count(self, after: int | None = None) -> Count:
        """What standings and tie-breaks are counted from."""
        format, lot = self.format, self.fold.lot
        after = self.format.rounds_counted(self.fold) if after is None else after
        return self._once(
            "count", after, lambda: counted(self.table, after=after, predetermined=format.all_meet, lot=lot)
        )

    @cached_property
    def counted(self) -> Count:
        """The same after all rounds."""
        return self.count()

    @cached_property
    def tiebreaks(self) -> tuple[Tiebreak, ...]:
        return tuple(TIEBREAKS[slug] for slug in self.fold.terms.ranked_by if slug in TIEBREAKS)

    def standings(self, after: int | None = None) -> tuple[Standing, ...]:
        """The places by points and tie-breaks. In a knockout: by how far everybody came."""
        if not self.begun:
            return ()
        return self._once("standings", after, lambda: self._standings(after))

    def _standings(self, after: int | None) -> tuple[Standing, ...]:
        table = self.table if after is None else crosstable(self.fold, after=after)
        return without_expelled(self.fold, self.format.standings_shown(self.fold, table))

    def _once(self, what: str, round: int | None, find: Callable[[], T]) -> T:
        """What follows from the fold as of a round: the pages of one table share it."""
        if (what, round) not in self._found:
            self._found[what, round] = find()
        return cast(T, self._found[what, round])

    @cached_property
    def final(self) -> tuple[Standing, ...]:
        return self.standings()

    def standing_of(self, number: int | None) -> Standing | None:
        """The place now of who has a pairing number."""
        return next((standing for standing in self.final if standing.number == number), None)

    def cells_of(self, number: int | None) -> tuple[CrosstableCell, ...]:
        """The rounds of who has a pairing number, as the crosstable has them; none before there is one."""
        return () if number is None else cards(self.counted)[number - 1]

    @cached_property
    def knockout(self) -> Stage | None:
        """The part of the event that has a bracket, as far as it is known. The bracket numbers its rounds and players
        by themselves."""
        return self.format.bracket_stage(self.fold)

    @cached_property
    def final_stage(self) -> Stage | None:
        """The stage that the best have gone on to, with a bracket or with points, once it is known who they are."""
        return self.format.final_stage(self.fold)

    @property
    def has_bracket(self) -> bool:
        return self.knockout is not None

    @cached_property
    def bracket(self) -> Bracket:
        return self.format.bracket_shown(self.fold)

    @cached_property
    def out(self) -> Mapping[int, int]:
        """By pairing number the round in which each player of a knockout went out, of those who did."""
        stage = self.knockout
        if stage is None:
            return {}
        entries, numbers = stage.fold.order, self.fold.numbers
        return {
            numbers[entries[place.number - 1]]: place.out + stage.before
            for place in knockout.places(self.bracket)
            if place.out is not None
        }

    def number_in_event(self, seed: int | None) -> int | None:
        """The pairing number of who has a number in the bracket; as it is where that says more or less than who."""
        stage = self.knockout
        return self.fold.numbers[stage.fold.order[seed - 1]] if seed and stage is not None else seed

    @cached_property
    def groups(self) -> tuple[GroupTable, ...]:
        return self.format.groups(self.fold, self.table) if self.begun else ()

    # -- rounds --

    @property
    def round(self) -> Round | None:
        """The last round that is paired."""
        return self.fold.rounds[-1] if self.fold.rounds else None

    @cached_property
    def played(self) -> tuple[Round, ...]:
        """The rounds that have begun: those that standings and crosstables know of."""
        return begun_rounds(self.fold)

    @cached_property
    def columns(self) -> tuple[Round, ...]:
        """The same as the crosstable has them (`Format.rounds_in_table`)."""
        return self.format.rounds_in_table(self.played)

    def waits(self, round: Round, leg: Leg) -> bool:
        """Whether a game has not begun: its round has not, or its players have not met yet."""
        real = self.fold.terms.real
        return leg.marks is None and (round.begun_at is None or (leg.game is None and not real))

    @property
    def round_numbers(self) -> range:
        return range(1, len(self.fold.rounds) + 1)

    def game_url(self, leg: Leg, name: str = "games:replay") -> str:
        """The address of a view of a game, by its `name`, if spectators may look at it now; else nothing."""
        closed = self.fold.terms.spectators == "ended" and leg.marks is None
        return key_address(name, key_of(leg.game)) if leg.game is not None and not closed else ""

    def round_name(self, number: int) -> str:
        stage = self.knockout
        if stage is None or number <= stage.before:
            return self.format.round_name_in(self.fold, number)
        return self.format.round_name(number - stage.before, len(self.bracket.rounds))

    def board_of(self, entry: int) -> Board | None:
        """The board of an entry in the last round."""
        return self.round.board_of(entry) if self.round is not None else None


# -- the sheets that a process made lately --------------------------------------------------------

MOST_SHEETS = 4
"""So many a process keeps: what follows from a large event takes some megabytes."""

_sheets: OrderedDict[UUID, Sheet] = OrderedDict()
_lock = Lock()


def sheet_of(id: UUID, fold: TournamentFold) -> Sheet:
    """The sheet of an event: all pages of its tables share what was computed from the same fold.

    Args:
        id: the tournament.
        fold: everything about it that the reader may know.
    """
    with _lock:
        kept = _sheets.get(id)
        if kept is None or kept.fold is not fold:
            kept = _sheets[id] = Sheet(id, fold)
        _sheets.move_to_end(id)
        if len(_sheets) > MOST_SHEETS:
            _sheets.popitem(last=False)
    return kept
