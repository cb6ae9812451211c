"""The letters, squares and codes that Gravon XML and GSN share."""

from __future__ import annotations

import re

from games.rules import VARIANTS, End, Options, Outcome, Seat

from .record import RecordError, shown

_SYMBOLS = "BS23456789MF"
_RED = "BCDEFGHIJKLM"
_BLUE = "NOPQRSTUVWXY"
_SYMBOL_OF_FIELD = (
    dict(zip(_RED, _SYMBOLS, strict=True)) | {"A": "."},
    dict(zip(_BLUE, _SYMBOLS, strict=True)) | {"A": "."},
)
FIELD_OF_SYMBOL = tuple({symbol: letter for letter, symbol in table.items()} for table in _SYMBOL_OF_FIELD)
"""For red and for blue the letter of the field for each of our symbols."""

_MIDDLE = "AA__AA__AA" * 2
_SIZE = 100

SQUARES = {
    f"{letter}{row}": f"{column}{row}"
    for letter, column in zip("ABCDEFGHIKJ", "abcdefghijj", strict=True)
    for row in range(1, 11)
}
"""Our square for each of theirs. The tenth file is K; some archive files write J for it."""

_TYPES = {kind: (book.slug, free) for book in VARIANTS.values() for kind, free in book.archive_types.items()}
"""For each game type our rule book, and whether a set-up may have fewer pieces."""

RESULT_CODES: dict[int, End] = {
    0: End.NO_LEGAL_TURN,
    1: End.FLAG_CAPTURED,
    2: End.NOBODY_CAN_MOVE,
    3: End.FORFEIT,
    4: End.AGREED_DRAW,
    10: End.BOTH_MISSING,
    11: End.PLAYER_CLOCK,
    12: End.GAME_CLOCK,
    13: End.MISSING_CLOCK,
    14: End.OPPONENT_MISSING,
}
"""The archive's result codes. It documents none for 5 to 9: they are read as unfinished, with their winner."""

_RESULT_CODE = re.compile("[0-9]|1[0-4]")

CODE_OF_END = {end: str(code) for code, end in RESULT_CODES.items()} | {End.RESIGNATION: "3", End.TIME_OUT: "11"}
"""The archive's code for an end. It has none for those of adjudication and of a limit."""


def variant_of(kind: str) -> tuple[str, Options]:
    """Our rule book and options for a game type of the archive.

    Raises:
        RecordError: `type-unknown`.
    """
    try:
        slug, free = _TYPES[" ".join(kind[:80].lower().split())]
    except KeyError:
        raise RecordError("type-unknown", type=shown(kind)) from None
    return slug, Options(free_setup=free)


def game_type(variant: str, options: Options) -> str:
    """The archive's game type. Raises `RecordError` if it has none: `type-missing` for this variant, `free-missing` for
    its free set-up.
    """
    for kind, named in _TYPES.items():
        if named == (variant, options.free_setup):
            return kind
    raise RecordError("free-missing" if has_gravon_type(variant) else "type-missing", variant=variant)


def has_gravon_type(variant: str) -> bool:
    """Whether the archive has a game type for a variant, by its slug."""
    return any(slug == variant for slug, _free in _TYPES.values())


def setups_of(field: str) -> dict[Seat, str]:
    """The two set-ups in a field of 100 characters, square by square from a1.

    Raises:
        RecordError: `field-length`, or `field-letter` with the first square that cannot hold what is written.
    """
    if len(field) != _SIZE:
        raise RecordError("field-length", found=len(field), needed=_SIZE)
    for place, letter in enumerate(field):
        allowed = _SYMBOL_OF_FIELD[0] if place < 40 else _MIDDLE[place - 40] if place < 60 else _SYMBOL_OF_FIELD[1]
        if letter not in allowed:
            square = f"{'abcdefghij'[place % 10]}{place // 10 + 1}"
            raise RecordError("field-letter", square=square, letter=shown(letter))
    red, blue = _SYMBOL_OF_FIELD
    return {
        Seat.RED: "".join(red[letter] for letter in field[:40]),
        Seat.BLUE: "".join(blue[letter] for letter in field[60:]),
    }


def outcome_of(code: str, winner: str, winners: tuple[str, str, str]) -> Outcome:
    """The outcome of a result code and a winner; `winners` are the marks of red, blue and a draw.

    Raises:
        RecordError: `result-unknown`.
    """
    if _RESULT_CODE.fullmatch(code) is None or winner not in winners:
        raise RecordError("result-unknown", type=shown(code, 20), winner=shown(winner, 20))
    side = winners.index(winner)
    return Outcome(RESULT_CODES.get(int(code), End.UNFINISHED), side if side < 2 else None)
