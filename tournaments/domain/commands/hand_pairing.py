"""Pairing by hand: an arbiter sets colours and swaps boards, and the log keeps the engine's pairing too."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from tournaments.domain import events as e
from tournaments.domain.command_handler import execute, open_tournament
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import format_of
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.transitions import step
from tournaments.pairing.rounds import CannotPair
from web.words import clean_text

OVERRULED = frozenset({"rematch", "second-bye", "forbidden-pair"})
"""Criteria that an arbiter may break where there is no other way, and has to say so. Colours are free to set."""

BoardPairs = Sequence[tuple[int, int]]


def pair_by_hand(
    *,
    tournament: UUID,
    boards: BoardPairs,
    by: UUID | None,
    reason: str,
    overrule: bool = False,
    expected: int | None = None,
) -> TournamentFold:
    """Pairs the next round by hand, or changes the pairing of one that has not begun.

    Where rounds follow from the scores anything goes that keeps the absolute criteria; whoever is present and left out
    gets the pairing bye. In the other formats only colours can be changed: who meets whom is fixed.

    Side effects: appends RoundPaired with what the engine said, and RoundUnpaired before it if the round was paired.

    Args:
        tournament: its id.
        expected: the version that was seen.
        boards: the entries of each board, red first, the first board first.
        reason: why; everybody can read it.
        overrule: break a criterion of `OVERRULED` all the same.

    Raises:
        Illegal: `reason-needed`; `not-running`; `round-not-over`; `event-over`; `twice-seated`, `not-here` (`entry`);
            `left-out` (`entries`); `nobody-meets`: byes alone are no round; `breaks-criterion` (`criterion`);
            `pairings-fixed`; `own-board`: who plays keeps the opponent and the colour that the engine gave.
    """
    if not clean_text(reason):
        raise refuse("reason-needed", field="reason")
    seen = open_tournament(tournament)[1]
    if expected is not None and expected != seen.version:
        raise refuse("moved-on", expected=expected, actual=seen.version)
    draft = DraftedEvents(tournament, seen, seen.changed_at, by)
    draft.need("arbiter")
    base = _before(seen)
    said = _engine(seen, base)
    format = format_of(base)
    proposal = format.round_by_hand(base, tuple(boards))
    if said is not None:
        draft.need_neutral(_own_differences(seen, by, said, proposal.boards))
    criterion = format.broken_criterion(base, proposal)
    if criterion is not None and not (overrule and criterion in OVERRULED):
        raise refuse("breaks-criterion", criterion=criterion)

    def decide(draft: DraftedEvents) -> None:
        if draft.now.version != seen.version:
            raise refuse("moved-on", expected=seen.version, actual=draft.now.version)
        if len(base.rounds) < len(draft.now.rounds):
            draft.add(e.RoundUnpaired(len(draft.now.rounds)))
        engine = None if said is None else (tuple(red for red, _ in said), tuple(blue for _, blue in said))
        draft.add(
            proposal.event(
                draft.now.terms,
                by_hand=True,
                engine_red=engine and engine[0],
                engine_blue=engine and engine[1],
                **draft.because(reason),
            )
        )

    return execute(tournament=tournament, by=by, decide=decide)


def _own_differences(seen: TournamentFold, by: UUID | None, said: BoardPairs, boards: BoardPairs) -> frozenset[int]:
    """The entries of the boards at which who acts sits in only one of two pairings; nobody if nothing changes there."""
    entry = seen.entry_of(by)
    own = {} if entry is None else {board for board in set(said) ^ set(boards) if entry.number in board}
    return frozenset(number for board in own for number in board)


def _before(seen: TournamentFold) -> TournamentFold:
    if seen.status is not Status.RUNNING:
        raise refuse("over" if seen.ended else "not-running", status=seen.status.value)
    round = seen.round
    if round is not None and round.begun_at is None:
        return step(seen, e.RoundUnpaired(round.number), seen.changed_at)
    if round is not None and round.finished_at is None:
        raise refuse("round-not-over", round=round.number)
    if len(seen.rounds) >= seen.planned:
        raise refuse("event-over", rounds=seen.planned)
    return seen


def _engine(seen: TournamentFold, base: TournamentFold) -> BoardPairs | None:
    """What the engine said of the round, or says now; None if it found nothing."""
    round = seen.round
    if round is not None and len(base.rounds) < len(seen.rounds):
        return (round.engine or None) if round.by_hand else tuple(board.entries for board in round.boards)
    try:
        return format_of(base).next_round(base).boards
    except CannotPair:
        return None
