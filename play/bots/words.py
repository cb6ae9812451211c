"""Refusals of games against the computer in words."""

from __future__ import annotations

from django.utils.translation import ngettext

from games.presentation.words import refusal_text
from games.rules import Refusal


def refusal_words(refusal: Refusal) -> str:
    """Why no game begins, in words."""
    if refusal.code != "too-many":
        return refusal_text(refusal)
    most = int(str(refusal.params["most"]))
    return ngettext(
        "You have %(most)d unfinished game against the computer. Finish it, or give it up.",
        "You have %(most)d unfinished games against the computer. Finish one, or give one up.",
        most,
    ) % {"most": most}
