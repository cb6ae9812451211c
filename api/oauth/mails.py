"""The mails that tell the owner of a program that it sends people elsewhere, or has another secret: who has not done it
has somebody else in the account, who could have those sign in to a program of theirs that trust this one.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import NAMESPACE_OID, uuid5

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mails.outbox import mail, post
from accounts.models import OutgoingMail
from api.models import Program

KEPT = timedelta(days=7)


def tell_of_addresses(program: Program, *, site: str) -> None:
    """Have the owner told that people are sent elsewhere.

    Args:
        program: whose.
        site: the beginning of the links in the mail.
    """
    _tell("program-addresses", program, site)


def tell_of_secret(program: Program, *, site: str) -> None:
    """Have the owner told that there is another secret.

    Args:
        program: whose.
        site: the beginning of the links in the mail.
    """
    _tell("program-secret", program, site)


def _tell(kind: str, program: Program, site: str) -> None:
    about = uuid5(NAMESPACE_OID, program.pk)  # one mail for each program that waits
    post(kind, site=site, account=program.owner, about=about, details={"program": program.pk})


@mail("program-addresses", kept=KEPT)
def _addresses(row: OutgoingMail) -> EmailMessage | None:
    return _mail(row, _("The addresses of your program were changed"), {"addresses": True})


@mail("program-secret", kept=KEPT)
def _secret(row: OutgoingMail) -> EmailMessage | None:
    return _mail(row, _("Your program has another secret"), {"addresses": False})


def _mail(row: OutgoingMail, subject: str, flags: dict[str, bool]) -> EmailMessage | None:
    """To the confirmed address; None without one, or if the program is deleted."""
    program = Program.objects.filter(owner=row.account, pk=row.details["program"]).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if program is None or address is None:
        return None
    context = {
        "program": program,
        "page": row.site + reverse("api:program", args=[program.pk]),
        "password": row.site + reverse("account_reset_password"),
    }
    text = render_to_string("api/oauth/changed_mail.txt", context | flags)
    return EmailMessage(subject, text, to=[address.email])
