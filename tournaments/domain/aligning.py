"""Games kept in line with what their tournament decided about them.

A result that an arbiter recorded ends the game; a tournament whose clocks stand still pauses its games. The tournament
is decided first, in its own stream; the games follow after the commit, and a sweep makes good for what was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from uuid import UUID

from games.domain import commands
from games.domain.insisting import insist
from games.models import Game
from games.rules import Seat
from tournaments.domain import events as e
from tournaments.domain.fold import Leg, Status, TournamentFold
from tournaments.scoring import Mark

__all__ = ["align_games", "concerns_games"]

_KINDS = (e.ResultRecorded, e.TournamentPaused, e.TournamentResumed, e.EntryExpelled)


def concerns_games(events: Iterable[object]) -> bool:
    """Whether games may have to follow these events."""
    return any(isinstance(one, _KINDS) and getattr(one, "source", "") != "game" for one in events)


def align_games(tournament: UUID, now: TournamentFold) -> None:
    """Ends the games whose results stand, and pauses or resumes the others. Safe to call at any time, and twice.

    Side effects: commands to games that are not in line.
    """
    legs = {leg.game: leg for round in now.rounds for board in round.boards for leg in board.legs if leg.game}
    loose = Game.objects.filter(id__in=list(legs)).exclude(status=Game.Status.OVER)
    still = now.status is Status.PAUSED and now.clocks_paused
    for game, paused in loose.values_list("id", "paused"):
        leg = legs[game]
        if leg.marks is not None:
            insist(game, _end(game, now, leg))
        elif still:
            insist(game, partial(commands.pause_game, game=game, why="tournament"))
        elif paused:
            insist(game, partial(commands.resume_game, game=game, why="tournament"))


def _end(game: UUID, now: TournamentFold, leg: Leg) -> Callable[[], object]:
    """The command that ends a game as its result says."""
    assert leg.marks is not None
    red, blue = leg.marks
    if Mark.FORFEIT_LOSS in leg.marks:
        sides = {side for side, mark in enumerate(leg.marks) if mark is Mark.FORFEIT_LOSS}
        lost: list[Seat] = [seat for seat in now.terms.rules.seats if seat.side in sides]
        return partial(commands.forfeit_game, game=game, seats=lost)
    if red is blue is Mark.LOSS:
        return partial(commands.adjudicate, game=game, winner=None, both_lose=True)
    winner = None if red is blue else 0 if red is Mark.WIN else 1
    return partial(commands.adjudicate, game=game, winner=winner)
