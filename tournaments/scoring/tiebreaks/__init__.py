"""Tie-breaks by the Tie-Break Regulations of FIDE (Handbook C.07, in force since 1 March 2026). Pure.

Articles are those of C.07. Every value is made of a `TiebreakPart` a round, so a page can open it to the opponents,
the byes and the sum behind it: `explain` and the standings count the same parts.

Rounds that were not played (article 16, Swiss):

- A *requested bye* is a half-point or zero-point bye (16.1.1); who was absent without a word has a zero-point bye. A
  *voluntary unplayed round* is a requested bye or a forfeit loss (16.1.2). Pairing-allocated and full-point byes and
  forfeit wins are neither.
- For the opponents a player's score is *adjusted*: requested byes that nothing but voluntary unplayed rounds follow
  count as draws (16.2.5, 16.3.2); all other rounds count what they were worth (16.3.1).
- A player's own unplayed round counts as a game with that round's result against a *dummy* with the player's own score
  (16.4). That score is capped: after a forfeit by the scheduled opponent's adjusted score (16.4.1), after a bye by a
  draw in each round so far (16.4.2). Until March 2026 nothing was capped: `capped=False`.
- Where the lowest value is cut, the lowest one from a voluntary unplayed round goes instead, unless it is worth less
  (16.5).

In a round robin (article 15, `predetermined`) forfeits count as games against the scheduled opponent, but not for
ratings, and a forfeit loss is no game of one's own (15.2); rounds without an opponent count nothing, and scores are not
adjusted.
"""

from tournaments.scoring.tiebreaks.catalogue import TIEBREAKS, Tiebreak, Where, lot_order
from tournaments.scoring.tiebreaks.ranking import Explanation, direct_encounter, explain, rank
from tournaments.scoring.tiebreaks.tallies import REASONS, Count, TiebreakPart

__all__ = [
    "REASONS",
    "TIEBREAKS",
    "Count",
    "Explanation",
    "Tiebreak",
    "TiebreakPart",
    "Where",
    "direct_encounter",
    "explain",
    "lot_order",
    "rank",
]
