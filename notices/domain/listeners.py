"""Immediate notices of games: play begins, it is over, a draw is offered, a turn is to be taken back, called off,
somebody wants it opened, a moderator looks.

It is written with the event itself, so none is lost if the process dies right after. The actor gets none,
and games against the computer have none.
"""

from __future__ import annotations

from collections.abc import Sequence

from eventlog.statements import Statement
from games.domain.events import (
    ArbiterLooked,
    CardsDealt,
    ChoiceMade,
    DrawDeclined,
    DrawOffered,
    GameCreated,
    GamePaused,
    GameResumed,
    GameRevealed,
    ModeratorLooked,
    RevealProposed,
    RevealWithdrawn,
    SetupMade,
    TakebackAgreed,
    TakebackDeclined,
    TakebackOffered,
    TimeGiven,
    Trait,
    TurnPlayed,
    TurnsTakenBack,
    VacationEnded,
    VacationTaken,
    check_covered,
    events_with,
    names_with,
)
from games.domain.listeners import GameUpdated, written_with_events
from games.models import Game
from notices.domain.commands import telling_all
from notices.models import Kind

CALLED_OFF = names_with(Trait.CALLS_OFF)
AFTERWARDS = names_with(Trait.AFTERWARDS)
RULES = names_with(Trait.RULES)

_TOLD = (
    *(SetupMade, DrawOffered, TakebackOffered, ModeratorLooked, RevealProposed),
    *events_with(Trait.ENDS),
    *events_with(Trait.RULES),
)
_SILENT = (
    *(GameCreated, CardsDealt, TurnPlayed, ChoiceMade, DrawDeclined, VacationTaken, VacationEnded),
    *(TakebackDeclined, TakebackAgreed, TurnsTakenBack),
    *(GamePaused, GameResumed, TimeGiven, ArbiterLooked, RevealWithdrawn, GameRevealed),
)
"""Who plays sees these on the page, or is told by another room: turns by a sweep, what arbiters do by the event."""

check_covered("notices", [*_TOLD, *_SILENT])


@written_with_events
def tell_players(happened: GameUpdated) -> Sequence[Statement]:
    """The notices for the players of a game, if there are any. An ordinary move costs nothing."""
    kind = kind_of(happened)
    if kind is None:
        return ()
    people_alone = kind is not Kind.OPENED
    return telling_all(
        happened.players.values(), kind, game=happened.game, by=happened.actor, people_alone=people_alone
    )


def kind_of(happened: GameUpdated) -> Kind | None:
    """The notice for some events of a game, or None."""
    kinds = set(happened.kinds)
    if "moderator-looked" in kinds:
        return Kind.OPENED
    if happened.over:
        if kinds & RULES:
            return Kind.RULED
        if kinds <= AFTERWARDS:
            return Kind.REVEAL if "reveal-proposed" in kinds and "game-revealed" not in kinds else None
        return Kind.CANCELLED if kinds & CALLED_OFF else Kind.OVER
    if "setup-made" in kinds and happened.status == Game.Status.PLAYING:
        return Kind.STARTED
    if "takeback-offered" in kinds:
        return Kind.TAKEBACK
    return Kind.DRAW_OFFER if "draw-offered" in kinds else None
