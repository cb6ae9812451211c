"""From what files say of each player to the boards of each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import GameRecord, MatchRecord, RoundRecord, TournamentRecord
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import Mark


def round_of(number: int, results: Mapping[int, RoundResult], lines: Mapping[int, int]) -> RoundRecord:
    """A round from what it was for each player; each game is told twice, and must be told alike.

    A forfeit may be told without colours; the higher player has red then.

    Args:
        number: of the round, from 1.
        results: by pairing number, as each player told it.
        lines: where each player was read.

    Raises:
        FileError: `not-alike`.
    """
    boards: list[MatchRecord] = []
    byes: dict[int, Mark] = {}
    for player, result in results.items():
        if result.opponent is None:
            byes[player] = result.mark or Mark.ABSENT
            continue
        back = results.get(result.opponent)
        if back is None or back.opponent != player or (back.colour, result.colour) not in _COLOURS:
            raise FileError("not-alike", line=lines[player], round=number, one=player, other=result.opponent)
        if result.colour is Colour.RED or (result.colour is None and player < result.opponent):
            marks = None if result.mark is None or back.mark is None else (result.mark, back.mark)
            boards.append(MatchRecord(len(boards) + 1, (GameRecord(player, result.opponent, marks),)))
    return RoundRecord(number, tuple(boards), byes)


_COLOURS = {(Colour.RED, Colour.BLUE), (Colour.BLUE, Colour.RED), (None, None)}


def in_board_order(record: TournamentRecord) -> TournamentRecord:
    """The record with its boards in the order in which a round is published, and with who goes on in a knockout.

    For files that do not number their boards.
    """
    table = record.crosstable()
    drawn = FORMATS[record.format].boards_in_file(table)

    def place(item: RoundRecord, match: MatchRecord) -> tuple[int, ...]:
        game = match.games[0]
        board = drawn.get((item.number, frozenset((game.red, game.blue))))
        return _order(table, item.number, game) if board is None else (board,)

    def ordered(record: RoundRecord) -> RoundRecord:
        boards = sorted(record.boards, key=lambda match: place(record, match))
        return replace(record, boards=tuple(numbered(match, place) for place, match in enumerate(boards, 1)))

    def numbered(match: MatchRecord, place: int) -> MatchRecord:
        winner = _winner(match.games[0]) if FORMATS[record.format].has_bracket else None
        return replace(match, board=place, winner=winner)

    return replace(record, played=tuple(map(ordered, record.played)))


def _winner(game: GameRecord) -> int | None:
    if game.marks is None:
        return None
    won = [number for number, mark in zip((game.red, game.blue), game.marks, strict=True) if mark in _WON]
    return won[0] if won else 0 if Mark.DRAW not in game.marks else None


_WON = (Mark.WIN, Mark.WIN_UNRATED, Mark.FORFEIT_WIN)


def _order(table: Crosstable, round: int, game: GameRecord) -> tuple[int, int, int]:
    """The score of the better player before the round, of both, and the rank of the higher (C.04.3.D.9)."""
    points = sorted((table.points(number, round - 1) for number in (game.red, game.blue)), reverse=True)
    return -points[0], -sum(points), min(game.red, game.blue)
