"""Keeps games in step with the decisions of their tournament.

A result that an arbiter recorded ends the game. The games of a round that is taken back are called off. Where the
clocks of a tournament stand still its games are paused. Games that are revealed with their round, or with the event,
are opened at its end. The tournament is decided first, in its own stream; the games follow after the commit, and a
sweep makes good for what was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from uuid import UUID

from games.domain import arbitration, commands, reveal
from games.domain.conflict_retry import retry_on_conflict
from games.models import Game
from games.rules import End, Seat
from tournaments.domain import events as e
from tournaments.domain.state import Leg, Status, TournamentFold
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark

_KINDS = (
    *(e.ResultRecordedOnBoard, e.TournamentPaused, e.TournamentResumed, e.EntryExpelled),
    *(e.RoundFinished, e.TournamentFinished, e.TournamentCancelled, e.RoundTakenBack, e.MatchesTakenBack),
)


def concerns_games(events: Iterable[object]) -> bool:
    return any(isinstance(event, _KINDS) and getattr(event, "source", "") != "game" for event in events)


def align_games(tournament: UUID, now: TournamentFold) -> None:
    """Ends the games whose results stand, calls off those that were taken back, pauses or resumes the others, and opens
    those whose time has come. Safe to call at any time, and twice.

    Side effects: commands to games that are not in line.
    """
    legs = {leg.game: leg for round in now.rounds for board in round.boards for leg in board.legs if leg.game}
    gone = {game.game for taken in now.taken_back for game in taken.games}
    loose = Game.objects.filter(id__in=[*legs, *gone]).exclude(status=Game.Status.OVER)
    still = now.status is Status.PAUSED and now.clocks_paused
    for game, paused in loose.values_list("id", "paused"):
        leg = legs.get(game)
        publish = partial(reveal.publish_end, game=game)  # it has ended, and spectators have not come to that
        if leg is None:
            retry_on_conflict(game, partial(commands.cancel_game, game=game, begun=True), publish)
        elif leg.marks is not None:
            retry_on_conflict(game, _end(game, now, leg), publish)
        elif still:
            retry_on_conflict(game, partial(arbitration.pause_game, game=game, why="tournament"))
        elif paused:
            retry_on_conflict(game, partial(arbitration.resume_game, game=game, why="tournament"))
    for game in to_be_revealed(tournament, now):
        retry_on_conflict(game, partial(reveal.reveal_game, game=game))


def to_be_revealed(tournament: UUID, now: TournamentFold) -> list[UUID]:
    """The games that are to be opened because their round, or the event, is over, and are not yet."""
    by_round = now.terms.reveal == "round"
    if not by_round and now.terms.reveal != "event":
        return []
    mine = TournamentGame.objects.filter(tournament=tournament)
    if not now.ended:
        mine = mine.filter(round__in=[item.number for item in now.rounds if by_round and item.finished_at is not None])
    games = Game.objects.filter(id__in=mine.values("game"), status=Game.Status.OVER, revealed=False)
    called_off = [end.value for end in End if end.called_off]
    return list(games.exclude(started=None).exclude(outcome__in=called_off).values_list("id", flat=True))


def _end(game: UUID, now: TournamentFold, leg: Leg) -> Callable[[], object]:
    """The command that ends a game as its result says."""
    assert leg.marks is not None
    red, blue = leg.marks
    if Mark.FORFEIT_LOSS in leg.marks:
        sides = {side for side, mark in enumerate(leg.marks) if mark is Mark.FORFEIT_LOSS}
        lost: list[Seat] = [seat for seat in now.terms.rules.seats if seat.side in sides]
        return partial(arbitration.forfeit_game, game=game, seats=lost)
    if red is blue is Mark.LOSS:
        return partial(arbitration.adjudicate, game=game, winner=None, both_lose=True)
    winner = None if red is blue else 0 if red is Mark.WIN else 1
    return partial(arbitration.adjudicate, game=game, winner=winner)
