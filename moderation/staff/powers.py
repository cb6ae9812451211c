"""What staff does to the accounts of others: closing them, opening them again, and helping with a lost password.

Nobody acts on the own account, and moderators act on nobody of the staff. Nobody sets the password of another, or
changes an address: that would allow signing in as that person.
"""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.audit.refusals import NotAllowed
from accounts.authentication.session_revocation import distrusted, end_other_sessions
from accounts.mails import outbox as mail
from accounts.models import Account, Player
from eventlog.sources import new_id
from moderation.cases.exclusions import excluded_from
from moderation.cases.models import Case


def may_act_on(by: Account, account: Account) -> None:
    """Say nothing if one account may act on another.

    Raises:
        NotAllowed: it is the own one; or the actor is no operator, and it is one of the staff, or of somebody whose
            cases the actor must not handle, as an opponent.
    """
    if by.pk == account.pk:
        raise NotAllowed("own-account")
    if by.is_superuser:
        return
    if account.is_staff:
        raise NotAllowed("staff")
    concerned, actor = (Player.objects.filter(account=item).first() for item in (account, by))
    if concerned is not None and actor is not None and excluded_from([Case(id=new_id(), about=concerned.pk)], actor.pk):
        raise NotAllowed("excluded")


def close_account(account: Account, *, by: Account) -> bool:
    """Close an account: it is signed out and cannot sign in, until it is opened again. Its games go on without it.

    Returns:
        Whether it was open.

    Raises:
        NotAllowed: see `may_act_on`.
    """
    return _set_active(account, active=False, by=by, action=Action.CLOSED_ACCOUNT)


def open_account(account: Account, *, by: Account) -> bool:
    """Open an account again; as `close_account`."""
    return _set_active(account, active=True, by=by, action=Action.OPENED_ACCOUNT)


def _set_active(account: Account, *, active: bool, by: Account, action: Action) -> bool:
    with transaction.atomic():
        held = Account.objects.select_for_update().get(pk=account.pk)
        may_act_on(by, held)
        if held.is_active == active:
            return False
        held.is_active = active
        held.save(update_fields=["is_active"])
        if not active:
            end_other_sessions(held, None)
            distrusted.send(Account, user=held)
        audit.record(action, by=by.pk, on=[held])
    return True


def reset_factors(account: Account, *, by: Account | None) -> bool:
    """Take all second factors of an account away and sign it out everywhere: its owner has lost every one, or somebody
    else has one. A mail notifies the owner.

    Args:
        by: the acting operator; None for a command on the server.

    Returns:
        Whether there was any.

    Raises:
        NotAllowed: see `may_act_on`.
    """
    with transaction.atomic():
        held = Account.objects.select_for_update().get(pk=account.pk)
        if by is not None:
            may_act_on(by, held)
        gone, _rows = Authenticator.objects.filter(user=held).delete()
        if not gone:
            return False
        end_other_sessions(held, None)
        distrusted.send(Account, user=held)
        audit.record(Action.RESET_FACTORS, by=None if by is None else by.pk, on=[held])
        if address := EmailAddress.objects.get_primary_email(held):
            mail.post("factors-reset", site=settings.VEXILLUM_SITE, account=held, address=address)
    return True


def send_reset(account: Account, *, by: Account, request: HttpRequest) -> bool:
    """Have a link for a new password sent to the proven address of an account: its owner alone can use it.

    Raises:
        NotAllowed: see `may_act_on`; or `no-address`, if none is proven.
    """
    may_act_on(by, account)
    address = EmailAddress.objects.filter(user=account, verified=True, primary=True).first()
    if address is None:
        raise NotAllowed("no-address")
    with transaction.atomic():
        get_adapter().post("reset", request, account=account, address=address.email)
        audit.record(Action.SENT_RESET, by=by.pk, on=[account])
    return True
