"""A game as a row of a release: plain values, no names but those that their owners want there, no texts."""

from __future__ import annotations

import hmac
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import connection

from accounts.models import Player, Preferences
from accounts.people.bots import BOT_IDS
from eventlog.registry import Damaged
from games.domain.records import record_of
from games.models import Game, GameSeat, Ladder
from games.notation import Record
from games.rules import Seat
from library.releases.models import LeftOutPlayer
from ratings.models import Change

BATCH = 500
"""Games whose seats and players are read at once."""

_SIDES = {0: "red", 1: "blue"}

_FOUND = """
SELECT game, at FROM releases_reveal WHERE at >= %s AND at < %s AND (at, game) > (%s, %s) ORDER BY at, game LIMIT %s
"""
_FIRST = UUID(int=0)

COLUMNS: Mapping[str, tuple[str, str]] = {
    "game": ("string", "An id of this release alone: in another one, and on the site, the game has another."),
    "variant": ("string", "The rule book."),
    "edition": ("int16", "Which edition of the rule book."),
    "no_attack_limit": ("int32", "Plies without an attack after which the game is drawn; null for no limit."),
    "repetition": ("string", "Whether the repetition rules were enforced, or only noted."),
    "spotter": ("bool", "At cards, whether the Spotter was in the decks."),
    "free_setup": ("bool", "Whether a set-up could have fewer pieces than the army."),
    "rated": ("bool", "Whether it was made as a rated game."),
    "event": ("bool", "Whether it was a game of a tournament."),
    "time_control": ("string", "The time control as JSON; null for none."),
    "started": ("date", "The day (UTC) on which play began."),
    "ended": ("date", "The day (UTC) on which it ended."),
    "revealed": ("date", "The day (UTC) on which it was revealed."),
    **{
        f"{seat.slug}_player": ("string", f"Who sat at {seat.slug}: a pseudonym of this release, `name:` and a name, "
                                "`bot:` and the name of a bot of the site; null where an account is gone.")
        for seat in Seat
    },
    **{
        f"{seat.slug}_rating": ("int32", f"The rating of {seat.slug} before the game; null unless it was rated.")
        for seat in Seat
    },
    **{
        f"{seat.slug}_setup": ("string", "The set-up, one character a home square, row by row as the board lies.")
        for seat in Seat
    },
    **{f"{seat.slug}_deck": ("string", "At cards, the deck at the start, the top card first.") for seat in Seat},
    "turns": ("list<string>", "All submissions in order, choices too, in the notation of records."),
    "seconds": ("list<int32>", "For each of them whole seconds since the one before; for the first since play began."),
    "plies": ("int32", "How many plies were played."),
    "end": ("string", "How it ended."),
    "winner": ("string", "The side that won on the board, by the clock or by resignation: red, blue, or null."),
    "result": ("string", "What it counts as; it differs from `winner` where the moderators changed it."),
}  # fmt: skip
"""The columns in their order: kind and meaning. A column that does not concern a rule book is null there."""


RATING_COLUMNS: Mapping[str, tuple[str, str]] = {
    "game": ("string", "The game, as in the table of games."),
    "seat": ("string", "Whose rating it is, by the seat."),
    "player": ("string", "Who sat there, called as in the table of games."),
    "variant": ("string", "The rule book, which has ratings of its own."),
    "ladder": ("string", "The list that the game counts for at this seat: people, bots, or none."),
    "kind": ("string", "counts; or why the rating stayed as it was: beyond, annulled, apart."),
    "before": ("float64", "The rating before the game."),
    "after": ("float64", "The rating after it."),
    "deviation": ("float64", "How sure it is after it: the rating deviation."),
    "ended": ("date", "The day (UTC) on which the game ended."),
}
"""The columns of the history of ratings: a row for each seat of a game in the release that was rated."""


@dataclass(frozen=True, slots=True)
class ReleasedGame:
    """A game in a release.

    Args:
        row: its `COLUMNS`.
        ratings: the `RATING_COLUMNS` of its seats; none unless it was rated.
    """

    row: dict[str, Any]
    ratings: tuple[dict[str, Any], ...]


@dataclass(slots=True)
class LeftOut:
    """What was left out of a release.

    Args:
        by_wish: games with a player who wants none there.
        damaged: games that cannot be read, by id. For the operator alone.
    """

    by_wish: int = 0
    damaged: list[UUID] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """What games and people are called in one release.

    Args:
        key: 32 secret bytes of the release.
    """

    key: bytes = field(repr=False)

    def of(self, kind: str, id: UUID) -> str:
        """A pseudonym: 80 bits of an HMAC-SHA-256.

        Args:
            kind: `game` or `player`.
            id: what bears it.
        """
        return f"{kind}-{hmac.digest(self.key, f'{kind} {id}'.encode(), sha256)[:10].hex()}"


