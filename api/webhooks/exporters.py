"""What somebody is given of webhooks: where they are, and never what signs. They go with the account, and the log of
what they were told with them."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from api.models import Webhook


def export_webhooks(owner: DataOwner) -> Iterator[ExportPart]:
    webhooks = Webhook.objects.filter(account=owner.account).order_by("created", "pk")
    result = ("address", "games", "events", "created", "stopped", "reason")
    yield rows("account/webhooks", webhooks, result, ("id", "account", "secret", "failures", "quiet", "busy"))
