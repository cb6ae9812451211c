"""What pairs of players' games came to by days, and who was looked at. No names, and nothing of a position."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class PairDay(models.Model):
    """What the rated games of two people that ended on a day came to. Several rows of a pair and a day add up, as those
    of `games.models.PlayerTally`. `manage.py rebuild` makes them again.

    `low` and `high` are the random ids of the two, the lesser first; they may outlive the players. A quick loss is one
    that `games.fairness.domain.rings.is_quick` calls so.
    """

    low = models.UUIDField()
    high = models.UUIDField()
    day = models.DateField(_("day"))
    games = models.PositiveIntegerField(_("games"), default=0)
    low_won = models.PositiveIntegerField(default=0)
    high_won = models.PositiveIntegerField(default=0)
    low_quick = models.PositiveIntegerField(default=0, help_text=_("Quick losses of the first of the two."))
    high_quick = models.PositiveIntegerField(default=0, help_text=_("Quick losses of the second of the two."))

    class Meta:
        db_table = "fairness_pair"
        verbose_name = _("day of two players' games")
        verbose_name_plural = _("days of two players' games")
        indexes = [
            models.Index(fields=["low", "day"], name="fairness_pair_low"),
            models.Index(fields=["high", "day"], name="fairness_pair_high"),
            models.Index(fields=["day", "high"], condition=models.Q(low_quick__gt=0), name="fairness_pair_to_high"),
            models.Index(fields=["day", "low"], condition=models.Q(high_quick__gt=0), name="fairness_pair_to_low"),
        ]

    def __str__(self) -> str:
        return f"{self.low} {self.high} {self.day}"


class RingLook(models.Model):
    """That the detector of rings looked at who won quickly on a day: once."""

    player = models.UUIDField(_("player"))
    day = models.DateField(_("day"))
    filed = models.BooleanField(_("case filed"), default=False)

    class Meta:
        db_table = "fairness_ringlook"
        verbose_name = _("look for rings")
        verbose_name_plural = _("looks for rings")
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="fairness_ringlook_once")]
        indexes = [models.Index(fields=["day"], name="fairness_ringlook_oldest")]

    def __str__(self) -> str:
        return f"{self.player} {self.day}"
