"""The rules of conduct: what is asked of everybody here. A penalty names the one that was broken."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Rule(TextChoices):
    """A rule, and its text. Values are permanent: events hold them."""

    PLAY_ON = "play-on", _("Play your games to the end. Move in time, or resign.")
    NO_STALLING = "no-stalling", _("Do not drag a game out by moves that lead nowhere, nor refuse a draw that is dead.")
    RESPECT = "respect", _("Be decent to others. No insults, no threats, no harassment.")
    NAMES = "names", _("Give yourself, your events and your studies names and texts that everybody can bear to read.")
    NO_SPAM = "no-spam", _("Do not advertise, and do not flood others with words or challenges.")
    ONE_ACCOUNT = "one-account", _("Have one account, and let nobody else play from it.")
    PLAY_TO_WIN = "play-to-win", _("Play to win. Do not lose on purpose, and do not arrange results.")
    OWN_EYES = "own-eyes", _("Play from what you yourself can see. No looking behind pieces, and no help from anybody.")
    NO_TELLING = (
        "no-telling",
        _("Tell nobody ranks that they must not know, and share no secrets beyond what partners may."),
    )
    POWERS = (
        "powers",
        _("Use the powers of an arbiter, an organiser or a moderator fairly, and never in a case of your own."),
    )
    OTHER = "other", _("Treat the service and the people here fairly.")
