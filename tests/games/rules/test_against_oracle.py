"""The engine against a slow second reading of the rules, over games in which the repetition rules bite."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

from games.rules import (
    Illegal,
    IllegalAt,
    Options,
    Refusal,
    Repetition,
    Seat,
    State,
    Turn,
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
from .chases import BOOKS, chase, second_reading

pytestmark = pytest.mark.slow

FREE = Options(free_setup=True)
FREE_NOTED = Options(free_setup=True, repetition=Repetition.NOTED)
SEEDS = st.integers(0, 10**9)

both = pytest.mark.parametrize("slug", ["classic", "battle"])
"""One of each way to bar a chase; `make fuzz-rules` plays the others, too."""


def texts(turns: list[Turn]) -> list[str]:
    return sorted(str(turn) for turn in turns)


def follow(slug: str, seed: int, options: Options = FREE) -> Iterator[tuple[oracle.Game, State]]:
    """One game by both readings, ply after ply; what they say of it is compared on the way."""
    enforced = options.repetition is Repetition.ENFORCED
    played = chase(slug, seed, enforced=enforced)
    game = second_reading(slug, played.setups, enforced=enforced)
    state = start(variant(slug), played.setups, options)
    board = state.variant.board
    for text in played.turns:
        yield game, state
        state, _facts = apply(state, parse_turn(state.variant, text))
        game.play(text)
        there = {
            (board.name(p.square), int(p.seat), p.rank.symbol)
            for p in state.view(Viewer.ALL).pieces
            if p.rank is not None
        }
        assert there == {(oracle.name(at), piece.seat, piece.rank) for at, piece in game.board.items()}
        assert (state.outcome and (state.outcome.kind.value, state.outcome.winner)) == game.over
    yield game, state


def compare(game: oracle.Game, state: State) -> Counter[str]:
    """The same turns are legal, and what a repetition rule bars is refused by its name; counts those."""
    assert texts(legal_turns(state)) == sorted(game.legal())
    if game.over:
        return Counter()
    for text, breach in game.barred().items():
        refused = refusal(state, parse_turn(state.variant, text))
        assert refused is not None
        assert refused.code == breach
        if breach == "more-squares":
            path = [oracle.square(part) for part in text.split("-")]
            assert refused.params["ply"] == game.repeated_ply(game.board[path[0]], path)
            assert refused.params["length"] == game.lengths()[game.seat]
    return Counter(game.barred().values())


@pytest.mark.parametrize(
    ("slug", "rule"),
    [("classic", "more-squares"), ("battle", "chase-limit")],
)
def test_the_engine_agrees_with_a_second_reading(slug, rule):
    """At every ply the same turns are legal; and the repetition rules were in question often enough to tell. More games
    are for `make fuzz-rules`, below.
    """
    barred: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in (*range(12), 20):
        for game, state in follow(slug, seed):
            barred += compare(game, state)
        ends[state.outcome.kind.value if state.outcome else "unfinished"] += 1
    assert barred.keys() == {"two-squares", rule}
    assert barred["two-squares"] > 40
    assert barred[rule] > 25
    assert ends["flag-captured"]
    assert ends["no-legal-turn"] + ends["nobody-can-move"]


@pytest.mark.fuzz
@pytest.mark.parametrize("slug", BOOKS)
@given(seed=SEEDS)
def test_the_engine_agrees_with_a_second_reading_of_any_game(slug, seed):
    barred = sum((compare(game, state) for game, state in follow(slug, seed)), Counter())
    target(float(barred.total()))


@both
def test_a_noted_game_marks_the_plies_that_the_second_reading_finds(slug):
    """Section 7: sections 4 to 6 forbid nothing then, and every ply that breaks them is marked."""
    marked = Counter()
    for seed in range(6):
        expected = []
        text = chase(slug, seed, enforced=False).turns
        for game, state in follow(slug, seed, FREE_NOTED):
            assert texts(legal_turns(state)) == sorted(game.legal())
            assert [(mark.ply, mark.rule) for mark in state.noted] == expected
            if not game.over and state.ply < len(text):
                breach = game.turns()[text[state.ply]]
                expected += [(state.ply + 1, breach)] if breach else []
        marked.update(rule for _ply, rule in expected)
    assert set(marked) == {"two-squares", "chase-limit" if BOOKS[slug]["chasing"] == "limit" else "more-squares"}


@both
def test_legal_turns_are_all_pairs_of_squares_that_are_not_refused(slug):
    """At the plies where a repetition rule bars the most, and once in a full game."""
    board = variant(slug).board
    moments = [state for seed in range(6) for game, state in follow(slug, seed) if len(game.barred()) > 1]
    moments.sort(key=lambda state: -len(legal_turns(state)))
    _setups, _turns, full = full_game(slug, 3, 60)
    tried = [parse_turn(full.variant, f"{a}-{b}") for a in board.names for b in board.names]
    for state in (moments[0], moments[len(moments) // 2], full):
        assert texts([turn for turn in tried if refusal(state, turn) is None]) == texts(legal_turns(state))


def full_game(slug: str, seed: int, plies: int, options: Options | None = None):
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


def everything(state: State) -> list[object]:
    answers = [state.view(viewer) for viewer in Viewer]
    return [*answers, texts(legal_turns(state)), state.noted, state.outcome, dump(state)]


@both
@given(seed=SEEDS, plies=st.integers(0, 150), limit=st.sampled_from([None, 12, 40]))
@settings(max_examples=4)
def test_replay_equals_play_in_full_games(slug, seed, plies, limit):
    options = Options(no_attack_limit=limit)
    setups, turns, state = full_game(slug, seed, plies, options)
    assert everything(replay(variant(slug), setups, turns, options)) == everything(state)


@both
@pytest.mark.parametrize("options", [FREE, FREE_NOTED], ids=["enforced", "noted"])
@given(seed=SEEDS, cut=st.integers(0, 90))
@settings(max_examples=3)
def test_replay_equals_play_and_a_snapshot_on_the_way_changes_nothing(slug, options, seed, cut):
    """Also in the middle of a chase, where the state remembers most; the snapshot has been JSON meanwhile."""
    played = chase(slug, seed, enforced=options is FREE)
    book = variant(slug)
    state = start(book, played.setups, options)
    for text in played.turns[:cut]:
        state, _facts = apply(state, parse_turn(book, text))
    resumed = load(book, options, json.loads(json.dumps(dump(state))))
    for text in played.turns[cut:]:
        assert everything(resumed) == everything(state)
        state, facts = apply(state, parse_turn(book, text))
        resumed, same = apply(resumed, parse_turn(book, text))
        assert same == facts
    assert everything(resumed) == everything(state) == everything(replay(book, played.setups, played.turns, options))


def test_replay_names_the_ply_that_is_refused():
    played = next(game for game in (chase("classic", seed) for seed in range(20)) if len(game.turns) > 20)
    book = variant("classic")
    for bad, code in (("zz", "notation"), ("a4-a99", "off-board"), ("c5-c6", "not-your-piece")):
        turns = [*played.turns[:10], bad, *played.turns[10:], "nonsense"]
        with pytest.raises(IllegalAt) as error:
            replay(book, played.setups, turns, FREE)
        assert (error.value.ply, error.value.refusal.code) == (11, code)


def refused_by_replay(slug: str, setups: dict[Seat, str], turns: list[str]) -> tuple[int, Refusal] | None:
    try:
        replay(variant(slug), setups, turns, FREE)
    except IllegalAt as error:
        return error.ply, error.refusal
    return None


@both
def test_replay_refuses_as_play_does(slug):
    """Whatever is tried after a game's turns, `replay` and `refusal` say the same of it."""
    for seed in range(5):
        played = chase(slug, seed)
        *_before, (game, state) = follow(slug, seed)
        for text in [*game.turns(), "a1-a1", "c5-c6", "e4-e5"]:
            refused = refusal(state, parse_turn(state.variant, text))
            expected = None if refused is None else (state.ply + 1, refused)
            assert refused_by_replay(slug, played.setups, [*played.turns, text]) == expected


