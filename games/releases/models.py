"""When games were revealed, so that those of a month are found without a look at the others."""

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
