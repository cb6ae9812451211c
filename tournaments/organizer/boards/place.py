"""One board of an event, as its page is asked about it: who sits there, and for whom the page is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from eventlog.canonical import at as as_time
from tournaments.domain.calendar import forfeited_at, is_here
from tournaments.domain.state import Appointment, Board, Leg, Round, Status
from tournaments.organizer.access import EventAccess


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board of a round.

    Args:
        access: the event and its reader.
    """

    access: EventAccess
    round: Round
    board: Board

    @classmethod
    def of(cls, access: EventAccess, round: int, board: int) -> BoardPlace | None:
        """The place at an address, which numbers `round` and `board` from 1; None if there is none."""
        rounds = access.fold.rounds
        result = rounds[round - 1] if 0 < round <= len(rounds) else None
        table = None if result is None else result.board(board)
        return None if result is None or table is None else cls(access, result, table)

    def again(self, access: EventAccess) -> BoardPlace:
        """The same place in the event as it is now; a round that was unpaired meanwhile stays as it was seen."""
        return self.of(access, self.round.number, self.board.number) or replace(self, access=access)

    @property
    def again_played(self) -> object:
        """Which game this is about: who sits here, and how often others, or the same, were taken back before."""
        return self.board.entries, self.access.fold.times_taken_back(self.round.number, self.board.number)

    @property
    def leg(self) -> Leg:
        """The game that is being played, or is to be; of teams the reader's own."""
        return self.board.legs[self.leg_number - 1]

    @property
    def leg_number(self) -> int:
        return self.board.leg_number_of(None if self.access.player is None else self.access.player.id)

    @property
    def meeting(self) -> Appointment:
        return self.board.meeting

    @property
    def mine(self) -> int | None:
        """The reader's entry, if it sits here."""
        player = None if self.access.player is None else self.access.player.id
        for entry in (self.leg.red, self.leg.blue):
            if player in self.access.fold.entries[entry].people:
                return entry
        return None

    @property
    def other(self) -> int:
        """The entry of the reader's opponent."""
        return self.leg.blue if self.mine == self.leg.red else self.leg.red

    @property
    def open(self) -> bool:
        """Whether the game is still to be played."""
        running = self.access.fold.status is Status.RUNNING and self.round.begun_at is not None
        return running and self.leg.marks is None and not self.board.taken_back

    @property
    def to_agree(self) -> bool:
        """Whether its players agree when to play, and have not begun."""
        return self.open and self.access.fold.terms.scheduled and self.leg.game is None

    @property
    def arbiter(self) -> bool:
        """Whether the reader sees all proposals."""
        return self.access.is_at_least("arbiter")

    @property
    def agreed(self) -> datetime | None:
        return None if self.meeting.agreed is None else as_time(self.meeting.agreed)

    @property
    def forfeited_at(self) -> datetime | None:
        """When who is not there for the agreed time loses."""
        return forfeited_at(self.access.fold, self.meeting)

    @property
    def proposed(self) -> tuple[int, ...]:
        """The times that the other side proposes to the reader."""
        return self.meeting.proposed.get(self.other, ())

    @property
    def offered(self) -> tuple[int, ...]:
        """The times that the reader's side proposed."""
        return () if self.mine is None else self.meeting.proposed.get(self.mine, ())

    def here(self, entry: int) -> bool:
        return is_here(self.meeting, entry, timezone.now())
