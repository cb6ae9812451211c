"""What somebody is given of agreements: when they agreed, and to what."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.agreements.models import Agreement
from accounts.erasing.data_export import DataOwner, ExportPart, exporter, rows


@exporter("terms", of=(Agreement,))
def export_agreements(owner: DataOwner) -> Iterator[ExportPart]:
    """The person's own."""
    found = Agreement.objects.filter(account=owner.account).order_by("at", "pk")
    yield rows("account/agreements", found, ("terms", "privacy", "age", "at"), ("id", "account"))
