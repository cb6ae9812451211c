"""Gravon XML, in and out: the form of the archive on gravon.de."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, SubElement, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from games.rules import End, Outcome, Seat, variant

from .archive_codes import FIELD_OF_SYMBOL, RESULT_CODES, SQUARES, game_type, outcome_of, setups_of, variant_of
from .record import MAX_PLIES, Record, RecordError, clean_name

__all__ = ["read_gravon", "to_gravon"]

_WINNERS = ("1", "2", "3")


def read_gravon(data: bytes) -> Iterator[Record | RecordError]:
    """Yields every game of an XML file.

    Document types and entities are refused outright, whatever they say, so nothing is ever expanded or fetched.

    Raises:
        RecordError: the file as a whole cannot be read: `xml-broken`, `xml-forbidden`, or `no-games`.
    """
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise RecordError("xml-forbidden") from None
    except ParseError as error:
        line, column = error.position
        raise RecordError("xml-broken", line=line, column=column) from None
    except (ValueError, LookupError):
        raise RecordError("encoding") from None
    games = [root] if root.tag == "game" else root.findall("game")
    if root.tag not in ("stratego", "game") or not games:
        raise RecordError("no-games")
    for game in games:
        try:
            yield _read_game(game)
        except RecordError as error:
            yield error


def _read_game(game: Element) -> Record:
    slug, options = variant_of(game.get("type", ""))
    fields = game.findall("field")
    if len(fields) != 1:
        raise RecordError("field-missing" if not fields else "field-twice")
    setups = setups_of(fields[0].get("content", ""))
    return Record(
        variant=slug,
        setups=setups,
        turns=tuple(_turns(game)),
        result=_result(game),
        players=_players(game),
        options=options,
        source="gravon-xml",
    )


def _turns(game: Element) -> list[str]:
    moves = game.findall("move")
    if len(moves) > MAX_PLIES:
        raise RecordError("too-long", plies=len(moves), allowed=MAX_PLIES)
    turns = []
    for move in moves:
        try:
            turns.append(f"{SQUARES[move.attrib['source']]}-{SQUARES[move.attrib['target']]}")
        except KeyError:
            raise RecordError("move-broken", ply=len(turns) + 1) from None
    return turns


def _result(game: Element) -> Outcome | None:
    result = game.find("result")
    return None if result is None else outcome_of(result.get("type", ""), result.get("winner", ""), _WINNERS)


def _players(game: Element) -> dict[Seat, str]:
    names = {player.get("id"): clean_name(player.text or "") for player in game.findall("player")}
    return {seat: names[mark] for seat, mark in ((Seat.RED, "1"), (Seat.BLUE, "2")) if names.get(mark)}


def to_gravon(record: Record) -> bytes:
    """The record as Gravon XML, UTF-8.

    Raises:
        RecordError: the form cannot hold it: `type-missing` for the variant, `turn-unsupported`, or `result-missing`
            for an end that its codes do not have.
    """
    root = Element("stratego")
    game = SubElement(root, "game", type=game_type(record.variant, record.options))
    SubElement(game, "field", content=_field(record))
    back = {ours: theirs for theirs, ours in SQUARES.items() if not theirs.startswith("J")}
    for ply, turn in enumerate(record.turns, 1):
        squares = turn.replace("x", "-").split("-")
        if len(squares) != 2 or not all(square in back for square in squares):
            raise RecordError("turn-unsupported", ply=ply)
        SubElement(game, "move", id=str(ply), source=back[squares[0]], target=back[squares[1]])
    for seat, mark in ((Seat.RED, "1"), (Seat.BLUE, "2")):
        if seat in record.players:
            SubElement(game, "player", id=mark).text = record.players[seat]
    if record.result is not None and record.result.kind is not End.UNFINISHED:
        SubElement(game, "result", type=_code(record.result.kind), winner=_winner(record.result.winner))
    head = b'<?xml version="1.0" encoding="UTF-8"?>\n'
    return head + tostring(root, encoding="unicode").encode() + b"\n"


_CODE_OF_END = {end: str(code) for code, end in RESULT_CODES.items()} | {
    End.RESIGNATION: "3",
    End.TIME_OUT: "11",
}


def _code(kind: End) -> str:
    try:
        return _CODE_OF_END[kind]
    except KeyError:
        raise RecordError("result-missing", kind=kind.value) from None


def _winner(side: int | None) -> str:
    return _WINNERS[2 if side is None else side]


def _field(record: Record) -> str:
    board = variant(record.variant).board
    squares = ["_" if board.lake_mask >> square & 1 else "A" for square in range(board.size)]
    for seat in (Seat.RED, Seat.BLUE):
        for square, symbol in zip(board.homes[seat], record.setups[seat], strict=True):
            squares[square] = FIELD_OF_SYMBOL[seat][symbol]
    return "".join(squares)
