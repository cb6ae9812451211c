"""Puzzles and what people did with them. Nothing of it is in the log, and nothing is made again by a rebuild.

A puzzle names its game by the id of its stream, without a constraint: the lists of games are projections. Its own id
and key are drawn, so they lead nowhere.
"""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import key_of
from games.rules import Rank, Seat
from library.puzzles.questions import PuzzleKind
from ratings.domain.glicko import MOST_DEVIATION, START_VALUE, START_VOLATILITY

CHOICE_LENGTH = 12
BAND = 200
"""Points of one band of difficulties."""


def band_of(value: float) -> int:
    """The band of a rating."""
    return int(value // BAND)


class Puzzle(models.Model):
    """A position of a revealed game as one seat saw it, and a question about it with one answer.

    `about`, `rank`, `choices`, `answer` are those of `library.puzzles.questions.PuzzleQuestion`. Its difficulty is a
    rating: it meets each of its solvers once, and wins when the answer is wrong.
    """

    class Kind(models.TextChoices):
        CANNOT = PuzzleKind.CANNOT.value, _("Which cannot be it?")
        WHERE = PuzzleKind.WHERE.value, _("Where may it be?")
        ATTACK = PuzzleKind.ATTACK.value, _("Which attack cannot lose?")

    id = models.UUIDField(primary_key=True, editable=False)
    key = models.CharField(_("key"), max_length=11, unique=True)
    game = models.UUIDField(_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"), choices=[(seat.value, seat.slug) for seat in Seat])
    ply = models.PositiveIntegerField(_("after ply"))
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    variant = models.CharField(_("variant"), max_length=20)
    about = models.PositiveSmallIntegerField(_("whose pieces"), null=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True)
    choices = ArrayField(models.CharField(max_length=CHOICE_LENGTH), editable=False)
    answer = ArrayField(models.CharField(max_length=CHOICE_LENGTH), editable=False)
    value = models.FloatField(_("difficulty"), default=START_VALUE)
    deviation = models.FloatField(_("deviation"), default=MOST_DEVIATION)
    volatility = models.FloatField(_("volatility"), default=START_VOLATILITY)
    band = models.SmallIntegerField(editable=False, default=band_of(START_VALUE))
    attempts = models.PositiveIntegerField(_("rated attempts"), default=0)
    solved = models.PositiveIntegerField(_("of them solved"), default=0)
    used = models.BooleanField(_("was the puzzle of a day"), default=False)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        constraints = [models.UniqueConstraint(fields=["game", "seat", "kind"], name="puzzles_puzzle_one")]
        indexes = [
            # The next puzzle is the first one behind an id that is drawn, of a kind and a rule book.
            models.Index(
                fields=["variant", "kind", "id"], condition=models.Q(withdrawn=False), name="puzzles_puzzle_any"
            ),
            models.Index(
                fields=["variant", "kind", "band", "id"],
                condition=models.Q(withdrawn=False),
                name="puzzles_puzzle_near",
            ),
            # That of a day is one that few have had.
            models.Index(
                fields=["kind", "attempts", "id"],
                condition=models.Q(withdrawn=False, used=False),
                name="puzzles_puzzle_unused",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"<Puzzle {self.key}>"

    @property
    def rank_asked(self) -> Rank | None:
        return None if self.rank is None else Rank(self.rank)

    @classmethod
    def key_of(cls, puzzle: uuid.UUID) -> str:
        """The address of a puzzle, made of its random id as that of a game is."""
        return key_of(puzzle)


class PuzzleSource(models.Model):
    """A revealed game that puzzles are made of: waiting until they are made.

    `tries`: how often that was begun; after three it is left alone.
    """

    game = models.UUIDField(primary_key=True, editable=False)
    made = models.DateTimeField(_("made"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("source of puzzles")
        verbose_name_plural = _("sources of puzzles")
        indexes = [
            models.Index(
                fields=["game"], condition=models.Q(made=None, tries__lt=3), name="puzzles_puzzlesource_waiting"
            )
        ]

    def __str__(self) -> str:
        return str(self.game)


class Solver(models.Model):
    """How well a player solves puzzles. It has nothing to do with the ratings of games.

    `streak`: days in a row, by UTC, on which the puzzle of the day was solved on its day, up to `streak_day`.
    """

    player = models.OneToOneField(Player, verbose_name=_("player"), on_delete=models.CASCADE, primary_key=True)
    value = models.FloatField(_("rating"), default=START_VALUE)
    deviation = models.FloatField(_("deviation"), default=MOST_DEVIATION)
    volatility = models.FloatField(_("volatility"), default=START_VOLATILITY)
    played = models.DateTimeField(_("last attempt"), null=True)
    attempts = models.PositiveIntegerField(_("rated attempts"), default=0)
    solved = models.PositiveIntegerField(_("of them solved"), default=0)
    streak = models.PositiveIntegerField(_("days in a row"), default=0)
    best_streak = models.PositiveIntegerField(_("most days in a row"), default=0)
    streak_day = models.DateField(_("last day of them"), null=True)

    class Meta:
        verbose_name = _("solver")
        verbose_name_plural = _("solvers")

    def __str__(self) -> str:
        return str(self.pk)


class Attempt(models.Model):
    """A player's one answer to a puzzle. `before` and `after`: the solver's rating, if the answer was rated."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    puzzle = models.ForeignKey(Puzzle, verbose_name=_("puzzle"), on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+", db_index=False
    )
    chosen = ArrayField(models.CharField(max_length=CHOICE_LENGTH), editable=False)
    right = models.BooleanField(_("right"))
    before = models.FloatField(_("rating before"), null=True)
    after = models.FloatField(_("rating after"), null=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints = [models.UniqueConstraint(fields=["player", "puzzle"], name="puzzles_attempt_one")]
        indexes = [models.Index(fields=["player", "-at", "-id"], name="puzzles_attempt_history")]

    def __str__(self) -> str:
        return str(self.pk)


class PuzzleDay(models.Model):
    """The puzzle of a day, by UTC: the same for all, chosen a day ahead."""

    day = models.DateField(_("day"), primary_key=True)
    puzzle = models.OneToOneField(Puzzle, verbose_name=_("puzzle"), on_delete=models.CASCADE, related_name="day")

    class Meta:
        verbose_name = _("puzzle of a day")
        verbose_name_plural = _("puzzles of the day")

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"
