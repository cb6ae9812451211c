"""Real boards that are relayed: a game of this service follows what is played there, for those who are not in the hall.

The game has no clock, is rated nowhere and decides nothing: its end is a proposal (`proposed`), and the result is told
as at any real board. Who lays a set-up or enters moves without an account has a link, which `link_of` signs.
"""

from __future__ import annotations

from typing import NamedTuple, Unpack
from uuid import UUID

from django.core.signing import BadSignature, Signer

from accounts.models import Player
from games.domain import arbitration, commands
from games.domain.command_handler import open_game
from games.domain.relays import HALT, can_be_relayed
from games.models import Game
from games.rules import End, Seat, seat_of_slug
from tournaments.domain import events as e
from tournaments.domain.boards import game_of
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.commands.results import marks_of_game
from tournaments.domain.drafts import DraftedEvents, GameAt, game_at, refuse
from tournaments.domain.state import Leg, TournamentFold
from tournaments.scoring.points import Mark

SCRIBE = "scribe"
_LINKS = Signer(salt="tournaments.relay")


class RelayLink(NamedTuple):
    """Who holds a link: a seat whose player has no account, or a scribe."""

    game: UUID
    seat: Seat | None


def link_of(game: UUID, seat: Seat | None) -> str:
    """The signed part of an address.

    Args:
        game: the relay.
        seat: whose link it is; None for the scribe's.
    """
    return _LINKS.sign_object([game.hex, SCRIBE if seat is None else seat.slug])


def read_link(token: str) -> RelayLink | None:
    """Who holds a link; None for one that this service has not made."""
    try:
        game, who = _LINKS.unsign_object(token)
    except (BadSignature, ValueError):
        return None
    return RelayLink(UUID(game), None if who == SCRIBE else seat_of_slug(who))


def relay_board(*, round: int, board: int, leg: int | None = None, **command: Unpack[Command]) -> TournamentFold:
    """Begins to relay a game of a real board, or begins anew after the last relay was called off.

    Side effects: opens the game that follows the board, and appends BoardRelayed.

    Args:
        round, board: numbers from 1.
        leg: the game of a match; None for the one that is played.

    Raises:
        Illegal: `not-allowed`; `own-board`; `no-board`; `not-across`; `round-not-begun`; `over`; `result-stands`;
            `relay-goes-on`; `relay-book`: of this rule book a scribe does not see all that a turn is.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("helper")
        at = _relayable(draft, round, board, leg)
        draft.need_neutral(at.board.entries)
        players = [player for player in at.board.players_at(at.number) if player] if at.board.lineups else []
        game = game_of(draft, round, at.leg.red, at.leg.blue, seated=players)
        draft.add(e.BoardRelayed(round, board, at.number, game=str(game.id)))

    return execute(decide=decide, **command)


def _relayable(draft: DraftedEvents, round: int, board: int, leg: int | None) -> GameAt:
    now = draft.now
    draft.need_not_over()
    at = game_at(now, round, board, leg)
    if not now.terms.real:
        raise refuse("not-across")
    if not can_be_relayed(now.terms.rules):
        raise refuse("relay-book")
    if now.rounds[round - 1].begun_at is None:
        raise refuse("round-not-begun", round=round)
    if at.leg.marks is not None:
        raise refuse("result-stands", round=round, board=board)
    if is_relayed(at.leg):
        raise refuse("relay-goes-on", board=board)
    if at.board.lineups and None in at.board.players_at(at.number):
        raise refuse("no-board", round=round, board=board)
    return at


def is_relayed(leg: Leg) -> bool:
    """Whether a game has a relay that was not called off."""
    if not leg.relayed or leg.game is None:
        return False
    called_off = [end.value for end in End if end.called_off]
    return not Game.objects.filter(id=leg.game, outcome__in=called_off).exists()


def end_relay(*, round: int, board: int, **command: Unpack[Command]) -> TournamentFold:
    """Calls the relay of a board off; the board itself goes on.

    Side effects: cancels its game.

    Raises:
        Illegal: `not-allowed`; `own-board`; `no-board`; `no-relay`.
    """
    games: list[UUID] = []

    def decide(draft: DraftedEvents) -> None:
        games.append(_running(draft, round, board))

    now = execute(decide=decide, **command)
    commands.cancel_game(game=games[-1], begun=True)
    return now


def resume_relay(*, round: int, board: int, **command: Unpack[Command]) -> TournamentFold:
    """Lets a relay go on that was halted by a move which the set-ups do not allow.

    Side effects: resumes its game.

    Raises:
        Illegal: as `end_relay`.
    """
    games: list[UUID] = []

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        games.append(_running(draft, round, board))

    now = execute(decide=decide, **command)
    arbitration.resume_game(game=games[-1], why=HALT)
    return now


def _running(draft: DraftedEvents, round: int, board: int) -> UUID:
    draft.need("helper")
    at = game_at(draft.now, round, board, None)
    draft.need_neutral(at.board.entries)
    if at.leg.game is None or not is_relayed(at.leg):
        raise refuse("no-relay", board=board)
    return at.leg.game


def proposed(leg: Leg) -> tuple[Mark, Mark] | None:
    """What the end of a relay makes of its board, as long as nobody has told the result."""
    if not leg.relayed or leg.game is None or leg.marks is not None:
        return None
    return marks_of_game(open_game(leg.game))


def without_account(seats: dict[Seat, UUID]) -> list[Seat]:
    """The seats whose players cannot sign in, and have a link instead.

    Args:
        seats: of the game.
    """
    members = set(Player.objects.filter(id__in=seats.values(), account__isnull=False).values_list("id", flat=True))
    return [seat for seat, player in seats.items() if player not in members]
