"""Double elimination: both brackets by their properties, for any number of players and any results."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import some
from tournaments.pairing import knockout
from tournaments.pairing.double_elimination import (
    DoubleBracket,
    bracket,
    bracket_of,
    landing,
    matches_in,
    rematches_avoided,
    rounds_of,
    soonest_rematch,
)
from tournaments.pairing.knockout import NOBODY, BracketPart, BracketPlace, Match, places
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark

Winners = list[list[int | None]]


def played(players: int, seed: int, *, upsets: float = 0.5, nobody: float = 0.0) -> tuple[DoubleBracket, Winners]:
    """All of it.

    Args:
        players: how many.
        seed: of the results.
        upsets: how often the lower seed wins.
        nobody: how often neither side does.
    """
    chance, winners = random.Random(seed), Winners()
    drawn = bracket(players)
    while drawn.champion is None:
        boards = drawn.boards_after(len(winners))
        winners.append(
            [
                NOBODY if chance.random() < nobody else (max if chance.random() < upsets else min)(match.players)
                for match in boards
            ]
        )
        drawn = bracket(players, winners)
    return drawn, winners


def matches(drawn: DoubleBracket) -> list[Match]:
    return [match for number in range(1, len(drawn.rounds) + 1) for match in drawn.boards(number)]


@given(st.integers(3, 256), st.integers(), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
@example(2, 0, 0.5)
@example(3, 0, 0.0)
@example(13, 0, 1.0)
@example(256, 1, 0.5)
@some(15)
def test_both_brackets_hold_what_they_promise(players: int, seed: int, upsets: float) -> None:
    drawn, winners = played(players, seed, upsets=upsets)
    everybody_but_the_winner_loses_twice(drawn, winners)
    places_are_shared_by_those_out_in_the_same_round(drawn)
    nobody_meets_again_in_the_losers_bracket_before_the_bound(drawn)
    between_two_byes_everybody_has_a_match(drawn)


def everybody_but_the_winner_loses_twice(drawn: DoubleBracket, winners: Winners) -> None:
    players = drawn.players
    lost = Counter(match.loser for match in matches(drawn))
    assert drawn.champion is not None
    champion = drawn.champion
    assert {number for number in range(1, players + 1) if lost[number] == 2} == {*range(1, players + 1)} - {champion}
    again = len(winners) == rounds_of(players)
    assert (lost[champion], len(matches(drawn))) == ((1, 2 * players - 1) if again else (0, 2 * players - 2))
    assert len(winners) == rounds_of(players) - (not again)
    for number in range(1, len(winners) + 1):
        seated = [player for match in drawn.boards(number) for player in match.players]
        assert len(seated) == len(set(seated)) > 0
        assert [match.board for match in drawn.boards(number)] == [*range(1, len(seated) // 2 + 1)]


def places_are_shared_by_those_out_in_the_same_round(drawn: DoubleBracket) -> None:
    ranked = places(drawn)
    first, second = ranked[:2]
    assert first == BracketPlace(1, drawn.champion or 0, shared=False)
    assert [(item.place, item.shared) for item in ranked[1:4]] == [(2, False), (3, False), (4, False)][
        : drawn.players - 1
    ]
    assert {second.number, first.number} == set(drawn.final.players)
    together = Counter(item.out for item in ranked)
    for place, (item, after) in enumerate(pairwise(ranked), 1):
        assert (item.shared, item.place <= place) == (together[item.out] > 1, True)
        assert (after.place, (after.out or 0) <= (item.out or 999)) == (
            item.place if after.out == item.out else place + 1,
            True,
        )


def nobody_meets_again_in_the_losers_bracket_before_the_bound(drawn: DoubleBracket) -> None:
    depth = knockout.rounds_of(drawn.players)
    lost_in: dict[int, int] = {}
    upper = [match for match in matches(drawn) if match.part is BracketPart.WINNERS]
    beaten = {frozenset(match.players) for match in upper}
    for match in upper:
        lost_in[match.loser or 0] = match.round // 2 + 1
    for match in matches(drawn):
        if match.part is BracketPart.LOSERS and frozenset(match.players) in beaten:
            earlier, later = sorted(lost_in[number] for number in match.players)
            round = match.round - 1
            assert round > rematches_avoided(depth)
            assert round >= soonest_rematch(depth, earlier, later)


@pytest.mark.parametrize("depth", range(2, 9))
def test_those_who_fall_land_where_they_meet_again_as_late_as_can_be(depth: int) -> None:
    """Of all who may lose on the way of one player, by the matches of the losers' bracket that they come to."""
    for path in range(1 << (depth - 1)):  # a match of the first round, and the winners of it
        lines = {
            lost: path >> 1 if lost == 1 else landing(depth, lost, path >> (lost - 1)) for lost in range(1, depth + 1)
        }
        for earlier, later in combinations(lines, 2):
            together = [
                round
                for round in range(2 * later - 2, 2 * depth - 1)
                if in_round(lines[earlier], earlier, round) == in_round(lines[later], later, round)
            ]
            assert together[0] == soonest_rematch(depth, earlier, later)
    soonest = min(soonest_rematch(depth, *pair) for pair in combinations(range(1, depth + 1), 2))
    assert soonest == rematches_avoided(depth) + 1
    # One round on there are more who have lost on one way than matches to keep them apart, wherever they land.
    assert soonest // 2 + 1 > matches_in(depth, soonest)


