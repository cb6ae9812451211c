"""Words of calls: why somebody calls, what arbiters did about it, and what was offered."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.presentation.words import duration_text, seat_name
from tournaments.domain.commands.arbitration import TAKEN_UP
from tournaments.domain.queries.call_evidence import DrawOffer
from tournaments.domain.state import CallAnswer

ABOUTS: dict[str, Promise] = {
    "rules": gettext_lazy("A question about the rules"),
    "clock": gettext_lazy("Something is wrong with the clocks"),
    "connection": gettext_lazy("I cannot play on: connection or device"),
    "conduct": gettext_lazy("My opponent’s conduct"),
    "setup": gettext_lazy("The set-up, or my opponent does not come"),
    "other": gettext_lazy("Something else"),
    TAKEN_UP: gettext_lazy("Taken up by an arbiter"),
}

RESULTS: dict[str, Promise] = {
    "red": gettext_lazy("Red wins"),
    "blue": gettext_lazy("Blue wins"),
    "draw": pgettext_lazy("result", "Draw"),
    "both-lose": gettext_lazy("Both lose"),
}

_ANSWERS: dict[str, Promise] = {
    "answered": gettext_lazy("The arbiter answered."),
    "paused": gettext_lazy("The arbiter stopped the clocks."),
    "looked": gettext_lazy("The arbiter looked at both sides of the game."),
    "result": gettext_lazy("The arbiter decided the game."),
    "forfeit": gettext_lazy("The arbiter declared the game lost by forfeit."),
    "resumed": gettext_lazy("The arbiter closed the call; play goes on."),
    "dismissed": gettext_lazy("The arbiter dismissed the call; play goes on."),
}


def answer_text(answer: CallAnswer, entry_name: Callable[[int], str]) -> str:
    """What an arbiter did about a call."""
    if answer.ruling == "time-given" and answer.entry is not None:
        params = {"name": entry_name(answer.entry), "time": duration_text(answer.amount or 0)}
        return _("The arbiter gave %(name)s %(time)s more.") % params
    return str(_ANSWERS.get(answer.ruling, answer.ruling))


def offer_text(offer: DrawOffer) -> str:
    """An offer of a draw, or an answer to one, with the ply."""
    words = {
        "offered": _("%(seat)s offered a draw after move %(ply)d."),
        "declined": _("%(seat)s declined the draw after move %(ply)d."),
        "taken-back": _("%(seat)s took the offer of a draw back after move %(ply)d."),
        "agreed": _("%(seat)s agreed to a draw after move %(ply)d."),
    }
    return words[offer.kind] % {"seat": seat_name(offer.seat), "ply": offer.ply}
