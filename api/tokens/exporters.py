"""What somebody is given of tokens and programs: that there are some, and never what lets one in. They go with the
account, and the kept answers with them: its own programs, too, with all that others let them do.
"""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from api.models import AccessToken, Grant, KnownAs, Program


def export_tokens(owner: DataOwner) -> Iterator[ExportPart]:
    tokens = AccessToken.objects.filter(account=owner.account).order_by("created", "pk")
    result = ("name", "scopes", "created", "expires", "used", "revoked")
    yield rows("account/tokens", tokens, result, ("id", "account", "digest", "grant"))


def export_programs(owner: DataOwner) -> Iterator[ExportPart]:
    """The programs that somebody made, those that somebody let in, and by what they know them."""
    made = Program.objects.filter(owner=owner.account).order_by("created_at", "pk")
    unused = ("scopes", "default_scopes", "grant_types", "cors_origins", "allow_uri_wildcards", "response_types")
    result = ("id", "name", "type", "redirect_uris", "created_at")
    yield rows("account/programs-made", made, result, ("secret", "owner", "skip_consent", "data", *unused))
    given = Grant.objects.filter(account=owner.account).order_by("created", "pk")
    yield rows(
        "account/programs-let-in", given, ("program", "scopes", "created", "expires", "ended"), ("id", "account")
    )
    known = KnownAs.objects.filter(account=owner.account).order_by("pk")
    yield rows("account/known-to-programs", known, ("program", "value"), ("id", "account"))
