"""The knockout: who loses a match is out, and the winner goes on along a bracket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.drafts import refuse
from tournaments.domain.formats import AskedField, Format, Proposal
from tournaments.domain.state import Board, Round, TournamentFold
from tournaments.domain.terms import MOST_ENTRIES, Terms
from tournaments.pairing import knockout
from tournaments.pairing.knockout import Bracket, BracketPart, Decider, Verdict
from tournaments.pairing.rounds import CannotPair, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable
from tournaments.scoring.formats import FileField, FormatTerms, OwnTerms
from tournaments.scoring.points import Mark
from tournaments.scoring.standings import Standing

DECIDERS: dict[str, Promise] = {
    Decider.SEED: gettext_lazy("The higher seed goes on"),
    Decider.BLUE: gettext_lazy("Who had blue in the last game goes on"),
    Decider.LOT: gettext_lazy("Drawn by lot"),
}

_BOUNDS = {"best_of": (1, 15), "best_of_final": (0, 15), "replays": (0, 9)}
_MOST_GAMES = 99
"""Of a match in a file."""


@dataclass(frozen=True)
class MatchTerms(OwnTerms):
    """What the terms have of matches.

    Args:
        best_of: games of a match.
        best_of_final: games of the final; 0: as of any other match.
        replays: drawn matches are played again so many times with colours changed.
        decider: who wins a match that is still drawn: `seed` (the higher one), `blue` (who had blue in the last game)
            or `lot`.
    """

    best_of: int = 1
    replays: int = 1
    decider: str = "seed"
    best_of_final: int = 0


@dataclass(frozen=True)
class KnockoutTerms(MatchTerms):
    """Its own part of the terms.

    Args:
        third_place: the losers of the semi-finals play for it.
    """

    third_place: bool = False


class Knockout(Format):
    """A knockout whose bracket is that of the seeds; matches of several games, replays, and a match for the third place
    as the terms say.
    """

    slug = "knockout"
    name = gettext_lazy("Knockout")
    terms = FormatTerms(
        own=KnockoutTerms,
        refused_elsewhere=("best_of",),
        bounds=_BOUNDS,
        choices={"decider": tuple(decider.value for decider in Decider)},
        usual={"tiebreaks": (), "half_byes": 0},
    )
    asked: ClassVar[tuple[AskedField, ...]] = (
        AskedField(
            "best_of",
            lambda: forms.IntegerField(
                label=gettext_lazy("Knockout: games of a match, at most"),
                min_value=_BOUNDS["best_of"][0],
                max_value=_BOUNDS["best_of"][1],
                required=False,
            ),
        ),
        AskedField(
            "best_of_final",
            lambda: forms.IntegerField(
                label=gettext_lazy("Knockout: games of the final, at most"),
                help_text=gettext_lazy("Left empty: as of the other matches."),
                min_value=1,
                max_value=_BOUNDS["best_of_final"][1],
                required=False,
            ),
            zero_is_empty=True,
        ),
        AskedField(
            "third_place",
            lambda: forms.BooleanField(label=gettext_lazy("Knockout: a match for third place"), required=False),
        ),
        AskedField(
            "replays",
            lambda: forms.IntegerField(
                label=gettext_lazy("Knockout: drawn matches are played again"),
                help_text=gettext_lazy("So many times, with colours changed."),
                min_value=_BOUNDS["replays"][0],
                max_value=_BOUNDS["replays"][1],
                required=False,
            ),
        ),
        AskedField(
            "decider",
            lambda: forms.ChoiceField(
                label=gettext_lazy("Knockout: and if they are still drawn"),
                choices=list(DECIDERS.items()),
                required=False,
            ),
        ),
    )
    untied = gettext_lazy("A knockout needs none: its bracket gives the places.")
    by_points = False
    has_bracket = True
    takes_teams = True
    in_files: ClassVar[tuple[FileField, ...]] = (
        FileField("third_place", False),
        FileField("replays", 0, bounds=(0, _MOST_GAMES)),
        FileField("lot", 0, bounds=(0, 2**32 - 1)),
        FileField("best_of", 1, bounds=(1, _MOST_GAMES)),
        FileField("best_of_final", 0, bounds=(0, _MOST_GAMES)),
        FileField("decider", Decider.SEED.value, choices=tuple(decider.value for decider in Decider)),
    )
    report_name = "Individual: Knockout"
    report_words = ("knock", "elimination")

    # -- rounds --

    def most_entries(self, own: Mapping[str, Any]) -> int:
        """A bracket takes no search, so as many as any event."""
        return MOST_ENTRIES

    def rounds_for(self, players: int, own: Mapping[str, Any]) -> int:
        """As many as it takes to leave one."""
        return knockout.rounds_of(players)

    def next_round(self, fold: TournamentFold) -> Proposal:
        round, order, drawn = len(fold.rounds) + 1, fold.order, self.bracket(fold)
        if drawn.champion is not None or round > len(drawn.rounds):
            raise CannotPair("event-over", {"rounds": round - 1})
        matches = drawn.boards_after(round - 1)
        history = _colours(fold)
        first = Colour.RED if fold.red_first else Colour.BLUE
        pairs = [knockout.coloured(match, first=first, history=history) for match in matches]
        boards = tuple((order[pair.red - 1], order[pair.blue - 1]) for pair in pairs if pair.blue is not None)
        byes = tuple((entry, "pairing-bye") for entry in _byes(fold, drawn, round))
        return Proposal(round, fold.version, order, boards, byes)

    def details(self, terms: Terms) -> tuple[str, ...]:
        own = _matches(terms)
        length = (_("best of %(games)d") % {"games": own.best_of},) if own.best_of > 1 else ()
        if own.best_of_final:
            length = (*length, _("the final best of %(games)d") % {"games": own.best_of_final})
        return (*length, _("with a match for the third place")) if _third_place(terms) else length

    def draws_settled(self, terms: Terms) -> tuple[int, str]:
        """By so many replays, and then by the decider."""
        own = _matches(terms)
        return 0 if terms.team_boards else own.replays, str(DECIDERS[own.decider])

    def round_name(self, number: int, rounds: int) -> str:
        if not rounds:
            return super().round_name(number, rounds)
        left = rounds - number
        names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
        return names.get(left) or _("Round of %(players)d") % {"players": 2 ** (left + 1)}

    # -- matches --

    def judged(self, fold: TournamentFold, round: int, board: Board) -> Board:
        """A match with its winner, and with whether another game is to come.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        if board.leg.marks is None:
            return replace(board, over=False, winner=None)
        verdict = self._verdict(fold, round, board)
        winner = None if verdict.winner is None else fold.order[verdict.winner - 1] if verdict.winner else 0
        return replace(board, over=verdict.next is None, winner=winner)

    def next_leg(self, fold: TournamentFold, round: int, board: Board) -> tuple[int, int] | None:
        """The next game of a match that is not decided, or a replay.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        if board.leg.marks is None:
            return None
        following = self._verdict(fold, round, board).next
        if following is None or following.blue is None:
            return None
        return fold.order[following.red - 1], fold.order[following.blue - 1]

    def most_legs(self, terms: Terms) -> int:
        """Those of a match, and its replays."""
        own = _matches(terms)
        return max(own.best_of, own.best_of_final) + own.replays

    def best_of(self, fold: TournamentFold, round: int, board: Board) -> int:
        """As many as the terms say; of the final as they say of that.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        own = _matches(fold.terms)
        return own.best_of_final if own.best_of_final and self.is_final(fold, round, board) else own.best_of

    def is_final(self, fold: TournamentFold, round: int, board: Board) -> bool:
        """Whether a match is the final.

        Args:
            fold, round, board: as for `Format.judged`.
        """
        return round == knockout.rounds_of(len(fold.order)) and board.number == 1

    def _verdict(self, fold: TournamentFold, round: int, board: Board) -> Verdict:
        own, numbers = _matches(fold.terms), fold.numbers
        legs = [
            knockout.PlayedLeg(numbers[leg.red], numbers[leg.blue], *leg.marks)
            for leg in board.legs
            if leg.marks is not None
        ]
        pair, decider = Pairing(numbers[board.red], numbers[board.blue]), Decider(own.decider)
        if board.teams:
            return knockout.team_verdict(pair, legs, decider=decider, lot=fold.lot)
        return knockout.verdict(
            pair,
            legs,
            best_of=self.best_of(fold, round, board),
            replays=own.replays,
            decider=decider,
            lot=fold.lot,
        )

    def marks_of(self, board: Board) -> tuple[Mark | None, Mark | None]:
        """A match of several games is won, lost or, if neither side goes on, forfeited by both. Who lost one without a
        game that was played has forfeited it."""
        only = board.leg.marks
        if only is not None and len(board.legs) == 1 and only[0] is not only[1]:
            return only
        if not board.winner:
            return Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS
        played = any(leg.marks is not None and leg.marks[0].played for leg in board.legs)
        won, lost = (Mark.WIN, Mark.LOSS) if played else (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)
        return (won, lost) if board.winner == board.red else (lost, won)

    def follow_from(self, fold: TournamentFold, round: int, board: int) -> tuple[Board, ...]:
        """Where the winner plays on, and the loser if there is another match for him.

        Args:
            fold: the tournament as it stands.
            round, board: of the match, numbers from 1.
        """
        match = fold.board(round, board)
        if match is None or round >= len(fold.rounds):
            return ()
        return tuple(item for item in fold.rounds[round].boards if {*match.entries}.intersection(item.entries))

    def why_not_corrected(self, fold: TournamentFold, round: int, before: Board, after: Board) -> Illegal | None:
        """A later round, or the end, may rest on who won.

        Args:
            fold, round, before, after: as for `Format.why_not_corrected`.
        """
        last = len(fold.rounds)
        if after.decided and (after.winner == before.winner or round == last):
            return None
        if fold.ended:
            return refuse("places-follow")
        if round == last:
            return None
        if not after.decided:
            return refuse("match-goes-on", round=last)
        return None if self._leads_to(fold, fold.rounds[round:], round) else refuse("winner-went-on", round=last)

    def _leads_to(self, fold: TournamentFold, later: Sequence[Round], before: int) -> bool:
        """Whether rounds are those of the bracket as it stands, but for matches that are taken back.

        Args:
            later: rounds of the tournament.
            before: how many there are before these.
        """
        try:
            drawn = self.bracket(fold)
        except ValueError:
            return False
        for number, round in enumerate(later, before + 1):
            matches = [{fold.order[player - 1] for player in match.players} for match in drawn.boards(number)]
            if not round.byes.keys() >= set(_byes(fold, drawn, number)) or len(matches) != len(round.boards):
                return False
            pairs = zip(round.boards, matches, strict=True)
            if any(not board.taken_back and {*board.entries} != match for board, match in pairs):
                return False
        return True

    # -- places --

    def is_out(self, fold: TournamentFold, entry: int) -> bool:
        """Whether an entry has lost a match: it plays at most for the third place."""
        boards = [board for round in fold.rounds if (board := round.board_of(entry)) is not None]
        return any(board.decided and board.winner != entry for board in boards)

    def plays_on(self, fold: TournamentFold, entry: int) -> bool:
        """A semi-final that was lost leads to the match for the third place."""
        return not self.is_out(fold, entry) or (_third_place(fold.terms) and len(fold.rounds) + 1 == fold.planned)

    def standings(self, fold: TournamentFold, table: Crosstable, *, after: int | None) -> tuple[Standing, ...]:
        """By how far everybody came. Points are those of matches.

        Args:
            fold, table, after: as for `Format.standings`.
        """
        return _placed(self.bracket(fold, after=after), table)

    def draw(self, terms: Terms, players: int, winners: Sequence[Sequence[int | None]]) -> Bracket:
        """The bracket of so many players.

        Args:
            terms: of the tournament.
            players, winners: as for `knockout.bracket`.
        """
        return knockout.bracket(players, winners, third_place=_third_place(terms))

    def bracket(self, fold: TournamentFold, *, after: int | None = None) -> Bracket:
        if not fold.order:
            return super().bracket(fold)
        return self.draw(fold.terms, len(fold.order), _winners(fold)[:after])

    def standings_shown(self, fold: TournamentFold, table: Crosstable) -> tuple[Standing, ...]:
        """By how far everybody came, as far as the results fit together."""
        return _placed(self.bracket_shown(fold), table)

    def bracket_shown(self, fold: TournamentFold) -> Bracket:
        """A result that is corrected late may let somebody go on who was not paired: what was played stays, and the
        bracket is drawn as far as it agrees.
        """
        winners = _winners(fold)
        for rounds in range(len(winners), 0, -1):
            try:
                return self.draw(fold.terms, len(fold.order), winners[:rounds])
            except ValueError:
                continue
        return self.draw(fold.terms, len(fold.order), ())

    def places_in_file(self, table: Crosstable, after: int | None) -> tuple[Standing, ...]:
        """By the bracket of the numbers in the file."""
        rows = tuple(replace(row, results=row.results[:after]) for row in table.rows)
        return _placed(self.bracket_in_file(replace(table, rows=rows)), table, after)

    def bracket_in_file(self, table: Crosstable) -> Bracket:
        """The bracket that the rounds of a file follow. Raises `ValueError` if they follow none."""
        return knockout.bracket_of(table)

    # -- files --

    def values_for_files(self, fold: TournamentFold) -> dict[str, Any]:
        own = _matches(fold.terms)
        return own.value() | {"lot": fold.lot if own.decider == Decider.LOT else 0}

    def terms_in_file(self, values: Mapping[str, Any], *, players: int, boards: Sequence[int]) -> dict[str, Any]:
        """How its matches are decided. Report files say nothing of it: a last round of two boards has the match for the
        third place.

        Args:
            values: the fields of files by name.
            players: how many it names.
            boards: of each round.
        """
        last = knockout.rounds_of(max(players, knockout.LEAST))
        third = 1 < len(boards) == last and boards[-1] > 1
        return {name: values[name] or (third and name == "third_place") for name in self.terms.own.defaults()}

    def boards_in_file(self, table: Crosstable) -> dict[tuple[int, frozenset[int]], int]:
        """Boards are numbered along the bracket."""
        try:
            bracket = self.bracket_in_file(table)
        except ValueError:
            return {}
        rounds = range(1, table.paired + 1)
        return {
            (number, frozenset(board.players)): board.board or 0
            for number in rounds
            for board in bracket.boards(number)
        }


