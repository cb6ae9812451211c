"""Making and changing programs. The caller checks permissions."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from allauth.idp.oidc.models import Client
from django.db import transaction
from django.utils import timezone

from accounts.models import Account
from api.models import Grant, Program
from api.oauth import mails
from api.tokens import grants

MOST = 10
"""Programs of an account."""

COUNTED = 10_000
"""People who let a program in are counted so far."""


class TooManyPrograms(Exception):
    """The account has as many programs as it may have."""


def make_program(*, owner: Account, name: str, public: bool, addresses: Sequence[str]) -> tuple[Program, str]:
    """Make a program; return it with its secret, which nobody is shown again. A public one has none.

    Args:
        owner: who makes it.
        name: what people are asked by.
        public: it runs where its users could read a secret.
        addresses: where it may send people, as they were checked.

    Raises:
        TooManyPrograms: `MOST` of them are there already.
    """
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=owner.pk)  # two at once count one another
        if Program.objects.filter(owner=owner).count() >= MOST:
            raise TooManyPrograms
        kind = Client.Type.PUBLIC if public else Client.Type.CONFIDENTIAL
        program = Program(owner=owner, name=name, type=kind, scopes="", grant_types="", response_types="code")
        program.set_redirect_uris(list(addresses))
        secret = "" if public else secrets.token_urlsafe(grants.BYTES)
        program.set_secret(secret)
        program.save()
    return program, secret


def programs_made_by(owner: Account) -> list[Program]:
    """The programs of an account, the newest first."""
    return list(Program.objects.filter(owner=owner).order_by("-created_at", "pk"))


def program_made_by(owner: Account, id: str) -> Program | None:
    """A program of this account; None for an id that is none, or another's."""
    program: Program | None = Program.objects.filter(owner=owner, pk=id).first()
    return program


def send_to(program: Program, addresses: Sequence[str], *, site: str) -> None:
    """Change where a program may send people.

    Side effects: a mail to its owner, if they are others than before.

    Args:
        program: which.
        addresses: as they were checked.
        site: the beginning of the links in the mail.
    """
    if sorted(program.get_redirect_uris()) == sorted(addresses):
        return
    with transaction.atomic():
        program.set_redirect_uris(list(addresses))
        program.save(update_fields=["redirect_uris"])
        mails.tell_of_addresses(program, site=site)


def renew_secret(program: Program, *, site: str) -> str:
    """Give a program another secret, and return it; the one before works no more.

    Side effects: a mail to its owner.

    Args:
        program: which.
        site: the beginning of the links in the mail.
    """
    secret = secrets.token_urlsafe(grants.BYTES)
    with transaction.atomic():
        program.set_secret(secret)
        program.save(update_fields=["secret"])
        mails.tell_of_secret(program, site=site)
    return secret


def users_of(program: Program) -> tuple[int, bool]:
    """How many people let a program in now, counted up to `COUNTED`; and whether there are more."""
    live = Grant.objects.filter(program=program, ended=None, expires__gt=timezone.now(), token__isnull=False)
    count = live.order_by("account").values("account").distinct()[: COUNTED + 1].count()
    return min(count, COUNTED), count > COUNTED
