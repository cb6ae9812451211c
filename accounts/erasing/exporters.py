"""What is written down of an account itself, for who asks for their data."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry

from accounts.erasing.data_export import DataOwner, ExportPart, exporter, not_exported, rows
from accounts.models import (
    Account,
    AddressChange,
    Allowance,
    Block,
    OutgoingMail,
    Penalty,
    Player,
    Preferences,
    Report,
    SeenAddress,
    Session,
)
from eventlog.models import Event

_STANDING = ("is_active", "is_staff", "agreed")


_WHO = (Account, Player, EmailAddress, AddressChange, SeenAddress)
_HOW = (Authenticator, Preferences, Session, OutgoingMail, LogEntry)


@exporter("account", of=(*_WHO, *_HOW))
def export_account(owner: DataOwner) -> Iterator[ExportPart]:
    """Who it is, how pages look, and since when somebody is signed in where."""
    yield rows(
        "account/account",
        Account.objects.filter(pk=owner.account),
        ("id", "username", "email", "first_name", "last_name", "date_joined", "last_login", *_STANDING),
        ("password", "is_superuser"),
    )
    yield rows(
        "account/player",
        Player.objects.filter(pk=owner.player),
        ("id", "name", "account", "bot", "guest", "organiser", "unproven", "machine", "keeper", "kept"),
        ("event",),
    )
    yield rows(
        "account/addresses",
        EmailAddress.objects.filter(user=owner.account),
        ("email", "verified", "primary"),
        ("id", "user"),
    )
    yield rows(
        "account/address-changes",
        AddressChange.objects.filter(account=owner.account),
        ("new", "asked", "due", "agreed", "proven"),
        ("id", "account"),
    )
    # What is kept of a factor is the secret itself, or what a device told of one.
    yield rows(
        "account/factors",
        Authenticator.objects.filter(user=owner.account).order_by("created_at", "pk"),
        ("type", "created_at", "last_used_at"),
        ("id", "user", "data"),
    )
    wanted = ("board_side", "confirm_moves", "coordinates", "theme", "time_zone", "ranks", "open_guesses")
    yield rows(
        "account/preferences",
        Preferences.objects.filter(account=owner.account),
        (*wanted, "show_figures", "open_data", "bot_challenges", "rated_bots"),
        ("account",),
    )
    # The hash would tell two people who compare their files that they share an address.
    yield rows(
        "account/days-at-an-address",
        SeenAddress.objects.filter(account=owner.account).order_by("first", "last", "pk"),
        ("first", "last"),
        ("id", "account", "mark"),
    )
    # The key of a session signs in, and its values may do so too.
    yield rows(
        "account/sessions",
        Session.objects.filter(account=owner.account).order_by("expire_date"),
        ("expire_date",),
        ("session_key", "session_data", "account", "about"),
    )
    yield rows(
        "account/mails",
        OutgoingMail.objects.filter(account=owner.account).order_by("created", "pk"),
        ("kind", "address", "created", "due", "attempts"),
        ("id", "account", "about", "site", "details"),
    )
    # Its texts name what was acted on, as it was called then.
    yield rows(
        "account/admin",
        LogEntry.objects.filter(user=owner.account).order_by("pk"),
        ("action_time", "action_flag"),
        ("id", "user", "content_type", "object_id", "object_repr", "change_message"),
    )


@exporter("people", of=(Block, Report, Allowance, Penalty))
def export_people(owner: DataOwner) -> Iterator[ExportPart]:
    """Whom somebody has blocked and reported. Who has blocked or reported them is not told."""
    blocked = list(Block.objects.filter(blocker=owner.player).order_by("since", "pk").values("blocked", "since"))
    names = owner.names(row["blocked"] for row in blocked)
    yield ExportPart("people/blocks", [row | {"name": names.get(row["blocked"])} for row in blocked])
    yield rows(
        "people/reports",
        Report.objects.filter(reporter=owner.player).order_by("created", "pk"),
        ("kind", "target", "about", "why", "text", "state", "created", "closed"),
        ("id", "reporter", "excerpt", "case", "salt", "told"),
    )
    # What they rest on is on the page of each.
    yield rows(
        "people/penalties",
        Penalty.objects.filter(player=owner.player).order_by("begins", "pk"),
        ("id", "kind", "rule", "begins", "ends", "game", "amount", "acknowledged_at", "reversed_at"),
        ("case", "player", "by", "shown", "reason"),
    )
    yield rows(
        "people/limits-of-a-day",
        Allowance.objects.filter(player=owner.player).order_by("day", "pk"),
        ("what", "other", "day", "used"),
        ("id", "player"),
    )


not_exported("a secret link to an address; the addresses are exported", EmailConfirmation)
not_exported("groups are those of the staff, and the audit tells who was appointed", Account.groups.through)
not_exported("nobody has rights of their own, and the audit tells who was appointed", Account.user_permissions.through)
not_exported("the log holds ids and codes; rooms give out what somebody did, as far as they may know it", Event)
