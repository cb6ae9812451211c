"""Battle: 40 pieces, no third crossing in a row, and the chase limit of section 6.

In the first edition an attack that removed both pieces and left neither seat a legal turn drew.
"""

from games.rules import combat
from games.rules.readings import REVEALED_AS_SCOUT, THIRD_CROSSING
from games.rules.variant import Variant
from games.rules.words import gettext_noop

from .boards import FULL_ARMY, TEN_BY_TEN

VARIANT = Variant(
    slug="battle",
    name=gettext_noop("Battle"),
    board=TEN_BY_TEN,
    army=FULL_ARMY,
    combat=combat.classic,
    two_squares=THIRD_CROSSING,
    revealing=REVEALED_AS_SCOUT,
    chase_limit=True,
    drawn_without_movers=True,
    earlier=({"drawn_if_blocked": True},),
)
