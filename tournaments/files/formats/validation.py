"""Whether a tournament that was read makes sense: everybody in one place in a round, results that go together."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import GameRecord, RoundRecord, TournamentRecord
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import Mark

_GO_TOGETHER = {
    Mark.WIN: {Mark.LOSS, Mark.FORFEIT_LOSS},
    Mark.DRAW: {Mark.DRAW, Mark.LOSS},
    Mark.LOSS: {Mark.WIN, Mark.LOSS, Mark.DRAW},
    Mark.WIN_UNRATED: {Mark.LOSS_UNRATED},
    Mark.DRAW_UNRATED: {Mark.DRAW_UNRATED},
    Mark.LOSS_UNRATED: {Mark.WIN_UNRATED, Mark.LOSS_UNRATED},
    Mark.FORFEIT_WIN: {Mark.FORFEIT_LOSS},
    Mark.FORFEIT_LOSS: {Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS, Mark.WIN},
}
"""What the opponent's mark may be; an arbiter may give both players less than a point between them."""


def troubles(record: TournamentRecord) -> Iterator[FileError]:
    """Everything that is wrong with what a file says, by the numbers of rounds and players."""
    if not record.entries:
        yield FileError("no-players")
    numbers = {entry.number for entry in record.entries}
    for played in record.played:
        yield from _round(played, numbers, once=not FORMATS[record.format].grows)


def _round(played: RoundRecord, numbers: set[int], *, once: bool) -> Iterator[FileError]:
    seen: set[int] = set()
    for match in played.boards:
        pair = {match.games[0].red, match.games[0].blue}
        for number in sorted(pair & seen if once else ()) or ([match.games[0].red] if len(pair) == 1 else []):
            yield FileError("twice-in-a-round", round=played.number, number=number)
        for number in sorted(pair - numbers):
            yield FileError("not-here", path=f"{played.number}", number=number)
        seen |= pair
        for game in match.games:
            if {game.red, game.blue} != pair:
                yield FileError("not-alike", round=played.number, one=game.red, other=game.blue)
            yield from _marks(game, played.number)
    for number in sorted(seen & played.byes.keys()):
        yield FileError("bye-with-opponent", round=played.number, number=number)
    for number in sorted(played.byes.keys() - numbers):
        yield FileError("not-here", path=f"{played.number}", number=number)


def _marks(game: GameRecord, round: int) -> Iterator[FileError]:
    if game.marks is not None and game.marks[1] not in _GO_TOGETHER.get(game.marks[0], ()):
        yield FileError("marks", round=round, one=game.red, other=game.blue)
