"""What a ban does to games that go on: they are paused until it ends, or given up, as its terms say."""

from __future__ import annotations

from functools import partial

from games.domain import commands
from games.domain.insisting import insist
from games.models import OPEN, GameSeat
from games.rules import Seat
from players.cases.acting import fold_of
from players.cases.effects import forget, remember, remembered
from players.cases.registry import When, effect
from players.conduct.standing import Barred, barred_ids
from players.models import Penalty

PAUSED = "game-paused"


@effect(Penalty.Kind.BAN)
def stop_games(penalty: Penalty) -> None:
    """Pauses the games of who is banned, or gives them up: calls off what has hardly begun, resigns the others."""
    paused = fold_of(penalty.case).penalties[penalty.pk].games == "paused"
    seats = GameSeat.objects.filter(OPEN, player_id=penalty.player)
    for game, number in seats.values_list("game_id", "seat"):
        if paused:
            remember(penalty.pk, PAUSED, game)
            insist(game, partial(commands.pause_game, game=game, why="ban"))
            continue
        seat = Seat(number)
        insist(
            game,
            partial(commands.abort_game, game=game, seat=seat),
            partial(commands.resign, game=game, seat=seat),
            partial(commands.forfeit_game, game=game, seats=[seat]),
        )


@effect(Penalty.Kind.BAN, when=When.ENDS)
@effect(Penalty.Kind.BAN, when=When.REVERSED)
def go_on(penalty: Penalty) -> None:
    """Lets the games that were paused go on, unless somebody else at the table is banned too."""
    for game, _number in remembered(penalty.pk, PAUSED):
        players = GameSeat.objects.filter(game=game).values_list("player_id", flat=True)
        if not barred_ids([one for one in players if one is not None], Barred.BAN):
            insist(game, partial(commands.resume_game, game=game, why="ban"))
        forget(penalty.pk, PAUSED, game)
