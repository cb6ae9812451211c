"""Whether what a notice says is still so. Public facts alone decide: the rows of games, and who challenges whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from games.domain.queries import games_by_id
from games.lobby.models import Seek
from games.models import Game
from games.rules import Seat
from notices.models import OF_ARBITERS, OF_THE_ROUND, OF_TOURNAMENTS, Kind, Notice
from tournaments.domain.fold import Status
from tournaments.models import Tournament

__all__ = ["games_of", "is_true", "seat_in", "still_true", "tournaments_of"]

ABOUT_GAMES = frozenset(
    {Kind.YOUR_TURN, Kind.REMINDER, Kind.DRAW_OFFER, Kind.STARTED, Kind.OVER, Kind.REMATCH, Kind.MESSAGE}
)
"""Kinds that say nothing without their game; a game never goes away, so this is a row that should not be."""


def games_of(notices: Iterable[Notice]) -> dict[UUID, Game]:
    """The games that notices are about, with their seats and players."""
    ids = {notice.game for notice in notices if notice.game is not None}
    return games_by_id(ids) if ids else {}


def still_true(notices: list[Notice]) -> list[Notice]:
    """Those of the notices that are not out of date, in their order."""
    games, tournaments = games_of(notices), tournaments_of(notices)
    return [notice for notice in notices if is_true(notice, games, tournaments)]


def tournaments_of(notices: Iterable[Notice]) -> dict[UUID, Tournament]:
    """The tournaments that notices are about: their rows, which say how far they are."""
    ids = {notice.tournament for notice in notices if notice.tournament is not None}
    return Tournament.objects.in_bulk(ids) if ids else {}


def is_true(notice: Notice, games: Mapping[UUID, Game], tournaments: Mapping[UUID, Tournament]) -> bool:
    """Whether a notice is not out of date.

    Args:
        games, tournaments: those of `games_of` and `tournaments_of`.
    """
    if notice.tournament is not None:
        tournament = tournaments.get(notice.tournament)
        return tournament is not None and _is_true_of(notice, tournament)
    game = None if notice.game is None else games.get(notice.game)
    if game is None:
        return _is_true_alone(notice)
    seat = seat_in(game, notice.player_id)
    match notice.kind:
        case Kind.YOUR_TURN | Kind.REMINDER:
            return seat in _awaited(game) and game.turn_version == notice.version
        case Kind.DRAW_OFFER:
            return game.status == Game.Status.PLAYING and game.draw_offer not in (None, seat)
        case Kind.STARTED | Kind.ACCEPTED:
            return game.status == Game.Status.PLAYING or seat in _awaited(game)
        case Kind.REMATCH:
            return Seek.objects.filter(rematch_of=game.id, state=Seek.State.OPEN, host=notice.actor).exists()
    return True


_IN_PLAY = (Status.RUNNING, Status.PAUSED)


def _is_true_of(notice: Notice, tournament: Tournament) -> bool:
    """The same for a tournament, from its row alone: this is asked for the header of every page. What is out of date
    within a round is taken back as it changes (`notices.tournaments.withdraw_all_but`)."""
    if notice.kind == Kind.PARTNER and notice.round:  # to come back
        return tournament.status in _IN_PLAY
    if notice.kind in (Kind.PARTNER, Kind.CHECK_IN, Kind.NOT_BEGUN):
        return tournament.status == Status.OPEN
    if notice.kind == Kind.INVITED:  # late entries too; taken back when no more are taken
        return tournament.status in (Status.OPEN, *_IN_PLAY)
    if notice.kind in OF_THE_ROUND:
        return tournament.status == Status.RUNNING and tournament.round <= notice.round
    if notice.kind == Kind.BLOCKED:
        return tournament.status in (Status.OPEN, Status.RUNNING) and tournament.round <= notice.round
    if notice.kind == Kind.CALL:
        return tournament.status in _IN_PLAY
    return True


def _is_true_alone(notice: Notice) -> bool:
    """The same for a notice without a game."""
    if notice.kind == Kind.CHALLENGE:
        asked = Seek.objects.filter(state=Seek.State.OPEN, kind=Seek.Kind.DIRECT, host=notice.actor)
        return asked.filter(places__player=notice.player_id, places__joined=False).exists()
    return notice.kind not in ABOUT_GAMES | set(OF_TOURNAMENTS) | set(OF_ARBITERS)


def seat_in(game: Game, player_id: UUID) -> Seat | None:
    """The seat of a player, or None."""
    return next((Seat(one.seat) for one in game.seats.all() if one.player_id == player_id), None)


def _awaited(game: Game) -> tuple[Seat, ...]:
    """The seats that have something to do: those that have yet to set up, or the one to move."""
    if game.to_move is not None:
        return (Seat(game.to_move),)
    if game.status == Game.Status.WAITING:
        return tuple(Seat(one.seat) for one in game.seats.all() if not one.ready)
    return ()
