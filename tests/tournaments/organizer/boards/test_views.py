"""The page of a board: what each sees and may do."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import Player, Preferences
from games.models import Game, key_of
from tests.notices.people import BEGIN, Times
from tests.tournaments.domain.test_appointments import Table, slot
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain.commands import organization
from tournaments.domain.commands.appointments import accept_time, show_presence
from tournaments.domain.queries.tournaments import fold_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

SECRETS = ("proposed times", "You propose", "Proposed times")


def signed_in(player: UUID) -> Client:
    client = Client()
    client.force_login(Player.objects.get(id=player).account)
    return client


def address(event: UUID, board: int = 1) -> str:
    return f"/tournaments/{key_of(event)}/boards/1/{board}/"


def version_of(page: str, do: str) -> str:
    form = page[page.index(f'name="do" value="{do}"') :]
    form = form[: form.index("</form>")]
    return form.split('name="version" value="')[1].split('"')[0]


def post(client: Client, url: str, do: str, *, status: int = 303, **data: object) -> str:
    page = client.get(url).content.decode()
    answer = client.post(url, {"do": do, "version": version_of(page, do), **data})
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.slow
def test_two_agree_a_time_each_in_their_own_zone(time: Times) -> None:
    table = Table()
    url, red, blue = address(table.event), signed_in(table.red), signed_in(table.blue)
    for player, zone in ((table.red, "Europe/Amsterdam"), (table.blue, "America/New_York")):
        Preferences.objects.create(account=Player.objects.get(id=player).account, time_zone=zone)
    post(red, url, "propose", **{"slot-1": "2026-11-21T20:00", "slot-3": "2026-11-22T20:00"})
    assert table.board.meeting.proposed == {table.board.red: (slot(7), slot(31))}
    assert "Saturday, 21 November 2026, 14:00" in blue.get(url).content.decode()
    post(blue, url, "accept", slot=str(slot(7)))
    assert table.board.meeting.agreed == slot(7)
    assert "20:00</time></strong> (Europe/Amsterdam)" in red.get(url).content.decode()
    time.wait(hours=7)
    post(red, url, "present")
    seen = fold_of(table.event).version
    assert red.get(f"{url}?waiting={seen}").status_code == 204
    assert red.get(f"{url}?waiting={seen - 1}").status_code == 200
    post(blue, url, "present")
    game = Game.objects.get(id=table.board.leg.game)
    assert red.get(f"{url}?waiting={seen}")["HX-Redirect"] == f"/games/{game.key}/"


def test_bad_times_come_back_beside_their_field_with_what_was_typed(time: Times) -> None:
    table = Table()
    url, red = address(table.event), signed_in(table.red)
    page = post(red, url, "propose", status=422, **{"slot-1": "2026-11-21T09:00", "slot-2": "2026-12-24T20:00"})
    assert "This time is over already." in page
    assert "The round ends on Saturday, 28 November 2026, 12:00" in page
    assert 'value="2026-12-24T20:00"' in page
    assert "Write the time like" in post(red, url, "propose", status=422, **{"slot-1": "at noon"})
    assert "Propose at least one time." in post(red, url, "propose", status=422)
    assert table.board.meeting.proposed == {}


def test_others_see_who_meets_and_when_but_no_proposals(time: Times) -> None:
    table = Table()
    url, (stranger,) = address(table.event), some_players(1)
    table.propose(table.red, 5, 6)
    assert "Proposed times" in signed_in(table.blue).get(url).content.decode()
    for client in (Client(), signed_in(stranger.id)):
        page = client.get(url).content.decode()
        assert [word for word in SECRETS if word in page] == []
        assert "17:00" not in page
    refused = signed_in(stranger.id).post(url, {"do": "accept", "slot": str(slot(5))})
    assert refused.status_code == 403
    assert Client().post(url, {"do": "present"})["Location"] == f"/login/?next={url}"
    arbiter = signed_in(next(iter(fold_of(table.event).roles)))
    for page in (url, f"/tournaments/{key_of(table.event)}/desk/rounds/1/boards/1/"):
        assert "proposed times" in arbiter.get(page).content.decode()
    accept_time(**table.where, by=table.blue, slot=slot(5))
    assert "Saturday, 21 November 2026, 17:00" in Client().get(url).content.decode()


def test_the_calendar_file_moves_its_entry(time: Times) -> None:
    table = Table()
    url = address(table.event) + "calendar/"
    assert Client().get(url).status_code == 404
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    answer = Client().get(url)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.content.replace(b"\r\n", b"").count(b"\n") == 0
    (first,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert first["DTSTART"].dt == BEGIN + timedelta(hours=5)
    assert first["URL"] == f"http://testserver{address(table.event)}"
    show_presence(**table.where, by=table.red)
    (again,) = Calendar.from_ical(Client().get(url).content).walk("VEVENT")
    assert (again["UID"], int(again["SEQUENCE"])) == (first["UID"], int(first["SEQUENCE"]) + 1)


def test_across_a_real_board_both_tell_the_result(time: Times) -> None:
    event = a_tournament(4, rounds=1)
    next_round(event)
    board = fold_of(event).rounds[0].boards[0]
    red, blue = (signed_in(fold_of(event).entries[entry].players[0]) for entry in board.entries)
    post(red, address(event), "claim", result="win-loss")
    assert fold_of(event).rounds[0].boards[0].leg.marks is None
    assert "Red wins" in blue.get(address(event)).content.decode()
    post(blue, address(event), "claim", result="draw-draw")
    assert "They disagree" in red.get(address(event)).content.decode()
    assert "They disagree" not in Client().get(address(event)).content.decode()
    post(blue, address(event), "claim", result="win-loss")
    assert fold_of(event).rounds[0].boards[0].leg.marks == (Mark.WIN, Mark.LOSS)


def test_boards_that_are_not_there(time: Times) -> None:
    table = Table()
    key = key_of(table.event)
    answers = [
        Client().get(f"/tournaments/{where}/").status_code for where in (f"{key}/boards/1/2", f"{key}/boards/2/1")
    ]
    assert answers == [404, 404]
    draft = organization.create_tournament(owner=table.red, terms=fold_of(table.event).terms, name="Hidden")
    assert Client().get(f"/tournaments/{key_of(draft)}/boards/1/1/").status_code == 404
