"""What is erased with an account beside its rows: mails to its addresses that wait and belong to nobody."""

from __future__ import annotations

from uuid import UUID

from allauth.account.models import EmailAddress

from accounts.erasing.deletion import eraser
from accounts.models import OutgoingMail


@eraser
def erase_mails(player_id: UUID, account_id: UUID | None) -> None:
    """Deletes mails that only say an address of the account, unless another account has proven it."""
    own = EmailAddress.objects.filter(user=account_id).values("email")
    others = EmailAddress.objects.filter(verified=True).exclude(user=account_id).values("email")
    OutgoingMail.objects.filter(account=None, address__in=own).exclude(address__in=others).delete()