def in_round(line: int, lost: int, round: int) -> int:
    """The match of a round of the losers' bracket that the line of somebody who fell leads to."""
    entered = max(1, 2 * lost - 2)
    return line >> ((round - 1) // 2 - (entered - 1) // 2)


def test_how_far_rematches_are_avoided() -> None:
    assert {1 << depth: rematches_avoided(depth) for depth in range(2, 9)} == {
        4: 1,
        8: 2,
        16: 3,
        32: 4,
        64: 6,
        128: 7,
        256: 8,
    }


def between_two_byes_everybody_has_a_match(drawn: DoubleBracket) -> None:
    rows: dict[int, list[bool]] = {}
    byes = Counter[BracketPart]()
    for round in drawn.rounds:
        for match in round:
            byes[match.part] += match.bye and bool(match.players)
            for number in match.players:
                rows.setdefault(number, []).append(match.bye)
    assert not any(bye and after for row in rows.values() for bye, after in pairwise(row))
    free = (1 << knockout.rounds_of(drawn.players)) - drawn.players
    assert {match.players[0] for match in drawn.rounds[0] if match.bye} == {*range(1, free + 1)}
    assert byes[BracketPart.LOSERS] <= free


@given(st.integers(2, 40), st.integers())
@some(20)
def test_who_does_not_come_is_out_and_it_ends_all_the_same(players: int, seed: int) -> None:
    drawn, _winners = played(players, seed, nobody=0.3)
    ranked = places(drawn)
    assert sorted(item.number for item in ranked) == [*range(1, players + 1)]
    champion = drawn.champion or NOBODY
    assert {number for number in range(1, players + 1) if number not in drawn.out} == {champion} - {NOBODY}


def test_eight_by_hand() -> None:
    """Those who fall in the second round change halves; in the third one there is one place."""
    drawn, winners = played(8, 0, upsets=0)
    met = [[(match.part.value[0], match.players) for match in drawn.boards(number)] for number in range(1, 7)]
    assert met == [
        [("w", (1, 8)), ("w", (4, 5)), ("w", (2, 7)), ("w", (3, 6))],
        [("w", (1, 4)), ("w", (2, 3)), ("l", (8, 5)), ("l", (7, 6))],
        [("l", (5, 3)), ("l", (6, 4))],
        [("w", (1, 2)), ("l", (3, 4))],
        [("l", (3, 2))],
        [("f", (1, 2))],
    ]
    assert [(item.place, item.number) for item in places(drawn)] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (5, 6),
        (7, 7),
        (7, 8),
    ]
    again = bracket(8, [*winners[:-1], [2]])
    assert (again.champion, [match.players for match in again.boards_after(6)]) == (None, [(1, 2)])
    assert [(bracket(8, [*winners[:-1], [2], [last]]).champion) for last in (1, 2)] == [1, 2]
    with pytest.raises(ValueError, match="more winners than boards"):
        bracket(8, [*winners, [1]])


@given(st.integers(2, 40), st.integers())
@some(15)
def test_a_crosstable_tells_the_brackets_it_was_played_by(players: int, seed: int) -> None:
    drawn, winners = played(players, seed)
    results: dict[int, list[RoundResult]] = {number: [] for number in range(1, players + 1)}
    for number in range(1, len(winners) + 1):
        boards = {player: match for match in drawn.boards(number) for player in match.players}
        for player, row in results.items():
            match = boards.get(player)
            if match is None:
                row.append(RoundResult(Mark.ABSENT))
                continue
            mark = Mark.WIN if match.winner == player else Mark.LOSS
            colour = Colour.RED if match.upper == player else Colour.BLUE
            row.append(RoundResult(mark, sum(match.players) - player, colour))
    rows = tuple(Row(number, 0, tuple(row)) for number, row in results.items())
    assert bracket_of(Crosstable(rows, len(winners), SCORINGS["6-3-1"])) == drawn
