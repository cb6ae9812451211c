"""What a moderator decides that a player shall bear, before it is a penalty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from accounts.models import Penalty
from games.models import Game, GameSeat
from moderation.cases.refusals import CaseRefused
from ratings.domain.events import MOST_POINTS
from ratings.models import Rating


@dataclass(frozen=True, slots=True)
class PenaltyTerms:
    """One penalty to be.

    Attributes:
        player: who bears it.
        kind: what it is, such as `warning` or `no-talk`.
        rule: the rule that was broken, as a slug.
        ends: when it ends by itself, aware; None for what has no end.
        game: the game that it changes, for results.
        amount: how much, for ratings.
        shown: what evidence the player is shown, as slugs or ids.
        reason: why, in words to the player.
        games: of a ban: what becomes of the player's games, `paused` until it ends or `resigned`; "" for what is usual:
            they are paused for a ban that ends, and resigned for one for good.
    """

    player: UUID
    kind: str
    rule: str
    ends: datetime | None = None
    game: UUID | None = None
    amount: int | None = None
    shown: tuple[str, ...] = ()
    reason: str = ""
    games: str = ""


def check_terms(terms: PenaltyTerms) -> None:
    """Says nothing if a penalty can have an effect.

    Raises:
        CaseRefused: as `check_result` and `check_set_back`.
    """
    if terms.kind in (Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED):
        check_result(terms)
    elif terms.kind == Penalty.Kind.RATING:
        check_set_back(terms)


def check_result(terms: PenaltyTerms) -> None:
    """Says nothing if the result of a game of the player can be changed.

    Raises:
        CaseRefused: `game-needed`, `not-in-game`; `nothing-to-rule`, of a game that was called off, or was not played
            here.
    """
    game = None if terms.game is None else Game.objects.filter(id=terms.game).first()
    if game is None:
        raise CaseRefused("game-needed")
    if not GameSeat.objects.filter(game=game, player_id=terms.player).exists():
        raise CaseRefused("not-in-game")
    if game.source != Game.Source.PLAY or game.called_off:
        raise CaseRefused("nothing-to-rule")


def check_set_back(terms: PenaltyTerms) -> None:
    """Says nothing if the rating of a player in the rule book of a game can be set back.

    Raises:
        CaseRefused: `game-needed`, `not-in-game`, `no-rating`, `amount`.
    """
    game = None if terms.game is None else Game.objects.filter(id=terms.game).first()
    if game is None:
        raise CaseRefused("game-needed")
    if not GameSeat.objects.filter(game=game, player_id=terms.player).exists():
        raise CaseRefused("not-in-game")
    if not Rating.objects.filter(player=terms.player, variant=game.variant).exists():
        raise CaseRefused("no-rating")
    if terms.amount is not None and not 0 < terms.amount <= MOST_POINTS:
        raise CaseRefused("amount")
