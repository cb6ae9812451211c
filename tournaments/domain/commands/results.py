"""Results: recorded, claimed by both sides, taken over from games, forfeited, corrected, those of a whole match too.

`round`, `board` and `leg` are numbers from 1; `red` and `blue` the marks of the two sides; `reason` is a text, which
can be erased. Commands raise `Illegal` (`not-allowed`, `no-board`, `round-not-begun`, `no-result`, `moved-on` and what
each says), `NoTournament` and `Conflict`, and return the tournament after the change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack
from uuid import UUID

from games.domain.command_handler import open_game
from games.domain.state import GameFold, Ruling
from games.models import Game
from games.rules import End, Illegal
from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.drafts import DraftedEvents, GameAt, board_of, game_at, refuse
from tournaments.domain.formats import format_of, stage_of
from tournaments.domain.round_transitions import slug_of
from tournaments.domain.state import Board, Leg, Status, TournamentFold
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark
from web.words import clean_text

POSSIBLE = frozenset(
    {
        (Mark.WIN, Mark.LOSS),
        (Mark.DRAW, Mark.DRAW),
        (Mark.LOSS, Mark.WIN),
        (Mark.LOSS, Mark.LOSS),
        (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
        (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN),
        (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
    }
)
"""What a game can end with, for red and for blue."""


def record_result(
    *,
    round: int,
    board: int,
    red: Mark,
    blue: Mark,
    leg: int | None = None,
    reason: str = "",
    **command: Unpack[Command],
) -> TournamentFold:
    """Records how a game ended. Across real boards helpers may do so; elsewhere an arbiter ends the game by it.

    Side effects: appends ResultRecorded and what follows; a game that goes on is ended after the commit.

    Args:
        leg: the game of a match; None for the one that is played.

    Raises:
        Illegal: `result-stands` if another result does: correct it; `own-board`: nobody decides the own game.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("helper" if draft.now.terms.real else "arbiter")
        _check(red, blue)
        begun = _begun(draft, round, board, leg)
        draft.need_neutral(begun.board.entries)
        if not _stands(begun.leg, round, board, (red, blue)):
            _add(draft, round, begun, (red, blue), "arbiter", reason)

    return execute(decide=decide, **command)


