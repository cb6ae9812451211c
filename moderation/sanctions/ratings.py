"""A rating is set back because of a penalty, and given back if that was wrong."""

from __future__ import annotations

from uuid import UUID

from accounts.models import Penalty
from eventlog import store
from games.models import Game
from ratings.domain.events import MOST_POINTS, RatingGivenBack, RatingSetBack
from ratings.models import Change, Rating


def set_rating_back(penalty: Penalty) -> None:
    """Sets the player's rating in the rule book of the penalty's game back: by its amount, or to what it was before
    that game. Nothing, if it is no higher than that.

    Side effects: appends RatingSetBack, once.
    """
    game = None if penalty.game is None else Game.objects.filter(id=penalty.game).first()
    if game is None or store.open_stream(penalty.pk).version:
        return
    amount = penalty.amount or _gained_since(penalty.player, game)
    if amount > 0:
        event = RatingSetBack(penalty.player, game.variant, min(amount, MOST_POINTS))
        _append(penalty.pk, 0, event)
    if Penalty.objects.filter(pk=penalty.pk, reversed_at__isnull=False).exists():  # while we were at it
        give_rating_back(penalty)


def give_rating_back(penalty: Penalty) -> None:
    """Has ratings be as if it had not been set back. Side effects: appends RatingGivenBack, once."""
    if store.open_stream(penalty.pk).version == 1:
        _append(penalty.pk, 1, RatingGivenBack())


def _append(stream: UUID, expected: int, event: RatingSetBack | RatingGivenBack) -> None:
    """Appends it, unless another worker has just done so."""
    try:
        store.append(stream=stream, expected=expected, events=[event])
    except store.Conflict:
        if store.open_stream(stream).version <= expected:
            raise


def _gained_since(player: UUID, game: Game) -> int:
    """By how many points a rating is higher than before a game."""
    then = Change.objects.filter(game=game.id, player=player, kind=Change.Kind.COUNTS).first()
    now = Rating.objects.filter(player=player, variant=game.variant).first()
    return 0 if then is None or now is None else round(now.value - then.before)
