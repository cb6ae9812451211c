"""Games that wait for set-ups, for the tests of this room."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import Account
from games.domain import creation
from games.domain.clocks import TimeControl
from games.models import Game
from games.rules import Options, variant
from play.setups.domain import Desk


def waiting_game(
    slug: str, accounts: Sequence[Account], *, spotter: bool = False, time: TimeControl | None = None
) -> Game:
    book = variant(slug)
    players = {seat: account.player.id for seat, account in zip(book.seats, accounts, strict=True)}
    options = Options(no_attack_limit=200, spotter=spotter)
    return Game.objects.get(id=creation.create_game(variant=book, players=players, options=options, time=time))


def desk_of(game: Game, account: Account) -> Desk:
    return Desk(account.player.id, game.variant, game.id)