def correct_result(
    *,
    round: int,
    board: int,
    red: Mark,
    blue: Mark,
    leg: int | None = None,
    reason: str = "",
    **command: Unpack[Command],
) -> TournamentFold:
    """Changes a result that stands, also after the end. Standings follow. Pairings that were made stay; `what_if` says
    which would have differed. In a knockout, what follows from the winner is taken back first (`taking_back`). A match
    that is not decided any more goes on, and its round with it.

    Side effects: appends ResultCorrected and what follows.

    Raises:
        Illegal: `reason-needed`; `own-board`; `nothing-to-correct` if none stands; `winner-went-on` (`round`): in a
            knockout somebody else would go on, and the next round is paired; `match-goes-on` (`round`): a match would
            not be decided any more, and the next round is paired; `places-follow`: either, and the event is over.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        _check(red, blue)
        if not clean_text(reason):
            raise refuse("reason-needed", field="reason")
        begun = _begun(draft, round, board, leg, finished=True)
        draft.need_neutral(begun.board.entries)
        if begun.leg.marks is None:
            raise refuse("nothing-to-correct", round=round, board=board)
        if begun.leg.marks == (red, blue):
            return
        draft.add(e.ResultCorrected(round, board, begun.number, slug_of(red), slug_of(blue), **draft.because(reason)))
        after = board_of(draft.now, round, board)
        refused = _why_not_corrected(draft, round, begun.board, after)
        if refused is not None:
            raise refused

    return execute(decide=decide, **command)


def correct_match(
    *, round: int, board: int, results: Sequence[tuple[Mark, Mark]], reason: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Changes the results of all games of a match at once, as `correct_result` does with one: between two corrections
    a match may not be decided, and a later round rests on it.

    Side effects: appends ResultCorrected for each game that differs; LegAdded and ResultRecordedOnBoard for games that
    the match should have had besides; RoundFinished where its round is over again.

    Args:
        results: of each game in order, for who had red in it and for who had blue; those with a result cannot be left
            out. A game that was not played is a forfeit.

    Raises:
        Illegal: as `correct_result`; `no-result`: a game is left out; `match-decided` (`game`): without that game one
            side has won already.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        for red, blue in results:
            _check(red, blue)
        if not reason.strip():
            raise refuse("reason-needed", field="reason")
        before = _begun(draft, round, board, None, finished=True).board
        draft.need_neutral(before.entries)
        if before.legs[0].marks is None:
            raise refuse("nothing-to-correct", round=round, board=board)
        if len(results) < sum(leg.marks is not None for leg in before.legs):
            raise refuse("no-result", field="result")
        because = draft.because(reason)
        for number, marks in enumerate(results, 1):
            _set_result(draft, round, board, number, marks, because)
        after = board_of(draft.now, round, board)
        refused = _why_not_corrected(draft, round, before, after)
        if refused is not None:
            raise refused
        again = draft.now.rounds[round - 1]
        if draft.events and again.finished_at is None and again.decided:
            draft.add(e.RoundFinished(round))

    return execute(decide=decide, **command)


def _why_not_corrected(draft: DraftedEvents, round: int, before: Board, after: Board) -> Illegal | None:
    stage = stage_of(draft.now, round)
    refused = stage.format.why_not_corrected(stage.fold, round - stage.before, before, after)
    return refused or format_of(draft.now).why_rests_on(draft.now, round, after)


def _next_leg(draft: DraftedEvents, round: int, board: Board) -> tuple[int, int] | None:
    stage = stage_of(draft.now, round)
    return stage.format.next_leg(stage.fold, round - stage.before, board)


def _set_result(
    draft: DraftedEvents, round: int, board: int, number: int, marks: tuple[Mark, Mark], because: Mapping[str, Any]
) -> None:
    """Gives a game of a match a result, whatever it has had."""
    result = board_of(draft.now, round, board)
    if number > len(result.legs):
        pair = _next_leg(draft, round, result)
        if pair is None:
            raise refuse("match-decided", game=number)
        draft.add(e.LegAdded(round, board, number, *pair))
    stands = board_of(draft.now, round, board).legs[number - 1].marks
    red, blue = map(slug_of, marks)
    if stands is None:
        draft.add(e.ResultRecordedOnBoard(round, board, number, red, blue, "arbiter", **because))
    elif stands != marks:
        draft.add(e.ResultCorrected(round, board, number, red, blue, **because))


def forfeit(
    *, round: int, board: int, entries: Collection[int], reason: str = "", **command: Unpack[Command]
) -> TournamentFold:
    """Decides a game against who did not come, or may not go on: one side or both.

    If play had begun the game counts as played and lost. If not it is a forfeit, and counts for no rating; of a match
    of which nothing was played all of it is forfeited, as by any result that is one; of teams every board that is not
    decided.

    Side effects: appends ResultRecorded and what follows; a game that goes on is ended after the commit.

    Args:
        entries: who loses: one side or both.

    Raises:
        Illegal: `own-board`; `nobody-named`; `result-stands`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        begun = _begun(draft, round, board, None)
        leg = begun.leg
        draft.need_neutral(begun.board.entries)
        if not entries or not set(entries) <= {leg.red, leg.blue}:
            raise refuse("nobody-named", field="entries")
        if leg.marks is not None:
            raise refuse("result-stands", round=round, board=board)
        numbers = [number for number, item in enumerate(begun.board.legs, 1) if item.marks is None]
        for at in numbers if begun.board.teams else [begun.number]:
            leg = begun.board.legs[at - 1]
            won, lost = _won_and_lost(played=_is_played(leg))
            red, blue = (lost if number in entries else won for number in (leg.red, leg.blue))
            _add(draft, round, GameAt(begun.board, at), (red, blue), "forfeit", reason)

    return execute(decide=decide, **command)


def _is_played(leg: Leg) -> bool:
    return leg.game is not None and Game.objects.filter(id=leg.game, started__isnull=False).exists()


def claim_result(
    *, round: int, board: int, red: Mark, blue: Mark, leg: int | None = None, **command: Unpack[Command]
) -> TournamentFold:
    """Across a real board: one side says how the game ended. It stands as soon as the other side says the same.

    Side effects: appends ResultClaimed, and ResultRecorded if both agree.

    Raises:
        Illegal: `not-your-board`; `not-real`: the result comes from the game; `result-stands`.
    """

    def decide(draft: DraftedEvents) -> None:
        _check(red, blue)
        if not draft.now.terms.real:
            raise refuse("not-real")
        begun = _begun(draft, round, board, leg)
        game, mine = begun.leg, draft.need_side(begun.leg)
        if _stands(game, round, board, (red, blue)):
            return
        other = game.blue if mine == game.red else game.red
        if game.claims.get(mine) != (red, blue):
            draft.add(e.ResultClaimed(round, board, begun.number, slug_of(red), slug_of(blue), entry=mine))
        if game.claims.get(other) == (red, blue):
            _add(draft, round, begun, (red, blue), "players", "")

    return execute(decide=decide, **command)


# -- results of games -----------------------------------------------------------------------------


def take_over(game: UUID) -> TournamentFold | None:
    """Takes the result of a game over into its tournament. It can be given twice, and for any game.

    Never called in the transaction of a move: a game ends whatever becomes of its tournament.

    Side effects: appends ResultRecorded and what follows.

    Returns:
        The tournament; None if the game belongs to none, goes on, or was called off: then an arbiter decides.
    """
    row = TournamentGame.objects.filter(game=game).first()
    if row is None:
        return None
    marks = marks_of_game(open_game(game))
    if marks is None:
        return None

    def decide(draft: DraftedEvents) -> None:
        board = draft.now.board(row.round, row.board)
        if board is None or draft.now.status is Status.CANCELLED:
            return
        for number, leg in enumerate(board.legs, 1):
            if leg.game == game and leg.marks is None and not leg.relayed:
                _add(draft, row.round, GameAt(board, number), marks, "game", "")

    return execute(tournament=row.tournament_id, by=None, decide=decide)


