"""The audit as pages read it. The rows follow from events of the log, which nobody can change (`audit.py`)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AuditEntry(models.Model):
    """One thing that somebody with powers did: ids and codes alone, so it outlives every account that it names.

    Attributes:
        version: its place in the stream of the audit, from 1.
        position: its place in the log.
        actor: the account that did it; None for a command on the server.
        action: an `Action`.
        kind: what was acted on, as `app-model`; empty if it was nothing of the database.
        target: the id of it.
        fields: the names of the fields that were changed, separated by spaces.
    """

    class Action(models.TextChoices):
        """The actions. Values are permanent: events hold them."""

        ADDED = "added", pgettext_lazy("audit", "Added")
        CHANGED = "changed", pgettext_lazy("audit", "Changed")
        DELETED = "deleted", pgettext_lazy("audit", "Deleted")
        APPOINTED_MODERATOR = "appointed-moderator", pgettext_lazy("audit", "Made a moderator")
        APPOINTED_OPERATOR = "appointed-operator", pgettext_lazy("audit", "Made an operator")
        DISMISSED = "dismissed", pgettext_lazy("audit", "Took all powers away")
        CLOSED_ACCOUNT = "closed-account", pgettext_lazy("audit", "Closed an account")
        OPENED_ACCOUNT = "opened-account", pgettext_lazy("audit", "Opened an account again")
        SENT_RESET = "sent-reset", pgettext_lazy("audit", "Sent a link for a new password")
        APPROVED_ORGANISER = "approved-organiser", pgettext_lazy("audit", "Approved for rated events")
        WITHDREW_APPROVAL = "withdrew-approval", pgettext_lazy("audit", "Took the approval for rated events back")
        APPOINTED_ORGANISER = "appointed-organiser", pgettext_lazy("audit", "Appointed an organiser")
        RESET_FACTORS = "reset-factors", pgettext_lazy("audit", "Took the second factors away")
        SET_PASSWORD = "set-password", pgettext_lazy("audit", "Set a password")
        RESOLVED_REPORT = "resolved-report", pgettext_lazy("audit", "Closed a report as resolved")
        DISMISSED_REPORT = "dismissed-report", pgettext_lazy("audit", "Closed a report as dismissed")
        DECIDED_APPEAL = "decided-appeal", pgettext_lazy("audit", "Decided an appeal")
        HID_MESSAGE = "hid-message", pgettext_lazy("audit", "Hid a message")
        SHOWED_MESSAGE = "showed-message", pgettext_lazy("audit", "Showed a message again")
        HID_STUDY = "hid-study", pgettext_lazy("audit", "Hid a study")
        SHOWED_STUDY = "showed-study", pgettext_lazy("audit", "Showed a study again")
        HID_COMMENT = "hid-comment", pgettext_lazy("audit", "Hid a comment")
        SHOWED_COMMENT = "showed-comment", pgettext_lazy("audit", "Showed a comment again")

    version = models.BigIntegerField(primary_key=True)
    position = models.BigIntegerField(editable=False)
    time = models.DateTimeField(_("time"))
    actor = models.UUIDField(_("account"), null=True)
    action = models.CharField(_("action"), max_length=32, choices=Action.choices)
    kind = models.CharField(_("kind"), max_length=32, blank=True)
    target = models.CharField(_("id"), max_length=36, blank=True)
    fields = models.TextField(_("fields"), blank=True)

    class Meta:
        verbose_name = _("entry of the audit")
        verbose_name_plural = _("audit")
        ordering = ["-version"]
        indexes = [
            models.Index(fields=["actor", "-version"], name="moderation_audit_actor"),
            models.Index(fields=["target", "-version"], name="moderation_audit_target"),
        ]

    def __str__(self) -> str:
        return str(self.version)
