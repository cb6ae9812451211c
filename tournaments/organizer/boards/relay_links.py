"""What the desk shows of a relayed board: what may be done about it, and the links to hand out."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.domain.command_handler import open_game
from games.domain.relays import HALT, can_be_relayed
from games.domain.state import GameFold
from games.presentation.words import seat_name
from games.rules import seat_of_slug
from tournaments.domain.commands.relays import is_relayed, link_of, proposed, without_account
from tournaments.domain.drafts import is_own_case
from tournaments.domain.state import Board, Round
from tournaments.organizer.access import EventAccess
from tournaments.pages.hall import qr_code
from tournaments.presentation.words import result_text


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link to hand out: for whom, and its address in full and as a QR code."""

    whose: str
    address: str
    qr: str


@dataclass(frozen=True, slots=True)
class ShownRelay:
    """A relay as the desk shows it.

    Args:
        state: how far it is, in words.
        proposed: the result that its end proposes, in words, or nothing.
        links: those to hand out while it goes on.
    """

    state: str
    proposed: str
    links: tuple[ShownLink, ...]


def relay_actions(access: EventAccess, round: Round, board: Board) -> list[str]:
    """The slugs of what may be done about the relay of a board that is not decided.

    Args:
        access: the event and its reader.
        round, board: which board.
    """
    if not access.fold.terms.real or not can_be_relayed(access.fold.terms.rules) or round.begun_at is None:
        return []
    leg = board.leg
    if leg.game is None or not is_relayed(leg):
        return ["relay"]
    now = open_game(leg.game)
    if now.outcome is not None:
        return []
    return [*(["resume-relay"] if HALT in now.paused and access.is_at_least("arbiter") else []), "end-relay"]


def shown_relay(request: HttpRequest, access: EventAccess, board: Board) -> ShownRelay | None:
    """The relay of a board; None without one, and for who plays there, whose opponent's link it would show.

    Args:
        request: names the site in the links.
        access: the event and its reader.
        board: which board.
    """
    leg, player = board.leg, access.player
    if leg.game is None or not is_relayed(leg) or player is None or is_own_case(access.fold, player.id, board.entries):
        return None
    now = open_game(leg.game)
    marks = proposed(leg)
    links: tuple[ShownLink, ...] = ()
    if now.outcome is None:
        seats = {seat_of_slug(slug): UUID(id) for slug, id in now.created.seats.items() if id is not None}
        owners = [(_("Scribe"), None), *((seat_name(seat), seat) for seat in without_account(seats))]
        addresses = [
            (whose, request.build_absolute_uri(access.url("relay", link_of(leg.game, seat)))) for whose, seat in owners
        ]
        links = tuple(ShownLink(whose, address, qr_code(address)) for whose, address in addresses)
    return ShownRelay(_state(now), "" if marks is None else result_text(marks), links)


def _state(now: GameFold) -> str:
    if now.outcome is not None:
        return _("The relayed game is over.")
    if HALT in now.paused:
        return _("Halted: a move was entered that the set-ups do not allow.")
    return _("Set-ups are being made.") if now.state is None else _("Moves are entered.")
