"""What a player is told who left a game."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notices.kinds.games import about_game
from notices.kinds.registry import register
from notices.models import Kind

register(
    about_game(
        Kind.LEFT,
        _(
            "You left a game, so that others waited for nothing: %(variant)s against %(opponents)s. "
            "Who does so on three days of a month is shown to a moderator."
        ),
    )
)
