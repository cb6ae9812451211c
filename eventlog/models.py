"""The tables of the log."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """One event. Rows are inserted and read; the database refuses everything else.

    The column order wastes the fewest bytes on alignment. Write through `eventlog.store`.
    """

    position = models.BigAutoField(primary_key=True)
    time = models.DateTimeField(_("time"))
    stream = models.UUIDField(_("stream"))
    actor = models.UUIDField(_("actor"), null=True)
    version = models.IntegerField(_("version"))
    type_version = models.SmallIntegerField(_("type version"))
    type = models.CharField(_("type"), max_length=32)
    previous = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)
    data = models.JSONField(_("data"))

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [models.UniqueConstraint(fields=["stream", "version"], name="eventlog_event_stream_version")]

    def __str__(self) -> str:
        return f"{self.stream} {self.version} {self.type}"


class Snapshot(models.Model):
    """What a stream's events had made by one version. It saves time, and may be deleted at any moment."""

    stream = models.UUIDField(primary_key=True)
    version = models.IntegerField()
    engine = models.CharField(max_length=64)
    state = models.TextField()

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")

    def __str__(self) -> str:
        return f"{self.stream} {self.version}"


class ProjectionVersion(models.Model):
    """How far a projection that folds all streams in one order has folded each of them."""

    pk = models.CompositePrimaryKey("name", "stream")
    name = models.CharField(max_length=32)
    stream = models.UUIDField()
    version = models.IntegerField()

    class Meta:
        db_table = "eventlog_projection"
        verbose_name = _("projection")
        verbose_name_plural = _("projections")

    def __str__(self) -> str:
        return f"{self.name} {self.stream} {self.version}"


class Damage(models.Model):
    """A stream that could not be read or folded at the last attempt, noted here once."""

    stream = models.UUIDField(primary_key=True)
    version = models.IntegerField(null=True)
    found = models.DateTimeField(_("found"), auto_now_add=True)

    class Meta:
        verbose_name = _("damaged stream")
        verbose_name_plural = _("damaged streams")

    def __str__(self) -> str:
        return str(self.stream)


class LateStream(models.Model):
    """A stream with an event at a position that the last checkpoint has passed; the next checkpoint covers it.

    The database notes it (`eventlog_event_follows`).
    """

    stream = models.UUIDField()

    class Meta:
        db_table = "eventlog_late"

    def __str__(self) -> str:
        return str(self.stream)


class LogReader(models.Model):
    """How far somebody has read of what happens in the log (`eventlog.changes`).

    Attributes:
        mark: what is up to this position was in sight when it was read; none before the first time is over.
        coming, since: the last position that was drawn at some moment; it becomes the mark in a while, once nobody
            appends who did then.
        appending: who did, by the names that PostgreSQL gives transactions.
    """

    name = models.CharField(primary_key=True, max_length=32)
    mark = models.BigIntegerField(null=True)
    coming = models.BigIntegerField()
    since = models.DateTimeField()
    appending = models.TextField()

    class Meta:
        db_table = "eventlog_reader"

    def __str__(self) -> str:
        return self.name


class Checkpoint(models.Model):
    """A root of the Merkle tree over stream heads, chained to the one before. Append only, like the events.

    Attributes:
        size, peaks: the tree, see `eventlog.merkle`; none in a checkpoint of the first format.
        upto: it covers all events up to this position, but for those in `LateStream`.
    """

    number = models.IntegerField(primary_key=True)
    time = models.DateTimeField(_("time"))
    day = models.DateField(_("day"), null=True, unique=True)
    previous = models.BinaryField(max_length=32)
    root = models.BinaryField(max_length=32)
    size = models.BigIntegerField(null=True)
    peaks = models.BinaryField(null=True)
    upto = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")

    def __str__(self) -> str:
        return f"{self.number} {bytes(self.root).hex()}"
