"""How a study or a comment is found that somebody reports, and its game."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from accounts.cases.reports import Reportable, reportable
from accounts.models import Player, Report
from games.domain.reportables import of_a_game
from library.studies.domain.queries import Role, is_read_by
from library.studies.models import Study, StudyComment


@reportable(Report.Kind.STUDY.value)
def find_study(target: UUID, reporter: Player) -> Reportable | None:
    """A study that the reporter may read: it is about who wrote its title, else about its owner."""
    study = Study.objects.select_related("titled_by").filter(pk=target).first()
    if study is None or not is_read_by(study, reporter.pk):
        return None
    about = study.titled_by or study.members.select_related("player").get(role=Role.OWNER).player
    return Reportable(about=about, excerpt=study.title, url=_address(study, reporter))


@reportable(Report.Kind.COMMENT.value)
def find_comment(target: UUID, reporter: Player) -> Reportable | None:
    """A comment in a study that the reporter may read."""
    comment = StudyComment.objects.select_related("study", "author", "variation").filter(pk=target).first()
    if comment is None or comment.hidden or not is_read_by(comment.study, reporter.pk):
        return None
    line = 0 if comment.variation is None else comment.variation.number
    url = _address(comment.study, reporter)
    at = f"{url}?line={line}&ply={comment.ply}" if url else ""
    return Reportable(about=comment.author, excerpt=comment.text, url=at)


@of_a_game(Report.Kind.STUDY.value)
def games_of_studies(ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The games that studies explain."""
    return dict(Study.objects.filter(pk__in=ids).values_list("pk", "game"))


@of_a_game(Report.Kind.COMMENT.value)
def games_of_comments(ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The games that comments are about."""
    return dict(StudyComment.objects.filter(pk__in=ids).values_list("pk", "study__game"))


def _address(study: Study, reporter: Player) -> str:
    """Where a study is; nothing for who has it by link: the moderators read the report as well, and have no link."""
    known = study.visibility == Study.Visibility.PUBLIC or study.members.filter(player=reporter).exists()
    return reverse("studies:study", args=[study.key]) if known else ""
