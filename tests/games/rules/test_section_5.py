"""RULES section 5 in long chases: the engine against a plain reading of the text that keeps every position."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    Board,
    Options,
    Repetition,
    Seat,
    State,
    Turn,
    Viewer,
    apply,
    dump,
    engine,
    legal_turns,
    load,
    parse_turn,
    refusal,
    replay,
    start,
    variant,
    window,
)

BOOK = variant("classic")
NOTED = Options(free_setup=True, repetition=Repetition.NOTED)
ENFORCED = Options(free_setup=True)

Places = dict[int, int]
"""Who stands where: the number of the piece on each square."""


class Plain:
    """The text of section 5, sentence by sentence; positions are whole and kept for ever."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.positions: list[Places] = []
        self.side_of: dict[int, int] = {}
        self.lengths = [0, 0]
        self.plies: list[Turn] = []

    def see(self, state: State) -> None:
        """Takes in the position after a ply, or the first one."""
        pieces = state.view(Viewer.ALL).pieces
        self.positions.append({piece.square: piece.id for piece in pieces})
        self.side_of |= {piece.id: piece.seat.side for piece in pieces}

    def count(self, turn: Turn, *, attack: bool) -> None:
        """The lengths after a ply whose position has been seen."""
        p = len(self.plies) % 2
        fled = bool(self.plies) and self.adjacent(turn.source, self.plies[-1].target)
        self.lengths[1 - p] = self.lengths[1 - p] + 1 if fled else 0
        if attack:
            self.lengths = [0, 0]
        threatens = self.threatens(turn.target, p, self.positions[-1])
        self.lengths[p] = self.lengths[p] + 1 if threatens else 0
        self.plies.append(turn)

    def adjacent(self, number: int, other: int) -> bool:
        (row, column), (other_row, other_column) = divmod(number, self.board.columns), divmod(other, self.board.columns)
        return abs(row - other_row) + abs(column - other_column) == 1

    def threatens(self, square: int, p: int, places: Places) -> bool:
        return any(self.adjacent(square, at) for at, piece in places.items() if self.side_of[piece] != p)

    def distance(self, square: int, p: int, places: Places) -> int:
        row, column = divmod(square, self.board.columns)
        enemies = [divmod(at, self.board.columns) for at, piece in places.items() if self.side_of[piece] != p]
        return min(abs(row - other) + abs(column - there) for other, there in enemies)

    def stood(self, turn: Turn) -> bool:
        """Whether a move makes a position of the last hundred plies."""
        now = self.positions[-1]
        makes = {at: piece for at, piece in now.items() if at != turn.source} | {turn.target: now[turn.source]}
        return makes in self.positions[-100:-2]

    def repeated(self, source: int, target: int) -> int | None:
        """The latest ply whose position the move may not repeat; None if section 5 allows it."""
        p, now = len(self.plies) % 2, self.positions[-1]
        c = self.lengths[p]
        if c < 2 or target in now or not self.threatens(target, p, now):
            return None
        own = self.plies[-2] if len(self.plies) > 1 else None
        if own is not None and (own.source, own.target) == (target, source):
            return None
        makes = {at: piece for at, piece in now.items() if at != source} | {target: now[source]}
        for k in range(1, c):
            if self.positions[-1 - k] == makes:
                return len(self.plies) - k
        return None


def few(chance: random.Random) -> dict[Seat, str]:
    """One to three pieces a side that move, close to each other."""
    setups = {}
    for seat, front in ((Seat.RED, range(20, 40)), (Seat.BLUE, range(20))):
        squares = ["."] * 40
        squares[0 if seat is Seat.RED else 39] = "F"
        for rank in chance.sample("M9887766554433", chance.choice((1, 1, 2, 3))):
            squares[chance.choice([place for place in front if squares[place] == "."])] = rank
        setups[seat] = "".join(squares)
    return setups


def chasing_turn(chance: random.Random, plain: Plain, state: State) -> Turn:
    """A move that keeps up the longer of the two chases, or else comes near; seldom an attack."""
    turns = legal_turns(state)
    now, p = plain.positions[-1], len(plain.plies) % 2
    quiet = [turn for turn in turns if turn.target not in now]
    if not quiet or chance.random() < 0.002:
        return chance.choice(turns)
    chaser = p if plain.lengths[p] >= plain.lengths[1 - p] else 1 - p
    if p == chaser:
        keeping = [turn for turn in quiet if plain.threatens(turn.target, p, now)]
    else:
        keeping = [turn for turn in quiet if plain.adjacent(turn.source, plain.plies[-1].target)]
    if not keeping:
        return min(quiet, key=lambda turn: (plain.distance(turn.target, p, now), chance.random()))
    known = [turn for turn in keeping if plain.stood(turn)]
    return chance.choice((chance.random() < 0.7 and known) or keeping)


def judge(plain: Plain, state: State) -> int:
    """Compares what the engine says of every move at one ply, in a snapshot in which the rules are enforced; returns
    how many moves section 5 forbids.
    """
    enforced = load(BOOK, ENFORCED, json.loads(json.dumps(dump(state))))
    expected = {turn: plain.repeated(turn.source, turn.target) for turn in legal_turns(state)}
    allowed = []
    for turn, ply in expected.items():
        outcome = refusal(enforced, turn)
        if outcome is None:
            allowed.append(turn)
        if outcome is not None and outcome.code == "game-over":  # nothing is left to the seat
            assert legal_turns(enforced) == []
        elif outcome is None or outcome.code != "two-squares":
            result = None if outcome is None else (outcome.code, outcome.params["ply"], outcome.params["length"])
            assert result == (None if ply is None else ("more-squares", ply, plain.lengths[len(plain.plies) % 2]))
    assert legal_turns(enforced) == allowed
    return sum(ply is not None for ply in expected.values())


