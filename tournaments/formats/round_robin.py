"""The round robin: everybody meets everybody, once or twice, by the Berger tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.formats import AskedField, Format, Proposal
from tournaments.domain.state import Entry, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.pairing.round_robin import berger, rounds_of
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.formats import FileField, FormatTerms, OwnTerms


@dataclass(frozen=True)
class RoundRobinTerms(OwnTerms):
    """Its own part of the terms.

    Args:
        double: everybody meets twice.
    """

    double: bool = False


class RoundRobin(Format):
    """A round robin by the Berger tables of FIDE (C.05, annex 1)."""

    slug = "round_robin"
    name = gettext_lazy("Round robin")
    terms = FormatTerms(
        own=RoundRobinTerms,
        usual={"tiebreaks": ("sonneborn-berger", "direct-encounter", "wins", "wins-blue"), "half_byes": 0},
    )
    asked = (
        AskedField(
            "double",
            lambda: forms.BooleanField(
                label=gettext_lazy("Round robin: everybody meets twice"),
                help_text=gettext_lazy("With at most half as many entries."),
                required=False,
            ),
        ),
    )
    all_meet = True
    takes_teams = True
    in_files = (FileField("double", False),)
    report_name = "Individual: Round-Robin (Berger)"
    report_teams = "Team: Round-Robin (Berger)"
    report_words = ("robin", "berger")

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """As many as it takes for everybody to meet."""
        return rounds_of(players, double=own["double"])

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """As many as meet within the 99 rounds that files and terms have room for."""
        return 50 if own["double"] else 100

    def next_round(self, fold: TournamentFold) -> Proposal:
        round, order = len(fold.rounds) + 1, fold.order
        tables = berger(len(order), _is_double(fold.terms))
        if round > len(tables):
            raise CannotPair("event-over", {"rounds": len(tables)})
        pairings = tables[round - 1]
        boards = tuple(
            (order[pairing.red - 1], order[pairing.blue - 1]) for pairing in pairings if pairing.blue is not None
        )
        # Everybody is free once, so being free is worth nothing.
        byes = tuple((order[pairing.red - 1], "absent") for pairing in pairings if pairing.blue is None)
        return Proposal(round, fold.version, order, boards, byes)

    def details(self, terms: Terms) -> tuple[str, ...]:
        return (_("everybody meets twice"),) if _is_double(terms) else ()

    def games_of_each(self, players: int, own: Mapping[str, Any]) -> int:
        """Against each of the others, once or twice."""
        return (players - 1) * (2 if own["double"] else 1)

    def is_annulled(self, fold: TournamentFold, entry: Entry) -> bool:
        """Whether an entry left, or was excluded, before it had played half of its games (FIDE Competition Rules).
        Games of a round that goes on may still make it half of them.
        """
        if entry.here:
            return False
        boards = [board for round in fold.rounds if (board := round.board_of(entry.number)) is not None]
        played = sum(board.was_played for board in boards)
        return 2 * played < self.games_of_each(len(fold.order), fold.terms.fields_of_format)


def _is_double(terms: Terms) -> bool:
    return isinstance(terms.own, RoundRobinTerms) and terms.own.double
