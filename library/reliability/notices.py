"""The notice to a player who left a game."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notices.kinds.games import about_game
from notices.kinds.registry import register
from notices.models import Kind

register(
    about_game(
        Kind.LEFT,
        _(
            "You left a game, and others waited in vain: %(variant)s against %(opponents)s. "
            "If this happens on three days of a month, a moderator looks at it."
        ),
    )
)
