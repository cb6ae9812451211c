"""The engine against a slow second reading of the rules, over random games in which the repetition rules bite."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    Illegal,
    Options,
    Repetition,
    Seat,
    Viewer,
    apply,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    replay,
    start,
    variant,
)

from . import oracle

BOOKS = {
    "classic": {"n": 3, "chasing": "more"},
    "barrage": {"n": 3, "chasing": "more"},
    "battle": {"n": 2, "chasing": "limit", "movers_draw": True},
    "duel": {"n": 2, "chasing": "limit", "movers_draw": True},
}


def few_pieces(chance: random.Random, slug: str) -> dict[Seat, str]:
    """Two small armies, so that pieces meet, flee and chase."""
    book = variant(slug)
    setups = {}
    for seat in (Seat.RED, Seat.BLUE):
        ranks = [rank.symbol for rank, count in book.army.items() for _ in range(count) if rank.symbol != "F"]
        army = ["F", *chance.sample(ranks, chance.randint(1, 3))]
        squares = army + ["."] * (40 - len(army))
        chance.shuffle(squares)
        setups[seat] = "".join(squares)
    return setups


def second_reading(slug: str, setups: dict[Seat, str]) -> oracle.Game:
    board = {}
    for seat, first_row in ((0, 0), (1, 6)):
        for place, rank in enumerate(setups[Seat(seat)]):
            if rank != ".":
                board[place % 10, first_row + place // 10] = oracle.Piece(len(board), seat, rank)
    return oracle.Game(board=board, **BOOKS[slug])


def chasing_choice(chance: random.Random, game: oracle.Game, legal: list[str]) -> str:
    """A turn that likes to threaten, to flee and to go back, and seldom attacks."""
    enemies = [at for at, piece in game.board.items() if piece.seat != game.seat]
    own = [ply for ply in game.plies if ply.seat == game.seat]

    def weight(text: str) -> float:
        start, end = (oracle.square(part) for part in text.split("-"))
        if end in game.board:
            return 0.05
        weight = 0.1
        if any(oracle.adjacent(end, at) for at in enemies):
            weight += 30
        if any(oracle.adjacent(start, at) for at in enemies):
            weight += 10
        if any(ply.path[0] == end and ply.piece == game.board[start] for ply in own[-6:-1]):
            weight *= 6
        nearest = min(abs(end[0] - at[0]) + abs(end[1] - at[1]) for at in enemies) if enemies else 9
        return weight + 4 / nearest**2

    return chance.choices(legal, [weight(text) for text in legal])[0]


def follow(slug: str, seed: int) -> Counter[str]:
    """Plays one game by both readings, comparing at every ply; counts the turns that a repetition rule forbade."""
    chance = random.Random(seed)
    setups = few_pieces(chance, slug)
    game = second_reading(slug, setups)
    state = start(variant(slug), setups, Options(free_setup=True))
    board = state.variant.board
    bites: Counter[str] = Counter()
    for ply in range(90 if state.outcome is None else 0):
        legal = sorted(str(turn) for turn in legal_turns(state))
        assert legal == sorted(game.legal())
        if ply == 45:
            tried = (parse_turn(state.variant, f"{a}-{b}") for a in board.names for b in board.names)
            assert sorted(str(turn) for turn in tried if refusal(state, turn) is None) == legal
        for text, breach in breaches(game):
            bites[breach] += 1
            refused = refusal(state, parse_turn(state.variant, text))
            assert refused is not None
            assert refused.code == breach
        text = chasing_choice(chance, game, legal)
        game.play(text)
        before, (state, _facts) = state, apply(state, parse_turn(state.variant, text))
        assert before.ply == ply
        told = {
            (board.name(p.square), int(p.seat), p.rank.symbol)
            for p in state.view(Viewer.ALL).pieces
            if p.rank is not None
        }
        assert told == {(oracle.name(at), piece.seat, piece.rank) for at, piece in game.board.items()}
        assert (state.outcome and (state.outcome.kind.value, state.outcome.winner)) == game.over
        if state.outcome:
            break
    return bites


def breaches(game: oracle.Game) -> list[tuple[str, str]]:
    """The single steps that a repetition rule forbids now, each with the rule."""
    found = []
    for at, piece in game.board.items():
        for dc, dr in oracle.STEPS:
            end = (at[0] + dc, at[1] + dr)
            if piece.seat != game.seat or not (0 <= end[0] < 10 and 0 <= end[1] < 10):
                continue
            path = game.path(at, end)
            breach = game.breach(path) if path else None
            if breach:
                found.append((f"{oracle.name(at)}-{oracle.name(end)}", breach))
    return found


@pytest.mark.parametrize(
    ("slug", "rule"),
    [("classic", "more-squares"), ("barrage", "more-squares"), ("battle", "chase-limit"), ("duel", "chase-limit")],
)
def test_the_engine_agrees_with_a_second_reading(slug, rule):
    """At every ply the same turns are legal; and the repetition rules were in question often enough to tell."""
    bites = sum((follow(slug, seed) for seed in range(24)), Counter())
    assert bites["two-squares"] > 10
    assert bites[rule] >= 4


@pytest.mark.fuzz
@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(deadline=None)
def test_the_engine_agrees_with_a_second_reading_at_length(slug, seed):
    follow(slug, seed)


def random_game(slug: str, seed: int, plies: int, options: Options | None = None):
    """Set-ups of a full army and the turns of a random game."""
    chance = random.Random(seed)
    book = variant(slug)
    setups = {}
    for seat in (Seat.RED, Seat.BLUE):
        army = [rank.symbol for rank, count in book.army.items() for _ in range(count)]
        squares = army + ["."] * (40 - len(army))
        chance.shuffle(squares)
        setups[seat] = "".join(squares)
    state = start(book, setups, options)
    turns = []
    while state.outcome is None and len(turns) < plies:
        turn = chance.choice(legal_turns(state))
        state, _facts = apply(state, turn)
        turns.append(str(turn))
    return setups, turns, state


EVERYTHING = list(Viewer)


@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(0, 10**9), plies=st.integers(0, 150))
@settings(max_examples=10, deadline=None)
def test_replay_equals_play_and_a_snapshot_changes_nothing(slug, seed, plies):
    setups, turns, state = random_game(slug, seed, plies)
    book = variant(slug)
    again = replay(book, setups, turns)
    assert [again.view(viewer) for viewer in EVERYTHING] == [state.view(viewer) for viewer in EVERYTHING]
    assert dump(again) == dump(state)
    half = replay(book, setups, turns[: len(turns) // 2])
    resumed = load(book, half.options, dump(half))
    for text in turns[len(turns) // 2 :]:
        resumed, _facts = apply(resumed, parse_turn(book, text))
    assert dump(resumed) == dump(state)
    assert legal_turns(resumed) == legal_turns(state)


def mirrored(text: str) -> str:
    return "-".join(f"{'jihgfedcba'['abcdefghij'.index(part[0])]}{part[1:]}" for part in text.split("-"))


@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=10, deadline=None)
def test_mirroring_the_board_mirrors_the_answers(slug, seed):
    setups, turns, state = random_game(slug, seed, 80)
    flipped = {
        seat: "".join(row[::-1] for row in (told[i : i + 10] for i in range(0, 40, 10)))
        for seat, told in setups.items()
    }
    mirror = replay(variant(slug), flipped, [mirrored(text) for text in turns])
    assert sorted(mirrored(str(turn)) for turn in legal_turns(state)) == sorted(
        str(turn) for turn in legal_turns(mirror)
    )
    assert mirror.outcome == state.outcome


@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=6, deadline=None)
def test_invariants_of_random_games(slug, seed):
    _setups, turns, state = random_game(slug, seed, 2000, Options(no_attack_limit=60))
    book = variant(slug)
    assert state.outcome is not None
    view = state.view(Viewer.ALL)
    assert len(view.pieces) + len(view.captured) == 2 * book.army_size
    assert len({piece.square for piece in view.pieces}) == len(view.pieces)
    assert not {piece.square for piece in view.pieces} & set(book.board.lakes)
    assert state.ply == len(turns)
    assert legal_turns(state) == []
    for text in turns[-3:]:
        with pytest.raises(Illegal) as error:
            apply(state, parse_turn(book, text))
        assert error.value.refusal.code == "game-over"


@pytest.mark.parametrize("slug", BOOKS)
@given(seed=st.integers(0, 10**9), data=st.data())
@settings(max_examples=10, deadline=None)
def test_worlds_that_differ_in_hidden_ranks_look_the_same(slug, seed, data):
    """Two games whose never-revealed pieces have changed ranks are one game to a spectator."""
    setups, turns, state = random_game(slug, seed, 60)
    view = state.view(Viewer.ALL)
    movers = {turn.split("-")[0] for turn in turns}
    board = variant(slug).board
    filled = [(seat, place) for seat in (Seat.RED, Seat.BLUE) for place, rank in enumerate(setups[seat]) if rank != "."]
    started = dict(enumerate(filled, 2))
    still = {piece.id for piece in view.pieces if not piece.revealed and board.name(piece.square) not in movers}
    unseen = [
        place
        for piece, (seat, place) in started.items()
        if piece in still and seat is Seat.BLUE and board.name(board.homes[seat][place]) not in movers
    ]
    ranks = [setups[Seat.BLUE][place] for place in unseen]
    other = list(setups[Seat.BLUE])
    for place, rank in zip(unseen, data.draw(st.permutations(ranks)), strict=True):
        other[place] = rank
    twin = replay(variant(slug), setups | {Seat.BLUE: "".join(other)}, turns)
    for viewer in (Viewer.SPECTATOR, Viewer.RED):
        assert twin.view(viewer) == state.view(viewer)


def test_noted_games_are_not_enforced_but_marked():
    options = Options(repetition=Repetition.NOTED)
    _setups, _turns, state = random_game("duel", 4, 1500, options)
    assert state.noted
    assert {mark.rule for mark in state.noted} <= {"two-squares", "chase-limit"}
