"""Alliance: four seats in two alliances, thirteen of twenty pieces set up, Cannons, stockades and marching Flags.

In the first edition united Flags were shown to the two partners alone, and a move that broke section 4 in a `noted`
game did not have to free a Flag.
"""

from games.rules import combat
from games.rules.acts import read_act
from games.rules.four_seats import FourSeatPosition
from games.rules.pieces import Seat
from games.rules.readings import REVEALED_BY_SHAPE, THIRD_CROSSING
from games.rules.variant import AT_A_DISTANCE, MARCHING_FLAG, Reserve, Variant
from games.rules.words import gettext_noop

from .boards import ALLIANCE_ARMY, FOUR_SEATS, LIGHTNING_NAMES

VARIANT = Variant(
    slug="alliance",
    name=gettext_noop("Alliance"),
    board=FOUR_SEATS,
    seats=tuple(Seat),
    army=ALLIANCE_ARMY,
    combat=combat.aggressive,
    two_squares=THIRD_CROSSING,
    gaits=MARCHING_FLAG,
    strikes=AT_A_DISTANCE,
    revealing=REVEALED_BY_SHAPE,
    cannon_returns=True,
    reserve=Reserve.REST,
    bonus_entry=True,
    secret_turns=True,
    rank_names=LIGHTNING_NAMES,
    position=FourSeatPosition,
    notation=read_act,
    earlier=({"shows_united": False, "breach_frees": False},),
)
