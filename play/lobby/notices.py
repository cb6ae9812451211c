"""What the lobby tells players of challenges and rematches."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.models import Game
from notices.kinds.games import about_game, begins, in_lobby
from notices.kinds.registry import Limit, register
from notices.models import Kind, Notice
from play.lobby.models import Seek


def is_challenged(notice: Notice, game: Game | None) -> bool:
    """Whether a challenge to the player is open; what came of it is a game."""
    if game is not None:
        return True
    asked = Seek.objects.filter(state=Seek.State.OPEN, kind=Seek.Kind.DIRECT, host=notice.actor)
    return asked.filter(places__player=notice.player_id, places__joined=False).exists()


def is_rematch(notice: Notice, game: Game | None) -> bool:
    """Whether somebody still asks for a rematch of a game."""
    if game is None:
        return False
    return Seek.objects.filter(rematch_of=game.id, state=Seek.State.OPEN, host=notice.actor).exists()


register(
    about_game(
        Kind.CHALLENGE,
        _("%(name)s challenges you: %(variant)s"),
        alone=_("%(name)s challenges you to a game"),
        holds=is_challenged,
        limit=Limit.UNASKED,
    ),
    about_game(
        Kind.ACCEPTED,
        _("%(name)s takes you on, set up your army: %(variant)s"),
        alone=_("%(name)s accepted your challenge"),
        holds=lambda notice, game: game is None or begins(notice, game),
        awaited=True,
    ),
    about_game(
        Kind.DECLINED,
        _("%(name)s declined your challenge: %(variant)s"),
        alone=_("%(name)s declined your challenge"),
        holds=lambda notice, game: True,
        mail=False,
    ),
    about_game(
        Kind.REMATCH,
        _("%(name)s asks for a rematch: %(variant)s"),
        holds=is_rematch,
        address=in_lobby,
        limit=Limit.REPEATED,
    ),
)
