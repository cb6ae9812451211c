"""The readings of RULES section 10: where the documents leave a gap or disagree, what was chosen, as named values.

Another reading is another value here, or in the one rule book that takes it from here. The four-seat board of reading
3 and Duel's army of reading 9 are in their variants' data; reading 14, ultimate lightning after the classic
documents, is how that variant is put together. Readings 7, 12, 13, 16, 18 and 19 say what holds without exception (a
cavalry move ends elsewhere, and any attack ends it; section 4 binds Flags and Cannons like all others; the Spotter aims
at the front line, where its cards lie; section 4 counts borders in every book; what enters is a new piece, a fired
Cannon too; a claim may name any piece of the partner's, in vain too), so nothing switches them.
"""

from __future__ import annotations

from .pieces import Rank
from .turn import GAIT_BENT, GAIT_FAR, GAIT_TWO

FOURTH_CROSSING = 3
"""Reading 1: N of section 4 where a document names a fourth crossing as forbidden: three turns have crossed before."""

THIRD_CROSSING = 2
"""Reading 1: the same where it names the third."""

CHASE_WINDOW = 1
"""Reading 2: the positions of section 5 go back to P(c - 1), c being the chase's length. With this window 220 recorded
games agree; with the whole game, or with one ply less, they do not.
"""

RESCUED_IS_KNOWN = True
"""Reading 6: a rescued piece is known to all, because the enemy hands it back and so sees what it is."""

NEVER_RESCUED = frozenset({Rank.FLAG, Rank.BOMB})
"""Reading 10: a Flag cannot be rescued in the lightning family: the game would be over. A Bomb leaves the game
destroyed, captured by nobody.
"""

RESCUE_AFTER_ATTACK = True
"""Reading 10: arriving by a won attack is arriving."""

RESCUE_BY_SLIDING = False
"""Reading 10: moving along the back row is no arrival, or a piece could wait there with its rescue."""

ENTRY_AFTER_RESCUE = True
"""Reading 11: a turn may have both a rescue and a bonus entry, since each has its own cause."""

REVEALED_BY_LENGTH = GAIT_TWO | GAIT_FAR | GAIT_BENT
"""Readings 14 and 15: in the classic documents a piece that moves two squares or more shows its rank."""

REVEALED_BY_SHAPE = GAIT_FAR | GAIT_BENT
"""Reading 15: the lightning texts let only attacks reveal; so a move shows what its shape proves. Three squares are a
Scout's, a turn of direction is a Captain's, and two squares straight may be either's.
"""

REVEALED_AS_SCOUT = GAIT_TWO | GAIT_FAR
"""Reading 17: in battle and duel a Scout's long move proves what it is and so reveals it; the documents do not say."""

SPOTTER_COUNTS_AS = Rank.SCOUT
"""Reading 4: the box counts 23 cards and the list 24 with the Spotter; so that is an option. Its rank is given nowhere:
like the Scout's, whose card it resembles, it is 2.
"""

SPY_MEETS_SPY_BOTH_LEAVE = True
"""Reading 5: at cards an attacked Spy always loses, and equal ranks both leave; both rules apply."""

SHUFFLING_IS_NO_ATTACK = True
"""Reading 8: a player at cards who can only shuffle or look loses, too: the rule asks for an attack."""
