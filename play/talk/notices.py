"""What the talk at a table tells who is not there."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notices.kinds.games import about_game
from notices.kinds.registry import Limit, register
from notices.models import Kind

register(
    about_game(
        Kind.MESSAGE,
        _("%(name)s writes to you: %(variant)s against %(opponents)s"),
        mail=False,
        limit=Limit.REPEATED,
    )
)
