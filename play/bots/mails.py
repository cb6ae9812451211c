"""The mail that tells somebody that the account is a bot from now on."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.mails.outbox import mail
from accounts.models import OutgoingMail, Player


@mail("bot-made", kept=timedelta(days=7))
def _made(row: OutgoingMail) -> EmailMessage | None:
    bot = Player.objects.filter(account=row.account, machine=True).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if bot is None or address is None:
        return None
    context = {
        "bot": bot,
        "page": row.site + reverse("bots:mine"),
        "password": row.site + reverse("account_reset_password"),
    }
    text = render_to_string("bots/made_mail.txt", context)
    return EmailMessage(_("Your account is a bot now"), text, to=[address.email])
