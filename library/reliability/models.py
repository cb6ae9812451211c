"""The days on which a player's games ended, and notices of games left. No names, and nothing about positions."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ReliabilityDay(models.Model):
    """How many of a player's games that ended on a day were finished, abandoned, or lost by time and excused. Several
    rows of a day add up, as those of `games.models.PlayerTally`. `manage.py rebuild` makes them again. One of them
    may be negative, where a result was annulled that is counted in another.

    `player` is a random id that may outlive the player.
    """

    player = models.UUIDField(_("player"))
    day = models.DateField(_("day"))
    finished = models.IntegerField(_("finished"), default=0)
    abandoned = models.IntegerField(_("left"), default=0)
    excused = models.IntegerField(_("excused"), default=0)

    class Meta:
        db_table = "reliability_day"
        verbose_name = _("day of a player's games")
        verbose_name_plural = _("days of players' games")
        indexes = [
            models.Index(fields=["player", "day"], name="reliability_day_of"),
            models.Index(fields=["day"], condition=models.Q(abandoned__gt=0), name="reliability_day_left"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"


class LapseTold(models.Model):
    """A notice of games left on a day: once, whatever else was left on it."""

    player = models.UUIDField(_("player"))
    day = models.DateField(_("day"))

    class Meta:
        db_table = "reliability_told"
        verbose_name = _("warning for a game left")
        verbose_name_plural = _("warnings for games left")
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="reliability_told_once")]
        indexes = [models.Index(fields=["day"], name="reliability_told_oldest")]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"
