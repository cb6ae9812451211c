"""Ultimate lightning: lightning, with the classic documents where its own is silent (RULES section 10, reading 14)."""

from dataclasses import replace

from games.rules.readings import REVEALED_BY_LENGTH
from games.rules.words import gettext_noop

from . import classic, lightning

VARIANT = replace(
    lightning.VARIANT,
    slug="ultimate_lightning",
    name=gettext_noop("Ultimate Lightning"),
    two_squares=classic.VARIANT.two_squares,
    more_squares=classic.VARIANT.more_squares,
    drawn_if_blocked=classic.VARIANT.drawn_if_blocked,
    revealing=REVEALED_BY_LENGTH,
    archive_types={"ultimate lightning": False},
)
