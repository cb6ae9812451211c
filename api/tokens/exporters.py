"""What somebody is given of tokens and programs: that there are some, and never what lets one in. They go with the
account, and the kept answers with them: its own programs, too, with all that others let them do.
"""

from __future__ import annotations

from collections.abc import Iterator

from allauth.idp.oidc.models import Client, Token

from accounts.erasing.data_export import DataOwner, ExportPart, exporter, not_exported, rows
from api.models import AccessToken, DeviceSignIn, Grant, GrantSecret, KeptAnswer, KnownAs, Program


@exporter("tokens", of=(AccessToken,))
def export_tokens(owner: DataOwner) -> Iterator[ExportPart]:
    """Each with what its owner called it and what it may do."""
    found = AccessToken.objects.filter(account=owner.account).order_by("created", "pk")
    told = ("name", "scopes", "created", "expires", "used", "revoked")
    yield rows("account/tokens", found, told, ("id", "account", "digest", "grant"))


@exporter("programs", of=(Client, Program, Grant, KnownAs))
def export_programs(owner: DataOwner) -> Iterator[ExportPart]:
    """The programs that somebody made, those that somebody let in, and by what they know them."""
    made = Program.objects.filter(owner=owner.account).order_by("created_at", "pk")
    unused = ("scopes", "default_scopes", "grant_types", "cors_origins", "allow_uri_wildcards", "response_types")
    told = ("id", "name", "type", "redirect_uris", "created_at")
    yield rows("account/programs-made", made, told, ("secret", "owner", "skip_consent", "data", *unused))
    given = Grant.objects.filter(account=owner.account).order_by("created", "pk")
    yield rows(
        "account/programs-let-in", given, ("program", "scopes", "created", "expires", "ended"), ("id", "account")
    )
    known = KnownAs.objects.filter(account=owner.account).order_by("pk")
    yield rows("account/known-to-programs", known, ("program", "value"), ("id", "account"))


not_exported("secrets that a program exchanges for tokens, as hashes, and codes of minutes", GrantSecret, DeviceSignIn)
not_exported("allauth's own table of tokens, which stays empty: ours are in AccessToken and Grant", Token)
not_exported("an answer that its owner's program was given already, kept for a day", KeptAnswer)
