"""What holds in every random game of every rule book."""

from __future__ import annotations

import functools
import json
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from games.domain.random_play import play_out, random_start, random_submission, states
from games.rules import (
    VARIANTS,
    Illegal,
    Options,
    Rank,
    Refusal,
    Repetition,
    Seat,
    State,
    Turn,
    Variant,
    View,
    Viewer,
    apply,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    resign,
)
from games.rules.knowledge import Holding
from tests.books import SOME, books, each_book

pytestmark = pytest.mark.slow

OPTIONS = Options(no_attack_limit=60)

games = pytest.mark.parametrize(("slug", "seed"), [(slug, 0) for slug in SOME])


@functools.cache
def game(slug: str, seed: int) -> list[State]:
    return list(states(VARIANTS[slug], OPTIONS, random.Random(f"{slug} {seed}")))


def army(slug: str, view: View) -> dict[Seat, Counter[int]]:
    counts: dict[Seat, Counter[int]] = {seat: Counter() for seat in VARIANTS[slug].seats}
    for piece in (*view.pieces, *view.captured):
        counts[piece.seat][piece.rank] += 1
    for holding in view.holdings:
        counts[holding.seat].update(dict(holding.ranks))
    return counts


@games
def test_pieces_add_up_and_share_no_square(slug, seed):
    """Board, captured, reserve, hand and deck together are always the armies of the start."""
    course = game(slug, seed)
    whole = army(slug, course[0].view(Viewer.ALL))
    for state in course[:: max(1, len(course) // 60)]:
        view = state.view(Viewer.ALL)
        assert army(slug, view) == whole
        squares = [piece.square for piece in view.pieces]
        assert len(squares) == len(set(squares))
        ids = [piece.id for piece in (*view.pieces, *view.captured)]
        assert len(ids) == len(set(ids))


@games
def test_the_turn_order_holds(slug, seed):
    """Seats follow each other; a choice leaves the turn, and the number of plies, with its seat."""
    course = game(slug, seed)
    seats = VARIANTS[slug].seats
    for before, after in pairwise(course):
        assert after.ply == before.ply + (before.pending is None)
        if after.pending is not None or after.outcome is not None:
            continue
        mover = before.to_move
        assert after.to_move == seats[(seats.index(mover) + 1) % len(seats)]
    for state in course:
        assert state.pending is None or state.outcome is None
        assert state.pending is None or state.pending.seat == state.to_move


@games
def test_a_finished_game_accepts_nothing(slug, seed):
    before, last = game(slug, seed)[-2:]
    assert last.outcome is not None
    assert legal_turns(last) == []
    for turn in legal_turns(before)[:5]:
        result = refusal(last, turn)
        assert result == Refusal("game-over", {"kind": last.outcome.kind.value})
    with pytest.raises(Illegal):
        resign(last, Seat.RED)


@each_book
def test_every_game_ends(slug):
    """By the board, or at the limit of plies without an attack."""
    for seed in range(4):
        chance = random.Random(seed)
        played = play_out(random_start(VARIANTS[slug], OPTIONS, chance), chance)
        assert played.outcome is not None
        assert played.outcome.kind.on_board


@each_book
def test_a_state_never_changes(slug):
    chance = random.Random(slug)
    state = random_start(VARIANTS[slug], OPTIONS, chance)
    for _ply in range(80):
        if state.outcome is not None:
            break
        written = json.dumps(dump(state))
        turn = random_submission(state, chance)
        after, _facts = apply(state, turn)
        for viewer in Viewer:
            state.view(viewer)
        refusal(state, turn)
        assert json.dumps(dump(state)) == written
        state = after


@games
def test_a_dumped_game_goes_on_the_same(slug, seed):
    course = game(slug, seed)
    book = VARIANTS[slug]
    for state in random.Random(seed).sample(course, min(8, len(course))):
        loaded = load(book, OPTIONS, json.loads(json.dumps(dump(state))))
        views = [loaded.view(viewer) for viewer in Viewer]
        assert views == [state.view(viewer) for viewer in Viewer]
        assert legal_turns(loaded) == legal_turns(state)
        item, other = play_out(loaded, random.Random(1)), play_out(state, random.Random(1))
        assert dump(item.state) == dump(other.state)


@games
def test_legal_turns_are_what_the_check_of_one_turn_allows(slug, seed):
    """Of the texts of this and other moments of the game, those are legal that are listed; and a text reads back."""
    course = game(slug, seed)
    book = VARIANTS[slug]
    chance = random.Random(seed)
    moments = chance.sample(course[:-1], min(6, len(course) - 1))
    texts = {turn.text for state in moments for turn in legal_turns(state)}
    texts |= {f"{chance.choice(book.board.names)}-{chance.choice(book.board.names)}" for _ in range(200)}
    some = chance.sample(sorted(texts), min(400, len(texts)))
    for state in moments:
        listed = [turn.text for turn in legal_turns(state)]
        assert len(listed) == len(set(listed))
        for text in listed[:60]:
            turn = parse_turn(book, text)
            assert turn.text == text
        allowed = {text for text in some if refusal(state, parse_turn(book, text)) in (None, Refusal("order-missing"))}
        assert allowed == set(listed) & set(some)


@books(slug for slug, book in VARIANTS.items() if book.two_squares)
def test_where_breaches_are_noted_they_only_mark(slug):
    """In a game with `noted` the same turns are legal whatever was crossed before, and do the same: a rescue, an entry
    or a claim goes with a marked move as with any other.
    """
    book, chance, parts = VARIANTS[slug], random.Random(slug), Counter()
    noted = replace(OPTIONS, repetition=Repetition.NOTED)
    moments = [state for seed in range(2) for state in game(slug, seed) if not (state.outcome or state.pending)]
    for state in chance.sample(moments, min(400, len(moments))):
        value = dump(state) | {"chase": [0, 0], "rows": [[0, "0", "0", "0"]] * len(book.seats)}
        free = load(book, noted, value)
        turns = [turn for turn in legal_turns(free) if _moved(turn).source != _moved(turn).target]
        turn = max(chance.sample(turns, min(9, len(turns))), key=lambda item: len(item.text), default=None)
        if turn is None or (turn is _moved(turn) and chance.random() < 0.9):
            continue
        pieces = {piece.square: piece.id for piece in state.view(Viewer.ALL).pieces}
        crossed = [*value["rows"]]
        crossed[state.to_move] = [pieces[_moved(turn).source], *[format(_moved(turn).borders, "x")] * 3]
        again = load(book, noted, value | {"rows": crossed})
        assert legal_turns(again) == legal_turns(free)
        (item, _facts), (other, _facts) = apply(free, turn), apply(again, turn)
        assert (item.noted, [mark.rule for mark in other.noted]) == ((), ["two-squares"])
        view = other.view(Viewer.ALL)
        assert replace(view, noted=(), last=replace(view.last, noted=None), cautions=()) == replace(
            item.view(Viewer.ALL), cautions=()
        )
        parts[getattr(turn, "kind", "move")] += 1
    assert parts.keys() >= ({"move", "freed", "claim"} if book.board.stockades else {"move"})


def _moved(turn: Turn) -> Turn:
    return getattr(turn, "base", None) or turn


@each_book
def test_no_other_text_is_legal(slug):
    """Every pair of squares and every form of the notation, at two moments: what is not listed is refused."""
    book = VARIANTS[slug]
    names = book.board.names
    symbols = "".join(rank.symbol for rank in Rank)
    texts = [f"{name}-{other}" for name in names for other in names if name != other]
    texts += [f"+{symbol}@{name}" for symbol in symbols for name in names]
    texts += [f"*{number}@{name}" for number in range(0, 40, 8) for name in names]
    texts += [f"{mark}{name}" for mark in "?=>" for name in names] + ["+0", "*0"]
    if book.deals:
        texts += [f"{name}!" for name in names] + [f"{name}?0" for name in names]
        texts += [f"{name}?{other}" for name in names for other in names]
        texts += [f"{name}={other}:{symbol}" for name in names for other in names for symbol in symbols]
    turns = [turn for turn in (_read(book, text) for text in texts) if turn is not None]
    options = Options(no_attack_limit=60, spotter=bool(book.deals))
    chance = random.Random(slug)
    course = list(states(book, options, chance))
    for state in chance.sample(course[:-1], 1):
        allowed = {turn.text for turn in turns if refusal(state, turn) in (None, Refusal("order-missing"))}
        assert allowed == {turn.text for turn in legal_turns(state)} & set(texts)


def _read(book: Variant, text: str) -> Turn | None:
    try:
        return parse_turn(book, text)
    except Illegal:
        return None


@games
def test_no_view_shows_what_its_viewer_may_not_know(slug, seed):
    """Deny by default: a rank is the viewer's own, or known to all, or was told to the viewer; an opponent's holding
    is a count.
    """
    course = game(slug, seed)
    for state in course[:: max(1, len(course) // 40)]:
        open_view = state.view(Viewer.ALL)
        ranks = {piece.id: piece.rank for piece in (*open_view.pieces, *open_view.captured)}
        for viewer in (*(Viewer.of(seat) for seat in VARIANTS[slug].seats), Viewer.SPECTATOR):
            view = state.view(viewer)
            flags = {claim.flag for claim in view.claims if claim.seat is not viewer.seat}
            flags |= {piece.id for piece in view.pieces for look in view.looks if piece.square in look.squares}
            for piece in (*view.pieces, *view.captured):
                may = piece.revealed or piece.seat is viewer.seat or piece.id in flags
                assert piece.rank is None or may
                assert piece.rank in (None, ranks[piece.id])
                assert piece.rank is not None or not (piece.revealed or piece.seat is viewer.seat)
            for holding in view.holdings:
                assert isinstance(holding, Holding)
                assert (holding.ranks is None) == (holding.seat is not viewer.seat)
            assert viewer is not Viewer.SPECTATOR or not (view.claims or view.looks)


@each_book
def test_no_repr_tells_a_rank(slug):
    """What the engine keeps may turn up in a log or a traceback: it prints kinds, seats and squares, never a rank."""
    for state in game(slug, 0)[::5]:
        turns = legal_turns(state)
        last = state._position.last
        for turn in (*turns, *((last.turn,) if last is not None else ())):
            assert "+" not in repr(turn)
            assert "?" not in repr(turn)
            assert "!" not in repr(turn)
            assert "=" not in repr(turn)
        assert "ranks" not in repr(last)
        assert "+" not in repr(last)
