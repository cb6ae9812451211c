"""What could be known is worked out once, and goes on with the game."""

from __future__ import annotations

import pytest

from games.domain import commands
from games.knowledge import Seen
from games.models import Game
from games.replay import forget, timeline
from games.rules import Seat, Viewer
from tests.scenes import game_in_play, game_of, play_quietly

pytestmark = pytest.mark.django_db

VIEWERS = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)


def told(game: Game) -> list[object]:
    line = timeline(game)
    return [
        *(line.moments(viewer) for viewer in VIEWERS),
        *(line.knowledge(viewer, ply) for viewer in VIEWERS for ply in (0, line.plies // 2, line.plies)),
    ]


def test_a_game_that_goes_on_is_told_as_one_that_is_read_anew() -> None:
    game = game_in_play(slug="duel", plies=4)
    assert len(timeline(game).moments(Viewer.RED)) == 5
    play_quietly(game.id, 7)
    going = told(game)
    commands.resign(game=game.id, seat=Seat.BLUE)
    over = told(game)
    assert len(timeline(game).moments(Viewer.RED)) == 8
    forget()
    assert told(game) == over
    assert going[:3] == over[:3]


def test_choices_that_are_still_to_come_change_the_last_ply_alone() -> None:
    game = game_of("lightning", until="rescue", seed=54)
    before = timeline(game).moments(Viewer.SPECTATOR)
    commands.resign(game=game.id, seat=Seat.RED)
    after = timeline(game).moments(Viewer.SPECTATOR)
    assert before[:-1] == after[:-1]


def test_each_ply_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("duel", plies=20, seed=2)
    line = timeline(game)
    line.moments(Viewer.RED)
    done: list[int] = []
    kept = Seen.after

    def counted(self: Seen, view: object) -> Seen:
        done.append(self.ply)
        return kept(self, view)  # type: ignore[arg-type]

    monkeypatch.setattr(Seen, "after", counted)
    line.moments(Viewer.RED)
    line.knowledge(Viewer.RED, 5)
    timeline(game).knowledge(Viewer.RED, line.plies)
    assert done == [line.plies - 1, 4, line.plies - 1]
