"""Calls for the arbiter: a player calls from the board, arbiters answer, give time, look, rule.

Each command is one transaction: what happens to the game and what the tournament's log says of it stand or fall
together. All of them take keyword arguments: `tournament`, its id; `by`, the player who acts; `round`,
`board`, `entry` and `call`, numbers from 1; `text`, what is said, which can be erased; `seen`, how many answers there
were on the page. They raise `Illegal`:

`no-call`; `call-closed`; `call-answered`: there are other answers than the `seen` ones; `not-allowed`; `own-board`:
nobody is arbiter of the own game; `reason-needed`: a decision says why; `over`: the tournament is; `no-game`: the board
is real, or its game has not begun; and what arbiters are refused in games (`games.domain.arbitration`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from games.domain import arbitration, command_handler
from games.domain.state import GameFold
from games.rules import Seat, View
from tournaments.domain.command_handler import execute
from tournaments.domain.commands.results import marks_of_game
from tournaments.domain.drafts import DraftedEvents, board_of, refuse
from tournaments.domain.events import ArbiterCalled, CallAnswered, ResultRecordedOnBoard
from tournaments.domain.round_transitions import slug_of
from tournaments.domain.state import Call, Leg, TournamentFold
from tournaments.domain.texts import keep_text
from web.words import clean_text

ABOUT = ("rules", "clock", "connection", "conduct", "setup", "other")
"""Why a player calls."""

TAKEN_UP = "arbiter"
"""The reason of a call that an arbiter opened; its entry is 0."""

RULINGS = ("answered", "paused", "looked", "time-given", "result", "forfeit", "resumed", "dismissed")
"""What an arbiter does about a call; the last four close it."""

RESULTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"red": ("win", "loss"), "blue": ("loss", "win"), "draw": ("draw", "draw"), "both-lose": ("loss", "loss")}
)
"""The results that an arbiter may rule: the marks of red and blue."""


# -- calling --------------------------------------------------------------------------------------


def call_arbiter(*, tournament: UUID, round: int, board: int, by: UUID, about: str, text: str = "") -> int:
    """Calls the arbiter to one's board. If the terms say so the clocks stop at once (FIDE Laws, 6.11.2); not for who
    called in the same game before and was dismissed, so that nobody buys time by calling.

    Side effects: appends ArbiterCalled, and GamePaused to the game; keeps the text.

    Args:
        about: one of `ABOUT`.
        text: what the player says, which the arbiters and the player can read, and which can be erased.

    Returns:
        The number of the call. While an earlier one of the same side about the same game is open, that one's.

    Raises:
        Illegal: `not-your-board`; `no-board`; `board-decided`; `no-choice`; `over`.
    """
    called: list[int] = []

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        table = board_of(draft.now, round, board)
        leg = table.legs[table.leg_number_of(draft.by) - 1]
        entry = draft.need_side(leg)
        if about not in ABOUT:
            raise refuse("no-choice")
        if leg.marks is not None:
            raise refuse("board-decided")
        earlier = [call for call in draft.now.calls if call.entry == entry and _is_about(call, round, board, leg)]
        if standing := [call.number for call in earlier if not call.closed]:
            called.append(standing[-1])
            return
        dismissed = any(answer.ruling == "dismissed" for call in earlier for answer in call.answers)
        stop = draft.now.terms.stop_clocks and not dismissed
        called.append(_call(draft, round, board, entry, leg.game, about, text, stop=stop))

    execute(tournament=tournament, by=by, decide=decide)
    return called[-1]


def take_up(*, tournament: UUID, round: int, board: int, by: UUID, text: str) -> int:
    """An arbiter takes a board up that nobody called from: what follows is as after a call of its players.

    Side effects: appends ArbiterCalled by nobody's entry; keeps the text.

    Returns:
        The number of the call; of the last one about the game that is open, if there is one.

    Raises:
        Illegal: `no-board`; `board-decided`; `reason-needed`.
    """
    taken: list[int] = []

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        draft.need("arbiter")
        leg = board_of(draft.now, round, board).leg
        _check_not_own(draft, leg)
        if leg.marks is not None:
            raise refuse("board-decided")
        standing = [call.number for call in open_calls(draft.now) if _is_about(call, round, board, leg)]
        if not standing and not clean_text(text):
            raise refuse("reason-needed")
        taken.append(standing[-1] if standing else _call(draft, round, board, 0, leg.game, TAKEN_UP, text, stop=False))

    execute(tournament=tournament, by=by, decide=decide)
    return taken[-1]


def _check_not_own(draft: DraftedEvents, leg: Leg) -> None:
    if any(draft.by in draft.now.entries[entry].people for entry in (leg.red, leg.blue)):
        raise refuse("own-board")


def _is_about(call: Call, round: int, board: int, leg: Leg) -> bool:
    return (call.round, call.board) == (round, board) and call.game in (None, leg.game)


def _call(
    draft: DraftedEvents, round: int, board: int, entry: int, game: UUID | None, about: str, text: str, *, stop: bool
) -> int:
    seen, stopped = _stop(draft, game, stop=stop)
    words, digest = keep_text(text, draft.by, tournament=draft.stream) if clean_text(text) else (None, None)
    number = len(draft.now.calls) + 1
    draft.add(
        ArbiterCalled(
            call=number,
            round=round,
            board=board,
            entry=entry,
            about=about,
            game=None if game is None else str(game),
            seen=seen,
            stopped=stopped,
            words=words,
            words_hash=digest,
        )
    )
    return number


def _stop(draft: DraftedEvents, game: UUID | None, *, stop: bool) -> tuple[int | None, bool]:
    """The public version of the game at the call, and whether its clocks stand still for it. A game whose end is not
    public yet goes on for everybody else: who calls, or takes it up, leaves the same in the log as of one that does.
    """
    if game is None:
        return None, False
    now = command_handler.open_game(game)
    if now.public_status == "over":
        raise refuse("board-decided")
    if stop and now.outcome is None:
        arbitration.pause_game(game=game, why="call", actor=draft.by)
    return now.public_version, stop


# -- what arbiters do -----------------------------------------------------------------------------


class _Case(NamedTuple):
    """A call that is open, and where it belongs. A game that had not begun at the call may have begun since."""

    call: Call
    leg: Leg
    number: int

    @property
    def game(self) -> UUID:
        """The game; `Illegal` with `no-game` if there is none on this site."""
        if self.leg.game is None:
            raise refuse("no-game")
        return self.leg.game


def answer_call(*, tournament: UUID, call: int, by: UUID, text: str, seen: int | None = None) -> TournamentFold:
    """Answers in words; the call stays open, and stopped clocks stopped. Side effects: appends CallAnswered."""

    def decide(draft: DraftedEvents) -> None:
        _case(draft, call, seen)
        _answer(draft, call, "answered", because=text)

    return execute(tournament=tournament, by=by, decide=decide)


def stop_clocks(*, tournament: UUID, call: int, by: UUID) -> TournamentFold:
    """Stops the clocks of the game until the call is closed. Side effects: appends CallAnswered and GamePaused."""

    def decide(draft: DraftedEvents) -> None:
        case = _case(draft, call)
        if "arbiter" not in command_handler.open_game(case.game).paused:
            arbitration.pause_game(game=case.game, why="arbiter", actor=by)
            _answer(draft, call, "paused")

    return execute(tournament=tournament, by=by, decide=decide)


def look(*, tournament: UUID, call: int, by: UUID) -> tuple[View, ...]:
    """Shows the arbiter what each seat of the paused game sees, and nothing else. Both sides are told, in their game
    and in the tournament's log. Safe to call twice.

    Side effects: appends ArbiterLooked and CallAnswered, the first time since the game was paused.

    Raises:
        Illegal: `not-paused`, `not-started`; `plays-here`: who takes part in the event may meet these players, and
            would know how they set up.
    """
    seen: list[View] = []

    def decide(draft: DraftedEvents) -> None:
        case = _case(draft, call)
        if takes_part(draft.now, by):
            raise refuse("plays-here")
        before = command_handler.open_game(case.game)
        seen[:] = arbitration.look(game=case.game, arbiter=by, actor=by)
        if by not in before.looked:
            _answer(draft, call, "looked")

    execute(tournament=tournament, by=by, decide=decide)
    return tuple(seen)


def takes_part(now: TournamentFold, player: UUID | None) -> bool:
    return now.entry_of(player) is not None


def give_time(
    *, tournament: UUID, call: int, by: UUID, entry: int, seconds: int, text: str, seen: int | None = None
) -> TournamentFold:
    """Gives one side more time; at a board of four each partner gets it.

    Side effects: appends CallAnswered, and TimeGiven for each seat.

    Args:
        seconds: as for `games.domain.arbitration.give_time`.

    Raises:
        Illegal: `no-entry`; `time-amount`, `no-clock`.
    """

    def decide(draft: DraftedEvents) -> None:
        case = _case(draft, call, seen)
        side = _side(case.leg, entry)
        for seat in _seats(draft, side):
            arbitration.give_time(game=case.game, seat=seat, seconds=seconds, actor=by)
        _answer(draft, call, "time-given", because=text, amount=seconds, entry=entry)

    return execute(tournament=tournament, by=by, decide=decide)


def rule(*, tournament: UUID, call: int, by: UUID, result: str, text: str, seen: int | None = None) -> TournamentFold:
    """Decides the game. The result stands in the tournament at once; all calls to this game are closed.

    Side effects: appends CallAnswered, ResultRecorded, and Adjudicated to the game.

    Args:
        result: one of `RESULTS`.

    Raises:
        Illegal: `no-choice`; `board-decided`; `game-over`.
    """

    def decide(draft: DraftedEvents) -> None:
        if result not in RESULTS:
            raise refuse("no-choice")
        case, winner, marks = _undecided(draft, call, seen), {"red": 0, "blue": 1}.get(result), RESULTS[result]
        if case.leg.game is not None:
            both = result == "both-lose"
            marks = _marks(arbitration.adjudicate(game=case.game, winner=winner, both_lose=both, actor=by))
        _decide(draft, case, marks, "result", "arbiter", text)

    return execute(tournament=tournament, by=by, decide=decide)


def forfeit(
    *, tournament: UUID, call: int, by: UUID, entries: Sequence[int], text: str, seen: int | None = None
) -> TournamentFold:
    """The game is lost for one side that did not come or may not go on, or for both. If play had begun it counts as
    played.

    Side effects: appends CallAnswered, ResultRecorded, and GameForfeited to the game.

    Args:
        entries: who loses: one side or both.

    Raises:
        Illegal: `no-entry`; `board-decided`; `game-over`.
    """

    def decide(draft: DraftedEvents) -> None:
        case = _undecided(draft, call, seen)
        sides = {_side(case.leg, entry) for entry in entries}
        if not sides:
            raise refuse("no-entry")
        red, blue = ("forfeit-loss" if side in sides else "forfeit-win" for side in range(2))
        marks = red, blue
        if case.leg.game is not None:
            seats = [seat for side in sides for seat in _seats(draft, side)]
            marks = _marks(arbitration.forfeit_game(game=case.game, seats=seats, actor=by))
        _decide(draft, case, marks, "forfeit", "forfeit", text)

    return execute(tournament=tournament, by=by, decide=decide)


def close_call(
    *, tournament: UUID, call: int, by: UUID, dismiss: bool = False, text: str = "", seen: int | None = None
) -> TournamentFold:
    """Closes a call without a result. If clocks stand still for it they run again, unless another call about the same
    game is open.

    Side effects: appends CallAnswered; GameResumed.

    Args:
        dismiss: there was no reason to call. It is said why.
    """

    def decide(draft: DraftedEvents) -> None:
        case = _case(draft, call, seen)
        _answer(draft, call, "dismissed" if dismiss else "resumed", because=text, needed=dismiss)
        where = case.call.round, case.call.board, case.leg
        if case.leg.game is not None and not any(_is_about(call, *where) for call in open_calls(draft.now)):
            arbitration.resume_game(game=case.leg.game, why="call", actor=by)
            arbitration.resume_game(game=case.leg.game, why="arbiter", actor=by)

    return execute(tournament=tournament, by=by, decide=decide)


def _marks(game: GameFold) -> tuple[str, str]:
    """What a game that is over was for red and for blue, the same as if its result were taken over."""
    marks = marks_of_game(game)
    assert marks is not None
    return slug_of(marks[0]), slug_of(marks[1])


def _decide(draft: DraftedEvents, case: _Case, marks: tuple[str, str], ruling: str, source: str, text: str) -> None:
    """Records a ruling that ends the game, and closes every call to it with the same reason."""
    reason = draft.because(text)
    if not reason:
        raise refuse("reason-needed")
    call = case.call
    about = [item for item in open_calls(draft.now) if _is_about(item, call.round, call.board, case.leg)]
    for item in about:
        draft.add(CallAnswered(call=item.number, arbiter=str(draft.by), ruling=ruling, **reason))
    red, blue = marks
    draft.add(ResultRecordedOnBoard(call.round, call.board, case.number, red, blue, source=source, **reason))


def _answer(
    draft: DraftedEvents,
    call: int,
    ruling: str,
    *,
    because: str = "",
    needed: bool = True,
    amount: int | None = None,
    entry: int | None = None,
) -> None:
    """Adds an answer; `reason-needed` if it has to say why and does not."""
    reason = draft.because(because)
    if needed and not reason and ruling not in ("paused", "looked"):
        raise refuse("reason-needed")
    draft.add(CallAnswered(call=call, arbiter=str(draft.by), ruling=ruling, amount=amount, entry=entry, **reason))


# -- what commands ask first ----------------------------------------------------------------------


def _case(draft: DraftedEvents, number: int, seen: int | None = None) -> _Case:
    """The open call with this number, for an arbiter who does not play at its board, and who saw so many answers."""
    draft.need_not_over()
    draft.need("arbiter")
    call = call_of(draft.now, number)
    if call.closed:
        raise refuse("call-closed")
    if seen is not None and seen != len(call.answers):
        raise refuse("call-answered")
    table = board_of(draft.now, call.round, call.board)
    which = next((place for place, leg in enumerate(table.legs, 1) if leg.game == call.game), table.leg_number)
    leg = table.legs[which - 1]
    _check_not_own(draft, leg)
    return _Case(call, leg, which)


def call_of(now: TournamentFold, number: int) -> Call:
    """The call with this number; `Illegal` with `no-call` if there is none."""
    if not 0 < number <= len(now.calls):
        raise refuse("no-call")
    return now.calls[number - 1]


def _undecided(draft: DraftedEvents, number: int, seen: int | None) -> _Case:
    case = _case(draft, number, seen)
    if case.leg.marks is not None:
        raise refuse("board-decided")
    return case


def _side(leg: Leg, entry: int) -> int:
    """0 if an entry has red in this game, 1 if it has blue."""
    if entry not in (leg.red, leg.blue):
        raise refuse("no-entry", entry=entry)
    return 0 if entry == leg.red else 1


def _seats(draft: DraftedEvents, side: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in draft.now.terms.rules.seats if seat.side == side)


# -- looking at calls -----------------------------------------------------------------------------


def open_calls(now: TournamentFold) -> tuple[Call, ...]:
    """The calls that wait for an arbiter, the oldest first."""
    return tuple(call for call in now.calls if not call.closed)


def calls_of(now: TournamentFold, player: UUID) -> tuple[Call, ...]:
    """The calls that a player, or the partner, made; the oldest first."""
    mine = {entry.number for entry in now.entries.values() if player in entry.people}
    return tuple(call for call in now.calls if call.entry in mine)


def may_see(now: TournamentFold, call: Call, player: UUID | None) -> bool:
    """Whether somebody may read what was written in a call: its caller, and arbiters who do not play at the board.

    Args:
        now: the tournament as it stands.
        call: one of its calls.
        player: who wants to read it.
    """
    if player is None:
        return False
    if call.entry and player in now.entries[call.entry].people:
        return True
    playing = {player for entry in call.sides for player in now.entries[entry].people}
    return now.role(player) in ("owner", "arbiter") and player not in playing
