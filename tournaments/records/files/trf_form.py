"""A tournament as a FIDE report file (TRF16), and back.

What the file has no line for stands in comments that begin with `### vexillum`: other programs pass over them, and we
read them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

from games.records.record import clean_name
from games.rules import VARIANTS
from tournaments.counting.crosstable import Colour, RoundResult
from tournaments.counting.formats import FORMATS, fields_in_files, format_told
from tournaments.domain.fold import Status
from tournaments.domain.walltimes import microseconds, wall_of
from tournaments.records.files import trf
from tournaments.records.files.errors import FileError
from tournaments.records.files.reading import in_board_order, round_of
from tournaments.records.files.record import EntryRecord, Person, TournamentRecord

_OURS = "### vexillum "
_FACT = re.compile(r"([a-z_]+)=(\S+)")
_MOST_ARBITERS, _MOST_TEXT = 50, 200
_FIRST_RESULT, _ROUND = 91, 10  # columns of line 001, and of the dates in line 132 above them


# -- out ------------------------------------------------------------------------------------------


def to_trf(record: TournamentRecord, places: Mapping[int, int]) -> str:
    """The report file of a tournament.

    Args:
        places: by pairing number; none are told before the first round.
    """
    return trf.write(to_report(record, places))


def to_report(record: TournamentRecord, places: Mapping[int, int]) -> trf.TournamentReport:
    """The report of a tournament, see `to_trf`."""
    table = record.crosstable()
    counted = table.counted()
    players = tuple(
        _player(entry, table.row(entry.number).results, counted.points(entry.number), places.get(entry.number, 0))
        for entry in record.entries
    )
    accelerated = FORMATS[record.format].table_in_file(table, record.told)
    return trf.TournamentReport(
        players=players,
        header=tuple(_header(record)),
        rounds=record.rounds,
        first_colour=record.first_colour,
        absent=frozenset(entry.number for entry in record.entries if not entry.playing),
        scoring=record.scoring,
        acceleration={row.number: row.acceleration for row in accelerated.rows if row.acceleration},
        annulled=record.annulled,
        other=(_OURS + " ".join(_facts(record)),),
    )


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
    days = [_day(one.begun, zone, "%y/%m/%d") if one.begun else " " * 8 for one in record.played]
    rated = sum(bool(entry.rating) for entry in record.entries)
    lines = [
        ("012", record.name),
        ("022", record.place),
        ("032", record.federation),
        ("042", begun),
        ("052", ended),
        ("062", str(len(record.entries))),
        ("072", str(rated) if rated else ""),
        ("092", FORMATS[record.format].report_name),
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
    if record.zone:
        yield f"zone={record.zone}"
    flags = {"real": record.real, "rated": record.rated} | {name: record.told[name] for name in _own_flags()}
    for name, told in flags.items():
        if told:
            yield f"{name}=yes"


def _own_flags() -> list[str]:
    """What a format alone has and a report file can tell."""
    return [name for name, one in fields_in_files().items() if isinstance(one.usual, bool)]


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
    table = report.crosstable()  # it checks the numbers and the points
    facts = dict(_told(report))
    header = dict(report.header)
    arbiters = [
        clean_name(text[:_MOST_TEXT]) for code in ("102", "112") for told, text in report.header if told == code
    ]
    zone = facts.get("zone", "")
    zone = zone if zone in available_timezones() else ""
    system = _system(facts.get("system", ""), header.get("092", ""))
    results = {row.number: row.results for row in table.rows}
    lines = {player.number: player.line for player in report.players}
    played = tuple(
        round_of(number, {one: told[number - 1] for one, told in results.items()}, lines)
        for number in range(1, report.paired + 1)
    )
    days = _days(header.get("132", ""), len(played), zone)
    record = TournamentRecord(
        name=clean_name(header.get("012", "")),
        place=clean_name(header.get("022", "")),
        federation=clean_name(header.get("032", ""))[:3],
        variant=facts.get("variant", "") if facts.get("variant", "") in VARIANTS else "",
        format=system,
        rounds=max(report.rounds, len(played)),
        entries=tuple(_entry(player, playing=player.number not in report.absent) for player in report.players),
        played=tuple(replace(one, begun=begun) for one, begun in zip(played, days, strict=True)),
        scoring=table.scoring,
        tiebreaks=tuple(slug for slug in facts.get("tiebreaks", "").split(",") if slug),
        first_colour=table.first_colour if report.players else Colour.RED,
        status=_status(facts.get("status", "")),
        begun=_at(header.get("042", ""), "%Y/%m/%d", zone),
        ended=_at(header.get("052", ""), "%Y/%m/%d", zone),
        zone=zone,
        arbiters=tuple(name for name in arbiters if name)[:_MOST_ARBITERS],
        time_control=clean_name(header.get("122", "")[:_MOST_TEXT]),
        real=facts.get("real") == "yes",
        rated=facts.get("rated") == "yes",
        own={name: facts.get(name) == "yes" for name in _own_flags()},
    )
    return in_board_order(record)


def _told(report: trf.TournamentReport) -> Iterator[tuple[str, str]]:
    for line in report.other:
        if line.startswith(_OURS):
            yield from _FACT.findall(line[len(_OURS) :])


def _entry(player: trf.ReportPlayer, *, playing: bool) -> EntryRecord:
    names = [clean_name(name) for name in player.name.split(" / ")[:2]]
    if not all(names):
        raise FileError("value-missing", line=player.line, path="name")
    first = Person(
        names[0],
        player.sex,
        player.title,
        player.rating,
        player.federation,
        player.id,
        clean_name(player.birth),
        clean_name(player.club[:_MOST_TEXT]),
    )
    others = tuple(Person(name) for name in names[1:])
    return EntryRecord(player.number, (first, *others), player.rating, playing)


def _system(ours: str, told: str) -> str:
    return ours if ours in FORMATS else format_told([told])


def _status(ours: str) -> str:
    return ours if ours in set(Status) else Status.RUNNING.value


def _days(text: str, rounds: int, zone: str) -> list[int | None]:
    columns = text[_FIRST_RESULT - 4 :]
    return [_at(columns[place * _ROUND : place * _ROUND + 8], "%y/%m/%d", zone) for place in range(rounds)]


def _at(text: str, form: str, zone: str) -> int | None:
    """The beginning of a day there, in microseconds since the epoch; None if none is told."""
    try:
        day = datetime.strptime(text.strip(), form).replace(tzinfo=ZoneInfo(zone) if zone else UTC)
    except ValueError:
        return None
    return max(microseconds(day), 1)
