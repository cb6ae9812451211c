"""A pairing in an arbiter's hands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.organizer.pairing_draft import HandPairing
from tournaments.scoring.points import Mark

DRAFT = HandPairing(((1, 5), (6, 2), (3, 7)), {4: Mark.PAIRING_BYE})


def test_two_change_places_and_one_of_them_may_have_the_bye() -> None:
    assert DRAFT.swapped(1, 2) == HandPairing(((2, 5), (6, 1), (3, 7)), {4: Mark.PAIRING_BYE})
    assert DRAFT.swapped(5, 1) == HandPairing(((5, 1), (6, 2), (3, 7)), {4: Mark.PAIRING_BYE})
    assert DRAFT.swapped(4, 7) == HandPairing(((1, 5), (6, 2), (3, 4)), {7: Mark.PAIRING_BYE})


def test_colours_change_and_differences_are_told() -> None:
    assert DRAFT.recoloured(2) == HandPairing(((1, 5), (2, 6), (3, 7)), {4: Mark.PAIRING_BYE})
    assert DRAFT.recoloured(2).differing(DRAFT) == frozenset({2})
    assert DRAFT.differing(DRAFT) == frozenset()


def test_a_first_pairing_goes_by_the_order() -> None:
    assert HandPairing.in_order((3, 1, 2, 5, 4)) == HandPairing(((3, 1), (2, 5)), {4: Mark.PAIRING_BYE})
    assert HandPairing.in_order((3, 1)) == HandPairing(((3, 1),), {})


def test_who_has_left_goes_and_who_is_left_over_is_put_together() -> None:
    assert DRAFT.settled((2, 3, 4, 5, 6, 7)) == HandPairing(((6, 2), (3, 7), (4, 5)), {})
    assert DRAFT.settled((1, 2, 3, 4, 5, 6, 7, 8)) == HandPairing(((1, 5), (6, 2), (3, 7), (4, 8)), {})
    half = HandPairing(((1, 5),), {2: Mark.HALF_BYE})
    assert half.settled((5, 3)) == HandPairing(((5, 3),), {2: Mark.HALF_BYE})


@given(st.permutations(range(1, 10)), st.integers(1, 9), st.integers(1, 9))
def test_a_draft_is_read_as_it_was_written_and_nobody_gets_lost(order: list[int], one: int, other: int) -> None:
    draft = HandPairing.in_order(tuple(order)).swapped(one, other)
    assert HandPairing.read(str(draft)) == draft
    assert sorted(draft.entries) == list(range(1, 10))
    assert draft.sound
