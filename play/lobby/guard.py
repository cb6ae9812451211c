"""Who may sit down with whom: the refusals of the lobby, each a code with parameters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.utils import timezone

from accounts.conduct.blocks import blocked, blocked_among
from accounts.conduct.restrictions import Barred, barred, barred_ids, refuse_barred
from accounts.models import Player
from accounts.people.bots import counts_on, of_one_owner
from accounts.people.preferences import preferences_of
from games.models import OPEN, GameSeat
from games.rules import Illegal, Refusal
from play.lobby.models import Place, Seek
from play.lobby.strength import rating_value

GUEST_GAMES = 5
"""Unfinished games that a guest may have when sitting down to another one."""


def is_for_guests(seek: Seek) -> bool:
    """Whether no account is needed: a casual game by link, whose host has chosen who gets it, or the rematch of one."""
    return not seek.rated and (seek.kind == Seek.Kind.LINK or seek.rematch_of is not None)


def check_guest(player: Player, seek: Seek | None = None) -> None:
    """Guests play the computer, and casual games by link. Raises `Illegal`: `guest`, `guest-rated` for a link to a
    rated game, `guest-games` (with `most`).

    Args:
        seek: what the player wants to join; None for what no guest may do.
    """
    if not player.guest:
        return
    if seek is not None and seek.kind == Seek.Kind.LINK and seek.rated:
        raise Illegal(Refusal("guest-rated"))
    if seek is None or not is_for_guests(seek):
        raise Illegal(Refusal("guest"))
    if GameSeat.objects.filter(OPEN, player=player.id).count() >= GUEST_GAMES:
        raise Illegal(Refusal("guest-games", {"most": GUEST_GAMES}))


def check_standing(player: Player, *, rated: bool) -> None:
    """Whether a player may look for games. Raises `PlayerBarred`.

    Args:
        rated: for a rated one.
    """
    refuse_barred(player.id, Barred.SEEKS, *([Barred.RATED] if rated else []))


def check_others(places: Sequence[Place], player: Player, *, rated: bool) -> None:
    """Whether those who sit there may still play; a moderator may have decided otherwise since. Raises `Illegal` with
    `gone`.

    Args:
        places: who sits where.
        player: who joins.
        rated: whether the game is rated.
    """
    others = [place.player_id for place in places if place.joined and place.player_id != player.id]
    if barred_ids(others, Barred.SEEKS, *([Barred.RATED] if rated else [])):
        raise Illegal(Refusal("gone"))


def check_player(host: Player, player: Player, *, rated: bool, rematch: bool = False) -> None:
    """Whether a player can be challenged, or asked for a rematch of a casual game, which guests can be too. Raises
    `Illegal`: `challenge-self`, `bot`, `no-bots-asked`, `no-account`, `guest-challenged`, `blocked`, `unavailable`,
    each with `name`; `own-bot`.

    Args:
        host: who wants to play.
        player: who is asked.
        rated: whether the game is rated.
        rematch: it is for a rematch.
    """
    named = {"name": player.name}
    if player.id == host.id:
        raise Illegal(Refusal("challenge-self"))
    if player.bot:
        raise Illegal(Refusal("bot", named))
    if player.guest and not rematch:
        raise Illegal(Refusal("guest-challenged", named))
    if player.account is None or not player.account.is_active:
        raise Illegal(Refusal("no-account", named))
    if host.machine and not player.machine and not preferences_of(player.account).bot_challenges:
        raise Illegal(Refusal("no-bots-asked", named))
    if blocked(host, player):
        raise Illegal(Refusal("blocked", named))
    if rated and of_one_owner((host, player)):
        raise Illegal(Refusal("own-bot"))
    if barred(player.id, Barred.SEEKS, *([Barred.RATED] if rated else [])) is not None:
        raise Illegal(Refusal("unavailable", named))


def check_open(seek: Seek) -> None:
    """Whether a seek still stands. Raises `Illegal`: `full` once its game has started, `expired`, else `gone`."""
    if seek.state == Seek.State.STARTED:
        raise Illegal(Refusal("full"))
    if seek.state == Seek.State.EXPIRED or (seek.state == Seek.State.OPEN and seek.expires <= timezone.now()):
        raise Illegal(Refusal("expired"))
    account = seek.host.account
    if seek.state != Seek.State.OPEN or account is None or not account.is_active:
        raise Illegal(Refusal("gone"))


def check_joiner(
    seek: Seek, places: Sequence[Place], player: Player, *, invited: bool, foes: Collection[UUID] | None = None
) -> None:
    """Whether there is a place for a player. Raises `Illegal`: `not-invited`, `full`, `blocked` (with `name`),
    `own-bot`: a rated game against one's own bot, or of two bots of one owner.

    Args:
        seek: the game that is looked for.
        places: its places.
        player: who wants to join.
        invited: a place is kept for the player.
        foes: the ids of those at the table whom the player blocked or was blocked by, if they are known; else they are
            asked for.
    """
    if not invited and len(places) >= seek.size:
        raise Illegal(Refusal("not-invited" if seek.kind == Seek.Kind.DIRECT else "full"))
    if foes is None:
        foes = blocked_among(player.id, [place.player_id for place in places if place.player_id != player.id])
    if seek.rated and of_one_owner((player, *(place.player for place in places if place.player_id != player.id))):
        raise Illegal(Refusal("own-bot"))
    at_odds = next((place for place in places if place.player_id in foes), None)
    if at_odds is not None:
        raise Illegal(Refusal("blocked", {"name": at_odds.player.name}))


def check_bots(seek: Seek, places: Collection[Place], player: Player) -> None:
    """Whether people who look for a game want to play bots. Who joins a bot knows it by its name. Raises `Illegal` with
    `no-bots`.

    Args:
        seek: the game that is looked for.
        places: its places.
        player: who wants to join, and was not invited.
    """
    if player.machine and not seek.bots and not all(place.player.machine for place in places):
        raise Illegal(Refusal("no-bots"))


@counts_on
def sits_somewhere(player: UUID) -> bool:
    """Whether a player looks for a game, sits at a table or is asked to: who else is there has seen a person's name."""
    places = Place.objects.filter(
        player=player, over=False, seek__state=Seek.State.OPEN, seek__expires__gt=timezone.now()
    )
    return places.exists()


def check_rating(seek: Seek, player: Player) -> None:
    """Whether a rating is in the range of an open seek. Raises `Illegal` with `rating`."""
    if seek.kind != Seek.Kind.OPEN or (seek.rating_from is None and seek.rating_to is None):
        return
    rating = rating_value(player, seek.variant)
    if not (seek.rating_from or 0) <= rating <= (seek.rating_to or rating):
        params = {"rating": rating, "lowest": seek.rating_from, "highest": seek.rating_to}
        raise Illegal(Refusal("rating", params))


def obstacle(seek: Seek, places: Sequence[Place], player: Player, *, foes: Collection[UUID]) -> Refusal | None:
    """Why a player could not join now, or None: what a list says beside a seek, before anybody tries.

    Args:
        seek, places, player, foes: as for `check_joiner`.
    """
    try:
        check_guest(player, seek)
        check_open(seek)
        invited = any(place.player_id == player.id for place in places)
        check_joiner(seek, places, player, invited=invited, foes=foes)
        if not invited:
            check_bots(seek, places, player)
            check_rating(seek, player)
    except Illegal as illegal:
        return illegal.refusal
    return None
