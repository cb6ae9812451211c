"""From the fold of a tournament to its record. Names come from the rows of people, which may be gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Any
from uuid import UUID

from django.utils import translation

from accounts.models import Player
from eventlog.canonical import microseconds
from games.models import key_of
from games.presentation.words import time_control_text
from tournaments.domain.commands.people import known, persons_of
from tournaments.domain.formats import format_of
from tournaments.domain.round_transitions import ASKED
from tournaments.domain.standings import begun_rounds, crosstable, standings_of
from tournaments.domain.state import Board, Entry, Round, TournamentFold
from tournaments.files.formats.record import EntryRecord, GameRecord, MatchRecord, Person, RoundRecord, TournamentRecord
from tournaments.files.formats.tables import Placed
from tournaments.models import Announcement, EntryPerson, ImportedDetails
from tournaments.scoring.crosstable import Colour
from tournaments.scoring.ladder import LadderMove
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import decimal
from tournaments.scoring.tiebreaks import TIEBREAKS

GONE = "Deleted player"
"""The name of who is gone: in files the same for every reader, whatever language is asked for."""


def names_of(players: Iterable[UUID]) -> dict[UUID, str]:
    """The names of players by id; one that is gone is missing."""
    return dict(Player.objects.filter(id__in=list(players)).values_list("id", "name"))


def numbers_of(fold: TournamentFold) -> dict[int, int]:
    """The pairing number of every entry that takes part or has a number; who has none yet follows by entering."""
    order = list(fold.order)
    order += [entry.number for entry in fold.playing if entry.number not in fold.numbers]
    return {entry: number for number, entry in enumerate(order, 1)}


def record_of(tournament: UUID, fold: TournamentFold, *, apart: bool = False) -> TournamentRecord:
    """The record of a tournament: what its exports are made of. A round is in it once it has begun.

    Args:
        tournament: its id.
        fold: as whoever gets the record may know it.
        apart: with the pairs that are kept apart, which its staff alone knows.
    """
    announcement = Announcement.objects.filter(tournament=tournament).first()
    kept = ImportedDetails.objects.filter(tournament=tournament).first()
    details: Mapping[str, Any] = {} if kept is None else kept.details
    again = frozenset(back.round for back in fold.taken_back)
    numbers = numbers_of(fold)
    entries = [fold.entries[entry] for entry in numbers]
    members = _members(fold, entries)
    people = chain((player for entry in entries for player in entry.players), *members.values())
    names = names_of(people)
    persons = persons_of(tournament)
    terms = fold.terms
    record = TournamentRecord(
        name="" if announcement is None else announcement.name,
        place="" if announcement is None else announcement.place,
        federation=str(details.get("federation", "")),
        zone="UTC" if announcement is None else announcement.zone,
        arbiters=_arbiters(fold, kept),
        time_control=_time_control(fold, details),
        variant=terms.variant,
        format=terms.format,
        rounds=fold.planned or terms.rounds,
        entries=tuple(
            _entry(entry, number, names, persons, members.get(entry.number, {}))
            for entry, number in zip(entries, numbers.values(), strict=True)
        ),
        played=tuple(
            _round(item, numbers, {} if item.number in again else details, members) for item in begun_rounds(fold)
        ),
        scoring=terms.scoring,
        tiebreaks=terms.ranked_by,
        first_colour=_first_colour(fold),
        forbidden=_apart(fold, numbers) if apart else frozenset(),
        requested=_requested(fold, numbers),
        real=terms.real,
        rated=terms.rated,
        own=format_of(fold).values_for_files(fold),
        status=fold.status.value,
        begun=_at("begun", fold.started_at, details),
        ended=_at("ended", fold.ended_at, details),
        key=key_of(tournament),
        team_boards=terms.team_boards,
        board_order=terms.board_order,
        moves=_moves(fold, numbers),
    )
    points = _virtual_points(fold, numbers)
    usual = {row.number: row.acceleration for row in record.crosstable().rows if any(row.acceleration)}
    return record if points == usual else replace(record, acceleration=points)


def _moves(fold: TournamentFold, numbers: Mapping[int, int]) -> tuple[LadderMove, ...]:
    """Who moved on a ladder, by pairing numbers."""
    moves = () if fold.ladder is None else fold.ladder.moves
    return tuple(move._replace(entry=numbers[move.entry], other=numbers.get(move.other, 0)) for move in moves)


def _first_colour(fold: TournamentFold) -> Colour | None:
    """The colour of the highest player in the first round, once it is settled."""
    if not fold.begun and not fold.colour_set:
        return None
    return Colour.RED if fold.red_first else Colour.BLUE


def _apart(fold: TournamentFold, numbers: Mapping[int, int]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(numbers[entry] for entry in pair) for pair in fold.forbidden if pair <= numbers.keys())


def _requested(fold: TournamentFold, numbers: Mapping[int, int]) -> dict[int, dict[int, Mark]]:
    """The byes of rounds that have not begun, of who takes part, as long as there are rounds to come."""
    if fold.ended:
        return {}
    begun = len(begun_rounds(fold))
    marks = {
        number: {at: ASKED[kind] for at, kind in fold.entries[entry].byes.items() if at > begun}
        for entry, number in numbers.items()
        if fold.entries[entry].playing
    }
    return {number: mark for number, mark in marks.items() if mark}


def _virtual_points(fold: TournamentFold, numbers: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The virtual points of the event, which are those of its start where others have entered since."""
    if not fold.begun:
        result = {numbers[entry]: points for entry, points in fold.virtual_points.items() if entry in numbers}
    else:
        result = {row.number: row.acceleration for row in crosstable(fold).rows}
    return {number: points for number, points in result.items() if any(points)}


