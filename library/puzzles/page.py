"""What the page of a puzzle shows: the position as one seat saw it, the question, and once it is answered why.

All of it is made of views of that seat, and of nothing else, until there is an answer (RULES section 9).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.knowledge import Knowledge, PieceKnowledge
from games.models import key_of
from games.presentation.board_svg import MARGIN, SQUARE, Sketch, places, turn_for
from games.presentation.knowledge import percent_text, shares_text
from games.presentation.move_list import Move, move_of
from games.presentation.presentation import beside, details_markup, notes_of, picture, said, trays
from games.presentation.words import rank_name, seat_name, variant_name
from games.replay import Timeline
from games.rules import LastTurn, PieceView, Rank, Result, Seat, View, Viewer
from library.puzzles.domain.solutions import is_right
from library.puzzles.models import Puzzle
from library.puzzles.questions import PuzzleKind
from library.puzzles.why import Excluded, excluded_by
from library.puzzles.words import hint_text, question_text


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice as the form has it.

    Args:
        value: what is sent.
        words: what is chosen.
        cell: for a square, where it is drawn: classes of the stylesheet, row and column from the upper left; else
            nothing.
        mark: once there is an answer, how the choice stands: `right`, `missed`, `wrong`, or nothing.
        chosen: it was chosen.
    """

    value: str
    words: str
    cell: str
    mark: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """A choice with what the count says of it."""

    words: str
    right: bool
    chosen: bool
    shares: str = field(repr=False)
    why: str = field(repr=False)


