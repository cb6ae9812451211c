"""Programs that people let in: what each was given, how it gets its tokens, and how all of it ends.

grant = let_in(account=ada, program=program, scopes=["openid", "read"])
code = make_secret(grant, GrantSecret.Kind.CODE, redirect=…, challenge=…, nonce=…)
found = find(code, GrantSecret.Kind.CODE, program)      # None, and the grant ends, if it comes a second time
keep(found.grant, access=…, refresh=…, scopes=…)        # an access token, and a refresh token for the next one

The caller checks permissions. What ends: one grant, all of a program for an account, all of an account.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Least
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from accounts.authentication import AccountBackend
from accounts.models import Account
from api.models import AccessToken, DeviceSignIn, Grant, GrantSecret, Program, Scope
from realtime.changes import shut_tokens

BYTES = 32
ACCESS = timedelta(hours=1)
"""How long an access token works."""

CODE = timedelta(minutes=2)
"""How long a code waits to be exchanged (OAuth 2.1, section 4.1.3: ten minutes at most)."""

REFRESH = timedelta(days=60)
"""How long a refresh token waits: a program that is away for longer asks again."""

LONGEST = timedelta(days=366)
"""How long a program is let in at most."""

LONGEST_OF_STAFF = timedelta(days=30)
"""The same with the scope `staff`."""

SPENT_KEPT = timedelta(days=7)
"""For so long a refresh token that was exchanged is known again."""

MOST = 20
"""Grants of one program for an account that work at the same time; the oldest ones make room."""

OPENID = {
    "openid": pgettext_lazy("scope", "Know me again when I come back, by a number that no other program has"),
    "profile": pgettext_lazy("scope", "Know my name here, and the address of my profile"),
}
"""What sign-in alone gives away; nothing else does. There is no scope for the address of your mail."""


def words_of(scopes: Collection[str]) -> list[str]:
    """What scopes let a program do, in words, in the order of the page."""
    texts = {**{key: str(words) for key, words in OPENID.items()}, **{scope.value: str(scope.label) for scope in Scope}}
    return [words for scope, words in texts.items() if scope in scopes]


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def owner_of(program: Program) -> Account | None:
    """Who made a program, if it may run: its owner's account is open, and nobody is banned."""
    return fit(program.owner_id) if program.owner_id else None


def fit(account: UUID) -> Account | None:
    """An account by its id, if it is open now and nobody is banned."""
    user = AccountBackend().get_user(account)
    return None if user is None or user.ban is not None else user


def let_in(*, account: Account, program: Program, scopes: Sequence[str]) -> Grant:
    """Let a program in, for as long as it takes to fetch its first token.

    Args:
        account: the acting account.
        program: which.
        scopes: what it may do.
    """
    now = timezone.now()
    return Grant.objects.create(account=account, program=program, scopes=list(scopes), created=now, expires=now + CODE)


def make_secret(grant: Grant, kind: GrantSecret.Kind, **kwargs: str) -> str:
    """A new code or refresh token of a grant.

    Args:
        grant: whose.
        kind: which of them.
        kwargs: `redirect`, `challenge` and `nonce` of a code.
    """
    secret, now = secrets.token_urlsafe(BYTES), timezone.now()
    lasting = CODE if kind == GrantSecret.Kind.CODE else REFRESH
    GrantSecret.objects.create(
        digest=digest_of(secret), kind=kind, grant=grant, expires=min(now + lasting, grant.expires), **kwargs
    )
    return secret


def find(secret: str, kind: GrantSecret.Kind, program: Program) -> GrantSecret | None:
    """What a program brings to exchange it, locked until the transaction ends; None if it opens nothing.

    Side effects: the grant ends if it was exchanged before.

    Args:
        secret: what it brings.
        kind: what it says that this is.
        program: who brings it: another program's opens nothing, and ends nothing.
    """
    rows = GrantSecret.objects.select_for_update(of=("self", "grant")).select_related("grant")
    row = rows.filter(digest=digest_of(secret), kind=kind, grant__program=program).first()
    if row is None:
        return None
    if row.spent is not None:
        end(Grant.objects.filter(pk=row.grant_id))
        return None
    now = timezone.now()
    return row if now < row.expires and row.grant.works(now) and person_of(row.grant) is not None else None


def spend(secret: GrantSecret) -> None:
    """Note that a code or a refresh token was exchanged; it is known again for `SPENT_KEPT`, or as long as it waited.

    Args:
        secret: what `find` gave.
    """
    now = timezone.now()
    GrantSecret.objects.filter(pk=secret.pk).update(spent=now, expires=Least("expires", now + SPENT_KEPT))


def person_of(grant: Grant) -> Account | None:
    """Who let the program in, if that account is open now and nobody is banned."""
    return fit(grant.account_id)


