"""Doing something once: a request with an `Idempotency-Key` that comes again within a day is given the first answer.

The key is claimed, the thing done and the answer kept in one transaction. So of many that come at once one does it, and
the others wait for its answer; whatever breaks in between has done nothing. What was refused had no effect, is not
kept, and may be tried again under the same key.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from api.http.authentication import bad_token
from api.http.problems import Problem
from api.models import AccessToken, KeptAnswer
from eventlog.statements import execute
from web.limits import spend, wait_for

KEPT = timedelta(days=1)
MOST = 20_000
"""Requests of an account with a key within `KEPT`; each takes a row for so long."""

PART = 8 * 1024
"""Bytes: each further part of an answer that is kept counts as a request more."""

LONGEST = 255
REPLAYED = "Idempotency-Replayed"

_CLAIM = b"""
INSERT INTO api_keptanswer (token_id, key, request, status, body, headers, created)
VALUES (%s, %s, %s, NULL, '', '{}', %s)
ON CONFLICT (token_id, key) DO UPDATE SET request = EXCLUDED.request, status = NULL, body = '', headers = '{}',
    created = EXCLUDED.created
WHERE api_keptanswer.created < %s
RETURNING id
"""
_KEEP = b"UPDATE api_keptanswer SET status = %s, body = %s, headers = %s::jsonb WHERE id = %s"


def digest_of(method: str, address: str, condition: str, body: bytes) -> str:
    """What tells one request from another under the same key. Only who has this service's own key could try what may
    have been sent: a set-up, a password.

    Args:
        method, address: of the request; the address with its query.
        condition: its `If-Match`.
        body: its bytes.
    """
    parts = (method.encode(), address.encode(), condition.encode(), body)
    whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return salted_hmac("api.http.idempotency", whole, algorithm="sha256").hexdigest()


def once(token: AccessToken, key: str, request: str, do: Callable[[], HttpResponse]) -> HttpResponse:
    """Do something, or give the answer that it was given before.

    Args:
        token: of the request.
        key: what names the request, as its sender chose it.
        request: `digest_of` it.
        do: does it, and answers; what it raises undoes all.

    Raises:
        Problem: 400 for a key that is none, 401 for a token that is over meanwhile, 422 for a key that named another
            request, 429 for too many of them.
    """
    if not key or len(key) > LONGEST or not (key.isascii() and key.isprintable()):
        words = _("An Idempotency-Key has 1 to %(most)d printable characters of ASCII.") % {"most": LONGEST}
        raise Problem(400, "idempotency-key", words, params={"most": LONGEST})
    span = int(KEPT.total_seconds())
    if seconds := wait_for("api-keys", f"account:{token.account_id}", most=MOST, seconds=span):
        words = ngettext(
            "So many keys are not kept a day. Send it without an Idempotency-Key, or wait %(seconds)d second.",
            "So many keys are not kept a day. Send it without an Idempotency-Key, or wait %(seconds)d seconds.",
            seconds,
        )
        numbers = {"seconds": seconds}
        raise Problem(429, "too-many-keys", words % numbers, params=numbers, headers={"Retry-After": str(seconds)})
    now = timezone.now()
    try:
        with transaction.atomic():
            while not (claimed := execute(_CLAIM, (token.pk, key, request, now, now - KEPT))):
                if (kept := _again(token, key, request)) is not None:
                    return kept
                _still_works(token)  # its answers are deleted: by the cleanup, or because it was just revoked
            answer = do()
            headers = {name: answer[name] for name in ("ETag", "Location", "Content-Type") if answer.has_header(name)}
            execute(_KEEP, (answer.status_code, answer.content.decode(), json.dumps(headers), claimed[0][0]))
            if more := len(answer.content) // PART:
                spend("api-keys", f"account:{token.account_id}", most=MOST, seconds=span, weight=more)
    except IntegrityError:
        _still_works(token)  # it was deleted, with its account
        raise
    return answer


def _still_works(token: AccessToken) -> None:
    now = timezone.now()
    if not AccessToken.objects.filter(pk=token.pk, revoked=None, expires__gt=now).exists():
        raise bad_token()


def _again(token: AccessToken, key: str, request: str) -> HttpResponse | None:
    """The answer that was given before; None if it is kept no more."""
    kept = KeptAnswer.objects.filter(token=token, key=key).first()
    if kept is None:
        return None
    if kept.request != request:
        words = _("This Idempotency-Key was used for another request. Take a new one for each thing that you do.")
        raise Problem(422, "idempotency-key-reused", words)
    answer = HttpResponse(kept.body, status=kept.status or 200)
    for name, value in kept.headers.items():
        answer[name] = value
    answer[REPLAYED] = "true"
    return answer
