"""The environment: a game of one rule book, played by agents in turn (PettingZoo's AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from games.rules import (
    Cursor,
    LastTurn,
    Options,
    Seat,
    Turn,
    Variant,
    Viewer,
    dump,
    load,
    parse_turn,
    start,
    variant,
)
from games.rules.card_table import HAND, CardTurn

from .actions import actions_of
from .drawing import drawn
from .placing import Placing, at_random, shuffled_deck
from .sight import BEGUN, GOES_ON, Arrays, Sight, layout_of
from .submissions import Tree, follow, mask_of, numbers_of, open_actions

LONGEST = 10_000
"""Plies after which the service ends a game without a winner."""

MOST = 30_000
"""No count in the observations may grow further."""

_TO_MOVE, _PLY, _QUIET, _CHOSEN, _WAITS = 1, 3, 4, 6, 10

_ARRIVALS = frozenset({"entry", "rescue", "stockade", "freed"})
"""The parts of a turn that put a piece on the board."""


_PLAYED = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "submitted", "moved", "_decks")
"""What a game changes in place, beside what has a way of its own to be copied."""

_MADE = ("book", "options", "actions", "layout", "observation_spaces", "action_spaces")
"""What follows from the arguments."""


class IllegalAction(ValueError):
    """An action that its mask does not allow. Nothing has changed."""


class StrategoEnv(AECEnv[str, Arrays, int]):
    """One game. Everything that an agent gets is made of the `View` of its seat (the README says how).

    Args:
        book: slug of the rule book.
        setups: `place` lets the agents make their set-ups, a piece an action; `random` draws them.
        no_attack_limit: plies without an attack after which the game is drawn; None for no limit.
        max_plies: plies after which the game is truncated.
        spotter: at cards, the Spotter is in each deck.
        render_mode: None, or `ansi` for `render`.
        audience: whose view `render` draws: a seat, `spectator`, or `all`, who sees everything.

    Raises:
        KeyError: there is no such rule book.
        ValueError: another argument is none of those above.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "vexillum_v1"}

    def __init__(
        self,
        book: str = "classic",
        *,
        setups: str = "place",
        no_attack_limit: int | None = 200,
        max_plies: int = LONGEST,
        spotter: bool = False,
        render_mode: str | None = None,
        audience: str = "spectator",
    ) -> None:
        super().__init__()
        self._arguments: dict[str, Any] = {
            "book": book,
            "setups": setups,
            "no_attack_limit": no_attack_limit,
            "max_plies": max_plies,
            "spotter": spotter,
            "render_mode": render_mode,
            "audience": audience,
        }
        self.book: Variant = variant(book)
        if setups not in ("place", "random"):
            raise ValueError(f"setups is 'place' or 'random', not {setups!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        if not 1 <= max_plies <= MOST or not 1 <= (no_attack_limit or 1) <= MOST:
            raise ValueError(f"max_plies and no_attack_limit are from 1 to {MOST}")
        if spotter and not self.book.deals:
            raise ValueError(f"there is no Spotter in {book!r}")
        self.metadata = {**self.metadata, "name": f"vexillum_{book}_v1"}
        self.options = Options(no_attack_limit=no_attack_limit, spotter=spotter)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.audience = Viewer(audience)
        self._setups = setups
        self.actions = actions_of(self.book, spotter=spotter)
        self.layout = layout_of(self.book, spotter=spotter)
        self.possible_agents = [seat.slug for seat in self.book.seats]
        self._seats = {seat.slug: seat for seat in self.book.seats}
        self._viewers = [Viewer.of(seat) for seat in self.book.seats]
        observed: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, self.layout.shape, np.int8),
            "facts": spaces.Box(0, np.iinfo(np.int16).max, (len(self.layout.facts),), np.int16),
            "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions.count) for agent in self.possible_agents}
        self._chance = Random()  # noqa: S311 (games that keep no secret from who runs them)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """That of an agent: the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """That of an agent: the same for all."""
        return self.action_spaces[agent]

    # -- copies -----------------------------------------------------------------------------------

    def clone(self) -> Self:
        """The same game in an environment of its own: with the same actions both go on alike, chance included. They
        share what no game changes, the spaces too."""
        other = object.__new__(type(self))
        own = other.__dict__
        own |= self.__dict__
        own["_chance"] = Random()  # noqa: S311
        own["_chance"].setstate(self._chance.getstate())
        if "cursor" not in own:  # nothing has begun
            return other
        own |= {name: own[name].copy() for name in _PLAYED}
        own["infos"] = {agent: dict(info) for agent, info in self.infos.items()}
        own["_sights"] = [sight.copy() for sight in self._sights]
        own["cursor"] = self.cursor and self.cursor.copy()
        if "_placings" in own:
            own["_placings"] = [placing.copy() for placing in self._placings]
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """As `clone`."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: what it was made with, and the game. It holds every rank, as `cursor` does."""
        game = {name: value for name, value in self.__dict__.items() if name not in _MADE}
        if game.get("cursor") is not None:
            game["cursor"] = dump(game["cursor"].state)
        return partial(type(self), **self._arguments), (), game

    def __setstate__(self, game: dict[str, Any]) -> None:
        """Goes on with a game that was pickled."""
        dumped = game.get("cursor")
        self.__dict__ |= game
        if dumped is not None:
            self.__dict__["cursor"] = Cursor(load(self.book, self.options, dumped))
        for sight in game.get("_sights", ()):
            sight.layout = self.layout
        for placing in game.get("_placings", ()):
            placing.book = self.book

    # -- beginning --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game.

        Args:
            seed: of all chance: random set-ups, decks and shuffles. None goes on with what there was.
            options: `setups`, by agent, as `games.rules.start` takes them, and `decks`, likewise, where cards are
                dealt: the game begins with these. Others are ignored.

        Raises:
            games.rules.Illegal: a set-up or a deck does not fit.
        """
        if seed is not None:
            self._chance = Random(seed)  # noqa: S311
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cursor: Cursor | None = None
        """The whole game; None while set-ups are made. It knows every rank: it is for tools, not for agents."""
        self.tree: Tree | None = None
        self._closed = bytearray(self.actions.count)
        self._waits: str | None = None
        self.parts_chosen = 0
        self._quiet = 0
        self.submitted: list[Turn] = []
        """What has been played so far. It holds what no agent may know of the others."""
        self.moved = bytearray(self.book.board.size)
        self._sights = [Sight(self.layout, seat, self.options.no_attack_limit or 0) for seat in self.book.seats]
        given = options or {}
        self._decks = self._deal(given.get("decks") or {})
        tops = [self._decks.get(seat, "")[: self.book.drawn] for seat in self.book.seats]
        setups: Mapping[str, str] | None = given.get("setups")
        if setups is None and self._setups == "random":
            setups = {seat.slug: at_random(self.book, seat, tops[seat], self._chance) for seat in self.book.seats}
        if setups is None:
            self._placings = [Placing(self.book, seat, top) for seat, top in zip(self.book.seats, tops, strict=True)]
            self._select_placing(Seat.RED)
        else:
            self._begin({self._seats[agent]: setup for agent, setup in setups.items()})

    def _deal(self, decks: Mapping[str, str]) -> dict[Seat, str]:
        if not self.book.deals:
            return {}
        return {
            seat: decks.get(seat.slug) or shuffled_deck(self.book, self.actions.ranks, self._chance)
            for seat in self.book.seats
        }

    def _select_placing(self, seat: Seat) -> None:
        self.agent_selection = seat.slug
        self._mask = bytearray(self.actions.count)
        places = len(self.actions.ranks)
        for rank in self._placings[seat].choices():
            self._mask[places if rank is None else self.layout.place[rank]] = 1

    def _place(self, seat: Seat, action: int) -> None:
        placing = self._placings[seat]
        placing.place(self.actions.all[action].rank)
        if not placing.done:
            self._select_placing(seat)
        elif seat + 1 < len(self.book.seats):
            self._select_placing(Seat(seat + 1))
        else:
            self._begin({placing.seat: placing.placement() for placing in self._placings})

    def _begin(self, setups: Mapping[Seat, str]) -> None:
        self.begun_with = {
            "setups": {seat.slug: setup for seat, setup in setups.items()},
            "decks": {seat.slug: deck for seat, deck in self._decks.items()},
        }
        """What `reset` takes as options to begin the same game. As secret as `cursor`."""
        self.cursor = Cursor(start(self.book, setups, self.options, self._decks or None))
        self._go_on(self.cursor)

    # -- playing ----------------------------------------------------------------------------------

    def step(self, action: int | None) -> None:
        """Takes the action of the agent to act.

        Raises:
            IllegalAction: its mask does not allow it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._mask) or not self._mask[action]:
            raise IllegalAction(f"action {action} of {agent} is not open: choose one whose action_mask is 1")
        action = int(action)
        seat = self._seats[agent]
        if self.cursor is None:
            self._place(seat, action)
            return
        turn: Any = self.actions.turns[seat][action]
        if self.tree is not None and action in self.tree:
            turn = self.tree[action]
            if isinstance(turn, list):
                turn = follow(self.actions, seat, turn, self.cursor.view(self._viewers[seat]))
            if isinstance(turn, dict):
                self._choose(seat, action, turn)
                return
        self._play(self.cursor, seat, turn or self.declined())

    def declined(self) -> Turn:
        """What `nothing` answers to the choice that is due."""
        return parse_turn(self.book, "+0" if self._waits == "entry" else "*0")

    def _choose(self, seat: Seat, action: int, below: Tree) -> None:
        """One part is chosen, another is due: nothing is played, and nobody else sees anything of it."""
        self.tree, self._mask = below, mask_of(self.actions, below)
        self.parts_chosen += 1
        sight, layout = self._sights[seat], self.layout
        squares = self.actions.all[action].squares
        for name, square in (("chosen from", squares[0]), ("chosen to", squares[-1])):
            mark = square * layout.depth + layout.square[name]
            sight.board[mark] = 1
            sight.marked.append(mark)

    def _play(self, cursor: Cursor, seat: Seat, turn: Turn) -> None:
        if isinstance(turn, CardTurn) and turn.kind == "shuffle" and not turn.order:
            cards = cursor.to_shuffle(turn) or ""
            turn = parse_turn(self.book, turn.text + "".join(self._chance.sample(cards, len(cards))))
        begun = self._waits is None
        cursor.play(turn)
        self.submitted.append(turn)
        pending = cursor.pending
        self._waits = None if pending is None else pending.kind
        if isinstance(turn, CardTurn):
            self._show_cards(cursor, seat, turn, begun=begun)
        else:
            self._show(cursor, seat, turn, begun=begun)
        self._go_on(cursor)

    def _show(self, cursor: Cursor, seat: Seat, turn: Turn, *, begun: bool) -> None:
        """Tells each seat of what was played, as far as it may know."""
        mine = self._sights[seat]
        if self.parts_chosen:
            self.parts_chosen = 0
            mine.read_again = True
        plain = begun and type(turn) is Turn
        if plain and not turn.gait & self.book.revealing and not mine.read_again and mine.empty(turn.target):
            self._quiet += 1
            self.moved[turn.target] = 1
            for sight in self._sights:
                sight.went(seat, turn.path)
            return
        last = cursor.last_turn(self._viewers[seat])
        assert last is not None
        self._quiet = self._quiet + begun if last.attack is None else 0
        self._tell_moved(last, begun=begun)
        mine.follow(last, begun=begun, ply=cursor.ply)
        self._tell_others(cursor, mine, last if plain and not last.parts else None, begun=begun)

    def _show_cards(self, cursor: Cursor, seat: Seat, turn: CardTurn, *, begun: bool) -> None:
        """The same at cards, where nothing moves and hands are drawn up."""
        if turn.kind == "lay":
            # Who lays a card knows it; all see where it lies, and there is nothing else to it.
            for sight in self._sights:
                sight.laid(seat, turn.source, turn.rank if sight.seat == seat else None)
        else:
            last = None
            for sight, viewer in zip(self._sights, self._viewers, strict=True):
                # What fights is shown to all; a look tells each something else.
                if last is None or turn.kind not in ("attack", "name"):
                    last = cursor.last_turn(viewer)
                    assert last is not None
                sight.follow(last, begun=begun, ply=cursor.ply)
            assert last is not None
            self._quiet = self._quiet + 1 if last.attack is None else 0
        if self._waits is None and cursor.outcome is None:
            self._draw(cursor)

    def _tell_others(self, cursor: Cursor, mine: Sight, shared: LastTurn | None, *, begun: bool) -> None:
        """Tells the seats that only wait, once all parts of the turn are made.

        Args:
            cursor: the game.
            mine: the sight of who has played.
            shared: the turn, if all are told of it alike.
            begun: a turn was begun.
        """
        for sight in self._sights:
            if sight is not mine:
                sight.behind = sight.behind or (BEGUN if begun else GOES_ON)
                if self._waits is None:
                    self._tell(cursor, sight, shared)

    def _tell(self, cursor: Cursor, sight: Sight, shared: LastTurn | None = None) -> None:
        """Tells a seat of the last turn, as far as it has not been told of it.

        Args:
            cursor: the game.
            sight: the seat's.
            shared: the turn, if all are told of it alike; None if the seat's own view is to be asked.
        """
        if not sight.read_again:
            last = shared or cursor.last_turn(self._viewers[sight.seat])
            assert last is not None
            sight.follow(last, begun=sight.behind == BEGUN, ply=cursor.ply)
        sight.behind = ""

    def _draw(self, cursor: Cursor) -> None:
        """At cards the seat to move has drawn, and all but itself learn only how many."""
        seat = cursor.to_move
        for sight in self._sights:
            if not sight.read_again and sight.drew(seat, HAND) and sight.seat == seat:
                sight.hold(cursor.holdings(self._viewers[seat]))

    def _tell_moved(self, last: LastTurn, *, begun: bool) -> None:
        """Keeps which squares hold a piece that has moved since it came to the board; all have seen that."""
        if begun and len(last.path) > 1 and (last.attack is None or last.attack.result == "win"):
            self.moved[last.path[-1]] = 1
        for part in last.parts:
            if part.kind in _ARRIVALS:
                self.moved[part.squares[-1]] = 0

    def _go_on(self, cursor: Cursor) -> None:
        """Whose turn it is and what is open, or how it ended."""
        self.tree = None
        if cursor.outcome is not None:
            self._end(cursor)
            return
        seat = cursor.to_move
        self.agent_selection = self.possible_agents[seat]
        if self._waits is None and cursor.ply >= self.max_plies:
            self._mask = self._closed
            self.truncations = dict.fromkeys(self.agents, True)
            return
        viewer = self._viewers[seat]
        turns = cursor.legal_turns()
        self._mask, self.tree = open_actions(self.actions, seat, turns, lambda: cursor.view(viewer))

    def _end(self, cursor: Cursor) -> None:
        assert cursor.outcome is not None
        for sight in self._sights:
            sight.read_again = True
        self._mask = self._closed
        winner = cursor.outcome.winner
        self.agent_selection = cursor.to_move.slug
        self.terminations = dict.fromkeys(self.agents, True)
        if winner is not None:
            self.rewards = {agent: 1 if self._seats[agent].side == winner else -1 for agent in self.agents}
        self._accumulate_rewards()

    def submit(self, text: str) -> None:
        """Plays a whole submission in the notation of docs/notation.md, for games that were played elsewhere. A shuffle
        may name its order; the environment draws it otherwise.

        Raises:
            RuntimeError: set-ups are being made, or a part of a turn is chosen already, or the game is over.
            games.rules.Illegal: the rules refuse it.
        """
        cursor = self.cursor
        if cursor is None or self.parts_chosen or cursor.outcome is not None or self.truncations[self.agent_selection]:
            raise RuntimeError("a submission is played between turns of a game that goes on")
        seat = cursor.to_move
        self._play(cursor, seat, parse_turn(self.book, text))

    def actions_of(self, text: str) -> list[int]:
        """The actions, one after the other, that make a submission of the agent to act.

        Raises:
            games.rules.Illegal: the rules refuse it.
        """
        cursor = self.cursor
        if cursor is None or self.parts_chosen:
            raise RuntimeError("a submission is asked about between turns of a game")
        seat = cursor.to_move
        turn = parse_turn(self.book, text)
        Cursor(cursor.state).play(turn)
        view = cursor.view(self._viewers[seat])
        numbers = numbers_of(self.actions, seat, turn, view)
        below: Any = self.tree
        for number in numbers:
            below = below.get(number) if isinstance(below, dict) else None
            if isinstance(below, list):
                below = follow(self.actions, seat, below, view)
        return [*numbers, self.actions.nothing] if isinstance(below, dict) else numbers

    def text_of(self, agent: str, action: int) -> str:
        """What an action of an agent is, in the notation of docs/notation.md and squares of the board."""
        return self.actions.text(self._seats[agent], action)

    # -- looking ----------------------------------------------------------------------------------

    def observe(self, agent: str) -> Arrays:
        """What an agent may know now, in arrays of its own."""
        seat = self._seats[agent]
        sight = self._sights[seat]
        acts = agent == self.agent_selection
        mask = self._mask if acts else self._closed
        cursor = self.cursor
        if cursor is None:
            sight.read_placing(self._placings[seat], acts=acts)
            return sight.arrays(mask)
        if sight.behind:
            self._tell(cursor, sight)
        if sight.read_again:
            sight.read(cursor.view(self._viewers[seat]), self.moved)
        facts = sight.facts
        facts[_TO_MOVE] = acts and cursor.outcome is None
        facts[_PLY] = cursor.ply
        facts[_QUIET] = self._quiet
        facts[_CHOSEN] = self.parts_chosen if acts else 0
        if sight.looked >= 0:
            facts[-1] = cursor.ply - sight.looked
        if self._waits is not sight.waits:
            sight.wait_for(self._waits)
        return sight.arrays(mask)

    def render(self) -> str | None:
        """The game as text, as its `audience` may see it; None without a render mode."""
        if self.render_mode is None:
            return None
        if self.cursor is None:
            placed = [
                f"{placing.seat.slug} {len(placing.chosen)} of {len(placing.squares)}" for placing in self._placings
            ]
            return f"{self.book.slug}, set-ups: {', '.join(placed)}"
        return drawn(self.book, self.cursor.view(self.audience))

    def close(self) -> None:
        """Nothing is kept open."""

    def __getattr__(self, name: str) -> Any:
        """What `reset` makes is missed before it."""
        raise AttributeError(f"there is no {name!r}: call reset() first, if it is part of a game")

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(book: str = "classic", **arguments: Any) -> StrategoEnv:
    """An environment; the arguments are those of `StrategoEnv`."""
    return StrategoEnv(book, **arguments)


env = raw_env
"""The same: it judges order and actions itself, and needs no wrapper for it."""