def rows_of(since: datetime, until: datetime, names: Pseudonyms, left_out: LeftOut) -> Iterator[ReleasedGame]:
    """The games that were played here and revealed in a span of time, in the order of their reveals; some hundreds at a
    time are looked up, and one is in memory.

    Args:
        since, until: the span; its end is not in it.
        names: of this release.
        left_out: called for what is left out.
    """
    for batch in _batches(since, until):
        at = dict(batch)
        played = Game.objects.filter(source=Game.Source.PLAY, revealed=True, started__isnull=False)
        games = {game.id: game for game in played.filter(id__in=at)}
        seats: dict[UUID, dict[Seat, UUID | None]] = {}
        for game_id, seat, player in GameSeat.objects.filter(game__in=games).values_list("game", "seat", "player"):
            seats.setdefault(game_id, {})[Seat(seat)] = player
        changes: dict[UUID, list[Change]] = {}
        for change in Change.objects.filter(game__in=games).order_by("game", "seat"):
            changes.setdefault(change.game, []).append(change)
        who = _called({player for by in seats.values() for player in by.values() if player is not None}, names)
        for game_id, revealed in batch:
            if game_id not in games:
                continue
            sitting = seats.get(game_id, {})
            if any(player in who and who[player] is None for player in sitting.values() if player is not None):
                left_out.by_wish += 1
                continue
            try:
                record = record_of(game_id, names={})
            except Damaged:
                left_out.damaged.append(game_id)
                continue
            called = {seat: None if player is None else who.get(player) for seat, player in sitting.items()}
            of_game = changes.get(game_id, ())
            row = _row(games[game_id], record, names.of("game", game_id), called, revealed, of_game)
            yield ReleasedGame(row, tuple(_rating_row(row, change) for change in of_game))


def _batches(since: datetime, until: datetime) -> Iterator[list[tuple[UUID, datetime]]]:
    """By keys: each batch reads its own part of the index, and no transaction stays open."""
    last = (since, _FIRST)
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_FOUND, [since, until, *last, BATCH])
            batch = cursor.fetchall()
        if not batch:
            return
        yield batch
        game, at = batch[-1]
        last = (at, game)


def _called(players: Collection[UUID], names: Pseudonyms) -> dict[UUID, str | None]:
    """What people are called; None for who wants no game there, or wanted none and is gone. Who else is gone is
    missing."""
    wishes = dict(Preferences.objects.filter(account__player__in=players).values_list("account__player", "open_data"))
    gone = LeftOutPlayer.objects.filter(player__in=players).values_list("player", flat=True)
    called: dict[UUID, str | None] = dict.fromkeys(gone)
    for id, name in Player.objects.filter(id__in=players).values_list("id", "name"):
        wish = wishes.get(id, Preferences.OpenData.PSEUDONYM)
        if id in BOT_IDS:
            called[id] = f"bot:{name}"
        elif wish == Preferences.OpenData.NONE:
            called[id] = None
        else:
            called[id] = f"name:{name}" if wish == Preferences.OpenData.NAME else names.of("player", id)
    return called


def _row(
    game: Game,
    record: Record,
    id: str,
    called: Mapping[Seat, str | None],
    revealed: datetime,
    changes: Iterable[Change],
) -> dict[str, Any]:
    """The columns of one game.

    Args:
        game: its row.
        record: what was played.
        id: what it is called in this release.
        called: what its players are called.
        revealed: when it was revealed.
        changes: what it did to the ratings of its players.
    """
    outcome, ratings = record.result, {Seat(change.seat): round(change.before) for change in changes}
    return {
        "game": id,
        "variant": record.variant,
        "edition": record.edition,
        "no_attack_limit": record.options.no_attack_limit,
        "repetition": record.options.repetition.value,
        "spotter": record.options.spotter,
        "free_setup": record.options.free_setup,
        "rated": game.rated,
        "event": game.tournament is not None,
        "time_control": None if game.time is None else json.dumps(game.time, sort_keys=True),
        "started": _day(game.started),
        "ended": _day(game.ended),
        "revealed": _day(revealed),
        **{f"{seat.slug}_player": called.get(seat) for seat in Seat},
        **{f"{seat.slug}_rating": ratings.get(seat) for seat in Seat},
        **{f"{seat.slug}_setup": record.setups.get(seat) for seat in Seat},
        **{f"{seat.slug}_deck": record.chance.get(seat) for seat in Seat},
        "turns": list(record.turns),
        "seconds": _seconds(game.started, record.times),
        "plies": game.plies,
        "end": None if outcome is None else outcome.kind.value,
        "winner": None if outcome is None or outcome.winner is None else _SIDES[outcome.winner],
        "result": game.result,
    }


def _rating_row(row: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """The columns of what a game did to one rating.

    Args:
        row: of the game.
        change: of the seat.
    """
    seat = Seat(change.seat).slug
    return {
        "game": row["game"],
        "seat": seat,
        "player": row[f"{seat}_player"],
        "variant": row["variant"],
        "ladder": Ladder(change.ladder).name.lower(),
        "kind": Change.Kind(change.kind).name.lower(),
        "before": change.before,
        "after": change.value,
        "deviation": change.deviation,
        "ended": row["ended"],
    }


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else moment.astimezone(UTC).date()


def _seconds(started: datetime | None, times: Iterable[int] | None) -> list[int] | None:
    if started is None or times is None:
        return None
    result, before = [], int(started.timestamp() * 1_000_000)
    for time in times:
        result.append(max(0, time - before) // 1_000_000)
        before = time
    return result
