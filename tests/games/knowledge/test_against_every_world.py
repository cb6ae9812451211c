"""What is counted is what there is: for every rule book each world is tried by the rules engine, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.knowledge import Knowledge, Seen, known_at
from games.rules import Options, Repetition, Variant, View, Viewer
from tests.books import each_book

from .every_world import Game, begin, plies
from .small_books import SMALL

LONGEST = 30
GAMES = {"alliance": 1, "alliance_lightning": 1}
"""Games that are played of a rule book here; of others more, because theirs are short."""

FREE = {slug for slug, book in SMALL.items() if not book.deals and book.reserve is book.reserve.NONE}


def follow(game: Game, seed: int, options: Options, longest: int = LONGEST) -> Counter[str]:
    """Plays a game and holds the knowledge of each ply against every world; tells what came up."""
    book, met = game.state.variant, Counter[str]()
    seen: Seen | None = None
    last = None
    for now in plies(game, seed, longest):
        view = now.views[-1]
        seen = Seen.of(book, view, options) if seen is None else seen.after(view)
        known = known_at(seen, view)
        compare(now, known)
        met["plies"] += 1
        met["certain"] += any(piece.certain is not None for piece in known.pieces)
        met["fewer"] += last is not None and known.worlds < last.worlds
        if view.outcome is not None:
            met[view.outcome.kind.value] += 1
        last = known
    return met


def compare(game: Game, known: Knowledge) -> None:
    worlds = game.assignments()
    others = prod(ways for seat, ways in known.seats.items() if seat not in game.seats)
    expected: dict[int, Counter[int]] = {}
    for world in worlds:
        for piece, rank in world:
            expected.setdefault(piece, Counter())[rank] += others
    result = {
        piece.id: Counter({int(rank): ways for rank, ways in piece.ranks.items()})
        for piece in known.pieces
        if piece.seat in game.seats
    }
    assert known.worlds == len(worlds) * others
    assert result == expected


def games_of(book: Variant, seed: int, options: Options) -> Iterator[Game]:
    """Games for a seat and for spectators. Two seats' ranks are tried together; of four, and at cards, each seat's by
    itself, or there would be too many worlds: those of one seat say nothing of another's. Two seats stand for four.
    """
    together = len(book.seats) == 2 and not book.deals
    for viewer in (Viewer.of(book.seats[seed % 2]), Viewer.SPECTATOR):
        others = [seat for seat in (*book.seats[seed % 4 :], *book.seats) if viewer.seat is not seat]
        for seats in [book.seats] if together else [(seat,) for seat in dict.fromkeys(others[:2])]:
            yield begin(book, seed, viewer, seats, options)


@pytest.mark.slow
@each_book
def test_every_world_is_counted(slug: str) -> None:
    met = Counter[str]()
    for seed in range(GAMES.get(slug, 3)):
        options = Options(free_setup=slug in FREE and seed == 2, spotter=SMALL[slug].deals and seed == 2)
        for game in games_of(SMALL[slug], seed, options):
            met += follow(game, seed, options)
    assert min(met["plies"], met["certain"], met["fewer"]) > 0


@pytest.mark.slow
def test_flags_that_unite_unseen_are_counted() -> None:
    """In the first edition of Alliance all see that two Flags have united, and not which pieces they are."""
    book = replace(SMALL["alliance_lightning"], shows_united=False)
    met = sum((follow(game, 20, Options()) for game in games_of(book, 20, Options())), Counter[str]())
    assert met["flags-united"] == 4


@pytest.mark.fuzz
@each_book
@given(
    seed=st.integers(min_value=0, max_value=10**9),
    limit=st.sampled_from((None, None, 6)),
    noted=st.booleans(),
    other=st.booleans(),
)
def test_every_world_of_any_game_is_counted(slug: str, seed: int, limit: int | None, noted: bool, other: bool) -> None:
    options = Options(
        no_attack_limit=limit,
        repetition=Repetition.NOTED if noted and not SMALL[slug].deals else Repetition.ENFORCED,
        free_setup=slug in FREE and other,
        spotter=SMALL[slug].deals and other,
    )
    for game in games_of(SMALL[slug], seed, options):
        follow(game, seed, options)


def test_a_count_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Seen.after

    def forgetful(self: Seen, view: View) -> Seen:
        return replace(kept(self, view), gaits={})

    monkeypatch.setattr(Seen, "after", forgetful)
    (_for_red, game) = games_of(SMALL["barrage"], 0, Options())
    with pytest.raises(AssertionError):
        follow(game, 0, Options())
