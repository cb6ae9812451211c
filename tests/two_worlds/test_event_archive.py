"""The archive of an event tells nothing of what is not open, to nobody: two events that differ in the set-up of a game
that is never opened have the same bytes, for strangers, players and the organiser.
"""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

import pytest

from eventlog import queries
from games.domain import commands
from games.models import key_of
from games.rules import Seat, Viewer
from tests.scenes import placements, swap_hidden
from tests.tournaments.games import open_games
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.files.exchange import event_archive

from .asking import Ask
from .pages import Answer, Answers, Cast, held_still, rolled_back


def played(cast: Cast, reveal: str, *, swapped: bool) -> UUID:
    """An event of two that is over. In the other world red's Flag and a Bomb have changed places."""
    players = [cast.players[Seat.RED], cast.players[Seat.BLUE]]
    tournament = a_tournament(players, format="round_robin", real=False, reveal=reveal, owner=cast.arbiter)
    next_round(tournament)
    for game in open_games(tournament):
        for seat, placement in placements("barrage", random.Random(1)).items():
            other = swap_hidden(placement, "F", "B") if swapped and seat is Seat.RED else placement
            commands.make_setup(game=game, seat=seat, placement=other)
        commands.resign(game=game, seat=Seat.BLUE)
        results.take_over(game)
    lifecycle.finish(tournament=tournament, by=None)
    return tournament


def answers_of(cast: Cast, reveal: str, *, swapped: bool) -> Answers:
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "archive") as at:
        at(0)
        tournament = played(cast, reveal, swapped=swapped)
        at(1)
        key = key_of(tournament)
        for who in ("viewer", "anybody", "arbiter", "staff"):
            for name in ("", "download/", "download/archive.zip"):
                answers[who, name] = cast.ask(Viewer.RED, Ask(f"/tournaments/{key}/{name}", who=who))
        answers["files",] = Answer(0, (), repr(list(_files(tournament))).encode())
    return answers


def _files(tournament: UUID) -> Any:
    return event_archive.archive_of(tournament, fold_of(tournament)).files()


def test_what_is_not_open_is_not_in_it_and_what_is_open_is(cast: Cast) -> None:
    here, there = (answers_of(cast, "never", swapped=swapped) for swapped in (False, True))
    assert here == there
    assert here["anybody", "download/archive.zip"] == here["arbiter", "download/archive.zip"]
    assert here["anybody", "download/archive.zip"].status == 200
    here, there = (answers_of(cast, "end", swapped=swapped) for swapped in (False, True))
    assert {name for name in here if here[name] != there[name]} == {
        ("files",),
        *((who, "download/archive.zip") for who in ("viewer", "anybody", "arbiter", "staff")),
    }


def test_a_record_that_is_not_open_is_found(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    value_of = event_archive._game_value

    def with_digest(value: Any) -> dict[str, Any]:
        return value_of(value) | {"head": queries.export_log(value.game)[-1]["hash"]}

    monkeypatch.setattr(event_archive, "_game_value", with_digest)
    here, there = (answers_of(cast, "never", swapped=swapped) for swapped in (False, True))
    assert ("anybody", "download/archive.zip") in {name for name in here if here[name] != there[name]}
