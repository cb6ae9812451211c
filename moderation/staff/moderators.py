"""The group of moderators, and appointments.

Moderators have no power over accounts: they see no address, set no password, and give nobody rights. What they may do
each page of the admin says itself (`Audited.for_moderators`), and migrating the database gives the group exactly that.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model, Q

from accounts.audit import audit
from accounts.audit.audit import Action
from accounts.audit.refusals import NotAllowed
from accounts.models import Account, Player

GROUP = "Moderators"


class Role:
    MODERATOR = "moderator"
    OPERATOR = "operator"
    NOBODY = "nobody"

    ALL = (MODERATOR, OPERATOR, NOBODY)


def permissions() -> frozenset[tuple[str, str]]:
    """What moderators may do, as pairs of an app and a codename: what the pages of the admin leave to them."""
    return frozenset(
        (model._meta.app_label, get_permission_codename(action, model._meta))
        for model in _models()
        for action in getattr(admin.site.get_model_admin(model), "for_moderators", ())
    )


def _models() -> list[type[Model]]:
    return [model for model in apps.get_models() if admin.site.is_registered(model)]


def make_group(*, using: str = DEFAULT_DB_ALIAS, **_signal: Any) -> None:
    """Make the group of moderators, or give it back exactly what it may; after every `migrate`."""
    if Group._meta.db_table not in connections[using].introspection.table_names():
        return
    wanted = permissions()
    for label in {label for label, _codename in wanted}:
        create_permissions(apps.get_app_config(label), verbosity=0, using=using)
    result = Q(pk__in=())
    for label, codename in wanted:
        result |= Q(content_type__app_label=label, codename=codename)
    group, _made = Group.objects.using(using).get_or_create(name=GROUP)
    group.permissions.set(Permission.objects.using(using).filter(result))


def role_of(account: Account) -> str:
    """What an account is: a value of `Role`."""
    if account.is_superuser:
        return Role.OPERATOR
    return Role.MODERATOR if account.is_staff else Role.NOBODY


def appoint(account: Account, role: str, *, by: UUID | None) -> bool:
    """Make an account a moderator or an operator, or take all powers away, and write it into the audit.

    Who gets powers signs in again: a session that began without them was not one of the staff. What was given besides
    for pages of the admin, to the account or by another group, is taken away.

    Args:
        account: whose powers.
        role: a value of `Role`.
        by: the account that does it; None for a command on the server.

    Returns:
        Whether anything was different before.

    Raises:
        NotAllowed: `bot`: a program plays for the account.
    """
    operator, moderator = role == Role.OPERATOR, role == Role.MODERATOR
    with transaction.atomic():
        # The player first, as by whom an account becomes a bot: of the two the second sees what the first has done.
        player = Player.objects.select_for_update(no_key=True).filter(account=account).first()
        held = Account.objects.select_for_update().get(pk=account.pk)
        if role != Role.NOBODY and player is not None and player.machine:
            raise NotAllowed("bot")
        extra = held.user_permissions.filter(_of_the_admin())
        groups = held.groups.filter(Q(name=GROUP) | Q(permissions__in=Permission.objects.filter(_of_the_admin())))
        before = (held.is_staff, held.is_superuser, set(groups.values_list("name", flat=True)), extra.exists())
        after = (operator or moderator, operator, {GROUP} if moderator else set(), False)
        if before == after:
            return False
        held.is_staff, held.is_superuser = account.is_staff, account.is_superuser = after[:2]
        held.save(update_fields=["is_staff", "is_superuser"])
        held.groups.remove(*groups)
        held.groups.add(*Group.objects.filter(name__in=after[2]))
        held.user_permissions.remove(*extra)
        audit.record(_ACTIONS[role], by=by, on=[held])
    return True


def _of_the_admin() -> Q:
    """The permissions needed by pages of the admin. Others are no powers of the staff."""
    kinds = ContentType.objects.get_for_models(*_models(), for_concrete_models=False)
    return Q(content_type__in=[kind.pk for kind in kinds.values()])


_ACTIONS = {
    Role.MODERATOR: Action.APPOINTED_MODERATOR,
    Role.OPERATOR: Action.APPOINTED_OPERATOR,
    Role.NOBODY: Action.DISMISSED,
}
