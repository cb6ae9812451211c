"""The record of a game across a real board is attached later, to the board at which it was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from eventlog import store
from games.models import Game
from tests.tournaments.organizer.people import address, person, words
from tests.tournaments.scenes import a_tournament, next_round, play_on
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.verification import verify_tournament
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

DUEL = Path("games/demo/duel-1.json").read_bytes()  # red wins
CLASSIC = Path("games/demo/classic-1.json").read_bytes()


@pytest.fixture
def event() -> tuple[UUID, Client]:
    """A duel of four across real boards; red has won at both boards of the first round."""
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, variant="duel", rounds=3)
    next_round(id)
    play_on(id, lambda board: (Mark.WIN, Mark.LOSS))
    return id, browser


def send(browser: Client, id: UUID, data: bytes, board: int = 1) -> Any:
    file = SimpleUploadedFile("game.json", data)
    return browser.post(address(id, f"desk/rounds/1/boards/{board}/record/"), {"file": file, "leg": "1"})


def test_a_record_is_attached_and_everybody_can_replay_it(event: tuple[UUID, Client]) -> None:
    id, browser = event
    page = address(id, "desk/rounds/1/boards/1/")
    assert "Attach the record" in words(browser.get(page))
    assert send(browser, id, DUEL)["Location"] == page
    game = Game.objects.get()
    leg = fold_of(id).rounds[0].boards[0].leg
    players = [fold_of(id).entries[entry].players[0] for entry in (leg.red, leg.blue)]
    assert list(game.seats.order_by("seat").values_list("player_id", flat=True)) == players
    assert fold_of(id).rounds[0].boards[0].leg.game == game.id
    assert TournamentGame.objects.values_list("game", "round", "board", "leg", "decided").get() == (
        game.id,
        1,
        1,
        1,
        True,
    )
    assert "Attach the record" not in words(browser.get(page))
    assert Client().get(f"/games/{game.key}/").status_code == 200
    assert "the record of the game was attached" in words(Client().get(address(id, "log/")))
    verify_tournament(store.load(id))


def test_what_cannot_be_its_record_is_refused(event: tuple[UUID, Client]) -> None:
    id, browser = event
    broken = DUEL.replace(b'"j4-j5"', b'"j4-j9"', 1)
    result = [
        (answer.status_code, sentence in words(answer))
        for data, sentence in [
            (CLASSIC, "This record is of another variant."),
            (broken, "The record breaks the rules at move 1"),
            (b"no record", "is"),
            (b"", "Choose the file of one game"),
        ]
        for answer in [send(browser, id, data)]
    ]
    assert result == [(422, True)] * 4
    assert Game.objects.count() == 0
    assert send(browser, id, DUEL).status_code == 303
    assert "belongs to another board already" in words(send(browser, id, DUEL, board=2))
    assert "has its record already" in words(send(browser, id, DUEL))


def test_a_record_that_ends_otherwise_than_the_result_is_refused() -> None:
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, variant="duel", rounds=3)
    next_round(id)
    assert "Record it first" in words(send(browser, id, DUEL))
    play_on(id, lambda board: (Mark.LOSS, Mark.WIN))
    assert "ended otherwise than the result" in words(send(browser, id, DUEL))
    assert Game.objects.count() == 0


def test_strangers_attach_nothing(event: tuple[UUID, Client]) -> None:
    id, _browser = event
    _eve, stranger = person("Eve")
    assert send(stranger, id, DUEL).status_code == 403
    assert Game.objects.count() == 0
