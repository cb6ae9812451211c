"""What a player is told of decisions of moderators: that there is one. What it says is for the page, and for a mail of
its own that nobody switches off (`moderation.cases.mails`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notices.kinds.registry import KindOfNotice, Subject, Words, register
from notices.models import Kind, Notice

BEGAN, TAKEN_BACK, OVER = range(3)
"""The part that is shown: the version of a notice."""

_SENTENCES: dict[int, str | Promise] = {
    BEGAN: _("A moderator has decided about your account: read what and why"),
    TAKEN_BACK: _("A decision about your account is taken back, with all its effects"),
    OVER: _("A penalty of yours is over"),
}


class Decisions(Subject[bool, Notice]):
    """Notices about decisions: they lead to the page that has all of them, and hold for good."""

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, bool]:
        """There is nothing to be read."""
        return {notice.id: True for notice in notices}

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, Notice]:
        return {notice.id: notice for notice in notices}


def _words(notice: Notice) -> Words:
    return Words(str(_SENTENCES.get(notice.version, _SENTENCES[BEGAN])), reverse("players:standing"), None)


register(KindOfNotice(Kind.PENALTY, Decisions(), _("Moderators"), _words, holds=lambda notice, row: True, mail=False))
