"""Games in which players guess while they play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import Account
from games.domain import commands, creation
from games.models import Game
from games.rules import Options, Seat, variant
from play.talk import domain
from tests.scenes import game_course

Guesses = Mapping[int, Sequence[tuple[Seat, int, str]]]
"""By ply who takes which piece for what; without a symbol a mark goes."""

PLIES = 60


def guessed_game(accounts: Mapping[Seat, Account], guesses: Guesses, *, over: bool = True, **values: str | int) -> Game:
    """A game of duel of sixty plies, always the same, with guesses at some of them; red gives it up.

    Args:
        accounts: who sits where.
        guesses: by ply.
        over: if not, the game goes on.
        values: for `create_game`.
    """
    setups, turns = game_course("duel", seed=4, plies=PLIES)
    rules = variant("duel")
    players = {seat: account.player.id for seat, account in accounts.items()}
    id = creation.create_game(variant=rules, players=players, options=Options(no_attack_limit=200), **values)
    for seat, placement in setups.items():
        commands.make_setup(game=id, seat=seat, placement=placement)
    game = Game.objects.get(id=id)
    for ply in range(PLIES + 1):
        for seat, piece, symbol in guesses.get(ply, ()):
            player = players[seat]
            if symbol:
                domain.guess(game=game, seat=seat, player=player, piece=piece, symbol=symbol)
            else:
                domain.clear_guess(game=game, player=player, piece=piece)
        if ply < PLIES:
            commands.play_turn(game=id, seat=rules.seats[ply % 2], turn=turns[ply])
    if over:
        commands.resign(game=id, seat=Seat.RED)
    return Game.objects.get(id=id)