class PuzzlePage:
    """Everything that the page of a puzzle needs.

    Args:
        puzzle: which.
        line: its game.
        at: an earlier ply to look at; None for the position of the puzzle.
        chosen: the answer that was given; None as long as there is none.
    """

    def __init__(
        self, puzzle: Puzzle, line: Timeline, *, at: int | None = None, chosen: Collection[str] | None = None
    ) -> None:
        self.puzzle = puzzle
        self.line = line
        self.rules = line.rules
        self.viewer = Viewer.of(Seat(puzzle.seat))
        self.ply = puzzle.ply if at is None else max(0, min(at, puzzle.ply))
        self.chosen = chosen
        self.question = question_text(puzzle, self.rules)
        self.hint = hint_text(puzzle)

    @property
    def answered(self) -> bool:
        return self.chosen is not None

    @property
    def right(self) -> bool:
        return self.chosen is not None and is_right(self.puzzle, self.chosen)

    @property
    def back(self) -> bool:
        """An earlier position is shown."""
        return self.ply != self.puzzle.ply

    @property
    def kind(self) -> str:
        return str(Puzzle.Kind(self.puzzle.kind).label)

    @property
    def book(self) -> str:
        """The name of the rule book."""
        return variant_name(self.puzzle.variant)

    @property
    def seen_by(self) -> str:
        """Whose view it is, in words."""
        values = {"seat": seat_name(self.viewer.value), "ply": self.ply}
        return _("You are %(seat)s, and see what %(seat)s could see after move %(ply)d.") % values

    @cached_property
    def view(self) -> View:
        """What the seat saw then."""
        return self.line.view(self.viewer, self.ply)

    @cached_property
    def _below(self) -> int:
        assert self.viewer.seat is not None
        return int(self.viewer.seat)

    # -- the position -------------------------------------------------------------------------

    @property
    def trays(self) -> tuple[list[SafeString], list[SafeString]]:
        """The trays above and below the board."""
        return beside(trays(self.view), self._below)

    @property
    def board(self) -> SafeString:
        return picture(self.view, below=self._below, sketch=self._sketch)

    @property
    def _sketch(self) -> Sketch | None:
        if self.puzzle.kind != PuzzleKind.ATTACK or self.back:
            return None
        return Sketch(arrows=[self.rules.board.turn(choice).path for choice in self.puzzle.choices])

    @property
    def said(self) -> str:
        """The last turn in words."""
        return said(self.view)

    @property
    def notes(self) -> Sequence[object]:
        """Cautions, and whose turn it is."""
        return notes_of(self.view)

    @property
    def details(self) -> SafeString:
        """What is open on demand: failed claims, and the position as a table."""
        return details_markup(self.view)

    @cached_property
    def moves(self) -> list[Move]:
        """The moves so far, as the seat saw them."""
        return [move_of(ply, last, self.rules) for ply, last in self._turns]

    @cached_property
    def _turns(self) -> list[tuple[int, LastTurn]]:
        return list(self.line.turns(self.viewer, 1, self.puzzle.ply))

    @property
    def earlier(self) -> int | None:
        """The ply before the one that is shown."""
        return self.ply - 1 if self.ply else None

    @property
    def later(self) -> int | None:
        """The ply after it, up to that of the puzzle."""
        return self.ply + 1 if self.back else None

    # -- the choices --------------------------------------------------------------------------

    @property
    def many(self) -> bool:
        """Several may be chosen."""
        return self.puzzle.kind == PuzzleKind.WHERE

    @property
    def on_board(self) -> bool:
        """The choices are squares."""
        return self.puzzle.kind != PuzzleKind.ATTACK

    @property
    def grid(self) -> str:
        """The class of the squares that lie over the drawing, by the size of the board and what stands beside it."""
        board = self.rules.board
        return f"grid-{board.columns}x{board.rows}{'-named' if len(self.rules.seats) > 2 else ''}"

    @cached_property
    def picks(self) -> list[Pick]:
        """The choices of the form."""
        return [
            Pick(choice, self._words(choice), self._cell(choice), self._mark(choice), choice in (self.chosen or ()))
            for choice in self.puzzle.choices
        ]

    def _mark(self, choice: str) -> str:
        if self.chosen is None:
            return ""
        if choice in self.puzzle.answer:
            return "right" if choice in self.chosen else "missed"
        return "wrong" if choice in self.chosen else ""

    def _cell(self, choice: str) -> str:
        if not self.on_board:
            return ""
        board = self.rules.board
        x, y = places(board, turn_for(board, self._below), MARGIN)[board.square(choice)]
        return f"c{(x - MARGIN) // SQUARE + 1} r{y // SQUARE + 1}"

    def _words(self, choice: str) -> str:
        if self.on_board:
            return _("%(square)s: hidden piece") % {"square": choice}
        path = self.rules.board.turn(choice).path
        rank = self._standing[path[0]].rank
        assert rank is not None
        return _("%(rank)s on %(source)s attacks %(target)s") % {
            "rank": rank_name(rank, self.rules),
            "source": self.rules.board.name(path[0]),
            "target": self.rules.board.name(path[-1]),
        }

    @cached_property
    def _standing(self) -> dict[int, PieceView]:
        return {piece.square: piece for piece in self.line.view(self.viewer, self.puzzle.ply).pieces}

    # -- once it is answered ------------------------------------------------------------------

    @property
    def replay_url(self) -> str:
        """The game at that ply, in that view. Only after the answer."""
        assert self.answered
        address = reverse("games:replay", args=[key_of(self.puzzle.game)])
        return f"{address}?view={self.viewer.value}&ply={self.puzzle.ply}"

    @property
    def solution(self) -> str:
        """What is right, in words."""
        return ", ".join(
            pick.words if not self.on_board else pick.value for pick in self.picks if self._is_answer(pick)
        )

    def _is_answer(self, pick: Pick) -> bool:
        return pick.value in self.puzzle.answer

    @cached_property
    def _known(self) -> Knowledge:
        assert self.answered
        return self.line.knowledge(self.viewer, self.puzzle.ply)

    @property
    def worlds(self) -> str:
        """How many ways there are, in words: their number outgrows what anybody reads."""
        exponent = len(str(self._ways)) - 1
        if exponent < 6:
            text = ngettext("Counted: %(number)d way.", "Counted: %(number)d ways.", self._ways)
            return text % {"number": self._ways}
        return _("Counted: some 10 to the power of %(exponent)d ways.") % {"exponent": exponent}

    @property
    def _ways(self) -> int:
        """In how many ways the pieces of the enemies may have their ranks."""
        assert self.viewer.seat is not None
        side = self.viewer.seat.side
        return prod(ways for seat, ways in self._known.seats.items() if seat.side != side)

    @cached_property
    def proofs(self) -> list[Proof]:
        """What the count says of each choice."""
        known = {self.rules.board.name(piece.square): piece for piece in self._known.pieces}
        return [self._proof(pick, known) for pick in self.picks]

    def _proof(self, pick: Pick, known: dict[str, PieceKnowledge]) -> Proof:
        if self.on_board:
            piece = known[pick.value]
            shares, why = shares_text(piece, self._known.worlds, self.rules), self._why(piece)
            return Proof(pick.value, self._is_answer(pick), pick.chosen, shares, why)
        path = self.rules.board.turn(pick.value).path
        rank = self._standing[path[0]].rank
        assert rank is not None
        piece = known[self.rules.board.name(path[-1])]
        return Proof(
            pick.words, self._is_answer(pick), pick.chosen, self._fortunes(rank, piece), self._pieces_text(piece)
        )

    def _pieces_text(self, piece: PieceKnowledge) -> str:
        return _("It is: %(shares)s.") % {"shares": shares_text(piece, self._known.worlds, self.rules)}

    def _fortunes(self, attacker: Rank, piece: PieceKnowledge) -> str:
        """In what share of the ways an attack wins, is an exchange, and loses."""
        ways = dict.fromkeys(Result, 0)
        for rank, number in piece.ranks.items():
            ways[self.rules.combat.result(attacker, rank)] += number
        words = {
            Result.WIN: _("wins %(share)s%%"),
            Result.BOTH: _("exchange %(share)s%%"),
            Result.LOSS: _("loses %(share)s%%"),
        }
        texts = [
            words[result] % {"share": percent_text(ways[result], self._known.worlds)}
            for result in words
            if ways[result]
        ]
        return ", ".join(texts if ways[Result.LOSS] else [*texts, _("never loses")])

    def _why(self, piece: PieceKnowledge) -> str:
        """Why a piece cannot have the rank; nothing if it can."""
        rank = self.puzzle.rank_asked
        if rank is None or rank in piece.ranks:
            return ""
        why = excluded_by(self._turns, piece.id, rank, self.rules)
        name = rank_name(rank, self.rules)
        words = {
            Excluded.MOVED: _("It moved at move %(ply)d, and a %(rank)s never moves."),
            Excluded.WENT: _("It moved as it did at move %(ply)d, and a %(rank)s does not move like that."),
            Excluded.RESCUED: _("It rescued a piece at move %(ply)d, and a %(rank)s rescues none."),
            Excluded.ENTERED: _("It entered at move %(ply)d, and a %(rank)s does not enter like this."),
            Excluded.COUNTED: _(
                "What is left can be shared out among the hidden pieces in no way that gives it this rank."
            ),
        }
        return words[why.how] % {"ply": why.ply, "rank": name}
