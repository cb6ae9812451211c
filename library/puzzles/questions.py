"""Questions about a position that have one answer, proven by the count of worlds (docs/puzzles.md). Pure.

Everything here is worked out from one seat's views and from chance: so games that look the same to that seat give the
same questions (RULES section 9). A position is taken only if looking at it is not enough. To the *look*, a piece on its
own home squares may be anything, and a piece elsewhere is one that moves: the answer must be another than this gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.knowledge import Knowledge, PieceKnowledge, Seen, known_at
from games.rules import Options, PieceView, Rank, Reserve, Result, Seat, Turn, Variant, View
from games.rules.turn import GAIT_NONE

FIRST_PLY, LAST_PLY = 10, 300
"""Before, nothing is known; later, nobody wants to read so many moves."""

MOST_CHOICES = 5
"""Pieces or attacks that are offered where one of them is right."""

FEWEST_WRONG, FEWEST_WRONG_ATTACKS = 3, 2

MOST_SQUARES, MOST_HIDDEN = 6, 24
"""Where all squares are asked for: so many that are right, and so many to choose from."""

T = TypeVar("T")

Below = Callable[[int], int]
"""Gives a whole number from 0 on, below its argument, each as likely as any other."""


class PuzzleKind(StrEnum):
    CANNOT = "cannot"
    """Which of these pieces cannot have a rank?"""

    WHERE = "where"
    """Which squares are possible for a rank?"""

    ATTACK = "attack"
    """Which of these attacks cannot lose?"""


@dataclass(frozen=True, slots=True)
class PuzzleQuestion:
    """A position, what is asked of it, and the answer.

    Args:
        ply: the position is that after so many plies.
        about: the seat whose pieces are asked about; None for attacks.
        rank: the rank that is asked about; None for attacks.
        choices: what may be chosen, in the order of the board: names of squares, or attacks in notation.
        answer: those of them that are right: one, or for `WHERE` as many as there are.
    """

    kind: PuzzleKind
    ply: int
    about: Seat | None
    rank: Rank | None
    choices: tuple[str, ...]
    answer: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<PuzzleQuestion {self.kind} at ply {self.ply}>"


@dataclass(frozen=True, slots=True, repr=False)
class SeenPly:
    """A ply as a seat saw it.

    Args:
        view: what it saw.
        known: what could be concluded from all that it had seen.
        turns: what it may submit, if it is its turn.
    """

    view: View
    known: Knowledge
    turns: Sequence[Turn]


def seen_plies(
    plies: Iterable[tuple[View, Sequence[Turn]]], options: Options, book: Variant | None = None
) -> Iterator[SeenPly]:
    """The plies of a game with what its viewer could know at each.

    Args:
        plies: a seat's view and turns, from before the first ply on, one a ply.
        options: those of the game.
        book: the rule book, if it is not one of `games.rules.VARIANTS`.
    """
    seen: Seen | None = None
    for view, turns in plies:
        if seen is not None:
            seen = seen.after(view)
        else:
            seen = Seen.first(view, options) if book is None else Seen.of(book, view, options)
        yield SeenPly(view, known_at(seen, view), turns)


def questions(
    course: Iterable[SeenPly], book: Variant, below: Below, *, first: int = FIRST_PLY
) -> list[PuzzleQuestion]:
    """At most one question of each kind, each about a position that is drawn from all those that have one.

    Args:
        course: the plies of a game, as one seat saw them.
        book: the rule book.
        below: chance.
        first: the ply from which on positions are taken.
    """
    met = dict.fromkeys(PuzzleKind, 0)
    drawn: dict[PuzzleKind, Sequence[_Found]] = {}
    for at in course:
        if at.view.ply > LAST_PLY:
            break
        if at.view.ply < first or at.view.outcome is not None or at.view.pending is not None:
            continue
        for kind, find in _FINDERS.items():
            founds = find(at, book)
            if founds:  # the last one drawn of n stays with one chance in n: each is as likely as any other
                met[kind] += 1
                if below(met[kind]) == 0:
                    drawn[kind] = founds
    return [_asked(_one_of(founds, below), below) for founds in drawn.values()]


# -- what may be asked of a position --------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class _Found:
    """A question before its choices are drawn: what is right, and what is wrong, each with its place on the board."""

    kind: PuzzleKind
    ply: int
    about: Seat | None
    rank: Rank | None
    right: Mapping[str, tuple[int, ...]]
    wrong: Mapping[str, tuple[int, ...]]


def _asked(result: _Found, below: Below) -> PuzzleQuestion:
    """The question with its choices: all squares that may be right, or one right choice and some wrong ones."""
    right, wrong = [*result.right], [*result.wrong]
    if result.kind is not PuzzleKind.WHERE:
        right = [_one_of(right, below)]
        while len(wrong) >= MOST_CHOICES:
            del wrong[below(len(wrong))]
    places = {**result.right, **result.wrong}
    choices = sorted([*right, *wrong], key=lambda choice: places[choice])
    answer = tuple(choice for choice in choices if choice in right)
    return PuzzleQuestion(result.kind, result.ply, result.about, result.rank, tuple(choices), answer)


def _one_of(among: Sequence[T], below: Below) -> T:
    return among[below(len(among))]


def looks(piece: PieceKnowledge | PieceView, book: Variant) -> int:
    """The ranks that a hidden piece may have from the position alone, without the moves, as a mask.

    Args:
        piece: its square and owner.
        book: the rule book.
    """
    home = book.board.home_masks[piece.seat] >> piece.square & 1
    return sum(1 << rank for rank in book.army if home or book.gaits.get(rank, GAIT_NONE))


def _hidden(at: SeenPly, seat: Seat) -> list[PieceKnowledge]:
    return [piece for piece in at.known.pieces if piece.seat is seat]


def _enemies(at: SeenPly, book: Variant) -> list[Seat]:
    own = at.view.viewer.seat
    assert own is not None
    return [seat for seat in book.seats if seat.side != own.side]


def _squares(pieces: Iterable[PieceKnowledge], book: Variant) -> dict[str, tuple[int, ...]]:
    return {book.board.name(piece.square): (piece.square,) for piece in pieces}


def _cannot(at: SeenPly, book: Variant) -> list[_Found]:
    """Pieces that look as if they might have a rank, and cannot. The Flag is asked for if it can be."""
    results = []
    mover = at.view.last.piece if at.view.last is not None else None  # the board marks it
    for seat in _enemies(at, book):
        hidden = [(piece, looks(piece, book)) for piece in _hidden(at, seat)]
        for rank in book.army:
            fooling = [piece for piece, mask in hidden if mask >> rank & 1]
            wrong = [piece for piece in fooling if rank in piece.ranks]
            right = [piece for piece in fooling if rank not in piece.ranks and piece.id != mover]
            if right and len(wrong) >= FEWEST_WRONG:
                squares = _squares(right, book), _squares(wrong, book)
                results.append(_Found(PuzzleKind.CANNOT, at.view.ply, seat, rank, *squares))
    return [result for result in results if result.rank is Rank.FLAG] or results


def _where(at: SeenPly, book: Variant) -> list[_Found]:
    """The squares of the only piece of its rank that is hidden."""
    results = []
    armies = 2 if book.reserve is Reserve.SECOND_ARMY else 1
    for seat in _enemies(at, book):
        hidden = _hidden(at, seat)
        if len(hidden) > MOST_HIDDEN:
            continue
        known = [piece.rank for piece in (*at.view.pieces, *at.view.captured) if piece.seat is seat]
        for rank, count in book.army.items():
            if armies * count - known.count(rank) != 1:
                continue
            right = [piece for piece in hidden if rank in piece.ranks]
            wrong = [piece for piece in hidden if rank not in piece.ranks]
            fooled = any(looks(piece, book) >> rank & 1 for piece in wrong)
            if fooled and 0 < len(right) <= MOST_SQUARES and len(wrong) >= FEWEST_WRONG:
                squares = _squares(right, book), _squares(wrong, book)
                results.append(_Found(PuzzleKind.WHERE, at.view.ply, seat, rank, *squares))
    return results


def _attack(at: SeenPly, book: Variant) -> list[_Found]:
    """Attacks on hidden pieces that look as if they might lose, one of which cannot."""
    standing = {piece.square: piece for piece in at.view.pieces}
    known = {piece.square: piece for piece in at.known.pieces}
    right: dict[str, tuple[int, ...]] = {}
    wrong: dict[str, tuple[int, ...]] = {}
    for turn in _attacks(at, book):
        attacker, target = standing[turn.source].rank, known[turn.target]
        assert attacker is not None
        losing = losing_to(attacker, book)
        if losing & looks(target, book):
            lost = any(losing >> rank & 1 for rank in target.ranks)
            (wrong if lost else right)[turn.text] = (turn.source, turn.target)
    enough = right and len(wrong) >= FEWEST_WRONG_ATTACKS
    return [_Found(PuzzleKind.ATTACK, at.view.ply, None, None, right, wrong)] if enough else []


def losing_to(attacker: Rank, book: Variant) -> int:
    """The ranks that stay when a rank attacks them and leaves, as a mask. An exchange is not lost."""
    return sum(1 << rank for rank in book.army if book.combat.result(attacker, rank) is Result.LOSS)


def _attacks(at: SeenPly, book: Variant) -> Iterable[Turn]:
    """The attacks on hidden enemies, each on its shortest way."""
    own = at.view.viewer.seat
    hidden = {piece.square for piece in at.known.pieces if own is not None and piece.seat.side != own.side}
    turns: dict[tuple[int, int], Turn] = {}
    for turn in at.turns:
        if type(turn) is Turn and turn.target in hidden:
            way = turn.source, turn.target
            if way not in turns or len(turn.path) < len(turns[way].path):
                turns[way] = turn
    return turns.values()


_FINDERS: Mapping[PuzzleKind, Callable[[SeenPly, Variant], list[_Found]]] = {
    PuzzleKind.CANNOT: _cannot,
    PuzzleKind.WHERE: _where,
    PuzzleKind.ATTACK: _attack,
}
