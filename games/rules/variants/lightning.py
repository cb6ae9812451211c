"""Lightning: twenty pieces, aggressive combat, cavalry and rescue."""

from games.rules import combat
from games.rules.acts import read_act
from games.rules.parts import PositionWithParts
from games.rules.turn import GAIT_BENT, GAIT_FAR
from games.rules.variant import CAVALRY, Variant

from .boards import LIGHTNING_ARMY, LIGHTNING_NAMES, TEN_BY_TEN

VARIANT = Variant(
    slug="lightning",
    name="Lightning",
    board=TEN_BY_TEN,
    army=LIGHTNING_ARMY,
    combat=combat.aggressive,
    two_squares=2,
    gaits=CAVALRY,
    # Its texts let only attacks reveal; so a move shows no more than its shape proves (RULES section 10, reading 15).
    revealing=GAIT_FAR | GAIT_BENT,
    rescues=2,
    rank_names=LIGHTNING_NAMES,
    position=PositionWithParts,
    notation=read_act,
)
