"""How a bot chooses on a board: each legal turn is judged for what it brings and what it risks, one turn ahead."""

from __future__ import annotations

import random

from games.rules import PieceView, Rank, Turn
from games.rules.acts import Act
from games.rules.turn import GAIT_SHOT
from play.bots.field import Field

_SHOWN = 0.1  # what it costs to show a piece, as a share of its worth
_AGAIN = 0.5  # for each time that the piece stood on that square lately
_GUARD = 3.0
_FREED = 150.0
_DECLINED = frozenset({"+0", "*0"})


def choose_on_board(field: Field, chance: random.Random, whim: float) -> str:
    """The best of the legal turns by this bot's judgement.

    Args:
        field: the board as the bot sees it.
        chance: breaks ties, so that two games do not run alike.
        whim: by how much turns that it takes for equal may differ.
    """
    judge = FieldJudge(field)
    return max(field.legal, key=lambda text: judge.of(text) + whim * chance.random())


class FieldJudge:
    def __init__(self, field: Field) -> None:
        self.field = field
        self._bases: dict[str, float] = {}

    def of(self, text: str) -> float:
        """How good a submission is; only differences mean something."""
        turn = self.field.book.turn(text)
        if isinstance(turn, Act):
            return self._act(turn)
        return self._base(turn)

    def _base(self, turn: Turn) -> float:
        known = self._bases.get(turn.text)
        if known is None:
            known = self._bases[turn.text] = self._move(turn)
        return known

    def habits(self, turn: Turn) -> float:
        """What a move or an attack is worth beyond what is taken and lost: not to go to and fro, to stay beside the
        Flag, to learn what a piece is."""
        field = self.field
        piece, foe = field.at.get(turn.source), field.at.get(turn.target)
        left = _GUARD if turn.source in field.guards and turn.target not in field.guards else 0.0
        if foe is not None:
            return (field.learned(foe) if foe.rank is None else 0.0) - left
        again = 0.0 if piece is None else field.trodden[piece.id, turn.target] * (1 + field.view.quiet / 40)
        return -_AGAIN * again - left

    # -- moves and attacks ------------------------------------------------------------------------

    def _move(self, turn: Turn) -> float:
        field = self.field
        piece = field.at.get(turn.source)
        if piece is None:
            return _FREED - self._exposed(turn)  # a captive Flag escapes
        assert piece.rank is not None
        foe = field.at.get(turn.target)
        fled = field.danger(piece.rank, piece.revealed, turn.source)
        if foe is not None:
            return self._attack(piece, foe, turn) + fled
        shown = piece.revealed or bool(turn.between and turn.gait & field.book.revealing)
        gained = field.pull(piece.rank, turn.target, piece) - field.pull(piece.rank, turn.source, piece)
        risked = field.danger(piece.rank, shown, turn.target)
        number = _SHOWN * field.worth[piece.rank] if shown and not piece.revealed else 0.0
        again = _AGAIN * field.trodden[piece.id, turn.target] * (1 + field.view.quiet / 40)
        left = _GUARD if turn.source in field.guards else 0.0
        return gained + fled - risked - number - again - left

    def _attack(self, piece: PieceView, foe: PieceView, turn: Turn) -> float:
        field, rank = self.field, piece.rank
        assert rank is not None
        odds = field.clash(rank, foe)
        value = field.prize(rank, foe) + odds.win * field.relief(foe, piece.id)
        if not piece.revealed:
            value -= _SHOWN * field.worth[rank] * odds.win
        if turn.gait != GAIT_SHOT and not self._fires(piece):
            value -= odds.win * field.care * field.danger(rank, True, turn.target, gone=foe.id)
        if turn.source in field.guards and turn.target not in field.guards:
            value -= _GUARD
        return value

    def _fires(self, piece: PieceView) -> bool:
        return piece.rank is Rank.CANNON and self.field.book.cannon_returns

    def _exposed(self, turn: Turn) -> float:
        return self.field.danger(Rank.FLAG, True, turn.target)

    # -- further parts of a turn ------------------------------------------------------------------

    def _act(self, act: Act) -> float:
        base = 0.0 if act.base is None else self._base(act.base)
        if act.text in _DECLINED:
            return 0.0
        if act.kind == "rescue":
            return base + self._rescue(act)
        if act.kind == "entry":
            return self._entry(act)
        if act.kind == "stockade":
            return -self._nearest_foe(act.square, far=False)
        part = 0.0
        if act.kind == "freed":
            part += (0.0 if act.base is None else _FREED) - self.field.danger(Rank.FLAG, True, act.square)
        if act.claim >= 0:
            part += self._claim(act.claim)
        return base + part

    def _rescue(self, act: Act) -> float:
        """What comes back, and how well it stands there."""
        field = self.field
        (rank,) = [p.rank for p in field.view.captured if p.id == act.piece]
        assert rank is not None
        return 0.7 * field.worth[rank] + 0.5 * field.pull(rank, act.square) - field.danger(rank, True, act.square)

    def _entry(self, act: Act) -> float:
        """A piece from the reserve: pieces that go, towards the enemy; Flag and Bombs at the back. As a turn of its
        own it waits until the board is emptier; behind a won attack it costs nothing.
        """
        field = self.field
        rank = Rank(act.rank)
        value = 0.5 + 0.1 * min(field.worth[rank], 20.0) + 0.2 * field.pull(rank, act.square)
        value -= field.danger(rank, False, act.square)
        if rank is Rank.FLAG:
            value = 4.0 + self._shelter(act.square) - field.danger(rank, True, act.square)
        elif not field.book.gaits.get(rank):
            value = 0.6 + self._shelter(act.square) / 10
        if field.view.pending is not None:
            return value + 10.0
        movers = sum(1 for piece in field.own if piece.rank is not None and field.book.gaits.get(piece.rank))
        return value - 0.25 * max(0, movers - 4)

    def _shelter(self, square: int) -> float:
        """How well a square hides a Flag: far from foes, with own pieces and edges around."""
        field = self.field
        free = sum(1 for near in field.near[square] if near not in field.at)
        return min(self._nearest_foe(square, far=True), 8.0) - 1.5 * free

    def _nearest_foe(self, square: int, *, far: bool) -> float:
        """Steps as the crow flies to the nearest enemy; with `far` off, how near it is instead."""
        columns = self.field.board.columns
        steps = min(
            (
                abs(foe.square // columns - square // columns) + abs(foe.square % columns - square % columns)
                for foe in self.field.foes
            ),
            default=20,
        )
        return float(steps) if far else 20.0 - steps

    def _claim(self, square: int) -> float:
        """A claim that fails is told to nobody but the partner, so it costs nothing."""
        named = self.field.at.get(square)
        for friend, hope in self.field.unions:
            if named is not None and friend.id == named.id:
                chance = self.field.chances[friend.id].get(Rank.FLAG, 0.0)
                return hope + 1000.0 * chance
        return -1.0
