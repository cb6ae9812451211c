"""Queries of ratings for pages. A deviation is shown as of now: it grows while a player does not play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Min, QuerySet
from django.utils import timezone

from accounts.models import Player
from accounts.people.bots import of_one_owner
from accounts.people.preferences import preferences_of
from eventlog.statements import Columns, objects_of, rows_of
from games.models import Ladder
from games.rules import VARIANTS, Seat
from ratings.domain.glicko import PROVISIONAL, START, Strength, grown
from ratings.models import Change, Rating

HISTORY = 1000
"""At most so many last rated games of a player are shown."""


@dataclass(frozen=True, slots=True)
class RatingValue:
    """A rating as it is shown.

    Args:
        value, deviation: in whole points.
        games: how many rated games it comes from.
        provisional: too little is known yet, or by now.
    """

    value: int
    deviation: int
    games: int
    provisional: bool


def rating_of(player_id: UUID, variant: str) -> RatingValue:
    """A player's rating in a variant; 1500 and provisional without one."""
    return shown(Rating.objects.filter(player=player_id, variant=variant).first(), timezone.now())


def ratings_of(player_id: UUID) -> dict[str, RatingValue]:
    """A player's ratings by the slugs of their variants, in the order of the rule books."""
    return _by_book(objects_of(_ratings, player_id))


def _ratings(player: UUID) -> QuerySet[Rating]:
    return Rating.objects.filter(player=player)


def ratings_among(player_ids: Collection[UUID], ladder: Ladder) -> dict[UUID, dict[str, RatingValue]]:
    """The ratings of some players in a list, as `ratings_of`, by their ids; players without one are missing. One query.

    Args:
        player_ids: the players.
        ladder: of people, or of bots.
    """
    ratings: dict[UUID, list[Rating]] = {}
    for row in Rating.objects.filter(player__in=player_ids, ladder=ladder):
        ratings.setdefault(row.player, []).append(row)
    return {player: _by_book(rows) for player, rows in ratings.items()}


def _by_book(ratings: Iterable[Rating]) -> dict[str, RatingValue]:
    rows = {row.variant: row for row in ratings}
    now = timezone.now()
    return {slug: shown(rows[slug], now) for slug in VARIANTS if slug in rows}


def shown(row: Rating | None, now: datetime) -> RatingValue:
    """A row as shown at a time; None is a player without a rated game."""
    strength = START if row is None else Strength(row.value, row.deviation, row.volatility, row.played)
    return shown_strength(strength, 0 if row is None else row.games, now)


def shown_strength(strength: Strength, games: int, now: datetime | None = None) -> RatingValue:
    """A strength as it is shown.

    Args:
        strength: after the last game.
        games: how many it comes from.
        now: an aware time; None for now.
    """
    deviation = grown(strength, now or timezone.now()).deviation
    return RatingValue(round(strength.value), round(deviation), games, deviation > PROVISIONAL)


TOLD = (Change.Kind.COUNTS, Change.Kind.SET_BACK, Change.Kind.GIVEN_BACK)
"""An entry in the history of a rating."""


def history(player_id: UUID, variant: str) -> list[Change]:
    """What the last rated games of a variant, and the moderators, did to a player's rating, in the order in which that
    happened. A set-back that was given back is there, and changes nothing."""
    return changes_in(history_rows(player_id, variant))


def history_rows(player_id: UUID, variant: str) -> list[tuple[Any, ...]]:
    """The rows of `history`, the latest first; `changes_in` reads them."""
    return rows_of(_latest_changes, player_id, variant)


def _latest_changes(player: UUID, variant: str) -> QuerySet[Change]:
    return Change.objects.filter(player=player, variant=variant, kind__in=TOLD).order_by("-position")[:HISTORY]


_CHANGE = Columns(Change, "c")


def changes_in(rows: Sequence[tuple[Any, ...]]) -> list[Change]:
    """What the rows of `history_rows` hold, in the order in which it happened."""
    return [change for row in reversed(rows) if (change := _CHANGE.object(row)) is not None]


def changes_of(game_id: UUID) -> dict[Seat, tuple[int, int]]:
    """For each seat of a game the rating before and after it; nothing for a game that changed none."""
    rows = Change.objects.filter(game=game_id, kind=Change.Kind.COUNTS).order_by("seat")
    return {Seat(row.seat): (round(row.before), round(row.value)) for row in rows}


def rateable(player_ids: Iterable[UUID]) -> dict[UUID, Player]:
    """Those of some players whose games may be rated, with their preferences: who has an account, and is no guest."""
    members = Player.objects.filter(id__in=list(player_ids), account__isnull=False, bot=False, guest=False)
    return {player.id: player for player in members.select_related("account__preferences")}


def ladders_of(players: Mapping[Seat, UUID], known: Mapping[UUID, Player] | None = None) -> dict[Seat, Ladder] | None:
    """What a rated game between some players would count for at each seat: nothing to say, if all of them are people.

    It is asked when a game is made, and the log has it from then on: ratings themselves look at nothing but the log,
    where names, accounts, wishes and what became of them are not.

    Args:
        players: by seat.
        known: what `rateable` says of them, if it is known already.

    Returns:
        None if it may not be rated: somebody sits there twice, or may have no rating; or somebody plays the own bot,
        or two bots of one owner play.
    """
    ids = set(players.values())
    result = rateable(ids) if known is None else known
    if not ids or len(ids) < len(players) or not ids <= result.keys():
        return None
    sitting = {seat: result[player] for seat, player in players.items()}
    if of_one_owner(sitting.values()):
        return None
    has_bots = any(player.machine for player in sitting.values())
    return {seat: _ladder(player) for seat, player in sitting.items()} if has_bots else {}


def _ladder(player: Player) -> Ladder:
    """What a rated game with a bot counts for."""
    if player.machine:
        return Ladder.BOTS
    return Ladder.PEOPLE if preferences_of(player.account).rated_bots else Ladder.NONE


def has_rated_games(player_id: UUID) -> bool:
    """Whether a player has played for a rating, be it that moderators annulled it or that it was one of too many."""
    return Change.objects.filter(player=player_id).exists()


def surely_at_least(games: Iterable[UUID]) -> dict[UUID, float]:
    """For each rated game a rating that all of its players very probably had at its end at least: two deviations less
    than the value of the weakest. Games that count for no rating are left out.
    """
    lowest = (
        Change.objects.filter(game__in=list(games), kind=Change.Kind.COUNTS)
        .values("game")
        .annotate(lowest=Min(F("value") - 2 * F("deviation")))
    )
    return dict(lowest.values_list("game", "lowest"))
