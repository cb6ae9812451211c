"""Delivering: one webhook at a time, in order, each attempt with a limit; who fails waits longer each time. What tries
a webhook out goes before all else, at once, whether it rests or not: it is sent a single time, and a failure of it
stands against nobody.

No transaction is open while a stranger is waited for. A worker has a webhook for a minute at most (`busy`); if it dies
the sweep takes over, and what was sent and not written down is sent again with the same id.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from standardwebhooks import Webhook as Signer

from accounts.mails.outbox import post as post_mail
from api.models import Delivery, Webhook, WebhookTopic
from api.tokens.grants import fit
from api.webhooks.encryption import unseal
from api.webhooks.transport import SendingFailed, post
from web.limits import Spent, spend

log = logging.getLogger(__name__)

WAITS = tuple(timedelta(seconds=number) for number in (10, 60, 300, 1800, 7200, 21600, 43200))
"""After the first failure, the second, …; after the last one the webhook is stopped: about a day."""

AT_ONCE, SECONDS = 20, 20.0
"""Deliveries, and seconds, of one run: others wait for the worker too."""

QUICK = 0.5
"""Seconds within which an answer costs its owner nothing."""

PATIENCE, SPAN = 30, 600
"""Seconds beyond that for which the webhooks of one account are waited for, within so many seconds: others wait too."""

LEASE = timedelta(seconds=60)
MOST = 500
"""Webhooks of one sweep."""

KEPT = timedelta(days=7)
"""For so long a delivery is in the log."""


def payload_of(delivery: Delivery) -> str:
    """The message: the kind, the game or event, and its version. Nothing else may ever be in it."""
    about = {} if delivery.kind == WebhookTopic.Kind.TEST else {delivery.kind: delivery.key}
    data = {**about, "version": delivery.version}
    texts = {"type": f"{delivery.kind}.changed", "timestamp": delivery.created.isoformat(), "data": data}
    return json.dumps(texts, separators=(",", ":"))


def deliver(webhook: UUID) -> bool:
    """Send what waits for a webhook; return whether more waits that can be sent. Safe to call twice, and at once."""
    hook = _claim(webhook)
    if hook is None:
        return False
    began, more = time.monotonic(), False
    try:
        secret = unseal(hook.secret)
        if secret is None:
            stop(hook, Webhook.Reason.FAILED)
            return False
        rows = _next(hook, AT_ONCE + 1)
        for row in rows[:AT_ONCE]:
            if time.monotonic() - began > SECONDS:
                more = True
                break
            if row.kind != WebhookTopic.Kind.TEST and _rests(hook):
                return False
            if not _sent(hook, row, Signer(secret)):
                return False
        more = more or len(rows) > AT_ONCE
    finally:
        Webhook.objects.filter(pk=hook.pk, busy=hook.busy).update(busy=None)
    return more


@shared_task
def deliver_waiting(webhook: str) -> None:
    """Send what waits for a webhook, and have the rest sent."""
    if deliver(UUID(webhook)):
        deliver_waiting.delay(webhook)


@shared_task
def deliver_each(webhooks: list[str]) -> None:
    """Have all workers share these webhooks out among them."""
    for webhook in webhooks:
        deliver_waiting.delay(webhook)


def deliver_soon(webhooks: Iterable[UUID]) -> None:
    """Tell workers of webhooks, by one message however many they are. If the broker is away the sweep finds what
    waits."""
    contents = [str(fromkey) for fromkey in dict.fromkeys(webhooks)]
    if len(contents) == 1:
        deliver_waiting.delay(*contents)
    elif contents:
        deliver_each.delay(contents)


def _next(hook: Webhook, most: int) -> list[Delivery]:
    """What waits, the tests first. It reads no more than it returns, however much waits."""
    waiting = Delivery.objects.filter(webhook=hook, done=None).order_by("created", "pk")
    tests = list(waiting.filter(kind=WebhookTopic.Kind.TEST)[:most])
    return tests + list(waiting.exclude(kind=WebhookTopic.Kind.TEST)[: most - len(tests)])


def _claim(webhook: UUID) -> Webhook | None:
    """Take a webhook that may be sent to, so that nobody else does; None if there is nothing to do."""
    now = timezone.now()
    with transaction.atomic():
        tests = Delivery.objects.filter(webhook=OuterRef("pk"), done=None, kind=WebhookTopic.Kind.TEST)
        free = (Q(busy=None) | Q(busy__lte=now)) & (Q(quiet=None) | Q(quiet__lte=now) | Exists(tests))
        rows = Webhook.objects.select_for_update(skip_locked=True).filter(free, pk=webhook, stopped=None)
        hook = rows.first()
        if hook is None or fit(hook.account_id) is None:
            return None
        hook.busy = now + LEASE
        hook.save(update_fields=["busy"])
    return hook


def _sent(hook: Webhook, row: Delivery, signer: Signer) -> bool:
    """Send one; write down how that went."""
    changed = Delivery.objects.filter(pk=row.pk, done=None).update(attempts=row.attempts + 1)
    if not changed:
        return True  # a newer one has taken its place
    body, now, began = payload_of(row), timezone.now(), time.monotonic()
    text = f"msg_{row.pk.hex}"
    headers = {
        "webhook-id": text,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signer.sign(text, now, body),
    }
    try:
        status = post(hook.address, body.encode(), headers)
    except Exception as error:  # whatever it is, it is not retried each minute forever
        if not isinstance(error, SendingFailed):
            log.error("a webhook could not be sent to: %s", type(error).__name__)
        failed = error if isinstance(error, SendingFailed) else SendingFailed("connection")
        tries, gone = row.kind == WebhookTopic.Kind.TEST, failed.problem == "gone"
        done = timezone.now() if tries else None
        Delivery.objects.filter(pk=row.pk).update(status=failed.status, problem=failed.problem, done=done)
        if gone or not tries:
            _failed(hook, gone=gone)
            return False
        return True
    finally:
        _waited(hook, time.monotonic() - began)
    Delivery.objects.filter(pk=row.pk).update(status=status, problem="", done=timezone.now())
    if hook.failures or hook.quiet:
        hook.failures, hook.quiet = 0, None
        Webhook.objects.filter(pk=hook.pk).update(failures=0, quiet=None)
    return True


def _spent(hook: Webhook, tenths: int) -> Spent:
    who = f"account:{hook.account_id}"
    return spend("webhook-seconds", who, most=10 * PATIENCE, seconds=SPAN, weight=tenths)


def _waited(hook: Webhook, seconds: float) -> None:
    """Count how long an answer took, beyond what is free."""
    if seconds > QUICK:
        _spent(hook, round(10 * (seconds - QUICK)) or 1)


def _rests(hook: Webhook) -> bool:
    """Whether the webhook is left alone for now, or is from now on, as the account's programs were waited for long
    enough."""
    if hook.quiet is not None and hook.quiet > timezone.now():
        return True
    spent = _spent(hook, 0)
    if spent.left > 0:
        return False
    hook.quiet = timezone.now() + timedelta(seconds=spent.reset)
    Webhook.objects.filter(pk=hook.pk).update(quiet=hook.quiet)
    return True


def _failed(hook: Webhook, *, gone: bool) -> None:
    hook.failures += 1
    if gone or hook.failures > len(WAITS):
        stop(hook, Webhook.Reason.GONE if gone else Webhook.Reason.FAILED)
        return
    hook.quiet = timezone.now() + WAITS[hook.failures - 1]
    Webhook.objects.filter(pk=hook.pk).update(failures=hook.failures, quiet=hook.quiet)


def stop(hook: Webhook, reason: Webhook.Reason) -> None:
    """Stop a webhook, and mail its owner the reason. Waiting messages are dropped."""
    now = timezone.now()
    with transaction.atomic():
        if Webhook.objects.filter(pk=hook.pk, stopped=None).update(stopped=now, reason=reason):
            Delivery.objects.filter(webhook=hook, done=None).update(done=now, problem="stopped")
            post_mail("webhook-stopped", site=settings.VEXILLUM_SITE, account=hook.account, about=hook.pk)


# From one webhook to the next by the index, past all that waits for it.
_WAITING = f"""
WITH RECURSIVE hooks (id) AS (
    (SELECT webhook_id FROM api_delivery WHERE done IS NULL ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT webhook_id FROM api_delivery WHERE done IS NULL AND webhook_id > hooks.id
            ORDER BY webhook_id LIMIT 1)
    FROM hooks WHERE hooks.id IS NOT NULL
)
SELECT w.id FROM hooks
JOIN api_webhook w ON w.id = hooks.id
CROSS JOIN LATERAL (
    SELECT d.created FROM api_delivery d WHERE d.webhook_id = w.id AND d.done IS NULL ORDER BY d.created, d.id LIMIT 1
) oldest
WHERE w.stopped IS NULL AND (w.busy IS NULL OR w.busy <= %(now)s) AND (
    w.quiet IS NULL OR w.quiet <= %(now)s
    OR EXISTS (SELECT FROM api_delivery t WHERE t.webhook_id = w.id AND t.done IS NULL AND t.kind = 'test')
)
ORDER BY oldest.created, w.id
LIMIT {MOST}
"""  # noqa: S608 (our own number)


def waiting(now: datetime) -> list[UUID]:
    """The webhooks that something waits for and that can be sent to now, those that wait longest first."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"now": now})
        return [id for (id,) in cursor.fetchall()]


def forget_old() -> int:
    """Delete deliveries from the log that are old; return how many."""
    return Delivery.objects.filter(created__lt=timezone.now() - KEPT).delete()[0]
