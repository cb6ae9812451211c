"""Notices of invitations to studies."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Game
from library.studies.models import StudyMember
from notices.kinds.games import AboutGame, about_game
from notices.kinds.registry import Limit, register
from notices.models import Kind, Notice


def is_invited(notice: Notice, game: Game | None) -> bool:
    """Whether the player has yet to answer."""
    if game is None or not game.revealed:
        return False
    asked = StudyMember.objects.filter(player=notice.player_id, accepted=False, invited_by=notice.actor)
    return asked.filter(study__game=game.id).exists()


def mine(about: AboutGame) -> str:
    """Where invitations are answered."""
    return reverse("studies:mine")


register(
    about_game(
        Kind.STUDY,
        _("%(name)s invites you to a study of a game: %(variant)s"),
        holds=is_invited,
        address=mine,
        mail=False,
        limit=Limit.UNASKED,
    ),
)
