"""The game tree of one world: every piece has a rank there, so that turns can be tried one after the other.

Compiled by Numba: a turn of level 8 takes 25 to 43 ms so, and 4 s in Python (`NUMBA_DISABLE_JIT=1`). It knows moves
and attacks, not the further parts of turns (RULES section 8) and no repetition: what is tried first, at the root, is
legal, and deeper down an approximation does.

A side sees in this tree what it could guess, or everybody would know everything: it attacks only pieces that are
`opened` to it, and those of the world that it cannot guess are left alone.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

WON = 1_000.0
"""The value of a won game, less the plies that it takes."""

MARGIN = 40.0
"""How far below the best turn of a world the values of others are exact."""

_FLAG = 0
_BOTH, _LOSS, _WIN = 0, 1, 2
_STEP, _TWO, _FAR, _BENT = 1, 2, 4, 8
_PLIES = 40  # deeper than any search comes, with its attacks at the end
_MOVES = 512  # of one seat
_CAPTURES = 4  # plies of attacks alone at the end

Array = np.ndarray[Any, Any]


class TreeRules(NamedTuple):
    """What is the same in all worlds of a position.

    Attributes:
        near: for each square its neighbours in four directions, -1 where there is none; opposite ones differ by 2.
        gaits, strikes: by rank, the gaits to an empty square and to an enemy.
        combat: results by `attacker << 4 | defender`.
        worth: by side and rank.
        pull: by seat, rank and square, what it is worth to stand there.
        last: by side, whether the next Flag ends the game.
        seats: how many there are.
    """

    near: Array
    gaits: Array
    strikes: Array
    combat: Array
    worth: Array
    pull: Array
    last: Array
    seats: int

    def __repr__(self) -> str:
        """Without the worth of pieces, which follows from what a seat knows."""
        return f"<TreeRules for {self.seats} seats>"


class World(NamedTuple):
    """The pieces of one world, those of a seat after those of the one before.

    Attributes:
        at: for each square the number of its piece, -1 for none, -2 for what stands in the way.
        square, rank, seat: of each piece; the square is -1 for one that is gone.
        known: whether its rank is shown to all.
        opened: whether its enemy guesses it.
        cover: what it is worth to its side that it is hidden.
        first: for each seat the number of its first piece, and the number of all pieces.
    """

    at: Array
    square: Array
    rank: Array
    seat: Array
    known: Array
    opened: Array
    cover: Array
    first: Array

    def __repr__(self) -> str:
        """How many pieces it has: their ranks follow from what a seat knows."""
        return f"<World of {len(self.square)} pieces>"


@njit(cache=True, nogil=True)
def _play(
    rules,
    world,
    source,
    target,
    gait,
    undo,
    ply,
):
    """Plays a turn; returns what it changes for side 0, and whether it takes the last Flag."""
    _near, _gaits, _strikes, combat, worth, pull, last, _seats = rules
    at, square, rank, seat, known, _opened, cover, _first = world
    piece, other = at[source], at[target]
    side = seat[piece] & 1
    sign = 1.0 if side == 0 else -1.0
    undo[ply, 0], undo[ply, 1], undo[ply, 2], undo[ply, 3] = piece, other, known[piece], 0
    player, mine = seat[piece], rank[piece]
    at[source] = -1
    if other < 0:
        at[target], square[piece] = piece, target
        change = pull[player, mine, target] - pull[player, mine, source]
        if gait & (_TWO | _FAR) and not known[piece]:
            known[piece] = 1
            change -= cover[piece]
        return sign * change, False
    undo[ply, 3] = known[other]
    theirs = rank[other]
    result = combat[mine << 4 | theirs]
    gained = worth[1 - side, theirs] + pull[seat[other], theirs, target] + (0.0 if known[other] else cover[other])
    lost = worth[side, mine] + pull[player, mine, source] + (0.0 if known[piece] else cover[piece])
    if result == _WIN:
        at[target], square[piece], square[other] = piece, target, -1
        change = gained + pull[player, mine, target] - pull[player, mine, source]
        if not known[piece]:
            known[piece] = 1
            change -= cover[piece]
        return sign * change, theirs == _FLAG and last[1 - side]
    square[piece] = -1
    if result == _LOSS:
        change = -lost
        if not known[other]:
            known[other] = 1
            change += cover[other]
        return sign * change, False
    at[target], square[other] = -1, -1
    return sign * (gained - lost), theirs == _FLAG and last[1 - side]


@njit(cache=True, nogil=True)
def _take_back(at, square, known, source, target, undo, ply):
    piece, other = undo[ply, 0], undo[ply, 1]
    at[source], square[piece], known[piece] = piece, source, undo[ply, 2]
    at[target] = other
    if other >= 0:
        square[other], known[other] = target, undo[ply, 3]


@njit(cache=True, nogil=True)
def _turns(
    rules,
    world,
    player,
    quiet,
    room,
    ply,
):
    """Lists the turns of a seat that are worth a look, attacks that lose left out; returns how many there are."""
    near, gaits, strikes, combat, worth, pull, _last, _seats = rules
    at, square, rank, seat, known, opened, _cover, first = world
    count = 0
    side = player & 1
    for piece in range(first[player], first[player + 1]):
        source = square[piece]
        mine = rank[piece]
        moving, striking = gaits[mine], strikes[mine]
        both = moving | striking
        if source < 0 or not both or count > _MOVES - 100:
            continue
        for way in range(4):
            middle = near[source, way]
            target, gait, corner = middle, _STEP, 0
            while target >= 0:
                other = at[target]
                if other == -1:
                    if quiet and moving & gait:
                        room[ply, count, 0], room[ply, count, 1], room[ply, count, 2] = source, target, gait
                        gained = pull[player, mine, target] - pull[player, mine, source]
                        room[ply, count, 3] = int(16.0 * gained)
                        count += 1
                elif other >= 0 and (seat[other] ^ player) & 1 and striking & gait and (known[other] or opened[other]):
                    theirs = rank[other]
                    result = combat[mine << 4 | theirs]
                    gained = worth[1 - side, theirs]
                    if result == _BOTH:
                        gained -= worth[side, mine]
                    if result != _LOSS and gained >= 0.0:
                        room[ply, count, 0], room[ply, count, 1], room[ply, count, 2] = source, target, gait
                        room[ply, count, 3] = 100_000 + int(100.0 * gained)
                        count += 1
                # On straight ahead as far as the way is free, or around the two corners after the first square.
                if both & _BENT and at[middle] == -1 and corner < 2 and gait != _TWO:
                    target = near[middle, (way + 1 + 2 * corner) & 3]
                    gait = _BENT
                    corner += 1
                    if target < 0 and corner < 2:
                        target = near[middle, (way + 1 + 2 * corner) & 3]
                        corner += 1
                    if target >= 0:
                        continue
                if gait == _BENT:
                    other = -1
                    target, gait = middle, _STEP
                if other != -1 or not both & (_TWO | _FAR) or (gait == _TWO and not both & _FAR):
                    break
                target = near[target, way]
                gait = _TWO if gait == _STEP else _FAR
    return count


@njit(cache=True, nogil=True)
def _pick(room, ply, number, count):
    """Brings the most promising of the remaining turns to the place `number`."""
    best = number
    for other in range(number + 1, count):
        if room[ply, other, 3] > room[ply, best, 3]:
            best = other
    if best != number:
        for column in range(4):
            kept = room[ply, number, column]
            room[ply, number, column] = room[ply, best, column]
            room[ply, best, column] = kept


@njit(cache=True, nogil=True)
def _search(rules, world, player, depth, least, change, stack, nodes):
    """The value of a position for the side to move, by alpha-beta search (Knuth and Moore 1975).

    By a stack of its own: Numba cannot keep a compiled function that calls itself.
    """
    room, undos, killers, alphas, betas, bests, scores, counts, numbers = stack
    seats, at, square, known = rules.seats, world.at, world.square, world.known
    ply = 1
    alphas[ply], betas[ply], scores[ply] = -2 * WON, -least, change
    fresh = True
    value = 0.0
    while True:
        mover = (player + ply - 1) % seats
        left = depth - ply + 1  # below 1 only attacks are left
        leaf = False
        if fresh:
            nodes[0] -= 1
            own = scores[ply] if mover & 1 == 0 else -scores[ply]
            value = own
            leaf = nodes[0] < 0 or ply >= _PLIES - 2
            if not leaf and left <= 0:
                leaf = own >= betas[ply] or left <= -_CAPTURES
                alphas[ply] = max(alphas[ply], own)
            if not leaf:
                count = _turns(
                    rules,
                    world,
                    mover,
                    left > 0,
                    room,
                    ply,
                )
                leaf = count == 0
                counts[ply], numbers[ply] = count, 0
                bests[ply] = -2 * WON if left > 0 else own
                if left > 0:
                    _prefer(room, ply, count, killers)
        if leaf or numbers[ply] >= counts[ply]:
            if not leaf:
                value = bests[ply]
            if ply == 1:
                return value
            ply -= 1
            value = -value
        else:
            number = numbers[ply]
            _pick(room, ply, number, counts[ply])
            source, target, gait = room[ply, number, 0], room[ply, number, 1], room[ply, number, 2]
            change, over = _play(
                rules,
                world,
                source,
                target,
                gait,
                undos,
                ply,
            )
            if not over:
                ply += 1
                alphas[ply], betas[ply] = -betas[ply - 1], -alphas[ply - 1]
                scores[ply] = scores[ply - 1] + change
                fresh = True
                continue
            value = WON - ply
        # A turn of `ply` has its value.
        fresh = False
        number = numbers[ply]
        source, target = room[ply, number, 0], room[ply, number, 1]
        _take_back(at, square, known, source, target, undos, ply)
        numbers[ply] += 1
        if value > bests[ply]:
            bests[ply] = value
            if value > alphas[ply]:
                alphas[ply] = value
                if value >= betas[ply]:
                    if room[ply, number, 3] < 50_000:
                        killers[ply, 1, 0], killers[ply, 1, 1] = killers[ply, 0, 0], killers[ply, 0, 1]
                        killers[ply, 0, 0], killers[ply, 0, 1] = source, target
                    numbers[ply] = counts[ply]


@njit(cache=True, nogil=True)
def _prefer(room, ply, count, killers):
    """Has the turns tried early that refuted others of the same ply."""
    for number in range(count):
        for killer in range(2):
            if room[ply, number, 0] == killers[ply, killer, 0] and room[ply, number, 1] == killers[ply, killer, 1]:
                room[ply, number, 3] += 50_000


@njit(cache=True, nogil=True)
def tree_values(rules, world, player, turns, most, budget):
    """What each turn of a seat leads to in a world, for its side, beyond what the position is worth.

    Args:
        rules, world: as `TreeRules` and `World`; the world is as before afterwards.
        player: whose turn it is.
        turns: for each turn its source, target and gait; -1 as the source for a turn that moves nothing.
        most: plies to look ahead at most, the turn included.
        budget: positions to look at, about; at least two plies are looked at.

    Returns:
        The values, those far below the best one not exactly, and how many plies they look ahead.
    """
    seats, at, square, known = rules.seats, world.at, world.square, world.known
    undos = np.zeros((_PLIES, 4), np.int32)
    stack = (
        np.zeros((_PLIES, _MOVES, 4), np.int32),
        undos,
        np.zeros((_PLIES, 2, 2), np.int32),
        np.zeros(_PLIES),
        np.zeros(_PLIES),
        np.zeros(_PLIES),
        np.zeros(_PLIES),
        np.zeros(_PLIES, np.int32),
        np.zeros(_PLIES, np.int32),
    )
    nodes = np.zeros(1, np.int64)
    result = np.zeros(len(turns))
    trial = np.zeros(len(turns))
    following = (player + 1) % seats
    reached = 0
    spent = 0
    order = np.arange(len(turns))
    for depth in range(1, most + 1):
        left = budget - spent if depth > 2 else 1_000_000
        nodes[0] = left
        best = -2 * WON
        for number in order:
            source, target, gait = turns[number, 0], turns[number, 1], turns[number, 2]
            change, over = 0.0, False
            if source >= 0:
                change, over = _play(
                    rules,
                    world,
                    source,
                    target,
                    gait,
                    undos,
                    0,
                )
            if over:
                trial[number] = WON
            else:
                least = max(best - MARGIN, -2 * WON)
                trial[number] = max(
                    least,
                    -_search(rules, world, following, depth - 1, least, change, stack, nodes),
                )
            if source >= 0:
                _take_back(at, square, known, source, target, undos, 0)
            if nodes[0] < 0:
                break
            best = max(best, trial[number])
        if nodes[0] < 0:
            break
        spent += left - nodes[0]
        result[:] = trial
        order = np.argsort(-trial)
        reached = depth
        if spent * 3 > budget:
            break
    return result, reached


def compile_all() -> None:
    """Compiles all of it, for processes to come to find it done."""
    numbers = partial(np.zeros, dtype=np.int32)
    rules = TreeRules(
        numbers((1, 4)) - 1, numbers(16), numbers(16), numbers(256), np.zeros((2, 16)), np.zeros((2, 16, 1)),
        np.zeros(2, np.bool_), 2,
    )  # fmt: skip
    world = World(numbers(1), numbers(1), numbers(1), numbers(1), numbers(1), numbers(1), np.zeros(1), numbers(3))
    tree_values(rules, world, 0, numbers((1, 3)) - 1, 1, 1)
