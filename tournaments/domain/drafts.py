"""A tournament while a command decides, and how a command refuses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from accounts.conduct.blocks import blocked_among
from accounts.models import Player
from eventlog.aggregate import StreamDraft
from games.domain.creation import NewGame
from games.rules import Illegal, Refusal
from tournaments.domain.state import Board, Entry, Leg, Round, Status, TournamentFold
from tournaments.domain.texts import keep_text
from tournaments.domain.transitions import fold
from web.words import clean_text

_RANKS: Mapping[str, int] = {"": 0, "helper": 1, "arbiter": 2, "owner": 3}


def refuse(code: str, **params: Any) -> Illegal:
    return Illegal(Refusal(code, params))


def board_of(now: TournamentFold, round: int, board: int) -> Board:
    """The board of a number in a round whose pairing is published. Raises `Illegal` with `no-board`; with `taken-back`
    while it is.

    Args:
        now: the tournament as it stands.
        round, board: numbers from 1.
    """
    result = now.board(round, board)
    if result is None or now.rounds[round - 1].hidden:
        raise refuse("no-board", round=round, board=board)
    if result.taken_back:
        raise refuse("taken-back", round=round, board=board)
    return result


def need_running(now: TournamentFold) -> None:
    if now.status is not Status.RUNNING:
        raise refuse("over" if now.ended else "not-running", status=now.status.value)


def waiting_round(now: TournamentFold) -> Round:
    """The round that is paired and has not begun."""
    need_running(now)
    if now.round is None or now.round.begun_at is not None:
        raise refuse("nothing-paired")
    return now.round


def is_own_case(now: TournamentFold, player: UUID | None, entries: Collection[int]) -> bool:
    """Whether a decision about these entries is one about a player's own board.

    Across a real board the other side may have no account, and nobody could confirm a result. So it is taken from a
    player with a role there. The log says who recorded it.

    Args:
        now: the tournament as it stands.
        player: who decides; None for the service, which plays nowhere.
        entries: those of the board.
    """
    if player is None or not any(player in now.entries[entry].people for entry in entries):
        return False
    others = [id_ for entry in entries for id_ in now.entries[entry].people if player not in now.entries[entry].people]
    return not now.terms.real or Player.objects.filter(id__in=others, account__isnull=False).exists()


class GameAt(NamedTuple):
    board: Board
    number: int

    @property
    def leg(self) -> Leg:
        return self.board.legs[self.number - 1]


def game_at(now: TournamentFold, round: int, board: int, leg: int | None) -> GameAt:
    """A game of a board: the one with the number `leg`, or the last one. Raises `Illegal` with `no-board`.

    Args:
        now, round, board: as for `board_of`.
        leg: the number of the game in its match, from 1; None for the last one, of teams the first that goes on.
    """
    result = board_of(now, round, board)
    number = result.leg_number if leg is None else leg
    if not 0 < number <= len(result.legs):
        raise refuse("no-board", round=round, board=board)
    return GameAt(result, number)


class DraftedEvents(StreamDraft[TournamentFold]):
    """A tournament while a command decides; with it come the `games` that its events open."""

    fold = staticmethod(fold)

    def __init__(self, stream: UUID, now: TournamentFold | None, at: datetime, by: UUID | None) -> None:
        super().__init__(stream, now, at, by)
        self.games: list[NewGame] = []

    def need(self, role: str) -> None:
        """Raises `Illegal` with `not-allowed` unless who acts has at least this role; the service has every role."""
        if self.by is not None and _RANKS[self.now.role(self.by)] < _RANKS[role]:
            raise refuse("not-allowed", role=role)

    def need_not_over(self) -> None:
        """Raises `Illegal` with `over` once the tournament is over, or cancelled."""
        if self.now.ended:
            raise refuse("over")

    def need_entry(self, entry: int, role: str = "helper") -> Entry:
        """The entry, if who acts is one of its players, of a team its captain, or has at least this role.

        Raises:
            Illegal: `no-entry`, `not-allowed`.
        """
        result = self.now.entries.get(entry)
        if result is None:
            raise refuse("no-entry", entry=entry)
        if self.by not in result.acting:
            self.need(role)
        return result

    def need_side(self, leg: Leg) -> int:
        """The entry of who acts in a game. Raises `Illegal` with `not-your-board`."""
        for entry in (leg.red, leg.blue):
            if self.by in self.now.entries[entry].people:
                return entry
        raise refuse("not-your-board")

    def need_neutral(self, entries: Collection[int]) -> None:
        """Raises `Illegal` with `own-board` if who acts plays at the board of these entries."""
        if is_own_case(self.now, self.by, entries):
            raise refuse("own-board")

    def need_no_block(self, players: Collection[UUID]) -> None:
        """Nobody is drawn into an event by somebody they want nothing to do with.

        Raises:
            Illegal: `blocked` (`name`), if there is a block between who acts and one of these players.
        """
        at_odds = set() if self.by is None else blocked_among(self.by, players)
        if at_odds:
            name = Player.objects.filter(id__in=at_odds).order_by("name").values_list("name", flat=True)[0]
            raise refuse("blocked", name=name)

    def because(self, reason: str) -> dict[str, Any]:
        """The fields of an event that hold its reason. Side effects: keeps the text, in the transaction at hand."""
        if not clean_text(reason):
            return {}
        key, digest = keep_text(reason, self.by, tournament=self.stream)
        return {"reason": key, "reason_hash": digest}
