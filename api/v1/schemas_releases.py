"""What answers about open data look like."""

from __future__ import annotations

from rest_framework import serializers as s

from api.http.answers import Answer


class ReleasedFileShape(Answer):
    """A file of a release. What is at its `url` never changes; `Range` asks for a part of it."""

    name = s.CharField()
    url = s.CharField()
    bytes = s.IntegerField(source="size")
    sha256 = s.CharField()
    rows = s.IntegerField(allow_null=True)


class ReleaseShape(Answer):
    """The games that were revealed in a month. `checkpoint` is the first that covers what the log was told of it, with
    its root; null until there is one.
    """

    month = s.CharField()
    released = s.DateTimeField(source="at")
    complete = s.BooleanField()
    games = s.IntegerField()
    left_out_by_wish = s.IntegerField(source="by_wish")
    manifest = s.CharField(help_text="The SHA-256 of its manifest, which the log has.")
    stream = s.CharField(help_text="The stream of the month in the log.")
    log = s.CharField(help_text="The address of what the log was told.")
    checkpoint = s.IntegerField(allow_null=True)
    checkpoint_root = s.CharField(allow_null=True)
    files = ReleasedFileShape(many=True)


class ReleasesShape(Answer):
    """Releases, the last month first."""

    releases = ReleaseShape(many=True)
    next = s.CharField(allow_null=True)
