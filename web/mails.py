"""Mails that nobody waits for, and what names every mail: the site, not the machine that happens to send it."""

from __future__ import annotations

from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives


def site_host() -> str:
    """The site's name, for the part of a Message-ID after the @."""
    return urlsplit(settings.VEXILLUM_SITE).hostname or "localhost"


def send_to_staff(subject: str, text: str, people: list[str]) -> None:
    """Send a mail to who runs the service.

    Args:
        subject, text: of the mail.
        people: their addresses.

    Raises:
        OSError, smtplib.SMTPException: the mail server does not take it.
    """
    headers = {"Message-ID": make_msgid(domain=site_host())}
    EmailMultiAlternatives(subject, text, settings.SERVER_EMAIL, people, headers=headers).send()
