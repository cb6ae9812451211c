"""The FIDE Tournament Report File, TRF16 and TRF26, with the lines of pairing programs (XXR XXC XXZ XXS XXA XXP).

`read` and `write` are inverse to one another. A report keeps every line that it does not understand, and says which
those are (`unread`); one that pairing or points depend on is refused. Pure.

A line begins with three characters that say what it is. `001` is a player, in fixed columns; `012`, `022`, … `202` tell
of the tournament; `240`, `250` and `260` of byes, virtual points and pairs that must not meet; `XX.` lines tell a
pairing program what it needs. Those of teams are in `trf_teams`, what follows from them in `trf_team_form`. Comments of
our own say what the form has no line for: `### vexillum-club` the club of a player, `### vexillum-annulled` whose
results do not count, `### vexillum-left` who takes part no more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby
from typing import Any, Literal

from tournaments.files.formats.trf_teams import CODES, TeamLines, TeamReading, team_texts
from tournaments.files.formats.trf_values import MOST_ROUNDS, TrfError, points_text, round_number, tenths, whole
from tournaments.pairing.baku import baku
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark, Scoring

STANDARD = SCORINGS["1-half-0"]
"""What results are worth in a report that does not say so."""

LONGEST = 9999
"""Lines of a report at most; pairing numbers have four digits."""


MOST_TOGETHER, MOST_FORBIDDEN = 40, 20_000
"""Players of one line XXP or 260, of whom no two may meet; and pairs of all such lines."""

DUTCH = {"FIDE_DUTCH": "2026", "FIDE_DUTCH_2025": "2026", "FIDE_DUTCH_2017": "2017"}
"""The systems of line 192 that are paired here, with the year of their rules; `BAKU` behind one accelerates it."""

TEAM_SYSTEMS = {
    "FIDE_TEAM": "a",
    "FIDE_TEAM_TYPEA_MP_GP": "a",
    "FIDE_TEAM_TYPEB_MP_GP": "b",
    "FIDE_TEAM_MP_GP": "none",
}
"""And of teams, with the type of their colour preferences: by match points, and board points for colours."""

BAKU = "_BAKU"
RULES = "2026"


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """A player of a report (line 001).

    Args:
        number: starting rank, which is the pairing number.
        name: as written, at most 33 characters.
        sex: `m`, `w` or empty.
        title: such as `GM`, or empty.
        rating: 0 for none.
        federation, id, birth: as written, or empty.
        points: in tenths; None where none are told.
        rank: place; 0 for none.
        club: as written, or empty; from a comment of our own.
        results: one for each round. Empty columns are `Mark.ABSENT`, a mark of None is a game that goes on.
        line: where it was read.
    """

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    id: str = ""
    birth: str = ""
    club: str = ""
    points: int | None = None
    rank: int = 0
    results: tuple[RoundResult, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class PlayersApart:
    """Players of whom no two meet in some rounds (line 260).

    Args:
        numbers: theirs.
        first, last: the rounds, from 1.
        line: where it was read.
    """

    numbers: frozenset[int]
    first: int
    last: int
    line: int = field(default=0, compare=False)

    @property
    def pairs(self) -> frozenset[frozenset[int]]:
        return frozenset(map(frozenset, combinations(sorted(self.numbers), 2)))


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """A tournament report.

    Args:
        players: by number.
        header: the lines 012 to 132 in their order, code and text.
        rounds: of the whole event (142, XXR); 0 if it is not told.
        first_colour: of the highest player in round 1 (152, XXC white1, black1).
        by_rank: players are to be paired in the order of their lines (XXC rank).
        absent: not to be paired in the next round (XXZ).
        scoring: 162, XXS.
        system: the code of line 192, such as `FIDE_DUTCH_BAKU`, or empty.
        tiebreaks: the codes of line 202, or of 212 without points.
        acceleration: virtual points of each round, in tenths, by number (250, XXA).
        byes: those of line 240, by number and round.
        forbidden: pairs that must not meet (XXP).
        apart: players who must not meet in some rounds (260).
        annulled: whose results do not count, for anybody (FIDE Competition Rules, withdrawal from a round robin).
        left: who takes part no more, of those who are absent.
        of_teams: the teams, whose numbers are those of `absent`, `acceleration`, `byes`, `apart` and the like then.
        other: all other lines.
        unread: those of them that say something, with their numbers.
        lines: where each code was read first.
    """

    players: tuple[ReportPlayer, ...]
    header: tuple[tuple[str, str], ...] = ()
    rounds: int = 0
    first_colour: Colour | None = None
    by_rank: bool = False
    absent: frozenset[int] = frozenset()
    scoring: Scoring | None = None
    system: str = ""
    tiebreaks: tuple[str, ...] = ()
    acceleration: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[int, Mapping[int, Mark]] = field(default_factory=dict)
    forbidden: frozenset[frozenset[int]] = frozenset()
    apart: tuple[PlayersApart, ...] = ()
    annulled: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    of_teams: TeamLines = field(default_factory=TeamLines)
    other: tuple[str, ...] = ()
    unread: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        return next((text for code, text in self.header if code == "012"), "")

    @property
    def paired(self) -> int:
        """How many rounds were paired. Byes on request alone do not make a round: they are for the next one. A
        pairing-allocated bye does, since pairing alone gives it (C.04.1); see docs/pairing.md.
        """
        return max([self.of_teams.paired, *map(_paired, self.players)])

    @property
    def kept_apart(self) -> frozenset[frozenset[int]]:
        """The pairs that must not meet in the next round."""
        to_come = self.paired + 1
        return self.forbidden.union(*(apart.pairs for apart in self.apart if apart.first <= to_come <= apart.last))

    @property
    def rules(self) -> str:
        """The year of the rules by which the file says it is paired (line 192); those of now if it does not."""
        return DUTCH.get(self.system.removesuffix(BAKU), RULES)

    @property
    def requested(self) -> dict[int, dict[int, Mark]]:
        """The byes of rounds that are not paired yet, by number and round: of lines 001 and 240."""
        paired = self.paired
        result: dict[int, dict[int, Mark]] = {}
        if self.of_teams:
            later = {item: {at: mark for at, mark in by.items() if at > paired} for item, by in self.byes.items()}
            return {number: marks for number, marks in later.items() if marks}
        for player in self.players:
            marks = {
                at: result.mark
                for at, result in enumerate(player.results[paired:], paired + 1)
                if result.mark is not None
            }
            marks |= {at: mark for at, mark in self.byes.get(player.number, {}).items() if at > paired}
            if marks:
                result[player.number] = marks
        return result

    def check_system(self) -> None:
        """Whether the next round is to be paired by the Dutch system, or that of teams.

        Raises:
            TrfError: `system`: line 192 names another one.
        """
        line = self.lines.get("192", 0)
        known = TEAM_SYSTEMS if self.of_teams else DUTCH
        if self.system and self.system.removesuffix(BAKU) not in known:
            raise TrfError(line, "system", text=self.system)

    def crosstable(self, *, rounds: int | None = None, scoring: Scoring | None = None) -> Crosstable:
        """What pairing and standings of players need; those of teams are in `trf_team_form`.

        Args:
            rounds: of the whole event, instead of what the report says.
            scoring: instead of the report's. Without it the points of the players are compared with their results.

        Raises:
            TrfError: `numbers-gap` (pairing numbers are not 1 to n), `by-rank` or `points`.
        """
        if [player.number for player in self.players] != list(range(1, len(self.players) + 1)):
            raise TrfError(0, "numbers-gap", players=len(self.players))
        if self.by_rank:
            raise TrfError(0, "by-rank")
        if scoring is None:
            self.check_points(self.scoring or STANDARD)
        paired = self.paired
        away = self.absent | {number for number, marks in self.requested.items() if paired + 1 in marks}
        table = Crosstable(
            rows=tuple(self._row(player, paired, away) for player in self.players),
            rounds=self.rounds if rounds is None else rounds,
            scoring=scoring or self.scoring or STANDARD,
            forbidden=self.kept_apart,
            first_colour=self.first_colour or self._seen_first_colour(),
        )
        # Lines 250 come before a method of line 192.
        return baku(table) if self.system.endswith(BAKU) and not self.acceleration else table

    def check_points(self, scoring: Scoring) -> None:
        """Compare the points of each player with the results.

        Raises:
            TrfError: `points`.
        """
        paired = self.paired
        for player in self.players:
            worth = [self._worth(scoring, player, result) for result in player.results]
            # Points of byes in the next round may be counted already, or not yet.
            if player.points is not None and player.points not in (sum(worth), sum(worth[:paired])):
                text, counted = points_text(player.points), points_text(sum(worth))
                raise TrfError(player.line, "points", number=player.number, told=text, counted=counted)

    def before(self, number: int) -> TournamentReport:
        """The report as it was when a round was to be paired.

        Who had no opponent in that round and not the pairing-allocated bye was absent by request.

        Args:
            number: of the round, from 1 to `paired`.
        """
        scoring = self.scoring or STANDARD
        left = {player.number for player in self.players if _left_out(player, number)}
        players = []
        for player in self.players:
            results = player.results[: number - 1]
            points = sum(self._worth(scoring, player, result) for result in results)
            players.append(replace(player, results=results, points=points))
        acceleration = {item: numbers[:number] for item, numbers in self.acceleration.items()}
        return replace(self, players=tuple(players), absent=frozenset(left), acceleration=acceleration)

    def _worth(self, scoring: Scoring, player: ReportPlayer, result: RoundResult) -> int:
        """The points of a round, none for a result that does not count."""
        gone = player.number in self.annulled or result.opponent in self.annulled
        return scoring.points(result.mark) if result.mark and not gone else 0

    def _row(self, player: ReportPlayer, paired: int, away: Collection[int]) -> Row:
        results = player.results[:paired]
        return Row(
            number=player.number,
            rating=player.rating,
            results=results + (RoundResult(Mark.ABSENT),) * (paired - len(results)),
            acceleration=self.acceleration.get(player.number, ()),
            absent=player.number in away,
            annulled=player.number in self.annulled,
        )

    def _seen_first_colour(self) -> Colour:
        """The colour that C.04.3.E.5 gave out in round 1: the higher player of a board has it if the number is odd."""
        for player in self.players:
            first = player.results[0] if player.results else None
            if first is not None and first.colour is not None and first.opponent is not None:
                return first.colour if player.number % 2 else first.colour.other
        return Colour.RED


_ON_REQUEST = frozenset({Mark.ABSENT, Mark.HALF_BYE, Mark.FULL_BYE})


def _paired(player: ReportPlayer) -> int:
    numbers = [number for number, result in enumerate(player.results, start=1) if result.mark not in _ON_REQUEST]
    return max(numbers, default=0)


def _left_out(player: ReportPlayer, number: int) -> bool:
    return len(player.results) < number or player.results[number - 1].mark in _ON_REQUEST


# -- reading --------------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or else the Western code page that older programs write."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str) -> TournamentReport:
    """Read a report. Lines may end in CR, LF or both.

    Raises:
        TrfError: with the number of the line.
    """
    reading = _HeaderReading()
    players: dict[int, ReportPlayer] = {}
    for line, content in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        content = content.rstrip()
        if line > LONGEST + 1000:
            raise TrfError(line, "too-long")
        if content.startswith("001"):
            player = _player(line, content)
            if player.number in players:
                raise TrfError(line, "number-twice", number=player.number, first=players[player.number].line)
            players[player.number] = player
        elif content:
            reading.take(line, content)
    if not players:
        raise TrfError(0, "no-players")
    report = reading.report(tuple(players[number] for number in sorted(players)))
    _check(report)
    return report


class _HeaderReading:
    """What the lines that are not a player's have said so far. Each adds to it, so that many cost no more than few."""

    def __init__(self) -> None:
        self._header: list[tuple[str, str]] = []
        self._lines: dict[str, int] = {}
        self._said: dict[str, tuple[int, Any]] = {}
        self._by_rank = False
        self._absent: set[int] = set()
        self._scoring: Scoring | None = None
        self._points: dict[str, int] = {}
        self._tiebreaks: dict[str, tuple[str, ...]] = {}
        self._acceleration: dict[int, tuple[int, ...]] = {}
        self._virtual: list[_VirtualPoints] = []
        self._byes: dict[int, dict[int, Mark]] = {}
        self._bye_lines: dict[tuple[int, int], int] = {}
        self._forbidden: set[frozenset[int]] = set()
        self._apart: list[PlayersApart] = []
        self._pairs = 0
        self._named: dict[int, int] = {}
        self._annulled: set[int] = set()
        self._left: set[int] = set()
        self._clubs: dict[int, tuple[str, str]] = {}
        self._teams = TeamReading()
        self._other: list[str] = []
        self._unread: list[tuple[int, str]] = []

    def take(self, line: int, content: str) -> None:
        """One more line. Raises `TrfError`."""
        code, text = content[:3], content[4:].rstrip()
        if code == "###" and self._comment(content):
            return
        if not code.startswith("#") and not re.fullmatch(r"[0-9A-Za-z]{3}( .*)?", content):
            raise TrfError(line, "code", text=content[:20])
        self._lines.setdefault(code, line)
        if re.fullmatch(r"(0[1-9]|1[0-3])2", code):
            self._header.append((code, text))
        elif code in CODES:
            self._teams.take(line, code, content)
        elif not (self._setting(line, code, text) or self._player_list(line, code, text)):
            self._teams.take(line, code, content)  # 013, which may be of an event of players
            self._other.append(content)
            if not code.startswith("#"):
                self._unread.append((line, content[:40]))

    def _setting(self, line: int, code: str, text: str) -> bool:
        match code:
            case "142" | "XXR":
                self._say(line, "rounds", whole(line, text.strip(), "rounds"), text)
            case "152":
                if text.strip() not in _INITIAL:
                    raise TrfError(line, "first-colour", text=text)
                self._say(line, "colour", _INITIAL[text.strip()], text)
            case "XXC":
                for item in _configured(line, text.split()):
                    if isinstance(item, Colour):
                        self._say(line, "colour", item, text)
                    else:
                        self._by_rank = True
            case "162":
                system = _point_system(line, text)
                if "X" in system:
                    self._unread.append((line, f"162 X {points_text(system.pop('X'))}"))
                self._points = {name: points for text, points in system.items() for name in _POINT_SYSTEM[text]}
                if "W" in system and "P" not in system:
                    self._points["pairing_bye"] = system["W"]
                self._scoring = replace(self._scoring or STANDARD, **self._points)
            case "XXS":
                self._scoring = _scoring(line, text, self._scoring or STANDARD)
            case "192":
                if re.search("SCHILLER|SCHEVENINGEN", text):
                    raise TrfError(line, "team-event", text=text)
                self._say(line, "system", text.strip(), text)
            case "202" | "212":
                codes = (part.strip() for part in text.split(","))
                self._tiebreaks[code] = tuple(code for code in codes if code and code != "PTS")
            case "299":
                raise TrfError(line, "abnormal-points", text=text)
            case _:
                return False
        return True

    def _player_list(self, line: int, code: str, text: str) -> bool:
        match code:
            case "XXZ":
                result = _numbers(line, text)
                self._absent |= result
            case "XXA":
                number, numbers = _accelerated(line, text)
                self._acceleration[number] = numbers
                result = frozenset({number})
            case "250":
                self._virtual.append(_virtual_points(line, text))
                result = frozenset(self._virtual[-1].ends)
            case "240":
                result = self._take_byes(line, text)
            case "XXP":
                result = _together(line, text.split())
                self._forbidden |= {frozenset(pair) for pair in combinations(sorted(result), 2)}
                self._count_pairs(line, result)
            case "260":
                self._apart.append(_players_apart(line, text))
                result = self._apart[-1].numbers
                self._count_pairs(line, result)
            case _:
                return False
        for number in result:
            self._named.setdefault(number, line)
        return True

    def _count_pairs(self, line: int, together: Collection[int]) -> None:
        self._pairs += len(together) * (len(together) - 1) // 2
        if self._pairs > MOST_FORBIDDEN:
            raise TrfError(line, "too-long")

    def _take_byes(self, line: int, text: str) -> frozenset[int]:
        kind, round, *numbers = [*text.split(), "", ""]
        numbers = [number for number in numbers if number]
        if kind not in _REQUESTED or not numbers:
            raise TrfError(line, "bye", text=text[:40])
        at = round_number(line, round)
        result = frozenset(whole(line, number, "player") for number in numbers)
        for number in result:
            self._say(line, f"bye {number} {at}", kind, text)
            self._byes.setdefault(number, {})[at] = _REQUESTED[kind]
            self._bye_lines[number, at] = line
        return result

    def _say(self, line: int, what: str, value: Any, text: str) -> None:
        """Keeps what a line says. Raises `TrfError` if another one said otherwise."""
        first, before = self._said.setdefault(what, (line, value))
        if before != value:
            raise TrfError(line, "contradicts", text=text.strip()[:40], first=first)

    def _comment(self, content: str) -> bool:
        """Whether a comment is one of ours; what somebody else wrote there is kept as it is."""
        if match_ := _CLUB.fullmatch(content):
            self._clubs[int(match_[1])] = content, match_[2].strip()
        elif match_ := _ANNULLED.fullmatch(content):
            self._annulled |= set(map(int, match_[1].split()))
        elif match_ := _LEFT.fullmatch(content):
            self._left |= set(map(int, match_[1].split()))
        return match_ is not None

    def report(self, players: tuple[ReportPlayer, ...]) -> TournamentReport:
        """What the lines that were read say together, with these players. Raises `TrfError`."""
        header = dict(self._header)
        of_teams = "TEAM" in self._told("system", "") or header.get("092", "").lower().startswith("team")
        teams = self._teams.lines(of_teams=of_teams)
        if of_teams and not teams:
            line = self._lines.get("192") or self._lines["092"]
            raise TrfError(line, "team-event", text=self._told("system", "") or header["092"])
        if teams and "310" not in self._lines:
            self._other = [content for content in self._other if not content.startswith("013")]
            self._unread = [item for item in self._unread if not item[1].startswith("013")]
        numbers = {item.number for item in (teams.teams or players)}
        for number, line in self._named.items():
            if number not in numbers:
                raise TrfError(line, "unknown-player", number=number)
        if self._scoring is not None and self._points != {name: getattr(self._scoring, name) for name in self._points}:
            raise TrfError(self._lines["XXS"], "contradicts", text="XXS", first=self._lines["162"])
        players = tuple(
            replace(player, club=self._clubs[player.number][1]) if player.number in self._clubs else player
            for player in players
        )
        if not teams:
            self._check_byes(players)
        strange = [content for number, (content, _club) in self._clubs.items() if number not in numbers]
        return TournamentReport(
            players=players,
            header=tuple(self._header),
            rounds=self._told("rounds", 0),
            first_colour=self._told("colour", None),
            by_rank=self._by_rank,
            absent=frozenset(self._absent),
            scoring=self._scoring,
            system=self._told("system", ""),
            tiebreaks=self._tiebreaks.get("202", self._tiebreaks.get("212", ())),
            acceleration=self._accelerated(numbers),
            byes=self._byes,
            forbidden=frozenset(self._forbidden),
            apart=tuple(self._apart),
            annulled=frozenset(self._annulled & numbers),
            left=frozenset(self._left & numbers),
            of_teams=teams,
            other=(*self._other, *strange),
            unread=tuple(self._unread),
            lines=self._lines,
        )

    def _told(self, what: str, default: Any) -> Any:
        return self._said[what][1] if what in self._said else default

    def _check_byes(self, players: Iterable[ReportPlayer]) -> None:
        """What lines 240 and 001 say of one round has to be the same; nothing at all is an absence."""
        paired = max(map(_paired, players), default=0)
        for player in players:
            for at, mark in self._byes.get(player.number, {}).items():
                there = player.results[at - 1].mark if at <= len(player.results) else Mark.ABSENT
                if there is not mark and at <= max(paired, len(player.results)):
                    line = self._bye_lines[player.number, at]
                    raise TrfError(line, "bye-differs", number=player.number, round=at, first=player.line)

    def _accelerated(self, numbers: Collection[int]) -> dict[int, tuple[int, ...]]:
        """The virtual points of lines XXA and 250 by number. Raises `TrfError` if they differ."""
        outcome: dict[int, dict[int, int]] = {}
        for item in self._virtual:
            for number in numbers:
                if item.ends[0] <= number <= item.ends[1]:
                    outcome.setdefault(number, {}).update(dict.fromkeys(range(item.first, item.last + 1), item.points))
        result = {number: tuple(by.get(at, 0) for at in range(1, max(by) + 1)) for number, by in outcome.items()}
        for number, points in result.items():
            if self._acceleration.setdefault(number, points) != points:
                raise TrfError(self._lines["XXA"], "contradicts", text=f"XXA {number}", first=self._lines["250"])
        return self._acceleration


