"""Tournaments around the games of pairs: the game is board 1 of the second round, the first one is over.

The event is the same in both worlds: who enters, the lots, the earlier results. The arbiter holds no seat and must know
no more than anybody.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.domain import command_handler
from games.domain.arbitration import forfeit_game
from games.domain.clocks import TimeControl
from games.models import key_of
from games.rules import Options, Seat, Variant
from tournaments.domain import lifecycle
from tournaments.domain.commands import arbitration, organization, registration, results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import Announcement, EventSeries

ROUND, BOARD = 2, 1
"""Where the game of the pair is played."""

SERIES = key_of(UUID(int=7))
"""The address of the series that each event belongs to."""


@dataclass(frozen=True, slots=True)
class Event:
    id: UUID
    game: UUID

    @property
    def key(self) -> str:
        return key_of(self.id)

    def call(self, player: UUID, chance: random.Random) -> None:
        about = chance.choice(arbitration.ABOUT)
        arbitration.call_arbiter(tournament=self.id, round=ROUND, board=BOARD, by=player, about=about, text="Look here")

    def over(self) -> None:
        results.take_over(game=self.game)


def begin_event(
    *,
    rules: Variant,
    players: Mapping[Seat, UUID],
    arbiter: UUID,
    options: Options,
    time: TimeControl,
    rated: bool,
    chance: random.Random,
    **values: Any,
) -> Event:
    """Announces a round robin, or one group before a knockout, plays its first round, and begins the second: on board 1
    the players sit at the seats that they have in the pair.
    """
    pairs = len(rules.seats) == 4
    terms = usual_terms(
        rules.slug,
        chance.choice(("round_robin", "group_stage")),
        group_count=1,
        double=pairs,
        options=options,
        time=time,
        rated=rated,
        reveal="never",
        automatic=False,
        round_length=chance.choice((None, 86_400)),
        **({"spectators": chance.choice(("live", "live", "ended"))} | values),
    )
    tournament = organization.create_tournament(owner=arbiter, terms=terms, name="Cup", description="*All* welcome")
    season, _new = EventSeries.objects.get_or_create(
        id=UUID(int=7), defaults={"key": SERIES, "owner": arbiter, "name": "Season"}
    )
    Announcement.objects.filter(tournament=tournament).update(series=season.id)
    organization.announce(tournament=tournament, by=arbiter)
    for entry in _entries(players, pairs=pairs):
        for item in entry:
            registration.enter(tournament=tournament, players=entry, by=item)
    lifecycle.start(tournament=tournament, by=arbiter)
    for _round in range(ROUND):
        for game in _open_games(tournament):
            forfeit_game(game=game, seats=(chance.choice(rules.seats),))
            results.take_over(game=game)
        lifecycle.pair(tournament=tournament, by=arbiter)
        lifecycle.begin_round(tournament=tournament, by=arbiter)
    (game, *_others) = _open_games(tournament)
    assert command_handler.open_game(game).created.seats == {
        seat.slug: str(id) for seat, id in _at_board(rules, players)
    }
    return Event(tournament, game)


def _entries(players: Mapping[Seat, UUID], *, pairs: bool) -> list[list[UUID]]:
    """In this order the Berger tables have red and blue on board 1 of round 2."""
    red, blue, red2, blue2 = (players[seat] for seat in (Seat.RED, Seat.BLUE, Seat.RED2, Seat.BLUE2))
    return [[blue, blue2], [red, red2]] if pairs else [[red2], [blue2], [blue], [red]]


def _at_board(rules: Variant, players: Mapping[Seat, UUID]) -> list[tuple[Seat, UUID]]:
    return [(seat, players[seat]) for seat in rules.seats]


def _open_games(tournament: UUID) -> list[UUID]:
    round = fold_of(tournament).round
    boards = () if round is None or round.finished_at is not None else round.boards
    return [board.leg.game for board in boards if board.leg.game is not None]
