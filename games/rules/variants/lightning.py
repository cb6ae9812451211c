"""Lightning: twenty pieces, aggressive combat, cavalry and rescue."""

from games.rules import combat
from games.rules.acts import read_act
from games.rules.parts import PositionWithParts
from games.rules.readings import REVEALED_BY_SHAPE, THIRD_CROSSING
from games.rules.variant import CAVALRY, Variant
from games.rules.words import gettext_noop

from .boards import LIGHTNING_ARMY, LIGHTNING_NAMES, TEN_BY_TEN

VARIANT = Variant(
    slug="lightning",
    name=gettext_noop("Lightning"),
    board=TEN_BY_TEN,
    army=LIGHTNING_ARMY,
    combat=combat.aggressive,
    two_squares=THIRD_CROSSING,
    gaits=CAVALRY,
    revealing=REVEALED_BY_SHAPE,
    rescues=2,
    rank_names=LIGHTNING_NAMES,
    position=PositionWithParts,
    notation=read_act,
    rated_from=16,
)
