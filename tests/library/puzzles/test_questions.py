"""Each answer is proven again: by trying every world on small boards, by truth and drawn worlds on large ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.knowledge import Knowledge, Seen, known_at, numbered_world
from games.rules import VARIANTS, Options, Rank, Seat, State, Variant, View, Viewer, advance, apply, legal_turns, start
from library.puzzles import questions as asking
from library.puzzles.domain.creation import BOOKS
from library.puzzles.questions import PuzzleKind, PuzzleQuestion, SeenPly, questions, seen_plies
from tests.games.knowledge.every_world import Game, plies
from tests.games.knowledge.small_books import SMALL
from tests.games.knowledge.test_against_every_world import games_of
from tests.games.knowledge.test_knowledge import random_states
from tests.two_worlds.worlds import World, pairs

LONGEST = 30
CANNOT, WHERE, ATTACK = PuzzleKind


@pytest.fixture
def few_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "FEWEST_WRONG", 1)
    monkeypatch.setattr(asking, "FEWEST_WRONG_ATTACKS", 1)


def turns_of(state: State, viewer: Viewer) -> list[object]:
    return legal_turns(state) if state.to_move is viewer.seat else []


def proven(game: Game, at: SeenPly, book: Variant) -> Counter[str]:
    """Holds all that is found right or wrong at a position against every world; tells what came up."""
    met = Counter[str]()
    ranks = [{piece.square: piece.rank for piece in world.view(Viewer.ALL).pieces} for world in game.worlds]
    for kind, find in asking._FINDERS.items():
        for outcome in find(at, book):
            if outcome.about is not None and outcome.about not in game.seats:
                continue  # their ranks are not tried
            for choices, is_right in ((outcome.right, True), (outcome.wrong, False)):
                for choice in choices:
                    result = happens(game, outcome.kind, outcome.rank, choice, ranks, book)
                    if result is not None:
                        assert result is (is_right is (kind is WHERE)), (kind, choice)
            met[kind] += 1
    return met


def happens(
    game: Game, kind: PuzzleKind, rank: Rank | None, choice: str, ranks: list[dict[int, Rank | None]], book: Variant
) -> bool | None:
    """Whether in some world the piece has the rank, or the attack loses; None where that is not tried."""
    if kind is not ATTACK:
        square = book.board.square(choice)
        return any(world[square] is rank for world in ranks)
    turn = book.turn(choice)
    target = next(piece for piece in game.views[-1].pieces if piece.square == turn.target)
    if target.seat not in game.seats:
        return None
    fought = (apply(world, turn)[0].last_turn(Viewer.ALL) for world in game.worlds)
    return any(last.attack.result == "loss" for last in fought)


def prove_games(slug: str, seed: int) -> Counter[str]:
    """Plays small games for a seat, and proves what is found at every ply."""
    met, book = Counter[str](), SMALL[slug]
    for game in games_of(book, seed, Options()):
        if game.viewer.seat is None:
            continue
        now: list[Game] = []

        def course(game: Game = game, now: list[Game] = now) -> Iterator[tuple[object, object]]:
            for ply in plies(game, seed, LONGEST):
                now[:] = [ply]
                yield ply.views[-1], turns_of(ply.state, ply.viewer)

        for at in seen_plies(course(), Options(), book):
            if at.view.outcome is None and at.view.pending is None:
                met += proven(now[0], at, book)
    return met


@pytest.mark.slow
@pytest.mark.usefixtures("few_pieces")
def test_every_world_agrees_with_every_answer() -> None:
    """On small boards, in all rule books with puzzles; each kind comes up."""
    met = Counter[str]()
    for slug in BOOKS:
        for seed in range(1 if len(SMALL[slug].seats) > 2 else 4):
            met += prove_games(slug, seed)
    assert min(met[kind] for kind in PuzzleKind) > 0


@pytest.mark.fuzz
@pytest.mark.usefixtures("few_pieces")
@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(min_value=0, max_value=10**9))
def test_every_world_agrees_in_any_small_game(slug: str, seed: int) -> None:
    prove_games(slug, seed)


@pytest.mark.usefixtures("few_pieces")
def test_an_answer_that_is_counted_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count that leaves out the last rank that the first hidden piece may have."""

    def short(seen: Seen, view: View) -> Knowledge:
        known = known_at(seen, view)
        first, *others = known.pieces
        ranks = dict([*first.ranks.items()][: max(1, len(first.ranks) - 1)])
        return replace(known, pieces=(replace(first, ranks=ranks), *others))

    monkeypatch.setattr(asking, "known_at", short)
    with pytest.raises(AssertionError):
        [prove_games("barrage", seed) for seed in range(4)]


# -- games of full size ---------------------------------------------------------------------------


def asked_of(states: list[State], viewer: Viewer, seed: int) -> list[PuzzleQuestion]:
    course = ((state.view(viewer), turns_of(state, viewer)) for state in states)
    book = states[0].variant
    return questions(seen_plies(course, states[0].options, book), book, random.Random(seed).randrange)


def holds(question: PuzzleQuestion, ranks: Mapping[int, Rank], state: State) -> bool:
    """Whether the answer is right in one world.

    Args:
        ranks: by square, of that world.
        state: the position.
    """
    book = state.variant
    if question.kind is ATTACK:
        turn = book.turn(question.answer[0])
        own = next(piece.rank for piece in state.view(Viewer.ALL).pieces if piece.square == turn.source)
        return not asking.losing_to(own, book) >> ranks[turn.target] & 1
    squares = {book.board.square(choice): choice for choice in question.choices}
    named = {choice for square, choice in squares.items() if ranks[square] is question.rank}
    return not named & {*question.answer} if question.kind is CANNOT else named <= {*question.answer}


