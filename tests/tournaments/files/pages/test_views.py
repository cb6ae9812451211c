"""Downloads of events: what is in them, who may have them, and how they travel."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from uuid import UUID

import jsonschema
import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from accounts.models import Player
from games.domain.commands import make_setup, resign
from games.models import Game, key_of
from games.notation import read_records
from games.rules import Seat
from tests.scenes import placements
from tests.tournaments.files.formats.test_json_form import SCHEMA
from tests.tournaments.scenes import a_tournament, next_round, play_out, some_players
from tournaments.domain.commands import organization, results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.files.formats.json_form import read_json
from tournaments.files.formats.tables import read_table
from tournaments.files.formats.trf_form import read_trf
from tournaments.models import TournamentGame

pytestmark = pytest.mark.django_db

FILES = {
    "report-file": "text/plain; charset=utf-8",
    "event-file": "application/json",
    "standings-file": "text/csv; charset=utf-8",
    "crosstable-file": "text/csv; charset=utf-8",
    "rating-file": "text/csv; charset=utf-8",
    "rounds-file": "text/calendar; charset=utf-8",
    "records-file": "application/zip",
}


@pytest.fixture
def over() -> UUID:
    tournament = a_tournament(5, rounds=3, name="=Cup, of Spring")
    play_out(tournament)
    return tournament


def fetched(client: Client, name: str, tournament: UUID) -> bytes:
    response = client.get(reverse(f"tournaments:{name}", args=[key_of(tournament)]))
    assert response.status_code == 200
    return b"".join(response.streaming_content) if response.streaming else response.content


@pytest.mark.slow
def test_every_file_has_its_type_its_name_and_its_etag(over: UUID, client: Client) -> None:
    key = key_of(over)
    for name, kind in FILES.items():
        address = reverse(f"tournaments:{name}", args=[key])
        first = client.get(address)
        assert (first.status_code, first["Content-Type"]) == (200, kind)
        assert first["Content-Disposition"].startswith(f'attachment; filename="cup-of-spring-{key}')
        assert "private" in first["Cache-Control"]
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
        assert client.get(address)["ETag"] == first["ETag"]
        assert client.post(address).status_code == 405
    page = client.get(reverse("tournaments:downloads", args=[key])).content.decode()
    assert all(reverse(f"tournaments:{name}", args=[key]) in page for name in FILES if name != "records-file")
    assert client.get(reverse("tournaments:report-file", args=["nowhere"])).status_code == 404


def test_the_files_tell_the_event(over: UUID, client: Client) -> None:
    whole = fetched(client, "event-file", over)
    jsonschema.validate(json.loads(whole), SCHEMA)
    record = read_json(whole.decode())
    report = read_trf(fetched(client, "report-file", over).decode())
    assert [row.results for row in report.crosstable().rows] == [row.results for row in record.crosstable().rows]
    standings = read_table(fetched(client, "standings-file", over))
    load = json.loads(whole)["standings"]
    assert [line[:4] for line in standings[1:]] == [
        [str(item[name]) for name in ("place", "number", "name", "points")] for item in load
    ]
    assert standings[0][4:] == list(record.tiebreaks)
    assert len(read_table(fetched(client, "crosstable-file", over))) == 6
    rounds = Calendar.from_ical(fetched(client, "rounds-file", over)).walk("VEVENT")
    assert [str(item["summary"]) for item in rounds] == [f"=Cup, of Spring, round {number}" for number in (1, 2, 3)]


def test_a_draft_is_its_staffs_alone(client: Client) -> None:
    (owner,) = some_players(1)
    draft = organization.create_tournament(owner=owner.id, terms=usual_terms("barrage"), name="Draft")
    addresses = [reverse(f"tournaments:{name}", args=[key_of(draft)]) for name in (*FILES, "downloads")]
    assert {client.get(address).status_code for address in addresses} == {404}
    client.force_login(owner.account)
    assert {client.get(address).status_code for address in addresses} == {200}


def test_only_games_that_are_open_are_in_the_zip(client: Client) -> None:
    tournament = a_tournament(4, real=False, rounds=1)
    next_round(tournament)
    first, second = TournamentGame.objects.filter(tournament=tournament).order_by("board")
    for item in (first, second):
        _set_up(item.game)
    assert zipfile.ZipFile(io.BytesIO(fetched(client, "records-file", tournament))).namelist() == []
    resign(game=first.game, seat=Seat.RED)
    results.take_over(game=first.game)
    data = fetched(client, "records-file", tournament)
    key = Game.objects.get(id=first.game).key
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == [f"round-1-board-1-game-1-{key}.json"]
    assert fetched(client, "records-file", tournament) == data
    document = json.loads(fetched(client, "event-file", tournament))
    games = [game for board in document["pairings"][0]["boards"] for game in board["games"]]
    assert [game["result"] for game in games] == [["0", "1"], None]


def test_the_zip_is_read_back(tmp_path: Path, client: Client) -> None:
    tournament = a_tournament(2, real=False, rounds=1)
    next_round(tournament)
    game = TournamentGame.objects.get(tournament=tournament).game
    _set_up(game)
    resign(game=game, seat=Seat.BLUE)
    path = tmp_path / "records.zip"
    path.write_bytes(fetched(client, "records-file", tournament))
    ((_name, record),) = read_records(path)
    assert record.variant == "barrage"


def test_the_zip_is_sent_again_once_a_name_has_changed(client: Client) -> None:
    tournament = a_tournament(2, real=False, rounds=1)
    next_round(tournament)
    game = TournamentGame.objects.get(tournament=tournament).game
    _set_up(game)
    resign(game=game, seat=Seat.BLUE)
    address = reverse("tournaments:records-file", args=[key_of(tournament)])
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    Player.objects.filter(seats__game=game, seats__seat=0).update(name="Somebody else")
    answer = client.get(address, headers={"If-None-Match": etag})
    assert (answer.status_code, answer["ETag"] == etag) == (200, False)


def _set_up(game: UUID) -> None:
    for seat, placement in placements("barrage", random.Random(1)).items():
        make_setup(game=game, seat=seat, placement=placement)


def test_the_calendar_of_all_events_names_no_draft(over: UUID, client: Client) -> None:
    (owner,) = some_players(1)
    starts = 1_900_000_000_000_000
    terms = usual_terms("barrage", starts=starts)
    to_come = organization.create_tournament(owner=owner.id, terms=terms, name="Next\r\nURL:https://evil.example")
    address = reverse("tournaments:calendar-file")
    names = [str(item["summary"]) for item in Calendar.from_ical(client.get(address).content).walk("VEVENT")]
    assert names == ["=Cup, of Spring"]
    given_up = organization.create_tournament(owner=owner.id, terms=terms, name="Given up before anybody knew")
    organization.cancel_tournament(tournament=given_up, by=owner.id)
    organization.announce(tournament=to_come, by=owner.id)
    events = Calendar.from_ical(client.get(address).content).walk("VEVENT")
    assert [str(event["summary"]) for event in events] == ["=Cup, of Spring", "Next URL:https://evil.example"]
    assert str(events[1]["url"]).endswith(reverse("tournaments:tournament", args=[key_of(to_come)]))


def test_a_name_that_is_gone_is_nowhere(over: UUID, client: Client) -> None:
    fold = fold_of(over)
    gone = Player.objects.get(id=fold.entries[1].players[0])
    name = gone.name
    gone.delete()
    for file in FILES:
        assert name.encode() not in fetched(client, file, over)
