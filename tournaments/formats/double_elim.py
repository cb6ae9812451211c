"""Double elimination: who loses a match plays on along a second bracket, and who loses again is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.domain.events import RoundPaired
from tournaments.domain.state import Board, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.formats.knockout import Knockout, MatchTerms
from tournaments.pairing import double_elimination
from tournaments.pairing.double_elimination import rounds_of
from tournaments.pairing.knockout import Bracket
from tournaments.scoring.crosstable import Crosstable
from tournaments.scoring.formats import FormatTerms

_KNOCKOUT = Knockout()


class DoubleElimination(Knockout):
    """A knockout with a bracket of losers and a grand final, whose matches are those of a knockout."""

    slug = "double_elim"
    name = gettext_lazy("Double elimination")
    terms = FormatTerms(
        own=MatchTerms,
        refused_elsewhere=("best_of",),
        bounds=_KNOCKOUT.terms.bounds,
        choices=_KNOCKOUT.terms.choices,
        usual=_KNOCKOUT.terms.usual,
    )
    asked = tuple(field for field in _KNOCKOUT.asked if field.name in MatchTerms.defaults())
    untied = gettext_lazy("Double elimination needs none: its brackets give the places.")
    has_losers_bracket = True
    in_files = tuple(file for file in _KNOCKOUT.in_files if file.name in {*MatchTerms.defaults(), "lot"})
    report_name = "Individual: Double Elimination"
    report_words = ("double elim", "double-elim")

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """Two brackets that a page can hold: the first round has two sections."""
        return 256

    # -- rounds --

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """With the second grand final, which may not be needed."""
        return rounds_of(players)

    def planned(self, fold: TournamentFold) -> int:
        """The second grand final falls away once somebody has won without it."""
        most = rounds_of(len(fold.order))
        if len(fold.rounds) < most - 2 or self.bracket_shown(fold).champion is None:
            return most
        return len(fold.rounds)

    def wrong_round(self, fold: TournamentFold, event: RoundPaired) -> str:
        return "" if self.is_next(fold, event) else "a round is not that of the two brackets"

    def round_name(self, number: int, rounds: int) -> str:
        names = {rounds - 1: _("Grand final"), rounds: _("Second grand final")}
        return names.get(number) or _("Round %(number)d") % {"number": number}

    # -- matches --

    def is_final(self, fold: TournamentFold, round: int, board: Board) -> bool:
        """Both grand finals are.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        return round >= rounds_of(len(fold.order)) - 1

    def why_not_corrected(self, fold: TournamentFold, round: int, before: Board, after: Board) -> Illegal | None:
        """As in a knockout; a grand final after which the event has ended cannot come to need a second one.

        Args:
            fold, round, before, after: as for `Format.why_not_corrected`.
        """
        last = round == len(fold.rounds) == rounds_of(len(fold.order)) - 1
        if fold.ended and last and after.winner != before.winner and self.bracket(fold).champion is None:
            return refuse("places-follow")
        return super().why_not_corrected(fold, round, before, after)

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry has lost two matches, or one that nobody won."""
        boards = [board for round in fold.rounds if (board := round.board_of(entry)) is not None and board.decided]
        return sum(2 if not board.winner else board.winner != entry for board in boards) > 1

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        return not self.is_out(fold, entry)

    def draw(self, terms: Terms, players: int, winners: Sequence[Sequence[int | None]]) -> Bracket:
        """Both brackets.

        Args:
            terms, players, winners: as for `Knockout.draw`.
        """
        return double_elimination.bracket(players, winners)

    def bracket_in_file(self, table: Crosstable) -> Bracket:
        return double_elimination.bracket_of(table)

    # -- files --

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """How its matches are decided.

        Args:
            values, players, boards: as for `FormatTraits.terms_in_file`.
        """
        return {name: values[name] for name in self.terms.own.defaults()}