_CLUB = re.compile(r"### vexillum-club +(\d{1,4}) (.+)")
_ANNULLED = re.compile(r"### vexillum-annulled((?: +\d{1,4})+)")
_LEFT = re.compile(r"### vexillum-left((?: +\d{1,4})+)")

_INITIAL = {"W": Colour.RED, "B": Colour.BLUE}
_REQUESTED = {"F": Mark.FULL_BYE, "H": Mark.HALF_BYE, "Z": Mark.ABSENT}

# The columns of a player's line, from 0 and past the end: the standard counts from 1.
_NUMBER, _SEX, _TITLE, _NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
_RATING, _FEDERATION, _ID, _BIRTH = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
_POINTS, _RANK, _RESULTS, _RESULT = slice(79, 84), slice(85, 89), 91, 10


def _player(line: int, content: str) -> ReportPlayer:
    if len(content) < _POINTS.stop:
        raise TrfError(line, "short", columns=len(content), needed=_POINTS.stop)
    number = whole(line, content[_NUMBER].strip(), "number")
    if not number:
        raise TrfError(line, "number", text=content[_NUMBER])
    return ReportPlayer(
        number=number,
        sex=content[_SEX].strip(),
        title=content[_TITLE].strip(),
        name=content[_NAME].strip(),
        rating=whole(line, content[_RATING].strip() or "0", "rating"),
        federation=content[_FEDERATION].strip(),
        id=content[_ID].strip(),
        birth=content[_BIRTH].strip(),
        points=tenths(line, content[_POINTS].strip()) if content[_POINTS].strip() else None,
        rank=whole(line, content[_RANK].strip() or "0", "rank"),
        results=_results(line, content[_RESULTS:], number),
        line=line,
    )


