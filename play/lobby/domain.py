"""What people do to find a game: post a seek, join one, challenge, accept, decline, take back, ask for a rematch.

Each function takes keyword arguments and works in one transaction, which locks the row of the seek. So of two who join
at once one is second and is told so, and a form sent twice does its work once. A game starts when its last place is
taken. All of them raise `Illegal` with a code if they refuse; `play.lobby.words` has the words.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from eventlog.sources import new_id
from games.domain.creation import create_game
from games.domain.daily_limits import approach
from games.rules import Illegal, Refusal, Seat
from play.lobby.guard import (
    check_bots,
    check_guest,
    check_joiner,
    check_open,
    check_others,
    check_player,
    check_rating,
    check_standing,
)
from play.lobby.models import Place, Seek
from play.lobby.notifications import tell, tell_tables
from play.lobby.terms import GameTerms, terms_of
from ratings import ladders_of

MOST_OPEN = 20
"""Seeks and challenges that one player may have open."""

MOST_TO_ONE = 3
"""And of them challenges that one other player has not answered."""

EXPIRES = timedelta(days=14)
EXPIRES_LIVE = timedelta(minutes=10)
"""How long a seek stands. One for a live game is kept alive as long as its host looks on (`keep_alive`)."""

MOST_EXPIRED = 1000
"""Seeks that one sweep ends; the next takes the rest."""

_ORDER = {2: (1,), 4: (2, 1, 3)}
"""The places of those who are invited: a partner is named before opponents."""

_lot = secrets.SystemRandom()


# -- posting --------------------------------------------------------------------------------------


def open_seek(*, host: Player, terms: GameTerms, kind: str = Seek.Kind.OPEN, id: UUID | None = None) -> Seek:
    """Posts a seek in the lobby, or makes one that is joined by its link.

    Side effects: writes the seek, with the host at its first place.

    Args:
        host: who posts it.
        terms: what is to be played.
        kind: `open` for the lobby, `link` for whoever has the link.
        id: of the seek; the same one again while it is open gives the seek there is, so a form may come twice.

    Raises:
        Illegal: `guest`, `too-many` (with `most`).
        PlayerBarred: a penalty stands against it.
    """
    return _post(host=host, terms=terms, kind=kind, invited=(), id=id)


def challenge(*, host: Player, terms: GameTerms, players: Sequence[Player], id: UUID | None = None) -> Seek:
    """Challenges players by name. At a table of four, places that nobody was invited to are taken by link.

    Side effects: writes the seek with a place kept for each of them, and tells them.

    Args:
        host: who challenges.
        terms: what is to be played.
        players: who is challenged; at a table of four the partner first, then opponents.
        id: as in `open_seek`.

    Raises:
        Illegal: `guest`, `too-many`, `table-size`, `named-twice`; and what is against one of them, with `name`:
            `challenge-self`, `no-account`, `bot`, `no-bots-asked`, `guest-challenged`, `blocked`, `own-bot`,
            `challenged-enough`; and for the day `unavailable`; `too-many-invitations`, `invited-enough`.
        PlayerBarred: a penalty stands against it.
    """
    return _post(host=host, terms=terms, kind=Seek.Kind.DIRECT, invited=players, id=id)


def _post(*, host: Player, terms: GameTerms, kind: str, invited: Sequence[Player], id: UUID | None) -> Seek:
    check_guest(host)
    check_standing(host, rated=terms.rated)
    if len(invited) >= len(terms.rules.seats):
        raise Illegal(Refusal("table-size", {"most": len(terms.rules.seats) - 1}))
    for player in invited:
        check_player(host, player, rated=terms.rated)
    if len({player.id for player in invited}) < len(invited):
        raise Illegal(Refusal("named-twice"))
    with transaction.atomic():
        # One at a time a host, so that the limit holds and a form sent twice finds the seek of the first.
        Player.objects.select_for_update(of=("self",), no_key=True).get(id=host.id)
        known = None if id is None else Seek.objects.filter(id=id).first()
        if known is not None and known.host_id == host.id and known.state == Seek.State.OPEN:
            return known
        _check_number(host, invited)
        approach(host.id, [player.id for player in invited])
        seek = write_seek(host=host, terms=terms, kind=kind, id=new_id() if known is not None else id)
        for number, player in zip(_ORDER[seek.size], invited, strict=False):
            Place.objects.create(seek=seek, number=number, player=player)
        tell(invited, "challenge", seek=seek, actor=host)
        tell_tables(seek)
    return seek


def _check_number(host: Player, invited: Sequence[Player]) -> None:
    """A player has only so many seeks open, and one challenge to a player."""
    mine = Seek.objects.filter(host=host, state=Seek.State.OPEN, expires__gt=timezone.now())
    if mine.count() >= MOST_OPEN:
        raise Illegal(Refusal("too-many", {"most": MOST_OPEN}))
    for player in invited:
        pending = mine.filter(kind=Seek.Kind.DIRECT, places__player=player, places__joined=False, places__over=False)
        if pending.count() >= MOST_TO_ONE:
            raise Illegal(Refusal("challenged-enough", {"name": player.name}))


def write_seek(
    *,
    host: Player,
    terms: GameTerms,
    kind: str,
    id: UUID | None = None,
    rematch_of: UUID | None = None,
) -> Seek:
    """Writes the rows of a seek and of its host's place; who calls it has checked that it may be.

    Args:
        host, terms, id: as in `challenge`.
        kind: a value of `Seek.Kind`.
        rematch_of: the game that it follows, if it is a rematch.
    """
    now = timezone.now()
    seek = Seek.objects.create(
        id=id or new_id(),
        kind=kind,
        host=host,
        variant=terms.variant,
        time=terms.time.value(),
        live=terms.time.live,
        rated=terms.rated,
        notes=terms.notes,
        no_attack_limit=terms.limit,
        spotter=terms.spotter,
        memory=terms.memory,
        reveal=terms.reveal,
        reveal_after=terms.reveal_after,
        colour=terms.colour,
        partners=terms.partners,
        rating_from=terms.rating_from,
        rating_to=terms.rating_to,
        bots=terms.bots,
        rematch_of=rematch_of,
        created=now,
        expires=now + (EXPIRES_LIVE if terms.time.live else EXPIRES),
    )
    Place.objects.create(seek=seek, number=0, player=host, joined=True)
    return seek


# -- joining --------------------------------------------------------------------------------------


def join(*, seek: UUID, player: Player, number: int | None = None) -> Seek:
    """Takes a place; with the last one the game starts. Who has joined before is given the seek as it is.

    Side effects: writes the place; perhaps creates the game, tells the others, and takes back the other live seeks of
    who now plays a live game.

    Args:
        seek: id of the seek.
        player: who joins.
        number: the place at a table where each chooses; None for the first free one.

    Returns:
        The seek; with its `game`, if that has started.

    Raises:
        Illegal: `own-seek`, `gone`, `expired`, `full`, `place-taken`, `not-invited`, `blocked`, `own-bot`, `no-bots`,
            `rating` (with `lowest`, `highest`, `rating`); `guest`, `guest-rated`, `guest-games` (with `most`).
        PlayerBarred: a penalty stands against it.
    """
    with transaction.atomic():
        result, places = locked(seek)
        mine = next((place for place in places if place.player_id == player.id), None)
        if mine is not None and mine.joined and result.state in (Seek.State.OPEN, Seek.State.STARTED):
            if mine.number == 0 and result.state == Seek.State.OPEN:
                raise Illegal(Refusal("own-seek"))
            return result
        check_guest(player, result)
        check_standing(player, rated=result.rated)
        check_open(result)
        check_others(places, player, rated=result.rated)
        check_joiner(result, places, player, invited=mine is not None)
        if mine is None:
            check_bots(result, places, player)
            check_rating(result, player)
            mine = Place(seek=result, player=player, number=_number(result, places, number))
            places.append(mine)
        mine.joined = True
        mine.save()
        if len(places) == result.size and all(place.joined for place in places):
            _start(result, places, last=player)
        else:
            tell_tables(result)
    return result


def check_free(seek: UUID) -> None:
    """Whether anybody could join now, before a guest is made who does. Raises `Illegal`: `gone`, `expired`, `full`."""
    result = Seek.objects.select_related("host__account").filter(id=seek).first()
    if result is None:
        raise Illegal(Refusal("gone"))
    check_open(result)
    if result.places.count() >= result.size:
        raise Illegal(Refusal("full"))


def accept(*, seek: UUID, player: Player) -> Seek:
    """Accepts a challenge. As `join`, for who was invited."""
    return join(seek=seek, player=player)


def _number(seek: Seek, places: Sequence[Place], wanted: int | None) -> int:
    """The place of who joins: the one that was chosen, or the first that is free."""
    free = [number for number in range(seek.size) if number not in {place.number for place in places}]
    if wanted is None or seek.partners == Seek.Partners.DRAWN:
        return free[0]
    if wanted not in free:
        raise Illegal(Refusal("place-taken"))
    return wanted


def locked(seek: UUID) -> tuple[Seek, list[Place]]:
    """The seek and its places, held until the end of the transaction."""
    result = Seek.objects.select_for_update(of=("self",)).select_related("host__account").filter(id=seek).first()
    if result is None:
        raise Illegal(Refusal("gone"))
    return result, list(result.places.select_related("player__account"))


# -- the start ------------------------------------------------------------------------------------


def _start(seek: Seek, places: Sequence[Place], *, last: Player) -> None:
    terms, players = terms_of(seek), _seated(seek, places)
    ladders = ladders_of(players) if terms.rated else None
    seek.game = create_game(
        variant=terms.rules,
        players=players,
        options=terms.options,
        time=terms.time,
        rated=ladders is not None,
        ladders=ladders,
        notes=terms.notes,
        reveal=terms.reveal,
        reveal_after=terms.reveal_after,
        actor=last.account_id,
    )
    _end(seek, Seek.State.STARTED)
    if seek.live:
        _withdraw_live([place.player_id for place in places], but=seek.id)
    others = [place.player for place in places if place.player_id != last.id]
    tell([other for other in others if other.id == seek.host_id], "accepted", seek=seek, game=seek.game, actor=last)
    tell([other for other in others if other.id != seek.host_id], "started", seek=seek, game=seek.game, actor=seek.host)


def _seated(seek: Seek, places: Sequence[Place]) -> dict[Seat, UUID]:
    """Which seat each place becomes: by lot, as far as host and partners have not settled it.

    The places keep their order around the table, so partners stay opposite each other; the lot only turns the table.
    """
    players = [place.player_id for place in sorted(places, key=lambda place: place.number)]
    if len(players) > 2 and seek.partners == Seek.Partners.DRAWN:
        _lot.shuffle(players)
    size = len(players)
    host = players.index(seek.host_id)
    sides = {Seek.Colour.RED: (0,), Seek.Colour.BLUE: (1,)}.get(Seek.Colour(seek.colour), (0, 1))
    turned = _lot.choice([seat for seat in Seat if seat < size and seat.side in sides])
    return {Seat((number - host + turned) % size): player for number, player in enumerate(players)}


def _end(seek: Seek, state: str) -> None:
    seek.state, seek.ended = state, timezone.now()
    seek.save(update_fields=["state", "ended", "game"])
    Place.objects.filter(seek=seek).update(over=True)
    tell_tables(seek)


def _withdraw_live(players: Iterable[UUID], *, but: UUID) -> None:
    """Nobody plays two live games at once unawares: their other live seeks and challenges are taken back, and they give
    up their places at other live tables. A seek that is being joined right now is left to who joins it.
    """
    busy = set(players)
    with_them = Place.objects.filter(player__in=busy, joined=True, over=False).values("seek")
    open_ones = Seek.objects.filter(live=True, state=Seek.State.OPEN, id__in=with_them).exclude(id=but)
    for seek in open_ones.select_for_update(of=("self",), skip_locked=True).select_related("host"):
        joined = list(seek.places.filter(joined=True).select_related("player"))
        if seek.host_id in busy:
            _take_back(seek, joined)
            continue
        for place in [place for place in joined if place.player_id in busy]:
            if seek.rematch_of is None:
                place.delete()
                tell_tables(seek, place.player_id)
            elif seek.state == Seek.State.OPEN:
                _end(seek, Seek.State.CANCELLED)
            tell([seek.host], "declined", seek=seek, actor=place.player)


def _take_back(seek: Seek, places: Iterable[Place]) -> None:
    """Ends a seek for its host, and tells who had joined."""
    _end(seek, Seek.State.CANCELLED)
    others = [place.player for place in places if place.joined and place.number]
    tell(others, "cancelled", seek=seek, actor=seek.host)


# -- ending ---------------------------------------------------------------------------------------


def cancel(*, seek: UUID, player: Player) -> Seek:
    """Takes a seek or challenge back; twice is as once. Side effects: ends it, and tells who had joined.

    Raises:
        Illegal: `gone`, `not-yours`, `expired`, `full` if its game has started.
    """
    with transaction.atomic():
        result, places = locked(seek)
        if result.host_id != player.id:
            raise Illegal(Refusal("not-yours"))
        if result.state == Seek.State.CANCELLED:
            return result
        check_open(result)
        _take_back(result, places)
    return result


def decline(*, seek: UUID, player: Player) -> Seek:
    """Declines a challenge; twice is as once. At a table of four that is no rematch the place is free again.

    Side effects: ends the challenge or frees the place; tells the host.

    Raises:
        Illegal: `gone`, `not-invited`, `expired`, `full`.
    """
    with transaction.atomic():
        result, places = locked(seek)
        mine = next((place for place in places if place.player_id == player.id and place.number), None)
        if mine is None:
            raise Illegal(Refusal("not-invited"))
        if result.state == Seek.State.DECLINED:
            return result
        check_open(result)
        if result.size == 2 or result.rematch_of is not None:
            _end(result, Seek.State.DECLINED)
        else:
            mine.delete()
            tell_tables(result, player.id)
        tell([result.host], "declined", seek=result, actor=player)
    return result


def leave(*, seek: UUID, player: Player) -> Seek:
    """Gives up a place at a table that is not full yet.

    Side effects: frees the place, or ends a rematch.

    Raises:
        Illegal: `gone`, `expired`, `full`, `own-seek`: a host takes the seek back instead; `not-there`: the player has
            no place there.
    """
    with transaction.atomic():
        result, places = locked(seek)
        if result.host_id == player.id:
            raise Illegal(Refusal("own-seek"))
        if all(place.player_id != player.id for place in places):
            raise Illegal(Refusal("not-there"))
        check_open(result)
        return decline(seek=seek, player=player)


def keep_alive(*, player: UUID, now: datetime | None = None) -> int:
    """Puts off the end of the live seeks of who looks at them. Returns how many were put off; at most once a minute."""
    now = now or timezone.now()
    soon = now + EXPIRES_LIVE - timedelta(minutes=1)
    mine = Seek.objects.filter(host=player, live=True, state=Seek.State.OPEN, expires__gt=now, expires__lt=soon)
    return mine.update(expires=now + EXPIRES_LIVE)


def expire(*, now: datetime | None = None) -> int:
    """Ends the seeks whose time is over, and tells everybody who sat at them; safe to run twice and beside others.
    Returns how many it ended.
    """
    now = now or timezone.now()
    with transaction.atomic():
        due = Seek.objects.select_for_update(of=("self",), skip_locked=True)
        ended = list(due.filter(state=Seek.State.OPEN, expires__lte=now).order_by("expires")[:MOST_EXPIRED])
        for seek in ended:
            seek.state, seek.ended = Seek.State.EXPIRED, now
        Seek.objects.bulk_update(ended, ["state", "ended"])
        Place.objects.filter(seek__in=ended).update(over=True)
        places: dict[UUID, list[Place]] = {seek.id: [] for seek in ended}
        for place in Place.objects.filter(seek__in=ended).select_related("player"):
            places[place.seek_id].append(place)
        for seek in ended:
            waiting = [place.player for place in places[seek.id] if place.joined]
            tell(waiting, "cancelled", seek=seek, actor=None)
            tell_tables(seek, players=[place.player_id for place in places[seek.id]])
    return len(ended)


def erase_seeks(player: UUID) -> None:
    """Deletes the player's seeks and frees its places; a challenge to this player alone is over for its host too."""
    places = Place.objects.filter(player=player)
    for place in places.select_related("seek").filter(over=False, seek__state=Seek.State.OPEN):
        if place.seek.kind == Seek.Kind.DIRECT and (place.seek.size == 2 or place.seek.rematch_of is not None):
            Seek.objects.filter(id=place.seek_id).update(state=Seek.State.DECLINED, ended=timezone.now())
            Place.objects.filter(seek=place.seek_id).update(over=True)
    places.delete()
    Seek.objects.filter(host=player).delete()
