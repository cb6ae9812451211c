"""Who of those who wait in an arena plays whom, and what that costs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from benchmarks.arena import hour_of
from tournaments.pairing.arena import REMATCH_AFTER, WaitingPlayer, looks_again, pairs
from tournaments.scoring.points import Mark, Scoring
from tournaments.scoring.streaks import columns_of, streak_points

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
JUST = NOW - timedelta(seconds=1)


def waiting(number: int, points: int = 0, **more: Any) -> WaitingPlayer:
    usual: dict[str, Any] = {"since": None, "last": None, "met": {}, "reds": 0, "was_red": None}
    return WaitingPlayer(number=number, points=points, place=number, **(usual | more))


def met(number: int, other: int, *, since: datetime = JUST, points: int = 0, red: bool = True) -> WaitingPlayer:
    return waiting(number, points, since=since, last=other, met={other: 1}, reds=1 if red else -1, was_red=red)


def who(found: tuple[tuple[int, int], ...]) -> list[set[int]]:
    return [set(pair) for pair in found]


def test_those_who_are_close_in_the_standings_meet_and_the_last_to_come_waits() -> None:
    here = [waiting(1, 40), waiting(2), waiting(3, 20), waiting(4, 40), waiting(5, 20), met(6, 9, points=40)]
    assert who(pairs(here, now=NOW)) == [{1, 4}, {6, 3}, {5, 2}]
    assert who(pairs(here[:5], now=NOW)) == [{1, 4}, {3, 2}]  # all came first: the lowest number has waited longest
    assert who(pairs([*here, waiting(7, 60)], now=NOW)) == [{7, 1}, {4, 3}, {5, 2}]
    assert (pairs([], now=NOW), pairs([waiting(1)], now=NOW)) == ((), ())


def test_nobody_plays_the_last_opponent_again_while_others_may_come() -> None:
    two = [met(1, 2), met(2, 1, red=False)]
    assert (pairs(two, now=NOW), looks_again(two)) == ((), JUST + REMATCH_AFTER)
    assert pairs(two, now=JUST + REMATCH_AFTER) == ((2, 1),)  # with colours changed
    assert who(pairs([*two, met(3, 4), met(4, 3, red=False)], now=NOW)) == [{1, 3}, {2, 4}]
    # Who met earlier meets again where nobody else is: only the last game counts.
    assert pairs([waiting(1, met={2: 3}), waiting(2, met={1: 3})], now=NOW) == ((2, 1),)
    assert who(pairs([waiting(1, met={2: 3}), waiting(2, met={1: 3}), waiting(3), waiting(4)], now=NOW)) == [
        {1, 3},
        {2, 4},
    ]


def test_who_is_left_over_changes_partners_with_others() -> None:
    here = [waiting(1, 40), waiting(2, 30), met(3, 4, points=20), met(4, 3, points=10)]
    assert who(pairs(here, now=NOW)) == [{1, 4}, {2, 3}]
    apart = {frozenset((1, 2)), frozenset((1, 3))}
    assert who(pairs([waiting(1), waiting(2), waiting(3), waiting(4)], now=NOW, apart=apart)) == [{1, 4}, {2, 3}]
    assert pairs([waiting(1), waiting(2)], now=NOW, apart=apart) == ()


def test_colours_are_balanced() -> None:
    assert pairs([waiting(1, reds=1, was_red=True), waiting(2, reds=1, was_red=False)], now=NOW) == ((2, 1),)
    assert pairs([waiting(1, reds=-1, was_red=True), waiting(2, reds=0, was_red=False)], now=NOW) == ((1, 2),)


def test_a_streak_doubles_until_a_game_is_not_won() -> None:
    won, drawn, lost, none = Mark.WIN, Mark.DRAW, Mark.LOSS, None
    scoring = Scoring.of(20, 10, 0)
    assert streak_points([won, won, drawn], scoring) == [20, 20, 20]  # 2 + 2 + (2 x 1), as on lichess
    assert streak_points([won, won, won, won, lost, won], scoring) == [20, 20, 40, 40, 0, 20]
    assert streak_points([won, Mark.FORFEIT_WIN, Mark.ABSENT, none, won], scoring) == [20, 20, 0, 0, 40]
    assert streak_points([won, won, lost], Scoring.of(60, 30, 10)) == [60, 60, 20]


def test_an_hour_of_500_players_takes_a_few_seconds_of_one_core() -> None:
    """Everybody plays on, with colours in balance, and nobody meets the same opponent twice running."""
    hour = hour_of(500)
    round = hour.fold.rounds[0]
    assert len(round.boards) > 1800
    for entry in hour.fold.order:
        mine = round.boards_of(entry)
        others = [set(board.entries) - {entry} for board in mine]
        assert len(mine) > 4
        assert all(before != after for before, after in pairwise(others))
        assert abs(sum(1 if board.red == entry else -1 for board in mine)) <= 3
    assert max(columns_of([board.entries for board in round.boards])) < 20
    assert hour.seconds < 60  # measured: some six; others work on the same cores
