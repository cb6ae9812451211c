"""Sessions: how they are found, and how long somebody stays signed in: `SESSION_COOKIE_AGE` from the last visit, give
or take a day; accounts with powers only `STAFF_IDLE`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import auth
from django.contrib.auth import SESSION_KEY
from django.contrib.auth import middleware as auth_middleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.authentication.backends import (
    ACCOUNT_COLUMNS,
    Beside,
    account_in,
    held_by,
    statement_behind,
)
from accounts.authentication.banned import is_open_to_banned
from accounts.authentication.browsers import browser_of
from accounts.authentication.networks import note
from accounts.authentication.session_revocation import end_streams_soon, whom
from accounts.models import Account, Session
from eventlog.statements import execute
from web.edit_conflicts import ConcurrentUpdate
from web.replica import primary


@cache
def _statement(beside: Beside | None) -> bytes:
    return statement_behind(
        "x.session_key = %s AND x.expire_date > %s",
        columns=f"x.session_data, x.expire_date{'' if beside is None else f', {beside.columns}'}",
        tables="" if beside is None else beside.tables,
        source="players_session x LEFT JOIN players_account a ON a.id = x.account",
    )


STAFF_IDLE = 12 * 3600
"""Seconds without a visit after which a session of the staff ends: powers must not lie open on a screen for months."""

_DAY = 24 * 3600
_SEEN = "seen"  # when somebody of the staff was here, in seconds since the epoch
_SEEN_EVERY = 600  # seconds; more often it is not written, so a session ends up to so much early
DEVICE, BEGAN = "device", "began"  # the browser and the system that somebody signed in from, and when
_RENEWED = "renewed"  # the day of the last renewal, counted from the epoch


class SessionStore(db.SessionStore):
    """As Django's, but a session is found by a statement by hand, with its account: it goes before nearly every answer.
    Its row has its subjects; when it ends, so do the event streams of its pages."""

    _wanted: tuple[Beside, Sequence[Any]] | None = None
    _account: Account | None = None
    _row_of: tuple[Account, Beside, Sequence[Any], Sequence[Any]] | None = None

    def want(self, beside: Beside, asked: Sequence[Any]) -> None:
        """Have something read with the session, once it is read; without effect if it was read before.

        Args:
            beside: what it is.
            asked: its parameters.
        """
        self._wanted = beside, asked

    def read_beside(self, user: object, beside: Beside, asked: Sequence[Any]) -> Sequence[Any] | None:
        """What was read with the session; None if nothing was, not about this account, or something else.

        Args:
            user: the account of the session.
            beside, asked: as `want` was given them.
        """
        if self._row_of is None:
            return None
        about, *read, row = self._row_of
        return row if about is user and read == [beside, asked] else None

    def take_account(self, pk: Any) -> Account | None:
        """The account that was read with the session, if it has this id and nobody has it yet."""
        account, self._account = self._account, None
        return account if account is not None and account.pk == pk else None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row for these values."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.account, row.about = whom(data)
        return row

    def delete(self, session_key: str | None = None) -> None:
        """Delete the row, as when somebody signs out or gets another key; the streams of its pages end with it."""
        key = session_key or self.session_key
        with transaction.atomic():
            super().delete(session_key)
            if key is not None:
                end_streams_soon([key])

    def _get_session_from_db(self) -> Any:
        (beside, asked), self._wanted = self._wanted or (None, ()), None
        now = timezone.now()
        with primary():
            rows = execute(_statement(beside), (now, now, *asked, self.session_key, now))
        self._account = self._row_of = None
        if not rows:
            self._session_key = None
            return None
        data, expires, *row = rows[0]
        self._account = account_in(row[-ACCOUNT_COLUMNS:])
        if beside is not None and self._account is not None:
            self._row_of = self._account, beside, asked, row[:-ACCOUNT_COLUMNS]
        return self.model(session_key=self.session_key or "", session_data=data, expire_date=expires)


class RenewalMiddleware:
    """Renews the session and its cookie on the first visit of a day, and notes where it was (`networks.py`).
    At every request it would cost a write each time, and two tabs at once could overwrite what the other wrote.

    It comes after Django's middleware of sessions, and checks only sessions that the page has read anyway: what is
    the same for everybody stays so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session and session.get(_RENEWED) != _today():
            session[_RENEWED] = _today()
            asking = vars(request).get("asking")
            if isinstance(asking, Account):
                note(asking.pk, request)
        return response


class AuthenticationMiddleware(auth_middleware.AuthenticationMiddleware):
    """As Django's, but staff are signed in only within `STAFF_IDLE` of the last visit. A session that began before its
    account was given powers is none of the staff.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Set the account, lazily."""
        request.user = SimpleLazyObject(lambda: _who(request))  # type: ignore[assignment]
        request.auser = partial(_who_async, request)


async def _who_async(request: HttpRequest) -> Account | AnonymousUser:
    return await sync_to_async(_who)(request)


def _who(request: HttpRequest) -> Account | AnonymousUser:
    """The account. A staff session that was idle for too long ends here; a banned player is a visitor, except on
    the pages about it.
    """
    account: Account | AnonymousUser | None = getattr(request, "asking", None)
    if account is None:
        session = request.session
        with primary(), held_by(session if isinstance(session, SessionStore) else None):
            account = auth.get_user(request)
        assert account is not None
        if account.is_staff and not _awake(request):
            request.session.flush()
            account = AnonymousUser()
        elif isinstance(account, Account) and account.ban is not None and not is_open_to_banned(request):
            request.ban = account.ban  # type: ignore[attr-defined]
            account = AnonymousUser()
        request.asking = account  # type: ignore[attr-defined]
    return account


class SignedOut(ConcurrentUpdate):
    """The session ended while a request of it was answered. Nothing was written."""


def hold_session(request: HttpRequest) -> None:
    """Lock the requesting account until the transaction ends; its session is then known to be valid. So that what
    outlasts a session is not made by a request that was on its way when somebody ended it: by a new password, by
    stopping a change of address, or by an operator. All of them lock the account, too.

    Raises:
        SignedOut: it has ended, or has another password.
    """
    known = request.user
    assert isinstance(known, Account)
    held = Account.objects.select_for_update().filter(pk=known.pk, is_active=True).first()
    sessions = Session.objects.filter(account=known.pk, session_key=request.session.session_key)
    if held is None or held.password != known.password or not sessions.exists():
        raise SignedOut


def _awake(request: HttpRequest) -> bool:
    """Whether a staff session is still valid; records the visit."""
    idle = time.time() - request.session.get(_SEEN, 0)
    if idle >= STAFF_IDLE:
        return False
    if idle >= _SEEN_EVERY:
        request.session[_SEEN] = int(time.time())
    return True


@receiver(user_logged_in)
def _begins_now(request: HttpRequest | None, user: Account, **value: object) -> None:
    """After signing in no renewal is needed that day. The session knows its address."""
    if request is not None:
        request.session[_RENEWED] = _today()
        request.session[DEVICE] = browser_of(request.headers.get("User-Agent", ""))
        request.session[BEGAN] = int(time.time())
        if user.is_staff:
            request.session[_SEEN] = int(time.time())


def _today() -> int:
    return int(time.time()) // _DAY
