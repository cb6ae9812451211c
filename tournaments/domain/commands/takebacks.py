"""What has begun is taken back: a whole round, or in a knockout the matches that follow from a result that was wrong.

Rounds are taken back from the last one on. Results that were recorded in them count no more, and their games are called
off after the commit; those that are over stay what they were as games. Nothing of it can be undone: the round is paired
anew.

`reason` is a text, which can be erased. Commands raise `Illegal` (`not-allowed`, `over`, `not-running`, `moved-on` and
what each says), `NoTournament` and `Conflict`, and return the tournament after the change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Unpack
from uuid import UUID

from eventlog.canonical import microseconds
from games.models import Game
from tournaments.domain import events as e
from tournaments.domain.boards import game_of
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.results import take_over
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import boards_following, format_of
from tournaments.domain.state import Board, Round, Status, TournamentFold
from tournaments.models import TournamentGame
from web.words import clean_text


def counted(boards: Iterable[Board]) -> int:
    """How many games of these boards have a result that counts."""
    return sum(leg.marks is not None for board in boards for leg in board.legs)


def take_back_round(*, round: int, reason: str, **command: Unpack[Command]) -> TournamentFold:
    """Takes the last round back, once it has begun: it is as if it had not been paired. Until an arbiter says so
    nothing is paired by itself.

    Arbiters do it while none of its results counts; with results only the owner does.

    Side effects: appends RoundTakenBack, and TermsChanged where rounds went on by themselves; its games are called off
    after the commit.

    Args:
        round: its number; only the last one that was paired can be taken back.

    Raises:
        Illegal: `reason-needed`; `not-last` (`round`); `round-not-begun`: its pairing is taken back instead;
            `owner-confirms`; `own-board`; `round-grows`: an arena has no other round.
    """
    _take_over_results(command["tournament"], round)

    def decide(draft: DraftedEvents) -> None:
        begun = _last_begun(draft, round, reason)
        _may(draft, begun.boards)
        because = draft.because(reason)
        draft.add(e.RoundTakenBack(round, **because))
        if draft.now.terms.automatic:
            draft.add(e.TermsChanged(**replace(draft.now.terms, automatic=False).value(), **because))

    return execute(decide=decide, **command)


def take_back_matches(*, round: int, board: int, reason: str, **command: Unpack[Command]) -> TournamentFold:
    """Takes back the matches of a knockout that follow from one of the round before the last: then its result can be
    corrected, and they are paired anew (`pair_matches_anew`). All others go on.

    Arbiters do it while none of their results counts; with results only the owner does.

    Side effects: appends MatchesTakenBack; their games are called off after the commit. Nothing if they are taken back.

    Args:
        round, board: of the match whose result is wrong.

    Raises:
        Illegal: `teams-whole-round` (`round`): of teams the whole round is taken back; `reason-needed`;
            `nothing-follows`; `not-last` (`round`): a later round is paired, and is taken back
            before; `round-not-begun`; `owner-confirms`; `own-board`.
    """
    _take_over_results(command["tournament"], round + 1)

    def decide(draft: DraftedEvents) -> None:
        if draft.now.terms.team_boards:
            raise refuse("teams-whole-round", round=round + 1)
        boards = boards_following(draft.now, round, board)
        if boards:
            draft.need_neutral(draft.now.rounds[round - 1].boards[board - 1].entries)
        else:
            raise refuse("nothing-follows", round=round, board=board)
        begun = _last_begun(draft, round + 1, reason)
        boards = tuple(board for board in boards if not board.taken_back)
        if boards:
            _may(draft, boards)
            numbers = tuple(board.number for board in boards)
            draft.add(e.MatchesTakenBack(begun.number, numbers, **draft.because(reason)))

    return execute(decide=decide, **command)


def pair_matches_anew(**command: Unpack[Command]) -> TournamentFold:
    """Pairs the matches that were taken back, by the results as they stand now, and begins them. A round that has a
    hard end gives them as much time as it gave at first.

    Side effects: appends MatchesPairedAnew, and opens the games; nothing if no match is taken back.

    Raises:
        Illegal: `round-not-over`: a match that leads to one of them is not decided.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        now, round = draft.now, draft.now.round
        if now.status is not Status.RUNNING:
            raise refuse("over" if now.ended else "not-running", status=now.status.value)
        waiting = [] if round is None else [board for board in round.boards if board.taken_back]
        if round is None or not waiting:
            return
        pairs = paired_anew(now, tuple(board.number for board in waiting))
        games = tuple(_game(draft, round.number, red, blue) for red, blue in pairs)
        draft.add(
            e.MatchesPairedAnew(
                round=round.number,
                boards=tuple(board.number for board in waiting),
                red=tuple(red for red, _blue in pairs),
                blue=tuple(blue for _red, blue in pairs),
                games=games,
                deadline=_deadline(draft, round),
            )
        )

    return execute(decide=decide, **command)


