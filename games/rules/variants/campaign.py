"""Campaign: lightning with a second army, which enters piece by piece, its Flag first."""

from dataclasses import replace

from games.rules.variant import Reserve
from games.rules.words import gettext_noop

from . import lightning

VARIANT = replace(
    lightning.VARIANT,
    slug="campaign",
    name=gettext_noop("Campaign"),
    reserve=Reserve.SECOND_ARMY,
    flag_first=True,
    bonus_entry=True,
    secret_turns=True,
)
