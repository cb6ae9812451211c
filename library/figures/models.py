"""Counted figures of games, and games still to be counted. `manage.py rebuild` has all of it counted again.

No row holds a rank with a game, and none a name: numbers alone, of what is public (docs/archive.md).
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class FigureDue(models.Model):
    """A game that a task counts, and then forgets: what its end has made public, what its reveal has, or both."""

    game = models.UUIDField(primary_key=True, editable=False)
    ended = models.BooleanField(_("its end is to be counted"))
    opened = models.BooleanField(_("what it opened is to be counted"))
    tried = models.PositiveSmallIntegerField(_("tried in vain"), default=0, db_default=0)

    class Meta:
        db_table = "figures_due"
        verbose_name = _("game to be counted")
        verbose_name_plural = _("games to be counted")
        indexes = [models.Index(fields=["tried", "game"], name="figures_due_next")]

    def __str__(self) -> str:
        return str(self.game)


class FigureCount(models.Model):
    """What is counted of the games of a rule book: all, those of a year, or those of an event (`slice_of`).

    `counts` has a number for each thing that is counted, by its words (`library/figures/domain/course.py`).
    """

    variant = models.CharField(_("variant"), max_length=20)
    slice = models.CharField(_("of which games"), max_length=40, blank=True)
    source = models.CharField(_("source"), max_length=6, choices=Game.Source.choices)
    counts = models.JSONField(_("counts"), editable=False)

    class Meta:
        db_table = "figures_count"
        verbose_name = _("figures of games")
        verbose_name_plural = _("figures of games")
        constraints = [models.UniqueConstraint(fields=["variant", "slice", "source"], name="figures_count_one")]

    def __str__(self) -> str:
        return f"{self.variant} {self.slice}"


class PlayerFigures(models.Model):
    """The counts of a player's games of a rule book in a month. An end counts in the month in which it became public;
    what the reveal opens, in the month of the reveal. Others see a month once it has been over for a month.
    """

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    month = models.DateField(_("month"))
    games = models.PositiveIntegerField(_("games"))
    counts = models.JSONField(_("counts"), editable=False)

    class Meta:
        db_table = "figures_player"
        verbose_name = _("figures of a player")
        verbose_name_plural = _("figures of players")
        constraints = [models.UniqueConstraint(fields=["player", "variant", "month"], name="figures_player_one")]

    def __str__(self) -> str:
        return f"{self.variant} {self.month}"
