"""What games are searched by: projections of the log, which `manage.py rebuild` makes again (docs/archive.md).

What a row holds of a game is public at that moment. What the reveal opens stands in columns of its own, which are empty
before `GameRevealed`, and so does what is public only with the end.
"""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F
from django.db.models.functions import MD5
from django.utils.translation import gettext_lazy as _

from games.models import Game
from web.generic import Field

SQUARES = 40
SYMBOLS = 15
SETUP_BITS = SQUARES * SYMBOLS
"""A set-up has a bit for each square and its possible content."""


class SetupBits(Field[str | None, str | None]):
    """A string of bits of one length, as text of 0 and 1: PostgreSQL compares such strings in one step."""

    def db_type(self, connection: Any) -> str:
        return f"bit({SETUP_BITS})"


class ArchiveEntry(models.Model):
    """What a game is found by.

    `place` is the position of its first event in the log: lists run by it. `facts` holds a number for each fact that
    may be asked for, each with the stretch of places that the game lies in (`library/archive/domain/facts.py`).
    """

    game = models.UUIDField(primary_key=True, editable=False)
    place = models.BigIntegerField(editable=False)
    variant = models.CharField(_("variant"), max_length=20)
    source = models.CharField(_("source"), max_length=6, choices=Game.Source.choices)
    red = ArrayField(models.UUIDField(), verbose_name=_("players of red"))
    blue = ArrayField(models.UUIDField(), verbose_name=_("players of blue"))
    sitting = models.CharField(_("people or computers"), max_length=9)
    event = models.CharField(_("event"), max_length=11, blank=True)
    round = models.PositiveIntegerField(_("round"), null=True)
    result = models.CharField(_("result"), max_length=10, choices=Game.Result.choices)
    outcome = models.CharField(_("outcome"), max_length=20, blank=True)
    played = models.DateTimeField(_("played"))
    plies = models.PositiveIntegerField(_("plies"), null=True, help_text=_("Once it is over for everybody."))
    noted = models.PositiveIntegerField(_("plies against a repetition rule"), null=True)
    attacked = models.PositiveIntegerField(_("ply of the first attack"), null=True)
    losses = ArrayField(models.IntegerField(), null=True, editable=False)
    red_left = models.PositiveSmallIntegerField(_("pieces that red had left"), null=True)
    blue_left = models.PositiveSmallIntegerField(_("pieces that blue had left"), null=True)
    kept = ArrayField(models.SmallIntegerField(), null=True, editable=False)
    red_setup = SetupBits(null=True, editable=False)
    blue_setup = SetupBits(null=True, editable=False)
    red2_setup = SetupBits(null=True, editable=False)
    blue2_setup = SetupBits(null=True, editable=False)
    facts = ArrayField(models.BigIntegerField(), editable=False)

    class Meta:
        db_table = "archive_entry"
        verbose_name = _("entry of the archive")
        verbose_name_plural = _("entries of the archive")
        constraints = [models.UniqueConstraint(fields=["place"], name="archive_entry_place")]
        indexes = [
            models.Index(
                fields=["-place"], condition=~models.Q(result=Game.Result.CALLED_OFF), name="archive_entry_newest"
            ),
            # An entry has a hundred facts, and most games have the same ones: those of some games are sorted in
            # together, or the end of a game would write each fact's list again. A search reads the 128 kB that wait.
            GinIndex(fields=["facts"], gin_pending_list_limit=128, name="archive_entry_facts"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.game}"


class EntryRatings(models.Model):
    """The players' strength before a rated game: the lowest and the highest of their ratings. It lies in
    the same stretch of places as the game's entry."""

    game = models.UUIDField(primary_key=True, editable=False)
    stretch = models.BigIntegerField(editable=False)
    lowest = models.FloatField(_("lowest rating"))
    highest = models.FloatField(_("highest rating"))

    class Meta:
        verbose_name = _("ratings of a game's players")
        verbose_name_plural = _("ratings of games' players")
        indexes = [models.Index(fields=["stretch", "lowest", "highest"], name="archive_entryratings_stretch")]

    def __str__(self) -> str:
        return f"{self.game}: {self.lowest:.0f} to {self.highest:.0f}"


class PlayedSetup(models.Model):
    """How the games went that a player has laid one set-up in, of those that were played here and are revealed.

    `form` stands for its mirror image too, see `library/archive/domain/placements.py`.
    """

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    form = models.CharField(_("set-up"), max_length=SQUARES)
    won = models.PositiveIntegerField(_("won"))
    drawn = models.PositiveIntegerField(_("drawn"))
    lost = models.PositiveIntegerField(_("lost"))

    class Meta:
        verbose_name = _("played set-up")
        verbose_name_plural = _("played set-ups")
        constraints = [models.UniqueConstraint(fields=["player", "variant", "form"], name="archive_playedsetup_one")]

    def __str__(self) -> str:
        return f"played set-up {self.pk}"


class PlacementCount(models.Model):
    """How often each rank stood on each home square, in the set-ups of one kind in revealed games.

    `slice` says of which of them: all, or those of a band of ratings, a year, both, or an event
    (`library/archive/domain/placements.py`). Rows of one kind add up, as those of `games.models.Tally`.
    """

    class Result(models.TextChoices):
        """What the game came to for whose set-up it is."""

        WON = "won", _("Won")
        DRAWN = "drawn", _("Drawn")
        LOST = "lost", _("Lost")

    variant = models.CharField(_("variant"), max_length=20)
    slice = models.CharField(_("of which games"), max_length=40, blank=True)
    source = models.CharField(_("source"), max_length=6, choices=Game.Source.choices)
    side = models.PositiveSmallIntegerField(_("side"))
    result = models.CharField(_("result"), max_length=5, choices=Result.choices)
    setups = models.PositiveIntegerField(_("set-ups"))
    counts = ArrayField(models.IntegerField(), editable=False)

    class Meta:
        verbose_name = _("count of placements")
        verbose_name_plural = _("counts of placements")
        indexes = [
            models.Index(fields=["variant", "slice", "source", "side", "result"], name="archive_placementcount_kind")
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.slice}: {self.setups}"


class Uncounted(models.Model):
    """A game that was opened and is not counted yet (`library/archive/domain/counters.py`)."""

    game = models.UUIDField(primary_key=True, editable=False)

    class Meta:
        db_table = "archive_uncounted"
        verbose_name = _("game to be counted")
        verbose_name_plural = _("games to be counted")

    def __str__(self) -> str:
        return str(self.game)


class CountedBands(models.Model):
    """In which bands of ratings the set-ups of a rated game are counted, from the first seat on: what moderators do to
    results may lead to others, and then they are counted there (`library/archive/domain/counters.py`)."""

    game = models.UUIDField(primary_key=True, editable=False)
    bands = ArrayField(models.SmallIntegerField(), editable=False)

    class Meta:
        db_table = "archive_countedbands"
        verbose_name = _("bands of ratings of a counted game")
        verbose_name_plural = _("bands of ratings of counted games")

    def __str__(self) -> str:
        return str(self.game)


class FormCount(models.Model):
    """How often a set-up was laid in open games, and what came of it; it stands for its mirror image too.

    `went` has a number for each source, side and result (`library/archive/domain/families.py`).
    """

    variant = models.CharField(_("variant"), max_length=20)
    form = models.CharField(_("set-up"), max_length=SQUARES)
    setups = models.PositiveIntegerField(_("set-ups"))
    went = ArrayField(models.IntegerField(), editable=False)

    class Meta:
        verbose_name = _("count of a set-up")
        verbose_name_plural = _("counts of set-ups")
        constraints = [models.UniqueConstraint(fields=["variant", "form"], name="archive_formcount_one")]
        # Of those that were laid as often as one another, none comes first for what stands on its first squares.
        indexes = [models.Index(F("variant"), F("setups").desc(), MD5("form"), name="archive_formcount_most")]

    def __str__(self) -> str:
        return f"count of a set-up {self.pk}"


class FamiliesMade(models.Model):
    """When the set-ups of a rule book were last sorted into families, and how many there were.

    Args:
        digest: of what was sorted; it is sorted anew when that has changed.
        setups: how many they were.
        forms: how many different ones.
    """

    variant = models.CharField(_("variant"), max_length=20, primary_key=True)
    made = models.DateTimeField(_("made"))
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    setups = models.PositiveIntegerField(_("set-ups"))
    forms = models.PositiveIntegerField(_("different set-ups"))

    class Meta:
        verbose_name = _("sorting of set-ups")
        verbose_name_plural = _("sortings of set-ups")

    def __str__(self) -> str:
        return f"{self.variant} {self.made:%Y-%m-%d %H:%M}"


class SetupFamily(models.Model):
    """A family of set-ups: those that lie nearer to its leader than to another one.

    Args:
        number: its place among those of its book, from 1 on.
        form: the leader.
        reach: squares on which a member differs from it at most.
        forms: different set-ups that belong to it.
        setups, went: how often they were laid, and what came of it, as in `FormCount`.
        stands: for each square, one after the other, `went` of those members that have the leader's piece there.
        members: those that were laid most: each with its form as it lies beside the leader, its distance, and `went`.
    """

    variant = models.CharField(_("variant"), max_length=20)
    number = models.PositiveSmallIntegerField(_("number"))
    form = models.CharField(_("set-up"), max_length=SQUARES)
    reach = models.PositiveSmallIntegerField(_("squares that differ at most"))
    forms = models.PositiveIntegerField(_("different set-ups"))
    setups = models.PositiveIntegerField(_("set-ups"))
    went = ArrayField(models.IntegerField(), editable=False)
    stands = ArrayField(models.IntegerField(), editable=False)
    members = models.JSONField(editable=False)

    class Meta:
        verbose_name = _("family of set-ups")
        verbose_name_plural = _("families of set-ups")
        constraints = [models.UniqueConstraint(fields=["variant", "number"], name="archive_setupfamily_one")]

    def __str__(self) -> str:
        return f"{self.variant} family {self.number}"
