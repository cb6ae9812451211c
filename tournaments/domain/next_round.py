"""Who meets whom in the next round, computed from a fold. Nothing is written here, and nothing is locked meanwhile."""

from __future__ import annotations

from tournaments.domain.formats import format_of
from tournaments.domain.proposals import Proposal
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import Terms


def hidden(terms: Terms) -> bool | None:
    """Whether a pairing waits to be published, as `RoundPaired.hidden` tells it."""
    return True if terms.publishing != "paired" else None


def propose(fold: TournamentFold) -> Proposal:
    """The next round by the rules of the format.

    Raises:
        CannotPair: there is none (see `tournaments.pairing.rounds`).
    """
    return format_of(fold).next_round(fold)
