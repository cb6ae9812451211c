"""A tournament as a FIDE report file (TRF16, and TRF26), and back.

What the file has no line for stands in comments that begin with `### vexillum`: other programs pass over them, and we
read them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

from games.notation.record import clean_name
from games.rules import VARIANTS
from tournaments.domain.local_times import microseconds, wall_of
from tournaments.domain.state import Status
from tournaments.domain.terms import CHOICES
from tournaments.files.formats import trf
from tournaments.files.formats.boards import in_board_order, round_of
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import EntryRecord, Person, RoundRecord, TournamentRecord
from tournaments.files.formats.trf_team_form import TeamRounds, check_team_points, team_lines, team_players
from tournaments.files.formats.trf_teams import ReportTeam, TeamLines
from tournaments.files.formats.trf_values import TrfError
from tournaments.pairing.baku import baku
from tournaments.pairing.colours import TEAM_COLOURS
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult
from tournaments.scoring.formats import FORMATS, USUAL, fields_in_files, format_in_file
from tournaments.scoring.points import Mark, Scoring

_OURS = "### vexillum "
_FACT = re.compile(r"([a-z_]+)=(\S+)")
_MOST_ARBITERS, _MOST_TEXT = 50, 200
_FIRST_RESULT, _ROUND = 91, 10  # columns of line 001, and of the dates in line 132 above them


# -- out ------------------------------------------------------------------------------------------


def to_trf(record: TournamentRecord, places: Mapping[int, int]) -> str:
    """The report file of a tournament.

    Args:
        places: by pairing number; none are told before the first round.

    Raises:
        FileError: `no-report`; `no-teams`; `no-lineups`.
    """
    return trf.write(to_report(record, places))


def to_report(record: TournamentRecord, places: Mapping[int, int]) -> trf.TournamentReport:
    """The report of a tournament, see `to_trf`. Raises `FileError` for one that no rounds tell of, and of teams where
    their line-ups are not known, or a bracket says who goes on.
    """
    if FORMATS[record.format].grows:
        raise FileError("no-report")
    if record.team_boards and not FORMATS[record.format].report_teams:
        raise FileError("no-teams")
    table = record.crosstable()
    counted = table.counted()
    players = (
        tuple(team_players(record))
        if record.team_boards
        else tuple(
            _player(entry, table.row(entry.number).results, counted.points(entry.number), places.get(entry.number, 0))
            for entry in record.entries
        )
    )
    left = frozenset(entry.number for entry in record.entries if not entry.playing)
    byes = {number: dict(marks) for number, marks in record.requested.items()}
    if record.team_boards:  # what their members did not play tells of no bye
        for item in record.played:
            for number, mark in item.byes.items():
                if mark in (Mark.FULL_BYE, Mark.HALF_BYE):
                    byes.setdefault(number, {})[item.number] = mark
    away: set[int] = set()
    if to_come := _round_to_come(record):
        byes |= {number: {to_come: Mark.ABSENT} for number in left}  # some programs know no XXZ
        away = {number for number, bye in byes.items() if to_come in bye}
    return trf.TournamentReport(
        players=players,
        header=tuple(_header(record)),
        rounds=record.rounds,
        first_colour=record.first_colour,
        absent=left | away,
        scoring=None if record.team_boards else record.scoring,
        of_teams=team_lines(record, table, places) if record.team_boards else TeamLines(),
        system=_system_code(record),
        tiebreaks=_tiebreak_codes(record.tiebreaks),
        acceleration={row.number: _trimmed(row.acceleration, record.rounds) for row in table.rows if row.acceleration},
        byes=byes,
        forbidden=record.forbidden,
        annulled=record.annulled,
        left=left,
        other=(_OURS + " ".join(_facts(record)),),
    )


def _system_code(record: TournamentRecord) -> str:
    """Line 192, where the format has a code in it."""
    code = FORMATS[record.format].report_system
    if code and record.team_boards:
        colours = record.terms_in_file["team_colours"]
        code = next(name for name, kind in trf.TEAM_SYSTEMS.items() if kind == colours and name != "FIDE_TEAM")
    return code + trf.BAKU if code and record.terms_in_file["accelerated"] else code


def _tiebreak_codes(slugs: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks that C.07 has a code for."""
    return tuple(code for slug in slugs for code, ours in _CODES.items() if ours == slug)


