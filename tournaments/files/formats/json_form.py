"""Our own form of a tournament (docs/tournament-format.md): canonical JSON out, strict reading in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NoReturn
from zoneinfo import available_timezones

from games.notation.bounds import JsonBound
from games.notation.record import clean_name, shown
from games.rules import VARIANTS
from tournaments.domain.state import Status
from tournaments.domain.terms import BOUNDS, CHOICES
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import EntryRecord, GameRecord, MatchRecord, Person, RoundRecord, TournamentRecord
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.formats import FORMATS, FileField, fields_in_files
from tournaments.scoring.ladder import LadderMove, MoveKind
from tournaments.scoring.points import Mark, Scoring

FORMAT = "vexillum-tournament"
VERSION = 1
MOST_ENTRIES, MOST_ROUNDS, MOST_ARBITERS, MOST_APART, MOST_MEMBERS = 5000, 99, 50, 20_000, 99
_LARGEST = 2**53 - 1
_MOST_BOARDS = 20_000  # of an arena; others have one for two entries
_MOST_MOVES = 100_000  # on a ladder
_MOST_GAMES = 99
_MOST_TEXT = 200
_BOUND = JsonBound(containers=200_000, fields=400_000, values=400_000)
"""Twice what 2,000 players and 15 rounds have."""


# -- out ------------------------------------------------------------------------------------------


def to_json(record: TournamentRecord, standings: Sequence[Mapping[str, Any]] = ()) -> bytes:
    """The tournament as UTF-8 JSON with a line feed at its end; equal records give equal bytes.

    Args:
        standings: what follows from the results, for readers that do not want to compute it; an import ignores it.
    """
    value: dict[str, Any] = {"format": FORMAT, "version": VERSION, "name": record.name}
    value |= _some(place=record.place, federation=record.federation, key=record.key)
    value |= {"variant": record.variant, "system": record.format, "rounds": record.rounds, "status": record.status}
    value |= _some(begun=record.begun, ended=record.ended, zone=record.zone)
    value |= _some(arbiters=list(record.arbiters), time_control=record.time_control)
    value |= _some(real=record.real, rated=record.rated)
    if record.team_boards:
        value |= {"team_boards": record.team_boards, "board_order": record.board_order}
    value |= {name: record.own[name] for name in fields_in_files() if name in record.own}
    value["scoring"] = record.scoring.value()
    value["tiebreaks"] = list(record.tiebreaks)
    value |= _some(first_colour=record.first_colour)
    value["entries"] = [_entry_value(entry) for entry in record.entries]
    value["pairings"] = [_round_value(item) for item in record.played]
    value |= _some(
        moves=[_some(**move._asdict()) for move in record.moves],
        apart=sorted(sorted(pair) for pair in record.forbidden),
        requested_byes=[
            {"entry": number, "round": at, "mark": mark.value}
            for number, marks in sorted(record.requested.items())
            for at, mark in sorted(marks.items())
        ],
        virtual_points=[{"entry": number, "points": points} for number, points in sorted(record.acceleration.items())],
    )
    if standings:
        value["standings"] = [dict(standing) for standing in standings]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _some(**values: Any) -> dict[str, Any]:
    """Those that say something: "", 0, False and None are left out."""
    return {name: value for name, value in values.items() if value}


def _entry_value(entry: EntryRecord) -> dict[str, Any]:
    people = [_some(**asdict(person)) for person in entry.people]
    members = [_some(**asdict(person)) for person in entry.members]
    value = {"number": entry.number, "players": people} | _some(rating=entry.rating, members=members)
    return value if entry.playing else value | {"playing": False} | _some(left=entry.left)


def _round_value(record: RoundRecord) -> dict[str, Any]:
    byes = [{"entry": number, "mark": mark.value} for number, mark in sorted(record.byes.items())]
    boards = [_match_value(match) for match in record.boards]
    return (
        {"round": record.number}
        | _some(begun=record.begun, play_off=record.play_off)
        | {"boards": boards, "byes": byes}
    )


def _match_value(match: MatchRecord) -> dict[str, Any]:
    games = [
        {
            "red": game.red,
            "blue": game.blue,
            "result": None if game.marks is None else [mark.value for mark in game.marks],
        }
        | _some(game=game.key, red_member=game.red_member, blue_member=game.blue_member)
        for game in match.games
    ]
    value = {"board": match.board, "games": games}
    return value if match.winner is None else value | {"winner": match.winner}


# -- in -------------------------------------------------------------------------------------------


def read_json(text: str) -> TournamentRecord:
    """The tournament of a JSON text. What follows from results (`standings`) is passed over.

    Raises:
        FileError: with the line, or the path of the value that is wrong.
    """
    if not _BOUND.allows(text):
        raise FileError("json-large", allowed=_BOUND.containers)
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise FileError("json-broken", line=error.lineno, column=error.colno) from None
    except FileError:
        raise
    except RecursionError:  # lists a thousand deep
        raise FileError("json-deep") from None
    except ValueError:  # a number of thousands of digits
        raise FileError("json-broken", line=1, column=1) from None
    whole = _Value(value, "")
    if whole.take("format", str) != FORMAT:
        raise FileError("form-unknown")
    if (version := whole.take("version", int)) != VERSION:
        raise FileError("version-unknown", found=version, known=VERSION)
    record = _tournament(whole)
    whole.optional("standings", list, [])
    whole.done()
    return record


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key, pair in pairs:
        if key in value:
            raise FileError("value-unknown", path=shown(key))
        value[key] = pair
    return value


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


class _Value:
    """An object of the file, whose fields are taken one by one; what nobody takes is refused."""

    def __init__(self, value: Any, path: str) -> None:
        if not isinstance(value, dict):
            raise FileError("value-type", path=path or ".", expected="object")
        self.value, self.path, self.left = value, path, dict.fromkeys(value)

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def take(self, name: str, kind: type) -> Any:
        """A field that must be there."""
        if name not in self.value:
            raise FileError("value-missing", path=self.at(name))
        return self.optional(name, kind, None)

    def optional(self, name: str, kind: type, default: Any) -> Any:
        """A field that may be missing."""
        self.left.pop(name, None)
        value = self.value.get(name, default)
        if name in self.value and type(value) is not kind:
            raise FileError("value-type", path=self.at(name), expected=_KINDS[kind])
        return value

    def text(self, name: str) -> str:
        return clean_name(self.optional(name, str, "")[:_MOST_TEXT])

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        value: int = self.take(name, int) if default is None else self.optional(name, int, default)
        if name in self.value and not least <= value <= most:
            raise FileError("value-unknown", path=self.at(name))
        return value

    def time(self, name: str) -> int | None:
        value: int | None = self.optional(name, int, None)
        if value is not None and not 0 < value <= _LARGEST:
            raise FileError("value-unknown", path=self.at(name))
        return value

    def one_of(self, name: str, known: Callable[[str], Any], default: str | None = None) -> Any:
        value = self.take(name, str) if default is None else self.optional(name, str, default)
        try:
            return known(value)
        except (ValueError, KeyError):
            raise FileError("value-unknown", path=f"{self.at(name)}: {shown(value)}") from None

    def several(self, name: str, most: int) -> list[_Value]:
        values = self.take(name, list)
        if len(values) > most:
            raise FileError("too-many", allowed=most)
        return [_Value(value, f"{self.at(name)}[{place}]") for place, value in enumerate(values)]

    def done(self) -> None:
        """Refuses what is left."""
        if self.left:
            raise FileError("value-unknown", path=self.at(next(iter(self.left))))


_KINDS: dict[type, str] = {str: "text", int: "integer", bool: "true or false", list: "list", dict: "object"}


def _tournament(whole: _Value) -> TournamentRecord:
    record = TournamentRecord(
        name=whole.text("name"),
        place=whole.text("place"),
        federation=whole.text("federation"),
        zone=_zone(whole),
        arbiters=_arbiters(whole),
        time_control=whole.text("time_control"),
        key=whole.text("key"),
        variant=whole.one_of("variant", lambda slug: VARIANTS[slug].slug),
        format=whole.one_of("system", FORMATS.__getitem__).slug,
        rounds=whole.number("rounds", 0, MOST_ROUNDS),
        status=whole.one_of("status", Status).value,
        begun=whole.time("begun"),
        ended=whole.time("ended"),
        real=whole.optional("real", bool, False),
        rated=whole.optional("rated", bool, False),
        team_boards=_team_boards(whole),
        board_order=whole.one_of("board_order", {item: item for item in CHOICES["board_order"]}.__getitem__, "rating"),
        own={field.name: _own(whole, field) for field in fields_in_files().values()},
        scoring=_scoring(whole),
        tiebreaks=_tiebreaks(whole),
        first_colour=whole.one_of("first_colour", Colour) if "first_colour" in whole.value else None,
        entries=tuple(_entry(value) for value in whole.several("entries", MOST_ENTRIES)),
        played=tuple(_round(value) for value in whole.several("pairings", MOST_ROUNDS)),
        forbidden=_apart(whole),
        requested=_requested(whole),
        acceleration=_virtual_points(whole),
        moves=tuple(map(_move, whole.several("moves", _MOST_MOVES))) if "moves" in whole.value else (),
    )
    _named(record)
    _numbered(record)
    _of_teams(record)
    return record


def _team_boards(whole: _Value) -> int:
    boards = whole.number("team_boards", 2, BOUNDS["team_boards"][1], 0)
    return boards if "team_boards" in whole.value else 0


def _of_teams(record: TournamentRecord) -> None:
    """Refuses matches of teams without a game for each board, and members that a team has not."""
    members = {entry.number: len(entry.members) for entry in record.entries}
    if any(members.values()) and not record.team_boards:
        raise FileError("value-unknown", path="entries.members")
    for played in record.played:
        for match in played.boards:
            path = f"pairings[{played.number - 1}].boards[{match.board - 1}].games"
            if record.team_boards and len(match.games) != record.team_boards:
                raise FileError("value-unknown", path=path)
            first = match.games[0]
            for place, game in enumerate(match.games):
                sides = (game.red, game.blue)
                if record.team_boards and sides != ((first.red, first.blue), (first.blue, first.red))[place % 2]:
                    raise FileError("value-unknown", path=path)
                for side, member in zip(sides, (game.red_member, game.blue_member), strict=True):
                    if member > members.get(side, 0):
                        raise FileError("value-unknown", path=path)
            for side in (first.red, first.blue):
                seated = [game.red_member if game.red == side else game.blue_member for game in match.games]
                named = [member for member in seated if member]
                if len({*named}) < len(named):
                    raise FileError("value-unknown", path=path)


def _own(whole: _Value, field: FileField) -> bool | int | str:
    usual = field.usual
    if isinstance(usual, bool):
        return bool(whole.optional(field.name, bool, usual))
    if isinstance(usual, int):
        return whole.number(field.name, *field.bounds, usual)
    return str(whole.one_of(field.name, dict(zip(field.choices, field.choices, strict=True)).__getitem__, usual))


def _scoring(whole: _Value) -> Scoring:
    value = _Value(whole.take("scoring", dict), whole.at("scoring"))
    names = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "pairing_bye", "full_bye", "half_bye")
    points = {name: value.number(name, 0, 10_000) for name in names}
    points["absent"] = value.number("absent", 0, 10_000, 0)
    value.done()
    return Scoring.from_value(points)


def _zone(whole: _Value) -> str:
    zone: str = whole.optional("zone", str, "")
    if zone and zone not in available_timezones():
        raise FileError("value-unknown", path=whole.at("zone"))
    return zone


def _arbiters(whole: _Value) -> tuple[str, ...]:
    names = whole.optional("arbiters", list, [])
    if not all(isinstance(name, str) for name in names) or len(names) > MOST_ARBITERS:
        raise FileError("value-type", path=whole.at("arbiters"), expected="list of names")
    return tuple(name for item in names if (name := clean_name(item[:_MOST_TEXT])))


def _tiebreaks(whole: _Value) -> tuple[str, ...]:
    slugs = whole.take("tiebreaks", list)
    if not all(isinstance(slug, str) and len(slug) <= 32 for slug in slugs) or len(slugs) > 20:
        raise FileError("value-type", path=whole.at("tiebreaks"), expected="list of slugs")
    return tuple(slugs)


def _entry(value: _Value) -> EntryRecord:
    people = tuple(_person(item) for item in value.several("players", 2))
    entry = EntryRecord(
        number=value.number("number", 1, MOST_ENTRIES),
        people=people,
        rating=value.number("rating", 0, 9999, 0),
        playing=value.optional("playing", bool, True),
        members=tuple(_person(item) for item in value.several("members", MOST_MEMBERS))
        if "members" in value.value
        else (),
        left=value.number("left", 0, MOST_ROUNDS, 0),
    )
    value.done()
    return entry


def _person(value: _Value) -> Person:
    value.take("name", str)
    person = Person(
        name=value.text("name"),
        sex=value.text("sex"),
        title=value.text("title"),
        rating=value.number("rating", 0, 9999, 0),
        federation=value.text("federation"),
        fide=value.text("fide"),
        birth=value.text("birth"),
        club=value.text("club"),
    )
    if not person.name:
        raise FileError("value-missing", path=value.at("name"))
    value.done()
    return person


def _round(value: _Value) -> RoundRecord:
    byes = {}
    for item in value.several("byes", MOST_ENTRIES):
        byes[item.number("entry", 1, MOST_ENTRIES)] = _bye(item)
        item.done()
    boards = tuple(_match(item) for item in value.several("boards", _MOST_BOARDS))
    number, play_off = value.number("round", 1, MOST_ROUNDS), value.optional("play_off", bool, False)
    made = RoundRecord(number, boards, byes, value.time("begun"), play_off)
    value.done()
    return made


def _bye(value: _Value) -> Mark:
    mark: Mark = value.one_of("mark", Mark)
    if not mark.bye:
        raise FileError("value-unknown", path=value.at("mark"))
    return mark


def _apart(whole: _Value) -> frozenset[frozenset[int]]:
    pairs = whole.optional("apart", list, [])
    if len(pairs) > MOST_APART:
        raise FileError("too-many", allowed=MOST_APART)
    for pair in pairs:
        if not isinstance(pair, list) or [type(item) for item in pair] != [int, int] or pair[0] == pair[1]:
            raise FileError("value-type", path=whole.at("apart"), expected="list of two numbers")
    return frozenset(map(frozenset, pairs))


def _requested(whole: _Value) -> dict[int, dict[int, Mark]]:
    marks: dict[int, dict[int, Mark]] = {}
    for value in whole.several("requested_byes", MOST_ENTRIES) if "requested_byes" in whole.value else ():
        setdefault = marks.setdefault(value.number("entry", 1, MOST_ENTRIES), {})
        setdefault[value.number("round", 1, MOST_ROUNDS)] = mark = _bye(value)
        if mark is Mark.PAIRING_BYE:
            raise FileError("value-unknown", path=value.at("mark"))
        value.done()
    return marks


def _virtual_points(whole: _Value) -> dict[int, tuple[int, ...]]:
    numbers: dict[int, tuple[int, ...]] = {}
    for value in whole.several("virtual_points", MOST_ENTRIES) if "virtual_points" in whole.value else ():
        points = value.take("points", list)
        if len(points) > MOST_ROUNDS or not all(type(each) is int and 0 <= each <= 10_000 for each in points):
            raise FileError("value-type", path=value.at("points"), expected="list of tenths of points")
        numbers[value.number("entry", 1, MOST_ENTRIES)] = tuple(points)
        value.done()
    return numbers


def _move(value: _Value) -> LadderMove:
    move = LadderMove(
        kind=value.one_of("kind", MoveKind),
        entry=value.number("entry", 1, MOST_ENTRIES),
        other=value.number("other", 1, MOST_ENTRIES, 0),
        board=value.number("board", 1, _MOST_BOARDS, 0),
        places=value.number("places", 1, MOST_ENTRIES, 0),
    )
    value.done()
    return move


def _named(record: TournamentRecord) -> None:
    """Refuses numbers that nobody has where nobody has them as an opponent."""
    numbers = {entry.number for entry in record.entries}
    lists = {
        "apart": {number for pair in record.forbidden for number in pair},
        "requested_byes": record.requested.keys(),
        "virtual_points": record.acceleration.keys(),
        "moves": {number for move in record.moves for number in (move.entry, move.other) if number},
    }
    for path, result in lists.items():
        if result - numbers:
            raise FileError("value-unknown", path=path)
    boards = {match.board: match.games[0] for item in record.played for match in item.boards}
    for place, move in enumerate(record.moves):
        game = boards.get(move.board)
        if move.board and (game is None or {game.red, game.blue} != {move.entry, move.other}):
            raise FileError("value-unknown", path=f"moves[{place}].board")


def _match(value: _Value) -> MatchRecord:
    games = tuple(_game(item) for item in value.several("games", _MOST_GAMES))
    if not games:
        raise FileError("value-missing", path=value.at("games"))
    winner = value.number("winner", 0, MOST_ENTRIES, 0) if "winner" in value.value else None
    made = MatchRecord(value.number("board", 1, _MOST_BOARDS), games, winner)
    value.done()
    return made


def _game(value: _Value) -> GameRecord:
    red, blue = (value.number(name, 1, MOST_ENTRIES) for name in ("red", "blue"))
    value.left.pop("result", None)
    result = value.value.get("result")
    marks = None
    if result is not None:
        if not isinstance(result, list) or len(result) != 2:
            raise FileError("value-type", path=value.at("result"), expected="two marks")
        marks = tuple(_mark(item, value.at("result")) for item in result)
    key = value.text("game")
    members = [value.number(name, 1, MOST_MEMBERS, 0) for name in ("red_member", "blue_member")]
    value.done()
    return GameRecord(red, blue, marks, key, *members)  # type: ignore[arg-type]  # there are two


def _mark(value: Any, path: str) -> Mark:
    try:
        mark = Mark(value)
    except ValueError:
        raise FileError("value-unknown", path=path) from None
    if mark.bye:
        raise FileError("value-unknown", path=path)
    return mark


def _numbered(record: TournamentRecord) -> None:
    """Refuses numbers that do not run from 1 without gaps: entries, rounds, boards of a round."""
    series = {
        "entries": [entry.number for entry in record.entries],
        "pairings": [item.number for item in record.played],
    }
    series |= {f"pairings[{item.number - 1}].boards": [match.board for match in item.boards] for item in record.played}
    for path, numbers in series.items():
        if numbers != list(range(1, len(numbers) + 1)):
            raise FileError("numbers", path=path)
