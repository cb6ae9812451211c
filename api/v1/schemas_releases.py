"""What answers about open data look like, for the schema alone (see `shapes.py`)."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s


class ReleasedFileShape(s.Serializer[Any]):
    """A file of a release. What is at its `url` never changes; `Range` asks for a part of it."""

    name = s.CharField()
    url = s.CharField()
    bytes = s.IntegerField()
    sha256 = s.CharField()
    rows = s.IntegerField(allow_null=True)


class ReleaseShape(s.Serializer[Any]):
    """The games that were revealed in a month. `checkpoint` is the first that covers what the log was told of it, with
    its root; null until there is one.
    """

    month = s.CharField()
    released = s.DateTimeField()
    complete = s.BooleanField()
    games = s.IntegerField()
    left_out_by_wish = s.IntegerField()
    manifest = s.CharField(help_text="The SHA-256 of its manifest, which the log has.")
    stream = s.CharField(help_text="The stream of the month in the log.")
    log = s.CharField(help_text="The address of what the log was told.")
    checkpoint = s.IntegerField(allow_null=True)
    checkpoint_root = s.CharField(allow_null=True)
    files = ReleasedFileShape(many=True)


class ReleasesShape(s.Serializer[Any]):
    """Releases, the last month first."""

    releases = ReleaseShape(many=True)
    next = s.CharField(allow_null=True)
