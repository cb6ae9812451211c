"""Of which games puzzles are made, when, and how often."""

from __future__ import annotations

import pytest

from eventlog.changes import begin_anew
from games.domain import commands, reveal
from games.domain import creation as game_creation
from games.domain.playing_on import play_on
from games.models import Game
from games.replay import timeline
from games.rules import Seat, Viewer
from library.puzzles.domain import creation as puzzle_creation
from library.puzzles.models import Puzzle, PuzzleSource
from library.puzzles.questions import PuzzleKind
from library.puzzles.tasks import make, sweep
from tests.library.puzzles.made import game_with_puzzles, made_puzzles
from tests.scenes import game_of, game_over, player

pytestmark = pytest.mark.django_db


def test_a_game_gives_at_most_one_puzzle_of_a_kind_for_each_seat() -> None:
    game = game_with_puzzles()
    puzzles = made_puzzles(game)
    result = {(puzzle.seat, puzzle.kind) for puzzle in puzzles}
    assert len(result) == len(puzzles)
    assert {seat for seat, _kind in result} == {0, 1}
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {(puzzle.variant, puzzle.value, puzzle.attempts, puzzle.used, puzzle.withdrawn) for puzzle in puzzles} == {
        ("barrage", 1500.0, 0, False, False)
    }
    assert not any(game.key == puzzle.key or game.id == puzzle.id for puzzle in puzzles)
    again = puzzle_creation.make_puzzles(game.id)  # a message that comes twice
    assert (again, Puzzle.objects.count()) == (0, len(puzzles))


def test_what_is_kept_is_what_was_found() -> None:
    game = game_with_puzzles()
    line = timeline(game)
    for puzzle in made_puzzles(game):
        viewer = Viewer.of(Seat(puzzle.seat))
        legal = {turn.text for turn in line.legal(viewer, puzzle.ply)}
        names = {line.rules.board.name(piece.square) for piece in line.view(viewer, puzzle.ply).pieces}
        assert {*puzzle.choices} <= (legal if puzzle.kind == PuzzleKind.ATTACK else names)
        assert {*puzzle.answer} < {*puzzle.choices}


@pytest.mark.slow
def test_nothing_is_made_of_games_that_are_not_open_whole_and_real() -> None:
    sealed = game_with_puzzles(reveal="never")
    waits = game_with_puzzles(reveal="delay", reveal_after=3600)
    cards = game_of("cards", plies=60)
    open_game = game_with_puzzles()
    again = play_on(source=open_game.id, ply=50, players={Seat.RED: player("Ada").id, Seat.BLUE: player("Charles").id})
    commands.resign(game=again, seat=Seat.RED)
    called_off = game_creation.create_game(variant=timeline(open_game).rules, players={Seat.RED: player("Ada").id})
    commands.cancel_game(game=called_off)
    begin_anew()
    sweep()
    assert {*Puzzle.objects.values_list("game", flat=True)} == {open_game.id}
    assert [*PuzzleSource.objects.values_list("game", "tries")] == [(open_game.id, 1)]
    for game in (sealed.id, waits.id, cards.id, again, called_off):
        assert puzzle_creation.make_puzzles(game) == 0
    reveal.reveal_game(game=waits.id)
    sweep()
    assert {*Puzzle.objects.values_list("game", flat=True)} == {open_game.id, waits.id}


@pytest.mark.slow
def test_a_sweep_takes_on_so_many_games_and_the_rest_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("library.puzzles.tasks.MOST", 1)
    for seed in (3, 4):
        game_with_puzzles(seed=seed)
    sweep()
    assert PuzzleSource.objects.filter(made=None).count() == 1
    sweep()
    assert PuzzleSource.objects.filter(made=None).count() == 0
    count = Puzzle.objects.count()
    sweep()
    assert Puzzle.objects.count() == count


def test_the_first_sweep_takes_the_newest_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_creation, "AT_FIRST", 1)
    games = [game_with_puzzles(seed=seed) for seed in (3, 4)]
    puzzle_creation.remember(None)
    assert [*PuzzleSource.objects.values_list("game", flat=True)] == [games[1].id]
    puzzle_creation.remember([game.id for game in games])
    assert PuzzleSource.objects.count() == 2


def test_a_game_that_fails_is_left_alone_after_some_tries(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = game_with_puzzles()

    def broken(*_values: object) -> list[object]:
        raise RuntimeError("the Marshal stands on a4")

    monkeypatch.setattr(puzzle_creation, "questions_for", broken)
    for _time in range(5):
        sweep()
    assert PuzzleSource.objects.get().tries == puzzle_creation.TRIES
    assert {line.getMessage() for line in caplog.records if line.levelname == "ERROR"} == {
        "no puzzles were made of a game: RuntimeError"
    }
    assert puzzle_creation.waiting(10) == []
    assert game.id == PuzzleSource.objects.get().game


def test_a_game_that_is_not_there_any_more_is_no_trouble() -> None:
    game = game_over(plies=20)
    Game.objects.filter(id=game.id).update(revealed=False)
    PuzzleSource.objects.create(game=game.id)
    make(str(game.id))
    assert PuzzleSource.objects.get().made is not None