def _results(line: int, columns: str, number: int) -> tuple[RoundResult, ...]:
    if len(columns) > MOST_ROUNDS * _RESULT:
        raise TrfError(line, "too-many-rounds", number=number, rounds=MOST_ROUNDS)
    parts = (columns[start : start + _RESULT] for start in range(0, len(columns), _RESULT))
    return tuple(_result(line, part.ljust(_RESULT), number, index) for index, part in enumerate(parts, start=1))


_COLOURS = {"w": Colour.RED, "b": Colour.BLUE, "-": None, " ": None}
_LETTERS = {Colour.RED: "w", Colour.BLUE: "b", None: "-"}


def _result(line: int, part: str, number: int, index: int) -> RoundResult:
    """One round of one player: ` 12 w 1`, `0000 - U` or blanks."""

    def wrong() -> TrfError:
        return TrfError(line, "result", number=number, round=index, text=part.strip())

    text, colour, letter = part[:4].strip(), part[5].lower(), part[7].upper()
    if part[4] + part[6] + part[8:].strip() != "  " or colour not in _COLOURS:
        raise wrong()
    if text and not text.isdecimal():
        raise wrong()
    opponent = int(text or 0) or None
    mark = _mark(letter, opponent, wrong)
    if opponent is None and mark is Mark.FORFEIT_LOSS:
        mark = Mark.ABSENT  # nobody to lose against: other programs write an absence so
    if opponent is None and (_COLOURS[colour] is not None or (mark is not None and mark.played)):
        raise wrong()
    if opponent is not None and (mark in _WITHOUT_OPPONENT or (_COLOURS[colour] is None and mark not in _FORFEITS)):
        raise wrong()
    return RoundResult(mark, opponent, _COLOURS[colour])


