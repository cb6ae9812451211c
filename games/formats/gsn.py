"""GSN, the text form of the archive's older games, versions 1 and 2."""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.rules import Outcome, Seat

from .archive_codes import SQUARES, outcome_of, setups_of, variant_of
from .record import MAX_PLIES, Record, RecordError, clean_name

__all__ = ["is_gsn", "read_gsn"]

_HEAD = re.compile(r"#X38FA11 Stratego-Notation v(\S+)")
_TYPE = re.compile(r"type (\d{1,3})")
_RESULT = re.compile(r"(.*) vs (.*) result (\S{1,20}) winner (\S{1,20})")
_TYPES = {"0": "classic", "1": "barrage", "2": "classicfree", "3": "ultimate lightning"}
_WINNERS = ("0", "1", "2")


def is_gsn(data: bytes) -> bool:
    """Whether the bytes begin like GSN."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"#X38FA11")


def read_gsn(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every game of a GSN file; a game begins with its `#X38FA11` line.

    Raises:
        RecordError: `encoding`, if the bytes are neither UTF-8 nor Latin-1 text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if "\0" in text:
        raise RecordError("encoding")
    game: list[str] = []
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("#X38FA11") and game:
            yield _read(game)
            game = []
        if line:
            game.append(line)
    if game:
        yield _read(game)


def _read(lines: list[str]) -> Record | RecordError:
    try:
        return _read_game(lines)
    except RecordError as error:
        return error


def _read_game(lines: list[str]) -> Record:
    head = _HEAD.fullmatch(lines[0])
    if head is None or head[1] not in ("1", "2"):
        raise RecordError("gsn-version", found=lines[0][:60])
    kind = _TYPE.fullmatch(lines[1]) if len(lines) > 1 else None
    if kind is None or kind[1] not in _TYPES:
        raise RecordError("type-unknown", type=lines[1][:40] if len(lines) > 1 else "")
    slug, options = variant_of(_TYPES[kind[1]])
    if len(lines) < 3 or lines[2] == "END" or "-" in lines[2]:
        raise RecordError("field-missing")
    setups = setups_of(lines[2])
    turns: list[str] = []
    rest: list[str] = []
    for place, line in enumerate(lines[3:], 3):
        if line == "END" or _RESULT.fullmatch(line):
            rest = lines[place:]
            break
        turns.append(_turn(line, len(turns) + 1))
        if len(turns) > MAX_PLIES:
            raise RecordError("too-long", plies=len(lines) - 3, allowed=MAX_PLIES)
    players, result = _end([line for line in rest if line != "END"])
    return Record(
        variant=slug, setups=setups, turns=tuple(turns), result=result, players=players, options=options, source="gsn"
    )


def _turn(line: str, ply: int) -> str:
    source, _mark, target = line.upper().partition("-")
    try:
        return f"{SQUARES[source.strip()]}-{SQUARES[target.strip()]}"
    except KeyError:
        raise RecordError("move-broken", ply=ply) from None


def _end(lines: list[str]) -> tuple[dict[Seat, str], Outcome | None]:
    if not lines:
        return {}, None
    match = _RESULT.fullmatch(lines[0])
    if match is None:
        raise RecordError("result-unknown", type=lines[0][:20], winner="")
    names = {Seat.RED: clean_name(match[1]), Seat.BLUE: clean_name(match[2])}
    players = {seat: name for seat, name in names.items() if name}
    return players, outcome_of(match[3], match[4], _WINNERS)
