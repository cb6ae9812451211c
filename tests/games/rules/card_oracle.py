"""A second reading of the cards section of RULES: slow, with texts and names of places alone, and nothing of the
engine's.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

COLUMNS = "abcde"
PLACES = tuple(f"{column}{row}" for row in "12" for column in COLUMNS)
SYMBOLS = "FS23456789MBP"
STRENGTH = dict(zip("S23456789M", range(1, 11), strict=True)) | {"P": 2}


def every_text() -> list[str]:
    """Every submission that can be written, the order of a shuffle left out."""
    pairs = [*PLACES, *(f"{combination},{other}" for combination, other in combinations(PLACES, 2))]
    return [
        *(f"{source}-{target}" for source in PLACES for target in PLACES),
        *(f"{source}?{looked}" for source in PLACES for looked in ["0", *pairs]),
        *(f"{source}!" for source in PLACES),
        *(f"{source}={target}:{symbol}" for source in PLACES for target in PLACES for symbol in SYMBOLS),
        *(f"+{symbol}@{place}" for symbol in SYMBOLS for place in PLACES),
    ]


class Shown(NamedTuple):
    line: dict[str, str]
    known: dict[str, dict[str, str]]
    hands: tuple[str, str]
    decks: tuple[str, str]
    captured: str
    to_move: int
    laying: bool
    over: tuple[str, int | None] | None
    ply: int
    quiet: int


class Oracle:
    """A card game by the text of RULES section 8."""

    def __init__(self, lines: tuple[str, str], orders: tuple[str, str], limit: int | None) -> None:
        self.line = dict(zip(PLACES, lines[0] + lines[1], strict=True))
        self.hands = [list(order[:8]) for order in orders]
        for hand, line in zip(self.hands, lines, strict=True):
            for symbol in line:
                hand.remove(symbol)
        self.decks = [list(order[8:]) for order in orders]
        self.captured: list[str] = []
        self.shown: set[str] = set()
        self.seen: tuple[set[str], set[str]] = (set(), set())
        self.me, self.ply, self.quiet, self.limit = 0, 0, 0, limit
        self.laying = False
        self.over: tuple[str, int | None] | None = None
        self._begin()

    def places(self, seat: int) -> list[str]:
        return [place for place in PLACES if place[1] == "12"[seat] and place in self.line]

    def gaps(self, seat: int) -> list[str]:
        return [place for place in PLACES if place[1] == "12"[seat] and place not in self.line]

    def allows(self, text: str) -> bool:
        """Whether a submission is legal; a shuffle without its order counts as one."""
        if self.over:
            return False
        if self.laying or text[0] == "+":
            return self.laying and text[0] == "+" and text[1] in self.hands[self.me] and text[3:] in self.gaps(self.me)
        if text[:2] not in self.places(self.me):
            return False
        card, act, theirs = self.line[text[:2]], text[2], self.places(1 - self.me)
        if act == "-":
            return card not in "FB" and text[3:] in theirs
        if act == "!":
            return card == "F"
        if act == "=":
            return card == "P" and text[3:5] in theirs
        if text[3:] == "0":
            return card == "S" and bool(self.hands[1 - self.me])
        looked = text[3:].split(",")
        return card == "2" and set(looked) <= set(theirs) and len(looked) == min(2, len(theirs))

    def play(self, text: str) -> None:
        if text[0] == "+":
            self.hands[self.me].remove(text[1])
            self.line[text[3:]] = text[1]
        else:
            self.ply += 1
            self.quiet += 1
            self.shown.add(text[:2])
            {"-": self._attack, "!": self._shuffle, "=": self._name, "?": self._look}[text[2]](text[:2], text[3:])
        if self.over is None:
            self.laying = bool(self.hands[self.me] and self.gaps(self.me))
            if not self.laying:
                self._pass()
        else:
            self.me = 1 - self.me

    def _attack(self, source: str, target: str) -> None:
        self.quiet = 0
        self.shown.add(target)
        item, other = self.line[source], self.line[target]
        if other in "FB":
            wins, loses = other == "F" or item == "3", other == "B" and item != "3"
        else:
            wins, loses = STRENGTH[item] >= STRENGTH[other], STRENGTH[item] <= STRENGTH[other]
            if (item, other) == ("S", "M"):
                wins, loses = True, False
        if wins:
            self._out(target)
        if loses:
            self._out(source)

    def _name(self, _source: str, text: str) -> None:
        if self.line[text[:2]] == text[3]:
            self.quiet = 0
            self._out(text[:2])

    def _look(self, _source: str, looked: str) -> None:
        self.seen[self.me].update(() if looked == "0" else looked.split(","))

    def _shuffle(self, _source: str, order: str) -> None:
        for place in self.places(self.me):
            self._leave(place)
        self.hands[self.me], self.decks[self.me] = list(order[:8]), list(order[8:])

    def _leave(self, place: str) -> str:
        for known in (self.shown, *self.seen):
            known.discard(place)
        return self.line.pop(place)

    def _out(self, place: str) -> None:
        card = self._leave(place)
        self.captured.append(card)
        if card == "F":
            self.over = ("flag-captured", self.me)

    def _pass(self) -> None:
        self.me = 1 - self.me
        if self.limit is not None and self.quiet >= self.limit:
            self.over = ("no-attack-limit", None)
        else:
            self._begin()

    def _begin(self) -> None:
        hand, deck = self.hands[self.me], self.decks[self.me]
        while len(hand) < 3 and deck:
            hand.append(deck.pop(0))
        if all(self.line[place] in "FB" for place in self.places(self.me)):
            self.over = ("no-legal-turn", 1 - self.me)

    def tell(self) -> Shown:
        known = {
            seat: {
                place: card
                for place, card in self.line.items()
                if place in self.shown or (number < 2 and (place[1] == "12"[number] or place in self.seen[number]))
            }
            for number, seat in enumerate(("red", "blue", "spectator"))
        }
        hands, decks = (tuple("".join(sorted(cards)) for cards in both) for both in (self.hands, self.decks))
        return Shown(
            dict(self.line),
            known,
            hands,
            decks,
            "".join(self.captured),
            self.me,
            self.laying,
            self.over,
            self.ply,
            self.quiet,
        )
