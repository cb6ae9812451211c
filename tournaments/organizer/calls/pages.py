"""What the pages of calls show: rows of the queue, a call with what is attached to it, the banner beside a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.command_handler import open_game
from games.domain.state import GameFold
from games.models import key_of
from games.presentation.clock_text import time_text
from games.presentation.words import acts_text, outcome_text, paused_text, seat_name, side_name
from games.rules import Seat
from tournaments.domain.commands import arbitration
from tournaments.domain.queries.call_evidence import Evidence, evidence
from tournaments.domain.state import Board, Call, Leg, TournamentFold
from tournaments.domain.texts import texts_of
from tournaments.organizer.access import EventAccess
from tournaments.organizer.calls.words import ABOUTS, answer_text, offer_text
from tournaments.organizer.names import Names


@dataclass(frozen=True, slots=True)
class CallRow:
    number: int
    url: str
    where: str
    caller: str
    players: str
    about: str
    at: datetime
    stopped: bool
    closed: bool
    answers: int


def where_text(call: Call) -> str:
    return _("Round %(round)d, board %(board)d") % {"round": call.round, "board": call.board}


def rows(access: EventAccess, calls: tuple[Call, ...], names: Names) -> list[CallRow]:
    """Calls as the queue lists them.

    Args:
        access: the event and its reader.
        calls: which of its calls.
        names: of its people.
    """
    return [_row(access, call, names) for call in calls]


def _row(access: EventAccess, call: Call, names: Names) -> CallRow:
    leg = leg_of(access.fold, call)
    return CallRow(
        number=call.number,
        url=access.url("call", call.number),
        where=where_text(call),
        caller=names.entry(call.entry) or _("An arbiter"),
        players=f"{names.entry(leg.red)} – {names.entry(leg.blue)}",
        about=str(ABOUTS.get(call.about, call.about)),
        at=call.called_at,
        stopped=call.stopped,
        closed=call.closed,
        answers=len(call.answers),
    )


def board_of(fold: TournamentFold, call: Call) -> Board | None:
    """The board of a call; None if that pairing was taken back."""
    board = fold.rounds[call.round - 1].board(call.board) if call.round <= len(fold.rounds) else None
    return board if board is not None and set(board.entries) == set(call.sides) else None


def players_at(fold: TournamentFold, round: int, board: int) -> frozenset[UUID]:
    """Who plays at a board; nobody if there is none.

    Args:
        fold: the tournament as it stands.
        round, board: numbers from 1.
    """
    result = fold.rounds[round - 1].board(board) if 0 < round <= len(fold.rounds) else None
    entries = () if result is None else result.entries
    return frozenset(player for entry in entries for player in fold.entries[entry].people)


def leg_of(fold: TournamentFold, call: Call) -> Leg:
    board = board_of(fold, call)
    if board is None:
        return Leg(*call.sides)
    return next((leg for leg in board.legs if leg.game == call.game), board.leg)


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """What an arbiter did: when, who, what, and what was said of it."""

    at: datetime
    arbiter: str
    text: str
    reason: str


@dataclass
class CallPage:
    """One call: everything that `tournaments/call.html` asks for.

    Args:
        access: the event and its reader.
        call: the call.
        arbiter: whether the reader may act on it.
    """

    access: EventAccess
    call: Call
    arbiter: bool

    @cached_property
    def names(self) -> Names:
        return Names(self.access.fold, more=[answer.arbiter for answer in self.call.answers])

    @cached_property
    def row(self) -> CallRow:
        """The call as the queue lists it."""
        return _row(self.access, self.call, self.names)

    @cached_property
    def leg(self) -> Leg:
        return leg_of(self.access.fold, self.call)

    @property
    def sides(self) -> tuple[tuple[int, str, str], ...]:
        """Both entries: number, name, and the slug of the side."""
        return (
            (self.leg.red, self.names.entry(self.leg.red), "red"),
            (self.leg.blue, self.names.entry(self.leg.blue), "blue"),
        )

    # -- what was written --

    @cached_property
    def _texts(self) -> dict[UUID, str]:
        wanted = [self.call.words, *(answer.reason for answer in self.call.answers)]
        return texts_of([id_ for id_ in wanted if id_ is not None])

    @property
    def words(self) -> str:
        """What the player wrote; nothing if that was erased."""
        return "" if self.call.words is None else self._texts.get(self.call.words, _("This text was erased."))

    @property
    def answers(self) -> Iterator[LoggedAnswer]:
        for answer in self.call.answers:
            reason = "" if answer.reason is None else self._texts.get(answer.reason, _("This text was erased."))
            text = answer_text(answer, self.names.entry)
            yield LoggedAnswer(answer.at, self.names.player(answer.arbiter), text, reason)

    # -- what was so at the call --

    @cached_property
    def evidence(self) -> Evidence | None:
        """What is attached from the log of the game."""
        return evidence(self.call)

    @property
    def moment(self) -> str:
        """How far the game was at the call."""
        result = self.evidence
        if result is None:
            return ""
        if result.status == "waiting":
            return _("The set-ups were being made.")
        plies = ngettext("%(ply)d move had been played", "%(ply)d moves had been played", result.ply) % {
            "ply": result.ply
        }
        if result.to_move is None:
            return f"{plies}."
        return _("%(plies)s; it was %(seat)s’s turn.") % {"plies": plies, "seat": seat_name(result.to_move)}

    @property
    def clocks(self) -> tuple[tuple[str, str, str], ...]:
        """What each seat had left at the call: the slug of the seat, its name, the time in words."""
        left = {} if self.evidence is None else self.evidence.left
        return tuple((seat.slug, seat_name(seat), time_text(time)) for seat, time in left.items())

    @property
    def offers(self) -> tuple[tuple[datetime, str], ...]:
        """What was offered and refused before the call."""
        result = () if self.evidence is None else self.evidence.offers
        return tuple((offer.at, offer_text(offer)) for offer in result)

    @property
    def meeting(self) -> tuple[tuple[datetime, str], ...]:
        """How the two sides agreed when to play."""
        words = {
            "proposed": _("%(name)s proposed times."),
            "agreed": _("%(name)s agreed to a time."),
            "refused": _("%(name)s refused the times, or took the agreed one back."),
            "present": _("%(name)s came to the board."),
        }
        board = board_of(self.access.fold, self.call)
        history = () if board is None else board.meeting.history
        return tuple((at, words[act] % {"name": self.names.entry(entry)}) for at, entry, act in history if act in words)

    # -- how the game stands now --

    @cached_property
    def game(self) -> GameFold | None:
        return None if self.leg.game is None else open_game(self.leg.game)

    @property
    def game_url(self) -> str:
        return "" if self.leg.game is None else reverse("games:replay", args=[key_of(self.leg.game)])

    @property
    def standing(self) -> str:
        if self.game is None:
            return ""
        if self.game.outcome is not None:
            return outcome_text(self.game.outcome)
        return paused_text(self.game.paused) or _("In play, with running clocks")

    @property
    def acts(self) -> tuple[tuple[datetime, str], ...]:
        """What arbiters did to the game."""
        return () if self.game is None else acts_text(self.game.acts)

    @property
    def undecided(self) -> bool:
        return self.leg.marks is None and (self.game is None or self.game.outcome is None)

    @property
    def paused(self) -> bool:
        """Whether nobody's time runs."""
        return self.game is not None and bool(self.game.paused)

    @property
    def can_stop(self) -> bool:
        return self.game is not None and self.game.outcome is None and "arbiter" not in self.game.paused

    @property
    def can_look(self) -> bool:
        if self.access.player is None or arbitration.takes_part(self.access.fold, self.access.player.id):
            return False
        return self.paused and self.game is not None and self.game.state is not None

    @property
    def timed(self) -> bool:
        return self.game is not None and self.game.outcome is None and self.game.clock is not None

    @property
    def four(self) -> bool:
        return len(self.access.fold.terms.rules.seats) > 2