def barred(plain: Plain) -> tuple[tuple[str, str], ...]:
    """The moves from a piece's square to any other one that section 5 would forbid, whatever the piece is."""
    p, name = len(plain.plies) % 2, plain.board.name
    own = [at for at, piece in sorted(plain.positions[-1].items()) if plain.side_of[piece] == p]
    squares = range(plain.board.size)
    return tuple((name(at), name(to)) for at in own for to in squares if plain.repeated(at, to) is not None)


def follow(seed: int, plies: int, *, every: int) -> tuple[int, int]:
    """A noted game with long chases, judged every so many plies. Returns how many moves section 5 forbade, of those
    that were looked at and those that were made, and the longest chase.
    """
    chance = random.Random(seed)
    setups = few(chance)
    state = start(BOOK, setups, NOTED)
    plain = Plain(BOOK.board)
    plain.see(state)
    forbidden = longest = 0
    while state.outcome is None and state.ply < plies:
        if state.ply % every == 0:
            forbidden += judge(plain, state)
            cautions = {
                caution.code: caution.params["barred"]
                for caution in state.view(Viewer.SPECTATOR).cautions
                if "barred" in caution.params
            }
            result = cautions.get("more-squares-reached", ())
            assert result == barred(plain)
        turn = chasing_turn(chance, plain, state)
        attack = turn.target in plain.positions[-1]
        ply = plain.repeated(turn.source, turn.target)
        forbidden += ply is not None
        before = state
        if chance.random() < 0.05:
            before = load(BOOK, NOTED, json.loads(json.dumps(dump(state))))
        state, _facts = apply(before, turn)
        marks = [mark.rule for mark in state.noted if mark.ply == state.ply]
        if marks != ["two-squares"]:
            assert marks == ([] if ply is None else ["more-squares"])
        plain.see(state)
        plain.count(turn, attack=attack)
        longest = max(longest, *plain.lengths)
    texts = [turn.text for turn in plain.plies]
    assert dump(replay(BOOK, setups, texts, NOTED)) == dump(state)
    return forbidden, longest


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are laid by at every third ply, so that a short chase has as many layers as one of thousands."""
    for module in (window, engine):
        monkeypatch.setattr(module, "BLOCK", 3)


@pytest.mark.slow
@pytest.mark.usefixtures("small_blocks")
def test_a_long_chase_is_judged_as_the_text_says_at_every_ply():
    follows = [follow(seed, 160, every=3) for seed in range(12)]
    assert sum(forbidden for forbidden, _longest in follows) > 100
    assert max(longest for _forbidden, longest in follows) > 100


@pytest.mark.slow
def test_a_chase_of_many_blocks_is_judged_as_the_text_says():
    follows = [follow(seed, 700, every=41) for seed in (2, 4, 10)]
    assert sum(forbidden for forbidden, _longest in follows) > 100
    assert max(longest for _forbidden, longest in follows) > 10 * window.BLOCK


@pytest.mark.fuzz
@given(seed=st.integers(0, 10**9), block=st.integers(1, 20))
@settings(deadline=None)
def test_any_long_chase_is_judged_as_the_text_says(seed, block):
    with pytest.MonkeyPatch.context() as patch:
        for module in (window, engine):
            patch.setattr(module, "BLOCK", block)
        follow(seed, 300, every=5)


RING = "d10-c10 d9-d10 c10-c9 d10-c10 c9-d9 c10-c9 d9-d10 c9-d9"
"""A Lieutenant drives a Captain around the four squares c9, c10, d10, d9; the laps begin when it stands on d9."""


def in_a_ring(laps: int) -> State:
    drive = "f4-f5 g7-f7 f5-f6 f7-e7 f6-e6 e7-e8 e6-e7 e8-d8 e7-d7 d8-d9 d7-d8 d9-d10 d8-d9"
    red, blue = BOOK.seats
    setups = {red: "." * 23 + "F" + "." * 11 + "5" + "." * 4, blue: "." * 6 + "6" + "." * 12 + "F" + "." * 20}
    return replay(BOOK, setups, [*drive.split(), *RING.split() * laps], NOTED)


def test_what_a_state_keeps_and_writes_down_does_not_grow_with_a_chase_that_repeats():
    short, long = in_a_ring(100), in_a_ring(1000)
    assert long._position.chase[0] - short._position.chase[0] == 7200
    for value in (dump(short), dump(long)):
        value["noted"] = {}  # a bit a ply
        assert len(json.dumps(value)) < 1500
    assert len(short._position.copy().trail) < 100
    assert [len(json.dumps(dump(state)["noted"])) // state.ply for state in (short, long)] == [0, 0]


def test_marks_are_shared_by_states_and_views():
    state = in_a_ring(3)
    plies = [13 + 8 * lap + ply for lap in range(3) for ply in (2, 4, 6, 8)]
    expected = [(ply, "more-squares") for ply in plies if ply > 13 + 7]
    assert [(mark.ply, mark.rule) for mark in state.noted] == expected
    view = state.view(Viewer.SPECTATOR)
    assert view.noted is state.noted
    assert (len(view.noted), view.noted[-1].ply, view.noted == tuple(view.noted)) == (len(expected), plies[-1], True)
    assert apply(state, parse_turn(BOOK, "d10-c10"))[0].noted is state.noted
