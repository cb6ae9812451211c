"""The rounds of teams in a report file: from lines of players and of teams to matches, and back.

The players of a team are in its line in the order of the boards. In a match they sit in that order, unless line 300
says otherwise; the colours of the boards change from one to the next. A match that line 330 alone tells of was not
played at any board. A board where one side has nobody is won by forfeit, and lost by both where nobody is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import GameRecord, MatchRecord, RoundRecord, TournamentRecord
from tournaments.files.formats.trf import STANDARD, ReportPlayer, TournamentReport
from tournaments.files.formats.trf_teams import RESULTS, ForfeitedMatch, ReportLineup, ReportTeam, TeamLines
from tournaments.files.formats.trf_values import TrfError, points_text
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import TENTHS, Mark, Scoring, bye_board_points

FEWEST, MOST = 2, 8
"""Boards of a match."""

_BOTH = {"+-": (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS), "--": (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)}
_BOTH["-+"] = _BOTH["+-"][::-1]
_Marks = tuple[Mark, Mark] | None


# -- in -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Side:
    """A team in a round: who has a result for it in the order of its line, with it, and against which team."""

    team: ReportTeam
    seats: tuple[tuple[ReportPlayer, RoundResult], ...]
    opponent: int | None


class TeamRounds:
    """What the lines of a report say of the rounds of its teams. Raises `TrfError`."""

    def __init__(self, report: TournamentReport) -> None:
        self._report = report
        self._lines = report.of_teams
        self.teams = {team.number: team for team in self._lines.teams}
        self._players = {player.number: player for player in report.players}
        if [*self.teams] != list(range(1, len(self.teams) + 1)):
            raise TrfError(0, "numbers-gap", players=len(self.teams))
        self._team_of: dict[int, ReportTeam] = {}
        for team in self._lines.teams:
            for member in team.members:
                if member not in self._players:
                    raise TrfError(team.line, "unknown-player", number=member)
                if member in self._team_of:
                    raise TrfError(team.line, "two-teams", number=member)
                self._team_of[member] = team
        for player in report.players:
            if player.number not in self._team_of and player.results:
                raise TrfError(player.line, "no-team", number=player.number)
        self._check_lines()
        self.boards = self._boards()

    def _check_lines(self) -> None:
        named = [(lineup.line, lineup.team, lineup.opponent) for lineup in self._lines.lineups]
        named += [(match.line, match.red, match.blue) for match in self._lines.forfeits]
        named += [(self._report.lines.get("320", 0), number, number) for number in self._lines.byes.values()]
        for line, *numbers in named:
            for number in numbers:
                if number not in self.teams:
                    raise TrfError(line, "unknown-player", number=number)
        for lineup in self._lines.lineups:
            for member in lineup.members:
                if member and member not in self.teams[lineup.team].members:
                    raise TrfError(lineup.line, "no-team", number=member)
        colours, line = self._lines.colours, self._report.lines.get("352", 0)
        if colours != "".join(islice(cycle("WB"), len(colours))):
            raise TrfError(line, "board-colours", text=colours)
        scoring = self._report.scoring or STANDARD
        if (scoring.win, scoring.draw, scoring.loss) != (STANDARD.win, STANDARD.draw, STANDARD.loss):
            line = self._report.lines.get("162", self._report.lines.get("XXS", 0))
            raise TrfError(line, "board-points")

    def _boards(self) -> int:
        """How many boards a match has: as line 352 says, or as many as the longest line-up."""
        sizes = [len(lineup.members) for lineup in self._lines.lineups]
        for round in range(1, self._report.paired + 1):
            sizes += [len(self._seats(team, round)) for team in self._lines.teams]
        boards = len(self._lines.colours) or max(sizes, default=0)
        if not FEWEST <= boards <= MOST or max(sizes, default=0) > boards:
            line = self._report.lines.get("352", 0)
            raise TrfError(line, "boards", number=max([boards, *sizes]))
        return boards

    def scoring(self) -> Scoring:
        """The match points."""
        points = {"TW": 20, "TD": 10, "TL": 0} | dict(self._lines.points)
        if not points["TW"] >= points["TD"] >= points["TL"] or points["TW"] == points["TL"]:
            raise TrfError(self._report.lines["362"], "match-points", text="")
        result = replace(Scoring.of(points["TW"], points["TD"], points["TL"]), pairing_bye=points["TD"])
        if self._lines.bye_points is None:
            return result
        worth, board_points = self._lines.bye_points
        if board_points != bye_board_points(Mark.PAIRING_BYE, self.boards):
            line = self._report.lines["320"]
            raise TrfError(line, "bye-board-points", told=points_text(board_points), boards=self.boards)
        return replace(result, pairing_bye=worth)

    def rounds(self) -> tuple[RoundRecord, ...]:
        return tuple(map(self._round, range(1, self._report.paired + 1)))

    def _seats(self, team: ReportTeam, round: int) -> tuple[tuple[ReportPlayer, RoundResult], ...]:
        """Who of a team sat at a board in a round."""
        seats = []
        for member in team.members:
            results = self._players[member].results
            result = results[round - 1] if len(results) >= round else RoundResult(Mark.ABSENT)
            if result.opponent is not None or result.mark is Mark.FORFEIT_WIN:
                seats.append((self._players[member], result))
        return tuple(seats)

    def _side(self, team: ReportTeam, round: int, opponents: Mapping[int, int]) -> _Side:
        seats = self._seats(team, round)
        against = {self._team_of[result.opponent].number for _player, result in seats if result.opponent is not None}
        against |= {opponents[team.number]} if team.number in opponents else set()
        if len(against) > 1 or team.number in against:
            raise TrfError(team.line, "team-opponent", number=team.number, round=round)
        return _Side(team, seats, next(iter(against), None))

    def _round(self, round: int) -> RoundRecord:
        forfeits = [match for match in self._lines.forfeits if match.round == round]
        opponents = {lineup.team: lineup.opponent for lineup in self._lines.lineups if lineup.round == round}
        for match in forfeits:
            opponents |= {match.red: match.blue, match.blue: match.red}
        sides = {team.number: self._side(team, round, opponents) for team in self._lines.teams}
        boards: list[MatchRecord] = []
        byes: dict[int, Mark] = {}
        for number, side in sides.items():
            if side.opponent is None:
                if side.seats:
                    raise TrfError(side.team.line, "team-opponent", number=number, round=round)
                byes[number] = self._bye(number, round)
            elif sides[side.opponent].opponent not in (number, None):
                raise TrfError(side.team.line, "team-opponent", number=number, round=round)
            elif number < side.opponent or sides[side.opponent].opponent is None:
                forfeit = next((match for match in forfeits if number in (match.red, match.blue)), None)
                boards.append(self._match(round, len(boards) + 1, side, sides[side.opponent], forfeit))
        seated = {game.red for match in boards for game in match.games}
        return RoundRecord(
            round, tuple(boards), {number: mark for number, mark in byes.items() if number not in seated}
        )

    def _bye(self, number: int, round: int) -> Mark:
        mark = self._report.byes.get(number, {}).get(round, Mark.ABSENT)
        return Mark.PAIRING_BYE if self._lines.byes.get(round) == number else mark

    def _match(self, round: int, board: int, side: _Side, other: _Side, forfeit: ForfeitedMatch | None) -> MatchRecord:
        lineups = [self._lineup(item, round) for item in (side, other)]
        colours = {
            result.colour.other if lineups[0].index(player.number) % 2 else result.colour
            for player, result in side.seats
            if result.colour is not None
        }
        if len(colours) > 1:
            raise TrfError(side.team.line, "board-colours-differ", number=side.team.number, round=round)
        first = side.team.number if colours in ({Colour.RED}, set()) else other.team.number
        if forfeit is not None and not colours:
            first = forfeit.red
        if first != side.team.number:
            side, other, lineups = other, side, lineups[::-1]
        whole = None
        if forfeit is not None and not (any(lineups[0]) or any(lineups[1])):
            whole = _BOTH[forfeit.kind] if forfeit.red == first else _BOTH[forfeit.kind][::-1]
        games = []
        teams = side.team.number, other.team.number
        for at in range(self.boards):
            members = tuple(lineup[at] for lineup in lineups)
            marks = self._marks(round, members, (side, other)) if whole is None else whole
            places = [
                item.team.members.index(member) + 1 if member else 0
                for item, member in zip((side, other), members, strict=True)
            ]
            if at % 2 == 0:
                games.append(GameRecord(*teams, marks, "", *places))
            else:
                games.append(GameRecord(*teams[::-1], None if marks is None else marks[::-1], "", *places[::-1]))
        return MatchRecord(board, tuple(games))

    def _lineup(self, side: _Side, round: int) -> list[int]:
        """Who sits at each board, 0 for nobody."""
        number = side.team.number
        lineups = [item for item in self._lines.lineups if (item.round, item.team) == (round, number)]
        members = list(lineups[0].members) if lineups else [player.number for player, _result in side.seats]
        if lineups and {player.number for player, _result in side.seats} - {*members}:
            raise TrfError(lineups[0].line, "line-up", number=number, round=round)
        return (members + [0] * self.boards)[: self.boards]

    def _marks(self, round: int, members: Sequence[int], sides: tuple[_Side, _Side]) -> _Marks:
        """What a board was for the two teams."""
        results = [
            next((result for player, result in side.seats if player.number == member), None)
            for side, member in zip(sides, members, strict=True)
        ]
        mine, theirs = results
        if all(members):
            if mine is None or theirs is None or (mine.opponent, theirs.opponent) != (members[1], members[0]):
                raise TrfError(sides[0].team.line, "line-up", number=sides[0].team.number, round=round)
            return None if mine.mark is None or theirs.mark is None else (mine.mark, theirs.mark)
        return empty_board(members)


def empty_board(members: Sequence[int]) -> tuple[Mark, Mark]:
    """What a board is for two teams where one of them, or neither, has somebody there; 0 for nobody."""
    red, blue = (Mark.FORFEIT_WIN if member else Mark.FORFEIT_LOSS for member in members)
    return red, blue


def check_team_points(report: TournamentReport, table: Crosstable) -> None:
    """Compare the points of each team with its results. Raises `TrfError`: `team-points`."""
    counted = table.counted()
    for team in report.of_teams.teams:
        texts, made = (
            (team.points, team.board_points),
            (counted.points(team.number), board_points_of(counted, team.number)),
        )
        for text, right in zip(texts, made, strict=True):
            if text is not None and text != right:
                params = {"told": points_text(text), "counted": points_text(right)}
                raise TrfError(team.line, "team-points", number=team.number, **params)


def board_points_of(table: Crosstable, number: int) -> int:
    return sum(result.board_points for result in table.row(number).results)


# -- out ------------------------------------------------------------------------------------------


def numbers_of_members(record: TournamentRecord) -> dict[tuple[int, int], int]:
    """The numbers of players in the report: by team and place among its members, from 1."""
    keys = [(entry.number, place) for entry in record.entries for place in range(1, len(entry.members) + 1)]
    return {key: number for number, key in enumerate(keys, 1)}


def team_players(record: TournamentRecord) -> Iterator[ReportPlayer]:
    """The members of all teams with their games. Raises `FileError`: `no-lineups`."""
    numbers = numbers_of_members(record)
    results: dict[int, list[RoundResult]] = {number: [] for number in numbers.values()}
    for at, item in enumerate(record.played):
        for match in item.boards:
            for game in match.games:
                _seat(game, results, numbers, at, item.number, match.board)
        for row in results.values():
            row += [RoundResult(Mark.ABSENT)] * (at + 1 - len(row))
    for entry in record.entries:
        for place, person in enumerate(entry.members, 1):
            number = numbers[entry.number, place]
            worth = sum(STANDARD.points(result.mark) for result in results[number] if result.mark is not None)
            yield ReportPlayer(
                number,
                person.name,
                person.sex,
                person.title,
                person.rating,
                person.federation,
                person.fide,
                person.birth,
                points=worth,
                results=tuple(results[number]),
            )


def _seat(
    game: GameRecord,
    results: dict[int, list[RoundResult]],
    numbers: Mapping[tuple[int, int], int],
    at: int,
    round: int,
    board: int,
) -> None:
    """Adds the round of who played a game."""
    there = [numbers.get(key, 0) for key in ((game.red, game.red_member), (game.blue, game.blue_member))]
    if not all(there) and game.marks not in (None, empty_board(there)) and (any(there) or not _is_forfeit(game)):
        raise FileError("no-lineups", round=round, board=board)
    marks = game.marks or (None, None)
    for number, other, colour, mark in zip(there, there[::-1], (Colour.RED, Colour.BLUE), marks, strict=True):
        if number and (other or mark is Mark.FORFEIT_WIN):
            row = results[number]
            row += [RoundResult(Mark.ABSENT)] * (at - len(row))
            row.append(RoundResult(mark, other or None, colour if other else None))


def _is_forfeit(game: GameRecord) -> bool:
    return game.marks is not None and not game.marks[0].played and not game.marks[1].played


def team_lines(record: TournamentRecord, table: Crosstable, places: Mapping[int, int]) -> TeamLines:
    """The lines of teams of a record.

    Args:
        record: of teams, whose format has a report.
        table: its crosstable.
        places: by number of the team.
    """
    numbers, counted, scoring = numbers_of_members(record), table.counted(), record.scoring
    teams = tuple(
        ReportTeam(
            entry.number,
            entry.name,
            strength=entry.rating,
            points=counted.points(entry.number),
            board_points=board_points_of(counted, entry.number),
            rank=places.get(entry.number, 0),
            members=tuple(numbers[entry.number, place] for place in range(1, len(entry.members) + 1)),
        )
        for entry in record.entries
    )
    free = {
        item.number: number for item in record.played for number, mark in item.byes.items() if mark is Mark.PAIRING_BYE
    }
    by_score = FORMATS[record.format].by_score
    half = bye_board_points(Mark.PAIRING_BYE, record.team_boards)
    return TeamLines(
        teams,
        tuple(lineup for item in record.played for lineup in _lineups(item, numbers)),
        tuple(forfeit for item in record.played for forfeit in _forfeits(item)),
        free,
        (scoring.pairing_bye, half) if by_score else None,
        "".join(islice(cycle("WB"), record.team_boards)),
        dict(zip(RESULTS, (scoring.win, scoring.draw, scoring.loss), strict=True)),
    )


def _lineups(item: RoundRecord, numbers: Mapping[tuple[int, int], int]) -> Iterator[ReportLineup]:
    """Those that are not in the order of the team, or have an empty board."""
    for match in item.boards:
        first = match.games[0]
        for team, other in ((first.red, first.blue), (first.blue, first.red)):
            seats = [game.red_member if game.red == team else game.blue_member for game in match.games]
            if any(seats) and (0 in seats or seats != sorted(seats)):
                members = tuple(numbers.get((team, seat), 0) for seat in seats)
                yield ReportLineup(item.number, team, other, members)


def _forfeits(item: RoundRecord) -> Iterator[ForfeitedMatch]:
    """The matches in which nothing was played."""
    for match in item.boards:
        first = match.games[0]
        if all(map(_is_forfeit, match.games)):
            won = {
                side: sum(
                    TENTHS for game in match.games if game.marks and game.marks[game.red != side] is Mark.FORFEIT_WIN
                )
                for side in (first.red, first.blue)
            }
            kind = "--" if won[first.red] == won[first.blue] else "+-" if won[first.red] > won[first.blue] else "-+"
            yield ForfeitedMatch(kind, item.number, first.red, first.blue)