def follow_ruling(game: UUID, penalty: UUID) -> bool:
    """Has the result at a board follow what the moderators made of its game, where it still is what the game was.

    A result that an arbiter changed otherwise stays; so does one from which a knockout went on.

    Side effects: appends ResultCorrected (or ResultRecorded, where none stands) and what follows.

    Args:
        game: any game.
        penalty: because of which its result was changed, or changed back.

    Returns:
        Whether the result at the board is now what the game counts as.
    """
    row = TournamentGame.objects.filter(game=game).first()
    now = open_game(game)
    marks = marks_of_game(now)
    if row is None or marks is None:
        return False
    places = [place for place, act in enumerate(now.acts) if act.penalty is not None]
    earlier = {marks_of_game(replace(now, acts=now.acts[:place])) for place in places}

    def decide(draft: DraftedEvents) -> None:
        board = draft.now.board(row.round, row.board)
        legs = () if board is None or draft.now.status is Status.CANCELLED else board.legs
        for number, leg in enumerate(legs, 1):
            if leg.game != game or board is None or leg.marks == marks or leg.relayed:
                continue
            if leg.marks is None:
                _add(draft, row.round, GameAt(board, number), marks, "game", "")
            elif leg.marks not in earlier:
                raise refuse("result-stands", round=row.round, board=row.board)
            else:
                red, blue = map(slug_of, marks)
                draft.add(e.ResultCorrected(row.round, row.board, number, red, blue, penalty=str(penalty)))
                after = board_of(draft.now, row.round, row.board)
                refused = _why_not_corrected(draft, row.round, board, after)
                if refused is not None:
                    raise refused

    try:
        execute(tournament=row.tournament_id, by=None, decide=decide)
    except Illegal:
        return False
    return True


def marks_of_game(game: GameFold) -> tuple[Mark, Mark] | None:
    """What a game was for red and for blue; None while it goes on for everybody, or if it was called off.

    A game that was forfeited before play began was not played (C.02.11); both sides may have lost. So it is if the
    moderators annulled it; but if they annulled what they had ended themselves, an arbiter decides.
    """
    outcome = game.outcome
    if outcome is None or game.hidden_end or outcome.kind.called_off or outcome.kind is End.UNFINISHED:
        return None
    won, lost = _won_and_lost(played=game.state is not None)
    if game.ruling is Ruling.ANNULLED:
        return None if all(act.why == "reversed" for act in game.rulings) else (lost, lost)
    outcome = game.result
    if outcome.kind in (End.BOTH_MISSING, End.BOTH_LOSE):
        return lost, lost
    if outcome.winner is None:
        return Mark.DRAW, Mark.DRAW
    return (won, lost) if outcome.winner == 0 else (lost, won)


# -- parts ----------------------------------------------------------------------------------------


def _check(red: Mark, blue: Mark) -> None:
    if (red, blue) not in POSSIBLE:
        raise refuse("no-result", field="result")


def _won_and_lost(*, played: bool) -> tuple[Mark, Mark]:
    """What a game is for who wins and for who loses it; one that was not played is a forfeit."""
    return (Mark.WIN, Mark.LOSS) if played else (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)


def _begun(draft: DraftedEvents, round: int, board: int, leg: int | None, *, finished: bool = False) -> GameAt:
    """A game of a board, whose round must have begun."""
    game = game_at(draft.now, round, board, leg)
    if draft.now.rounds[round - 1].begun_at is None:
        raise refuse("round-not-begun", round=round)
    if draft.now.status is Status.CANCELLED or (draft.now.ended and not finished):
        raise refuse("over")
    return game


def _stands(leg: Leg, round: int, board: int, marks: tuple[Mark, Mark]) -> bool:
    """Whether this result stands already; `Illegal` with `result-stands` if another one does."""
    if leg.marks not in (None, marks):
        raise refuse("result-stands", round=round, board=board)
    return leg.marks is not None


def _add(draft: DraftedEvents, round: int, at: GameAt, marks: tuple[Mark, Mark], source: str, reason: str) -> None:
    red, blue = map(slug_of, marks)
    because = draft.because(reason)
    draft.add(e.ResultRecordedOnBoard(round, at.board.number, at.number, red, blue, source, **because))
    _forfeit_match(draft, round, at.board.number)


def _forfeit_match(draft: DraftedEvents, round: int, board: int) -> None:
    """Who did not come to a match, of which nothing was played, forfeits the rest of it too."""
    now = board_of(draft.now, round, board)
    last = now.leg
    if last.marks is None or any(leg.marks is not None and leg.marks[0].played for leg in now.legs):
        return
    marks = dict(zip((last.red, last.blue), map(slug_of, last.marks), strict=True))
    while (pair := _next_leg(draft, round, now)) is not None:
        number, (red, blue) = len(now.legs) + 1, pair
        draft.add(e.LegAdded(round, board, number, red, blue))
        draft.add(e.ResultRecordedOnBoard(round, board, number, marks[red], marks[blue], source="forfeit"))
        now = board_of(draft.now, round, board)
