"""Barrage: the federation's 8-piece form of classic (RULES section 10, reading 9)."""

from dataclasses import replace

from games.rules.pieces import Rank
from games.rules.words import gettext_noop

from . import classic

VARIANT = replace(
    classic.VARIANT,
    slug="barrage",
    name=gettext_noop("Barrage"),
    army={
        Rank.MARSHAL: 1,
        Rank.GENERAL: 1,
        Rank.MINER: 1,
        Rank.SCOUT: 2,
        Rank.SPY: 1,
        Rank.BOMB: 1,
        Rank.FLAG: 1,
    },
    archive_types={"barrage": False},
    rated_from=10,
)
