"""The sections of an event that is held in several."""

from __future__ import annotations

from tournaments.models import Announcement, Tournament


def sections_of(announcement: Announcement | None, *, drafts: bool = False) -> list[tuple[Tournament, Announcement]]:
    """The sections of an event with how they present themselves, the first one first; none of an event without
    sections, and no query.

    Args:
        announcement: of any of them.
        drafts: also those that are not announced.
    """
    if announcement is None or announcement.main is None:
        return []
    words = {row.tournament: row for row in Announcement.objects.filter(main=announcement.main)}
    rows = Tournament.objects.filter(id__in=words).order_by("created", "id")
    return [(row, words[row.id]) for row in rows if drafts or row.public]
