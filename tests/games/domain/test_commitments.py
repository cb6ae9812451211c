"""Seals open piece by piece, and as a whole; what is opened tells nothing about what is not."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog import merkle
from eventlog.sources import injected
from games.domain.commitments import (
    TREE,
    OpenedPiece,
    Seals,
    _leaves_of,
    _shown_by,
    commitment_of,
    opens_with,
)
from games.domain.events import SetupMade
from games.domain.random_play import random_chance, random_setup, random_submission
from games.rules import (
    RANK_OF_SYMBOL,
    Options,
    Rank,
    Seat,
    Viewer,
    apply,
    pieces_at_start,
    start,
    variant,
)
from tests.books import each_book
from tests.games.rules.test_section_8_alliance import meeting, played

COMING = re.compile(r"\+([FS2-9MBCP])@")
SEEDS = {"alliance": 10, "cards": 1}
"""Of games with a claim, and with looks and a shuffle."""

NONCES = {seat: hashlib.sha256(seat.slug.encode()).hexdigest() for seat in Seat}


def made(setups: dict[Seat, str], form: str | None = TREE) -> list[SetupMade]:
    return [SetupMade(seat.slug, placement, NONCES[seat], form) for seat, placement in setups.items()]


def leads_to(piece: OpenedPiece) -> str:
    """Where an opening leads, by RFC 9162, section 2.1.3.2, and by nothing of the product."""
    text = f"{piece.seat.slug} {piece.place} {piece.rank.symbol}".encode()
    node = hashlib.sha256(b"\0" + bytes.fromhex(piece.salt) + text).digest()
    number, end = (0 if piece.place.startswith("+") else int(piece.place)), piece.leaves - 1
    for other in map(bytes.fromhex, piece.path):
        left = number & 1 or number == end
        node = hashlib.sha256(b"\1" + (other + node if left else node + other)).digest()
        while left and number and not number & 1:
            number, end = number >> 1, end >> 1
        number, end = number >> 1, end >> 1
    assert end == 0
    return node.hex()


def lone(nonce: str, seat: str, place: str, symbol: str) -> str:
    salt = hmac.digest(bytes.fromhex(nonce), f"{seat} {place}".encode(), "sha256")
    return hashlib.sha256(b"\0" + salt + f"{seat} {place} {symbol}".encode()).hexdigest()


@pytest.mark.slow
@each_book
def test_every_rank_that_a_view_shows_leads_to_its_seal_and_no_other_rank_is_opened(slug: str) -> None:
    book, chance = variant(slug), random.Random(f"seals {slug} {SEEDS.get(slug, 5)}")
    orders = random_chance(book, Options(), chance)
    setups = {seat: random_setup(book, seat, Options(), orders.get(seat, ""), chance) for seat in book.seats}
    events = made(setups)
    seals, roots = Seals(book, events), {Seat[event.seat.upper()]: commitment_of(event) for event in events}
    state = start(book, setups, Options(), orders)
    starts = pieces_at_start(book, setups)
    assert {piece.id: (piece.seat, piece.square) for piece in state.view(Viewer.SPECTATOR).pieces} == {
        piece: (seat, book.board.homes[seat][place]) for piece, (seat, place) in starts.items()
    }
    came: dict[str, str] = {}  # the lone seals as they were shown first
    opened: set[str] = set()
    texts: list[tuple[Seat, str]] = []
    for _submission in range(160):
        if state.outcome is not None:
            break
        turn = random_submission(state, chance)
        texts.append((state.to_move, str(turn)))
        state, _facts = apply(state, turn)
        truth = state.view(Viewer.ALL)
        for viewer in (*map(Viewer.of, book.seats), Viewer.SPECTATOR):
            view = state.view(viewer)
            shown, whole = seals.opened(view, lambda truth=truth: truth), seals.known(view, lambda truth=truth: truth)
            ranks = {piece.id: piece.rank for piece in (*view.pieces, *view.captured) if piece.rank is not None}
            if view.last.attack is not None:
                ranks |= {item.id: item.rank for item in (view.last.attack.attacker, view.last.attack.defender)}
            if view.last.revealed is not None:
                ranks[view.last.piece] = view.last.revealed
            assert {piece.piece: piece.rank for piece in shown.pieces}.items() <= ranks.items()
            foreign = {
                piece.id: piece
                for piece in (*view.pieces, *view.captured)
                if piece.seat is not viewer.seat and piece.rank is not None
            }
            assert [piece.piece for piece in whole.pieces] == sorted(foreign)
            assert [piece.piece for piece in shown.pieces] == sorted({piece.piece for piece in shown.pieces})
            hidden = [piece.id for piece in view.pieces if piece.id not in starts and not piece.revealed]
            assert [item.place for item in shown.lone] == [f"+{item - max(starts)}" for item in sorted(hidden)]
            for item in shown.lone:
                assert came.setdefault(item.place, item.seal) == item.seal
            for item in (*shown.pieces, *whole.pieces):
                opened.add(item.place[:1])
                seal = came.get(item.place, item.seal) if item.place.startswith("+") else roots[item.seat]
                assert leads_to(item) == item.seal == seal
            if view.last.attack is not None:  # an attack opens both, to all
                both = {view.last.attack.attacker.id, view.last.attack.defender.id}
                assert both <= {piece.piece for piece in shown.pieces}
    assert opened - {"+"}
    # By the notation alone, as a record is checked: the number of a coming counts those of all seats.
    comings = [(mover, symbol) for mover, text in texts for symbol in COMING.findall(text)]
    for number, (mover, symbol) in enumerate(comings, start=1):
        seal = lone(NONCES[mover], mover.slug, f"+{number}", symbol)
        assert came.setdefault(f"+{number}", seal) == seal
    assert bool(comings) == (slug in ("campaign", "alliance", "cards"))


SQUARES = st.text("FS23456789MBC.", min_size=1, max_size=41)


@settings(max_examples=30, deadline=None)
@given(placement=SQUARES, data=st.data())
def test_the_root_binds_every_square_of_any_size(placement: str, data: st.DataObject) -> None:
    item = SetupMade("red", placement, NONCES[Seat.RED], TREE)
    root, leaves = commitment_of(item), _leaves_of(item)
    assert (len(leaves), merkle.merkle_root(leaves).hex()) == (len(placement), root)
    number = data.draw(st.integers(0, len(placement) - 1))
    symbol = data.draw(st.sampled_from("FS23456789MBC."))
    other = placement[:number] + symbol + placement[number + 1 :]
    assert (commitment_of(replace(item, placement=other)) == root) == (other == placement)
    assert commitment_of(replace(item, seat="blue")) != root != commitment_of(replace(item, nonce=NONCES[Seat.BLUE]))
    salt = hmac.digest(bytes.fromhex(item.nonce), f"red {number}".encode(), "sha256").hex()
    path = tuple(node.hex() for node in merkle.inclusion_path(leaves, number))
    if placement[number] != ".":
        rank = RANK_OF_SYMBOL[placement[number]]
        opening = OpenedPiece(Seat.RED, 2, str(number), 0, rank, salt, path, len(leaves), root)
        assert leads_to(opening) == root
        for wrong in ({"rank": Rank.FLAG if rank is not Rank.FLAG else Rank.SPY}, {"seat": Seat.BLUE}):
            assert leads_to(replace(opening, **wrong)) != root


def test_nothing_but_the_rule_book_gives_the_shape_and_no_two_salts_are_alike() -> None:
    """With what binds a leaf held still, set-ups that differ altogether give the same tree: neither what stands on a
    square nor whether it is empty shows in depth, number or place."""
    book = variant("lightning")
    full, sparse = (
        random_setup(book, Seat.RED, Options(free_setup=free), "", random.Random(2)) for free in (False, True)
    )
    item, other = (SetupMade("red", placement, NONCES[Seat.RED], TREE) for placement in (full, sparse))
    assert _leaves_of(item) != _leaves_of(other)
    with injected(commit=lambda salt, text: hashlib.sha256(salt).hexdigest()):
        assert _leaves_of(item) == _leaves_of(other)
        assert len(set(_leaves_of(item))) == len(book.board.homes[0])
        assert commitment_of(item) == commitment_of(other)


def test_a_set_up_of_before_has_no_openings_and_its_old_commitment() -> None:
    book, chance = variant("duel"), random.Random(4)
    setups = {seat: random_setup(book, seat, Options(), "", chance) for seat in book.seats}
    old, new = made(setups, None)[0], made(setups)[1]
    text = bytes.fromhex(old.nonce) + old.placement.encode()
    assert commitment_of(old) == hashlib.sha256(text).hexdigest()
    assert opens_with(old) == {"commitment": commitment_of(old), "salt": old.nonce}
    assert opens_with(new) == {"commitment": commitment_of(new), "salt": new.nonce, "form": "tree"}
    view = start(book, setups).view(Viewer.ALL)
    seals = Seals(book, [old, new])
    assert {piece.seat for piece in seals.known(view, lambda: view).pieces} == {Seat.BLUE}
    assert repr(seals) == "<Seals duel>"
    assert all(symbol not in repr(seals.known(view, lambda: view)) for symbol in ("MARSHAL", "salt"))


def test_a_claim_opens_the_flag_that_moved_and_not_who_has_taken_it_since() -> None:
    claimed = played(meeting("alliance", None, "c6>e6"), "f5-f6?g6")
    taken = played(claimed, "e6-f6")
    flag, named = claimed.last_turn(Viewer.RED).piece, claimed.last_turn(Viewer.RED).parts[0].piece.id
    for state, shown in ((claimed, {flag, named}), (taken, {named})):
        assert set(_shown_by(1, claimed.last_turn(Viewer.RED2), state.view(Viewer.RED2))) == shown
