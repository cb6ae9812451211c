"""The rows of tournaments, kept in step with the log.

They are made from the fold, which a command hands over (`known`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from eventlog.folds import Folds, by_stream
from eventlog.registry import Stored, address, projection
from eventlog.statements import write
from games.models import key_of
from tournaments.domain import events as e
from tournaments.domain.calendar import due_at, round_spans
from tournaments.domain.standings import crosstable, places_of
from tournaments.domain.state import Board, Leg, Round, Status, TournamentFold, published
from tournaments.domain.transitions import fold
from tournaments.models import Tournament
from tournaments.scoring.points import HALVES, Mark

TOURNAMENT_EVENTS: tuple[type[Any], ...] = get_args(e.TournamentEvent)

TOURNAMENT_FOLDS = Folds("known tournaments", fold)

_ENTRY = (
    e.PlayerEntered,
    e.PlayerIdentified,
    e.EntryDescribed,
    e.RosterChanged,
    e.EntryAdmitted,
    e.EntryWithdrawn,
    e.EntryReturned,
    e.EntryExpelled,
    e.ExpulsionReversed,
)
"""After these the rows of one entry are written anew."""

_EVERYBODY = (e.TournamentStarted, e.RankingCorrected, e.RoundPaired, e.RoundPublished, e.TournamentFinished)
"""After these those of all: pairing numbers and places. Results change rows only once the places stand."""

_STAFF = (e.TournamentCreated, e.RoleGiven, e.RoleTaken, e.TournamentFinished, e.TournamentCancelled)
_RESULTS = (e.ResultRecordedOnBoard, e.ResultCorrected)
_TAKEN_BACK = (e.RoundTakenBack, e.MatchesTakenBack)
_ON_ROUND = (e.RoundBegun, e.MatchesPairedAnew, *_TAKEN_BACK)
_ON_BOARD = (e.BoardStarted, e.LegAdded, e.RecordAttached, e.BoardRelayed, *_RESULTS)

# Rows come as one JSON list, whatever their number: so each of these is one statement, which is prepared once.

_INSERT = b"""
INSERT INTO tournaments_tournament (
    id, key, created, imported, owner, status, format, variant, "time", live, "real", rated, approved, entry, reveal,
    capacity, entries, waiting, round, rounds, starts, announced, started, ended, changed, next_due, spans, until,
    calls, version, "position"
) SELECT
    id, key, created, imported, owner, status, format, variant, "time", live, "real", rated, approved, entry, reveal,
    capacity, entries, waiting, round, rounds, starts, announced, started, ended, changed, next_due, spans, until,
    calls, version, "position"
FROM jsonb_populate_recordset(NULL::tournaments_tournament, %s::jsonb)
"""

_UPDATE = b"""
UPDATE tournaments_tournament AS held SET (
    owner, status, format, variant, "time", live, "real", rated, approved, entry, reveal,
    capacity, entries, waiting, round, rounds, starts, announced, started, ended, changed, next_due, spans, until,
    calls, version, "position"
) = (
    SELECT owner, status, format, variant, "time", live, "real", rated, approved, entry, reveal,
        capacity, entries, waiting, round, rounds, starts, announced, started, ended, changed, next_due, spans, until,
        calls, version, "position"
    FROM jsonb_populate_recordset(NULL::tournaments_tournament, %s::jsonb)
) WHERE held.id = %s
"""

_DISMISS = b"DELETE FROM tournaments_tournamentstaff WHERE tournament_id = %s"

_APPOINT = b"""
INSERT INTO tournaments_tournamentstaff (tournament_id, player, role, over)
SELECT tournament_id, player, role, over FROM jsonb_populate_recordset(NULL::tournaments_tournamentstaff, %s::jsonb)
"""

_ENTER = b"""
INSERT INTO tournaments_tournamententry (
    tournament_id, entry, partner, player, presence, number, rating, place, points, played, member
) SELECT tournament_id, entry, partner, player, presence, number, rating, place, points, played, member
FROM jsonb_populate_recordset(NULL::tournaments_tournamententry, %s::jsonb)
ON CONFLICT (tournament_id, entry, partner) DO UPDATE SET
    player = EXCLUDED.player, presence = EXCLUDED.presence, number = EXCLUDED.number, rating = EXCLUDED.rating,
    place = EXCLUDED.place, points = EXCLUDED.points, played = EXCLUDED.played
