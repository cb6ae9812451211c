"""What several commands read of their options."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.rules import VARIANTS, Variant


def rule_book(name: str) -> Variant:
    """The rule book that an option names.

    Raises:
        CommandError: there is none; it lists those there are. The status is 2, as of any bad usage.
    """
    if name not in VARIANTS:
        words = _("There is no rule book “%(name)s”. Choose one of: %(known)s.")
        raise CommandError(words % {"name": name, "known": ", ".join(VARIANTS)}, returncode=2)
    return VARIANTS[name]
