"""What has been told to whom in a game: a second reading of RULES section 9, kept apart from the engine's views.

A `Ledger` follows a game from its set-ups and the texts of its turns. It knows two things: what each turn told to whom,
and which ranks nobody but their owners can tell apart. The generator makes another world from the second and holds it
against the first. Views are not asked: a view that shows too much would else vouch for itself.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules import RANK_OF_SYMBOL, Options, Seat, Variant, Viewer
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_STEP, GAIT_TWO

EVERYBODY = 0b11111
"""All seats and the spectators, as a mask: a bit a seat, the last one for who holds none."""

Told = tuple[object, ...]

_SPECTATORS = 1 << 4
_MOVE = re.compile(r"([a-z]\d+)-(?:([a-z]\d+)-)?([a-z]\d+)(.*)")
_PARTS = re.compile(r"\*0|\*(\d+)@(\w+)|\+0|\+(\w)@(\w+)|>(\w+)|=(\w+)|\?(\w+)")
_ENTERED = re.compile(r"\+\w@")
_CLAIMED = re.compile(r"\?\w+$")
_CARD_KINDS = {"+": "lay", "!": "shuffle", "=": "name", "?": "look", "-": "attack"}
_DRAWN, _HAND = 8, 3  # cards drawn after a shuffle, and cards that a hand is drawn up to (RULES section 8)
_KINDS = {"*": "rescue", "+": "entry", ">": "stockade", "=": "freed", "?": "claim"}


def mask_of(viewer: Viewer) -> int:
    return _SPECTATORS if viewer.seat is None else 1 << viewer.seat


class Impossible(Exception):
    """A world that the rules do not allow: somebody plays what it does not have."""


@dataclass(slots=True)
class Token:
    """A rank that may be hidden: one piece, from where its knowledge begins to where it ends.

    A piece that goes into a reserve, or is shuffled into a deck, is another token from then on.

    Args:
        pool: which tokens of the seat may have exchanged their ranks, by the rules for set-ups and reserves.
        knows: mask of who has learned the rank.
        gaits: how it has moved.
        hands: the looks at a hand that held it, as (ply of the log, who looked).
    """

    seat: Seat
    rank: str
    pool: str
    knows: int
    gaits: int = 0
    hands: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        return f"<Token {self.seat.slug} {self.pool}>"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim in a line of the record: it may be another one in another world, or none."""

    mover: int
    named: int
    square: str


Line = tuple[Seat, tuple["str | int | Claim", ...]]
"""A submission: who made it, and its text in pieces. A number stands for the rank of that token."""


