"""The rows of ratings: a projection of the games that ended rated (docs/ratings.md).

They hold random ids and numbers only. They outlive a deleted player, whose games still count for the others, and
`manage.py rebuild` makes the same rows again.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Ladder
from games.rules import Seat

_LADDERS = [(ladder.value, ladder.label) for ladder in (Ladder.PEOPLE, Ladder.BOTS)]


class Rating(models.Model):
    """What is known of a player's strength in one variant after the last rated game.

    `volatility` is that of Glicko-2; team ratings have none and leave it at 0. `ladder` is the list that the player is
    in: that of people, or that of bots, which nobody leaves again.
    """

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    value = models.FloatField(_("rating"))
    deviation = models.FloatField(_("deviation"))
    volatility = models.FloatField(_("volatility"))
    games = models.PositiveIntegerField(_("rated games"), default=0)
    played = models.DateTimeField(_("last rated game"))
    position = models.BigIntegerField(editable=False)
    ladder = models.PositiveSmallIntegerField(
        _("list"), choices=_LADDERS, default=Ladder.PEOPLE, db_default=Ladder.PEOPLE
    )

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [models.UniqueConstraint(fields=["player", "variant"], name="ratings_rating_one")]
        indexes = [models.Index(fields=["variant", "ladder", "-value", "player"], name="ratings_rating_ladder")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant}: {self.value:.0f}"


class Change(models.Model):
    """What one game did to the rating of the player at one of its seats; or what the moderators did to it.

    With the rows before it in the order of `position`, it is all that a rating follows from: so a rating can be folded
    again from any place (`ratings.domain.recomputation`).

    Attributes:
        game: the game; of a set-back the id of the penalty, and `seat` is 0.
        volatility, number, played: with `value` and `deviation` what was known of the strength after it, `number` being
            how many rated games that comes from; null in rows of releases that did not keep it.
        amount: of a set-back, how far.
        ladder: what the game was to count for at this seat.
    """

    class Kind(models.IntegerChoices):
        """What it does. Only the first and the set-back change a rating; the others leave it as it was. A game counts
        if it has one of the first: who is left out of it has the last."""

        COUNTS = 0, _("A game that counts")
        BEYOND = 1, _("A game beyond those of a month that count")
        ANNULLED = 2, _("A game whose result does not count, by the moderators")
        SET_BACK = 3, _("Set back by the moderators")
        GIVEN_BACK = 4, _("Set back by the moderators, and given back")
        APART = 5, _("A game that counts for bots, and not for this player")

    class Result(models.IntegerChoices):
        """How the game ended for the player; in half points."""

        LOSS = 0, pgettext_lazy("result", "Loss")
        DRAW = 1, pgettext_lazy("result", "Draw")
        WIN = 2, pgettext_lazy("result", "Win")
        NONE = 3, pgettext_lazy("result", "No game")

    game = models.UUIDField(_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"), choices=[(seat.value, seat.slug) for seat in Seat])
    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    kind = models.PositiveSmallIntegerField(_("kind"), choices=Kind.choices, default=Kind.COUNTS)
    result = models.PositiveSmallIntegerField(_("result"), choices=Result.choices)
    before = models.FloatField(_("rating before"))
    value = models.FloatField(_("rating after"))
    deviation = models.FloatField(_("deviation after"))
    volatility = models.FloatField(_("volatility after"), null=True)
    number = models.PositiveIntegerField(_("rated games until then"), null=True)
    played = models.DateTimeField(_("last rated game"), null=True)
    amount = models.PositiveSmallIntegerField(_("points"), null=True)
    meeting = models.PositiveSmallIntegerField(
        _("game of the month"),
        default=1,
        help_text=_("Which game it was of two of its players within 30 days: the n-th counts an n-th part."),
    )
    time = models.DateTimeField(_("end of the game"))
    position = models.BigIntegerField(editable=False)
    ladder = models.PositiveSmallIntegerField(
        _("counts"), choices=Ladder.choices, default=Ladder.PEOPLE, db_default=Ladder.PEOPLE
    )

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="ratings_change_one")]
        indexes = [models.Index(fields=["player", "variant", "position"], name="ratings_change_history")]

    def __str__(self) -> str:
        return f"{self.game} {self.seat}: {self.before:.0f} to {self.value:.0f}"


class BoardGame(models.Model):
    """A game across a real board of a rated event, for one of its two players, with the rating across real boards after
    it. The games and their order follow from the log; what `ratings.domain.board_games` has not computed yet is null.

    Attributes:
        number: of the game in the event; both players have one row of it.
        ended: when the event did.
        halves: 2 for a win, 1 for a draw.
        before, value, deviation, volatility, games: the strength before it, and after it.
    """

    event = models.UUIDField(_("event"))
    number = models.PositiveIntegerField(_("number"))
    player = models.UUIDField(_("player"))
    opponent = models.UUIDField(_("opponent"))
    variant = models.CharField(_("variant"), max_length=20)
    ended = models.DateTimeField(_("end of the event"))
    halves = models.PositiveSmallIntegerField(_("half points"))
    before = models.FloatField(_("rating before"), null=True)
    value = models.FloatField(_("rating after"), null=True)
    deviation = models.FloatField(_("deviation after"), null=True)
    volatility = models.FloatField(_("volatility after"), null=True)
    games = models.PositiveIntegerField(_("rated games until then"), null=True)

    class Meta:
        verbose_name = _("game across a real board")
        verbose_name_plural = _("games across real boards")
        constraints = [models.UniqueConstraint(fields=["event", "number", "player"], name="ratings_boardgame_one")]
        indexes = [
            models.Index(fields=["player", "variant", "ended", "event", "number"], name="ratings_boardgame_player"),
            models.Index(fields=["variant", "ended"], name="ratings_boardgame_order"),
            models.Index(fields=["variant", "ended"], condition=models.Q(value=None), name="ratings_boardgame_open"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number} {self.player}"


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


class SetBack(models.Model):
    """A rating that the moderators set back. `id` is the stream of its own, and the penalty's id."""

    id = models.UUIDField(primary_key=True, editable=False)
    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    amount = models.PositiveSmallIntegerField(_("points"))
    undone = models.BooleanField(_("given back"), default=False)
    position = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("set-back of a rating")
        verbose_name_plural = _("set-backs of ratings")

    def __str__(self) -> str:
        return f"{self.player} {self.variant}: {self.amount}"


class Refold(models.Model):
    """That the ratings of a rule book are folded again, and how far that has come: all changes up to `position` are
    right, and so are all later ones that no `RefoldPart` leads to. It goes when it is done."""

    variant = models.CharField(_("variant"), max_length=20, primary_key=True)
    position = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("refolding of ratings")
        verbose_name_plural = _("refoldings of ratings")

    def __str__(self) -> str:
        return f"{self.variant} after {self.position}"


class RefoldPart(models.Model):
    """A player whose later changes may be wrong; or two, whose meetings may be wrong."""

    variant = models.CharField(_("variant"), max_length=20)
    player = models.UUIDField(_("player"))
    opponent = models.UUIDField(_("opponent"), null=True)

    class Meta:
        verbose_name = _("part of a refolding")
        verbose_name_plural = _("parts of refoldings")
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "player", "opponent"], nulls_distinct=False, name="ratings_refoldpart_one"
            )
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.player}"
