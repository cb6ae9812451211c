"""The kinds of cases: what somebody may have done wrong in this game, and how grave it is."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class CaseKind(models.TextChoices):
    """The subject of a case, in the reporter's words. Values are permanent: events hold them."""

    STOPPED_PLAYING = "stopped-playing", _("Stopped playing and let the time run out")
    STALLING = "stalling", _("Drags the game out by moves that lead nowhere")
    DRAW_REFUSAL = "draw-refusal", _("Plays on for ever in a dead drawn game")
    CHASING = "chasing", _("Chases a piece to and fro against the rules")
    ABUSE = "abuse", _("Insults or threats")
    NAME = "name", _("An improper name, title or text")
    SPAM = "spam", _("Advertising or nonsense")
    ACCOUNTS = "accounts", _("Several accounts of one person")
    BOOSTING = "boosting", _("Loses on purpose, or lets somebody win rating points")
    TELLING = "telling", _("Tells ranks to somebody who must not know them")
    COLLUSION = "collusion", _("Secret help between partners, or deals in an event")
    CHEATING = "cheating", _("Knows what cannot be known, or has help")
    POWERS = "powers", _("An arbiter, an organiser or a moderator misuses powers")
    WRONG = "wrong", pgettext_lazy("report", "It is faulty: a wrong solution, a broken display")
    OTHER = "other", _("Something else")


SEVERITY: Mapping[str, int] = {
    CaseKind.STOPPED_PLAYING: 15,
    CaseKind.STALLING: 15,
    CaseKind.DRAW_REFUSAL: 10,
    CaseKind.CHASING: 15,
    CaseKind.ABUSE: 30,
    CaseKind.NAME: 15,
    CaseKind.SPAM: 10,
    CaseKind.ACCOUNTS: 30,
    CaseKind.BOOSTING: 35,
    CaseKind.TELLING: 35,
    CaseKind.COLLUSION: 40,
    CaseKind.CHEATING: 40,
    CaseKind.POWERS: 40,
    CaseKind.WRONG: 5,
    CaseKind.OTHER: 10,
}
"""How grave each is, in points of the score (`moderation.cases.priority`)."""