def prove_large(slug: str, seed: int, longest: int) -> Counter[str]:
    """Holds what is asked in a random game against the truth and against drawn worlds; tells what came up."""
    met, states = Counter[str](), random_states(slug, seed, longest)
    for viewer in map(Viewer.of, VARIANTS[slug].seats[:2]):
        asked = asked_of(states, viewer, seed)
        assert len({question.kind for question in asked}) == len(asked)
        for question in asked:
            state = states[question.ply]
            check(question, state, viewer)
            view = state.view(viewer)
            truth = {piece.square: piece.rank for piece in state.view(Viewer.ALL).pieces}
            assert holds(question, truth, state)
            seen = Seen.first(states[0].view(viewer), Options())
            for item in states[1 : question.ply + 1]:
                seen = seen.after(item.view(viewer))
            worlds, at = known_at(seen, view).worlds, {piece.id: piece.square for piece in view.pieces}
            for number in range(0, worlds, max(1, worlds // 3)):
                drawn = {at[piece]: rank for piece, rank in numbered_world(seen, view, number).items()}
                assert holds(question, truth | drawn, state)
            met += Counter([question.kind, slug])
    return met


@pytest.mark.slow
def test_the_truth_and_drawn_worlds_agree() -> None:
    """In all rule books with puzzles; each kind comes up. And questions are as they should be."""
    met = sum((prove_large(slug, 2, 100) for slug in BOOKS), Counter[str]())
    assert min(met[name] for name in (*PuzzleKind, *BOOKS)) > 0


@pytest.mark.fuzz
@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(min_value=0, max_value=10**9))
def test_the_truth_and_drawn_worlds_agree_in_any_game(slug: str, seed: int) -> None:
    prove_large(slug, seed, 300)


def check(question: PuzzleQuestion, state: State, viewer: Viewer) -> None:
    board = state.variant.board
    wrong = [choice for choice in question.choices if choice not in question.answer]
    assert asking.FIRST_PLY <= question.ply <= asking.LAST_PLY
    assert (state.outcome, state.pending) == (None, None)
    assert {*question.answer} <= {*question.choices}
    hidden = {piece.square: piece for piece in state.view(viewer).pieces if piece.rank is None}
    assert viewer.seat is not None
    if question.kind is ATTACK:
        turns = {turn.text: turn for turn in legal_turns(state)}
        assert {*question.choices} <= {*turns}
        assert {hidden[turns[choice].target].seat.side for choice in question.choices} == {1 - viewer.seat.side}
        assert (len(question.answer), len(wrong) in range(2, 5)) == (1, True)
        return
    squares = [board.square(choice) for choice in question.choices]
    assert squares == sorted(squares)
    assert {hidden[square].seat for square in squares} == {question.about}
    assert question.about is not None
    assert question.about.side != viewer.seat.side
    if question.kind is CANNOT:
        assert (len(question.answer), len(wrong) in range(3, 5)) == (1, True)
    else:
        assert 1 <= len(question.answer) <= asking.MOST_SQUARES
        assert len(wrong) >= 3


def test_a_look_at_the_board_takes_what_left_home_for_what_moves() -> None:
    book = VARIANTS["classic"]
    (state,) = random_states("classic", 1, 1)
    at = next(seen_plies([(state.view(Viewer.RED), [])], Options(), book))
    home = at.known.pieces[0]
    everything = sum(1 << rank for rank in book.army)
    still = 1 << Rank.FLAG | 1 << Rank.BOMB
    away = home.__class__(home.id, book.board.square("a5"), home.seat, home.ranks)
    assert (asking.looks(home, book), asking.looks(away, book)) == (everything, everything & ~still)
    marching = VARIANTS["alliance"]
    away = home.__class__(home.id, marching.board.square("a5"), Seat.BLUE, home.ranks)
    assert asking.looks(away, marching) >> Rank.FLAG & 1


# -- secrets --------------------------------------------------------------------------------------


def views_of(world: World, viewer: Viewer) -> list[State]:
    ledger = world.ledger
    state = start(world.state.variant, ledger.setups, world.state.options, ledger.chance or None)
    results = []
    for step in world.steps:
        if state.pending is None:
            results.append(state)
        state = advance(state, [step.text])
    return results + [state] * (state.pending is None)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["barrage", "campaign", "alliance"])
def test_games_that_look_the_same_are_asked_the_same(slug: str) -> None:
    asked = 0
    for seed in range(6):
        for pair in pairs(slug, seed, longest=120):
            if pair is not None and pair.viewer.seat is not None:
                here, there = (views_of(world, pair.viewer) for world in (pair.here, pair.there))
                result = asked_of(here, pair.viewer, seed)
                assert result == asked_of(there, pair.viewer, seed)
                asked += len(result)
    assert asked


def test_a_maker_that_knows_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that offers the true Flag, which only the game knows, among what is wrong."""
    result: Callable[..., object] = asked_of

    def knowing(states: list[State], viewer: Viewer, seed: int) -> list[object]:
        flags = [
            [piece.square for piece in states[question.ply].view(Viewer.ALL).pieces if piece.rank is Rank.FLAG]
            for question in result(states, viewer, seed)
        ]
        return [*result(states, viewer, seed), flags]

    monkeypatch.setitem(globals(), "asked_of", knowing)
    with pytest.raises(AssertionError):
        test_games_that_look_the_same_are_asked_the_same("barrage")