def keep(grant: Grant, *, access: str, refresh: str, scopes: Collection[str]) -> None:
    """Make these the tokens of a grant. What it had until now works no more.

    Side effects: the first time, it makes room among the grants of the same program.

    Args:
        grant: locked by the caller, or new.
        access, refresh: the secrets, made by the caller.
        scopes: of the access token: those of the grant, or fewer.
    """
    now = timezone.now()
    first = not AccessToken.objects.filter(grant=grant).exists()
    if first:
        grant.expires = now + (LONGEST_OF_STAFF if Scope.STAFF in grant.scopes else LONGEST)
        grant.save(update_fields=["expires"])
    token = {
        "digest": digest_of(access),
        "scopes": [text for text in (*OPENID, *Scope.values) if text in scopes],
        "expires": min(now + ACCESS, grant.expires),
    }
    usual = {"account_id": grant.account_id, "name": grant.program.name[:60], "created": now}
    AccessToken.objects.update_or_create(grant=grant, defaults=token, create_defaults=token | usual)
    GrantSecret.objects.create(
        digest=digest_of(refresh),
        kind=GrantSecret.Kind.REFRESH,
        grant=grant,
        expires=min(now + REFRESH, grant.expires),
    )
    if first:
        others = Grant.objects.filter(account=grant.account_id, program=grant.program_id, ended=None)
        end(others.filter(pk__in=list(others.order_by("-created").values_list("pk", flat=True)[MOST:])))


def agreed_before(account: Account, program: Program, scopes: Collection[str]) -> bool:
    """Whether the `account` lets this very program do exactly what these `scopes` say, so that nobody is asked again.

    A program that keeps no secret is confirmed each time: another one could call itself by its name (RFC 8252, section
    8.6). So is one that wants to act for the staff.
    """
    if program.is_public or Scope.STAFF in scopes:
        return False
    live = _live(account).filter(program=program, token__isnull=False)
    return live.filter(scopes__contains=list(scopes), scopes__contained_by=list(scopes)).exists()


def _live(account: Account) -> QuerySet[Grant]:
    return Grant.objects.filter(account=account, ended=None, expires__gt=timezone.now())


@dataclass(slots=True)
class LetIn:
    """A program that an account has let in, for the page.

    Attributes:
        program: which.
        maker: the name of its maker.
        scopes: all that it may do by any grant.
        since: when the first of them was given.
        used: when it asked last, give or take an hour; None if it never did.
    """

    program: Program
    maker: str
    scopes: set[str]
    since: datetime
    used: datetime | None

    @property
    def scope_names(self) -> list[str]:
        return words_of(self.scopes)


def programs_of(account: Account) -> list[LetIn]:
    """The programs that an account lets in now, by name."""
    ins: dict[str, LetIn] = {}
    rows = _live(account).filter(token__isnull=False).select_related("program__owner__player", "token")
    for grant in rows.order_by("created"):
        program, token = grant.program, grant.token
        maker = program.owner.player.name if program.owner else ""
        setdefault = ins.setdefault(program.pk, LetIn(program, maker, set(), grant.created, None))
        setdefault.scopes.update(grant.scopes)
        if token.used is not None:
            setdefault.used = token.used if setdefault.used is None else max(setdefault.used, token.used)
    return sorted(ins.values(), key=lambda item: item.program.name.casefold())


def end(grants: QuerySet[Grant]) -> int:
    now = timezone.now()
    with transaction.atomic():
        ids = list(grants.filter(ended=None).values_list("pk", flat=True))
        # First these: a refresh locks them. Expired ones are found by their end, which has an index.
        ended = Grant.objects.filter(pk__in=ids).update(ended=now, expires=Least("expires", now))
        tokens = list(AccessToken.objects.filter(grant__in=ids, revoked=None).values_list("pk", flat=True))
        AccessToken.objects.filter(pk__in=tokens).update(revoked=now)
        end_streams(tokens)
    return ended


def end_streams(tokens: Collection[UUID]) -> None:
    """End the streams of tokens once it is committed that these are over.

    Args:
        tokens: the ids of their rows.
    """
    if tokens:
        transaction.on_commit(lambda: shut_tokens(tokens))


def end_program(account: Account, program: Program) -> int:
    return end(Grant.objects.filter(account=account, program=program))


def end_all(account: Account) -> int:
    """End what an account let any program do; return how many grants that were."""
    return end(Grant.objects.filter(account=account))


def forget_old(kept: timedelta) -> int:
    """Delete the rows of grants that were over long ago or never led to a token, and of secrets that nobody has to know
    again.

    Args:
        kept: how long a grant that is over is kept.

    Returns:
        how many rows went.
    """
    now = timezone.now()
    stale = GrantSecret.objects.filter(expires__lt=now).delete()[0]
    stale += DeviceSignIn.objects.filter(expires__lt=now - timedelta(days=1)).delete()[0]
    # A program that is let in and never fetches a token may be so each minute.
    stale += Grant.objects.filter(expires__lt=now - timedelta(days=1), token=None).delete()[0]
    return stale + Grant.objects.filter(expires__lt=now - kept).delete()[0]
