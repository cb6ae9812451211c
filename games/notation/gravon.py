"""Gravon XML, in and out: the form of the archive on gravon.de."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn
from xml.etree.ElementTree import Element, SubElement, tostring
from xml.parsers import expat

from games.rules import VARIANTS, End, Outcome, Seat

from .archive_codes import (
    CODE_OF_END,
    FIELD_OF_SYMBOL,
    SQUARES,
    game_type,
    outcome_of,
    setups_of,
    variant_of,
)
from .archive_turns import follow
from .record import MAX_PLIES, Record, RecordError, clean_name

_WINNERS = ("1", "2", "3")
_SEATS = {"1": Seat.RED, "2": Seat.BLUE}
_LONGEST_NAME = 4096
_DEEPEST = 50

_MOST_PARTS = 1_000_000
"""Elements and attributes; a move has four of them in at least 30 bytes."""

_CHUNK = _LONGEST_TOKEN = 1 << 16
"""The parser rescans an unfinished token (a tag, a comment) with every chunk: a longer one is refused."""

_ENCODING_ERRORS = (
    expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING],
    expat.errors.codes[expat.errors.XML_ERROR_INCORRECT_ENCODING],
)


def read_gravon(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every game of an XML file, as it is read: no tree is built, so memory does not grow with the file.

    Document types are refused outright, whatever they say. Entities can be declared nowhere else, so nothing is ever
    expanded or fetched.

    Raises:
        RecordError: `no-games`; or the rest of the file cannot be read: `xml-broken`, `xml-forbidden`, `xml-deep`,
            `xml-large`, `xml-long`, `encoding`.
    """
    reader = _Reader()
    flag = False
    error: RecordError | None = None
    for start in range(0, max(len(data), 1), _CHUNK):
        error = reader.feed(data[start : start + _CHUNK], last=start + _CHUNK >= len(data))
        flag = flag or bool(reader.games)
        yield from reader.games
        reader.games.clear()
        if error is not None:
            raise error
    if not flag:
        raise RecordError("no-games")


class _Reader:
    """What expat calls. A game is the root or a child of `stratego`; its parts are its children; all else is passed
    over.
    """

    def __init__(self) -> None:
        self.games: list[Record | RecordError] = []
        self.depth = 0
        self.game_depth = 0
        self.fed = 0
        self.parts = 0
        parser = self.parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self.refuse_doctype
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        self.begin({})

    def feed(self, piece: bytes, *, last: bool) -> RecordError | None:
        """Parses a piece; returns what makes the rest unreadable."""
        try:
            self.parser.Parse(piece, last)
        except RecordError as error:
            return error
        except expat.ExpatError as error:
            if error.code in _ENCODING_ERRORS:
                return RecordError("encoding")
            return RecordError("xml-broken", line=error.lineno, column=error.offset)
        except (LookupError, ValueError):
            return RecordError("encoding")
        self.fed += len(piece)
        if self.fed - max(self.parser.CurrentByteIndex, 0) > _CHUNK + _LONGEST_TOKEN:
            return RecordError("xml-long", allowed=_LONGEST_TOKEN)
        return None

    @staticmethod
    def refuse_doctype(*_what: object) -> NoReturn:
        raise RecordError("xml-forbidden")

    def begin(self, attributes: dict[str, str]) -> None:
        self.kind = attributes.get("type", "")
        self.fields: list[str] = []
        self.turns: list[str] = []
        self.result: tuple[str, str] | None = None
        self.players: dict[Seat, str] = {}
        self.error: RecordError | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth = depth = self.depth + 1
        self.parts += 1 + len(attributes)
        if self.parts > _MOST_PARTS:
            raise RecordError("xml-large", allowed=_MOST_PARTS)
        if name == "move" and depth == self.game_depth + 1 > 1:
            try:
                self.turns.append(f"{SQUARES[attributes['source']]}-{SQUARES[attributes['target']]}")
            except KeyError:
                self.fail(RecordError("move-broken", ply=len(self.turns) + 1))
            return
        if depth > _DEEPEST:
            raise RecordError("xml-deep", allowed=_DEEPEST)
        if self.game_depth:
            if depth == self.game_depth + 1:
                self.part(name, attributes)
        elif name == "game" and depth < 3:
            self.game_depth = depth
            self.begin(attributes)
        elif depth == 1 and name != "stratego":
            raise RecordError("no-games")

    def part(self, name: str, attributes: dict[str, str]) -> None:
        if name == "field":
            if len(self.fields) < 2:
                self.fields.append(attributes.get("content", "").strip())
        elif name == "result":
            self.result = self.result or (attributes.get("type", ""), attributes.get("winner", ""))
        elif name == "player":
            seat = _SEATS.get(attributes.get("id", ""))
            if seat is not None:
                self.players[seat] = ""
                self.parser.CharacterDataHandler = lambda text: self.spell(seat, text)

    def spell(self, seat: Seat, text: str) -> None:
        if len(self.players[seat]) < _LONGEST_NAME:
            self.players[seat] += text

    def fail(self, error: RecordError) -> None:
        """Keeps what is wrong with the game first; the games after it go on."""
        if self.error is None:
            self.error = error

    def end(self, name: str) -> None:
        self.depth -= 1
        if name == "move":
            return
        if self.depth == self.game_depth:
            self.parser.CharacterDataHandler = None
        elif self.depth < self.game_depth:
            self.game_depth = 0
            try:
                self.games.append(self.record())
            except RecordError as error:
                self.games.append(error.with_traceback(None))
            self.begin({})

    def record(self) -> Record:
        slug, options = variant_of(self.kind)
        if len(self.fields) != 1:
            raise RecordError("setup-twice" if self.fields else "setup-missing")
        if self.error is not None:
            raise self.error
        if len(self.turns) > MAX_PLIES:
            raise RecordError("too-long", allowed=MAX_PLIES)
        names = {seat: clean_name(self.players.get(seat, "")) for seat in (Seat.RED, Seat.BLUE)}
        setups = setups_of(self.fields[0])
        return Record(
            variant=slug,
            setups=setups,
            turns=follow(VARIANTS[slug], setups, self.turns, options, rescues_told=False),
            result=None if self.result is None else outcome_of(*self.result, _WINNERS),
            players={seat: name for seat, name in names.items() if name},
            options=options,
            edition=VARIANTS[slug].edition,
            source="gravon-xml",
        )


