"""How the end of a game, and then everything of it, comes out.

The arguments that commands share (`game`, `seat`, `actor`, `expected`) and their errors (`Illegal`, `NoGame`) are told
in `games/domain/command_handler.py`.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from accounts.models import Player
from games.domain.command_handler import execute, seated, seats_of_bots
from games.domain.events import EndPublished, GameEvent, GameRevealed, RevealProposed, RevealWithdrawn
from games.domain.state import GameFold
from games.rules import Illegal, Refusal, Seat

MOST_PROPOSALS = 3  # of one seat, to open a game earlier


def reveal_game(*, game: UUID, actor: UUID | None = None) -> GameFold:
    """Opens everything of a finished game. Safe to call twice. Side effects: appends GameRevealed.

    Raises:
        Illegal: `not-over`, before the end; `nothing-to-reveal`, if play never began or the game was called off: its
            set-ups stay their makers' own.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        if now.public_status != "over":
            raise Illegal(Refusal("not-over"))
        if not now.to_be_revealed:
            raise Illegal(Refusal("nothing-to-reveal"))
        return [] if now.revealed else [GameRevealed()]

    return execute(game=game, actor=actor, decide=decide)


def publish_if_due(*, game: UUID) -> GameFold:
    """Makes the end of a game public once its spectators have come to it; leaves every other game as it is.

    Side effects: appends EndPublished, and GameRevealed if the game is revealed at its end; from now on it is over in
    the lists, and counts.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        return [] if now.publish_at is None or at < now.publish_at else [EndPublished()]

    return execute(game=game, actor=None, decide=decide)


def publish_end(*, game: UUID) -> GameFold:
    """Makes the end of a game public that its spectators have not come to: an act of its event, which everybody can
    read, has decided it. Leaves every other game as it is. Side effects: as `publish_if_due`."""
    return execute(game=game, actor=None, decide=lambda now, _at: [EndPublished()] if now.hidden_end else [])


def open_if_due(*, game: UUID) -> GameFold:
    """Opens a game whose time to be opened has come; leaves every other one as it is.

    Side effects: appends GameRevealed, if the delay after its end is over.
    """

    def decide(now: GameFold, at: datetime) -> list[GameEvent]:
        return [] if now.opens_at is None or at < now.opens_at else [GameRevealed()]

    return execute(game=game, actor=None, decide=decide)


def propose_reveal(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Wants a casual game that is over to be opened before its time, or agrees with who wanted it first. Once all seats
    do, it is opened; a bot agrees at once. Twice is as once. Nobody but its seats has a say in this.

    Side effects: appends RevealProposed, for bots at the table too, and GameRevealed with the last of them.

    Raises:
        Illegal: `not-over`; `nothing-to-reveal`, as for `reveal_game`; `reveal-tournament`, `reveal-rated` for games
            whose reveal is nobody's to change; `revealed`, once it is open; `reveal-missing`, if somebody who would
            have to agree has left; `reveal-enough` with `most`, if the seat has proposed it so often.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _openable(now)
        seated(now, seat)
        if seat in now.openers:
            return []
        if now.proposals.get(seat, 0) >= MOST_PROPOSALS:
            raise Illegal(Refusal("reveal-enough", {"most": MOST_PROPOSALS}))
        _all_there(now)
        wanted = [seat, *(seat for seat in seats_of_bots(now) if seat not in now.openers)]
        agreed = len(wanted) + len(now.openers) == len(now.variant.seats)
        events: list[GameEvent] = [RevealProposed(seat=seat.slug) for seat in wanted]
        return [*events, GameRevealed()] if agreed else events

    return execute(game=game, actor=actor, decide=decide)


def withdraw_reveal(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Takes back that a seat wants the game opened before its time, while another has not agreed. Twice is as once.

    Side effects: appends RevealWithdrawn, with the last of the people for the bots too.

    Raises:
        Illegal: `not-over`, `nothing-to-reveal`, `reveal-tournament`, `reveal-rated`, `revealed`, as `propose_reveal`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        _openable(now)
        if seat not in now.openers:
            return []
        others = [opener for opener in now.openers if opener is not seat]
        alone = set(seats_of_bots(now)).issuperset(others)  # a bot wants what somebody else does
        return [RevealWithdrawn(seat=item.slug) for item in (seat, *(others if alone else ()))]

    return execute(game=game, actor=actor, decide=decide)


def _openable(now: GameFold) -> None:
    """Raises `Illegal` if it is not for the seats of a game to open it before its time."""
    if now.public_status != "over":
        raise Illegal(Refusal("not-over"))
    if not now.to_be_revealed:
        raise Illegal(Refusal("nothing-to-reveal"))
    if now.revealed:
        raise Illegal(Refusal("revealed"))
    if now.created.tournament is not None:
        raise Illegal(Refusal("reveal-tournament"))
    if now.created.rated:
        raise Illegal(Refusal("reveal-rated"))


def _all_there(now: GameFold) -> None:
    """Raises `Illegal` with `reveal-missing` if a seat is empty or its player has left the service."""
    sitting = [now.created.seats.get(seat.slug) for seat in now.variant.seats]
    players = {UUID(id) for id in sitting if id is not None}
    there = Player.objects.filter(Q(account__isnull=False) | Q(bot=True), id__in=players).count()
    if None in sitting or there < len(players):
        raise Illegal(Refusal("reveal-missing"))
