"""Panels about powers: what arbiters and moderators did to games, and both sides of a game that is paused."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from games.domain.arbitration import look_again
from games.domain.events import (
    Adjudicated,
    ArbiterLooked,
    GameCancelled,
    GameForfeited,
    GamePaused,
    GameResumed,
    ModeratorLooked,
    TimeGiven,
)
from games.domain.state import SIDES
from games.models import Game
from games.presentation.presentation import position_markup
from games.presentation.words import PAUSES, duration_text, seat_name, side_name
from games.rules import seat_of_slug
from moderation.cases.kinds import CaseKind
from moderation.evidence.games import games_of, names_of, seen
from moderation.evidence.parts import (
    Cell,
    EvidenceBoard,
    EvidenceRequest,
    EvidenceTable,
    Parts,
    Sealed,
    evidence_panel,
)
from moderation.evidence.play import LISTED, of_kinds

ACTS = (
    *(GamePaused, GameResumed, TimeGiven, ArbiterLooked, ModeratorLooked),
    *(Adjudicated, GameForfeited, GameCancelled),
)
"""What an arbiter, an organiser or a moderator does to a game."""


@evidence_panel("powers", gettext_lazy("What arbiters did"), CaseKind.POWERS.value)
def powers(request: EvidenceRequest) -> Parts | None:
    """For each game of the case who did what to it. The player concerned sees the own acts alone."""
    acts = []
    for game in games_of(request):
        item = seen(game)
        for stored in () if item is None else item.events():
            if not isinstance(stored.event, ACTS) or stored.actor is None:
                continue
            if request.staff or (request.about is not None and stored.actor == request.about.pk):
                acts.append((stored.time, game, stored.actor, stored.event))
    if not acts:
        return None
    shown = sorted(acts, key=lambda act: act[0])[-LISTED:]
    names = dict(Player.objects.filter(pk__in={who for _at, _game, who, _event in shown}).values_list("pk", "name"))
    names |= _names_of_accounts({who for _at, _game, who, _event in shown} - set(names))
    rows = tuple(
        (
            Cell(date_format(localtime(at), "j F Y, H:i")),
            Cell(names.get(who, _("Deleted player"))),
            Cell(names_of(game)),
            Cell(_act_words(event)),
        )
        for at, game, who, event in shown
    )
    head = (_("When"), _("Who"), _("Game"), _("What"))
    return Parts(tables=[EvidenceTable("evidence-powers", _("What was done to games of this case"), head, rows)])


def _names_of_accounts(ids: set[UUID]) -> dict[UUID, str]:
    """Some acts have the account of who acts, others the player."""
    return dict(Player.objects.filter(account__in=ids).values_list("account_id", "name")) if ids else {}


def _act_words(event: Any) -> str:
    match event:
        case GamePaused():
            return _("paused it: %(why)s") % {"why": PAUSES.get(event.why, event.why)}
        case GameResumed():
            return _("let it go on")
        case TimeGiven():
            texts = {"seat": seat_name(seat_of_slug(event.seat)), "time": duration_text(event.seconds)}
            return _("gave %(seat)s %(time)s") % texts
        case ArbiterLooked():
            return _("looked at both sides")
        case ModeratorLooked():
            return _("opened what was sealed")
        case Adjudicated(winner=None):
            return _("decided it: both lose") if event.both_lose else _("decided it: a draw")
        case Adjudicated(winner=int(winner)):
            return _("decided it: %(side)s wins") % {"side": side_name(winner)}
        case GameForfeited():
            return _("declared it lost for %(seats)s") % {
                "seats": ", ".join(seat_name(seat_of_slug(seat)) for seat in event.seats)
            }
    return _("called it off")


@evidence_panel(
    "sides",
    gettext_lazy("Both sides of a paused game"),
    *of_kinds(
        *(CaseKind.STALLING, CaseKind.DRAW_REFUSAL, CaseKind.CHASING),
        *(CaseKind.TELLING, CaseKind.COLLUSION, CaseKind.CHEATING),
    ),
)
def sides(request: EvidenceRequest) -> Parts | None:
    """Both sides of each game of the case that is paused: sealed, until the moderator opens them."""
    parts = Parts()
    for game in games_of(request) if request.staff else ():
        if game.paused and game.status == Game.Status.PLAYING and not game.delayed:
            _add_sides(parts, request, game)
    return parts if parts.sealed or parts.boards else None


def _add_sides(parts: Parts, request: EvidenceRequest, game: Game) -> None:
    opener = request.moderator if (SIDES, game.id) in request.opened else None
    views = None if opener is None else look_again(game=game.id, arbiter=opener)
    if views is None:
        words = _("What both sides of %(game)s know is sealed. Once you look, the game no longer counts for ratings.")
        parts.sealed.append(Sealed(SIDES, game.id, words % {"game": names_of(game)}))
        return
    for view in views:
        if view.viewer.seat is not None:
            texts = {"seat": seat_name(view.viewer.seat), "game": names_of(game)}
            parts.boards.append(EvidenceBoard(_("%(game)s, as %(seat)s sees it") % texts, position_markup(view)))
