"""Duel: the 10-piece form of battle (RULES section 10, reading 9)."""

from dataclasses import replace

from games.rules.pieces import Rank
from games.rules.words import gettext_noop

from . import battle

VARIANT = replace(
    battle.VARIANT,
    slug="duel",
    name=gettext_noop("Duel"),
    army={
        Rank.MARSHAL: 1,
        Rank.GENERAL: 1,
        Rank.MINER: 2,
        Rank.SCOUT: 2,
        Rank.SPY: 1,
        Rank.BOMB: 2,
        Rank.FLAG: 1,
    },
    archive_types={"duell": False},
    rated_from=10,
)