def to_gravon(record: Record) -> bytes:
    """The record as Gravon XML, UTF-8. The form has no place for times, marks, proofs and the other options.

    Raises:
        RecordError: the form cannot hold it: `type-missing` for the variant, `free-missing` for its free set-up,
            `setup-unsupported`, `turn-unsupported`, or `result-missing` for an end that its codes do not have;
            `origin-unsupported`, if it was played on from another game.
    """
    if record.origin is not None:
        raise RecordError("origin-unsupported")
    root = Element("stratego")
    game = SubElement(root, "game", type=game_type(record.variant, record.options))
    SubElement(game, "field", content=_field(record))
    for ply, (source, target) in enumerate(_moves(record), 1):
        SubElement(game, "move", id=str(ply), source=_BACK[source], target=_BACK[target])
    for mark, seat in _SEATS.items():
        name = clean_name(record.players.get(seat, ""))
        if name:
            SubElement(game, "player", id=mark).text = name
    if record.result is not None and record.result.kind is not End.UNFINISHED:
        SubElement(game, "result", type=_code(record.result), winner=_winner(record.result.winner))
    head = b'<?xml version="1.0" encoding="UTF-8"?>\n'
    return head + tostring(root, encoding="unicode").encode() + b"\n"


def _moves(record: Record) -> list[tuple[str, str]]:
    """The two ends of each move. Where the game cannot be told from them alone, the form cannot hold it."""
    moves: list[tuple[str, str]] = []
    for turn in record.turns:
        squares = turn.replace("x", "-").split("-")
        if not 2 <= len(squares) <= 3 or not all(square in _BACK for square in squares):
            # A rescue after a battle, or that there was none, belongs to the ply before it.
            raise RecordError("turn-unsupported", ply=len(moves) + (not turn.startswith("*")))
        moves.append((squares[0], squares[-1]))
    ends = ["-".join(move) for move in moves]
    try:
        read = follow(record.rules, record.setups, ends, record.options, rescues_told=False)
    except RecordError as error:
        raise RecordError("turn-unsupported", ply=error.params["ply"]) from None
    for ply, (turn, again) in enumerate(zip(record.turns, read, strict=True), 1):
        if turn.replace("x", "-") != again:
            raise RecordError("turn-unsupported", ply=ply)
    return moves


_BACK = {ours: theirs for theirs, ours in SQUARES.items() if not theirs.startswith("J")}


def _code(result: Outcome) -> str:
    try:
        return CODE_OF_END[result.kind]
    except KeyError:
        raise RecordError("result-missing", kind=result.kind.value) from None


def _winner(side: int | None) -> str:
    return _WINNERS[2 if side is None else side]


def _field(record: Record) -> str:
    board = VARIANTS[record.variant].board
    squares = ["_" if board.lake_mask >> square & 1 else "A" for square in range(board.size)]
    for seat in (Seat.RED, Seat.BLUE):
        placement, letters = record.setups.get(seat, ""), FIELD_OF_SYMBOL[seat]
        if len(placement) != len(board.homes[seat]) or not letters.keys() >= set(placement):
            raise RecordError("setup-unsupported", seat=seat.slug)
        for square, symbol in zip(board.homes[seat], placement, strict=True):
            squares[square] = letters[symbol]
    return "".join(squares)