def _matches(terms: Terms) -> MatchTerms:
    return terms.own if isinstance(terms.own, MatchTerms) else MatchTerms()


def _third_place(terms: Terms) -> bool:
    return isinstance(terms.own, KnockoutTerms) and terms.own.third_place


def _byes(fold: TournamentFold, drawn: Bracket, round: int) -> list[int]:
    """The entries that go on in a round without a match."""
    byes = (match for match in drawn.rounds[round - 1] if match.bye and match.part is BracketPart.WINNERS)
    return [fold.order[number - 1] for match in byes for number in match.players]


def _winners(fold: TournamentFold) -> list[list[int | None]]:
    """For each round the winner of each board as a pairing number; 0 if neither side goes on."""
    return [
        [None if board.winner is None or not board.decided else fold.numbers.get(board.winner, 0) for board in boards]
        for boards in (round.boards for round in fold.rounds)
    ]


def _colours(fold: TournamentFold) -> dict[int, list[Colour]]:
    """The colours of each pairing number in all games that were played so far."""
    colours: dict[int, list[Colour]] = {}
    for round in fold.rounds:
        for board in round.boards:
            for leg in board.legs[:1] if board.teams else board.legs:
                if leg.marks is not None and leg.marks[0].played:
                    colours.setdefault(fold.numbers[leg.red], []).append(Colour.RED)
                    colours.setdefault(fold.numbers[leg.blue], []).append(Colour.BLUE)
    return colours


def _placed(bracket: Bracket, table: Crosstable, after: int | None = None) -> tuple[Standing, ...]:
    return tuple(
        Standing(place.place, place.number, table.points(place.number, after), values=(), shared=place.shared)
        for place in knockout.places(bracket)
    )
