"""Moderators' commands on a game, and effects of penalties on its result; the caller checks permissions.

The arguments that commands share (`game`, `seat`, `actor`, `expected`) and their errors (`Illegal`, `NoGame`) are told
in `games/domain/command_handler.py`.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.domain.command_handler import execute, playing, seated
from games.domain.events import GameEvent, ModeratorLooked, ResultAnnulled, ResultForfeited, ResultRestored
from games.domain.state import SIDES, GameFold, Ruling
from games.rules import Illegal, Refusal, Seat, seat_of_slug


def open_for_moderator(
    *,
    game: UUID,
    moderator: UUID,
    what: str,
    target: UUID | None = None,
    written: datetime | None = None,
    actor: UUID | None = None,
) -> GameFold:
    """Notes that a moderator opens what may tell ranks of a game, so that its players see it. Nothing of a game that is
    revealed; the same twice is as once, both sides once in each pause.

    Side effects: appends ModeratorLooked.

    Args:
        moderator: the player's id.
        what, target: as in ModeratorLooked.
        written: when the last of the words that are opened was written; what the moderator opened before that is
            opened once more.

    Raises:
        Illegal: for `sides`: `not-paused`, `not-started`, `game-over`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if what == SIDES:
            playing(now)
            if not now.paused:
                raise Illegal(Refusal("not-paused"))
            known = moderator in now.looked
        else:
            same = [act.at for act in now.acts if (act.arbiter, act.why, act.target) == (moderator, what, target)]
            known = any(written is None or written <= at for at in same)
        if now.revealed or known:
            return []
        return [ModeratorLooked(str(moderator), what, None if target is None else str(target))]

    return execute(game=game, actor=actor, decide=decide)


def annul_result(*, game: UUID, penalty: UUID, why: str = "penalty", actor: UUID | None = None) -> GameFold:
    """Has the result of a game that is over count nowhere, because of a penalty; twice is as once.

    Side effects: appends ResultAnnulled.

    Args:
        why: as in `ResultAnnulled`.

    Raises:
        Illegal: `not-over`, while it is not over for everybody; `nothing-to-rule`, of a game that was called off, or
            was not played here.
    """
    return _ruled(game=game, event=ResultAnnulled(penalty, why), kind=Ruling.ANNULLED, actor=actor)


def forfeit_result(*, game: UUID, penalty: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Has the side of a seat have lost a game that is over, because of a penalty; twice is as once.

    Side effects: appends ResultForfeited.

    Raises:
        Illegal: as `annul_result`; `no-seat`.
    """
    return _ruled(game=game, event=ResultForfeited(penalty, seat.slug), kind=Ruling.FORFEITED, actor=actor)


def _ruled(*, game: UUID, event: ResultAnnulled | ResultForfeited, kind: Ruling, actor: UUID | None) -> GameFold:
    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if now.public_status != "over" or now.outcome is None:
            raise Illegal(Refusal("not-over"))
        if now.created.source != "play" or now.outcome.kind.called_off:
            raise Illegal(Refusal("nothing-to-rule"))
        if isinstance(event, ResultForfeited):
            seated(now, seat_of_slug(event.seat))
        stands = any(act.penalty == event.penalty and act.kind == kind for act in now.rulings)
        return [] if stands else [event]

    return execute(game=game, actor=actor, decide=decide)


def restore_result(*, game: UUID, penalty: UUID, actor: UUID | None = None) -> GameFold:
    """Undoes what a penalty did to a result; nothing if it did nothing, or that is undone.

    Side effects: appends ResultRestored.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        return [ResultRestored(penalty)] if any(act.penalty == penalty for act in now.rulings) else []

    return execute(game=game, actor=actor, decide=decide)
