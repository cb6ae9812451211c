"""How a game of a simulated event is played: by the commands of people's pages, from what each seat may know."""

from __future__ import annotations

import random
from uuid import UUID

from eventlog.store import Conflict
from games.domain import command_handler, commands
from games.domain.shuffles import drawn
from games.domain.state import GameFold
from games.rules import RANK_OF_SYMBOL, Illegal, Seat
from play.bots.setups import placement
from play.bots.sight import sight_of
from tournaments.simulation.quick_player import quick_choice


def play_game(game: UUID, chance: random.Random) -> int:
    """Plays a game to its end, both sides; goes on from wherever it is. Somebody else may end it meanwhile.

    Side effects: appends what players in their place would.

    Returns:
        How many commands it took.
    """
    return play_some(game, chance, most=1 << 30)


def play_some(game: UUID, chance: random.Random, *, most: int) -> int:
    """Plays on for so many commands at most; fewer if the game ends or somebody else acts meanwhile.

    Args:
        game: its id.
        chance: the source of randomness.
        most: how many commands.
    """
    now = command_handler.open_game(game)
    done = 0
    try:
        for seat in now.variant.seats:
            if now.state is None and now.outcome is None and seat not in now.ready and done < most:
                now = commands.make_setup(game=game, seat=seat, placement=_set_up(now, seat, chance))
                done += 1
        while now.outcome is None and now.state is not None and done < most:
            state = now.state
            turn = quick_choice(sight_of(state, ()), chance)
            now = commands.play_turn(game=game, seat=state.to_move, turn=turn, expected=now.public_version)
            done += 1
    except (Illegal, Conflict):  # its time was up, or an arbiter decided it: whoever looks again sees how it stands
        return done
    return done


def _set_up(now: GameFold, seat: Seat, chance: random.Random) -> str:
    cards = [RANK_OF_SYMBOL[symbol] for symbol in drawn(now, seat)] if now.variant.deals else []
    return placement(now.variant, seat, chance, cards)
