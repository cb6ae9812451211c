"""Making, finding and ending tokens: personal ones here, those of programs with what `grants.py` says.

made = make_token(account=ada, name="my bot", scopes=[Scope.READ, Scope.PLAY], days=90)
made.secret                     # shown once: "vex_" and 43 characters
token_behind(made.secret)       # its row and its account, as long as both work
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.authentication.backends import ACCOUNT_COLUMNS, Beside, account_in, statement_behind
from accounts.mails.outbox import post
from accounts.models import Account
from api.models import AccessToken, Grant, Scope
from api.tokens import grants
from api.tokens.grants import digest_of
from eventlog.statements import Columns, execute

PREFIX = "vex_"
"""How each secret begins, so that scanners of published code know one when they see it."""

BYTES = 32
MOST = 20
"""Tokens of an account that work at the same time."""

MOST_MADE = 40
"""Tokens that an account makes within a day, deleted ones included: each sends a mail."""

LONGEST = 366
"""Days that a token lasts at most."""

LONGEST_OF_STAFF = 30
"""Days that one with the scope `staff` lasts at most."""

LISTED = timedelta(days=90)
"""For so long a token that is over is still listed; then its row goes."""

MOST_OVER = 100
"""Tokens that are over are listed, and no more of them: so many may be made in three days."""

WRITTEN_EVERY = timedelta(hours=1)
"""The last use is not written more often."""


class TooManyTokens(Exception):
    """The account has as many tokens as it may have; or, if `made`, has made as many as it may in a day."""

    def __init__(self, *, made: bool = False) -> None:
        super().__init__()
        self.made = made


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A token that was just made.

    Args:
        row: what is kept of it.
        secret: what its owner gives the program, and nobody is shown again.
    """

    row: AccessToken
    secret: str = field(repr=False)


def make_token(*, account: Account, name: str, scopes: Collection[str], days: int, site: str) -> MadeToken:
    """Make a token. Whether its owner may have these scopes is checked by the caller.

    Side effects: a mail to its owner.

    Args:
        account: whose it is.
        name: what its owner calls it.
        scopes: what it lets a program do.
        days: from now until it ends.
        site: the beginning of the links in the mail.

    Raises:
        TooManyTokens: `MOST` of them work already, or `MOST_MADE` were made within a day.
        ValueError: no scope, an unknown one, or too many days.
    """
    wanted = [scope for scope in Scope if scope in scopes]
    longest = LONGEST_OF_STAFF if Scope.STAFF in wanted else LONGEST
    if not wanted or len(wanted) != len(set(scopes)) or not 0 < days <= longest:
        raise ValueError("a token has one scope at least, all of them known, and ends in time")
    secret = PREFIX + secrets.token_urlsafe(BYTES)
    now = timezone.now()
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # two at once count one another
        mine = AccessToken.objects.filter(account=account, grant=None)
        if mine.filter(revoked=None, expires__gt=now).count() >= MOST:
            raise TooManyTokens
        if mine.filter(created__gt=now - timedelta(days=1)).count() >= MOST_MADE:
            raise TooManyTokens(made=True)
        row = AccessToken.objects.create(
            account=account,
            name=name,
            digest=digest_of(secret),
            scopes=[scope.value for scope in wanted],
            created=now,
            expires=now + timedelta(days=days),
        )
        post("token-made", site=site, account=account, about=row.pk)
    return MadeToken(row, secret)


_TOKEN = Columns(AccessToken, "t")


class TokenFound(NamedTuple):
    """A token that works, and its account.

    Attributes:
        rows: what was read with them.
    """

    token: AccessToken
    account: Account
    rows: list[tuple[Any, ...]]


@cache
def _behind(beside: Beside | None) -> bytes:
    tables = "JOIN api_accesstoken t ON t.account_id = a.id"
    if beside is None:
        return statement_behind("t.digest = %s", columns=_TOKEN.sql, tables=tables)
    columns = f"{_TOKEN.sql}, {beside.columns}"
    return statement_behind("t.digest = %s", columns=columns, tables=f"{tables} {beside.tables}")


def token_behind(secret: str, beside: Beside | None = None, asked: Sequence[Any] = ()) -> TokenFound | None:
    """The token with this secret and its account, if both work now; None for any other text. That of a program works as
    long as its grant does, and as the program may run. For personal ones it is one statement: it goes before every
    answer to a program.

    Side effects: notes that the token was used, at most once in `WRITTEN_EVERY`.

    Args:
        secret: what was sent.
        beside: further data to read.
        asked: its parameters.
    """
    if not secret.startswith(PREFIX):
        return None
    now = timezone.now()
    rows = execute(_behind(beside), (now, now, *asked, digest_of(secret)))
    if not rows:
        return None
    first, end = len(_TOKEN), len(rows[0]) - ACCOUNT_COLUMNS
    token, account = _TOKEN.object(rows[0][:first]), account_in(rows[0][end:])
    if token is None or account is None or not token.works(now) or not account.is_active:
        return None
    if token.grant_id is not None and not _granted(token.grant_id, now):
        return None
    if token.used is None or token.used <= now - WRITTEN_EVERY:
        late = Q(used=None) | Q(used__lte=now - WRITTEN_EVERY)
        AccessToken.objects.filter(late, pk=token.pk).update(used=now)
    return TokenFound(token, account, [row[first:end] for row in rows])


def _granted(grant: UUID, now: datetime) -> bool:
    """Whether the grant behind the token of a program works, and the program may run."""
    result = Grant.objects.select_related("program").filter(pk=grant).first()
    return result is not None and result.works(now) and bool(grants.owner_of(result.program))


def tokens_of(account: Account) -> list[AccessToken]:
    """The personal tokens of an account, those that work first, then the last `MOST_OVER` of the others."""
    now = timezone.now()
    mine = AccessToken.objects.filter(account=account, grant=None).order_by("-created", "pk")
    working = list(mine.filter(revoked=None, expires__gt=now))
    return working + list(mine.exclude(pk__in=[token.pk for token in working])[:MOST_OVER])


def token_of(account: Account, id: UUID) -> AccessToken | None:
    """A personal token of this account; None for an id that is none, or another's."""
    return AccessToken.objects.filter(account=account, grant=None, pk=id).first()


def revoke(row: AccessToken) -> None:
    """End a token now, and its streams. What was answered by it is forgotten."""
    AccessToken.objects.filter(pk=row.pk, revoked=None).update(revoked=timezone.now())
    row.answers.all().delete()
    grants.end_streams([row.pk])


def revoke_all(account: Account) -> int:
    """End all tokens of an account with their streams, and what it let programs do; return how many that were."""
    ended = grants.end_all(account)
    working = list(AccessToken.objects.filter(account=account, revoked=None).values_list("pk", flat=True))
    AccessToken.objects.filter(pk__in=working).update(revoked=timezone.now())
    grants.end_streams(working)
    return ended + len(working)


def forget_old() -> int:
    """Delete the rows of tokens and grants that were over long ago; return how many."""
    gone = timezone.now() - LISTED
    personal = AccessToken.objects.filter(grant=None)
    # Not two conditions with “or” between: the statement would look through all tokens that work.
    stale = personal.filter(expires__lt=gone).delete()[0] + personal.filter(revoked__lt=gone).delete()[0]
    return stale + grants.forget_old(LISTED)
