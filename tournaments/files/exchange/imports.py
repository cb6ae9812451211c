"""A file from elsewhere becomes an event: read, looked at, and written as one stream.

Names are those of people whom this event alone knows. An organiser may say which members are
meant: they are asked, and the event is theirs only once they agree (`tournaments.domain.commands.name_claims`).
Results count as recorded by an arbiter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.conduct.blocks import blocked_among
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from eventlog.sources import new_id, random_bytes
from games.rules import VARIANTS, Illegal, Refusal
from tournaments.domain import command_handler
from tournaments.domain import events as e
from tournaments.domain.commands.name_claims import Naming, ask_members
from tournaments.domain.commands.people import keep_persons
from tournaments.domain.local_times import microseconds, wall_of
from tournaments.domain.round_transitions import ASKED, Misfit, slug_of
from tournaments.domain.standings import places_of
from tournaments.domain.state import Status
from tournaments.domain.terms import Terms, usual_terms
from tournaments.domain.transitions import fold, team_rating
from tournaments.files.formats.boards import in_board_order
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.json_form import read_json
from tournaments.files.formats.record import MatchRecord, RoundRecord, TournamentRecord
from tournaments.files.formats.tables import read_crosstable
from tournaments.files.formats.trf_form import read_trf
from tournaments.files.formats.trf_values import TrfError
from tournaments.files.formats.validation import troubles
from tournaments.models import Announcement, ImportedDetails
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.formats import FORMATS, parts_by_default
from tournaments.scoring.points import Scoring
from tournaments.scoring.tiebreaks import TIEBREAKS
from web.words import clean_line

MOST_BYTES = 2 << 20
"""A report of 2,000 players and 20 rounds has half of it."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of a file.

    Args:
        form: `trf`, `json` or `csv`; "" if it is none of them.
        record: None if it could not be read at all.
        errors: what is wrong, the first line first. With any of them nothing can be made of it.
    """

    form: str
    record: TournamentRecord | None
    errors: tuple[FileError | TrfError, ...] = ()

    @property
    def notes(self) -> tuple[FileError, ...]:
        """What it says and is not, or not quite, read; it can be used all the same."""
        return () if self.record is None else self.record.notes


@dataclass(frozen=True, slots=True)
class Choices:
    """What a file does not say, or what is to be otherwise.

    Args:
        going_on: the event is continued here, across real boards; else it is over and kept.
        players: the members who are meant, by pairing number and place in the pair; they are asked.
        zone: the time zone of the event, by its IANA name, where the file does not tell it.
    """

    name: str
    variant: str
    format: str
    scoring: Scoring
    tiebreaks: tuple[str, ...]
    going_on: bool = False
    rounds: int = 0
    players: Mapping[tuple[int, int], UUID] | None = None
    zone: str = ""


READERS = {"trf": read_trf, "json": read_json, "csv": read_crosstable}


def understood(data: bytes | str) -> Understood:
    """What a file says; what form it has follows from what it begins with."""
    try:
        text = data if isinstance(data, str) else _decoded(data)
    except FileError as error:
        return Understood("", None, (error,))
    form = _form_of(text)
    if not form:
        return Understood("", None, (FileError("form-unknown"),))
    try:
        record = READERS[form](text)
    except (FileError, TrfError) as error:
        return Understood(form, None, (error,))
    return Understood(form, record, tuple(troubles(record)))


def _decoded(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise FileError("too-large", allowed=MOST_BYTES >> 20)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # report files of old programs
    if "\0" in text:
        raise FileError("encoding")
    return text


def _form_of(text: str) -> str:
    start = text.lstrip("\ufeff \r\n\t")
    if start.startswith("{"):
        return "json"
    if start.startswith("number,name,rating"):
        return "csv"
    lines = start.splitlines()
    return "trf" if any(line.startswith("001 ") for line in lines) else ""


# -- writing --------------------------------------------------------------------------------------


def check_import(record: TournamentRecord, choices: Choices, owner: UUID) -> None:
    """Raises `Illegal` as `import_tournament` does, as far as it takes no time to find out; and `PlayerBarred`, if a
    penalty stands against holding events, or against names that others read.

    Args:
        record, choices, owner: as for `import_tournament`.
    """
    refuse_barred(owner, Barred.EVENTS, Barred.TALK)
    _check(record, choices)
    _check_named(owner, choices)


MOST_APART = 2000
"""Pairs that an event may keep apart which goes on here: each is an event of its own."""


def import_tournament(
    *,
    record: TournamentRecord,
    choices: Choices,
    owner: UUID,
    id: UUID | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> UUID:
    """Writes an event that was read. Whoever imports it is its organiser.

    Side effects: appends its stream; makes a player for each name; asks members who are named.

    Args:
        record: what the file says.
        choices: what it does not say, and the importer chose.
        owner: the player who imports it.
        id: of the tournament; the same again gives the one there is, so a form may come twice.
        progress: told how many events are prepared, of how many.

    Returns:
        The id of the tournament.

    Raises:
        Illegal: `partners` (`needed`) if the entries are not what the variant needs; `no-choice` (`field`);
            `arena-over`: an arena of a file does not go on;
            `too-many-pairs-apart` (`most`); `import-misfit`: no event can have gone so;
            `no-such-bracket` if the rounds follow no bracket; `blocked` (`name`): a member who is named
            wants nothing to do with who imports; `too-many-invitations`, `invited-enough` for the day.
        PlayerBarred, NotAgreed: something stands against holding events, or against names that others read.
    """
    _check(record, choices)
    if choices.format != record.format:
        record = in_board_order(replace(record, format=choices.format))
    if not record.zone:
        record = _in_zone(record, choices.zone or "UTC")
    tournament = id or new_id()
    with transaction.atomic():
        values = {"name": _line(choices.name), "place": _line(record.place), "zone": record.zone, "owner": owner}
        _row, new = Announcement.objects.get_or_create(tournament=tournament, defaults=values)
        if not new:
            return tournament
        refuse_barred(owner, Barred.EVENTS, Barred.TALK)
        _check_named(owner, choices)
        people, named = _players(record, choices, owner, tournament)
        events = list(_events(record, choices, owner, people))
        _check_bracket(events, choices)
        ImportedDetails.objects.create(tournament=tournament, details=_details(record, choices))
        _keep_people(record, tournament)
        try:
            command_handler.begin(tournament=tournament, by=owner, events=events, progress=progress)
        except Misfit:  # it would be so another time too
            raise Illegal(Refusal("import-misfit")) from None
        ask_members(tournament=tournament, by=owner, named=named)
    return tournament


def _in_zone(record: TournamentRecord, zone: str) -> TournamentRecord:
    """The record with days that begin in a zone, where a file tells days alone: they begin in UTC in it."""

    def moved(at: int | None) -> int | None:
        if at is None or at % _DAY > 1:  # the first day of all begins with the first microsecond that is told
            return at
        return microseconds(wall_of(at, "UTC").replace(tzinfo=ZoneInfo(zone)))

    return replace(
        record,
        zone=zone,
        begun=moved(record.begun),
        ended=moved(record.ended),
        played=tuple(replace(item, begun=moved(item.begun)) for item in record.played),
    )


_DAY = 86_400_000_000


def _line(text: str) -> str:
    return clean_line(text)[:120]


def _check(record: TournamentRecord, choices: Choices) -> None:
    if choices.variant not in VARIANTS:
        raise Illegal(Refusal("no-choice", {"field": "variant"}))
    if choices.format not in FORMATS:
        raise Illegal(Refusal("no-choice", {"field": "format"}))
    grows = FORMATS[choices.format].grows
    # Rounds make no arena, an arena has no rounds, and neither of them is a ladder.
    if choices.format != record.format and (grows or FORMATS[record.format].grows):
        raise Illegal(Refusal("no-choice", {"field": "format"}))
    if grows and choices.going_on:
        raise Illegal(Refusal("arena-over", {"field": "format"}))
    needed = len(VARIANTS[choices.variant].seats) // 2
    if any(len(entry.people) != needed for entry in record.entries):
        raise Illegal(Refusal("partners", {"needed": needed}))
    if choices.going_on and len(record.forbidden) > MOST_APART:
        raise Illegal(Refusal("too-many-pairs-apart", {"most": MOST_APART}))


def _check_bracket(events: Sequence[e.TournamentEvent], choices: Choices) -> None:
    """A knockout is played along its bracket; a file may tell of rounds that are none of it."""
    if not FORMATS[choices.format].has_bracket:
        return
    now = datetime.now(UTC)
    try:
        places_of(fold((event, now) for event in events))
    except ValueError:
        raise Illegal(Refusal("no-such-bracket", {"field": "format"})) from None


def _check_named(owner: UUID, choices: Choices) -> None:
    """Nobody is named by somebody they want nothing to do with."""
    at_odds = blocked_among(owner, (choices.players or {}).values())
    if at_odds:
        name = Player.objects.filter(id__in=at_odds).order_by("name").values_list("name", flat=True)[0]
        raise Illegal(Refusal("blocked", {"name": name}))


def _players(
    record: TournamentRecord, choices: Choices, owner: UUID, tournament: UUID
) -> tuple[dict[tuple[int, int], UUID], list[Naming]]:
    """The player of each place, by pairing number and place in the pair, and the members who are meant. Everybody gets
    a row of the own for this event: two people of one name are two. Members of teams have places below 0.
    """
    places = {(entry.number, at): person for entry in record.entries for at, person in enumerate(entry.people)}
    rows = [Player(name=clean_line(person.name), event=tournament) for person in places.values()]
    Player.objects.bulk_create(rows)
    ids = {place: row.id for place, row in zip(places, rows, strict=True)}
    named = [Naming(*place, player, ids[place]) for place, player in (choices.players or {}).items()]
    ids |= {(naming.entry, naming.partner): owner for naming in named if naming.player == owner}
    members = {
        (entry.number, -at): Player(name=clean_line(person.name), event=tournament)
        for entry in record.entries
        for at, person in enumerate(entry.members, 1)
    }
    Player.objects.bulk_create(members.values())
    ids |= {place: row.id for place, row in members.items()}
    return ids, named


def _keep_people(record: TournamentRecord, tournament: UUID) -> None:
    """What the file tells of people beside their names."""
    keep_persons(
        tournament,
        {
            (entry.number, at): _known(asdict(person))
            for entry in record.entries
            for at, person in enumerate(entry.people)
        },
    )


def _details(record: TournamentRecord, choices: Choices) -> dict[str, Any]:
    """What `ImportedDetails` keeps."""
    games = {
        f"{item.number}.{match.board}.{place}": game.key
        for item in record.played
        for match in item.boards
        for place, game in enumerate(match.games, 1)
        if game.key
    }
    undated = [str(item.number) for item in record.played if item.begun is None]
    undated += ["begun"] if record.begun is None and record.played else []
    undated += ["ended"] if record.ended is None and not choices.going_on else []
    texts = {"arbiters": list(record.arbiters), "time_control": record.time_control}
    texts = {name: value for name, value in texts.items() if value}
    return {"federation": record.federation, "games": games, "undated": undated, **texts}


def _known(person: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in person.items() if value and name != "name"}


# -- the events -----------------------------------------------------------------------------------


def _terms(record: TournamentRecord, choices: Choices) -> Terms:
    """The terms of the event. What is continued goes on across real boards, by its arbiter's hand."""
    format = FORMATS[choices.format]
    known = tuple(dict.fromkeys(slug for slug in choices.tiebreaks if slug in TIEBREAKS))
    usual = usual_terms(choices.variant, choices.format, real=True)
    boards = [len(item.boards) for item in record.played]
    return usual.changed(
        real=True if choices.going_on else record.real,
        rated=False,
        scoring=choices.scoring,
        tiebreaks=known,
        automatic=False,
        team_boards=record.team_boards,
        board_order=record.board_order,
        **({} if _is_ranked(record, choices) else {"seeding": "hand"}),
        **{"rounds": _rounds(record, choices)}
        | format.terms_in_file(record.terms_in_file, players=len(record.entries), boards=boards),
    )


