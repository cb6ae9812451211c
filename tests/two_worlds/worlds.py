"""Pairs of games that differ only in what a given viewer may not know, and play on identically for that viewer.

    for pair in pairs("classic", seed=7):
        while pair.play_on():
            ...  # pair.here and pair.there must look the same to pair.viewer

A random game is played to a random moment, the fork. The other world gives the pieces whose ranks the viewer may not
know other ranks, so that every turn so far was legal there too and told the viewer the same. Whether that is so is
worked out by the ledger and the rules, never by comparing views.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.rules import (
    End,
    Fact,
    Illegal,
    Options,
    Repetition,
    Seat,
    State,
    Turn,
    Variant,
    Viewer,
    advance,
    apply,
    legal_turns,
    start,
    to_shuffle,
    variant,
    with_order,
)

from .ledger import Impossible, Ledger, book

PLIES = 40
"""How far a pair plays on from its fork, at most."""

PAIRS_OF_A_GAME = 4
"""How many forks are taken from one random game, each for another viewer."""

_TRIES = 12
_ALIKE = (
    0.7  # how often a secret is the same in both worlds, where it can be; else they would soon have nothing to play
)
_DRAWN = 8
_LENGTHS = (6, 30, 80, 200, 400)
_BY_KIND = 0.35
_FORWARD = 0.25
_DIVIDING = frozenset({End.NO_LEGAL_TURN, End.NOBODY_CAN_MOVE})


@dataclass(frozen=True, slots=True)
class Step:
    """A submission of a game: who made it, and who begins a turn after it, if somebody does."""

    seat: Seat
    text: str
    begins: Seat | None

    @property
    def asked(self) -> str:
        """The submission as a player makes it: without the order of a shuffle."""
        asked, shuffles, _order = self.text.partition("!")
        return asked + shuffles


@dataclass
class World:
    state: State
    ledger: Ledger
    steps: list[Step] = field(default_factory=list)
    facts: tuple[Fact, ...] = ()

    def play(self, turn: Turn) -> None:
        seat = self.state.to_move
        self.state, self.facts = apply(self.state, turn)
        self.follow(Step(seat, turn.text, _who_begins(self.state)))

    def follow(self, step: Step) -> None:
        self.ledger.take(step.seat, step.text)
        if step.begins is not None:
            self.ledger.begin_turn(step.begins)
        self.steps.append(step)


def _who_begins(state: State) -> Seat | None:
    over = state.outcome is not None and state.outcome.kind is not End.NO_LEGAL_TURN
    return None if over or state.pending is not None else state.to_move


@dataclass
class Pair:
    """Two worlds that are one to `viewer`.

    Args:
        slug, seed, number: what makes this pair again.
        fork: submissions before it.
        different: how many places held another rank than in the other world, at the fork.
        limit: how far it plays on, at most.
        ended: why the pair does not play on, once it does not.
        kinds: what was played since the fork.
    """

    slug: str
    seed: int
    number: int
    viewer: Viewer
    here: World
    there: World
    fork: int
    different: int
    chance: random.Random
    limit: int = PLIES
    ended: str = ""
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        """What makes the pair again: variant, seed of the game, number of the fork."""
        return f"{self.slug}-{self.seed}-{self.number}"

    def play_on(self) -> bool:
        """Plays one more submission in both worlds, which tells the viewer the same; False if there is none."""
        if not self.ended and len(self.here.steps) - self.fork >= self.limit:
            self.ended = "long enough"
        if not self.ended and self.here.state.outcome is not None:
            self.ended = "over"
        if self.ended:
            return False
        chosen = self._choose()
        if chosen is None:
            self.ended = "nothing to play"
            return False
        here, there = chosen
        self.kinds[_kind(here, self.here.ledger)] += 1
        result = len(self.here.ledger.told), len(self.there.ledger.told)
        self.here.play(here)
        self.there.play(there)
        if self._divided(*result):
            self.ended = "divided"
            return False
        return True

    def _divided(self, here: int, there: int) -> bool:
        """Whether the worlds are the same to the viewer no longer: one has ended for lack of a turn and the other has
        not, which all can see (RULES section 7), or the viewer has drawn another card.

        Args:
            here, there: how much was told in each world before.
        """
        kinds = [world.state.outcome and world.state.outcome.kind for world in (self.here, self.there)]
        if kinds[0] != kinds[1] and all(kind is None or kind in _DIVIDING for kind in kinds):
            return True
        return self.here.ledger.account(self.viewer, here) != self.there.ledger.account(self.viewer, there)

    def _choose(self) -> tuple[Turn, Turn] | None:
        seat = self.here.state.to_move
        item, other = self.here.ledger, self.there.ledger
        mine = in_some_order(legal_turns(self.here.state), item, seat, self.chance)
        if self.viewer.seat is seat:
            theirs = {turn.text: [turn] for turn in legal_turns(self.there.state)}
        else:
            theirs = {}
            for turn in legal_turns(self.there.state):
                theirs.setdefault(item.public(turn.text), []).append(turn)
        for here in mine:
            key = here.text if self.viewer.seat is seat else item.public(here.text)
            there = theirs.get(key)
            if there is None:
                continue
            foretold = item.foretold(seat, here.text, self.viewer)
            options = [turn for turn in there if other.foretold(seat, turn.text, self.viewer) == foretold]
            if options:
                alike = here in options and self.chance.random() < _ALIKE
                return self._with_orders(here, here if alike else self.chance.choice(options))
        return None

    def _with_orders(self, here: Turn, there: Turn) -> tuple[Turn, Turn]:
        cards = to_shuffle(self.here.state, here)
        if cards is None:
            return here, there
        order = self.chance.sample(cards, len(cards))
        seen = min(_DRAWN, len(order))
        depth = self.chance.randint(seen, len(order)) if self.viewer.seat is self.here.state.to_move else 0
        other = order[:depth] + self.chance.sample(order[depth:], len(order) - depth)
        return with_order(self.here.state, here, "".join(order)), with_order(self.there.state, there, "".join(other))


def in_some_order(turns: list[Turn], ledger: Ledger, seat: Seat, chance: random.Random) -> list[Turn]:
    """Turns in a random order: often with one kind after the other, so that rare ones come up, sometimes with those
    first that go towards the enemy, because much happens only there.
    """
    chance.shuffle(turns)
    mood = chance.random()
    if mood < _BY_KIND:
        kinds = {kind: chance.random() for kind in sorted({_kind(turn, ledger) for turn in turns})}
        turns.sort(key=lambda turn: kinds[_kind(turn, ledger)])
    elif mood < _BY_KIND + _FORWARD:
        turns.sort(key=lambda turn: -ledger.progress(seat, turn.text))
    return turns


def _kind(turn: Turn, ledger: Ledger) -> str:
    return ledger.kind(turn.text)


# -- the game up to the fork ----------------------------------------------------------------------


def options_for(rules: Variant, chance: random.Random) -> Options:
    """Options that games are played with: usually none, now and then each."""
    return Options(
        no_attack_limit=chance.choice((None, None, 25, 200)),
        repetition=Repetition.NOTED if chance.random() < 0.1 else Repetition.ENFORCED,
        free_setup=book(rules.slug).free and chance.random() < 0.25,
        spotter=rules.deals and chance.random() < 0.5,
    )


def set_up(rules: Variant, seat: Seat, chance: random.Random, *, free: bool) -> str:
    """A random set-up; a `free` one may leave out anything but the Flag."""
    army = [rank.symbol for rank, count in rules.army.items() for _one in range(count)]
    chance.shuffle(army)
    if free:
        army = [symbol for symbol in army if symbol == "F" or chance.random() < 0.6]
    squares = len(rules.board.homes[seat])
    if len(army) > squares:
        army = ["F", *[symbol for symbol in army if symbol != "F"][: squares - 1]]
    symbols = army + ["."] * (squares - len(army))
    chance.shuffle(symbols)
    return "".join(symbols)


def deck(rules: Variant, options: Options, chance: random.Random) -> str:
    cards = [rank.symbol for rank, count in rules.army.items() for _one in range(count)] + ["P"] * options.spotter
    return "".join(chance.sample(cards, len(cards)))


def random_game(slug: str, seed: int, longest: int) -> World:
    rules = variant(slug)
    chance = random.Random(f"game {slug} {seed}")
    # Every second game has memory marks, without a draw by lot: so each has the turns that it always had.
    options = replace(options_for(rules, chance), memory=not rules.deals and seed % 2 == 0)
    world = random_start(rules, options, chance)
    length = min(longest, chance.choice(_LENGTHS))
    while world.state.outcome is None and len(world.steps) < length:
        turns = legal_turns(world.state)
        turn = in_some_order(turns, world.ledger, world.state.to_move, chance)[0]
        cards = to_shuffle(world.state, turn)
        if cards is not None:
            turn = with_order(world.state, turn, "".join(chance.sample(cards, len(cards))))
        world.play(turn)
    return world


def random_start(rules: Variant, options: Options, chance: random.Random) -> World:
    deal = {seat: deck(rules, options, chance) for seat in rules.seats} if rules.deals else {}
    if rules.deals:
        setups = {seat: "".join(chance.sample(order[:_DRAWN], 5)) for seat, order in deal.items()}
    else:
        setups = {seat: set_up(rules, seat, chance, free=options.free_setup) for seat in rules.seats}
    return begin(rules, setups, deal, options)


def begin(rules: Variant, setups: Mapping[Seat, str], deal: Mapping[Seat, str], options: Options) -> World:
    """A world before its first turn. Raises `Illegal` if the rules do not allow the set-ups."""
    state = start(rules, setups, options, deal or None)
    ledger = book(rules.slug).ledger(rules, setups, deal, options)
    begins = _who_begins(state)
    if begins is not None:
        ledger.begin_turn(begins)
    return World(state, ledger)


def again(game: World, fork: int) -> World:
    ledger, steps = game.ledger, game.steps[:fork]
    world = begin(game.state.variant, dict(ledger.setups), dict(ledger.chance), game.state.options)
    for step in steps:
        world.follow(step)
    world.state = advance(world.state, [step.text for step in steps])
    return world


# -- the other world ------------------------------------------------------------------------------


def pairs(slug: str, seed: int, *, longest: int = _LENGTHS[-1]) -> Iterator[Pair | None]:
    """The pairs of one random game, each forked at a random moment for another viewer; None where no other world was
    found: the viewer knows everything, or chance gave none.

    Args:
        longest: submissions that the game has at most.
    """
    game = random_game(slug, seed, longest)
    chance = random.Random(f"pairs {slug} {seed}")
    moments = len(game.steps) + (game.state.outcome is None)
    viewers = [*map(Viewer.of, game.state.variant.seats), Viewer.SPECTATOR]
    first = chance.randrange(len(viewers))
    for number in range(PAIRS_OF_A_GAME):
        yield pair(game, chance.randrange(moments), viewers[(first + number) % len(viewers)], (slug, seed, number))


def pair(game: World, fork: int, viewer: Viewer, name: tuple[str, int, int]) -> Pair | None:
    chance = random.Random(f"pair {name}")
    here = again(game, fork)
    for _try in range(_TRIES):
        there = other_world(here, viewer, chance)
        different = 0 if there is None else differences(here, there, viewer)
        if there is not None and different:
            return Pair(*name, viewer, here, there, fork, different, chance)
    return None


def other_world(here: World, viewer: Viewer, chance: random.Random) -> World | None:
    """A world in which hidden ranks are others, and everything so far was legal and told `viewer` the same."""
    ledger = here.ledger
    ranks = [token.rank for token in ledger.tokens]
    for tokens in ledger.free_tokens(viewer, chance).values():
        for _swap in range(ledger.swaps(len(tokens), chance)):
            item, other = chance.sample(tokens, 2)
            if ledger.may_exchange(viewer, item, other, ranks):
                ranks[item], ranks[other] = ranks[other], ranks[item]
    try:
        there = begin(here.state.variant, ledger.setups_with(ranks), ledger.chance_with(ranks), here.state.options)
        for step, line in zip(here.steps, ledger.lines, strict=True):
            text = there.ledger.with_whims(step.seat, ledger.text_with(line, ranks), viewer, chance)
            there.follow(Step(step.seat, text, step.begins))
        there.state = advance(there.state, [step.text for step in there.steps])
    except (Illegal, Impossible):
        return None
    if there.state.outcome is not None or there.ledger.account(viewer) != ledger.account(viewer):
        return None
    return there


def differences(here: World, there: World, viewer: Viewer) -> int:
    item, other = here.ledger, there.ledger
    hidden = {**item.hidden(viewer), **item.held(viewer)}, {**other.hidden(viewer), **other.held(viewer)}
    assert hidden[0].keys() == hidden[1].keys()
    return sum(rank != hidden[1][place] for place, rank in hidden[0].items())
