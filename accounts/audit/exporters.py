"""What somebody is given of the audit: what they did with powers, and what was done to them, not by whom."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.audit.models import AuditEntry
from accounts.erasing.data_export import DataOwner, ExportPart, exporter, rows


@exporter("audit", of=(AuditEntry,))
def export_audit(owner: DataOwner) -> Iterator[ExportPart]:
    """Both, by time."""
    done = AuditEntry.objects.filter(actor=owner.account).order_by("version")
    yield rows("audit/done", done, ("time", "action", "kind", "target", "fields"), ("version", "position", "actor"))
    about = AuditEntry.objects.filter(target__in=(str(owner.account), str(owner.player))).order_by("version")
    yield rows("audit/about", about, ("time", "action", "kind", "fields"), ("version", "position", "actor", "target"))
