"""Line-ups of teams: what seals one, and which ones a team may hand in. Pure.

A captain hands a line-up in before the other side's is known. The log gets its commitment, the SHA-256 over 32 random
bytes and the players in order; the line-up itself is a row that is read when both are opened. Then the log has the
players and the random bytes, and everybody can check that they are those that were sealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from uuid import UUID

from games.rules import Illegal, Refusal
from tournaments.domain.state import Entry
from tournaments.domain.team_events import RosterChanged
from tournaments.domain.terms import Terms

Lineup = tuple[UUID | None, ...]


def commitment_of(salt: bytes, lineup: Sequence[UUID | None]) -> str:
    """The commitment of a line-up: SHA-256 over `salt` and, for each board, the 16 bytes of the player's id, or as
    many zeros for nobody; in hexadecimal."""
    players = b"".join(bytes(16) if player is None else player.bytes for player in lineup)
    return hashlib.sha256(salt + players).hexdigest()


def usual_lineup(terms: Terms, entry: Entry, out: frozenset[UUID] = frozenset()) -> Lineup:
    """The first of the roster, in order.

    Args:
        terms: those of the event.
        entry: the team.
        out: members who may not play.
    """
    members = [player for player in entry.roster if player not in out][: terms.team_boards]
    return (*members, *[None] * (terms.team_boards - len(members)))


def roster_of(entry: Entry, number: int) -> RosterChanged | None:
    """The roster of a team for the entry with a number, as which it comes back or goes on; None for no team."""
    if not entry.roster and entry.captain is None:
        return None
    captain = None if entry.captain is None else str(entry.captain)
    return RosterChanged(number, tuple(map(str, entry.roster)), entry.ratings, captain)


def check_lineup(terms: Terms, entry: Entry, lineup: Lineup) -> None:
    """Refuses a line-up that a team may not hand in.

    Args:
        terms: those of the event.
        entry: the team.
        lineup: a player, or None, for each board.

    Raises:
        Illegal: `lineup-size` (`boards`); `not-in-team`; `named-twice`; `board-order`: it is not in the order of the
            roster, which the terms ask for; `board-left-out`: a board is empty above one that is not.
    """
    players = [player for player in lineup if player is not None]
    if len(lineup) != terms.team_boards or not players:
        raise _refused("lineup-size", boards=terms.team_boards)
    if not {*players} <= {*entry.roster}:
        raise _refused("not-in-team")
    if len({*players}) < len(players):
        raise _refused("named-twice")
    if terms.board_order != "free":
        places = [entry.roster.index(player) for player in players]
        if places != sorted(places):
            raise _refused("board-order")
        if lineup[: len(players)] != tuple(players):
            raise _refused("board-left-out")


def _refused(code: str, **params: int) -> Illegal:
    return Illegal(Refusal(code, {"field": "lineup", **params}))
