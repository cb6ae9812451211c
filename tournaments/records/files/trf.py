"""The FIDE Tournament Report File, TRF16, with the lines that pairing programs add to it (XXR XXC XXZ XXS XXA XXP).

`read` and `write` are inverse to one another. A report keeps every line that it does not understand. Pure.

A line begins with three characters that say what it is. `001` is a player, in fixed columns; `012`, `022`, … `132` tell
of the tournament; `XX.` lines tell a pairing program what it needs. Two comments of our own say what the form has no
line for: `### vexillum-club` the club of a player, `### vexillum-annulled` whose results do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tournaments.counting.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.counting.scoring import SCORINGS, TENTHS, Mark, Scoring

STANDARD = SCORINGS["1-half-0"]
"""What results are worth in a report that does not say so."""

LONGEST = 9999
"""Lines of a report at most; pairing numbers have four digits."""


MOST_ROUNDS = 99
"""Rounds of a report at most, twice as many as any event has."""

MOST_TOGETHER, MOST_FORBIDDEN = 40, 20_000
"""Players of one line XXP, of whom no two may meet; and pairs of all such lines."""


class TrfError(ValueError):
    """A report that cannot be read, or not be used.

    Args:
        line: from 1; 0 if it is about the report as a whole.
        code: what is wrong; its sentence is in `tournaments.show.wording`.
        params: what the sentence names: `number` (of the player), `round`, `text` (as found) and the like.
    """

    def __init__(self, line: int, code: str, **params: Any) -> None:
        super().__init__(line, code, params)
        self.line = line
        self.code = code
        self.params = params


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
class TournamentReport:
    """A tournament report.

    Args:
        players: by number.
        header: the lines 012 to 132 in their order, code and text.
        rounds: of the whole event (XXR); 0 if it is not told.
        first_colour: of the highest player in round 1 (XXC white1, black1).
        by_rank: players are to be paired in the order of their lines (XXC rank).
        absent: not to be paired in the next round (XXZ).
        scoring: XXS.
        acceleration: virtual points of each round, in tenths, by number (XXA).
        forbidden: pairs that must not meet (XXP).
        annulled: whose results do not count, for anybody (FIDE Competition Rules, withdrawal from a round robin).
        other: all other lines.
    """

    players: tuple[ReportPlayer, ...]
    header: tuple[tuple[str, str], ...] = ()
    rounds: int = 0
    first_colour: Colour | None = None
    by_rank: bool = False
    absent: frozenset[int] = frozenset()
    scoring: Scoring | None = None
    acceleration: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    forbidden: frozenset[frozenset[int]] = frozenset()
    annulled: frozenset[int] = frozenset()
    other: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the tournament (line 012)."""
        return next((text for code, text in self.header if code == "012"), "")

    @property
    def paired(self) -> int:
        """How many rounds were paired. Byes on request alone do not make a round: they are for the next one."""
        return max((_paired(player) for player in self.players), default=0)

    def crosstable(self, *, rounds: int | None = None, scoring: Scoring | None = None) -> Crosstable:
        """What pairing and standings need.

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
        return Crosstable(
            rows=tuple(self._row(player, paired) for player in self.players),
            rounds=self.rounds if rounds is None else rounds,
            scoring=scoring or self.scoring or STANDARD,
            forbidden=self.forbidden,
            first_colour=self.first_colour or self._seen_first_colour(),
        )

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
                told, counted = _points(player.points), _points(sum(worth))
                raise TrfError(player.line, "points", number=player.number, told=told, counted=counted)

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
        acceleration = {one: told[:number] for one, told in self.acceleration.items()}
        return replace(self, players=tuple(players), absent=frozenset(left), acceleration=acceleration)

    def _worth(self, scoring: Scoring, player: ReportPlayer, result: RoundResult) -> int:
        """The points of a round, none for a result that does not count."""
        gone = player.number in self.annulled or result.opponent in self.annulled
        return scoring.points(result.mark) if result.mark and not gone else 0

    def _row(self, player: ReportPlayer, paired: int) -> Row:
        results = player.results[:paired]
        return Row(
            number=player.number,
            rating=player.rating,
            results=results + (RoundResult(Mark.ABSENT),) * (paired - len(results)),
            acceleration=self.acceleration.get(player.number, ()),
            absent=player.number in self.absent or len(player.results) > paired,
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
    numbers = [number for number, one in enumerate(player.results, start=1) if one.mark not in _ON_REQUEST]
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
        self._rounds = 0
        self._configuration: list[_Configuration] = []
        self._absent: set[int] = set()
        self._scoring: Scoring | None = None
        self._acceleration: dict[int, tuple[int, ...]] = {}
        self._forbidden: set[frozenset[int]] = set()
        self._annulled: set[int] = set()
        self._clubs: dict[int, tuple[str, str]] = {}
        self._other: list[str] = []

    def take(self, line: int, content: str) -> None:
        """One more line. Raises `TrfError`."""
        code, text = content[:3], content[4:].rstrip()
        if code == "###" and self._comment(content):
            return
        if not code.startswith("#") and not re.fullmatch(r"[0-9A-Za-z]{3}( .*)?", content):
            raise TrfError(line, "code", text=content[:20])
        if re.fullmatch(r"(0[1-9]|1[0-3])2", code):
            self._header.append((code, text))
            return
        match code:
            case "XXR":
                self._rounds = _whole(line, text.strip(), "rounds")
            case "XXC":
                self._configuration += _configured(line, text.split())
            case "XXZ":
                self._absent |= _numbers(line, text)
            case "XXS":
                self._scoring = _scoring(line, text, self._scoring or STANDARD)
            case "XXA":
                number, told = _accelerated(line, text)
                self._acceleration[number] = told
            case "XXP":
                self._forbidden |= _pairs(line, text)
                if len(self._forbidden) > MOST_FORBIDDEN:
                    raise TrfError(line, "too-long")
            case _:
                self._other.append(content)

    def _comment(self, content: str) -> bool:
        """Whether a comment is one of ours; what somebody else wrote there is kept as it is."""
        if found := _CLUB.fullmatch(content):
            self._clubs[int(found[1])] = content, found[2].strip()
        elif found := _ANNULLED.fullmatch(content):
            self._annulled |= set(map(int, found[1].split()))
        return found is not None

    def report(self, players: tuple[ReportPlayer, ...]) -> TournamentReport:
        """What the lines that were read say together, with these players."""
        numbers = {player.number for player in players}
        players = tuple(
            replace(player, club=self._clubs[player.number][1]) if player.number in self._clubs else player
            for player in players
        )
        strange = [content for number, (content, _club) in self._clubs.items() if number not in numbers]
        colours = [one for one in self._configuration if isinstance(one, Colour)]
        return TournamentReport(
            players=players,
            header=tuple(self._header),
            rounds=self._rounds,
            first_colour=colours[-1] if colours else None,
            by_rank="rank" in self._configuration,
            absent=frozenset(self._absent),
            scoring=self._scoring,
            acceleration=self._acceleration,
            forbidden=frozenset(self._forbidden),
            annulled=frozenset(self._annulled & numbers),
            other=(*self._other, *strange),
        )


_CLUB = re.compile(r"### vexillum-club +(\d{1,4}) (.+)")
_ANNULLED = re.compile(r"### vexillum-annulled((?: +\d{1,4})+)")

# The columns of a player's line, from 0 and past the end: the standard counts from 1.
_NUMBER, _SEX, _TITLE, _NAME = slice(4, 8), slice(9, 10), slice(10, 13), slice(14, 47)
_RATING, _FEDERATION, _ID, _BIRTH = slice(48, 52), slice(53, 56), slice(57, 68), slice(69, 79)
_POINTS, _RANK, _RESULTS, _RESULT = slice(79, 84), slice(85, 89), 91, 10


def _player(line: int, content: str) -> ReportPlayer:
    if len(content) < _POINTS.stop:
        raise TrfError(line, "short", columns=len(content), needed=_POINTS.stop)
    number = _whole(line, content[_NUMBER].strip(), "number")
    if not number:
        raise TrfError(line, "number", text=content[_NUMBER])
    return ReportPlayer(
        number=number,
        sex=content[_SEX].strip(),
        title=content[_TITLE].strip(),
        name=content[_NAME].strip(),
        rating=_whole(line, content[_RATING].strip() or "0", "rating"),
        federation=content[_FEDERATION].strip(),
        id=content[_ID].strip(),
        birth=content[_BIRTH].strip(),
        points=_tenths(line, content[_POINTS].strip()) if content[_POINTS].strip() else None,
        rank=_whole(line, content[_RANK].strip() or "0", "rank"),
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

    told, colour, letter = part[:4].strip(), part[5].lower(), part[7].upper()
    if part[4] + part[6] + part[8:].strip() != "  " or colour not in _COLOURS:
        raise wrong()
    if told and not told.isdecimal():
        raise wrong()
    opponent = int(told or 0) or None
    mark = _mark(letter, opponent, wrong)
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
    told: dict[str, int] = {}
    for word in text.split():
        code, equals, points = word.partition("=")
        if not equals or not (code in _SCORES or code in _SAME_FOR_BLACK):
            raise TrfError(line, "scoring", text=word)
        told[code] = _tenths(line, points)
    for code, points_told in told.items():
        for name in _SCORES.get(code, ()):
            scoring = replace(scoring, **{name: points_told})
    for black, white in _SAME_FOR_BLACK.items():
        if told.get(black, getattr(scoring, _SCORES[white][0])) != getattr(scoring, _SCORES[white][0]):
            raise TrfError(line, "scoring-by-colour", text=text)
    return scoring


def _accelerated(line: int, text: str) -> tuple[int, tuple[int, ...]]:
    number, *points = text.split() or [""]
    return _whole(line, number, "acceleration"), tuple(_tenths(line, one) for one in points)


def _pairs(line: int, text: str) -> frozenset[frozenset[int]]:
    numbers = sorted(_numbers(line, text))
    if not 2 <= len(numbers) <= MOST_TOGETHER:
        raise TrfError(line, "forbidden", text=text[:40])
    return frozenset(frozenset({one, other}) for one in numbers for other in numbers if one < other)


def _numbers(line: int, text: str) -> frozenset[int]:
    return frozenset(_whole(line, word, "player") for word in text.split())


def _whole(line: int, text: str, what: str) -> int:
    """A number of at most four digits."""
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise TrfError(line, what, text=text)
    return int(text)


def _tenths(line: int, text: str) -> int:
    """Points such as `2.5`, `2,5` or `3`, in tenths."""
    found = re.fullmatch(r"([0-9]{1,4})(?:[.,]([0-9]))?", text)
    if found is None:
        raise TrfError(line, "decimal", text=text)
    return int(found[1]) * TENTHS + int(found[2] or 0)


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
    named = {*report.absent, *report.acceleration, *(number for pair in report.forbidden for number in pair)}
    for number in sorted(named - set(players)):
        raise TrfError(0, "unknown-player", number=number)


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
    lines += [_plain(line) for line in report.other]
    lines += _extension(report)
    return "".join(line.rstrip() + "\n" for line in lines)


def _plain(text: str) -> str:
    """A text that cannot begin a line of its own."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _player_line(player: ReportPlayer) -> str:
    points = "" if player.points is None else _points(player.points)
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
    """The XX lines."""
    if report.rounds:
        yield f"XXR {report.rounds}"
    colour = {Colour.RED: "white1", Colour.BLUE: "black1", None: ""}[report.first_colour]
    configuration = " ".join(word for word in (colour, "rank" if report.by_rank else "") if word)
    if configuration:
        yield f"XXC {configuration}"
    if report.absent:
        yield "XXZ " + " ".join(map(str, sorted(report.absent)))
    if report.scoring is not None:
        yield "XXS " + _scoring_text(report.scoring)
    for number, told in sorted(report.acceleration.items()):
        yield f"XXA {number:>4} " + " ".join(_points(one).rjust(4) for one in told)
    for pair in sorted(sorted(pair) for pair in report.forbidden):
        yield "XXP " + " ".join(map(str, pair))


def _scoring_text(scoring: Scoring) -> str:
    both = {**_SCORES, **{black: _SCORES[white] for black, white in _SAME_FOR_BLACK.items()}}
    return " ".join(f"{code}={_points(getattr(scoring, names[0]))}" for code, names in both.items() if len(names) == 1)


def _points(tenths: int) -> str:
    """Points as reports write them: `2.5`."""
    return f"{tenths // TENTHS}.{tenths % TENTHS}"
