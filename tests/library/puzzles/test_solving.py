"""An answer counts once, for the ratings of both, and for the days in a row."""

from __future__ import annotations

import random
import threading
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from eventlog.rebuild import rebuild
from eventlog.sources import injected
from library.puzzles.domain import selection
from library.puzzles.domain.selection import choose_days, next_puzzle, puzzle_of_the_day
from library.puzzles.domain.solutions import NoChoice, answer, checked, is_right, streak_of
from library.puzzles.models import Attempt, Puzzle, PuzzleDay, PuzzleSource, Solver, band_of
from library.puzzles.questions import PuzzleKind
from privacy.erase import delete_account
from ratings.domain.glicko import START, Strength, rated_duel
from ratings.models import Rating
from tests.library.puzzles.made import (
    a_puzzle,
    game_with_puzzles,
    made_puzzles,
    on_day,
    wrong_answer,
)
from tests.scenes import account

pytestmark = pytest.mark.django_db


@pytest.fixture
def solver() -> Player:
    return account("Grace").player


@pytest.fixture
def puzzles() -> list[Puzzle]:
    return [puzzle for seed in (3, 4) for puzzle in made_puzzles(game_with_puzzles(seed=seed), seed)]


@pytest.mark.slow
def test_solver_and_puzzle_play_a_game_of_glicko(solver: Player, puzzles: list[Puzzle]) -> None:
    puzzle, other = puzzles[:2]
    with on_day("2026-05-01"):
        made = answer(puzzle=puzzle, player=solver, chosen=puzzle.answer)
        player, thing = rated_duel(START, START, points=1, at=timezone.now())
    puzzle.refresh_from_db()
    row = Solver.objects.get()
    assert (made.right, made.before, made.after) == (True, 1500.0, player.value)
    assert (row.value, row.deviation, row.attempts, row.solved) == (player.value, player.deviation, 1, 1)
    assert (puzzle.value, puzzle.deviation, puzzle.band) == (thing.value, thing.deviation, band_of(thing.value))
    assert (puzzle.attempts, puzzle.solved, puzzle.value < 1500 < row.value) == (1, 1, True)
    with on_day("2026-06-01"):
        made = answer(puzzle=other, player=solver, chosen=wrong_answer(other))
        later, _thing = rated_duel(
            Strength(row.value, row.deviation, row.volatility, row.played), START, points=0, at=timezone.now()
        )
    row.refresh_from_db()
    assert (made.right, row.value, row.deviation, row.attempts, row.solved) == (
        False,
        later.value,
        later.deviation,
        2,
        1,
    )
    assert not Rating.objects.exists()


@pytest.mark.slow
def test_the_first_answer_counts(solver: Player, puzzles: list[Puzzle]) -> None:
    first = answer(puzzle=puzzles[0], player=solver, chosen=wrong_answer(puzzles[0]))
    before = Solver.objects.values().get()
    assert answer(puzzle=puzzles[0], player=solver, chosen=puzzles[0].answer) == first
    assert (Attempt.objects.count(), Solver.objects.values().get()) == (1, before)


@pytest.mark.slow
def test_what_is_no_answer_changes_nothing(solver: Player, puzzles: list[Puzzle]) -> None:
    item = next(puzzle for puzzle in puzzles if puzzle.kind == PuzzleKind.CANNOT)
    for chosen in ([], item.choices[:2], ["z9"], [item.choices[0], "z9"]):
        with pytest.raises(NoChoice):
            answer(puzzle=item, player=solver, chosen=chosen)
    assert not Attempt.objects.exists()


def test_all_squares_are_wanted_and_no_other() -> None:
    puzzle = Puzzle(kind=PuzzleKind.WHERE, choices=["a7", "b7", "c7", "d7"], answer=["a7", "c7"])
    assert checked(puzzle, ["c7", "a7"]) == ("a7", "c7")
    answers = (["a7", "c7"], ["c7", "a7"], ["a7"], ["a7", "b7", "c7"], ["b7"])
    assert [is_right(puzzle, chosen) for chosen in answers] == [True, True, False, False, False]


