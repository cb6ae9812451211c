"""What /my/ says of tournaments that go on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.models import key_of
from tests.notices.people import BEGIN, Times
from tests.tournaments.domain.test_appointments import Table, slot
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round, some_players
from tournaments.domain.commands.appointments import accept_time, show_presence
from tournaments.domain.queries.tournaments import fold_of
from tournaments.organizer.boards.hints import Hint, hints_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def test_a_board_from_the_first_proposal_to_its_game(time: Times) -> None:
    table = Table(name="Spring Cup")
    url = f"/tournaments/{key_of(table.event)}/boards/1/1/"
    text = f"Round 1, board 1: red against {Player.objects.get(id=table.blue).name}"
    end = BEGIN + timedelta(days=7)
    assert hints_of(table.red) == [Hint("Spring Cup", text, "Propose when to play", url, deadline=end)]
    table.propose(table.blue, 5)
    assert hints_of(table.red) == [Hint("Spring Cup", text, "Answer the proposed times", url, deadline=end)]
    assert [hint.what for hint in hints_of(table.blue)] == ["Wait for an answer"]
    accept_time(**table.where, by=table.red, slot=slot(5))
    at = BEGIN + timedelta(hours=5)
    assert hints_of(table.red) == [Hint("Spring Cup", text, "Be there", url, at=at, deadline=end)]
    for player in (table.red, table.blue):
        show_presence(**table.where, by=player)
    game = table.board.leg.game
    assert hints_of(table.red) == [Hint("Spring Cup", text, "To the game", f"/games/{key_of(game)}/")]


def test_byes_and_the_time_between_rounds(time: Times) -> None:
    people = [player.id for player in some_players(3)]
    event = a_tournament(people, rounds=2)
    home = f"/tournaments/{key_of(event)}/"
    assert hints_of(people[0]) == [Hint("Open", "Round 1 is to come", "", home)]
    next_round(event)
    (bye,) = fold_of(event).rounds[0].byes
    (idle,) = fold_of(event).entries[bye].players
    assert hints_of(idle) == [Hint("Open", "Round 1: Pairing bye", "", home)]
    play_on(event)
    assert hints_of(idle) == [Hint("Open", "Round 2 is to come", "", home)]


def test_the_page_of_ones_games_has_them(time: Times) -> None:
    table = Table(name="Spring Cup")
    client = Client()
    client.force_login(Player.objects.get(id=table.red).account)
    page = client.get("/my/").content.decode()
    assert "Propose when to play" in page
    assert f'href="/tournaments/{key_of(table.event)}/boards/1/1/"' in page
    (other,) = some_players(1)
    client.force_login(other.account)
    assert "My tournaments" not in client.get("/my/").content.decode()


def test_no_round_is_to_come_for_who_is_out_and_none_after_the_last(time: Times) -> None:
    people = [player.id for player in some_players(4)]
    event = a_tournament(people, format="knockout")
    first = play_round(event, lambda _board: (Mark.WIN, Mark.LOSS)).rounds[0].boards[0]
    won, lost = (fold_of(event).entries[entry].players[0] for entry in first.entries)
    assert [hint.text for hint in hints_of(won)] == ["Round 2 is to come"]
    assert [hint.text for hint in hints_of(lost)] == ["You are out; others play on"]
    play_round(event)
    assert [hint.text for hint in hints_of(won)] == ["All rounds are played"]
