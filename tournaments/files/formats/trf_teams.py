"""The lines of teams in a report file: 013, 300, 310, 320, 330, 352 and 362. Pure.

Teams have numbers of their own, which lines 240, 250 and 260 have in an event of teams. Who played whom is in the
lines of the players (001); these say for whom, and what follows from no game: byes, matches that were not played, and
line-ups that are not in the order of the team.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.files.formats.trf_values import TrfError, points_text, round_number, tenths, whole

CODES = frozenset({"300", "310", "320", "330", "352", "362"})
"""Those that an event of teams alone has; 013 stands in other files too."""

RESULTS = ("TW", "TD", "TL")
"""The match points of line 362: won, drawn, lost."""

# The columns, from 0 and past the end: the standard counts from 1.
_NUMBER, _NAME, _NICKNAME, _STRENGTH = slice(4, 7), slice(8, 40), slice(41, 46), slice(47, 53)
_POINTS, _BOARD_POINTS, _RANK, _MEMBERS = slice(54, 60), slice(61, 67), slice(68, 71), 73
_OLD_NAME, _OLD_MEMBERS, _MEMBER = slice(4, 36), 36, 5


@dataclass(frozen=True, slots=True)
class ReportTeam:
    """A team (line 310, or 013).

    Args:
        number: the pairing number.
        name: at most 32 characters; `nickname` at most 5.
        strength: its rating; 0 for none.
        points, board_points: in tenths; None where none are told.
        rank: place; 0 for none.
        members: numbers of players in the order of the boards.
        line: where it was read.
    """

    number: int
    name: str = ""
    nickname: str = ""
    strength: int = 0
    points: int | None = None
    board_points: int | None = None
    rank: int = 0
    members: tuple[int, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ReportLineup:
    """Who sat at the boards of a match, where that is not the order of the team (line 300); 0 for nobody."""

    round: int
    team: int
    opponent: int
    members: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """A match that was not played (line 330): `kind` is what it was for the two, `+-`, `-+` or `--`."""

    kind: str
    round: int
    red: int
    blue: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class TeamLines:
    """What a report says of teams; nothing if it is of players.

    Args:
        teams: by number.
        lineups, forfeits: in their order.
        byes: who had the pairing-allocated bye, by round (320).
        bye_points: what that is worth, match points and board points, in tenths; None if it is not told.
        colours: of the boards of the team that is white (352).
        points: of a match, by `RESULTS` (362), in tenths.
    """

    teams: tuple[ReportTeam, ...] = ()
    lineups: tuple[ReportLineup, ...] = ()
    forfeits: tuple[ForfeitedMatch, ...] = ()
    byes: Mapping[int, int] = field(default_factory=dict)
    bye_points: tuple[int, int] | None = None
    colours: str = ""
    points: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.teams)

    @property
    def paired(self) -> int:
        """The last round that these lines tell of."""
        return max([*self.byes, *(match.round for match in self.forfeits)], default=0)


class TeamReading:
    """What the lines of teams have said so far."""

    def __init__(self) -> None:
        self._teams: dict[int, ReportTeam] = {}
        self._old: list[tuple[int, str]] = []
        self._lineups: list[ReportLineup] = []
        self._forfeits: list[ForfeitedMatch] = []
        self._byes: dict[int, int] = {}
        self._bye_points: tuple[int, int] | None = None
        self._colours = ""
        self._points: dict[str, int] = {}

    def take(self, line: int, code: str, content: str) -> bool:
        """One more line.

        Args:
            line: its number.
            code: its first three characters.
            content: all of it.

        Returns:
            Whether it is of teams.

        Raises:
            TrfError: it is not right.
        """
        text = content[4:].strip()
        match code:
            case "013":
                self._old.append((line, content))  # read only if the file is of teams
            case "310":
                team = _team(line, content)
                if team.number in self._teams:
                    raise TrfError(line, "team-twice", number=team.number, first=self._teams[team.number].line)
                self._teams[team.number] = team
            case "300":
                round, team_number, opponent, *members = [*_numbers(line, text), 0, 0, 0][: max(len(text.split()), 3)]
                self._lineups.append(
                    ReportLineup(round_number(line, str(round)), team_number, opponent, tuple(members), line)
                )
            case "320":
                self._take_byes(line, text)
            case "330":
                kind, *rest = [*text.split(), ""]
                numbers = _numbers(line, " ".join(rest))
                if kind not in ("+-", "-+", "--") or len(numbers) != 3:
                    raise TrfError(line, "forfeited-match", text=text[:40])
                self._forfeits.append(
                    ForfeitedMatch(kind, round_number(line, str(numbers[0])), numbers[1], numbers[2], line)
                )
            case "352":
                if not re.fullmatch("[WB]{1,40}", text):
                    raise TrfError(line, "board-colours", text=text[:40])
                self._colours = text
            case "362":
                if not re.fullmatch(r"(?: *T[WDL] *[0-9]{1,3}(?:[.,][0-9])?(?= |$))+", text):
                    raise TrfError(line, "match-points", text=text[:40])
                pairs = re.findall(r"(T[WDL]) *([0-9.,]+)", text)
                self._points = {name: tenths(line, points) for name, points in pairs}
            case _:
                return False
        return True

    def _take_byes(self, line: int, text: str) -> None:
        points, board_points, *teams = [*text.split(), "", ""][: max(len(text.split()), 2)]
        self._bye_points = tenths(line, points), tenths(line, board_points)
        numbers = [whole(line, team, "player") for team in teams]
        self._byes |= {round: number for round, number in enumerate(numbers, 1) if number}

    def lines(self, *, of_teams: bool) -> TeamLines:
        """What they say together. `of_teams`: the file says elsewhere that it is of teams, so lines 013 do too."""
        teams = self._teams
        if of_teams and not teams:
            teams = {number: _old_team(*old, number) for number, old in enumerate(self._old, 1)}
        return TeamLines(
            teams=tuple(teams[number] for number in sorted(teams)),
            lineups=tuple(self._lineups),
            forfeits=tuple(self._forfeits),
            byes=self._byes,
            bye_points=self._bye_points,
            colours=self._colours,
            points=self._points,
        )


def _numbers(line: int, text: str) -> list[int]:
    return [whole(line, word, "player") for word in text.split()]


def _team(line: int, content: str) -> ReportTeam:
    points, board_points, strength = (content[part].strip() for part in (_POINTS, _BOARD_POINTS, _STRENGTH))
    number = whole(line, content[_NUMBER].strip(), "team")
    if not number:
        raise TrfError(line, "team", text=content[_NUMBER])
    return ReportTeam(
        number=number,
        name=content[_NAME].strip(),
        nickname=content[_NICKNAME].strip(),
        strength=tenths(line, strength) // 10 if strength else 0,
        points=tenths(line, points) if points else None,
        board_points=tenths(line, board_points) if board_points else None,
        rank=whole(line, content[_RANK].strip() or "0", "rank"),
        members=_members(line, content[_MEMBERS:]),
        line=line,
    )


def _old_team(line: int, content: str, number: int) -> ReportTeam:
    return ReportTeam(number, content[_OLD_NAME].strip(), members=_members(line, content[_OLD_MEMBERS:]), line=line)


def _members(line: int, columns: str) -> tuple[int, ...]:
    parts = (columns[at : at + _MEMBER].strip() for at in range(0, len(columns), _MEMBER))
    return tuple(whole(line, part, "player") for part in parts if part)


# -- writing --------------------------------------------------------------------------------------


def team_texts(lines: TeamLines) -> Iterator[str]:
    """The lines of teams of a report."""
    if not lines:
        return
    if lines.colours:
        yield f"352 {lines.colours}"
    if lines.points:
        yield "362 " + "   ".join(f"{name}{points_text(lines.points[name]):>4}" for name in RESULTS)
    for team in lines.teams:
        yield _team_text(team)
    for lineup in lines.lineups:
        members = " ".join(f"{number:04}" if not number else f"{number:>4}" for number in lineup.members)
        yield f"300 {lineup.round:>3} {lineup.team:>3} {lineup.opponent:>3} {members}"
    if lines.bye_points is not None:
        free = " ".join(f"{lines.byes.get(round, 0):03}" for round in range(1, max(lines.byes, default=0) + 1))
        yield "320 " + " ".join([*(f"{points_text(points):>4}" for points in lines.bye_points), free])
    for match in lines.forfeits:
        yield f"330 {match.kind} {match.round:>3} {match.red:>3} {match.blue:>3}"


def _team_text(team: ReportTeam) -> str:
    columns: Sequence[tuple[int, str]] = (
        (_NUMBER.start, str(team.number).rjust(3)),
        (_NAME.start, team.name[: _NAME.stop - _NAME.start]),
        (_NICKNAME.start, team.nickname[: _NICKNAME.stop - _NICKNAME.start]),
        (_STRENGTH.start, (str(team.strength) if team.strength else "").rjust(6)),
        (_POINTS.start, ("" if team.points is None else points_text(team.points)).rjust(6)),
        (_BOARD_POINTS.start, ("" if team.board_points is None else points_text(team.board_points)).rjust(6)),
        (_RANK.start, (str(team.rank) if team.rank else "").rjust(3)),
    )
    line = "310"
    for start, text in columns:
        line = line.ljust(start) + text
    return line.ljust(_MEMBERS) + " ".join(str(number).rjust(4) for number in team.members)
