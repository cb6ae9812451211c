"""Round robins against the printed tables of FIDE (Handbook C.05, annex 1), and by their properties."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tournaments.pairing.round_robin import berger, rounds_of
from tournaments.pairing.rounds import Pairing

# As printed; the highest number stands for nobody where there is one player less.
TABLES = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
}


def printed(size: int) -> list[list[Pairing]]:
    rows = [line.split() for line in TABLES[size].strip().splitlines()]
    return [[Pairing(*map(int, board.split("-"))) for board in row] for row in rows]


def colours(rounds: tuple[tuple[Pairing, ...], ...], number: int) -> str:
    """The colours of a player in the order of rounds, `r` and `b`; `-` for a bye."""
    results = []
    for pairings in rounds:
        (mine,) = [pairing for pairing in pairings if number in (pairing.red, pairing.blue)]
        results.append("-" if mine.bye else "r" if mine.red == number else "b")
    return "".join(results)


@pytest.mark.parametrize("size", TABLES)
def test_the_printed_tables(size: int) -> None:
    assert [list(pairings) for pairings in berger(size)] == printed(size)


@pytest.mark.parametrize("size", TABLES)
def test_with_one_player_less_the_highest_number_is_a_bye(size: int) -> None:
    """An odd number of players uses the table of the next even one."""
    expected = [
        {pairing for pairing in row if size not in (pairing.red, pairing.blue)}
        | {Pairing(min(p.red, p.blue or 0), None) for p in row if size in (p.red, p.blue)}
        for row in printed(size)
    ]
    rounds = berger(size - 1)
    assert [set(pairings) for pairings in rounds] == expected
    assert all(pairings[-1].bye for pairings in rounds)


@pytest.mark.parametrize("players", range(2, 26))
def test_everybody_meets_once_with_colours_balanced(players: int) -> None:
    rounds = berger(players)
    assert len(rounds) == rounds_of(players)
    met = Counter(frozenset((p.red, p.blue)) for pairings in rounds for p in pairings if not p.bye)
    assert met == Counter(map(frozenset, itertools.combinations(range(1, players + 1), 2)))
    for number in range(1, players + 1):
        had = colours(rounds, number)
        assert abs(had.count("r") - had.count("b")) <= 1
        assert had.count("-") == players % 2
        assert "rrr" not in had.replace("-", "")
        assert "bbb" not in had.replace("-", "")


@pytest.mark.parametrize("players", range(2, 26))
def test_a_double_one_has_every_game_with_both_colours(players: int) -> None:
    """Each ordered pair once, the cycles whole, and nobody has a colour three times running."""
    rounds = berger(players, double=True)
    assert len(rounds) == rounds_of(players, double=True)
    met = Counter((p.red, p.blue) for pairings in rounds for p in pairings if not p.bye)
    assert met == Counter(itertools.permutations(range(1, players + 1), 2))
    half = len(rounds) // 2
    first = {frozenset((p.red, p.blue)) for pairings in rounds[:half] for p in pairings if not p.bye}
    assert first == set(map(frozenset, itertools.combinations(range(1, players + 1), 2)))
    for number in range(1, players + 1):
        had = colours(rounds, number)
        assert "rrr" not in had
        assert "bbb" not in had


def test_the_last_two_rounds_of_the_first_cycle_change_places_in_a_double_one() -> None:
    """As annex 1 recommends; the second cycle follows the table with colours changed."""
    single, double = berger(6), berger(6, double=True)
    assert double[:5] == (*single[:3], single[4], single[3])
    assert double[5:] == tuple(tuple(pairing.reversed for pairing in pairings) for pairings in single)


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_fewer_than_two_are_no_tournament(players: int) -> None:
    with pytest.raises(ValueError, match="two players"):
        berger(players)
