"""Requested exports. They are in the database, in no folder, and expire after some days."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Account


class DataExport(models.Model):
    """The data of an account, as wanted or made: one of an account at a time.

    Attributes:
        tries: the number of attempts, which also identifies the attempt.
        taken_until: a worker is busy with it, or has died; afterwards another one starts again.
        files, size: how many are in it so far, and the bytes of the zip once it is made.
        named: the players named in it: it is made again when one of them is deleted.
        site: the beginning of the link in the mail.
        ends: when it goes.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("export", "Being made")
        DONE = "done", pgettext_lazy("export", "Made")
        FAILED = "failed", pgettext_lazy("export", "Failed")
        REMOVED = "removed", pgettext_lazy("export", "Removed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="data_export")
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    taken_until = models.DateTimeField(null=True)
    files = models.PositiveIntegerField(_("files"), default=0)
    size = models.PositiveBigIntegerField(_("size"), default=0)
    named = ArrayField(models.UUIDField(), default=list)
    site = models.CharField(max_length=300)
    created = models.DateTimeField(_("asked for"))
    ends = models.DateTimeField(_("kept until"))

    class Meta:
        verbose_name = _("export of data")
        verbose_name_plural = _("exports of data")
        indexes = [
            models.Index(fields=["created"], condition=models.Q(state="waiting"), name="exports_waiting"),
            models.Index(fields=["ends"], name="exports_ends"),
            GinIndex(fields=["named"], condition=~models.Q(named=[]), name="exports_named", fastupdate=False),
        ]

    def __str__(self) -> str:
        return str(self.id)


class DataExportPart(models.Model):
    """Some bytes of an export; `number` is the place, from 0."""

    export = models.ForeignKey(DataExport, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    content = models.BinaryField(_("content"))

    class Meta:
        verbose_name = _("part of an export")
        verbose_name_plural = _("parts of exports")
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="exports_part_one")]

    def __str__(self) -> str:
        return f"{self.export_id} {self.number}"
