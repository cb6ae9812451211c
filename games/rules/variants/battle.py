"""Battle: 40 pieces, no third crossing in a row, and the chase limit of section 6."""

from games.rules import combat
from games.rules.readings import THIRD_CROSSING
from games.rules.variant import Variant

from .boards import FULL_ARMY, TEN_BY_TEN

VARIANT = Variant(
    slug="battle",
    name="Battle",
    board=TEN_BY_TEN,
    army=FULL_ARMY,
    combat=combat.classic,
    two_squares=THIRD_CROSSING,
    chase_limit=True,
    drawn_if_blocked=True,
    drawn_without_movers=True,
)
