"""What moderators see of talk: the messages that somebody has reported, to hide them or to leave them."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.audit.audit import Action
from accounts.cases.registry import is_sealed
from accounts.models import Report
from accounts.moderation.hidden_content import ReportedTexts
from play.talk.models import Message


@admin.register(Message)
class MessageAdmin(ReportedTexts[Message]):
    """Reported messages only: what players say to one another is nobody else's business."""

    list_display = ("sent", "author", "said", "hidden")
    list_select_related = ("author",)
    fields = ("sent", "author", "said", "hidden")
    readonly_fields = fields
    kind = Report.Kind.MESSAGE
    acts = (Action.HID_MESSAGE, Action.SHOWED_MESSAGE)
    permission = "talk.hide_message"

    @admin.display(description=_("text"))
    def said(self, message: Message) -> str:
        """The words, unless they may tell a rank, or that a game is over: the page of the case opens them, and the
        players see that."""
        if is_sealed(Report.Kind.MESSAGE.value, message.pk):
            return str(_("Sealed until the game is open: see the case."))
        return message.get_phrase_display() if message.phrase else message.text

    def told(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d message hidden.", "%(count)d messages hidden.", count) % {"count": count}
        words = ngettext("%(count)d message shown again.", "%(count)d messages shown again.", count)
        return words % {"count": count}