@dataclass
class Ledger:
    """A game as the bookkeeping has it.

    Args:
        rules: the rule book.
        setups: for each seat a character a home square.
        chance: for each seat the order of its deck, if the rule book deals.
        told: every fact with the mask of who was told, in order.
        lines: every submission, in order.
    """

    rules: Variant
    setups: Mapping[Seat, str]
    chance: Mapping[Seat, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    tokens: list[Token] = field(default_factory=list)
    at: dict[str, int] = field(default_factory=dict)
    placed: dict[Seat, list[int | None]] = field(default_factory=dict)
    dealt: dict[Seat, list[int]] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=lambda: [-1, -1])
    reserve: dict[Seat, list[int]] = field(default_factory=dict)
    told: list[tuple[int, Told]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        for seat in self.rules.seats:
            self.set_up(seat)

    # -- set-ups ----------------------------------------------------------------------------------

    def set_up(self, seat: Seat) -> None:
        """Puts a seat's pieces on their squares. Every square of a set-up is known once play begins, no rank is."""
        squares = [self.rules.board.name(square) for square in self.rules.board.homes[seat]]
        self.placed[seat] = []
        for square, symbol in zip(squares, self.setups[seat], strict=True):
            token = None if symbol == "." else self.make(seat, symbol, self.first_pool)
            self.placed[seat].append(token)
            if token is not None:
                self.at[square] = token
                self.numbers.append(token)
        self.reserve[seat] = [self.make(seat, symbol, self.second_pool) for symbol in self.in_reserve(seat)]
        if self.options.free_setup:
            for symbol in (self.army() - Counter(self.setups[seat])).elements():
                self.make(seat, symbol, self.first_pool)

    first_pool = second_pool = "army"

    def in_reserve(self, seat: Seat) -> Iterable[str]:
        return ()

    def make(self, seat: Seat, symbol: str, pool: str, *, owner: bool = True) -> int:
        self.tokens.append(Token(seat, symbol, pool, 1 << seat if owner else 0))
        return len(self.tokens) - 1

    def army(self) -> Counter[str]:
        return Counter({rank.symbol: count for rank, count in self.rules.army.items()})

    # -- what was told ----------------------------------------------------------------------------

    def account(self, viewer: Viewer, since: int = 0) -> list[Told]:
        mask = mask_of(viewer)
        return [fact for audience, fact in self.told[since:] if audience & mask]

    def hidden(self, viewer: Viewer) -> dict[str, str]:
        """The squares whose pieces' ranks a viewer may not know, with these ranks."""
        mask = mask_of(viewer)
        return {
            square: self.tokens[token].rank for square, token in self.at.items() if not self.tokens[token].knows & mask
        }

    def held(self, viewer: Viewer) -> dict[str, tuple[str, ...]]:
        """What lies off the board in the order that a viewer may not know: reserves by rank, decks as they lie."""
        mask = mask_of(viewer)
        return {
            f"reserve of {seat.slug}": tuple(sorted(self.tokens[token].rank for token in reserve))
            for seat, reserve in self.reserve.items()
            if reserve and not mask >> seat & 1
        }

    def foretell(self, seat: Seat, text: str) -> list[tuple[int, Told]]:
        """What a submission would tell, and to whom. Nothing changes."""
        move = _MOVE.fullmatch(text)
        if move is None:
            return [fact for part in _PARTS.finditer(text) for fact in self.foretell_part(seat, part, None)]
        source, via, target, rest = move.groups()
        path = tuple(square for square in (source, via, target) if square)
        facts: list[tuple[int, Told]] = []
        mover, defender = self.tokens[self.at[source]], self.at.get(target)
        if defender is None:
            shown = mover.rank if self.gait(source, via, target) & book(self.rules.slug).reveals else None
            facts.append((EVERYBODY, ("move", seat, path, shown)))
        else:
            attacked = self.tokens[defender].rank
            facts.append((EVERYBODY, ("attack", seat, path, mover.rank, attacked)))
        for part in _PARTS.finditer(rest):
            facts += self.foretell_part(seat, part, source)
        return facts

    def foretold(self, seat: Seat, text: str, viewer: Viewer) -> list[Told]:
        mask = mask_of(viewer)
        return [fact for audience, fact in self.foretell(seat, text) if audience & mask]

    def public(self, text: str) -> str:
        """A submission without what only the seat that makes it knows."""
        return _ENTERED.sub("+@", _CLAIMED.sub("", text)) if "+" in text or "?" in text else text

    def kind(self, text: str) -> str:
        move = _MOVE.fullmatch(text)
        if move is None:
            return _KINDS.get(text[0], "other") if len(text) > 2 else "declined"
        if move.group(4):
            return f"move with {_KINDS[move.group(4)[0]]}"
        return "attack" if move.group(3) in self.at else "move"

    def progress(self, seat: Seat, text: str) -> int:
        """How many rows a move goes towards the other end of the board; 0 for what is no move."""
        move = _MOVE.fullmatch(text)
        if move is None:
            return 0
        columns = self.rules.board.columns
        ends = [self.rules.board.square(move.group(group)) for group in (1, 3)]
        rows, across = ends[1] // columns - ends[0] // columns, ends[1] % columns - ends[0] % columns
        return {Seat.RED: rows, Seat.RED2: -rows, Seat.BLUE2: -across}.get(seat, across if self.four else -rows)

    @property
    def four(self) -> bool:
        return len(self.rules.seats) == 4

    def foretell_part(self, seat: Seat, part: re.Match[str], source: str | None) -> Iterator[tuple[int, Told]]:
        captured, back, symbol, entered, _stockade, _freed, claimed = part.groups()
        if captured is not None:
            yield EVERYBODY, ("rescue", seat, int(captured), back, self.tokens[self.numbers[int(captured)]].rank)
        elif symbol is not None:
            shown = self.shown_on_entry(symbol)
            yield EVERYBODY, ("entry", seat, entered, symbol if shown else None)
            yield 1 << seat, ("entered", symbol)
        elif claimed is not None:
            if self.tokens[self.at[claimed]].rank == "F":
                yield EVERYBODY, ("united", seat, claimed)
            else:
                yield 1 << seat | 1 << (seat ^ 2), ("claimed", seat, claimed)
        else:
            yield EVERYBODY, ("part", seat, part.group())

    def shown_on_entry(self, symbol: str) -> bool:
        return False

    # -- how a game goes on -----------------------------------------------------------------------

    def take(self, seat: Seat, text: str) -> None:
        self.told += self.foretell(seat, text)
        move = _MOVE.fullmatch(text)
        line: list[str | int | Claim] = []
        rest, mover = text, -1
        if move is not None:
            source, via, target, rest = move.groups()
            line.append(text.removesuffix(rest) if rest else text)
            mover = self.at.pop(source)
            self.tokens[mover].gaits |= self.gait(source, via, target)
            if target in self.at:
                self.battle(seat, mover, source, target)
            else:
                self.at[target] = mover
                if self.gait(source, via, target) & book(self.rules.slug).reveals:
                    self.tokens[mover].knows = EVERYBODY
        for part in _PARTS.finditer(rest):
            line += self.take_part(seat, part, mover)
        self.lines.append((seat, tuple(line)))

    def take_part(self, seat: Seat, part: re.Match[str], mover: int) -> list[str | int | Claim]:
        """Follows a further part of a turn and returns it as it stands in the line."""
        captured, back, symbol, entered, stockade, freed, claimed = part.groups()
        if captured is not None:
            self.at[back] = self.numbers[int(captured)]
        elif symbol is not None:
            token = self.draw_from_reserve(seat, symbol)
            self.numbers.append(token)
            self.at[entered] = token
            if self.shown_on_entry(symbol):
                self.tokens[token].knows = EVERYBODY
            return ["+", token, f"@{entered}"]
        elif claimed is not None:
            return [self.claim(seat, mover, claimed)]
        elif stockade is not None:
            self.imprison(seat, stockade)
        elif freed is not None:
            self.free(seat, freed)
        return [part.group()]

    def draw_from_reserve(self, seat: Seat, symbol: str) -> int:
        """Takes a piece of a rank from a seat's reserve. Raises `Impossible` if it has none."""
        for token in self.reserve[seat]:
            if self.tokens[token].rank == symbol:
                self.reserve[seat].remove(token)
                return token
        raise Impossible(symbol)

    def battle(self, seat: Seat, mover: int, source: str, target: str) -> None:
        """An attack: both ranks are known to all, and who loses leaves the board. `mover` is off its square."""
        defender = self.at.pop(target)
        item, other = self.tokens[mover], self.tokens[defender]
        item.knows = other.knows = EVERYBODY
        result = self.rules.combat.result(RANK_OF_SYMBOL[item.rank], RANK_OF_SYMBOL[other.rank]).name
        if result == "WIN":
            self.at[target] = mover
        elif result == "LOSS":
            self.at[target] = defender

    def imprison(self, seat: Seat, stockade: str) -> None:
        raise NotImplementedError(self.rules.slug)

    def free(self, seat: Seat, square: str) -> None:
        """Brings the captive Flag of a side home."""
        raise NotImplementedError(self.rules.slug)

    def claim(self, seat: Seat, mover: int, square: str) -> Claim:
        raise NotImplementedError(self.rules.slug)

    def begin_turn(self, seat: Seat) -> None:
        """Follows what a turn begins with."""

    def gait(self, source: str, via: str | None, target: str) -> int:
        """The gait of a path (RULES section 3)."""
        if via is not None:
            return GAIT_BENT
        columns = self.rules.board.columns
        item, other = (self.rules.board.square(name) for name in (source, target))
        length = abs(item // columns - other // columns) + abs(item % columns - other % columns)
        return GAIT_STEP if length == 1 else GAIT_TWO if length == 2 else GAIT_FAR

    # -- other worlds -----------------------------------------------------------------------------

    def free_tokens(self, viewer: Viewer, chance: random.Random) -> dict[tuple[Seat, str], list[int]]:
        """The tokens whose ranks a viewer may not know, by the pools in which these may have been exchanged."""
        mask = mask_of(viewer)
        pools: dict[tuple[Seat, str], list[int]] = {}
        for number, token in enumerate(self.tokens):
            if not token.knows & mask:
                pools.setdefault((token.seat, token.pool), []).append(number)
        return {pool: tokens for pool, tokens in pools.items() if len(tokens) > 1}

    def swaps(self, tokens: int, chance: random.Random) -> int:
        """How many exchanges to try among so many tokens: a few, many, or enough to mix them well."""
        return chance.choice((1, 2, tokens // 2, 3 * tokens))

    def may_exchange(self, viewer: Viewer, number: int, other: int, ranks: Sequence[str]) -> bool:
        a, b = self.tokens[number], self.tokens[other]
        mask = mask_of(viewer)
        return (
            ranks[number] != ranks[other]
            and not a.gaits & ~self.gaits_of(ranks[other])
            and not b.gaits & ~self.gaits_of(ranks[number])
            and [look for look, who in a.hands if who & mask] == [look for look, who in b.hands if who & mask]
        )

    def gaits_of(self, symbol: str) -> int:
        return self.rules.gaits.get(RANK_OF_SYMBOL[symbol], 0)

    def setups_with(self, ranks: Sequence[str]) -> dict[Seat, str]:
        return {
            seat: "".join("." if token is None else ranks[token] for token in tokens)
            for seat, tokens in self.placed.items()
        }

    def text_with(self, line: Line, ranks: Sequence[str]) -> str:
        """A submission, if each token had the rank given for it. A claim that would have been none is left out."""
        text = ""
        for part in line[1]:
            if isinstance(part, Claim):
                text += f"?{part.square}" if ranks[part.mover] == "F" != ranks[part.named] else ""
            else:
                text += part if isinstance(part, str) else ranks[part]
        return text

    def with_whims(self, seat: Seat, text: str, viewer: Viewer, chance: random.Random) -> str:
        return text

    def chance_with(self, ranks: Sequence[str]) -> dict[Seat, str]:
        return {seat: "".join(ranks[token] for token in tokens) for seat, tokens in self.dealt.items()}


class CampaignLedger(Ledger):
    """Two armies: one set up, one in reserve, of which the Flag enters first and is shown."""

    first_pool, second_pool = "first army", "second army"

    def in_reserve(self, seat: Seat) -> Iterable[str]:
        return self.army().elements()

    def shown_on_entry(self, symbol: str) -> bool:
        return symbol == "F"


class AllianceLedger(Ledger):
    """Four seats: what is not set up lies in reserve, fired Cannons go there, Flags are held and freed, claims fail."""

    taken = -1

    def in_reserve(self, seat: Seat) -> Iterable[str]:
        return (self.army() - Counter(self.setups[seat])).elements()

    def may_exchange(self, viewer: Viewer, number: int, other: int, ranks: Sequence[str]) -> bool:
        if "F" in (ranks[number], ranks[other]):  # the Flag is among the pieces set up
            start = self.placed[self.tokens[number].seat]
            if number not in start or other not in start:
                return False
        return super().may_exchange(viewer, number, other, ranks)

    def battle(self, seat: Seat, mover: int, source: str, target: str) -> None:
        defender = self.tokens[self.at[target]]
        if defender.rank == "F":
            self.taken = self.at[target]
        super().battle(seat, mover, source, target)
        if self.tokens[mover].rank == "C" and self.rules.slug == "alliance":
            del self.at[target]
            self.reserve[seat].append(self.make(seat, "C", self.second_pool))

    def imprison(self, seat: Seat, stockade: str) -> None:
        self.at[stockade] = self.taken

    def free(self, seat: Seat, square: str) -> None:
        stockades = map(self.rules.board.name, self.rules.board.stockades)
        (held,) = (name for name in stockades if name in self.at and not (self.tokens[self.at[name]].seat ^ seat) & 1)
        self.at[square] = self.at.pop(held)

    def claim(self, seat: Seat, mover: int, square: str) -> Claim:
        named = self.at[square]
        self.tokens[mover].knows |= 1 << (seat ^ 2)
        if self.tokens[named].rank == "F":
            self.tokens[mover].knows = self.tokens[named].knows = EVERYBODY
        return Claim(mover, named, square)

    def with_whims(self, seat: Seat, text: str, viewer: Viewer, chance: random.Random) -> str:
        if mask_of(viewer) & (1 << seat | 1 << (seat ^ 2)):
            return text
        text = _CLAIMED.sub("", text)
        move = _MOVE.fullmatch(text)
        if move is None or self.tokens[self.at[move.group(1)]].rank != "F" or chance.random() < 0.5:
            return text
        partners = [
            square
            for square, token in self.at.items()
            if self.tokens[token].seat == seat ^ 2 and self.gait(move.group(3), None, square) == GAIT_STEP
        ]
        wrong = [square for square in partners if self.tokens[self.at[square]].rank != "F"]
        return f"{text}?{chance.choice(wrong)}" if wrong else text


@dataclass
class CardLedger(Ledger):
    """Front lines, hands and decks. A deck's order is known to nobody, and a shuffle makes new tokens of all cards."""

    hand: dict[Seat, list[int]] = field(default_factory=dict)
    deck: dict[Seat, list[int]] = field(default_factory=dict)
    shuffles: int = 0

    def set_up(self, seat: Seat) -> None:
        self.dealt[seat] = self.deal(seat, self.chance[seat])
        self.placed[seat] = []
        for square, symbol in zip(self.rules.board.homes[seat], self.setups[seat], strict=True):
            token = self.from_hand(seat, symbol)
            self.placed[seat].append(token)
            self.at[self.rules.board.name(square)] = token

    def deal(self, seat: Seat, order: str) -> list[int]:
        tokens = [self.make(seat, symbol, f"shuffle {self.shuffles}", owner=False) for symbol in order]
        self.shuffles += 1
        self.hand[seat], self.deck[seat] = [], tokens[:]
        self.draw(seat, _DRAWN)
        return tokens

    def draw(self, seat: Seat, count: int) -> list[str]:
        drawn, self.deck[seat] = self.deck[seat][:count], self.deck[seat][count:]
        self.hand[seat] += drawn
        for token in drawn:
            self.tokens[token].knows |= 1 << seat
        return sorted(self.tokens[token].rank for token in drawn)

    def from_hand(self, seat: Seat, symbol: str) -> int:
        """Takes a card of a rank from a hand. Raises `Impossible` if there is none."""
        for token in self.hand[seat]:
            if self.tokens[token].rank == symbol:
                self.hand[seat].remove(token)
                return token
        raise Impossible(symbol)

    def begin_turn(self, seat: Seat) -> None:
        drawn = self.draw(seat, max(0, _HAND - len(self.hand[seat])))
        self.told.append((1 << seat, ("drawn", *drawn)))

    def held(self, viewer: Viewer) -> dict[str, tuple[str, ...]]:
        held = {f"deck of {seat.slug}": tuple(map(self.rank, deck)) for seat, deck in self.deck.items()}
        return held | {
            f"hand of {seat.slug}": tuple(sorted(map(self.rank, hand)))
            for seat, hand in self.hand.items()
            if viewer.seat is not seat
        }

    def rank(self, token: int) -> str:
        return self.tokens[token].rank

    def swaps(self, tokens: int, chance: random.Random) -> int:
        """Few: each card of a front line that is another one is one that cannot be attacked in both worlds."""
        return chance.choice((1, 1, 2, 3, tokens))

    def public(self, text: str) -> str:
        return _ENTERED.sub("+@", text)

    def kind(self, text: str) -> str:
        return _CARD_KINDS[text[0] if text[0] == "+" else text[2]]

    def progress(self, seat: Seat, text: str) -> int:
        return 0

    def foretell(self, seat: Seat, text: str) -> list[tuple[int, Told]]:
        source, sign, rest = text[:2], text[2], text[3:]
        own = 1 << seat
        if text[0] == "+":
            return [(EVERYBODY, ("laid", seat, text[3:])), (own, ("laid", text[1]))]
        result: Told = (seat, source, self.rank(self.at[source]))
        if sign == "!":
            drawn = sorted(rest[:_DRAWN])
            return [(EVERYBODY, ("shuffled", *result)), (own, ("drawn", *drawn))]
        if sign == "=":
            target, symbol = rest.split(":")
            return [(EVERYBODY, ("named", *result, rest, self.rank(self.at[target]) == symbol))]
        if sign == "?":
            if rest == "0":
                seen = sorted(map(self.rank, self.hand[Seat(1 - seat)]))
            else:
                seen = [self.rank(self.at[place]) for place in rest.split(",")]
            return [(EVERYBODY, ("looked", *result, rest)), (own, ("saw", *seen))]
        return [(EVERYBODY, ("attack", *result, rest, self.rank(self.at[rest])))]

    def take(self, seat: Seat, text: str) -> None:
        self.told += self.foretell(seat, text)
        source, sign, rest = text[:2], text[2], text[3:]
        line: tuple[str | int | Claim, ...] = (text,)
        if text[0] == "+":
            token = self.from_hand(seat, text[1])
            self.at[rest] = token
            line = ("+", token, f"@{rest}")
        else:
            mover = self.at[source]
            self.tokens[mover].knows = EVERYBODY
            if sign == "!":
                self.at = {place: token for place, token in self.at.items() if self.tokens[token].seat is not seat}
                line = (text[:3], *self.deal(seat, rest))
            elif sign == "=":
                target, symbol = rest.split(":")
                if self.rank(self.at[target]) == symbol:
                    self.tokens[self.at.pop(target)].knows = EVERYBODY
            elif rest == "0":
                look = (len(self.lines), 1 << seat)
                for token in self.hand[Seat(1 - seat)]:
                    self.tokens[token].hands += (look,)
            elif sign == "?":
                for place in rest.split(","):
                    self.tokens[self.at[place]].knows |= 1 << seat
            else:
                self.clash(mover, source, rest)
        self.lines.append((seat, line))

    def clash(self, mover: int, source: str, target: str) -> None:
        defender = self.at[target]
        self.tokens[defender].knows = EVERYBODY
        ranks = [RANK_OF_SYMBOL[self.rank(token)] for token in (mover, defender)]
        result = self.rules.combat.result(ranks[0], ranks[1]).name
        if result != "LOSS":
            del self.at[target]
        if result != "WIN":
            del self.at[source]

    def free_tokens(self, viewer: Viewer, chance: random.Random) -> dict[tuple[Seat, str], list[int]]:
        """Of the viewer's own deck only cards below some depth: those above it will be drawn soon."""
        pools = super().free_tokens(viewer, chance)
        if viewer.seat is not None:
            deep = set(self.deck[viewer.seat][chance.choice((0, 3, 6, 12)) :])
            pools = {
                (seat, pool): [token for token in tokens if seat is not viewer.seat or token in deep]
                for (seat, pool), tokens in pools.items()
            }
        return {pool: tokens for pool, tokens in pools.items() if len(tokens) > 1}


@dataclass(frozen=True, slots=True)
class Book:
    """What the bookkeeping must know of a rule book.

    Args:
        ledger: how it is followed.
        reveals: the gaits of a move that show the piece to all (RULES section 3).
        kinds: what pairs must have played on through.
        free: set-ups of fewer pieces are tried too.
        plies: submissions that pairs play on for, on average, at least.
    """

    ledger: type[Ledger]
    reveals: int
    kinds: frozenset[str]
    free: bool = False
    plies: int = 20


_BY_LENGTH = GAIT_TWO | GAIT_FAR
_BY_SHAPE = GAIT_FAR | GAIT_BENT
_PLAIN = frozenset({"move", "attack"})
_RESCUE = _PLAIN | {"move with rescue"}
_FLAGS = _PLAIN | {"stockade", "move with freed", "move with claim"}
_RESERVE = frozenset({"entry", "declined"})

BOOKS: dict[str, Book] = {
    "classic": Book(Ledger, _BY_LENGTH, _PLAIN, free=True),
    "barrage": Book(Ledger, _BY_LENGTH, _PLAIN, free=True),
    "battle": Book(Ledger, _BY_LENGTH, _PLAIN, free=True),
    "duel": Book(Ledger, _BY_LENGTH, _PLAIN, free=True),
    "lightning": Book(Ledger, _BY_SHAPE, _RESCUE, free=True),
    "ultimate_lightning": Book(Ledger, _BY_LENGTH | GAIT_BENT, _RESCUE, free=True),
    "campaign": Book(CampaignLedger, _BY_SHAPE, _RESCUE | _RESERVE),
    "alliance": Book(AllianceLedger, _BY_SHAPE, _FLAGS | _RESERVE),
    "alliance_lightning": Book(AllianceLedger, _BY_SHAPE, _FLAGS),
    "cards": Book(CardLedger, 0, frozenset({"attack", "lay", "look", "name", "shuffle"}), plies=10),
}
"""The rule books that can be followed. Stated here once more, because the engine's own statement is under test."""


def book(slug: str) -> Book:
    """How a rule book is followed. Raises `KeyError` for one that nobody has read for this test yet."""
    return BOOKS[slug]
