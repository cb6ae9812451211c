"""What a viewer can know, in games as they are played: what it begins with, and what it may never do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import factorial, prod

import pytest

from games.domain.random_play import random_start, random_submission
from games.knowledge import Seen, knowledge, known_at
from games.rules import Options, Rank, Seat, State, View, Viewer, advance, apply, resign, start, variant
from tests.books import each_book
from tests.two_worlds.worlds import World, pairs

from .every_world import replayed

CLASSIC = variant("classic")
ARMY = "".join(rank.symbol * count for rank, count in CLASSIC.army.items())
WORLDS = factorial(40) // prod(map(factorial, CLASSIC.army.values()))


def views_of(state: State, viewer: Viewer, texts: list[str]) -> list[View]:
    results = [state.view(viewer)]
    for text in texts:
        state = replayed(state, [text])
        results.append(state.view(viewer))
    return results


def on_board(book: str, red: dict[str, str], blue: dict[str, str]) -> State:
    board = variant(book).board
    setups = {
        seat: "".join(pieces.get(board.name(square), ".") for square in board.homes[seat])
        for seat, pieces in ((Seat.RED, red), (Seat.BLUE, blue))
    }
    return start(variant(book), setups, Options(free_setup=True))


def test_an_army_of_forty_begins_with_110_bits() -> None:
    state = start(CLASSIC, {Seat.RED: ARMY, Seat.BLUE: ARMY}, Options())
    (red,) = knowledge([state.view(Viewer.RED)], Options())
    assert (red.worlds, round(red.bits, 2), len(red.pieces)) == (WORLDS, 110.12, 40)
    assert {piece.seat for piece in red.pieces} == {Seat.BLUE}
    (piece, *_others) = red.pieces
    assert piece.ranks == {rank: WORLDS * CLASSIC.army[rank] // 40 for rank in sorted(CLASSIC.army, reverse=True)}


def test_who_is_to_move_has_a_turn() -> None:
    """Six of red's pieces can go on: were they five Bombs and the Flag or six Bombs, red would have lost."""
    state = start(CLASSIC, {Seat.RED: ARMY[::-1], Seat.BLUE: ARMY}, Options())
    (blue,) = knowledge([state.view(Viewer.BLUE)], Options())
    others = 34
    movable = {rank: count for rank, count in CLASSIC.army.items() if rank not in (Rank.BOMB, Rank.FLAG)}
    rest = factorial(33) // prod(map(factorial, movable.values()))
    assert blue.worlds == WORLDS - (others * rest + 6 * others * rest)
    assert blue.seats == {Seat.RED: blue.worlds}


def test_everything_is_known_to_whom_everything_is_open() -> None:
    state = start(CLASSIC, {Seat.RED: ARMY, Seat.BLUE: ARMY}, Options())
    (result,) = knowledge([state.view(Viewer.ALL)], Options())
    assert (result.worlds, result.bits, result.pieces) == (1, 0.0, ())


def test_what_has_moved_is_no_bomb_and_no_flag() -> None:
    state = on_board("classic", {"a1": "F", "a4": "5"}, {"a7": "B", "b7": "4", "c7": "F"})
    views = views_of(state, Viewer.RED, ["a4-a5", "b7-b6"])
    known = list(knowledge(views, Options(free_setup=True)))
    moved = next(piece for piece in known[-1].pieces if piece.square == CLASSIC.board.square("b6"))
    assert not moved.ranks.keys() & {Rank.BOMB, Rank.FLAG}
    # Of the two others one is the Flag. The third is a Bomb, or one of ten ranks like the piece that moved: not both
    # the only Marshal, General or Spy.
    assert known[-1].worlds == 2 * (10 + 10 * 10 - 3)


def test_who_rescues_is_no_scout_and_two_squares_make_it_a_captain() -> None:
    state = on_board("lightning", {"a1": "F", "a4": "6", "b4": "4"}, {"j10": "F", "b7": "5", "j7": "B", "i7": "2"})
    texts = ["b4-b5", "b7-b6", "b5xb6", "i7-i6", "a4-a6", "i6-i5", "a6-a8", "i5-i4", "a8-a10*4@c1"]
    views = views_of(state, Viewer.BLUE, texts)
    known = list(knowledge(views, Options(free_setup=True)))
    square = state.variant.board.square("a10")
    (before,) = [piece.ranks.keys() for piece in known[-2].pieces if piece.square == state.variant.board.square("a8")]
    (after,) = [piece.certain for piece in known[-1].pieces if piece.square == square]
    assert (before, after) == ({Rank.CAPTAIN, Rank.SCOUT}, Rank.CAPTAIN)


