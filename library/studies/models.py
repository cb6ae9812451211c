"""Studies: what people say and draw about a game that is open, and what might have been played. All of it can be
erased: the log never holds a word of it.

The rows name games by the id of their stream, without a constraint: the lists of games are projections, and are made
again by `manage.py rebuild`.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player

TITLE_LENGTH = 80
"""Characters of a title."""

COMMENT_LENGTH = 2000
"""Characters of a comment."""

LISTED = models.Q(published__isnull=False, hidden=False)
"""The studies that everybody finds in lists."""


class Study(models.Model):
    """A game that is explained. `key` is its public address, `link` what an address holds that opens it by link.

    `version` counts the edits. What can be edited by itself notes the version of its last edit (`settings_version` for
    title and visibility), so that who has seen an older one is told. `numbered` is the highest number that a variation
    was given, be it there or not. `published` is since when it is public.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", pgettext_lazy("study", "Private: authors and readers you invite")
        LINK = "link", pgettext_lazy("study", "By link: everybody who has the link")
        PUBLIC = "public", pgettext_lazy("study", "Public: everybody, and it stands in the list")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(_("key"), max_length=11, unique=True)
    game = models.UUIDField(_("game"))
    title = models.CharField(_("title"), max_length=TITLE_LENGTH, blank=True)
    titled_by = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+", editable=False)
    visibility = models.CharField(
        _("who may read it"), max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    link = models.CharField(max_length=22, editable=False)
    hidden = models.BooleanField(_("hidden by a moderator"), default=False)
    created = models.DateTimeField(_("created"))
    changed = models.DateTimeField(_("changed"))
    published = models.DateTimeField(_("public since"), null=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    settings_version = models.PositiveIntegerField(default=0, editable=False)
    numbered = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        permissions = [("hide_study", _("Can hide studies and show them again"))]
        indexes = [
            models.Index(fields=["-published", "-id"], condition=LISTED, name="studies_study_listed"),
            models.Index(fields=["game", "-published", "-id"], condition=LISTED, name="studies_study_game"),
        ]

    def __str__(self) -> str:
        return self.key


class StudyMember(models.Model):
    """A member of a study. Without `accepted` only invited."""

    class Role(models.TextChoices):
        OWNER = "owner", pgettext_lazy("study", "Owner")
        AUTHOR = "author", pgettext_lazy("study", "Author")
        READER = "reader", pgettext_lazy("study", "Reader")

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+", db_index=False
    )
    role = models.CharField(_("role"), max_length=6, choices=Role.choices)
    accepted = models.BooleanField(_("accepted"), default=False)
    invited_by = models.UUIDField(null=True, editable=False)
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("member of a study")
        verbose_name_plural = _("members of studies")
        constraints = [
            models.UniqueConstraint(fields=["study", "player"], name="studies_member_one"),
            models.UniqueConstraint(
                fields=["study"], condition=models.Q(role="owner"), name="studies_member_one_owner"
            ),
        ]
        indexes = [models.Index(fields=["player", "accepted", "-since", "-id"], name="studies_member_player")]

    def __str__(self) -> str:
        return f"{self.study_id} {self.role}"


class StudyVariation(models.Model):
    """A line that was not played: it leaves its parent, the game if that is None, after a ply.

    `plies` has for each of its plies the turn, with the order of cards that it shuffles, and the choices that belong
    to it. `number` counts those of a study; it is part of addresses, and never reused.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="variations")
    number = models.PositiveIntegerField(_("number"))
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="branches")
    ply = models.PositiveIntegerField(_("after ply"))
    plies = models.JSONField(_("plies"), default=list)
    author = models.ForeignKey(Player, verbose_name=_("author"), null=True, on_delete=models.SET_NULL, related_name="+")
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("variation")
        verbose_name_plural = _("variations")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="studies_variation_number")]

    def __str__(self) -> str:
        return f"{self.study_id} {self.number}"


class StudyComment(models.Model):
    """What one author says at one ply of the game, or of a variation."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="comments")
    variation = models.ForeignKey(StudyVariation, null=True, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField(_("ply"))
    author = models.ForeignKey(Player, verbose_name=_("author"), on_delete=models.CASCADE, related_name="+")
    text = models.TextField(_("text"), max_length=COMMENT_LENGTH)
    written = models.DateTimeField(_("written"))
    hidden = models.BooleanField(_("hidden by a moderator"), default=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        permissions = [("hide_studycomment", _("Can hide comments and show them again"))]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "variation", "ply", "author"], nulls_distinct=False, name="studies_comment_one"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class StudyDrawing(models.Model):
    """The arrows and marked squares of one ply: `shapes` has for each its colour and one or two squares by name."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="drawings")
    variation = models.ForeignKey(StudyVariation, null=True, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField(_("ply"))
    shapes = models.JSONField(_("arrows and marks"), default=list)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("drawing")
        verbose_name_plural = _("drawings")
        constraints = [
            models.UniqueConstraint(
                fields=["study", "variation", "ply"], nulls_distinct=False, name="studies_drawing_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id} {self.ply}"