def test_who_sat_at_the_game_is_not_rated(solver: Player) -> None:
    puzzle = a_puzzle(accounts=(solver.account, None), names=("Grace", "Charles"))
    made = answer(puzzle=puzzle, player=solver, chosen=puzzle.answer)
    puzzle.refresh_from_db()
    assert (made.right, made.before, made.after) == (True, None, None)
    assert (Solver.objects.get().attempts, puzzle.attempts, puzzle.value) == (0, 0, 1500.0)


def test_two_answers_at_once_count_once(fresh_database: str) -> None:
    solver, puzzle = account("Grace").player, a_puzzle()
    made: list[Attempt] = []
    together = threading.Barrier(3)

    def solve(chosen: list[str]) -> None:
        try:
            together.wait(60)
            made.append(answer(puzzle=puzzle, player=solver, chosen=chosen))
        finally:
            connection.close()

    threads = [
        threading.Thread(target=solve, args=(chosen,))
        for chosen in (puzzle.answer, wrong_answer(puzzle), puzzle.answer)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    puzzle.refresh_from_db()
    assert ({item.id for item in made}, len(made)) == ({Attempt.objects.get().id}, 3)
    assert (Solver.objects.get().attempts, puzzle.attempts) == (1, 1)


@pytest.mark.slow
def test_deleting_the_account_erases_the_answers(solver: Player, puzzles: list[Puzzle]) -> None:
    answer(puzzle=puzzles[0], player=solver, chosen=puzzles[0].answer)
    assert solver.account is not None
    delete_account(solver.account)
    assert (Attempt.objects.count(), Solver.objects.count(), Puzzle.objects.count()) == (0, 0, len(puzzles))


@pytest.mark.slow
def test_a_rebuild_leaves_puzzles_and_answers_alone(solver: Player, puzzles: list[Puzzle], client: Client) -> None:
    answer(puzzle=puzzles[0], player=solver, chosen=puzzles[0].answer)
    PuzzleDay.objects.create(day=date(2026, 5, 1), puzzle=puzzles[1])

    def rows() -> list[list[dict[str, object]]]:
        kinds = (Puzzle, PuzzleDay, PuzzleSource, Solver, Attempt)
        return [list(kind.objects.order_by("pk").values()) for kind in kinds]

    before = rows()
    rebuild()
    assert rows() == before
    assert client.get(f"/puzzles/{puzzles[0].key}/").status_code == 200


# -- the next one ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_next_one_is_one_that_the_solver_has_not_had(solver: Player, puzzles: list[Puzzle]) -> None:
    for left in range(len(puzzles), 0, -1):
        puzzle = next_puzzle(player=solver)
        assert puzzle is not None, left
        answer(puzzle=puzzle, player=solver, chosen=puzzle.answer)
    assert next_puzzle(player=solver) is None
    assert next_puzzle() is not None
    assert Attempt.objects.count() == len(puzzles)


@pytest.mark.slow
def test_the_next_one_is_of_the_kind_that_is_wanted(puzzles: list[Puzzle]) -> None:
    kinds = {puzzle.kind for puzzle in puzzles}
    assert {next_puzzle(kinds=[kind]).kind for kind in kinds} == kinds  # type: ignore[union-attr]
    assert next_puzzle(books=["classic"]) is None
    puzzle = next_puzzle(books=["barrage"], kinds=[puzzles[0].kind])
    assert puzzle is not None
    assert (puzzle.variant, puzzle.kind) == ("barrage", puzzles[0].kind)
    Puzzle.objects.update(withdrawn=True)
    assert next_puzzle() is None


@pytest.mark.slow
def test_the_next_one_is_about_as_hard(puzzles: list[Puzzle]) -> None:
    Puzzle.objects.update(band=band_of(900))
    Puzzle.objects.filter(id=puzzles[0].id).update(band=band_of(1900))
    assert next_puzzle(near=1850) == puzzles[0]
    assert next_puzzle(near=1400) is None
    assert next_puzzle(near=1000) is not None


def test_each_kind_comes_up_alike_however_many_there_are() -> None:
    rare = Puzzle(kind=PuzzleKind.ATTACK, variant="barrage")
    common = [Puzzle(kind=PuzzleKind.CANNOT, variant="barrage") for _one in range(20)]
    with injected(random=random.Random(1).randbytes):
        drawn = [selection._of_any_kind([rare, *common]) is rare for _time in range(400)]
    assert 150 < sum(drawn) < 250


# -- the puzzle of a day --------------------------------------------------------------------------


@pytest.mark.slow
def test_a_day_has_one_puzzle_the_same_for_all_and_no_day_the_same(puzzles: list[Puzzle]) -> None:
    with on_day("2026-05-01"):
        choose_days()
        choose_days()
        assert sorted(PuzzleDay.objects.values_list("day", flat=True)) == [date(2026, 5, 1), date(2026, 5, 2)]
        first = puzzle_of_the_day()
        tomorrow = PuzzleDay.objects.get(day="2026-05-02").puzzle
        assert tomorrow not in [next_puzzle() for _time in range(50)]
    with on_day("2026-05-02"):
        choose_days()
        second = puzzle_of_the_day()
    with on_day("2026-05-09"):
        last = puzzle_of_the_day()  # nobody has chosen since
    assert first is not None
    assert second is not None
    assert (first.day, second.day, second.puzzle) == (date(2026, 5, 1), date(2026, 5, 2), tomorrow)
    assert last == PuzzleDay.objects.get(day="2026-05-03")
    assert len({*PuzzleDay.objects.values_list("puzzle", flat=True)}) == 3


@pytest.mark.slow
def test_the_puzzle_of_a_day_is_one_that_nobody_has_had(solver: Player, puzzles: list[Puzzle]) -> None:
    left = puzzles[-1]
    for puzzle in puzzles[:-1]:
        answer(puzzle=puzzle, player=solver, chosen=puzzle.answer)
    selection._choose(date(2026, 5, 1))
    selection._choose(date(2026, 5, 2))
    chosen = dict(PuzzleDay.objects.values_list("day", "puzzle"))
    assert chosen[date(2026, 5, 1)] == left.id
    assert chosen[date(2026, 5, 2)] != left.id
    Puzzle.objects.update(used=True)
    selection._choose(date(2026, 5, 3))
    assert PuzzleDay.objects.count() == 2


@pytest.mark.slow
def test_a_puzzle_that_is_withdrawn_is_nobodys_puzzle_of_a_day(puzzles: list[Puzzle]) -> None:
    for day, puzzle in enumerate(puzzles[:2], 1):
        PuzzleDay.objects.create(day=date(2026, 5, day), puzzle=puzzle)
    with on_day("2026-05-02"):
        call_command("withdraw_puzzle", puzzles[1].key, stdout=StringIO())
        before = puzzle_of_the_day()
        call_command("withdraw_puzzle", puzzles[1].key, "--back", stdout=StringIO())
        again = puzzle_of_the_day()
    assert before is not None
    assert again is not None
    assert (before.puzzle, again.puzzle) == (puzzles[0], puzzles[1])
    with pytest.raises(CommandError, match="No puzzle has the key abc"):
        call_command("withdraw_puzzle", "abc", stdout=StringIO())


@pytest.mark.slow
def test_days_in_a_row(solver: Player, puzzles: list[Puzzle]) -> None:
    assert len(puzzles) >= 6

    def on(day: int, *, right: bool = True, late: int = 0) -> tuple[int, int]:
        puzzle = puzzles[day - 1]
        PuzzleDay.objects.create(day=date(2026, 5, day), puzzle=puzzle)
        with on_day(f"2026-05-{day + late:02d}"):
            answer(puzzle=puzzle, player=solver, chosen=puzzle.answer if right else wrong_answer(puzzle))
            row = Solver.objects.get()
            return streak_of(row), row.best_streak

    assert on(1) == (1, 1)
    assert on(2) == (2, 2)
    assert on(3, right=False) == (2, 2)  # it stands until the day is over
    assert on(4) == (1, 2)
    assert on(5, late=1) == (0, 2)  # not on its own day
    assert on(6) == (1, 2)
    row = Solver.objects.get()
    with on_day("2026-05-07"):
        assert streak_of(row) == 1
    with on_day("2026-05-08"):
        assert streak_of(row) == 0
