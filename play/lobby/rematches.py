"""The same players once more, with the colours changed."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.models import Game
from games.presentation.reveal import POLICIES
from games.rules import Illegal, Refusal, Seat
from play.lobby.domain import join, write_seek
from play.lobby.guard import check_guest, check_player, check_standing
from play.lobby.models import Place, Seek
from play.lobby.notifications import tell, tell_tables
from play.lobby.terms import GameTerms

USUAL_TIME = PRESETS["3-days"]
"""For a rematch of a game that had no time control."""


def rematch(*, game: UUID, player: Player) -> Seek:
    """Asks for a rematch, or accepts the one that another player of the game has asked for. Twice is as once.

    Side effects: writes a challenge to all others of the game and tells them; or takes a place, and with the last one
    the game starts.

    Args:
        game: the id of a game that is over.
        player: one of its players.

    Returns:
        The challenge; with its `game`, if that has started.

    Raises:
        Illegal: `no-game`, `tournament-game`, `not-over`, `not-your-game`, `guest`, `rematch-declined`,
            `rematch-missing` if a player has left the service, and what `check_player` and `join` refuse.
        PlayerBarred: a penalty stands against it.
    """
    with transaction.atomic():
        # One at a time a game: of two who ask at the same moment the second accepts what the first has asked for.
        over = Game.objects.select_for_update(of=("self",), no_key=True).filter(id=game).first()
        if over is None:
            raise Illegal(Refusal("no-game"))
        mine = _seat_of(over, player)
        there = _asked(game, player)
        if there is not None:
            is_asked = there.state == Seek.State.OPEN and there.host_id != player.id
            return join(seek=there.id, player=player) if is_asked else there
        return _ask(over, player, mine)


def _seat_of(game: Game, player: Player) -> Seat:
    if game.tournament is not None:
        raise Illegal(Refusal("tournament-game"))
    if game.status != Game.Status.OVER:
        raise Illegal(Refusal("not-over"))
    seat = game.seats.filter(player_id=player.id).values_list("seat", flat=True).first()
    if seat is None:
        raise Illegal(Refusal("not-your-game"))
    return Seat(seat)


def _asked(game: UUID, player: Player) -> Seek | None:
    """The rematch that was asked for before: open, or started. One that is over makes way for another."""
    seeks = Seek.objects.filter(rematch_of=game)
    late = list(seeks.filter(state=Seek.State.OPEN, expires__lte=timezone.now()).values_list("id", flat=True))
    if late:
        Seek.objects.filter(id__in=late).update(state=Seek.State.EXPIRED, ended=timezone.now())
        Place.objects.filter(seek__in=late).update(over=True)
    there = seeks.filter(state__in=[Seek.State.OPEN, Seek.State.STARTED]).order_by("-created").first()
    if there is None and seeks.filter(state=Seek.State.DECLINED, host=player).exists():
        raise Illegal(Refusal("rematch-declined"))
    return there


def _ask(over: Game, host: Player, mine: Seat) -> Seek:
    """A challenge with a place for each of the others; the places go round the table as the seats did."""
    seats = {Seat(seat.seat): seat.player_id for seat in over.all_seats}
    players = Player.objects.select_related("account").in_bulk([id for id in seats.values() if id])
    others = {seat: players[id] for seat, id in seats.items() if id in players and seat is not mine}
    if len(others) + 1 < len(seats):
        raise Illegal(Refusal("rematch-missing"))
    if over.rated:
        check_guest(host)
    check_standing(host, rated=over.rated)
    for other in others.values():
        check_player(host, other, rated=over.rated, rematch=not over.rated)
    seek = write_seek(host=host, terms=_terms(over, mine), kind=Seek.Kind.DIRECT, rematch_of=over.id)
    for seat, other in others.items():
        Place.objects.create(seek=seek, number=(seat - mine) % len(seats), player=other)
    tell(others.values(), "rematch", seek=seek, actor=host, game=over.id)
    tell_tables(seek)
    return seek


def _terms(over: Game, mine: Seat) -> GameTerms:
    now = open_game(over.id)
    return GameTerms(
        variant=over.variant,
        time=now.time or USUAL_TIME,
        rated=over.rated,
        notes=now.created.notes,
        no_attack_limit=now.options.no_attack_limit,
        spotter=now.options.spotter,
        memory=now.options.memory,
        reveal=now.created.reveal if now.created.reveal in POLICIES else "end",
        reveal_after=now.created.reveal_after,
        colour=Seek.Colour.BLUE if mine.side == 0 else Seek.Colour.RED,
    )