def test_who_has_lost_for_lack_of_a_turn_had_none() -> None:
    """What could step out, had it been able to move, is a Bomb or the Flag."""
    state = on_board("classic", {"a1": "F", "e4": "5"}, {"e7": "4", "a7": "B", "b7": "F"})
    views = views_of(state, Viewer.RED, ["e4-e5", "e7-e6", "e5xe6"])
    known = list(knowledge(views, Options(free_setup=True)))
    assert [item.worlds for item in known][-2:] == [2 * (10 + 10 * 10 - 3), 2]
    assert [set(piece.ranks) for piece in known[-1].pieces] == [{Rank.BOMB, Rank.FLAG}] * 2


def test_a_seat_that_gives_up_had_a_turn() -> None:
    begun = on_board("barrage", {"a1": "F", "e4": "M"}, {"a10": "F", "e10": "2"})
    moved = replayed(begun, ["e4-e5"])
    worlds = [
        [*knowledge([begun.view(Viewer.RED), after.view(Viewer.RED)], Options(free_setup=True))][-1].worlds
        for after in (moved, resign(moved, Seat.BLUE))
    ]
    assert worlds == [2 * 5] * 2  # the Flag on one of two squares, and no Bomb on the other


def random_states(slug: str, seed: int, longest: int) -> list[State]:
    chance = random.Random(seed)
    states = [random_start(variant(slug), Options(), chance)]
    state = states[0]
    while state.outcome is None and len(states) < longest:
        state, _facts = apply(state, random_submission(state, chance))
        if state.pending is None:
            states.append(state)
    return states


@pytest.mark.slow
@each_book
def test_the_truth_is_among_the_worlds_and_they_never_grow(slug: str) -> None:
    """Worlds grow only where something new is hidden: a piece that enters, a card that is laid."""
    states = random_states(slug, 7, 120)
    for viewer in (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR):
        before = None
        for state, known in zip(states, knowledge((state.view(viewer) for state in states), Options()), strict=True):
            truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces}
            assert all(0 < piece.ranks[truth[piece.id]] <= known.worlds for piece in known.pieces)
            assert all(sum(piece.ranks.values()) == known.worlds for piece in known.pieces)
            hidden = {piece.id for piece in known.pieces}
            if before is not None and hidden <= before[0]:
                assert known.worlds <= before[1]
            before = hidden, known.worlds


@pytest.mark.slow
@each_book
def test_two_worlds_are_known_alike(slug: str) -> None:
    compared = 0
    for seed in range(3):
        for pair in pairs(slug, seed, longest=80):
            if pair is None:
                continue
            views = [list(_views(world, pair.viewer)) for world in (pair.here, pair.there)]
            options = pair.here.state.options
            here, there = (list(knowledge(view, options)) for view in views)
            assert views[0] == views[1]
            assert here == there
            compared += len(here)
    assert compared > 50


def _views(world: World, viewer: Viewer) -> Iterator[View]:
    ledger = world.ledger
    state = start(world.state.variant, ledger.setups, world.state.options, ledger.chance or None)
    for step in world.steps:
        if state.pending is None:
            yield state.view(viewer)
        state = advance(state, [step.text])
    if state.pending is None:
        yield state.view(viewer)


def test_a_ply_may_not_be_left_out() -> None:
    state = on_board("barrage", {"a1": "F", "e4": "M"}, {"a10": "F", "e10": "M"})
    views = views_of(state, Viewer.RED, ["e4-e5", "e10-e9"])
    with pytest.raises(ValueError, match="followed by another view"):
        list(knowledge([views[0], views[2]], Options()))
    with pytest.raises(ValueError, match="begins before"):
        list(knowledge(views[1:], Options()))


def test_what_was_seen_prints_no_rank() -> None:
    state = on_board("barrage", {"a1": "F", "e4": "M"}, {"a10": "F", "e10": "M"})
    view = state.view(Viewer.RED)
    seen = Seen.first(view, Options())
    known = known_at(seen, view)
    assert [repr(item) for item in (seen, known, known.pieces[0])] == [
        "<Seen by red up to ply 0>",
        "<Knowledge at ply 0>",
        f"<PieceKnowledge {known.pieces[0].id}>",
    ]
