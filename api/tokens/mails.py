"""The mails that tell somebody of a token that was made, and of a program that was let in: who has not done it has
somebody else in the account.
"""

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
from api.models import AccessToken, Grant
from api.tokens import grants


@mail("token-made", kept=timedelta(days=7))
def _made(row: OutgoingMail) -> EmailMessage | None:
    """To the confirmed address; None without one, or if the token is deleted."""
    token = AccessToken.objects.filter(account=row.account, pk=row.about or UUID(int=0)).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if token is None or address is None:
        return None
    context = {
        "token": token,
        "page": row.site + reverse("api:tokens"),
        "password": row.site + reverse("account_reset_password"),
    }
    text = render_to_string("api/token_mail.txt", context)
    return EmailMessage(_("A token was made for your account"), text, to=[address.email])


@mail("program-let-in", kept=timedelta(days=7))
def _let_in(row: OutgoingMail) -> EmailMessage | None:
    """To the confirmed address; None without one, or if the grant is deleted."""
    grant = Grant.objects.select_related("program").filter(account=row.account, pk=row.about or UUID(int=0)).first()
    address = EmailAddress.objects.filter(user=row.account, verified=True, primary=True).first()
    if grant is None or address is None:
        return None
    context = {
        "program": grant.program,
        "wanted": grants.words_of(grant.scopes),
        "page": row.site + reverse("api:tokens"),
        "password": row.site + reverse("account_reset_password"),
    }
    text = render_to_string("api/oauth/mail.txt", context)
    return EmailMessage(_("A program was let into your account"), text, to=[address.email])
