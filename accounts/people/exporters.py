"""The data of the account itself, for an export."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry

from accounts.agreements.models import Agreement
from accounts.audit.models import AuditEntry
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
from accounts.people.personal_data import DataOwner, ExportPart, rows

_STANDING = ("is_active", "is_staff", "agreed")


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
    # A factor's stored data is the secret itself, or a device's public data.
    yield rows(
        "account/factors",
        Authenticator.objects.filter(user=owner.account).order_by("created_at", "pk"),
        ("type", "created_at", "last_used_at"),
        ("id", "user", "data"),
    )
    wanted = (
        "board_side",
        "confirm_moves",
        "coordinates",
        "theme",
        "time_zone",
        "ranks",
        "pieces",
        "board",
        "open_guesses",
    )
    yield rows(
        "account/preferences",
        Preferences.objects.filter(account=owner.account),
        (*wanted, "show_figures", "open_data", "bot_challenges", "rated_bots", "presence"),
        ("account",),
    )
    # The hash would show two people who compare their files that they share an address.
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


def export_people(owner: DataOwner) -> Iterator[ExportPart]:
    """Players whom somebody has blocked and reported. The reverse is not included."""
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


def export_agreements(owner: DataOwner) -> Iterator[ExportPart]:
    """When somebody agreed, and to what."""
    agreements = Agreement.objects.filter(account=owner.account).order_by("at", "pk")
    yield rows("account/agreements", agreements, ("terms", "privacy", "age", "at"), ("id", "account"))


def export_audit(owner: DataOwner) -> Iterator[ExportPart]:
    """A user's acts with powers, and acts on the user, without the actor; by time."""
    done = AuditEntry.objects.filter(actor=owner.account).order_by("version")
    yield rows("audit/done", done, ("time", "action", "kind", "target", "fields"), ("version", "position", "actor"))
    about = AuditEntry.objects.filter(target__in=(str(owner.account), str(owner.player))).order_by("version")
    yield rows("audit/about", about, ("time", "action", "kind", "fields"), ("version", "position", "actor", "target"))
