"""What players keep of set-ups before the game has them: drafts and saved ones. All of it can be erased.

The rows hold what nobody but their owner may see. They are in no page of the admin, and nothing that names them prints
a rank. They hold no times either: how long somebody took is nobody's business.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

NAME_LENGTH = 60
"""Characters of the name of a saved set-up."""

_FORM_LENGTH = 40  # characters: no rule book has more home squares


class Draft(models.Model):
    """A set-up in the making: for a game, or at the workshop where set-ups are made without one.

    `form` and the earlier ones in `history` are as `games.domain.placement` has it. A game is named by its stream,
    without a constraint: the list of games is a projection.
    """

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    game = models.UUIDField(_("game"), null=True)
    variant = models.CharField(_("variant"), max_length=20)
    form = models.CharField(_("set-up"), max_length=_FORM_LENGTH)
    history = models.JSONField(_("earlier set-ups"), default=list)
    version = models.PositiveIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game", "variant"], nulls_distinct=False, name="setups_draft_one"
            ),
        ]
        indexes = [models.Index(fields=["game"], name="setups_draft_game")]

    def __str__(self) -> str:
        return f"draft {self.pk}"


class SavedSetup(models.Model):
    """A set-up that a player has given a name, to be used again. `version` counts its changes, for programs."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    variant = models.CharField(_("variant"), max_length=20)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    form = models.CharField(_("set-up"), max_length=_FORM_LENGTH)
    version = models.PositiveIntegerField(_("version"), default=0, db_default=0)

    class Meta:
        verbose_name = _("saved set-up")
        verbose_name_plural = _("saved set-ups")
        ordering = [Lower("name")]
        constraints = [
            models.UniqueConstraint("player", "variant", Lower("name"), name="setups_saved_name"),
        ]

    def __str__(self) -> str:
        return f"saved set-up {self.pk}"
