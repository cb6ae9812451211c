"""Prizes: who shares what, nobody twice, and nothing that is left over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tournaments.scoring.prizes import SHARINGS, Award, Contender, PrizeList, distribute

POINTS = (80, 80, 75, 70, 70, 70)
ALL = tuple(Contender(number, number, points) for number, points in enumerate(POINTS, 1))


def prizes(*amounts: int, members: tuple[int, ...] = (1, 2, 3, 4, 5, 6), things: tuple[int, ...] = ()) -> PrizeList:
    return PrizeList(amounts, tuple(place in things for place in range(1, len(amounts) + 1)), frozenset(members))


def paid(awards: tuple[Award, ...]) -> list[tuple[int, int, int]]:
    """Who gets how much of which list."""
    return [(award.number, award.list, award.amount) for award in awards]


@pytest.mark.parametrize(
    ("sharing", "amounts", "result"),
    [
        # The two examples that the German Wikipedia has had for the Hort system; the second one in cents.
        ("hort", (1000, 500, 350, 200, 150, 100), [875, 625, 350, 175, 150, 125]),
        ("hort", (10000, 8000, 6000, 4000, 2000, 1000), [9500, 8500, 6000, 3167, 2167, 1666]),
        ("equal", (1000, 500, 350, 200, 150, 100), [750, 750, 350, 150, 150, 150]),
        ("equal", (1000, 500, 350, 200), [750, 750, 350, 67, 67, 66]),
        ("places", (1000, 500, 350, 200), [1000, 500, 350, 200]),
    ],
)
def test_who_is_level_shares(sharing: str, amounts: tuple[int, ...], result: list[int]) -> None:
    awards = distribute([prizes(*amounts)], ALL, sharing=sharing)
    assert [award.amount for award in awards] == result


def test_a_shared_place_has_the_mean_of_its_prizes() -> None:
    level = [Contender(1, 1, 80), Contender(2, 1, 80), Contender(3, 3, 80)]
    for sharing, result in (("places", [700, 700, 100]), ("hort", [600, 600, 300]), ("equal", [500, 500, 500])):
        assert [award.amount for award in distribute([prizes(900, 500, 100)], level, sharing=sharing)] == result


def test_nobody_has_two_and_what_is_free_goes_to_the_next() -> None:
    women, young = prizes(400, 50, members=(2, 3, 6)), prizes(350, members=(3, 6))
    awards = distribute([prizes(1000, 500, 350), women, young], ALL, sharing="places")
    # 2 takes 500 rather than 400, so 3 is the best woman: 400 is more than the 350 of a place, and of the young.
    assert paid(awards) == [(1, 0, 1000), (2, 0, 500), (4, 0, 350), (3, 1, 400), (6, 2, 350)]
    assert [award.passed for award in awards] == [(), (), (3,), (2,), (3,)]


def test_places_go_before_categories_of_the_same_value() -> None:
    awards = distribute([prizes(100), prizes(100, members=(1, 5)), prizes(100, members=(5, 6))], ALL, sharing="places")
    assert paid(awards) == [(1, 0, 100), (5, 1, 100), (6, 2, 100)]


def test_a_thing_is_not_shared_and_counts_less_than_an_amount() -> None:
    cups = prizes(500, 0, 0, things=(1, 2, 3))
    awards = distribute([cups, prizes(10, members=(3,))], ALL, sharing="equal")
    # 1 and 2 share the money, and each has a cup; 3 takes the money, so the third cup goes to 4.
    assert [(award.number, award.amount, award.thing) for award in awards] == [
        (1, 250, True),
        (2, 250, True),
        (4, 0, True),
        (3, 10, False),
    ]
    assert [award.thing for award in distribute([prizes(500, 300, things=(1,))], ALL, sharing="equal")] == [True, False]


def test_what_cannot_be_given_out_is_refused() -> None:
    for lists, sharing in (([prizes(1, 2)], "equal"), ([prizes(2, 1)], "by-lot")):
        with pytest.raises(ValueError, match="no sharing"):
            distribute(lists, ALL, sharing=sharing)


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[PrizeList], list[Contender]]:
    points = sorted(draw(st.lists(st.integers(0, 4), max_size=9)), reverse=True)
    ranked: list[Contender] = []
    for number, level in enumerate(points, 1):
        shares = bool(ranked) and ranked[-1].level == level and draw(st.booleans())
        ranked.append(Contender(number, ranked[-1].place if shares else number, level))
    lists = []
    for index in range(draw(st.integers(1, 4))):
        amounts = sorted(draw(st.lists(st.integers(1, 1000), max_size=5)), reverse=True)
        things = draw(st.lists(st.booleans(), min_size=len(amounts), max_size=len(amounts)))
        numbers = range(1, len(points) + 1)
        members = [number for number in numbers if index == 0 or draw(st.booleans())]
        lists.append(PrizeList(tuple(amounts), tuple(things), frozenset(members)))
    return lists, ranked


@some(80)
@given(fields(), st.sampled_from(SHARINGS))
def test_every_prize_with_a_taker_is_paid_once(field: tuple[list[PrizeList], list[Contender]], sharing: str) -> None:
    lists, ranked = field
    awards = distribute(lists, ranked, sharing=sharing)
    winners = [award.number for award in awards]
    assert len(winners) == len(set(winners))
    for index, row in enumerate(lists):
        own = [award for award in awards if award.list == index]
        elsewhere = {award.number for award in awards if award.list != index}
        takers = len(row.members - elsewhere)
        assert sum(award.amount for award in own) == sum(row.amounts[:takers])
        assert sum(award.thing for award in own) == sum(row.things[:takers])
        assert {award.number for award in own} <= row.members
        assert [award.amount for award in own] == sorted((award.amount for award in own), reverse=True)
        for award in own:
            exact = (award.own + award.equal) / 2 if sharing == "hort" else award.equal
            assert award.amount == int(exact) + award.rounded
