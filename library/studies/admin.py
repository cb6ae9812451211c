"""What moderators see of studies: those, and comments, that somebody has reported, to hide them or to leave them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import ngettext

from accounts.audit.audit import Action
from accounts.models import Report
from accounts.moderation.hidden_content import ReportedTexts
from library.studies.models import Study, StudyComment


@admin.register(Study)
class StudyAdmin(ReportedTexts[Study]):
    """Studies whose title, or all of which, somebody has reported."""

    list_display = ("created", "key", "title", "visibility", "hidden")
    fields = ("created", "key", "title", "visibility", "hidden")
    readonly_fields = fields
    kind = Report.Kind.STUDY
    acts = (Action.HID_STUDY, Action.SHOWED_STUDY)
    permission = "studies.hide_study"

    def told(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d study hidden.", "%(count)d studies hidden.", count) % {"count": count}
        words = ngettext("%(count)d study shown again.", "%(count)d studies shown again.", count)
        return words % {"count": count}


@admin.register(StudyComment)
class StudyCommentAdmin(ReportedTexts[StudyComment]):
    """Comments that somebody has reported."""

    list_display = ("written", "author", "text", "hidden")
    list_select_related = ("author",)
    fields = ("written", "author", "text", "hidden")
    readonly_fields = fields
    kind = Report.Kind.COMMENT
    acts = (Action.HID_COMMENT, Action.SHOWED_COMMENT)
    permission = "studies.hide_studycomment"

    def told(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d comment hidden.", "%(count)d comments hidden.", count) % {"count": count}
        words = ngettext("%(count)d comment shown again.", "%(count)d comments shown again.", count)
        return words % {"count": count}
