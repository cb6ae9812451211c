"""The rows of ratings: a projection of the games that ended rated (docs/ratings.md).

They hold random ids and numbers only. They outlive a deleted player, whose games still count for the others, and
`manage.py rebuild` makes the same rows again.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules import Seat


class Rating(models.Model):
    """What is known of a player's strength in one variant after the last rated game.

    `volatility` is that of Glicko-2; team ratings have none and leave it at 0.
    """

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    value = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField(_("volatility"))
    games = models.PositiveIntegerField(_("rated games"), default=0)
    played = models.DateTimeField(_("last rated game"))
    position = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "variant"], name="ratings_rating_one")]
        indexes = [models.Index(fields=["variant", "-value"], name="ratings_rating_best")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant}: {self.value:.0f}"


class Change(models.Model):
    """What one game did to the rating of the player at one of its seats."""

    class Result(models.IntegerChoices):
        """How the game ended for the player; in half points."""

        LOSS = 0, pgettext_lazy("result", "Loss")
        DRAW = 1, pgettext_lazy("result", "Draw")
        WIN = 2, pgettext_lazy("result", "Win")

    game = models.UUIDField(_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"), choices=[(seat.value, seat.slug) for seat in Seat])
    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    result = models.PositiveSmallIntegerField(_("result"), choices=Result.choices)
    before = models.FloatField(_("rating before"))
    value = models.FloatField(_("rating after"))
    deviation = models.FloatField(_("deviation after"))
    meeting = models.PositiveSmallIntegerField(
        _("game of the month"),
        default=1,
        help_text=_("Which game it was of two of its players within 30 days: the n-th counts an n-th part."),
    )
    time = models.DateTimeField(_("end of the game"))
    position = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="ratings_change_one")]
        indexes = [models.Index(fields=["player", "variant", "position"], name="ratings_change_history")]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}: {self.before:.0f} to {self.value:.0f}"


class Meeting(models.Model):
    """Two players who met in games of a variant that counted, and when: the ends of those of the last 30 days.

    `player` is the lower id of the two. However often two players meet they have one row, and it holds few times.
    """

    variant = models.CharField(_("variant"), max_length=20)
    player = models.UUIDField(_("player"))
    opponent = models.UUIDField(_("opponent"))
    ended = ArrayField(models.DateTimeField(), verbose_name=_("ends of games"))

    class Meta:
        verbose_name = _("meeting")
        verbose_name_plural = _("meetings")
        constraints = [models.UniqueConstraint(fields=["player", "opponent", "variant"], name="ratings_meeting_one")]

    def __str__(self) -> str:
        return f"{self.player} {self.opponent} {self.variant}"
