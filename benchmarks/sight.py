"""`sight`: how seldom second sight takes a fair player for one who knows hidden ranks, and how surely it finds such.

Peekers are the computer with eyes: of each hidden piece they know the rank with some chance, from the first ply to the
last, and the computer's own judgement does the rest. It attacks what it beats, keeps away from what it does not, and
goes for the Flag. Fair players are the computer, as it is and bolder, more timid, or with whims, and beginners: hasty
ones, who advance and attack as it comes, and rash ones, who attack whatever hidden piece they stand beside. Everybody
plays against fair players of any kind. A third of all set-ups is the computer's, a third has its Flag behind and
nothing else in common, a third is what people lay from ready ones.

Games are simulated from a seed; then the first hundred games of a player are drawn from those of a kind, many times,
and judged after each twenty as a player's are. The `ratio` is the largest share that is filed of any fair kind, over
one in a thousand. Of each kind `parts` has

- `filed`, the share that has a case, with the interval of 95 % (`low`, `high`) over games drawn anew;
- `factor`, by what a game multiplies the evidence on average, likewise: while it is 1 or less, no more than one in a
  thousand has a case ever, however long they play;
- `seats` and `games`, from which they come; two seats of a kind in one game are drawn together.

`power` is the share of who peeks at 30 % that has a case after a hundred games, `power after 20` and so on before.

`--seed` has other games; those of the seed `cal1` are what `WEIGHT` and `MOST` in `moderation/fairness/domain/sight.py`
were chosen by, so it judges nothing. `--seats N` plays on until there are N of each fair kind, `--keep FILE` keeps
games in a file, and goes on there.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks import plausible
from benchmarks.result import Bar, Result
from games.rules import (
    LastTurn,
    Options,
    Rank,
    Seat,
    State,
    Variant,
    View,
    Viewer,
    apply,
    legal_turns,
    parse_turn,
    start,
    variant,
)
from games.rules.combat import Result as Clash
from moderation.fairness.domain.sight import WEIGHT, Sighting, sightings
from moderation.fairness.domain.sight_reports import CHANCE, EVERY, LAST, line
from play.bots.evaluation import choose_on_board
from play.bots.field import Field
from play.bots.setups import placement
from play.bots.sight import Sight, sight_of

Numbers = npt.NDArray[np.float64]

BOOK = variant("classic")
OPTIONS = Options(no_attack_limit=200)
FAIR = ("computer", "bold", "timid", "whims", "hasty", "rash")
PEEKS = "peeks at 30%"
KINDS = (*FAIR, PEEKS)
SEATS = 200
"""Of each fair kind at least, if nobody asks for more: some 700 games, five minutes of two cores."""

PROCESSES = 2
ROUND = 10
"""Games of each kind, twice as many of peekers, that are played before it is looked whether there are enough."""

DRAWN = 20_000
SAMPLES = 200
"""So often games are drawn anew for an interval."""

WHIM = 0.1
"""How often one with whims moves anything."""

BARS = (
    Bar("ratio", at_most=1),
    Bar("power", at_least=0.95),
    *(Bar(f"{kind}: factor", at_most=1) for kind in FAIR),
)


class Played(NamedTuple):
    """What one seat did in a game: its kind of player, and each attack that counts."""

    kind: str
    told: tuple[Sighting, ...]


class Judged(NamedTuple):
    """A game as it is judged: its name, and the kind of each player with the sum of scores."""

    game: str
    seats: tuple[tuple[str, float], ...]


def run(seed: str = "1", seats: int = SEATS, keep: Path | None = None) -> Result:
    """Simulates games and judges players made of them.

    Args:
        seed: of the games.
        seats: of each fair kind, at least.
        keep: a file of games that were played before; new ones are added.
    """
    return judged(list(games_of(seed, seats, keep)), random_seed=1)


def games_of(seed: str, seats: int, keep: Path | None = None) -> Iterator[Judged]:
    """The games of a seed, in order, until each fair kind has enough seats.

    Args:
        seed, seats, keep: as for `run`.
    """
    known = dict(_kept(keep))
    have: Counter[str] = Counter()
    with get_context("fork").Pool(PROCESSES) as pool:
        number = 0
        while min(have[kind] for kind in FAIR) < seats:
            asked = [(seed, kind, item) for item in range(number, number + ROUND) for kind in FAIR]
            asked += [(seed, PEEKS, item) for item in range(2 * number, 2 * (number + ROUND))]
            new = [item for item in asked if seed_of(*item) not in known]
            for game in pool.imap(_judged_game, new):
                known[game.game] = game
                if keep is not None:
                    with keep.open("a") as file:
                        file.write(json.dumps(game) + "\n")
            for item in asked:
                game = known[seed_of(*item)]
                have.update(kind for kind, _value in game.seats)
                yield game
            number += ROUND


def _kept(keep: Path | None) -> Iterator[tuple[str, Judged]]:
    if keep is not None and keep.exists():
        for text in keep.read_text().splitlines():
            name, seats = json.loads(text)
            yield name, Judged(name, tuple((kind, value) for kind, value in seats))


def _judged_game(asked: tuple[str, str, int]) -> Judged:
    seed, kind, number = asked
    seats = played_game(kind, number, seed)
    return Judged(
        seed_of(seed, kind, number), tuple((seat.kind, sum(each.score for each in seat.told)) for seat in seats)
    )


def judged(games: Sequence[Judged], random_seed: int) -> Result:
    """What the figures are of games that were simulated.

    Args:
        games: as they were played.
        random_seed: of the players that are drawn from them.
    """
    chance = np.random.default_rng(random_seed)
    parts: dict[str, float] = {}
    for kind in KINDS:
        pool = [[value for other, value in game.seats if other == kind] for game in games]
        pool = [values for values in pool if values]
        filed = _filed(np.concatenate(pool), DRAWN, chance)
        anew = [_anew(pool, chance) for _sample in range(SAMPLES)]
        shares = np.array([_filed(values, DRAWN // 10, chance) for values in anew])
        name = "power" if kind == PEEKS else f"{kind}: filed"
        parts[name] = filed[-1]
        parts[f"{name}, low"], parts[f"{name}, high"] = np.quantile(shares[:, -1], (0.025, 0.975))
        if kind == PEEKS:
            parts |= {f"power after {EVERY * (look + 1)}": share for look, share in enumerate(filed[:-1])}
        factors = np.array([np.exp(WEIGHT * values).mean() for values in anew])
        parts[f"{kind}: factor"] = np.exp(WEIGHT * np.concatenate(pool)).mean()
        parts[f"{kind}: factor, low"], parts[f"{kind}: factor, high"] = np.quantile(factors, (0.025, 0.975))
        parts[f"{kind}: seats"], parts[f"{kind}: games"] = sum(map(len, pool)), len(pool)
    most = float(max(parts[f"{kind}: filed"] for kind in FAIR))
    parts = {name: value if isinstance(value, int) else round(float(value), 5) for name, value in parts.items()}
    return Result("sight", most, CHANCE, most / CHANCE, "share of fair players that is filed", parts, BARS)


def _anew(pool: Sequence[Sequence[float]], chance: np.random.Generator) -> Numbers:
    """The sums of scores of as many games, drawn from them."""
    return np.concatenate([pool[integer] for integer in chance.integers(0, len(pool), len(pool))])


def _filed(values: Numbers, players: int, chance: np.random.Generator) -> Numbers:
    """The share of players that has a case by each look, if their games are drawn from some.

    Args:
        values: the sum of scores of each game.
        players: how many are drawn.
        chance: draws them.
    """
    looks = LAST // EVERY
    sums = values[chance.integers(0, len(values), (players, looks, EVERY))].sum(2)
    return np.array([filed_by(sums[:, : look + 1]).mean() for look in range(looks)])


def filed_by(sums: Numbers) -> npt.NDArray[np.bool_]:
    """Which players have a case by the last of some looks, or had one before (`sight_reports.games_filed`).

    Args:
        sums: of the scores of each twenty games, a row a player; `LAST` games at most.
    """
    zeros = np.zeros(len(sums), bool)
    for first in range(sums.shape[1]):
        zeros |= (sums[:, first:].cumsum(1) >= line(first + 1)).any(1)
    return zeros


def played_game(kind: str, number: int, seed: str = "1") -> list[Played]:
    """One game; the same kind, number and seed give the same game.

    Args:
        kind: of the player who has red in games of even numbers; the other one is fair.
        number: of the game, from 0.
        seed: of all games.
    """
    chance = random.Random(seed_of(seed, kind, number))
    own = BOOK.seats[number % 2]
    peeks = int(kind.removeprefix("peeks at ").removesuffix("%")) / 100 if kind.startswith("peeks") else 0.0
    other = chance.choice(FAIR)
    kinds = {seat: kind if seat is own else other for seat in BOOK.seats}
    setups = {seat: chance.choice(_SETUPS)(chance, BOOK, seat) for seat in BOOK.seats}
    state = start(BOOK, setups, OPTIONS)
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    hidden = [piece.id for piece in state.view(Viewer.of(own)).pieces if piece.rank is None]
    known = {id: truth[id] for id in hidden if chance.random() < peeks}
    views = played_out(
        state, lambda now, result: _choice(kinds[now.to_move], now, result, known if now.to_move is own else {}, chance)
    )
    return [Played(kinds[seat], tuple(sightings(BOOK, OPTIONS, seat, views[seat], truth))) for seat in BOOK.seats]


def seed_of(seed: str, kind: str, number: int) -> str:
    """The seed of all chance in a game: its name."""
    return f"{seed} {kind} {number}"


def played_out(state: State, choice: Callable[[State, list[LastTurn]], str]) -> dict[Seat, list[View]]:
    """What each seat saw of a game, from before the first ply on, one a ply.

    Args:
        state: from which on it is played.
        choice: the turn of the seat to move, by the state and what that seat saw of the turns before.
    """
    views = {seat: [state.view(Viewer.of(seat))] for seat in BOOK.seats}
    turns: dict[Seat, list[LastTurn]] = {seat: [] for seat in BOOK.seats}
    while state.outcome is None:
        text = choice(state, turns[state.to_move])
        state, _facts = apply(state, parse_turn(BOOK, text))
        for item in BOOK.seats:
            views[item].append(state.view(Viewer.of(item)))
            last = views[item][-1].last
            assert last is not None
            turns[item].append(last)
    return views


def _of_the_computer(chance: random.Random, book: Variant, seat: Seat) -> str:
    return placement(book, seat, chance)


_SETUPS: tuple[Callable[[random.Random, Variant, Seat], str], ...] = (
    _of_the_computer,
    plausible.setup,
    plausible.usual_setup,
)


class Bold(Field):
    """Fears losses less, and wants to see more."""

    def _weigh(self, sight: Sight) -> None:
        super()._weigh(sight)
        self.care, self.curious = 0.6 * self.care, 2 * self.curious


class Timid(Field):
    def _weigh(self, sight: Sight) -> None:
        super()._weigh(sight)
        self.care, self.curious = 1.4 * self.care, 0.3 * self.curious


def _choice(kind: str, state: State, turns: list[LastTurn], known: Mapping[int, Rank], chance: random.Random) -> str:
    if kind == "hasty":
        return plausible.choose(chance, state).text
    if kind == "rash":
        return _rash(state, chance)
    sight = peeked(sight_of(state, turns), known)
    if len(sight.legal) == 1:
        return sight.legal[0]
    if kind == "whims" and chance.random() < WHIM:
        return chance.choice(sight.legal)
    return choose_on_board({"bold": Bold, "timid": Timid}.get(kind, Field)(sight), chance, 0.04)


def _rash(state: State, chance: random.Random) -> str:
    """Takes what it beats, else attacks what is hidden, else goes ahead."""
    turns = legal_turns(state)
    at = {piece.square: piece for piece in state.view(Viewer.of(state.to_move)).pieces}
    ahead = BOOK.board.columns * (1 if state.to_move.side == 0 else -1)

    def weight(source: int, target: int) -> float:
        own, foe = at[source].rank, at.get(target)
        if foe is None or own is None:
            rows = (target - source) // ahead if (target - source) % ahead == 0 else 0
            return 1.0 if rows > 0 else 0.3 if rows == 0 else 0.1
        if foe.rank is None:
            return 100.0
        return {Clash.WIN: 1000.0, Clash.BOTH: 3.0, Clash.LOSS: 0.01}[BOOK.combat.result(own, foe.rank)]

    return chance.choices(turns, [weight(turn.source, turn.target) for turn in turns])[0].text


def peeked(sight: Sight, known: Mapping[int, Rank]) -> Sight:
    """What a bot is given that knows some hidden ranks: a view that has them."""
    pieces = tuple(
        piece._replace(rank=known[piece.id]) if piece.rank is None and piece.id in known else piece
        for piece in sight.view.pieces
    )
    return replace(sight, view=replace(sight.view, pieces=pieces)) if known else sight
