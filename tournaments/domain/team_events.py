"""The events of teams: who is in one, and who plays at which board of a match.

See `tournaments.domain.events`, which has all events, and `tournaments.domain.lineups`.
"""

from __future__ import annotations

from dataclasses import dataclass

from eventlog.field_types import HexHash, Id
from eventlog.registry import event
from tournaments.domain.event_parts import AtBoard, OfSide, Reasoned


@event("roster-changed", version=1)
@dataclass(frozen=True, slots=True)
class RosterChanged(Reasoned):
    """These are the members of a team from now on.

    Args:
        entry: the team's.
        members: in the order of the boards; who comes after the boards of a match is a reserve.
        ratings: of each of them; 0 for none.
        captain: the player who acts for the team, among the members or not; None: the staff does.
    """

    entry: int
    members: tuple[Id, ...]
    ratings: tuple[int, ...]
    captain: Id | None = None


@event("lineup-sealed", version=1)
@dataclass(frozen=True, slots=True)
class LineupSealed(OfSide):
    """A team has handed in who plays a match, instead of any line-up before. `commitment`: see
    `tournaments.domain.lineups`."""

    commitment: HexHash


@event("lineups-opened", version=1)
@dataclass(frozen=True, slots=True)
class LineupsOpened(AtBoard):
    """Both line-ups of a match are shown, together.

    Args:
        red, blue: who plays at each board, for the team with red at the first board and for the other one; None:
            nobody.
        red_salt, blue_salt: what opens the commitment of the line-up, which nobody needs to keep secret any more; None:
            none was handed in, or it was erased since, and the first of the roster play.
    """

    red: tuple[Id | None, ...]
    blue: tuple[Id | None, ...]
    red_salt: HexHash | None = None
    blue_salt: HexHash | None = None


@event("lineup-fixed", version=1)
@dataclass(frozen=True, slots=True)
class LineupFixed(OfSide, Reasoned):
    """An arbiter sets who plays a match for a team after the line-ups were opened; or the service takes somebody out
    who may not play. `players`: as in LineupsOpened."""

    players: tuple[Id | None, ...]


TeamEvent = RosterChanged | LineupSealed | LineupsOpened | LineupFixed