def _arbiters(fold: TournamentFold, kept: ImportedDetails | None) -> tuple[str, ...]:
    """Who decides: the arbiters that the file told, those here, or else who organises what is played here."""
    result = [] if kept is None else list(kept.details.get("arbiters", ()))
    here = [player for player, role in fold.roles.items() if role == "arbiter"]
    if not here and kept is None:
        here = [player for player, role in fold.roles.items() if role == "owner"]
    names = names_of(here)
    return tuple(dict.fromkeys([*result, *(names[player] for player in here if player in names)]))


def _time_control(fold: TournamentFold, details: Mapping[str, Any]) -> str:
    """The time of the players, in the language of report files."""
    if fold.terms.time is None:
        return str(details.get("time_control", ""))
    with translation.override("en"):
        return time_control_text(fold.terms.time)


def _at(what: str, time: datetime | None, details: Mapping[str, Any]) -> int | None:
    """A time; None where an imported file told none, and all that is known is when it was imported."""
    return None if time is None or what in details.get("undated", ()) else microseconds(time)


def _entry(
    entry: Entry,
    number: int,
    names: Mapping[UUID, str],
    persons: Mapping[tuple[int, int], EntryPerson],
    members: Mapping[UUID, int],
) -> EntryRecord:
    people = [Person(names.get(player) or GONE) for player in entry.players]
    result = [persons.get((entry.number, partner)) for partner in range(len(people))]
    people = [
        person if row is None else replace(person, **known(row)) for person, row in zip(people, result, strict=True)
    ]
    if len(people) == 1 and not people[0].rating:
        people = [replace(people[0], rating=entry.rating)]
    ratings = dict(zip(entry.roster, entry.ratings, strict=True))
    team = tuple(Person(names.get(player) or GONE, rating=ratings.get(player, 0)) for player in members)
    return EntryRecord(number, tuple(people), entry.rating, entry.playing, team, entry.left_after or 0)


def _members(fold: TournamentFold, entries: Sequence[Entry]) -> dict[int, dict[UUID, int]]:
    """The places among the members of each team: those of the roster, and after them who else played for it."""
    if not fold.terms.team_boards:
        return {}
    people = {entry.number: dict.fromkeys(entry.roster) for entry in entries}
    for item in begun_rounds(fold):
        for board in item.boards:
            for entry, lineup in board.lineups.items():
                people[entry].update(dict.fromkeys(player for player in lineup if player is not None))
    return {entry: {player: place for place, player in enumerate(some, 1)} for entry, some in people.items()}


def _round(
    item: Round, numbers: Mapping[int, int], details: Mapping[str, Any], members: Mapping[int, Mapping[UUID, int]]
) -> RoundRecord:
    """A round; everybody who has a number and no board has a mark, if only that of an absence."""
    there = {entry for board in item.boards for entry in board.entries}
    byes = {number: item.byes.get(entry, Mark.ABSENT) for entry, number in numbers.items() if entry not in there}
    boards = tuple(_match(board, item.number, numbers, details.get("games", {}), members) for board in item.boards)
    return RoundRecord(item.number, boards, byes, _at(str(item.number), item.begun_at, details), item.play_off)


def _match(
    board: Board,
    round: int,
    numbers: Mapping[int, int],
    keys: Mapping[str, str],
    members: Mapping[int, Mapping[UUID, int]],
) -> MatchRecord:
    games = tuple(
        GameRecord(
            numbers[leg.red],
            numbers[leg.blue],
            leg.marks,
            key_of(leg.game) if leg.game is not None else keys.get(f"{round}.{board.number}.{place}", ""),
            *_seated(board, place, members),
        )
        for place, leg in enumerate(board.legs, 1)
    )
    return MatchRecord(board.number, games, numbers[board.winner] if board.winner else board.winner)


def _seated(board: Board, place: int, members: Mapping[int, Mapping[UUID, int]]) -> tuple[int, int]:
    """Of teams who played a game, by their places among the members."""
    if not board.lineups:
        return 0, 0
    leg, (red, blue) = board.legs[place - 1], board.players_at(place)
    return (0 if red is None else members[leg.red][red], 0 if blue is None else members[leg.blue][blue])


def places(fold: TournamentFold) -> dict[int, int]:
    return {standing.number: standing.place for standing in standings_of(fold)}


def placed(fold: TournamentFold, record: TournamentRecord) -> list[Placed]:
    """The standings with names, the first one first."""
    units = [TIEBREAKS[slug].unit for slug in fold.terms.ranked_by]
    return [
        Placed(
            standing.place,
            standing.number,
            record.entries[standing.number - 1].name,
            decimal(standing.points),
            tuple(decimal(value, unit) for value, unit in zip(standing.values, units, strict=False)),
        )
        for standing in standings_of(fold)
    ]


def placed_value(item: Placed, tiebreaks: Sequence[str]) -> dict[str, Any]:
    values = dict(zip(tiebreaks, item.values, strict=False))
    return {"place": item.place, "number": item.number, "name": item.name, "points": item.points, "tiebreaks": values}
