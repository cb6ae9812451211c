"""Every world that a viewer cannot tell from the game: tried one by one, by the rules engine and its views alone.

It knows nothing of how `games.knowledge` counts. A world is a state of the engine; it is kept as long as some legal
submission in it shows the viewer what the viewer was shown.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from games.domain.random_play import random_submission
from games.domain.shuffles import deck
from games.rules import (
    Illegal,
    Options,
    Seat,
    State,
    Turn,
    Variant,
    View,
    Viewer,
    apply,
    dump,
    legal_turns,
    parse_turn,
    start,
    to_shuffle,
    with_order,
)

_SECRET = re.compile(r"(?<=\+)[FS2-9MBCP](?=@)|\?\w+$|(?<=!).+")


@dataclass
class Game:
    """A game with what `viewer` saw after each ply, and all worlds that look the same, submission by submission.

    Args:
        seats: whose ranks are tried; the others have those of the game.
        worlds: the states that look to the viewer like the game's own.
    """

    state: State
    viewer: Viewer
    seats: tuple[Seat, ...]
    worlds: list[State]
    views: list[View] = field(default_factory=list)

    def play(self, turn: Turn) -> None:
        mover = self.state.to_move
        self.state, _facts = apply(self.state, turn)
        view = self.state.view(self.viewer)
        secret = self.state.variant.secret_turns and self.viewer.seat is not mover
        reached: dict[str, State] = {}
        for number, world in enumerate(self.worlds):
            for item in _alike(world, turn) if secret else (turn,):
                try:
                    after, _facts = apply(world, item)
                except Illegal:
                    continue
                if after.view(self.viewer) == view:
                    reached[json.dumps(dump(after)) if secret else str(number)] = after
        self.worlds = list(reached.values())

    def assignments(self) -> Counter[tuple[tuple[int, int], ...]]:
        """The different ways in which the hidden pieces have their ranks, over all worlds: number and rank."""
        pieces = self.state.view(self.viewer).pieces
        hidden = {piece.id for piece in pieces if piece.rank is None and piece.seat in self.seats}
        return Counter(
            tuple((piece.id, int(piece.rank or 0)) for piece in world.view(Viewer.ALL).pieces if piece.id in hidden)
            for world in self.worlds
        )


def _alike(world: State, turn: Turn) -> Iterator[Turn]:
    """The submissions legal in a world of which others than who makes them see the same as of `turn`."""
    public = _SECRET.sub("", turn.text)
    for item in legal_turns(world):
        if _SECRET.sub("", item.text) == public:
            cards = to_shuffle(world, item)
            if cards is None:
                yield item
            else:
                for order in sorted(set(map("".join, itertools.permutations(cards)))):
                    yield with_order(world, item, order)


def begin(book: Variant, seed: int, viewer: Viewer, seats: Iterable[Seat], options: Options) -> Game:
    """A game with random set-ups, and every world that looks like it to `viewer`.

    Args:
        book: the rule book.
        seed: of chance.
        viewer: who looks.
        seats: whose ranks are tried.
        options: those of the game.
    """
    chance = random.Random(f"{book.slug} {seed}")
    decks = _decks(book, options, chance)
    setups = {seat: _setup(book, seat, options, decks.get(seat, ""), chance) for seat in book.seats}
    state = start(book, setups, options, decks or None)
    view = state.view(viewer)
    tried = [seat for seat in seats if viewer.seat is not seat]
    worlds = [
        world
        for chosen in itertools.product(*(list(_begun(book, seat, options, setups[seat])) for seat in tried))
        for world in _started(book, setups, decks, dict(zip(tried, chosen, strict=True)), options)
        if world.view(viewer) == view
    ]
    return Game(state, viewer, tuple(tried), worlds, [view])


def _begun(book: Variant, seat: Seat, options: Options, setup: str) -> Iterator[tuple[str, str]]:
    if book.deals:
        for order in sorted(set(map("".join, itertools.permutations(deck(book, options))))):
            for line in sorted(set(map("".join, itertools.permutations(order[: book.drawn], len(setup))))):
                yield line, order
        return
    army = "".join(rank.symbol * count for rank, count in book.army.items())
    for placed in sorted(set(itertools.permutations(army, len(setup) - setup.count(".")))):
        left = iter(placed)
        yield "".join("." if square == "." else next(left) for square in setup), ""


def _started(
    book: Variant,
    setups: Mapping[Seat, str],
    decks: Mapping[Seat, str],
    chosen: Mapping[Seat, tuple[str, str]],
    options: Options,
) -> Iterator[State]:
    lines = {seat: line for seat, (line, _order) in chosen.items()}
    orders = {seat: order for seat, (_line, order) in chosen.items() if order}
    try:
        yield start(book, {**setups, **lines}, options, {**decks, **orders} or None)
    except Illegal:
        return


def _decks(book: Variant, options: Options, chance: random.Random) -> dict[Seat, str]:
    if not book.deals:
        return {}
    cards = deck(book, options)
    return {seat: "".join(chance.sample(cards, len(cards))) for seat in book.seats}


def _setup(book: Variant, seat: Seat, options: Options, order: str, chance: random.Random) -> str:
    squares = len(book.board.homes[seat])
    if book.deals:
        return "".join(chance.sample(order[: book.drawn], squares))
    army = [rank.symbol for rank, count in book.army.items() for _one in range(count) if rank.symbol != "F"]
    room = min(len(army), squares - 1) - options.free_setup
    pieces = ["F", *chance.sample(army, room)]
    pieces += ["."] * (squares - len(pieces))
    return "".join(chance.sample(pieces, squares))


def plies(game: Game, seed: int, longest: int) -> Iterator[Game]:
    """The game before its first ply and after each ply, played at random."""
    chance = random.Random(seed)
    yield game
    while game.state.outcome is None and game.state.ply < longest:
        game.play(_lively(game.state, chance))
        while game.state.pending is not None:
            game.play(random_submission(game.state, chance))
        game.views.append(game.state.view(game.viewer))
        yield game


def _lively(state: State, chance: random.Random) -> Turn:
    """A submission at random; claims, entries, looks and rescues more often than they would come."""
    turns = legal_turns(state)
    rare = [turn for turn in turns if any(mark in turn.text for mark in "*+?=!")]
    attacks = [turn for turn in turns if _attacks(state, turn)]
    chosen = rare if rare and chance.random() < 0.4 else attacks if attacks and chance.random() < 0.2 else turns
    turn = chance.choice(chosen)
    cards = to_shuffle(state, turn)
    return turn if cards is None else with_order(state, turn, "".join(chance.sample(cards, len(cards))))


def _attacks(state: State, turn: Turn) -> bool:
    return any(piece.square == turn.target != turn.source for piece in state.view(Viewer.SPECTATOR).pieces)


def replayed(state: State, texts: Iterable[str]) -> State:
    for text in texts:
        state, _facts = apply(state, parse_turn(state.variant, text))
    return state
