"""Making and changing webhooks. The caller checks permissions."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Account
from api.models import Delivery, Webhook, WebhookTopic
from api.webhooks import encryption, triggers

MOST = 5
"""Webhooks of an account."""

LISTED = 50
"""Deliveries on a page."""


class TooManyWebhooks(Exception):
    """The account has as many webhooks as it may have."""


def make_webhook(*, account: Account, address: str, games: bool, events: bool) -> tuple[Webhook, str]:
    """Make a webhook; return it with its secret, which nobody is shown again.

    Args:
        account: whose games and events it is notified of.
        address: its checked address.
        games, events: of what.

    Raises:
        TooManyWebhooks: `MOST` of them are there already.
    """
    secret = encryption.make_secret()
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # two at once count one another
        if Webhook.objects.filter(account=account).count() >= MOST:
            raise TooManyWebhooks
        hook = Webhook.objects.create(
            account=account,
            address=address,
            secret=encryption.seal(secret),
            games=games,
            events=events,
            created=timezone.now(),
        )
        triggers.begin(hook)
    return hook, secret


def webhooks_of(account: Account) -> list[Webhook]:
    """The webhooks of an account, the newest first."""
    return list(Webhook.objects.filter(account=account).order_by("-created", "pk"))


def webhook_of(account: Account, id: UUID) -> Webhook | None:
    """A webhook of this account; None for an id that is none, or another's."""
    return Webhook.objects.filter(account=account, pk=id).first()


def log_of(hook: Webhook) -> list[Delivery]:
    """The last deliveries of a webhook, the newest first."""
    return list(Delivery.objects.filter(webhook=hook).order_by("-created", "pk")[:LISTED])


def try_out(hook: Webhook) -> Delivery:
    """Send a test message to a webhook."""
    now = timezone.now()
    return Delivery.objects.create(webhook=hook, kind=WebhookTopic.Kind.TEST, version=1, created=now)


def resume(hook: Webhook) -> None:
    """Send to a webhook again that was stopped: what comes from now on."""
    with transaction.atomic():
        fresh = {"stopped": None, "reason": "", "failures": 0, "quiet": None, "busy": None}
        Webhook.objects.filter(pk=hook.pk).update(**fresh)
        triggers.begin(hook)