def _is_ranked(record: TournamentRecord, choices: Choices) -> bool:
    """Whether the ranking at the start gives the numbers of the file, or they stand already."""
    ratings = [entry.rating for entry in record.entries]
    return bool(record.played) or not choices.going_on or ratings == sorted(ratings, reverse=True)


def _rounds(record: TournamentRecord, choices: Choices) -> int:
    format = FORMATS[choices.format]
    if format.has_bracket and len(record.entries) > 1:
        return format.rounds_for(len(record.entries), parts_by_default() | record.terms_in_file)
    return max(choices.rounds or record.rounds, len(record.played))


def _events(
    record: TournamentRecord, choices: Choices, owner: UUID, players: Mapping[tuple[int, int], UUID]
) -> Iterator[e.TournamentEvent]:
    yield e.TournamentCreated(owner=str(owner), **_terms(record, choices).value(), imported=True)
    yield e.TournamentAnnounced()
    for entry in record.entries:
        ids = tuple(str(players[entry.number, at]) for at in range(len(entry.people)))
        yield e.PlayerEntered(entry=entry.number, players=ids, rating=entry.rating)
        if record.team_boards:
            members = tuple(str(players[entry.number, -at]) for at in range(1, len(entry.members) + 1))
            yield e.RosterChanged(entry.number, members, tuple(person.rating for person in entry.members))
            if entry.rating not in (0, team_rating([person.rating for person in entry.members], record.team_boards)):
                yield e.EntryDescribed(entry.number, entry.rating)
    if choices.going_on:
        yield from _for_pairing(record, choices)
    if record.played or not choices.going_on:
        yield e.TournamentStarted(
            order=tuple(entry.number for entry in record.entries),
            red_first=record.first_colour is not Colour.BLUE,
            lot=int(record.own.get("lot", 0)) or int.from_bytes(random_bytes(4)),
            rounds=_rounds(record, choices),
            at=record.begun,
        )
    left = {entry.number: entry.left for entry in record.entries if not entry.playing}
    yield from (e.EntryWithdrawn(entry=number) for number, rounds in left.items() if not rounds)
    for item in record.played:
        yield from _round(item, len(record.entries), players if record.team_boards else {})
        if record.moves:  # there is but one round
            yield e.MovesRecorded(*zip(*((move.kind.value, *move[1:]) for move in record.moves), strict=True))
        yield from (e.EntryWithdrawn(entry=number) for number, rounds in left.items() if rounds == item.number)
    later = (number for number, rounds in left.items() if rounds > len(record.played))
    yield from (e.EntryWithdrawn(entry=number) for number in later)
    if choices.going_on and FORMATS[choices.format].by_score:
        kinds = {mark: kind for kind, mark in ASKED.items()}
        for number, marks in sorted(record.requested.items()):
            for at, mark in sorted(marks.items()):
                yield e.ByeRequested(number, at, kinds[mark])
    if not choices.going_on:
        cancelled = record.status == Status.CANCELLED
        yield e.TournamentCancelled() if cancelled else e.TournamentFinished(at=record.ended)


