"""Classic: the 40-piece game with the more-squares rule; a border may not be crossed a fourth time in a row."""

from games.rules import combat
from games.rules.readings import FOURTH_CROSSING
from games.rules.variant import Variant
from games.rules.words import gettext_noop

from .boards import FULL_ARMY, TEN_BY_TEN

VARIANT = Variant(
    slug="classic",
    name=gettext_noop("Classic"),
    board=TEN_BY_TEN,
    army=FULL_ARMY,
    combat=combat.classic,
    two_squares=FOURTH_CROSSING,
    more_squares=True,
    drawn_if_blocked=True,
    archive_types={"classic": False, "classicfree": True},
)