_WITHOUT_OPPONENT = frozenset(mark for mark in Mark if mark.bye)
_FORFEITS = frozenset({Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS})


def _mark(letter: str, opponent: int | None, wrong: Any) -> Mark | None:
    if letter == " ":
        return Mark.ABSENT if opponent is None else None
    try:
        return Mark(letter)
    except ValueError:
        raise wrong() from None


_Configuration = Colour | Literal["rank"]
_CONFIGURATIONS: Mapping[str, _Configuration] = {"white1": Colour.RED, "black1": Colour.BLUE, "rank": "rank"}


def _configured(line: int, words: Sequence[str]) -> list[_Configuration]:
    for word in words:
        if word not in _CONFIGURATIONS:
            raise TrfError(line, "configuration", text=word)
    return [_CONFIGURATIONS[word] for word in words]


_SCORES: Mapping[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss", "forfeit_loss", "absent"),
    "WW": ("win",),
    "WD": ("draw",),
    "WL": ("loss",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
    "PAB": ("pairing_bye",),
    "FPB": ("full_bye",),
    "HPB": ("half_bye",),
    "ZPB": ("absent",),
}
_SAME_FOR_BLACK = {"BW": "WW", "BD": "WD", "BL": "WL"}


def _scoring(line: int, text: str, scoring: Scoring) -> Scoring:
    """The scoring with what an XXS line changes. A point system with other points for the other colour is refused."""
    numbers: dict[str, int] = {}
    for word in text.split():
        code, equals, points = word.partition("=")
        if not equals or not (code in _SCORES or code in _SAME_FOR_BLACK):
            raise TrfError(line, "scoring", text=word)
        numbers[code] = tenths(line, points)
    for code, points_told in numbers.items():
        for name in _SCORES.get(code, ()):
            scoring = replace(scoring, **{name: points_told})
    for black, white in _SAME_FOR_BLACK.items():
        if numbers.get(black, getattr(scoring, _SCORES[white][0])) != getattr(scoring, _SCORES[white][0]):
            raise TrfError(line, "scoring-by-colour", text=text)
    return scoring


_POINT_SYSTEM: Mapping[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("absent", "forfeit_loss"),
    "P": ("pairing_bye",),
}
"""What each letter of line 162 says; X, an unknown result, is none that we know."""


def _point_system(line: int, text: str) -> dict[str, int]:
    """The points of line 162 by their letters. Some programs call an absence Z."""
    if not re.fullmatch(r"(?: *[WDLAZPX] *[0-9]{1,3}(?:[.,][0-9])?(?= |$))+ *", text):
        raise TrfError(line, "point-system", text=text[:40])
    findall = re.findall(r"([A-Z]) *([0-9.,]+)", text)
    return {"A" if letter == "Z" else letter: tenths(line, points) for letter, points in findall}


def _accelerated(line: int, text: str) -> tuple[int, tuple[int, ...]]:
    number, *points = text.split() or [""]
    return whole(line, number, "acceleration"), tuple(tenths(line, point) for point in points)


@dataclass(frozen=True, slots=True)
class _VirtualPoints:
    """Line 250: `points` in tenths, in the rounds from `first` to `last`, for the numbers between two, both of them."""

    points: int
    first: int
    last: int
    ends: tuple[int, int]


def _virtual_points(line: int, text: str) -> _VirtualPoints:
    words = text.split()
    if len(words) == 6 and not (tenths(line, words[0]) and tenths(line, words[1])):  # match points, and game points
        words = [max(words[:2], key=lambda word: tenths(line, word)), *words[2:]]
    if len(words) != 5:
        raise TrfError(line, "virtual-points", text=text[:40])
    first, last = (round_number(line, word) for word in words[1:3])
    least, most = (whole(line, word, "player") for word in words[3:])
    if first > last or least > most:
        raise TrfError(line, "virtual-points", text=text[:40])
    return _VirtualPoints(tenths(line, words[0]), first, last, (least, most))


def _together(line: int, words: Sequence[str]) -> frozenset[int]:
    numbers = frozenset(whole(line, word, "player") for word in words)
    if not 2 <= len(numbers) <= MOST_TOGETHER:
        raise TrfError(line, "forbidden", text=" ".join(words)[:40])
    return numbers


def _players_apart(line: int, text: str) -> PlayersApart:
    first, last, *numbers = [*text.split(), "", ""][: max(len(text.split()), 2)]
    made = PlayersApart(_together(line, numbers), round_number(line, first), round_number(line, last), line)
    if made.first > made.last:
        raise TrfError(line, "round", text=f"{first} {last}")
    return made


def _numbers(line: int, text: str) -> frozenset[int]:
    return frozenset(whole(line, word, "player") for word in text.split())


# -- checking -------------------------------------------------------------------------------------


def _check(report: TournamentReport) -> None:
    """Raise TrfError where lines contradict each other."""
    players = {player.number: player for player in report.players}
    for player in report.players:
        if report.rounds and len(player.results) > report.rounds:
            raise TrfError(player.line, "too-many-rounds", number=player.number, rounds=report.rounds)
        for index, result in enumerate(player.results):
            if result.opponent is not None:
                _check_board(players, player, index)
            elif result.mark is Mark.FORFEIT_WIN and not report.of_teams:  # nobody sat at the board
                raise TrfError(player.line, "forfeit-alone", number=player.number, round=index + 1)


def _check_board(players: Mapping[int, ReportPlayer], player: ReportPlayer, index: int) -> None:
    result = player.results[index]
    named = {"number": player.number, "opponent": result.opponent, "round": index + 1}
    opponent = players.get(result.opponent or 0)
    if opponent is None or opponent is player:
        raise TrfError(player.line, "no-opponent", **named)
    back = opponent.results[index] if index < len(opponent.results) else RoundResult(Mark.ABSENT)
    if back.opponent != player.number:
        raise TrfError(player.line, "one-sided", **named)
    if result.colour is not None and result.colour is back.colour:
        raise TrfError(player.line, "same-colour", **named)
    if (result.mark, back.mark) not in _TOGETHER and (back.mark, result.mark) not in _TOGETHER:
        raise TrfError(player.line, "results-disagree", **named)


_TOGETHER: frozenset[tuple[Mark | None, Mark | None]] = frozenset(
    {
        (None, None),
        (Mark.WIN, Mark.LOSS),
        (Mark.DRAW, Mark.DRAW),
        (Mark.WIN_UNRATED, Mark.LOSS_UNRATED),
        (Mark.DRAW_UNRATED, Mark.DRAW_UNRATED),
        (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
        (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
        # An arbiter may give one of them less than the other would have got.
        (Mark.LOSS, Mark.LOSS),
        (Mark.DRAW, Mark.LOSS),
        (Mark.LOSS_UNRATED, Mark.LOSS_UNRATED),
        (Mark.DRAW_UNRATED, Mark.LOSS_UNRATED),
    }
)


# -- writing --------------------------------------------------------------------------------------


def write(report: TournamentReport) -> str:
    """The text of a report, lines ending in LF. Texts lose what is not printable and what their columns cannot hold."""
    lines = [f"{code} {_plain(text)}" for code, text in report.header]
    lines += [_player_line(player) for player in report.players]
    lines += [_plain(f"### vexillum-club {player.number:>4} {player.club}") for player in report.players if player.club]
    if report.annulled:
        lines.append("### vexillum-annulled " + " ".join(map(str, sorted(report.annulled))))
    if report.left:
        lines.append("### vexillum-left " + " ".join(map(str, sorted(report.left))))
    lines += [_plain(line) for line in report.other]
    lines += map(_plain, team_texts(report.of_teams))
    lines += _extension(report)
    return "".join(line.rstrip() + "\n" for line in lines)


def _plain(text: str) -> str:
    """A text that cannot begin a line of its own."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _player_line(player: ReportPlayer) -> str:
    points = "" if player.points is None else points_text(player.points)
    columns = (
        (_NUMBER, str(player.number).rjust(4)),
        (_SEX, player.sex),
        (_TITLE, player.title.rjust(3)),
        (_NAME, player.name),
        (_RATING, str(player.rating or "").rjust(4)),
        (_FEDERATION, player.federation),
        (_ID, player.id.rjust(11)),
        (_BIRTH, player.birth),
        (_POINTS, points.rjust(5)),
        (_RANK, str(player.rank or "").rjust(4)),
    )
    line = "001"
    for place, text in columns:
        line = line.ljust(place.start) + _plain(text)[: place.stop - place.start]
    return line.ljust(_RESULTS) + "  ".join(_result_text(result) for result in player.results)


def _result_text(result: RoundResult) -> str:
    opponent = "0000" if result.opponent is None else str(result.opponent).rjust(4)
    return f"{opponent} {_LETTERS[result.colour]} {' ' if result.mark is None else result.mark}"


def _extension(report: TournamentReport) -> Iterable[str]:
    """The lines from 162 on, and the XX lines."""
    if report.scoring not in (None, STANDARD) and (text := _point_system_text(report.scoring)):
        yield f"162  {text}"
    if report.system:
        yield f"192 {report.system}"
    if report.tiebreaks:
        yield "202 " + ",".join(("PTS", *report.tiebreaks))
    if report.rounds:
        yield f"142 {report.rounds}"
        yield f"XXR {report.rounds}"
    colour = ""
    if report.first_colour is not None:
        colour = {Colour.RED: "white1", Colour.BLUE: "black1"}[report.first_colour]
        yield f"152 {colour[0].upper()}"
    configuration = " ".join(word for word in (colour, "rank" if report.by_rank else "") if word)
    if configuration:
        yield f"XXC {configuration}"
    if report.absent:
        yield "XXZ " + " ".join(map(str, sorted(report.absent)))
    if report.scoring is not None:
        yield "XXS " + _scoring_text(report.scoring)
    yield from _byes_text(report)
    if report.of_teams:
        yield from _virtual_text(report.acceleration)
    for number, numbers in sorted(report.acceleration.items()) if not report.of_teams else ():
        yield f"XXA {number:>4} " + " ".join(points_text(number).rjust(4) for number in numbers)
    for apart in report.apart:
        yield f"260 {apart.first:03} {apart.last:03} " + " ".join(
            str(number).rjust(4) for number in sorted(apart.numbers)
        )
    for pair in sorted(sorted(pair) for pair in report.forbidden):
        yield "XXP " + " ".join(map(str, pair))


def _virtual_text(acceleration: Mapping[int, tuple[int, ...]]) -> Iterable[str]:
    """Lines 250 of teams: virtual match points of some numbers in a row, in some rounds in a row."""
    for points, numbers in groupby(sorted(acceleration), key=lambda number: acceleration[number]):
        runs = groupby(enumerate(numbers), key=lambda item: item[1] - item[0])
        for first, last in ((row[0][1], row[-1][1]) for _key, run in runs if (row := list(run))):
            for worth, rounds in groupby(range(1, len(points) + 1), key=lambda round: points[round - 1]):
                if worth:
                    here = list(rounds)
                    ends = f"{here[0]:03} {here[-1]:03} {first:>4} {last:>4}"
                    yield f"250 {points_text(worth):>4}  0.0 {ends}"


def _byes_text(report: TournamentReport) -> Iterable[str]:
    """Lines 240: a line for each round and kind."""
    letters = {mark: letter for letter, mark in _REQUESTED.items()}
    result: dict[tuple[int, str], list[int]] = {}
    for number, bye in sorted(report.byes.items()):
        for at, mark in bye.items():
            result.setdefault((at, letters[mark]), []).append(number)
    for (at, letter), numbers in sorted(result.items()):
        yield f"240 {letter} {at:03} " + " ".join(str(number).rjust(4) for number in numbers)


def _point_system_text(scoring: Scoring) -> str:
    """What line 162 says of a scoring, which bbpPairings reads and XXS not; empty where it cannot say it."""
    result = {letter: {getattr(scoring, name) for name in names} for letter, names in _POINT_SYSTEM.items()}
    if any(len(points) > 1 for points in result.values()) or max(map(max, result.values())) > _MOST_POINTS:
        return ""
    # An absence is worth nothing unless it is told, and its letter is not known to every program.
    shown = {letter: max(points) for letter, points in result.items() if letter != "A" or max(points)}
    return "    ".join(f"{letter}{points_text(points):>4}" for letter, points in shown.items())


_MOST_POINTS = 999
"""Tenths of a point that fit the columns of line 162."""


def _scoring_text(scoring: Scoring) -> str:
    both = {**_SCORES, **{black: _SCORES[white] for black, white in _SAME_FOR_BLACK.items()}}
    return " ".join(
        f"{code}={points_text(getattr(scoring, names[0]))}" for code, names in both.items() if len(names) == 1
    )
