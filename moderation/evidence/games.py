"""The games of a case, and what spectators see of one. Every query is bounded."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Player
from eventlog import store
from eventlog.registry import Damaged, Stored
from games.domain.queries import games_by_id, listed
from games.models import Game, GameSeat
from games.presentation.audiences import audiences
from games.presentation.lists import game_row, players_of
from games.presentation.words import variant_name
from games.replay import Timeline, timeline
from games.rules import LastTurn, Seat, Viewer, variant
from moderation.evidence.parts import Cell, EvidenceRequest
from play.talk.models import Message

MOST_GAMES = 5
"""So many games of a case a panel shows."""

MOST_READ = 3
"""Of so many of them it reads the plies."""


def games_of(request: EvidenceRequest, most: int = MOST_GAMES) -> list[Game]:
    """The games that a case is about, those that were reported last first: by themselves, or a message at them. If
    nothing names one, the last games of the player."""
    pairs = [(thing, UUID(target)) for thing, target in request.case.things if thing in ("game", "message")]
    said = [target for thing, target in pairs if thing == "message"]
    tables = dict(Message.objects.filter(pk__in=said).values_list("pk", "game")) if said else {}
    result = [tables.get(target) if thing == "message" else target for thing, target in pairs]
    ids = list(dict.fromkeys(id_ for id_ in result if id_ is not None))[:most]
    named = listed(ids) if ids else []
    if not named and request.about is not None:
        seats = GameSeat.objects.filter(player=request.about, created__lte=request.at).order_by("-created", "-game")
        return listed(list(seats.values_list("game_id", flat=True)[:most]))
    return named


def over_games(request: EvidenceRequest, most: int) -> list[Game]:
    """The last games of the player that are over for everybody, the newest first."""
    if request.about is None:
        return []
    seats = GameSeat.objects.filter(player=request.about, over_at__lte=request.at).order_by("-over_at")
    ids = list(seats.values_list("game_id", flat=True)[:most])
    games = games_by_id(ids)
    return [games[id] for id in ids if id in games]


def seats_of(game: Game, player: Player | None) -> tuple[Seat, ...]:
    return tuple(Seat(seat.seat) for seat in game.all_seats if player is not None and seat.player_id == player.pk)


def name_at(game: Game, seat: Seat) -> str:
    return next(
        (f"{player.name} ({player.seat})" for player in players_of(game) if player.slug == seat.slug), seat.slug
    )


def names_of(game: Game) -> str:
    return " – ".join(player.name for player in players_of(game))


def games_in_words(ids: Collection[UUID]) -> dict[UUID, str]:
    """Games by players, rule book and date."""
    return {
        id: f"{names_of(game)}, {variant_name(game.variant)}, {date_format(localtime(game.created), 'j F Y')}"
        for id, game in games_by_id(ids).items()
    }


def game_cell(game: Game) -> Cell:
    """A game by its players, with its address."""
    return Cell(names_of(game), game_row(game).url)


@dataclass(frozen=True)
class SeenGame:
    """A game as spectators see it: as far behind as they are, and no rank but those that all know.

    Attributes:
        line: its plies.
    """

    game: Game
    line: Timeline

    @cached_property
    def turns(self) -> list[tuple[int, LastTurn]]:
        return list(self.line.turns(Viewer.SPECTATOR, 1, self.line.plies)) if self.line.begun else []

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Those of the rule book."""
        return variant(self.game.variant).seats

    def events(self) -> Iterator[Stored]:
        """The events that spectators have come to."""
        return islice(store.load(self.game.id), self.line.events)


def seen(game: Game) -> SeenGame | None:
    """What spectators see of a game; None if they see nothing of it now, or its log is damaged."""
    if not audiences(game, None):
        return None
    try:
        line = timeline(game)
    except Damaged:
        return None
    return SeenGame(game, line) if line.begun else None
