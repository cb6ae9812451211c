"""Tables as CSV (RFC 4180, UTF-8): safe to open in a spreadsheet, and the crosstable can be read back.

A cell that a spreadsheet would take for a formula begins with an apostrophe, which readers here take off again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.notation.record import clean_name
from tournaments.domain.local_times import wall_of
from tournaments.domain.state import Status
from tournaments.files.formats.boards import in_board_order, round_of
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import EntryRecord, Person, RoundRecord, TournamentRecord
from tournaments.scoring.crosstable import Colour, RoundResult
from tournaments.scoring.formats import USUAL
from tournaments.scoring.points import Mark

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_CELL = re.compile(r"(\d{1,4})([rb])([10=WDL+\-?])")
_HEAD = ("number", "name", "rating")
_MOST_ROWS, _MOST_ROUNDS = 5000, 99


class Placed(NamedTuple):
    """A line of the standings. `points` and the `values` of the tie-breaks are plain numbers."""

    place: int
    number: int
    name: str
    points: int | float
    values: tuple[int | float, ...]


def safe(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula (OWASP, CSV injection)."""
    return f"'{cell}" if cell.startswith((*_FORMULA, "'")) else cell


def _plain(cell: str) -> str:
    """What `safe` was given."""
    return cell[1:] if cell.startswith("'") else cell


def _written(rows: Iterable[Sequence[str]]) -> bytes:
    result = io.StringIO()
    writer = csv.writer(result)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return result.getvalue().encode()


def standings_csv(placed: Iterable[Placed], tiebreaks: Sequence[str]) -> bytes:
    """The standings: `place,number,name,points` and a column for each tie-break, by its slug."""
    head = ["place", "number", "name", "points", *tiebreaks]
    rows = ([str(item.place), str(item.number), item.name, *map(str, (item.points, *item.values))] for item in placed)
    return _written([head, *rows])


def crosstable_csv(record: TournamentRecord) -> bytes:
    """The crosstable: `number,name,rating`, a column for each round, and `playing`.

    A cell is the opponent's number, `r` or `b` for the player's own colour, and the mark of the result (`?` for a game
    that goes on), or the mark of a bye alone.
    """
    table = record.crosstable()
    head = [*_HEAD, *(f"round {item.number}" for item in record.columns), "playing"]
    rows = []
    for entry in record.entries:
        cells = []
        for result in table.row(entry.number).results:
            mark = "?" if result.mark is None else result.mark.value
            colour = "" if result.colour is None else result.colour.value[0]
            cells.append(mark if result.opponent is None else f"{result.opponent}{colour}{mark}")
        rows.append([str(entry.number), entry.name, str(entry.rating or ""), *cells, "yes" if entry.playing else "no"])
    return _written([head, *rows])


_GAME = ("round", "board", "game", "date")
_PLAYER = ("number", "federation number", "name", "federation", "club", "birth", "rating", "result")
_RESULTS = {
    Mark.WIN: "1",
    Mark.DRAW: "0.5",
    Mark.LOSS: "0",
    Mark.WIN_UNRATED: "1",
    Mark.DRAW_UNRATED: "0.5",
    Mark.LOSS_UNRATED: "0",
    Mark.FORFEIT_WIN: "1",
    Mark.FORFEIT_LOSS: "0",
}
_HOW = dict.fromkeys((Mark.WIN, Mark.DRAW, Mark.LOSS), "played")
_HOW |= dict.fromkeys((Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS), "forfeit")


def rating_csv(record: TournamentRecord) -> bytes:
    """The games for the rating officer of a federation: lines that name the event, an empty one, and a line for each
    game that has a result (docs/tournament-format.md).
    """
    zone = record.zone or "UTC"
    begun, ended = (wall_of(at, zone).date().isoformat() if at else "" for at in (record.begun, record.ended))
    about = [
        ("event", record.name),
        ("place", record.place),
        ("federation", record.federation),
        ("begun", begun),
        ("ended", ended),
        ("chief arbiter", *record.arbiters[:1]),
        ("arbiters", *record.arbiters[1:]),
        ("rules", record.variant),
        ("time control", record.time_control),
        ("players", str(len(record.entries))),
        ("rounds", str(len(record.played))),
    ]
    head = (*_GAME, *(f"{side} {name}" for side in ("red", "blue") for name in _PLAYER), "how")
    entries = {entry.number: entry for entry in record.entries}
    lines = []
    for item in record.played:
        date = wall_of(item.begun, zone).date().isoformat() if item.begun else ""
        for board in item.boards:
            for place, game in enumerate(board.games, 1):
                if game.marks is not None:
                    members = (game.red_member, game.blue_member)
                    sides = zip((game.red, game.blue), members, game.marks, strict=True)
                    players = [cell for number, member, mark in sides for cell in _side(entries[number], member, mark)]
                    how = _HOW.get(game.marks[0], "unrated")
                    lines.append([str(item.number), str(board.board), str(place), date, *players, how])
    return _written([*about, (), head, *lines])