"""

_LEAVE_TEAM = b"DELETE FROM tournaments_tournamententry WHERE tournament_id = %s AND entry = %s AND partner >= %s"

_PLACE = b"""
INSERT INTO tournaments_tournamentgame (game, tournament_id, round, board, leg, decided, taken_back)
SELECT game, tournament_id, round, board, leg, decided, taken_back
FROM jsonb_populate_recordset(NULL::tournaments_tournamentgame, %s::jsonb)
ON CONFLICT (game) DO UPDATE SET
    decided = EXCLUDED.decided, board = EXCLUDED.board, leg = EXCLUDED.leg, taken_back = EXCLUDED.taken_back
"""


_UNRATE = b"DELETE FROM ratings_boardgame WHERE event = %s"

_RATE = b"""
INSERT INTO ratings_boardgame (event, number, player, opponent, variant, ended, halves)
SELECT event, number, player, opponent, variant, ended, halves
FROM jsonb_populate_recordset(NULL::ratings_boardgame, %s::jsonb) AS r
WHERE NOT EXISTS (SELECT 1 FROM players_player p WHERE p.id IN (r.player, r.opponent) AND p.event IS NOT NULL)
"""

_RATE_LATER = b"UPDATE ratings_boardgame SET value = NULL WHERE variant = %s AND ended > %s"


def _json(*rows: Mapping[str, Any]) -> str:
    return json.dumps(rows, default=_as_text)


def _as_text(value: UUID | datetime) -> str:
    return value.isoformat() if isinstance(value, datetime) else value.hex


def _applied_versions(streams: Sequence[UUID]) -> Mapping[UUID, int]:
    return dict(Tournament.objects.filter(id__in=streams).values_list("id", "version"))


@projection(
    "tournaments",
    events=TOURNAMENT_EVENTS,
    tables=(
        "tournaments_tournament",
        "tournaments_tournamententry",
        "tournaments_tournamentstaff",
        "tournaments_tournamentgame",
        "ratings_boardgame",
    ),
    writes_only=True,
    applied_versions=_applied_versions,
)
def project_tournaments(stored: Sequence[Stored]) -> None:
    """The row of a tournament, those of its entries, staff and games."""
    for events in by_stream(stored):
        _write(events[0].stream, TOURNAMENT_FOLDS.after(events), events)


@address
def stream_of_key(key: str) -> UUID | None:
    """The tournament at a public address, for `verify_log` and its like."""
    return Tournament.objects.filter(key=key).values_list("id", flat=True).first()


def _write(stream: UUID, whole: TournamentFold, stored: Sequence[Stored]) -> None:
    """Writes what everybody may know; only when there is something to do follows from all that happened."""
    now = published(whole)
    values = {**_values(now), "next_due": due_at(whole), "position": stored[-1].position}
    first = stored[0].event
    new = isinstance(first, e.TournamentCreated)
    if isinstance(first, e.TournamentCreated):
        fixed = {"id": stream, "key": key_of(stream), "created": now.created_at, "imported": first.imported}
        write("tournaments_tournament", _INSERT, [(_json(values | fixed),)])
    else:
        write("tournaments_tournament", _UPDATE, [(_json(values), stream)])
    events = [item.event for item in stored]
    if any(isinstance(event, _STAFF) for event in events):
        _write_staff(stream, now, new=new)
    concerned = _entries_in(now, events)
    if concerned:
        _write_entries(stream, now, concerned)
    for number in {event.entry for event in events if isinstance(event, e.RosterChanged)}:
        places = 1 + len(now.entries[number].people)
        write("tournaments_tournamententry", _LEAVE_TEAM, [(stream, number, places)])
    if any(isinstance(event, (*_ON_ROUND, *_ON_BOARD, e.BoardsAdded)) for event in events):
        _write_games(stream, now, events)
    _write_board_games(stream, now, events)


_RATED_ANEW = (e.TournamentFinished, e.ResultCorrected, e.PlayerIdentified, e.LineupFixed)
"""After these of a rated event across real boards that is over its games count, or count otherwise."""


def _write_board_games(stream: UUID, now: TournamentFold, events: Sequence[e.TournamentEvent]) -> None:
    """The games across real boards that count for the ratings of those: of events of approved organisers, since nothing
    but an arbiter says how they ended. Between members alone: who has only a name here is nobody elsewhere."""
    if not (now.terms.real and now.terms.rated and now.approved) or now.imported or now.status is not Status.FINISHED:
        return
    if not any(isinstance(event, _RATED_ANEW) for event in events) or now.ended_at is None or now.terms.team > 1:
        return
    write("ratings_boardgame", _UNRATE, [(stream,)])
    games = [
        (leg, board, number) for round in now.rounds for board in round.boards for number, leg in _rated_legs(board)
    ]
    rows = [
        {"event": stream, "number": number, "variant": now.terms.variant, "ended": now.ended_at}
        | {"player": players[side], "opponent": players[1 - side], "halves": HALVES.get(leg.marks[side], 0)}
        for number, (leg, board, place) in enumerate(games, 1)
        if leg.marks is not None and None not in (players := _players_of(now, board, place))
        for side in (0, 1)
    ]
    write("ratings_boardgame", _RATE, [(_json(*rows),)])
    write("ratings_boardgame", _RATE_LATER, [(now.terms.variant, now.ended_at)])


def _rated_legs(board: Board) -> Iterator[tuple[int, Leg]]:
    """The games of a board that were played, with their numbers, and that nobody has set apart from ratings. One that
    both have lost says nothing of who is stronger."""
    rated = {(Mark.WIN, Mark.LOSS), (Mark.DRAW, Mark.DRAW), (Mark.LOSS, Mark.WIN)}
    return ((number, leg) for number, leg in enumerate(board.legs, 1) if leg.marks in rated)


def _players_of(now: TournamentFold, board: Board, number: int) -> tuple[UUID | None, UUID | None]:
    if board.teams:
        return board.players_at(number)
    leg = board.legs[number - 1]
    return now.entries[leg.red].players[0], now.entries[leg.blue].players[0]


def _values(now: TournamentFold) -> dict[str, Any]:
    terms = now.terms
    return {
        "owner": next((player for player, role in now.roles.items() if role == "owner"), UUID(int=0)),
        "status": now.status.value,
        "format": terms.format,
        "variant": terms.variant,
        "time": None if terms.time is None else terms.time.value(),
        "live": terms.time is not None and terms.time.live,
        "real": terms.real,
        "rated": terms.rated,
        "approved": now.approved,
        "entry": terms.entry,
        "reveal": terms.reveal,
        "capacity": terms.capacity,
        "entries": now.taking_part,
        "waiting": len(now.waiting),
        "round": len(now.rounds),
        "rounds": now.planned or terms.rounds,
        "starts": None if terms.starts is None else as_time(terms.starts),
        "announced": now.announced_at,
        "started": now.started_at,
        "ended": now.ended_at,
        "changed": now.changed_at,
        **_spans(now),
        "calls": sum(not call.closed for call in now.calls),
        "version": now.version,
    }


def _spans(now: TournamentFold) -> dict[str, Any]:
    """The rounds in the calendar, where it has any: number, beginning and end in microseconds since the epoch; of a
    round that grows its end alone."""
    timed = now.terms.calendar or now.terms.round_length is not None
    spans = round_spans(now) if timed else []
    numbers = [
        [span.round, microseconds(span.begins), None if span.ends is None else microseconds(span.ends)]
        for span in spans
    ]
    ends = None if now.round is None else now.round.deadline
    return {"spans": numbers, "until": max((span.ends or span.begins for span in spans), default=ends)}


def _write_staff(stream: UUID, now: TournamentFold, *, new: bool) -> None:
    if not new:
        write("tournaments_tournamentstaff", _DISMISS, [(stream,)])
    over = now.status in (Status.FINISHED, Status.CANCELLED)
    rows = [
        {"tournament_id": stream, "player": player, "role": role, "over": over} for player, role in now.roles.items()
    ]
    write("tournaments_tournamentstaff", _APPOINT, [(_json(*rows),)])


def _entries_in(now: TournamentFold, events: Sequence[e.TournamentEvent]) -> frozenset[int]:
    """The entries whose rows may have changed."""
    ended = now.status is Status.FINISHED
    if any(isinstance(event, _EVERYBODY) or (ended and isinstance(event, _RESULTS)) for event in events):
        return frozenset(now.entries)
    numbered = (entry for event in events if isinstance(event, e.BoardsAdded) for entry in event.numbered or ())
    return frozenset((*(event.entry for event in events if isinstance(event, _ENTRY)), *numbered))


def _write_entries(stream: UUID, now: TournamentFold, concerned: frozenset[int]) -> None:
    places: Mapping[int, int] = {}
    points: Mapping[int, int] = {}
    played: Mapping[int, int] = {}
    if now.status is Status.FINISHED and now.order:
        places, table = places_of(now), crosstable(now).counted()
        points = {entry: table.points(number) for entry, number in now.numbers.items()}
        played = _games_played(now)
    rows = [
        {
            "tournament_id": stream,
            "entry": entry.number,
            "partner": partner,
            "player": player,
            "presence": entry.presence.value,
            "number": now.numbers.get(entry.number),
            "rating": entry.rating,
            "place": places.get(entry.number),
            "points": points.get(entry.number),
            "played": played.get(entry.number, 0),
            "member": partner > 0 and now.terms.team_boards > 0,
        }
        for entry in map(now.entries.__getitem__, sorted(concerned))
        for partner, player in enumerate((*entry.players, *(entry.people if now.terms.team_boards else ())))
    ]
    write("tournaments_tournamententry", _ENTER, [(_json(*rows),)])


def _games_played(now: TournamentFold) -> Counter[int]:
    """How many games each entry played here to an end that no arbiter decided."""
    return Counter(
        entry
        for round in now.rounds
        for board in round.boards
        for leg in board.legs
        if leg.game is not None and leg.source == "game" and leg.marks is not None and leg.marks[0].played
        for entry in (leg.red, leg.blue)
    )


def _boards_of(round: Round, boards: Iterable[tuple[int, int]], *, whole: bool) -> Iterable[Board]:
    """The boards of a round among some, each with the number of its round; `whole`: all that it has."""
    numbers = sorted(board for number, board in boards if number == round.number)
    return round.boards if whole else [item for number in numbers if (item := round.board(number)) is not None]


def _write_games(stream: UUID, now: TournamentFold, events: Sequence[e.TournamentEvent]) -> None:
    """The games of the boards that the events are about, and whether their results stand; and those taken back."""
    rounds = {event.round for event in events if isinstance(event, _ON_ROUND)}
    boards = {(event.round, event.board) for event in events if isinstance(event, _ON_BOARD)}
    if added := sum(len(event.red) for event in events if isinstance(event, e.BoardsAdded)):
        last = now.rounds[-1]
        boards |= {(last.number, board) for board in range(len(last.boards) - added + 1, len(last.boards) + 1)}
    rows = [
        {
            "game": leg.game,
            "tournament_id": stream,
            "round": round.number,
            "board": board.number,
            "leg": number,
            "decided": leg.marks is not None or leg.relayed,  # no result is taken over from a relay
            "taken_back": False,
        }
        for round in now.rounds
        for board in _boards_of(round, boards, whole=round.number in rounds)
        for number, leg in enumerate(board.legs, 1)
        if leg.game is not None
    ]
    if any(isinstance(event, _TAKEN_BACK) for event in events):
        rows += [
            {
                "game": game.game,
                "tournament_id": stream,
                "round": taken.round,
                "board": game.board,
                "leg": game.leg,
                "decided": True,
                "taken_back": True,
            }
            for taken in now.taken_back
            for game in taken.games
        ]
    if rows:
        write("tournaments_tournamentgame", _PLACE, [(_json(*rows),)])
