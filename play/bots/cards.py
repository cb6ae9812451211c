"""How a bot plays the card game (RULES section 8, cards): it attacks where that pays, looks before it risks much, keeps
its Flag in the hand, and shuffles when it lies open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from games.rules import PieceView, Rank, Result, Turn, variant
from games.rules.card_table import CardTurn
from play.bots.piece_values import clash, worth_of
from play.bots.sight import Sight

_KEPT = 0.3  # how likely the Flag lies in a front line, against any other card: who can keeps it in the hand
_LEARNED = 0.28
_SHOWN = 0.2
_STILL = frozenset({Rank.FLAG, Rank.BOMB})
_HIDE_FLAG = 14.0
_FLAG_SEEN = 400.0
_LIKED = {
    Rank.FLAG: -100.0,
    Rank.BOMB: 1.0,
    Rank.SPY: 1.2,
    Rank.MINER: 1.5,
    Rank.MARSHAL: 2.5,
    Rank.SPOTTER: 3.0,
    Rank.SCOUT: 3.0,
}


def choose_at_cards(sight: Sight, chance: random.Random, whim: float) -> str:
    """The best of the legal turns or choices by this bot's judgement.

    Args:
        sight: what the bot is given.
        chance: breaks ties.
        whim: by how much turns that it takes for equal may differ.
    """
    judge = _TableJudge(sight)
    return max(sight.legal, key=lambda text: judge.of(text) + whim * chance.random())


class _TableJudge:
    def __init__(self, sight: Sight) -> None:
        view = self.view = sight.view
        self.turns = sight.turns
        self.book = variant(view.variant, view.edition)
        self.me = view.to_move
        self.at = {piece.square: piece for piece in view.pieces}
        self.mine = [piece for piece in view.pieces if piece.seat is self.me]
        self.theirs = [piece for piece in view.pieces if piece.seat is not self.me]
        self.own = self._own_cards()
        army = Counter(self.book.army)
        if sum(self.own.values()) + sum(p.seat is self.me for p in view.captured) > self.book.army_size:
            army[Rank.SPOTTER] += 1
        left = army - Counter(p.rank for p in view.captured if p.seat is not self.me and p.rank is not None)
        self.unseen = left - Counter(p.rank for p in self.theirs if p.rank is not None)
        self.worth = worth_of(self.own, left, self.book.combat, last_flag=True)
        self.their_worth = worth_of(left, self.own, self.book.combat, last_flag=True)
        self.hidden = self._hidden()

    def _own_cards(self) -> Counter[Rank]:
        """Everything that this seat still has: its line, its hand, and the cards in its deck, in no order."""
        own: Counter[Rank] = Counter(piece.rank for piece in self.mine if piece.rank is not None)
        for holding in self.view.holdings:
            if holding.seat is self.me and holding.ranks is not None:
                own.update(dict(holding.ranks))
        return own

    def _hidden(self) -> Mapping[Rank, float]:
        """What a card of the enemy's line may be that this seat has not seen."""
        elsewhere = sum(holding.count for holding in self.view.holdings if holding.seat is not self.me)
        kept = _KEPT if elsewhere else 1.0
        weights = {rank: count * (kept if rank is Rank.FLAG else 1.0) for rank, count in self.unseen.items()}
        whole = sum(weights.values())
        return {rank: weight / whole for rank, weight in weights.items()}

    def _chances(self, card: PieceView) -> Mapping[Rank, float]:
        return self.hidden if card.rank is None else {card.rank: 1.0}

    def of(self, text: str) -> float:
        """How good a submission is; only differences mean something."""
        turn = self.book.turn(text)
        assert isinstance(turn, CardTurn)
        kinds = {
            "attack": self._attack,
            "line-look": self._look_at_line,
            "hand-look": self._look_at_hand,
            "shuffle": self._shuffle,
            "name": self._name,
            "lay": self._lay,
        }
        return kinds[turn.kind](turn)

    def _attack(self, turn: Turn) -> float:
        mine, foe = self.at[turn.source], self.at[turn.target]
        rank = mine.rank
        assert rank is not None
        odds = clash(self.book.combat, rank, self._chances(foe), self.their_worth)
        # A card that is lost leaves fewer to attack with; who has none left loses the game.
        loss = self.worth[rank] + (60.0 if self._attackers() == 1 and not self._others() else 0.0)
        value = odds.gain - odds.loss * loss + odds.win * self._relief(foe)
        if foe.rank is None:
            value += 0.1 * self._expected()
        if not mine.revealed:
            value -= odds.win * _SHOWN * self._fear(rank, but=foe) * self.worth[rank]
        else:
            value += odds.win * 0.3
        return value

    def _attackers(self) -> int:
        return sum(piece.rank not in _STILL for piece in self.mine)

    def _others(self) -> bool:
        """Whether the hand holds a card that can attack."""
        hand = (holding for holding in self.view.holdings if holding.seat is self.me and holding.kind == "hand")
        return any(rank not in _STILL for holding in hand for rank, _count in holding.ranks or ())

    def _expected(self) -> float:
        return sum(self.their_worth[rank] * chance for rank, chance in self.hidden.items() if rank is not Rank.FLAG)

    def _beats(self, card: PieceView, rank: Rank) -> float:
        return sum(
            chance
            for striker, chance in self._chances(card).items()
            if striker not in _STILL and self.book.combat.result(striker, rank) is Result.WIN
        )

    def _fear(self, rank: Rank, but: PieceView | None = None) -> float:
        """The chance that some card of the enemy's line beats one of `rank`."""
        safe = 1.0
        for card in self.theirs:
            if but is None or card.id != but.id:
                safe *= 1.0 - self._beats(card, rank)
        return 1.0 - safe

    def _relief(self, foe: PieceView) -> float:
        """What this side would no longer have to fear from a card that it knows."""
        if foe.rank is None:
            return 0.0
        shown = (piece.rank for piece in self.mine if piece.revealed and piece.rank is not None)
        return max((0.5 * self._beats(foe, rank) * self.worth[rank] for rank in shown), default=0.0)

    def _look_at_line(self, turn: Turn) -> float:
        assert isinstance(turn, CardTurn)
        new = sum(self.at[square].rank is None for square in turn.squares)
        shown = 0.0 if self.at[turn.source].revealed else 0.5
        return new * _LEARNED * self._expected() - shown

    def _look_at_hand(self, turn: Turn) -> float:
        return 0.3 - (0.0 if self.at[turn.source].revealed else 0.3 * self.worth[Rank.SPY])

    def _shuffle(self, turn: Turn) -> float:
        """Takes the Flag out of the front line. It pays as long as it need not be laid again at once, and is urgent
        once the enemy has looked at it or sees it anyway.
        """
        if sum(self.own.values()) <= len(self.book.board.homes[0]):
            return -50.0
        flag = self.at[turn.source]
        return _FLAG_SEEN if flag.revealed or self._looked_at(flag) else _HIDE_FLAG

    def _looked_at(self, card: PieceView) -> bool:
        """Whether the enemy has looked at a card since it was laid; that it looked, and where, all have seen."""
        for turn in reversed(self.turns):
            for part in turn.parts:
                if part.kind == "lay" and part.piece is not None and part.piece.id == card.id:
                    return False
                if part.kind == "line-look" and turn.seat is not self.me and card.square in part.squares:
                    return True
        return False

    def _name(self, turn: Turn) -> float:
        """A Spotter's guess: a known card is out for certain, and a wrong guess costs the turn alone."""
        assert isinstance(turn, CardTurn)
        rank = Rank(turn.rank)
        chance = self._chances(self.at[turn.target]).get(rank, 0.0)
        shown = 0.0 if self.at[turn.source].revealed else 0.5
        return chance * self.their_worth[rank] + chance * self._relief(self.at[turn.target]) - shown

    def _lay(self, turn: Turn) -> float:
        """Cards that can attack first; a Bomb as long as there are attackers; the Flag last."""
        assert isinstance(turn, CardTurn)
        rank = Rank(turn.rank)
        if rank is Rank.BOMB:
            bombs = sum(piece.rank is Rank.BOMB for piece in self.mine)
            return 3.2 if self._attackers() >= 3 and not bombs else _LIKED[rank] - bombs
        return _LIKED.get(rank, 2.8)
