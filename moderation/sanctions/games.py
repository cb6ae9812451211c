"""What penalties do to games. A ban pauses those that go on until it ends, or gives them up, as its terms say; others
annul or forfeit the result of one game.

Reversed, each undoes what it did: a result is again what it was. What cannot be undone is a game that was given up: its
result is annulled, so that nobody has won or lost by what was wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from accounts.conduct.restrictions import Barred, barred_ids
from accounts.models import Penalty
from eventlog import queries
from games.domain import arbitration, command_handler, commands, moderation
from games.domain.conflict_retry import retry_on_conflict
from games.domain.events import GameForfeited, Resigned, Trait, events_with
from games.models import OPEN, GameSeat
from games.rules import Illegal, Refusal, Seat
from moderation.cases.command_handler import fold_of
from moderation.cases.due_effects import forget, remember, remembered

PAUSED = "game-paused"
GIVEN_UP = "game-given-up"
RULED = "game-ruled"


def stop_games(penalty: Penalty) -> None:
    """Pauses the games of a banned player, or ends them: cancels those that have hardly begun, resigns the others."""
    paused = fold_of(penalty.case).penalties[penalty.pk].games == "paused"
    seats = GameSeat.objects.filter(OPEN, player_id=penalty.player)
    for game, number in seats.values_list("game_id", "seat"):
        if paused:
            remember(penalty.pk, PAUSED, game)
            retry_on_conflict(game, partial(arbitration.pause_game, game=game, why="ban"))
            continue
        _give_up(penalty, game, Seat(number), partial(commands.abort_game, game=game, seat=Seat(number)))


def _give_up(penalty: Penalty, game: UUID, seat: Seat, *first: Callable[[], object]) -> None:
    """Ends a game for a seat. It is remembered before, so that a process that dies in between forgets nothing."""
    remember(penalty.pk, GIVEN_UP, game, int(seat))
    retry_on_conflict(
        game,
        *first,
        partial(commands.resign, game=game, seat=seat),
        partial(arbitration.forfeit_game, game=game, seats=[seat]),
    )


def _given_up_by_us(game: UUID, seat: Seat) -> bool:
    """Whether it was the service that ended a game for a seat, and not its player, or the clock, a moment before."""
    ends = queries.read_events(queries.last_events([game], types=events_with(Trait.ENDS)))
    for end in ends:
        resigned = isinstance(end.event, Resigned) and end.event.seat == seat.slug
        forfeited = isinstance(end.event, GameForfeited) and end.event.seats == (seat.slug,)
        return end.actor is None and (resigned or forfeited)
    return False


# -- results --------------------------------------------------------------------------------------


def change_result(penalty: Penalty) -> None:
    """Annuls the result of the penalty's game, or has the player's side lose it. A game that goes on is called off, or
    given up; one whose end is not public yet is ruled upon once it is, since the effect is tried again until then.

    Raises:
        Illegal: `not-over`: that comes later.
    """
    game, seats = penalty.game, _seats_of(penalty)
    if game is None or not seats:
        return
    forfeited = penalty.kind == Penalty.Kind.FORFEITED
    if forfeited and command_handler.open_game(game).outcome is None:
        _give_up(penalty, game, seats[0])
    elif not forfeited:
        retry_on_conflict(game, partial(commands.cancel_game, game=game, begun=True))
    now = command_handler.open_game(game)
    if now.outcome is None or now.hidden_end:
        raise Illegal(Refusal("not-over"))
    remember(penalty.pk, RULED, game)
    if forfeited:
        retry_on_conflict(game, partial(moderation.forfeit_result, game=game, penalty=penalty.pk, seat=seats[0]))
    else:
        retry_on_conflict(game, partial(moderation.annul_result, game=game, penalty=penalty.pk))
    if Penalty.objects.filter(pk=penalty.pk, reversed_at__isnull=False).exists():  # while we were at it
        restore_results(penalty)


def restore_results(penalty: Penalty) -> None:
    """Gives games the results that they would have without the penalty. Those that it gave up are annulled: nobody has
    won them.
    """
    given_up = remembered(penalty.pk, GIVEN_UP)
    annulled = {game for game, number in given_up if _given_up_by_us(game, Seat(number))}
    for game in sorted(annulled):
        retry_on_conflict(game, partial(moderation.annul_result, game=game, penalty=penalty.pk, why="reversed"))
    for game, _number in remembered(penalty.pk, RULED):
        if game not in annulled:
            retry_on_conflict(game, partial(moderation.restore_result, game=game, penalty=penalty.pk))


def _seats_of(penalty: Penalty) -> list[Seat]:
    seats = GameSeat.objects.filter(game=penalty.game, player_id=penalty.player).order_by("seat")
    return [Seat(number) for number in seats.values_list("seat", flat=True)]


def go_on(penalty: Penalty) -> None:
    """Lets the games that were paused go on, unless somebody else at the table is banned too."""
    for game, _number in remembered(penalty.pk, PAUSED):
        players = GameSeat.objects.filter(game=game).values_list("player_id", flat=True)
        if not barred_ids([player for player in players if player is not None], Barred.BAN):
            retry_on_conflict(game, partial(arbitration.resume_game, game=game, why="ban"))
        forget(penalty.pk, PAUSED, game)