def paired_anew(now: TournamentFold, boards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Who meets at boards of the last round of a knockout by the results of the rounds before it: red, blue.

    Raises:
        Illegal: `round-not-over` (`round`, `open`): the round before is not.
    """
    before = replace(now, rounds=now.rounds[:-1])
    if before.round is not None and not before.round.decided:
        left = sum(not board.decided for board in before.round.boards)
        raise refuse("round-not-over", round=before.round.number, open=left)
    proposed = format_of(before).next_round(before).boards
    return tuple(proposed[number - 1] for number in boards)


# -- parts ----------------------------------------------------------------------------------------


def _last_begun(draft: DraftedEvents, number: int, reason: str) -> Round:
    """The round of a number, if it is the last one and can be taken back, or a part of it."""
    draft.need("arbiter")
    draft.need_not_over()
    now = draft.now
    if now.status not in (Status.RUNNING, Status.PAUSED):
        raise refuse("not-running", status=now.status.value)
    if not clean_text(reason):
        raise refuse("reason-needed", field="reason")
    if now.round is None or number != now.round.number:
        raise refuse("not-last", round=len(now.rounds))
    if now.round.begun_at is None:
        raise refuse("round-not-begun", round=number)
    if format_of(now).grows:
        raise refuse("round-grows")
    return now.round


def _may(draft: DraftedEvents, boards: Iterable[Board]) -> None:
    """Raises `Illegal` unless who acts may take these boards back."""
    result = tuple(boards)
    if counted(result) and draft.by is not None and draft.now.role(draft.by) != "owner":
        raise refuse("owner-confirms", results=counted(result))
    for board in result:
        draft.need_neutral(board.entries)
    if _ended_meanwhile(draft.stream, result):
        raise refuse("moved-on", expected=None, actual=draft.now.version)


def _ended_meanwhile(tournament: UUID, boards: Iterable[Board]) -> bool:
    """Whether a game has ended whose result is about to be taken over: what it was counts as well."""
    ids = [leg.game for board in boards for leg in board.legs if leg.game is not None and leg.marks is None]
    over = Game.objects.filter(id__in=ids, status=Game.Status.OVER) if ids else ()
    return any(not game.called_off for game in over)


def _take_over_results(tournament: UUID, round: int) -> None:
    """Takes over the results of games that are over: who takes the round back is to know of them."""
    ids = TournamentGame.objects.filter(tournament=tournament, round=round, decided=False).values("game")
    for game in Game.objects.filter(id__in=ids, status=Game.Status.OVER).values_list("id", flat=True):
        take_over(game)


def _game(draft: DraftedEvents, round: int, red: int, blue: int) -> str | None:
    """The game of a match, or None where it begins later, is played across a real board, or somebody has left."""
    terms, entries = draft.now.terms, draft.now.entries
    if terms.real or terms.scheduled or not (entries[red].playing and entries[blue].playing):
        return None
    return str(game_of(draft, round, red, blue).id)


def _deadline(draft: DraftedEvents, round: Round) -> int | None:
    """The hard end of a round some of whose matches begin now."""
    length = draft.now.terms.round_length
    if round.deadline is None or length is None:
        return None
    return microseconds(max(round.deadline, draft.at + timedelta(seconds=length)))
