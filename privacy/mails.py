"""The mail about a finished export, with its link."""

from __future__ import annotations

from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mails.outbox import mail
from accounts.models import OutgoingMail
from privacy.builds import KEPT
from privacy.links import key_of_export
from privacy.models import DataExport


@mail("export", kept=KEPT)
def _made(row: OutgoingMail) -> EmailMessage | None:
    """The link, to the owner's confirmed address; None without one, or if the export has expired."""
    made = DataExport.objects.filter(account=row.account, state=DataExport.State.DONE)
    export = made.filter(pk=row.about or UUID(int=0)).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if export is None or address is None:
        return None
    link = row.site + reverse("players:data-file", args=[key_of_export(export)])
    context = {"link": link, "page": row.site + reverse("players:data"), "days": KEPT.days}
    text = render_to_string("privacy/data_mail.txt", context)
    return EmailMessage(_("Your data on Vexillum"), text, to=[address.email])