def mirrored(text: str) -> str:
    return "-".join(f"{'jihgfedcba'['abcdefghij'.index(part[0])]}{part[1:]}" for part in text.split("-"))


@both
def test_mirroring_the_board_mirrors_the_answers(slug):
    """Columns a and j change places, and with them every turn, refusal and caution; nothing else changes."""
    barred = 0
    for seed in range(100, 104):
        played = chase(slug, seed)
        flipped = {
            seat: "".join(row[::-1] for row in (setup[i : i + 10] for i in range(0, 40, 10)))
            for seat, setup in played.setups.items()
        }
        mirror = start(variant(slug), flipped, FREE)
        for (game, state), text in zip(follow(slug, seed), [*played.turns, None], strict=True):
            assert texts(legal_turns(mirror)) == sorted(mirrored(str(turn)) for turn in legal_turns(state))
            assert mirror.outcome == state.outcome
            cautions, other = state.view(Viewer.SPECTATOR).cautions, mirror.view(Viewer.SPECTATOR).cautions
            assert [caution.code for caution in other] == [caution.code for caution in cautions]
            for barred_text, breach in game.barred().items() if not game.over else ():
                barred += 1
                refused = refusal(mirror, parse_turn(state.variant, mirrored(barred_text)))
                assert refused is not None
                assert refused.code == breach
            if text is not None:
                mirror, _facts = apply(mirror, parse_turn(state.variant, mirrored(text)))
    assert barred > 20


@both
@given(seed=SEEDS)
@settings(max_examples=2)
def test_what_holds_at_every_ply_of_a_whole_game(slug, seed):
    options = Options(no_attack_limit=60)
    setups, turns, last = full_game(slug, seed, 2000, options)
    book = variant(slug)
    armies = Counter((seat, rank) for seat in setups for rank in setups[seat] if rank != ".")
    state = start(book, setups, options)
    captured = quiet = 0
    for ply, text in enumerate(turns):
        assert (state.ply, state.to_move, state.outcome) == (ply, Seat(ply % 2), None)
        before = dump(state)
        after, _facts = apply(state, parse_turn(book, text))
        assert dump(state) == before
        state = after
        view = state.view(Viewer.ALL)
        squares = [piece.square for piece in view.pieces]
        assert squares == sorted(set(squares) - set(book.board.lakes))
        pieces = [*view.pieces, *view.captured]
        assert Counter((piece.seat, piece.rank.symbol) for piece in pieces if piece.rank is not None) == armies
        assert len({piece.id for piece in pieces}) == len(pieces) == armies.total()
        attacked = view.last is not None and view.last.attack is not None
        assert (len(view.captured) > captured) == attacked
        captured, quiet = len(view.captured), 0 if attacked else quiet + 1
        assert (view.quiet, view.quiet_limit) == (quiet, 60)
    assert dump(state) == dump(last)
    assert state.outcome is not None
    assert legal_turns(state) == []
    for text in turns[-3:]:
        with pytest.raises(Illegal) as error:
            apply(state, parse_turn(book, text))
        assert error.value.refusal.code == "game-over"
