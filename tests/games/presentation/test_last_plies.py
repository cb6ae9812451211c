"""What a page is told of the plies since its player's last turn: just what that seat saw of them, and enough to play
them on the board that was there before.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.domain.random_play import states
from games.domain.state import GameFold
from games.presentation.last_plies import (
    change_of,
    changed_squares,
    only_moved,
    since_own_turn,
    told_plies,
    told_to_seat,
)
from games.presentation.presentation import trays
from games.rules import Options, Seat, View, Viewer, variant
from tests.books import each_book
from tests.games.domain.test_state import events_of, folded, record_of, stored


def folds(slug: str, seed: int = 0) -> Iterator[GameFold]:
    now = None
    for item in stored(events_of(record_of(slug, seed))):
        now = folded([item], now)
        if now.state is not None:
            yield now


def occupied(view: View) -> set[int]:
    return {piece.square for piece in view.pieces}


@pytest.mark.slow
@each_book
def test_the_last_plies_are_kept_as_each_viewer_saw_them(slug: str) -> None:
    seen: dict[int, dict[Viewer, object]] = {}
    for now in folds(slug):
        if now.state.ply:
            seen[now.state.ply] = {viewer: now.state.view(viewer).last for viewer in Viewer}
        kept = {item.ply: {viewer: item.last_turn(viewer) for viewer in Viewer} for item in now.shown}
        last = now.state.ply
        most = len(now.variant.seats) * (2 if now.can_go_back else 1)  # what takes their place if turns are taken back
        assert kept == {ply: seen[ply] for ply in range(last - len(kept) + 1, last + 1)}
        assert min(last, len(now.variant.seats)) <= len(kept) <= most


@each_book
def test_a_ply_that_is_played_on_the_board_before_gives_the_board_after(slug: str) -> None:
    before: View | None = None
    plies = 0
    for now in folds(slug):
        if now.state.pending is not None:
            continue
        view = now.state.view(Viewer.RED)
        if before is not None:
            last = view.last
            change = change_of(last, now.variant)
            result = occupied(before) - set(change.cleared)
            if last.attack is None and not now.variant.deals and len(last.path) > 1:
                result = result - {last.path[0]} | {last.path[-1]}
            assert result | {piece.square for piece in change.stands} == occupied(view), (view.ply, last.text)
            standing = {piece.square: piece for piece in view.pieces}
            assert all(
                (standing[stand.square].id, standing[stand.square].seat) == (stand.id, stand.seat)
                for stand in change.stands
            )
            plies += 1
        before = view
    assert plies > 5


def looks(view: View) -> dict[int, object]:
    return {piece.square: piece for piece in view.pieces}


@pytest.mark.parametrize("memory", [False, True])
@each_book
def test_nothing_looks_otherwise_but_on_the_squares_that_a_ply_changed(slug: str, memory: bool) -> None:
    book = variant(slug)
    options = Options(no_attack_limit=80, memory=memory)
    viewers = (*(Viewer.of(seat) for seat in book.seats), Viewer.SPECTATOR)
    for seed in range(2):
        before: dict[Viewer, View] = {}
        for state in states(book, options, random.Random(seed)):
            for viewer in viewers:
                view = state.view(viewer)
                if viewer in before and view.ply <= 120:
                    last, was, now = view.last, looks(before[viewer]), looks(view)
                    others = (was.keys() | now.keys()) - set(changed_squares(last, book))
                    assert {square: was.get(square) for square in others} == {
                        square: now.get(square) for square in others
                    }, (seed, view.ply, last.text, viewer)
                    if only_moved(last):
                        assert trays(before[viewer]) == trays(view), (seed, view.ply, last.text, viewer)
                before[viewer] = view
            if state.ply > 120:
                break


@pytest.mark.parametrize("slug", ["classic", "alliance"])
def test_it_begins_with_the_players_own_last_turn(slug: str) -> None:
    for now in folds(slug):
        for seat in now.variant.seats:
            plies = [item.ply for item in since_own_turn(now.shown, seat)]
            seats, last = len(now.variant.seats), now.state.ply
            own = [ply for ply in range(1, last + 1) if (ply - 1) % seats == seat]
            assert plies == list(range(own[-1] if own else 1, last + 1))


def test_an_attack_says_where_and_draws_both_pieces_face_up() -> None:
    for now in folds("barrage"):
        view = now.state.view(Viewer.RED)
        plies = told_plies(told_to_seat(now, Seat.RED), view, now.variant, below=0)
        if plies and plies[-1].fight:
            break
    item, attack = plies[-1], view.last.attack
    column, row = attack.defender.square % 10, attack.defender.square // 10
    assert item.at == f"{16 + column * 40} {(9 - row) * 40}"
    assert item.way.endswith(item.at)
    assert item.fight == attack.result
    assert item.seats == f"{attack.attacker.seat.slug} {attack.defender.seat.slug}"
    assert item.drawn.count('class="fighter"') == 2
    assert " back" not in item.drawn
    assert item.said == f"Move {view.ply}: " + item.said.partition(": ")[2]
