"""Groups into a knockout, from the draw to the last place, with a group game that is corrected in between."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tournaments.domain import lifecycle
from tournaments.domain.commands import registration, results, takebacks
from tournaments.domain.formats import format_of
from tournaments.domain.queries.correction_preview import what_if
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable, places_of
from tournaments.domain.state import Board, TournamentFold
from tournaments.domain.verification import verify_tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

FORFEITED = {True: (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS), False: (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)}
WON, LOST, DRAWN = (Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN), (Mark.DRAW, Mark.DRAW)


def higher(board: Board) -> tuple[Mark, Mark]:
    """The entry with the lower number, which is the higher one of the start list, wins."""
    return WON if board.leg.red < board.leg.blue else LOST


def pairs(fold: TournamentFold, round: int) -> list[set[int]]:
    return [set(board.entries) for board in fold.rounds[round - 1].boards]


def other_way(fold: TournamentFold, one: int, other: int) -> dict[str, Any]:
    """The game of two in their group with the other result."""
    boards = [(round.number, board) for round in fold.rounds[:3] for board in round.boards]
    ((round, board),) = (item for item in boards if set(item[1].entries) == {one, other})
    assert board.leg.marks is not None
    red, blue = reversed(board.leg.marks)
    return {"round": round, "board": board.number, "red": red, "blue": blue}


def refused(call: object) -> str:
    with pytest.raises(Illegal) as error:
        call()  # type: ignore[operator]
    return error.value.refusal.code


def test_sixteen_in_groups_play_into_a_knockout_with_a_group_game_corrected(client: Client) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(16, format="group_stage", owner=owner, third_place=True)
    for _round in range(3):
        scenes.play_round(event, higher)
    fold = fold_of(event)
    groups = format_of(fold).groups(fold, crosstable(fold))
    assert (fold.planned, [(group.name, group.numbers, sorted(group.through)) for group in groups]) == (
        6,
        [
            ("Group A", (1, 8, 9, 16), [1, 8]),
            ("Group B", (2, 7, 10, 15), [2, 7]),
            ("Group C", (3, 6, 11, 14), [3, 6]),
            ("Group D", (4, 5, 12, 13), [4, 5]),
        ],
    )
    key = key_of(event)
    for name in ("tournament", "groups", "standings", "bracket", "rounds", "entries", "log"):
        assert client.get(reverse(f"tournaments:{name}", args=[key]), follow=True).status_code == 200, name

    scenes.next_round(event)
    assert pairs(fold_of(event), 4) == [{1, 7}, {4, 6}, {2, 8}, {3, 5}]
    # 9 has beaten 8: it goes on instead. The round that rests on it has to be taken back first.
    changed = {"tournament": event, **other_way(fold, 8, 9)}
    correct = {**changed, "by": owner, "reason": "They wrote it down the wrong way round."}
    (different,) = what_if(**changed)
    assert (different.round, list(map(set, different.paired))) == (4, [{2, 8}])
    assert list(map(set, different.instead)) == [{2, 9}]
    assert refused(lambda: results.correct_result(**correct)) == "others-go-on"
    takebacks.take_back_round(tournament=event, by=owner, round=4, reason="A group game was wrong.")
    results.correct_result(**correct)
    scenes.next_round(event)
    assert pairs(fold_of(event), 4) == [{1, 7}, {4, 6}, {2, 9}, {3, 5}]
    # Who is third of a group and who is fourth changes nothing of the bracket.
    results.correct_result(tournament=event, **other_way(fold, 12, 13), by=owner, reason="And so did these.")
    scenes.play_on(event, higher)
    places = places_of(scenes.play_out(event, higher))
    ranked = sorted(places, key=lambda entry: places[entry])
    assert (ranked[:4], set(ranked[4:8]), ranked[8:]) == ([1, 2, 3, 4], {5, 6, 7, 9}, [8, 10, 11, 13, 12, 14, 15, 16])
    verify_tournament(iter(store.load(event)))
    words = client.get(reverse("tournaments:groups", args=[key])).content.decode()
    assert (words.count("<table"), words.count("goes on")) == (4, 8)
    assert "Group A, place 3" in client.get(reverse("tournaments:standings", args=[key])).content.decode()
    for name in ("tournament", "bracket", "podium", "rounds"):
        assert client.get(reverse(f"tournaments:{name}", args=[key]), follow=True).status_code == 200, name


def test_a_board_of_a_group_is_one_game_and_may_be_drawn(client: Client) -> None:
    event = scenes.a_tournament(5, format="group_stage", group_count=2, advance=1, best_of=3, tiebreaks=("seed",))
    fold = scenes.play_round(event, lambda _board: DRAWN)
    assert (fold.planned, [len(board.legs) for board in fold.rounds[0].boards]) == (4, [1, 1])
    fold = scenes.play_out(event, higher)
    assert [len(round.boards) for round in fold.rounds] == [2, 1, 1, 1]
    assert (set(fold.rounds[3].boards[0].entries), len(fold.rounds[3].boards[0].legs)) == ({1, 2}, 2)
    assert places_of(fold)[1] == 1
    verify_tournament(iter(store.load(event)))


def test_who_leaves_early_counts_for_nobody_in_the_group() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(8, format="group_stage", owner=owner, group_count=2, advance=2)
    scenes.play_round(event, higher)
    registration.withdraw(tournament=event, entry=1, by=owner)
    fold = scenes.play_out(event, higher)
    assert places_of(fold)[2] == 1
    assert 1 not in places_of(fold)
    assert set(fold.rounds[3].boards[0].entries) | set(fold.rounds[3].boards[1].entries) == {2, 3, 4, 5}
    verify_tournament(iter(store.load(event)))


def test_who_leaves_during_the_knockout_moves_nobody_in_its_bracket(client: Client) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(8, format="group_stage", owner=owner, group_count=2, advance=2)

    def decide(board: Board) -> tuple[Mark, Mark]:
        """8 wins against 1, which makes 4 the winner of the group, and does not come to its other games."""
        if set(board.entries) == {1, 8}:
            return LOST if board.leg.red == 1 else WON
        if set(board.entries) == {1, 5}:
            return DRAWN
        return FORFEITED[board.leg.blue == 8] if 8 in board.entries else higher(board)

    for _round in range(3):
        scenes.play_round(event, decide)
    fold = scenes.play_round(event, higher)
    assert pairs(fold, 4) == [{1, 2}, {3, 4}]
    for entry in (8, 2):
        registration.withdraw(tournament=event, entry=entry, by=owner)
    fold = scenes.play_out(event, higher)
    assert (pairs(fold, 4), pairs(fold, 5)) == ([{1, 2}, {3, 4}], [{1, 3}])
    assert sorted(places_of(fold).items(), key=lambda item: (item[1], item[0]))[:4] == [(1, 1), (3, 2), (2, 3), (4, 3)]
    verify_tournament(iter(store.load(event)))
    assert client.get(reverse("tournaments:bracket", args=[key_of(event)])).status_code == 200


@pytest.mark.parametrize("left", [0, 1])
def test_with_fewer_than_two_left_there_is_no_knockout(client: Client, left: int) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(4, format="group_stage", owner=owner, group_count=2, advance=1)
    scenes.play_round(event, higher)
    for entry in range(1, 5 - left):
        registration.withdraw(tournament=event, entry=entry, by=owner)
    with pytest.raises(Illegal) as error:
        scenes.next_round(event)
    assert error.value.refusal.params == {"reason": "too-few-players", "round": 2, "players": left}
    for name in ("tournament", "groups", "standings", "rounds", "log"):
        assert client.get(reverse(f"tournaments:{name}", args=[key_of(event)]), follow=True).status_code == 200, name
    assert lifecycle.finish(tournament=event, by=owner).ended
