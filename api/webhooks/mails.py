"""The mail about a stopped webhook."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mails.outbox import mail
from accounts.models import OutgoingMail
from api.models import Webhook


@mail("webhook-stopped", kept=timedelta(days=7))
def _stopped(row: OutgoingMail) -> EmailMessage | None:
    """To the proven address; None if there is none, or it is sent to again."""
    hook = Webhook.objects.filter(account=row.account, pk=row.about or UUID(int=0), stopped__isnull=False).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if hook is None or address is None:
        return None
    context = {"hook": hook, "page": row.site + reverse("api:webhooks")}
    text = render_to_string("api/webhooks/mail.txt", context)
    return EmailMessage(_("A webhook was stopped"), text, to=[address.email])
