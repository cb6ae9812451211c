"""A ban ends all sessions and streams: what is open is a visitor's from then on."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.authentication.session_revocation import end_sessions
from accounts.conduct.restrictions import Barred, barred
from accounts.models import Account, Penalty
from realtime.changes import open_streams, shut_streams


def sign_out(penalty: Penalty) -> None:
    """Ends the sessions and streams of a banned player. After signing in again the page with the reason follows."""
    account = Account.objects.filter(player=penalty.player).first()
    if account is not None:
        addresses = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
        end_sessions(account, {account.email, *addresses})
    shut_streams(penalty.player)


def let_in(penalty: Penalty) -> None:
    """Lets open pages follow games again, unless another ban is in force."""
    if barred(penalty.player, Barred.BAN) is None:
        open_streams(penalty.player)
