"""What several commands read of their options."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from games.rules import VARIANTS, Variant


def need_demo() -> None:
    """Refuse to make what belongs in a demo alone: accounts whose passwords everybody knows, and their events.

    Raises:
        CommandError: `VEXILLUM_DEMO` is not set.
    """
    if not settings.VEXILLUM_DEMO:
        raise CommandError(
            _(
                "Nothing was done: this belongs in a demo only, because everybody knows the passwords of its accounts, "
                "and one of them may use the admin. Start a demo with “make demo”, or set VEXILLUM_DEMO=1."
            ),
            returncode=2,
        )


def rule_book(name: str) -> Variant:
    """The rule book that an option names.

    Raises:
        CommandError: there is none; it lists those there are. The status is 2, as of any bad usage.
    """
    if name not in VARIANTS:
        words = _("There is no rule book “%(name)s”. Choose one of: %(known)s.")
        raise CommandError(words % {"name": name, "known": ", ".join(VARIANTS)}, returncode=2)
    return VARIANTS[name]
