"""GSN, the text form of the archive's older games, versions 1 and 2."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from games.rules import VARIANTS, Outcome, Seat

from .archive_codes import SQUARES, outcome_of, setups_of, variant_of
from .archive_turns import follow
from .record import MAX_PLIES, Record, RecordError, clean_name, shown

_MARK = "#X38FA11"
_HEAD = re.compile(rf"{_MARK} Stratego-Notation v([12])")
_TYPE = re.compile(r"type ([0-3])")
_RESULT = re.compile(r"(.*) vs (.*) result (\S{1,20}) winner (\S{1,20})")
_TYPES = ("classic", "barrage", "classicfree", "ultimate lightning")
_WINNERS = ("0", "1", "2")

_LONGEST_LINE = 1000
_MOST_LINES = MAX_PLIES + 5
_MOST_LINES_OF_FILE = 1_500_000
"""A move has six bytes with its end of line."""


def is_gsn(data: bytes) -> bool:
    """Whether the bytes begin like GSN."""
    return data[:100].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(_MARK.encode())


def read_gsn(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every game of a GSN file; a game begins with its `#X38FA11` line.

    Raises:
        RecordError: `encoding`, if the bytes are neither UTF-8 nor Latin-1 text; `too-many-lines`.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if "\0" in text:
        raise RecordError("encoding")
    if max(text.count("\n"), text.count("\r")) > _MOST_LINES_OF_FILE:
        raise RecordError("too-many-lines", allowed=_MOST_LINES_OF_FILE)
    game: list[str] = []
    for raw in io.StringIO(text, newline=None):
        line = raw.strip()
        if line.startswith(_MARK) and game:
            yield _read(game)
            game = []
        if line and len(game) <= _MOST_LINES:
            game.append(line)
    if game:
        yield _read(game)


def _read(lines: list[str]) -> Record | RecordError:
    try:
        return _read_game(lines)
    except RecordError as error:
        return error


def _read_game(lines: list[str]) -> Record:
    if _HEAD.fullmatch(lines[0]) is None:
        raise RecordError("gsn-version", found=shown(lines[0], 60))
    kind = _TYPE.fullmatch(lines[1]) if len(lines) > 1 else None
    if kind is None:
        raise RecordError("type-unknown", type=shown(lines[1]) if len(lines) > 1 else "")
    slug, options = variant_of(_TYPES[int(kind[1])])
    if len(lines) < 3 or lines[2] == "END" or "-" in lines[2]:
        raise RecordError("setup-missing")
    setups = setups_of(lines[2])
    turns, rest = _turns(lines)
    players, result = _end(rest)
    full = follow(VARIANTS[slug], setups, turns, options, rescues_told=True)
    return Record(
        variant=slug,
        setups=setups,
        turns=full,
        result=result,
        players=players,
        options=options,
        edition=VARIANTS[slug].edition,
        source="gsn",
    )


def _turns(lines: list[str]) -> tuple[list[str], list[str]]:
    """The moves, and the lines after them: `END` and the result, both of which an unfinished game may lack."""
    turns: list[str] = []
    for place in range(3, len(lines)):
        line = lines[place]
        if line == "END":
            return turns, lines[place + 1 :]
        if " result " in line:
            return turns, lines[place:]
        if len(turns) == MAX_PLIES:
            raise RecordError("too-long", allowed=MAX_PLIES)
        source, _mark, target = line.partition("-")
        try:
            turns.append(f"{SQUARES[source]}-{SQUARES[target]}")
        except KeyError:
            turns.append(_careless_turn(line, len(turns) + 1))
    return turns, []


def _careless_turn(line: str, ply: int) -> str:
    """A move in small letters or with spaces. A rescue is known by its colon, and nothing else is known of it."""
    if line[2:3] == ":":
        raise RecordError("rescue-unsupported", ply=ply)
    source, _mark, target = line[:20].upper().partition("-")
    try:
        return f"{SQUARES[source.strip()]}-{SQUARES[target.strip()]}"
    except KeyError:
        raise RecordError("move-broken", ply=ply) from None


def _end(lines: list[str]) -> tuple[dict[Seat, str], Outcome | None]:
    if not lines:
        return {}, None
    if len(lines[0]) > _LONGEST_LINE:
        raise RecordError("line-too-long", allowed=_LONGEST_LINE)
    match = _RESULT.fullmatch(lines[0])
    if match is None:
        raise RecordError("result-unknown", type=shown(lines[0], 20), winner="")
    names = {Seat.RED: clean_name(match[1]), Seat.BLUE: clean_name(match[2])}
    players = {seat: name for seat, name in names.items() if name}
    return players, outcome_of(match[3], match[4], _WINNERS)
