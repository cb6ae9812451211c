"""A board of a tournament whose game is played on the site, with its arbiter, for the tests of calls."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from accounts.models import Player
from games.domain import command_handler, commands
from games.domain.clocks import TimeControl
from games.domain.state import GameFold
from games.models import Game
from games.rules import Seat, legal_turns
from tests import scenes
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Call, Leg, TournamentFold

LIVE = TimeControl("bank", 600, 10, setup=600)


@dataclass
class Table:
    tournament: UUID
    owner: UUID
    red: UUID
    blue: UUID
    game: UUID

    @property
    def fold(self) -> TournamentFold:
        return fold_of(self.tournament)

    @property
    def call(self) -> Call:
        return self.fold.calls[-1]

    @property
    def leg(self) -> Leg:
        return self.fold.rounds[0].boards[0].leg

    @property
    def now(self) -> GameFold:
        return command_handler.open_game(self.game)

    @property
    def row(self) -> Game:
        return Game.objects.get(id=self.game)

    @property
    def where(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "round": 1, "board": 1}

    def play(self, plies: int) -> GameFold:
        now = self.now
        for _ply in range(plies):
            assert now.state is not None
            turn = str(legal_turns(now.state)[0])
            now = commands.play_turn(game=self.game, seat=now.state.to_move, turn=turn)
        return now


def a_table(*, plies: int | None = 4, variant: str = "barrage", players: int = 4, **terms: Any) -> Table:
    """A round has begun; at the first board so many plies were played, or no set-up is made if None."""
    owner = some_players(1, prefix="owner")[0]
    terms = {"time": LIVE, "stop_clocks": True} | terms
    tournament = a_tournament(players, variant=variant, real=False, owner=owner.id, **terms)
    leg = next_round(tournament).rounds[0].boards[0].leg
    assert leg.game is not None
    entries = fold_of(tournament).entries
    table = Table(tournament, owner.id, entries[leg.red].players[0], entries[leg.blue].players[0], leg.game)
    if plies is not None:
        for seat, placement in scenes.placements(variant, random.Random(1)).items():
            commands.make_setup(game=table.game, seat=Seat(seat), placement=placement)
        table.play(plies)
    return table


def account_of(player: UUID) -> Any:
    return Player.objects.select_related("account").get(id=player).account
