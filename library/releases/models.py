"""When games were revealed, so that those of a month are found without a look at others; who is left out for good."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class DatedReveal(models.Model):
    """A game that is revealed, and since when. Both are for everybody."""

    game = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(_("revealed at"), editable=False)

    class Meta:
        db_table = "releases_reveal"
        verbose_name = _("dated reveal")
        verbose_name_plural = _("dated reveals")
        indexes = [models.Index(fields=["at", "game"], name="releases_reveal_at")]

    def __str__(self) -> str:
        return str(self.game)


class LeftOutPlayer(models.Model):
    """A player who wanted no game in a release, and has no account any more that would say so."""

    player = models.UUIDField(primary_key=True, editable=False)

    class Meta:
        db_table = "releases_leftout"
        verbose_name = _("player who is left out")
        verbose_name_plural = _("players who are left out")

    def __str__(self) -> str:
        return str(self.player)
