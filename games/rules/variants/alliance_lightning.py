"""Alliance Lightning: thirteen pieces a seat and no reserve; a Cannon that fires moves to the square it hit."""

from dataclasses import replace

from games.rules.pieces import Rank
from games.rules.variant import Reserve
from games.rules.words import gettext_noop

from . import alliance

VARIANT = replace(
    alliance.VARIANT,
    slug="alliance_lightning",
    name=gettext_noop("Alliance Lightning"),
    army={
        Rank.MARSHAL: 1,
        Rank.GENERAL: 1,
        Rank.COLONEL: 1,
        Rank.MAJOR: 1,
        Rank.CAPTAIN: 1,
        Rank.LIEUTENANT: 1,
        Rank.SERGEANT: 1,
        Rank.MINER: 1,
        Rank.SCOUT: 2,
        Rank.SPY: 1,
        Rank.CANNON: 1,
        Rank.FLAG: 1,
    },
    cannon_returns=False,
    reserve=Reserve.NONE,
    bonus_entry=False,
)
