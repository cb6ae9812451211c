"""Which names an account may have."""

from __future__ import annotations

from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
"""Characters of a name, at least and at most."""

VALIDATORS = [
    MinLengthValidator(SHORTEST, _("A name has at least %(limit_value)d characters.")),
    MaxLengthValidator(LONGEST, _("A name has at most %(limit_value)d characters.")),
    # Letters of ASCII alone: others look like them, and one player could pass for another.
    RegexValidator(r"^[A-Za-z0-9_-]+\Z", _("A name has only the letters a to z, digits, “-” and “_”.")),
    RegexValidator(r"[A-Za-z0-9]", _("A name has at least one letter or digit.")),
]

_RESERVED = frozenset(
    {"account", "admin", "administrator", "all", "anonymous", "api", "arbiter", "bot", "computer", "deleted"}
    | {"everybody", "everyone", "help", "host", "me", "mod", "moderator", "moderators", "nobody", "none", "null"}
    | {"official", "organizer", "owner", "player", "robot", "root", "server", "spectator", "staff", "stratego"}
    | {"support", "sysop", "system", "team", "tournament", "undefined", "unknown", "user", "webmaster", "you"}
    | {"red", "blue", "red2", "blue2"}
    # Words that the service writes itself where names are erased later: in sessions and in the admin's history.
    | {"added", "backend", "changed", "email", "fields", "login", "logout", "message", "method", "name"}
    | {"object", "password", "session", "sessions", "signup", "user_id", "username"}
)
_BEGINNINGS = ("guest", "deleted", "vexillum", "admin", "moderator")


def reserved(name: str) -> bool:
    """Whether a name would pass for the service itself, for a role in it, or for somebody without a name.

    >>> reserved("Admin-1"), reserved("ada")
    (True, False)
    """
    plain = name.casefold().strip("-_")
    return plain in _RESERVED or plain.startswith(_BEGINNINGS)


def of_guest(name: str) -> bool:
    """Whether a user name is one that guests are given, and nobody else can choose.

    >>> of_guest("guest-17ab"), of_guest("ada")
    (True, False)
    """
    return name.casefold().startswith("guest")
