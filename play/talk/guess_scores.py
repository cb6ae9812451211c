"""How good the guesses were that a player made at the pieces of a game: worked out once the game is open.

It compares what was guessed with the ranks, and with what the player could know by the moves alone
(docs/knowledge.md). A guess counts at the plies at which the piece stood on the board, hidden from the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from games.knowledge import Knowledge
from games.replay import KnownPly
from games.rules import RANK_OF_SYMBOL, Rank, Seat, View, Viewer


class Guessed(Protocol):
    """A guess at a piece: what it was taken for, from which ply on, and up to which; None if it was left there."""

    @property
    def piece(self) -> int: ...
    @property
    def symbol(self) -> str: ...
    @property
    def since(self) -> int: ...
    @property
    def until(self) -> int | None: ...


class OpenGame(Protocol):
    """A game that is open: what of `games.replay.Timeline` is asked for."""

    @property
    def plies(self) -> int: ...
    def view(self, viewer: Viewer, ply: int) -> View: ...
    def moments(self, viewer: Viewer) -> tuple[KnownPly, ...]: ...
    def knowledge(self, viewer: Viewer, ply: int) -> Knowledge: ...


@dataclass(frozen=True, slots=True, repr=False)
class StandingGuess:
    """A guess at the plies at which it counts.

    Args:
        rank: what the piece was taken for.
        first, last: the plies from which and up to which it stood, both included.
        right: it was that rank.
    """

    rank: Rank
    first: int
    last: int
    right: bool


@dataclass(frozen=True, slots=True, repr=False)
class PieceScore:
    """The guesses at one piece.

    Args:
        piece, seat, rank: which it was.
        squares: where it stood, by ply, while it was hidden.
        guesses: in order.
        certain: the ply from which all worlds agreed on its rank, though it was hidden; None if they never did.
        shown: the ply at which it was shown or gone; None if it stayed hidden to the end.
        odds: how likely the last guess was when it was made, if all worlds are equally likely.
    """

    piece: int
    seat: Seat
    rank: Rank
    squares: Mapping[int, int]
    guesses: tuple[StandingGuess, ...]
    certain: int | None
    shown: int | None
    odds: Fraction

    @property
    def square(self) -> int:
        """Where it stood last while it was hidden."""
        return self.squares[max(self.squares)]

    @property
    def at_last(self) -> StandingGuess | None:
        """The guess that stood when the piece was last hidden; None if it was taken back before."""
        guess = self.guesses[-1]
        return guess if guess.last == max(self.squares) else None

    @property
    def right_from(self) -> int | None:
        """The ply of the first guess that was right and stayed; None if the last one was wrong or was taken back."""
        guess = self.at_last
        return guess.first if guess is not None and guess.right else None

    @property
    def lead(self) -> int | None:
        """How many plies that was before the piece could be known for certain, was shown, or the game ended."""
        if self.right_from is None:
            return None
        known = max(self.squares) + 1 if self.shown is None else self.shown
        return max(min(known, known if self.certain is None else self.certain) - self.right_from, 0)

    @property
    def stood(self) -> int:
        return sum(guess.last - guess.first + 1 for guess in self.guesses)

    @property
    def right(self) -> int:
        return sum(guess.last - guess.first + 1 for guess in self.guesses if guess.right)


@dataclass(frozen=True, slots=True, repr=False)
class GuessScore:
    """All guesses of one player at one game, by piece."""

    pieces: tuple[PieceScore, ...] = field(repr=False)

    @property
    def guessed(self) -> int:
        """The pieces with a guess when they were last hidden."""
        return sum(piece.at_last is not None for piece in self.pieces)

    @property
    def right(self) -> int:
        return sum(piece.right_from is not None for piece in self.pieces)

    @property
    def expected(self) -> Fraction:
        """How many would be right if each were as likely as all worlds made it when it was made."""
        return sum((piece.odds for piece in self.pieces if piece.at_last is not None), Fraction())

    @property
    def right_plies(self) -> Fraction:
        """The share of plies with a guess at which it was right, over all pieces."""
        stood = sum(piece.stood for piece in self.pieces)
        return Fraction(sum(piece.right for piece in self.pieces), stood) if stood else Fraction()

    @property
    def lead(self) -> Fraction | None:
        """The plies by which right guesses were early, on average; None without any."""
        leads = [piece.lead for piece in self.pieces if piece.lead is not None]
        return Fraction(sum(leads), len(leads)) if leads else None


def score_guesses(line: OpenGame, seat: Seat, guesses: Iterable[Guessed]) -> GuessScore:
    """Scores what a seat guessed.

    Args:
        line: the game, which is open.
        seat: who guessed.
        guesses: all of them, at any pieces.

    Raises:
        NotRevealed: the game is not open.
    """
    viewer = Viewer.of(seat)
    made: dict[int, list[Guessed]] = {}
    for guess in guesses:
        made.setdefault(guess.piece, []).append(guess)
    if not made:
        return GuessScore(())
    first = min(guess.since for some in made.values() for guess in some)
    hidden: dict[int, dict[int, int]] = {}
    for ply in range(first, line.plies + 1):
        for piece in line.view(viewer, ply).pieces:
            if piece.rank is None and piece.id in made:
                hidden.setdefault(piece.id, {})[ply] = piece.square
    truth = {id: _piece(line, id, max(squares)) for id, squares in hidden.items()}
    moments = line.moments(viewer)
    scores = []
    for id, squares in hidden.items():
        owner, rank = truth[id]
        standing = tuple(_standing(made[id], squares, rank))
        if not standing:
            continue
        certain = next((moment.ply for moment in moments if id in moment.certain), None)
        shown = max(squares) + 1 if max(squares) < line.plies else None
        odds = _odds(line.knowledge(viewer, standing[-1].first), id, standing[-1].rank)
        scores.append(PieceScore(id, owner, rank, squares, standing, certain, shown, odds))
    return GuessScore(tuple(sorted(scores, key=lambda score: (score.guesses[0].first, score.piece))))


def _piece(line: OpenGame, id: int, ply: int) -> tuple[Seat, Rank]:
    """Whose a piece is and what it is, at a ply at which it stands on the board."""
    piece = next(piece for piece in line.view(Viewer.ALL, ply).pieces if piece.id == id)
    assert piece.rank is not None
    return piece.seat, piece.rank


def _standing(made: Sequence[Guessed], squares: Mapping[int, int], rank: Rank) -> Iterable[StandingGuess]:
    """The guesses at one piece, at the plies at which it was hidden; one that was made again at once is one guess."""
    taken: dict[int, Rank] = {}
    for guess in made:
        for ply in squares:
            if guess.since <= ply and (guess.until is None or ply < guess.until):
                taken[ply] = RANK_OF_SYMBOL[guess.symbol]
    first = None
    for ply in sorted(taken):
        first = ply if first is None else first
        if taken.get(ply + 1) is not taken[ply]:
            yield StandingGuess(taken[ply], first, ply, taken[ply] is rank)
            first = None


def _odds(known: Knowledge, piece: int, rank: Rank) -> Fraction:
    ranks = next(knowledge.ranks for knowledge in known.pieces if knowledge.id == piece)
    return Fraction(ranks.get(rank, 0), known.worlds)