def _side(entry: EntryRecord, member: int, mark: Mark) -> list[str]:
    """What a line says of a player, of partners, whose own are joined by a stroke, or of a member of a team, which is
    the club then."""
    people, rating = entry.people, entry.rating
    if member:
        played = entry.members[member - 1]
        people, rating = (replace(played, club=entry.name),), played.rating
    own = [[person.fide, person.name, person.federation, person.club, person.birth] for person in people]
    joined = [" / ".join(cells) if any(cells) else "" for cells in zip(*own, strict=True)]
    return [str(entry.number), *joined, str(rating or ""), _RESULTS[mark]]


# -- reading back ---------------------------------------------------------------------------------


def read_table(data: bytes | str) -> list[list[str]]:
    """The cells of a CSV file as they were before they were made safe.

    Raises:
        FileError: `form-unknown` if it is none.
    """
    text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    try:
        return [[_plain(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except csv.Error:
        raise FileError("form-unknown") from None


def read_crosstable(text: str, *, name: str = "") -> TournamentRecord:
    """The tournament that a crosstable tells of; what it does not say is for who imports it to choose.

    Raises:
        FileError: with the line.
    """
    rows = read_table(text)
    if not rows or tuple(rows[0][:3]) != _HEAD:
        raise FileError("form-unknown")
    head, body = rows[0], rows[1:]
    if len(body) > _MOST_ROWS:
        raise FileError("too-many", allowed=_MOST_ROWS)
    rounds = len(head) - len(_HEAD) - (head[-1] == "playing")
    if rounds > _MOST_ROUNDS:
        raise FileError("too-many", allowed=_MOST_ROUNDS)
    entries = tuple(_entry(row, head, line) for line, row in enumerate(body, 2))
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        raise FileError("numbers", line=2, path="number")
    cells = [row[len(_HEAD) : len(_HEAD) + rounds] for row in body]
    played = tuple(_round(number, [row[number - 1] for row in cells]) for number in range(1, rounds + 1))
    record = TournamentRecord(name, "", USUAL, rounds, entries, played, status=Status.RUNNING.value, real=True)
    return in_board_order(record)


def _entry(row: Sequence[str], head: Sequence[str], line: int) -> EntryRecord:
    if len(row) != len(head):
        raise FileError("value-missing", line=line, path=head[min(len(row), len(head) - 1)])
    number, name, rating = row[:3]
    people = tuple(Person(clean_name(part)) for part in name.split(" / ")[:2])
    if not number.isdecimal() or len(number) > 4:
        raise FileError("value-unknown", line=line, path="number")
    if not all(person.name for person in people):
        raise FileError("value-missing", line=line, path="name")
    if rating and (not rating.isdecimal() or len(rating) > 4):
        raise FileError("value-unknown", line=line, path="rating")
    playing = head[-1] != "playing" or row[-1] != "no"
    return EntryRecord(int(number), people, int(rating or 0), playing)


def _round(number: int, cells: Sequence[str]) -> RoundRecord:
    results = {player: _result(cell, player) for player, cell in enumerate(cells, 1)}
    return round_of(number, results, {player: player + 1 for player in results})


def _result(cell: str, player: int) -> RoundResult:
    match_ = _CELL.fullmatch(cell)
    if match_ is None:
        return RoundResult(_bye(cell, player))
    opponent, colour, mark = match_.groups()
    return RoundResult(None if mark == "?" else Mark(mark), int(opponent), Colour.RED if colour == "r" else Colour.BLUE)


def _bye(cell: str, player: int) -> Mark:
    try:
        mark = Mark(cell)
    except ValueError:
        mark = None
    if mark is None or not mark.bye:
        raise FileError("value-unknown", line=player + 1, path=cell or "round")
    return mark
