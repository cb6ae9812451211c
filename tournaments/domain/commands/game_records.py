"""Records of games that were played across real boards, attached to their boards once they are written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from games.domain.imports import Judged, TournamentPlace, import_records
from games.rules import End
from tournaments.domain import events as e
from tournaments.domain.boards import seats_of
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.name_claims import written_for
from tournaments.domain.drafts import DraftedEvents, game_at, refuse
from tournaments.domain.state import Leg, TournamentFold
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark

_WINNER = {(Mark.WIN, Mark.LOSS): 0, (Mark.LOSS, Mark.WIN): 1, (Mark.DRAW, Mark.DRAW): None}


def attach_record(*, round: int, board: int, leg: int, judged: Judged, **command: Unpack[Command]) -> TournamentFold:
    """Attaches the record of a game to the board at which it was played. The result that stands is not changed by it.

    Side effects: imports the game as played by the players of the board, if it is not there yet, and appends
    RecordAttached, in one transaction. Members whom an imported event names are its players by the names in the file.

    Args:
        round, board, leg: numbers from 1.
        judged: a record that the rules have looked at and not rejected.

    Raises:
        ValueError: the rules rejected the record.
        Illegal: `not-allowed`; `no-board`; `not-across`: the game was played on the site; `result-first`: none stands;
            `record-there`; `record-elsewhere`: it belongs to another board; `record-variant`, `record-differs`: it is
            of another rule book, or ended otherwise.
    """
    if judged.status != "valid":
        raise ValueError("only a record that keeps the rules can be attached")

    def decide(draft: DraftedEvents) -> None:
        draft.need("helper")
        if not draft.now.terms.real:
            raise refuse("not-across")
        result = game_at(draft.now, round, board, leg).leg
        _check(draft.now, result, judged, board)
        written = written_for(draft.stream)
        seats = seats_of(draft, result.red, result.blue)
        place = TournamentPlace(
            draft.stream, round, {seat: written.get(player, player) for seat, player in seats.items()}
        )
        (made,) = import_records([replace(judged, place=place)], actor=draft.by)
        assert made.game is not None
        if TournamentGame.objects.filter(game=made.game).exists():
            raise refuse("record-elsewhere")
        draft.add(e.RecordAttached(round=round, board=board, leg=leg, game=str(made.game)))

    return execute(decide=decide, **command)


def _check(now: TournamentFold, leg: Leg, judged: Judged, board: int) -> None:
    """Raises `Illegal` unless the record may be that of the game."""
    if leg.game is not None:
        raise refuse("record-there", board=board)
    if leg.marks is None or not leg.marks[0].played:
        raise refuse("result-first", board=board)
    if judged.variant != now.terms.variant:
        raise refuse("record-variant")
    result = judged.result
    assert result is not None
    known = result.kind is not End.UNFINISHED or result.winner is not None
    if known and leg.marks in _WINNER and _WINNER[leg.marks] != result.winner:
        raise refuse("record-differs", board=board)
