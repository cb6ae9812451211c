"""Groups and who goes on from them: nobody is lost, nobody is twice there, and one's own group comes late."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import knockout
from tournaments.pairing.groups import Groups, Plan, boards_of, groups_of, plan_for, ranked, seeds_of, standings_of
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    return plan_for(
        draw(st.integers(2, 40)),
        groups=draw(st.integers(1, 9)),
        advance=draw(st.integers(1, 5)),
        others=draw(st.integers(0, 8)),
        double=draw(st.booleans()),
    )


def played(plan: Plan, groups: Groups, data: st.DataObject) -> Crosstable:
    """All rounds of the groups with any results."""
    results: dict[int, list[RoundResult]] = {number: [] for number in range(1, plan.players + 1)}
    for round in range(1, plan.rounds + 1):
        boards, free = boards_of(groups, round, double=plan.double)
        seated = {number for board in boards for number in board} | set(free)
        for red, blue in boards:
            mark = data.draw(st.sampled_from([Mark.WIN, Mark.DRAW, Mark.LOSS]))
            back = {Mark.WIN: Mark.LOSS, Mark.DRAW: Mark.DRAW, Mark.LOSS: Mark.WIN}[mark]
            results[red].append(RoundResult(mark, blue, Colour.RED))
            results[blue].append(RoundResult(back, red, Colour.BLUE))
        for number in (set(results) - seated) | set(free):
            results[number].append(RoundResult(Mark.ABSENT))
    rows = tuple(Row(number, 0, tuple(items)) for number, items in results.items())
    return Crosstable(rows, plan.rounds, SCORINGS["6-3-1"])


@given(plans(), st.integers(0, 2**32 - 1), st.sampled_from(["snake", "pots"]))
def test_groups_are_alike_and_all_meet_once_or_twice(plan: Plan, lot: int, drawn: str) -> None:
    groups = groups_of(plan, drawn=drawn, lot=lot)
    sizes = Counter(map(len, groups))
    assert (len(groups), max(sizes) - min(sizes) <= 1, min(sizes) >= 2) == (plan.groups, True, True)
    assert sorted(number for group in groups for number in group) == list(range(1, plan.players + 1))
    for pot in range(0, plan.players, plan.groups):
        numbers = set(range(pot + 1, pot + plan.groups + 1))
        assert all(len(numbers.intersection(group)) <= 1 for group in groups)
    met: Counter[frozenset[int]] = Counter()
    for round in range(1, plan.rounds + 1):
        boards, free = boards_of(groups, round, double=plan.double)
        seated = [number for board in boards for number in board] + free
        assert len(set(seated)) == len(seated)
        met.update(map(frozenset, boards))
    times = 2 if plan.double else 1
    assert met == {frozenset(pair): times for group in groups for pair in combinations(group, 2)}


@given(plans(), st.integers(0, 9), st.data())
def test_the_best_of_each_group_go_on_and_everybody_has_a_place(plan: Plan, lot: int, data: st.DataObject) -> None:
    groups = groups_of(plan, drawn="snake", lot=lot)
    table = played(plan, groups, data)
    places = ranked(table, groups, plan.rounds, ("wins", "lot"), lot=lot)
    through = seeds_of(plan, places, table)
    assert len(through) == plan.qualified >= 2
    for group in places:
        best = [standing.number for standing in group[: plan.advance]]
        assert set(best) <= set(through)
        assert len(set(through).intersection(standing.number for standing in group)) <= plan.advance + 1
    # Those of the same place sit side by side in the bracket's ranking.
    place_of = {standing.number: place for group in places for place, standing in enumerate(group)}
    assert [place_of[number] for number in through] == sorted(place_of[number] for number in through)
    drawn = knockout.bracket(len(through))
    standings = standings_of(plan, places, table, knockout.placed(drawn, through, table))
    assert sorted(standing.number for standing in standings) == list(range(1, plan.players + 1))
    assert {standing.number for standing in standings if standing.place <= len(through)} == set(through)
    before = [standing.number for standing in standings_of(plan, places, table, None)]
    assert (before[: len(through)], sorted(before)) == ([*through], list(range(1, plan.players + 1)))


@pytest.mark.parametrize(
    ("players", "groups", "advance"), [(16, 4, 2), (40, 8, 2), (8, 2, 2), (64, 16, 2), (24, 4, 4), (12, 4, 1)]
)
def test_of_two_of_a_group_the_winner_is_met_again_in_the_final_at_the_soonest(
    players: int, groups: int, advance: int
) -> None:
    plan = plan_for(players, groups=groups, advance=advance)
    made = groups_of(plan, drawn="snake", lot=0)
    rows = []
    for number in range(1, players + 1):  # the higher one wins
        row = []
        for round in range(1, plan.rounds + 1):
            boards, _free = boards_of(made, round, double=False)
            board = next((item for item in boards if number in item), None)
            if board is None:
                row.append(RoundResult(Mark.ABSENT))
                continue
            colour = Colour.RED if number == board[0] else Colour.BLUE
            row.append(RoundResult(Mark.WIN if number == min(board) else Mark.LOSS, sum(board) - number, colour))
        rows.append(Row(number, 0, tuple(row)))
    table = Crosstable(tuple(rows), plan.rounds, SCORINGS["6-3-1"])
    through = seeds_of(plan, ranked(table, made, plan.rounds, ()), table)
    assert through[:groups] == tuple(range(1, groups + 1))  # the winners, by rank
    half = len(through) // 2
    seeds = knockout.seeds(len(through))
    halves = [{through[seed - 1] for seed in part if seed} for part in (seeds[:half], seeds[half:])]
    for group in made:
        gone_on = set(through).intersection(group)
        assert [len(gone_on & part) for part in halves] in ([advance // 2] * 2, [1, 0], [0, 1])


def test_what_the_field_does_not_allow_gives_way() -> None:
    assert plan_for(3, groups=4, advance=2) == Plan(3, 1, 2, 0)
    assert plan_for(5, groups=2, advance=3, others=2) == Plan(5, 2, 2, 1)
    assert plan_for(8, groups=4, advance=2, others=4) == Plan(8, 4, 2, 0)
    assert (plan_for(17, groups=4, advance=2).rounds, plan_for(17, groups=4, advance=2).qualified) == (5, 8)
    assert plan_for(16, groups=4, advance=2, double=True).rounds == 6
