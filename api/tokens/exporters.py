"""What somebody is given of tokens: that there are some, and never what lets a program in. They go with the account,
and the kept answers with them."""

from __future__ import annotations

from collections.abc import Iterator

from api.models import AccessToken, KeptAnswer
from players.erasing.exporting import DataOwner, ExportPart, exporter, not_exported, rows


@exporter("tokens", of=(AccessToken,))
def export_tokens(owner: DataOwner) -> Iterator[ExportPart]:
    """Each with what its owner called it and what it may do."""
    found = AccessToken.objects.filter(account=owner.account).order_by("created", "pk")
    told = ("name", "scopes", "created", "expires", "used", "revoked")
    yield rows("account/tokens", found, told, ("id", "account", "digest"))


not_exported("an answer that its owner's program was given already, kept for a day", KeptAnswer)
