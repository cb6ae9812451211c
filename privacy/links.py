"""The link to an export: signed, for one account, and invalid once the export has expired."""

from __future__ import annotations

from uuid import UUID

from django.core import signing

from accounts.models import Account
from privacy.builds import KEPT
from privacy.models import DataExport

_SALT = "players.exports"


def key_of_export(row: DataExport) -> str:
    """What stands in the address of an export, from now for as long as one is kept."""
    return signing.dumps(row.pk.hex, salt=_SALT)


def fetched(key: str, account: Account) -> DataExport | None:
    """The export that an address leads to, if it is made and that of this account; None for any other address."""
    try:
        id = UUID(signing.loads(key, salt=_SALT, max_age=KEPT))
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return DataExport.objects.filter(pk=id, account=account, state=DataExport.State.DONE).first()
