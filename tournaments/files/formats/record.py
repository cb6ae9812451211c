"""A tournament as plain values: what every export is made of, and what every import makes.

Entries are known by their pairing numbers here. It holds what everybody may know of an announced event, and names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.files.formats.errors import FileError
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.formats import FORMATS, fields_in_files
from tournaments.scoring.ladder import LadderMove
from tournaments.scoring.points import HALVES, SCORINGS, TENTHS, Mark, Scoring, bye_board_points, team_result
from tournaments.scoring.streaks import columns_of


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who takes part, as a report file describes them. What is not known is "" or 0.

    Args:
        birth: year, month and day, or less, as written in the file.
        club: where the player comes from.
        fide: the number that the federation gave.
    """

    name: str
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide: str = ""
    birth: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """An entry: one person, or two partners.

    Args:
        number: the pairing number, from 1.
        rating: for the initial ranking; 0 for none.
        playing: it is paired in the rounds to come.
        left: it left after so many rounds; 0 where a file does not tell.
        members: of a team those of the roster in order, and after them who else played for it. Then `people` is one,
            with the name of the team.
    """

    number: int
    people: tuple[Person, ...]
    rating: int = 0
    playing: bool = True
    members: tuple[Person, ...] = ()
    left: int = 0

    @property
    def name(self) -> str:
        return " / ".join(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a board.

    Args:
        red, blue: pairing numbers.
        marks: of red and blue; None while it is not decided.
        key: the public address of the game, or "".
        red_member, blue_member: of teams who played it, by the place among the members from 1; 0 for nobody.
    """

    red: int
    blue: int
    marks: tuple[Mark, Mark] | None = None
    key: str = ""
    red_member: int = 0
    blue_member: int = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A board of a round: one game, or a match of several; of teams one of each of their boards.

    `winner`: along a bracket who goes on, 0 for nobody, or None while that is open.
    """

    board: int
    games: tuple[GameRecord, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round. `byes`: the marks of who has no board. `begun`: microseconds since the epoch, or None. `play_off`: those
    play who are level for the last place that goes on to the next stage.
    """

    number: int
    boards: tuple[MatchRecord, ...]
    byes: Mapping[int, Mark] = field(default_factory=dict)
    begun: int | None = None
    play_off: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament after some of its rounds.

    Args:
        format: slug of `tournaments.scoring.formats`.
        rounds: how many there will be.
        tiebreaks: slugs of docs/tiebreaks.md.
        first_colour: of the highest player in the first round; None before it, if it is yet to be drawn.
        forbidden: pairs of numbers that must not meet. Not everybody may know them (`exporting.record_of`).
        requested: the byes of rounds that are not paired yet, by number and round.
        acceleration: virtual points of each round, in tenths, by number, where they are not those of the format.
        own: what it has for its format alone, by the names of `FormatTraits.in_files`: those that are not as usual.
        status: slug of `tournaments.domain.state.Status`.
        begun, ended: microseconds since the epoch, or None.
        team_boards, board_order: of teams, as in the terms (`tournaments.domain.terms.Terms`).
        zone: the IANA name of the time zone of the event; "" where a file tells days alone, which begin in UTC then.
        arbiters: their names, the chief first.
        time_control: the time of the players, in words.
        key: the public address of the event, or "".
        moves: on a ladder who moved, in order; by pairing numbers.
        notes: what the file says and is not, or not quite, read.
    """

    name: str
    variant: str
    format: str
    rounds: int
    entries: tuple[EntryRecord, ...]
    played: tuple[RoundRecord, ...]
    place: str = ""
    federation: str = ""
    scoring: Scoring = SCORINGS["6-3-1"]
    tiebreaks: tuple[str, ...] = ()
    first_colour: Colour | None = None
    forbidden: frozenset[frozenset[int]] = frozenset()
    requested: Mapping[int, Mapping[int, Mark]] = field(default_factory=dict)
    acceleration: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    real: bool = False
    rated: bool = False
    own: Mapping[str, bool | int | str] = field(default_factory=dict)
    status: str = "running"
    begun: int | None = None
    ended: int | None = None
    zone: str = ""
    arbiters: tuple[str, ...] = ()
    time_control: str = ""
    key: str = ""
    team_boards: int = 0
    board_order: str = "rating"
    moves: tuple[LadderMove, ...] = ()
    notes: tuple[FileError, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Leaves out of `own` what is as usual. Once there are rounds somebody had a colour first: red, if it is not
        told.
        """
        usual = {name: item.usual for name, item in fields_in_files().items()}
        object.__setattr__(self, "own", {name: item for name, item in self.own.items() if item != usual[name]})
        if self.played and self.first_colour is None:
            object.__setattr__(self, "first_colour", Colour.RED)

    @property
    def terms_in_file(self) -> dict[str, Any]:
        """The fields that files have for one format or another, by name."""
        return {name: self.own.get(name, item.usual) for name, item in fields_in_files().items()}

    @property
    def annulled(self) -> frozenset[int]:
        """Who left a round robin before half of the games, as in `tournaments.domain.standings.is_annulled`."""
        gone = {entry.number for entry in self.entries if not entry.playing}
        needed = FORMATS[self.format].games_of_each(len(self.entries), self.terms_in_file)
        if not needed or not gone:
            return frozenset()
        matches = (match for record in self.played for match in record.boards)
        there = Counter(
            number
            for match in matches
            if any(game.marks is not None and game.marks[0].played for game in match.games)
            for number in (match.games[0].red, match.games[0].blue)
        )
        return frozenset(number for number in gone if 2 * there[number] < needed)

    @property
    def columns(self) -> tuple[RoundRecord, ...]:
        """The rounds as the crosstable has them: of one that grows parts, in none of which somebody has two boards."""
        if not FORMATS[self.format].grows:
            return self.played
        parts: list[list[MatchRecord]] = []
        matches = [match for item in self.played for match in item.boards]
        pairs = [(match.games[0].red, match.games[0].blue) for match in matches]
        for match, column in zip(matches, columns_of(pairs), strict=True):
            parts += [[]] if column == len(parts) else []
            parts[column].append(match)
        return tuple(RoundRecord(number, tuple(part)) for number, part in enumerate(parts, 1))

    def crosstable(self) -> Crosstable:
        """What pairing and standings look at, virtual points included. A match of several games counts once, with who
        won it.
        """
        columns = [dict(_results(record, teams=self.team_boards)) for record in self.columns]
        absent, annulled, to_come = RoundResult(Mark.ABSENT), self.annulled, len(self.played) + 1
        rows = tuple(
            Row(
                entry.number,
                entry.rating,
                tuple(column.get(entry.number, absent) for column in columns),
                acceleration=self.acceleration.get(entry.number, ()),
                absent=not entry.playing or to_come in self.requested.get(entry.number, ()),
                annulled=entry.number in annulled,
            )
            for entry in self.entries
        )
        colour = self.first_colour or Colour.RED
        paired_so = self.team_boards and FORMATS[self.format].by_score
        colours = self.terms_in_file["team_colours"] if paired_so else ""
        table = Crosstable(rows, self.rounds, self.scoring, self.forbidden, colour, team_colours=colours)
        return table if self.acceleration else FORMATS[self.format].table_in_file(table, self.terms_in_file)


def _results(played: RoundRecord, *, teams: int) -> Iterator[tuple[int, RoundResult]]:
    for number, mark in played.byes.items():
        yield number, RoundResult(mark, board_points=bye_board_points(mark, teams))
    for match in played.boards:
        red, blue = match.games[0].red, match.games[0].blue
        if teams:
            yield from _team_results(match)
            continue
        yield red, RoundResult(_mark(match, red), blue, Colour.RED)
        yield blue, RoundResult(_mark(match, blue), red, Colour.BLUE)


def _team_results(match: MatchRecord) -> Iterator[tuple[int, RoundResult]]:
    """What a match of teams was for the two; along a bracket for who went on, as in `tournaments.domain.standings`."""
    first = match.games[0]
    sides = (first.red, first.blue)
    marks = {side: [game.marks[game.red != side] for game in match.games if game.marks is not None] for side in sides}
    result: tuple[Mark | None, Mark | None] = (None, None)
    if match.winner is not None:
        result = (_mark(match, first.red), _mark(match, first.blue))
    elif all(game.marks is not None for game in match.games):
        result = team_result(marks[first.red], marks[first.blue])
    for side, other, colour, mark in zip(sides, sides[::-1], (Colour.RED, Colour.BLUE), result, strict=True):
        made = sum(HALVES.get(item, 0) for item in marks[side]) * TENTHS // 2
        yield side, RoundResult(mark, other, colour, made)


def _mark(match: MatchRecord, number: int) -> Mark | None:
    """What a board was worth to one of its players: its game, or the match that it decided, as in
    `tournaments.domain.standings`.
    """
    only = match.games[0].marks
    if len(match.games) == 1 and (match.winner is None or only is None or only[0] is not only[1]):
        return None if only is None else only[number != match.games[0].red]
    if match.winner is None:
        return None
    if not match.winner:
        return Mark.FORFEIT_LOSS
    return Mark.WIN if match.winner == number else Mark.LOSS
