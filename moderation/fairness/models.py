"""Results of pairs of players by day, attacks on hidden pieces in revealed games, and players already examined.

No names, and nothing of a game that is not open.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class PairDay(models.Model):
    """What the rated games of two people that ended on a day came to. Several rows of a pair and a day add up, as those
    of `games.models.PlayerTally`. `manage.py rebuild` makes them again.

    `low` and `high` are the random ids of the two, the lesser first; they may outlive the players. A quick loss is one
    that `moderation.fairness.domain.rings.is_quick` calls so.
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


class Unsighted(models.Model):
    """A game that was opened, and is not looked at for second sight yet."""

    game = models.UUIDField(primary_key=True, editable=False)

    class Meta:
        db_table = "fairness_unsighted"
        verbose_name = _("game to be looked at")
        verbose_name_plural = _("games to be looked at")

    def __str__(self) -> str:
        return str(self.game)


class SeatSight(models.Model):
    """What a player did to hidden pieces in a game that is open to all, against the odds of it
    (`moderation.fairness.domain.sight`). `manage.py rebuild` has all games looked at again.

    `told` has four values for each attack that counts: the ply; `m` if the piece that was attacked had moved, else `s`;
    the number of the square; a hundred times the score.
    """

    game = models.UUIDField(_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    over = models.DateTimeField(_("over since"))
    value = models.FloatField(_("score"))
    spread = models.FloatField(_("variance"), db_default=0.0, editable=False)  # the release before needs it
    told = models.JSONField(default=list)

    class Meta:
        db_table = "fairness_sight"
        verbose_name = _("second sight in a game")
        verbose_name_plural = _("second sight in games")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="fairness_sight_one")]
        indexes = [models.Index(fields=["player", "variant", "-over", "-game"], name="fairness_sight_of")]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}"


class SightCount(models.Model):
    """How many games of a player of one rule book were looked at."""

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    games = models.PositiveIntegerField(_("games"), default=0)

    class Meta:
        db_table = "fairness_sightcount"
        verbose_name = _("count of second sight")
        verbose_name_plural = _("counts of second sight")
        constraints = [models.UniqueConstraint(fields=["player", "variant"], name="fairness_sightcount_one")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant}"


class SightLook(models.Model):
    """That a player's games were judged for second sight when so many were counted: once."""

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    number = models.PositiveIntegerField(_("which look"))
    filed = models.BooleanField(_("case filed"), default=False)

    class Meta:
        db_table = "fairness_sightlook"
        verbose_name = _("look for second sight")
        verbose_name_plural = _("looks for second sight")
        constraints = [models.UniqueConstraint(fields=["player", "variant", "number"], name="fairness_sightlook_once")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant} {self.number}"
