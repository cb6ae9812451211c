"""What somebody is given of agreements: when they agreed, and to what."""

from __future__ import annotations

from collections.abc import Iterator

from players.erasing.exporting import DataOwner, ExportPart, exporter, rows
from players.terms.models import Agreement


@exporter("terms", of=(Agreement,))
def export_agreements(owner: DataOwner) -> Iterator[ExportPart]:
    """The person's own."""
    found = Agreement.objects.filter(account=owner.account).order_by("at", "pk")
    yield rows("account/agreements", found, ("terms", "privacy", "age", "at"), ("id", "account"))