def _round_to_come(record: TournamentRecord) -> int:
    """The round that is to be paired next by the scores; 0 if there is none."""
    over = record.status in (Status.FINISHED, Status.CANCELLED) or not FORMATS[record.format].by_score
    return 0 if over or 0 < record.rounds <= len(record.played) else len(record.played) + 1


def _trimmed(points: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    return points[:rounds] if rounds else points


def _player(entry: EntryRecord, results: Sequence[RoundResult], points: int, place: int) -> trf.ReportPlayer:
    alone = entry.people[0] if len(entry.people) == 1 else Person(entry.name)
    return trf.ReportPlayer(
        number=entry.number,
        name=entry.name,
        sex=alone.sex,
        title=alone.title,
        rating=entry.rating,
        federation=alone.federation,
        id=alone.fide,
        birth=alone.birth,
        club=" / ".join(dict.fromkeys(person.club for person in entry.people if person.club)),
        points=points,
        rank=place,
        results=tuple(results),
    )


def _header(record: TournamentRecord) -> Iterator[tuple[str, str]]:
    """Lines 012 to 132; a line without a text is left out. Days are those of the time zone of the event."""
    zone = record.zone or "UTC"
    begun, ended = ((at and _day(at, zone, "%Y/%m/%d")) or "" for at in (record.begun, record.ended))
    days = [_day(item.begun, zone, "%y/%m/%d") if item.begun else " " * 8 for item in record.played]
    people = [person for entry in record.entries for person in entry.members] if record.team_boards else record.entries
    rated = sum(bool(item.rating) for item in people)
    format = FORMATS[record.format]
    lines = [
        ("012", record.name),
        ("022", record.place),
        ("032", record.federation),
        ("042", begun),
        ("052", ended),
        ("062", str(len(people))),
        ("072", str(rated) if rated else ""),
        ("082", str(len(record.entries)) if record.team_boards else ""),
        ("092", format.report_teams if record.team_boards else format.report_name),
        *zip(("102", *["112"] * len(record.arbiters)), record.arbiters, strict=False),
        ("122", record.time_control),
        ("132", " " * (_FIRST_RESULT - 4) + "  ".join(days) if any(map(str.strip, days)) else ""),
    ]
    for code, text in lines:
        if text:
            yield code, text.rstrip()


def _day(at: int, zone: str, form: str) -> str:
    return wall_of(at, zone).strftime(form)


def _facts(record: TournamentRecord) -> Iterator[str]:
    if record.variant:
        yield f"variant={record.variant}"
    yield f"system={record.format}"
    yield f"status={record.status}"
    if record.tiebreaks:
        yield f"tiebreaks={','.join(record.tiebreaks)}"
    if record.team_boards:
        yield f"board_order={record.board_order}"
        yield f"scoring={','.join(map(str, record.scoring.value().values()))}"
    if record.zone:
        yield f"zone={record.zone}"
    flags = {"real": record.real, "rated": record.rated} | {name: record.terms_in_file[name] for name in _own_flags()}
    for name, flag in flags.items():
        if flag:
            yield f"{name}=yes"


def _own_flags() -> list[str]:
    """What a format alone has and a report file can tell."""
    return [name for name, field in fields_in_files().items() if isinstance(field.usual, bool)]


# -- in -------------------------------------------------------------------------------------------


def read_trf(text: str) -> TournamentRecord:
    """The tournament of a report file. What it does not say is for who imports it to choose.

    Raises:
        TrfError: the file is no report, or not whole.
        FileError: what it says of a round does not go together.
    """
    return from_report(trf.read(text))


def from_report(report: trf.TournamentReport) -> TournamentRecord:
    """The tournament of a report; players that are missing between its numbers are refused.

    Raises:
        TrfError, FileError: see `read_trf`.
    """
    teams = TeamRounds(report) if report.of_teams else None
    facts, notes = dict(_told(report)), list(_notes(report))
    if facts.get("board_order") not in (None, *CHOICES["board_order"]):
        del facts["board_order"]
    header = dict(report.header)
    arbiters = [
        clean_name(text[:_MOST_TEXT]) for code in ("102", "112") for result, text in report.header if result == code
    ]
    zone = facts.get("zone", "")
    zone = zone if zone in available_timezones() else ""
    system = _system(facts.get("system", ""), header.get("092", ""), report.system)
    if teams is not None and not FORMATS[system].report_teams:
        raise TrfError(report.lines.get("092", 0), "team-event", text=str(FORMATS[system].name))
    played = _rounds(report) if teams is None else teams.rounds()
    begun, ended = (_date(report, header, code, zone, notes) for code in ("042", "052"))
    days = _days(report, header.get("132", ""), len(played), zone, notes)
    own = {name: facts.get(name) == "yes" for name in _own_flags()}
    own["double"] = own["double"] or re.search("DOUBLEROUNDROBIN|ROBIN_G2", report.system) is not None
    gone, requested = _absences(report, ours=bool(facts))
    record = TournamentRecord(
        name=clean_name(header.get("012", "")),
        place=clean_name(header.get("022", "")),
        federation=clean_name(header.get("032", ""))[:3],
        variant=facts.get("variant", "") if facts.get("variant", "") in VARIANTS else "",
        format=system,
        rounds=max(report.rounds, len(played)),
        entries=tuple(_entry(player, playing=player.number not in gone) for player in report.players)
        if teams is None
        else tuple(_team(report, team, playing=team.number not in gone) for team in report.of_teams.teams),
        played=tuple(replace(record, begun=begun) for record, begun in zip(played, days, strict=True)),
        scoring=(report.scoring or trf.STANDARD) if teams is None else _match_scoring(teams.scoring(), facts),
        tiebreaks=tuple(slug for slug in facts.get("tiebreaks", "").split(",") if slug)
        or tuple(dict.fromkeys(_CODES[code] for tiebreak in report.tiebreaks if (code := _code(tiebreak)) in _CODES)),
        first_colour=report.first_colour,
        forbidden=report.kept_apart,
        requested=requested,
        acceleration=report.acceleration,
        status=_status(facts.get("status", "")),
        begun=begun,
        ended=ended,
        zone=zone,
        arbiters=tuple(name for name in arbiters if name)[:_MOST_ARBITERS],
        time_control=clean_name(header.get("122", "")[:_MOST_TEXT]),
        real=facts.get("real") == "yes",
        rated=facts.get("rated") == "yes",
        own=own | ({"team_colours": _team_colours(report)} if teams is not None else {}),
        team_boards=0 if teams is None else teams.boards,
        board_order=facts.get("board_order", "rating" if teams is None else "fixed"),
        notes=tuple(notes),
    )
    table = report.crosstable() if teams is None else record.crosstable()  # that of players checks numbers and points
    if teams is not None:
        check_team_points(report, table)
    if report.system.endswith(trf.BAKU) and not report.acceleration:
        table = baku(table)
    accelerated, acceleration = _acceleration(report, table, flag=own["accelerated"])
    first = (table.first_colour if teams is None else report.first_colour or _seen_first(record)) if played else None
    record = replace(
        record,
        own={**record.own, "accelerated": accelerated},
        acceleration=acceleration,
        first_colour=first or report.first_colour,
    )
    return in_board_order(record)


def table_to_pair(report: trf.TournamentReport, *, rounds: int | None = None) -> Crosstable:
    """The crosstable from which the next round of a report is paired, of teams or of players.

    Args:
        report: what was read.
        rounds: of the whole event, instead of what the report says.

    Raises:
        TrfError, FileError: see `read_trf`.
    """
    if not report.of_teams:
        return report.crosstable(rounds=rounds)
    record = from_report(report)
    return replace(record, rounds=record.rounds if rounds is None else rounds).crosstable()


def _rounds(report: trf.TournamentReport) -> tuple[RoundRecord, ...]:
    results = {row.number: row.results for row in report.crosstable().rows}
    lines = {player.number: player.line for player in report.players}
    return tuple(
        round_of(number, {player: outcome[number - 1] for player, outcome in results.items()}, lines)
        for number in range(1, report.paired + 1)
    )


def _team_colours(report: trf.TournamentReport) -> str:
    return trf.TEAM_SYSTEMS.get(report.system.removesuffix(trf.BAKU), TEAM_COLOURS[0])


def _match_scoring(scoring: Scoring, facts: Mapping[str, str]) -> Scoring:
    """The match points of a report; what it has no line for is as a comment of ours says."""
    values = facts.get("scoring", "").split(",")
    if len(values) != len(scoring.value()) or not all(re.fullmatch(r"-?\d{1,4}", item) for item in values):
        return scoring
    ours = Scoring(*map(int, values))
    return ours if all(getattr(ours, name) == getattr(scoring, name) for name in ("win", "draw", "loss")) else scoring


def _seen_first(record: TournamentRecord) -> Colour | None:
    """The colour that C.04.6, 4.3.1 gave out in round 1: the first of two teams has it if its number is odd."""
    for match in record.played[0].boards[:1]:
        game = match.games[0]
        return Colour.RED if (min(game.red, game.blue) % 2 == 1) == (game.red < game.blue) else Colour.BLUE
    return None


def _team(report: trf.TournamentReport, team: ReportTeam, *, playing: bool) -> EntryRecord:
    players = {player.number: player for player in report.players}
    name = clean_name(team.name)
    if not name:
        raise FileError("value-missing", line=team.line, path="name")
    members = tuple(_person(players[member], clean_name(players[member].name)) for member in team.members)
    return EntryRecord(team.number, (Person(name, rating=team.strength),), team.strength, playing, members)


def _absences(report: trf.TournamentReport, *, ours: bool) -> tuple[frozenset[int], dict[int, dict[int, Mark]]]:
    """Who takes part no more, and the byes of rounds to come.

    Args:
        ours: we wrote the file. Before it had lines 240, its XXZ named those alone who had left; that of any other
            program names who is absent in the next round.
    """
    requested, to_come = report.requested, report.paired + 1
    if report.rounds and to_come > report.rounds:
        return report.left | report.absent, {}
    unexplained = {number for number in report.absent if to_come not in requested.get(number, ())}
    gone = report.left | (unexplained if ours else set())
    for number in unexplained - gone:
        requested.setdefault(number, {})[to_come] = Mark.ABSENT
    return gone, {number: marks for number, marks in requested.items() if number not in gone}


def _acceleration(
    report: trf.TournamentReport, table: Crosstable, *, flag: bool
) -> tuple[bool, dict[int, tuple[int, ...]]]:
    """Whether the event is accelerated by the Baku method, and the virtual points that are not those of it.

    Args:
        table: of the report.
        flag: a comment of ours says so.
    """
    points = {row.number: row.acceleration for row in table.rows if any(row.acceleration)}
    if not points:
        return flag, {}
    rounds = max(report.paired + 1, *map(len, points.values()))
    plain = replace(table, rows=tuple(replace(row, acceleration=()) for row in table.rows))
    usual = {row.number: row.acceleration for row in baku(plain, rounds).rows}
    full = {row.number: row.acceleration + (0,) * (rounds - len(row.acceleration)) for row in table.rows}
    return (True, {}) if full == usual else (flag, points)


_CODES = {
    "BH": "buchholz",
    "BH/C1": "buchholz-cut-1",
    "BH/C2": "buchholz-cut-2",
    "BH/M1": "buchholz-median",
    "BH/M2": "buchholz-median-2",
    "SB": "sonneborn-berger",
    "SB/C1": "sonneborn-berger-cut-1",
    "DE": "direct-encounter",
    "WIN": "wins",
    "WON": "games-won",
    "BPG": "games-blue",
    "BWG": "wins-blue",
    "PS": "progressive",
    "PS/C1": "progressive-cut-1",
    "REP": "rounds-elected",
    "STD": "standard-points",
    "KS": "koya",
    "ARO": "average-rating",
    "ARO/C1": "average-rating-cut-1",
    "RTNG": "rating",
    "TPN": "seed",
}
"""Our slugs of the tie-breaks of line 202 (C.07)."""


def _code(text: str) -> str:
    return text.upper().replace("-", "/")


def _notes(report: trf.TournamentReport) -> Iterator[FileError]:
    """What the report says and this service has no place for, line by line."""
    for line, text in report.unread:
        yield FileError("line-unread", line=line, text=text)
    line = report.lines.get("192", 0)
    swiss = _system("", report.system, "") == USUAL
    if report.of_teams:
        if report.system and swiss and report.system.removesuffix(trf.BAKU) not in trf.TEAM_SYSTEMS:
            yield FileError("other-team-system", line=line, text=report.system)
        for team in report.of_teams.teams:
            if team.nickname:
                yield FileError("line-unread", line=team.line, text=f"310 {team.nickname}")
    elif report.system and swiss and report.system.removesuffix(trf.BAKU) not in trf.DUTCH:
        yield FileError("other-system", line=line, text=report.system)
    elif report.rules != trf.RULES:
        yield FileError("older-rules", line=line, text=report.system)
    unknown = [tiebreak for tiebreak in report.tiebreaks if _code(tiebreak) not in _CODES]
    if unknown:
        line = report.lines.get("202", report.lines.get("212", 0))
        yield FileError("tiebreaks-unread", line=line, text=", ".join(unknown))
    to_come = report.paired + 1
    for apart in report.apart:
        if to_come < apart.first:
            yield FileError("apart-later", line=apart.line, first=apart.first)
        elif to_come <= apart.last < max(report.rounds, to_come + 1):
            yield FileError("apart-for-good", line=apart.line, last=apart.last)


def _told(report: trf.TournamentReport) -> Iterator[tuple[str, str]]:
    for line in report.other:
        if line.startswith(_OURS):
            yield from _FACT.findall(line[len(_OURS) :])


def _entry(player: trf.ReportPlayer, *, playing: bool) -> EntryRecord:
    names = [clean_name(name) for name in player.name.split(" / ")[:2]]
    if not all(names):
        raise FileError("value-missing", line=player.line, path="name")
    others = tuple(Person(name) for name in names[1:])
    return EntryRecord(player.number, (_person(player, names[0]), *others), player.rating, playing)


def _person(player: trf.ReportPlayer, name: str) -> Person:
    if not name:
        raise FileError("value-missing", line=player.line, path="name")
    return Person(
        name,
        player.sex,
        player.title,
        player.rating,
        player.federation,
        player.id,
        clean_name(player.birth),
        clean_name(player.club[:_MOST_TEXT]),
    )


def _system(ours: str, *texts: str) -> str:
    return ours if ours in FORMATS else format_in_file(texts)


def _status(ours: str) -> str:
    return ours if ours in set(Status) else Status.RUNNING.value


_YEAR_FIRST, _DAY_FIRST = ("%Y/%m/%d", "%y/%m/%d"), ("%d/%m/%Y", "%d/%m/%y")
"""How days are written in lines 042 and 052, and in line 132: as the standard has it, or the day first."""


def _is_day_first(report: trf.TournamentReport) -> bool:
    """Whether a file writes its days so: lines 042 and 052 have the whole year, which tells."""
    days = [text for code, text in report.header if code in ("042", "052") and text.strip()]
    return bool(days) and all(_at(text, _DAY_FIRST[0], "") is not None for text in days)


def _date(
    report: trf.TournamentReport, header: Mapping[str, str], code: str, zone: str, notes: list[FileError]
) -> int | None:
    """The day of a line, see `_at`; one that is no day is noted."""
    text = header.get(code, "").strip()
    number = next((at for form in (_YEAR_FIRST[0], _DAY_FIRST[0]) if (at := _at(text, form, zone)) is not None), None)
    if text and number is None:
        notes.append(FileError("no-date", line=report.lines[code], text=text))
    return number


def _days(report: trf.TournamentReport, text: str, rounds: int, zone: str, notes: list[FileError]) -> list[int | None]:
    """The days of the rounds, see `_date`."""
    columns = text[_FIRST_RESULT - 4 :]
    parts = [columns[place * _ROUND : (place + 1) * _ROUND].strip() for place in range(rounds)]
    forms = (_DAY_FIRST[::-1], _YEAR_FIRST[::-1])[:: 1 if _is_day_first(report) else -1]
    days = [next((at for form in sum(forms, ()) if (at := _at(part, form, zone)) is not None), None) for part in parts]
    for part, at in zip(parts, days, strict=True):
        if part and at is None:
            notes.append(FileError("no-date", line=report.lines["132"], text=part))
    return days


def _at(text: str, form: str, zone: str) -> int | None:
    """The beginning of a day there, in microseconds since the epoch; None if the text is none. Dots and hyphens may
    stand for the strokes.
    """
    try:
        day = datetime.strptime(re.sub("[.-]", "/", text.strip()), form)
        return max(microseconds(day.replace(tzinfo=ZoneInfo(zone) if zone else UTC)), 1)
    except (ValueError, OverflowError):
        return None
