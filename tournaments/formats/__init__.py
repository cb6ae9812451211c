"""The formats of tournaments: an object each, with all that is particular to it.

They are registered in the order in which they are offered. docs/how-to/add-a-format.md says how to add one.
"""

from __future__ import annotations

from tournaments.domain.formats import register
from tournaments.formats.arena import Arena
from tournaments.formats.double_elim import DoubleElimination
from tournaments.formats.group_stage import GROUP_STAGE
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import ChallengeLadder
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.formats.swiss_cut import SwissCut

__all__ = ["DOUBLE_ELIMINATION", "GROUP_STAGE", "KNOCKOUT", "ROUND_ROBIN", "SWISS"]

SWISS = register(Swiss())
KNOCKOUT = register(Knockout())
DOUBLE_ELIMINATION = register(DoubleElimination())
ROUND_ROBIN = register(RoundRobin())
register(GROUP_STAGE)
register(SwissCut())
register(Arena())
register(ChallengeLadder())
