"""How far spectators are behind, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.clock_text import span_text


def behind_text(seconds: int | None, plies: int | None) -> str:
    """What who watches a game some time behind should know.

    Args:
        seconds, plies: how far, as `delay` and `delay_plies` of GameCreated: one of them.
    """
    if seconds is not None:
        return _("You see this game as it stood %(time)s ago, and its end as late.") % {"time": span_text(seconds)}
    text = ngettext(
        "You see this game without its last move, and its end ten minutes later.",
        "You see this game without its last %(plies)d moves, and its end ten minutes later.",
        plies or 0,
    )
    return text % {"plies": plies}