def _for_pairing(record: TournamentRecord, choices: Choices) -> Iterator[e.TournamentEvent]:
    """What the file says that the rounds to come are paired by, besides results."""
    if FORMATS[choices.format].by_score:
        for pair in sorted(sorted(pair) for pair in record.forbidden):
            yield e.PairForbidden(*pair)
        if record.acceleration:
            numbers = dict(sorted(record.acceleration.items()))
            yield e.VirtualPointsSet(entries=tuple(numbers), points=tuple(numbers.values()))
    if not record.played and record.first_colour is not None:
        yield e.FirstColourSet(red=record.first_colour is Colour.RED)
    if not _is_ranked(record, choices):
        yield e.SeedsSet(tuple(entry.number for entry in record.entries))


def _round(record: RoundRecord, entries: int, players: Mapping[tuple[int, int], UUID]) -> Iterator[e.TournamentEvent]:
    first = [match.games[0] for match in record.boards]
    yield e.RoundPaired(
        round=record.number,
        red=tuple(game.red for game in first),
        blue=tuple(game.blue for game in first),
        order=tuple(range(1, entries + 1)),
        seen=0,
        bye_entries=tuple(record.byes),
        bye_kinds=tuple(slug_of(mark) for mark in record.byes.values()),
        by_hand=True,
        play_off=True if record.play_off else None,
    )
    boards = [game for match in record.boards for game in match.games] if players else first
    for match in record.boards if players else ():
        yield _opened(record.number, match, players)
    yield e.RoundBegun(round=record.number, games=(None,) * len(boards), at=record.begun)
    for match in record.boards:
        yield from _results(record.number, match, teams=bool(players))
    if all(game.marks is not None for match in record.boards for game in match.games):
        yield e.RoundFinished(round=record.number)


def _opened(round: int, match: MatchRecord, players: Mapping[tuple[int, int], UUID]) -> e.LineupsOpened:
    """Who played a match of teams, as the file says."""
    first = match.games[0]
    red, blue = (
        tuple(
            None if not member else str(players[side, -member])
            for game in match.games
            for member in (game.red_member if game.red == side else game.blue_member,)
        )
        for side in (first.red, first.blue)
    )
    return e.LineupsOpened(round, match.board, red, blue)


def _results(round: int, match: MatchRecord, *, teams: bool) -> Iterator[e.TournamentEvent]:
    for leg, game in enumerate(match.games, 1):
        if leg > 1 and not teams:
            yield e.LegAdded(round, match.board, leg, game.red, game.blue)
        if game.marks is not None:
            red, blue = map(slug_of, game.marks)
            yield e.ResultRecordedOnBoard(round, match.board, leg, red, blue, source="arbiter")