def seat_words(seat: Seat) -> str:
    return _("What %(seat)s sees") % {"seat": seat_name(seat)}


# -- beside the board of play ---------------------------------------------------------------------


def call_state(fold: TournamentFold, key: str, game: str, call: Call | None) -> dict[str, Any]:
    """How a call stands, for who made it: what `tournaments/_call_state.html` asks for. It names no people.

    Args:
        fold: the tournament as it stands.
        key, game: the addresses of the tournament and of the game.
        call: the last one that the reader made about this game, or None.
    """
    values: dict[str, Any] = {"call": call, "state_url": reverse("tournaments:call-state", args=[key, game])}
    if call is None:
        return values
    reasons = texts_of([answer.reason for answer in call.answers if answer.reason is not None])
    red = leg_of(fold, call).red
    answers = [
        (
            answer.at,
            answer_text(answer, lambda entry: side_name(0 if entry == red else 1)),
            reasons.get(answer.reason, "") if answer.reason is not None else "",
        )
        for answer in call.answers
    ]
    return values | {"url": reverse("tournaments:call", args=[key, call.number]), "answers": answers}


def calls_about(fold: TournamentFold, player: UUID, game: str) -> list[Call]:
    """The calls that a player made about the game at a public address, the oldest first.

    Args:
        fold: the tournament as it stands.
        player: who called.
        game: its key.
    """
    mine = ((call, leg_of(fold, call)) for call in arbitration.calls_of(fold, player))
    return [call for call, leg in mine if leg.game is not None and key_of(leg.game) == game]
