"""The pages behind the links of a relayed board: laying the own set-up without an account, and entering moves.

Whoever enters moves sees the present position as spectators do, whatever the event shows them, and nothing more: no
rank that is hidden, no list of what is legal. What is refused says no more either (`games/domain/relays.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.people.preferences import preferences_of
from games.domain import queries, relays
from games.domain.command_handler import open_game
from games.domain.state import GameFold
from games.models import Game
from games.presentation.presentation import picture, said, table_markup
from games.presentation.words import outcome_text, paused_text, refusal_text, seat_name, variant_name
from games.rules import Illegal, Refusal, Viewer
from play.setups.views import laid
from play.table.page import grid
from tournaments.domain.commands.relays import RelayLink, link_of, read_link
from tournaments.domain.queries.tournaments import place_of_game
from tournaments.domain.state import Leg
from tournaments.organizer.access import EventAccess, for_visitors
from tournaments.organizer.names import Names
from web.answers import refused, see_other, small_number
from web.edit_conflicts import STATUS, unless_raced

LONGEST = 20  # characters of a move that are looked at
STALE = frozenset({"moved-on", "relay-early", "game-paused", "not-started", "conflict"})
"""Refusals of a move that may stand in the queue of who sent it until the game is there."""


@dataclass(frozen=True)
class RelayPlace:
    """A relayed board, for who holds a link to it."""

    access: EventAccess
    link: RelayLink
    round: int
    board: int
    leg: Leg
    game: Game = field(repr=False)

    @classmethod
    def of(cls, access: EventAccess, token: str) -> RelayPlace | None:
        """What a link of this event leads to; None if it is broken, or another relay has taken its place."""
        link = read_link(token)
        row = None if link is None else place_of_game(link.game)
        if link is None or row is None or row.tournament_id != access.id:
            return None
        board = access.fold.board(row.round, row.board)
        leg = None if board is None or row.taken_back else board.legs[row.leg - 1]
        game = None if leg is None or leg.game != link.game or not leg.relayed else Game.objects.get(id=link.game)
        return None if leg is None or game is None else cls(access, link, row.round, row.board, leg, game)

    @property
    def address(self) -> str:
        return self.access.url("relay", link_of(*self.link))


@for_visitors
def relay(request: HttpRequest, access: EventAccess, token: str) -> HttpResponse:
    """The page of who holds a link.

    Args:
        access, token: what the address names.
    """
    place = RelayPlace.of(access, token)
    if place is None:
        return refused(request, 404, _("This link leads to no relay that goes on. Ask the arbiters for a new one."))
    now = open_game(place.link.game)
    seat = place.link.seat
    to_lay = seat is not None and now.state is None and now.outcome is None and seat not in now.ready
    if seat is not None and (to_lay or (request.method == "POST" and request.POST.get("do") not in _ACTS)):
        game = queries.game_by_key(place.game.key)
        assert game is not None
        return laid(request, game, seat, place.address, place.address)
    if request.method != "POST":
        return _answer(request, place, now)
    return unless_raced(lambda: _act(request, place), lambda: _again(request, place, "conflict", _faster()))


def _act(request: HttpRequest, place: RelayPlace) -> HttpResponse:
    do = _ACTS.get(request.POST.get("do", ""))
    ply = small_number(request.POST.get("ply", ""))
    takebacks = small_number(request.POST.get("takebacks", ""))
    if do is None or ply is None or takebacks is None:
        return _again(request, place, "notation", _("What was sent is no move. Reload the page and enter it again."))
    try:
        now = do(request, place, ply, takebacks)
    except Illegal as error:
        return _again(request, place, error.refusal.code, refusal_text(error.refusal))
    return _answer(request, place, now) if _wants_json(request) else see_other(place.address)


def _move(request: HttpRequest, place: RelayPlace, ply: int, takebacks: int) -> GameFold:
    turn = request.POST.get("turn", "").strip()[:LONGEST]
    values: dict[str, Any] = {"game": place.link.game, "ply": ply, "takebacks": takebacks, "actor": request.user.pk}
    return relays.enter_move(turn=turn, only=place.link.seat, **values)


def _take_back(request: HttpRequest, place: RelayPlace, ply: int, takebacks: int) -> GameFold:
    if place.link.seat is not None:
        raise Illegal(Refusal("no-takebacks"))
    return relays.take_back_move(game=place.link.game, ply=ply, takebacks=takebacks, actor=request.user.pk)


_ACTS: dict[str, Callable[[HttpRequest, RelayPlace, int, int], GameFold]] = {"move": _move, "take-back": _take_back}


def _again(request: HttpRequest, place: RelayPlace, code: str, say: str) -> HttpResponse:
    """The game as it is now, and why nothing was entered."""
    return _answer(request, place, open_game(place.link.game), STATUS if code in STALE else 422, code, say)


def _faster() -> str:
    return _("Others were faster. The move waits and is sent again.")


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _answer(
    request: HttpRequest, place: RelayPlace, now: GameFold, status: int = 200, code: str = "", say: str = ""
) -> HttpResponse:
    shown = _position(request, place, now)
    board = render_to_string("tournaments/_relay_now.html", shown)
    if _wants_json(request):
        return JsonResponse({"html": board, "code": code, "say": say}, status=status)
    names = Names(place.access.fold)
    sealed = place.link.seat is not None and now.state is None
    context = {
        "room": "tournaments",
        "access": place.access,
        "place": place,
        "red": names.entry(place.leg.red),
        "blue": names.entry(place.leg.blue),
        "variant": variant_name(place.game.variant),
        "seat": "" if place.link.seat is None else seat_name(place.link.seat),
        "sealed": sealed,
        "board": board,
        "grid": grid(now.variant, _below(place), True),
        "turn": request.POST.get("turn", "") if status != 200 else "",
        "say": say,
        **{name: shown[name] for name in ("ply", "next", "takebacks")},
    }
    return render(request, "tournaments/relay.html", context, status=status)


def _below(place: RelayPlace) -> int:
    return 0 if place.link.seat is None else int(place.link.seat)


def _position(request: HttpRequest, place: RelayPlace, now: GameFold) -> dict[str, Any]:
    """What is shown of the game: as spectators see it, at this moment."""
    state, rules = now.state, now.variant
    context: dict[str, Any] = {
        "takebacks": len(now.takebacks),
        "ply": 0 if state is None else state.ply,
        "next": 1 if state is None else state.ply + 1,
        "paused": paused_text(now.paused),
        "over": "" if now.outcome is None else outcome_text(now.outcome),
        "ready": [(seat_name(seat), seat in now.ready) for seat in rules.seats] if state is None else [],
    }
    if state is None:
        return context
    view = state.view(Viewer.SPECTATOR)
    ranks = str(preferences_of(request.user).ranks)
    mover = None if now.outcome is not None else view.to_move
    return context | {
        "mover": "" if mover is None else seat_name(mover),
        "seat": -1 if mover is None else int(mover),
        "drawn": picture(view, below=_below(place), ranks=ranks),
        "last": said(view) if view.last is not None else "",
        "table": table_markup(view),
        "going": mover is not None and not now.paused,
    }
