"""What a player is given of studies: what they wrote, in studies that show something (their games are open)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from accounts.people.personal_data import DataOwner, ExportPart, rows
from games.models import Game
from library.studies.models import (
    Study,
    StudyComment,
    StudyDrawing,
    StudyMember,
    StudyVariation,
)


def export_studies(owner: DataOwner) -> Iterator[ExportPart]:
    """The player's studies and comments, and the lines and arrows of studies that the player owns."""
    open_games = Game.objects.filter(id=OuterRef("study__game"), revealed=True)
    mine = StudyMember.objects.filter(Exists(open_games), player=owner.player).order_by("since", "pk")
    yield rows("studies/member", mine, ("study", "role", "accepted", "since"), ("id", "player", "invited_by"))
    owned = Study.objects.filter(pk__in=mine.filter(role=StudyMember.Role.OWNER).order_by().values("study"))
    yield rows(
        "studies/own",
        owned.order_by("created", "pk"),
        ("id", "key", "game", "title", "visibility", "link", "hidden", "created", "changed", "published"),
        ("titled_by", "version", "settings_version", "numbered"),
    )
    lines = StudyVariation.objects.filter(Exists(open_games), author=owner.player).order_by("study", "number")
    yield rows("studies/variations", lines, ("study", "number", "parent", "ply", "plies"), ("id", "author", "version"))
    comments = StudyComment.objects.filter(Exists(open_games), author=owner.player).order_by("written", "pk")
    yield rows(
        "studies/comments",
        comments,
        ("study", "variation", "ply", "text", "written", "hidden"),
        ("id", "author", "version"),
    )
    drawings = StudyDrawing.objects.filter(study__in=owned).order_by("study", "pk")
    yield rows("studies/drawings", drawings, ("study", "variation", "ply", "shapes"), ("id", "version"))
