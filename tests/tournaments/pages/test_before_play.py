"""Nothing counts before it is played: a round that is only paired, its byes, and boards whose players have not met."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from tests.tournaments.organizer.people import address, words
from tests.tournaments.organizer.test_printouts import cells
from tests.tournaments.pages.test_views import path, text_of
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round
from tournaments.domain import lifecycle
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of
from tournaments.files.exchange.exports import record_of
from tournaments.pages.tables import cross_rows, matrix_rows
from tournaments.presentation.sheet import Sheet

pytestmark = pytest.mark.django_db


def points(tournament: UUID) -> list[int]:
    return [standing.points for standing in standings_of(fold_of(tournament))]


def printed(tournament: UUID) -> list[str]:
    return [row[3] for row in cells(words(Client().get(address(tournament, "print/standings/"))))]


def test_a_bye_counts_from_the_beginning_of_its_round() -> None:
    event = a_tournament(5, rounds=3)
    lifecycle.pair(tournament=event, by=None)
    assert points(event) == [0, 0, 0, 0, 0]
    assert printed(event) == ["0", "0", "0", "0", "0"]
    lifecycle.begin_round(tournament=event, by=None)
    assert points(event) == [60, 0, 0, 0, 0]
    assert printed(event) == ["6", "0", "0", "0", "0"]


def test_a_round_that_is_only_paired_is_in_no_table_and_in_no_file(client: Client) -> None:
    event = a_tournament(5, rounds=3)
    play_round(event)
    before = standings_of(fold_of(event))
    lifecycle.pair(tournament=event, by=None)
    fold = fold_of(event)
    assert len(fold.rounds) == 2
    assert standings_of(fold) == before
    assert [len(row.cells) for row in cross_rows(Sheet(event, fold))] == [1] * 5
    assert len(record_of(event, fold).played) == 1
    # Its boards are on its page and on the cards of who sits there.
    assert "Round 2: paired, not begun yet" in text_of(client, event, "rounds/2/")
    entry = fold.rounds[1].boards[0].red
    assert "not begun yet" in text_of(client, event, f"entries/{entry}/")
    assert client.get(path(event, "standings/?after=2")).status_code == 404


def test_a_board_whose_players_have_not_met_is_not_going_on() -> None:
    event = a_tournament(4, real=False, scheduled=True, round_length=7 * 86_400, rated=False)
    next_round(event)
    shown = cross_rows(Sheet(event, fold_of(event)))
    assert [(cell.sign, cell.kind) for row in shown for cell in row.cells] == [("", "")] * 4
    robin = a_tournament(3, format="round_robin")
    next_round(robin)
    signs = sorted(cell.sign for row in matrix_rows(Sheet(robin, fold_of(robin))) for cell in row.cells)
    assert signs == ["", "", "", "", "", "", "", "*", "*"]


def test_the_printed_standings_say_which_rounds_they_count(client: Client) -> None:
    event = a_tournament(4, rounds=2)
    title = "Standings {} round"
    assert title.format("before the first") in words(client.get(address(event, "print/standings/")))
    next_round(event)
    assert title.format("during") + " 1" in words(client.get(address(event, "print/standings/")))
    play_on(event)
    assert title.format("after") + " 1" in words(client.get(address(event, "print/standings/")))
