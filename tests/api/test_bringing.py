"""What programs bring to the desk of an event: results by the dozen, records, whole events; and both sides of a game
for who has looked.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from uuid import UUID

import pytest
from django.test import RequestFactory

from accounts.models import Account, Penalty
from api.v1.event_imports import ImportsEndpoint
from games.models import Game, key_of
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.scenes import account
from tests.tournaments.organizer.calls.boards import a_table
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import arbitration
from tournaments.domain.queries.tournaments import fold_of, tournament_at
from tournaments.files.exchange import large_imports
from tournaments.models import LargeImport
from web.routes import MAY_SEND

pytestmark = pytest.mark.django_db

ANY = {"If-Match": "*"}
PATH = "tournaments/{key}/"
DUEL = Path("games/demo/duel-1.json").read_text()  # red wins


def test_results_records_and_the_event_as_a_whole() -> None:
    ada = account("Ada")
    event = a_tournament(4, owner=ada.player.id, variant="duel", rounds=3)
    next_round(event)
    desk, at = Program(ada, "staff", "organise", "read"), f"tournaments/{key_of(event)}/"
    results, shape = f"{at}desk/rounds/1/results/", f"{PATH}desk/rounds/{{number}}/results/"
    rows = [{"board": 1, "result": "win-loss"}, {"board": 9, "result": "win-loss"}]
    none = desk.post(results, {"results": rows}, ANY)
    assert (code_of(none), none.json()["params"]) == ((404, "not-found"), {"row": 2, "board": 9})
    twice = desk.post(results, {"results": [rows[0], rows[0] | {"result": "loss-win"}]}, ANY)
    assert (code_of(twice)[0], twice.json()["params"]["row"]) == (422, 2)
    assert not any(leg.marks for board in fold_of(event).rounds[0].boards for leg in board.legs)
    rows[1]["board"], seen = 2, {"If-Match": f'"{fold_of(event).version}"'}
    made = desk.post(results, {"results": rows}, seen)
    assert (made.json()["recorded"], fits(shape, made, "post")) == (2, [])
    assert code_of(desk.post(results, {"results": rows}, seen)) == (412, "moved-on")
    assert code_of(Program(account("Eve"), "staff").post(results, {"results": rows}, ANY)) == (403, "not-allowed")
    record = f"{at}desk/rounds/1/boards/1/record/"
    broken = [desk.post(record, {"text": text}, ANY) for text in ("no record", DUEL.replace('"j4-j5"', '"j4-j9"', 1))]
    assert [code_of(item) for item in broken] == [(422, "record-unread"), (422, "record-illegal")]
    attached = desk.post(record, {"name": "duel-1.json", "text": DUEL}, ANY)
    assert fits(f"{PATH}desk/rounds/{{round}}/boards/{{board}}/record/", attached, "post") == []
    assert fold_of(event).rounds[0].boards[0].leg.game == Game.objects.get().id
    records = desk.get(f"{at}files/records.zip")
    assert zipfile.ZipFile(io.BytesIO(b"".join(records))).namelist() != []
    assert code_of(desk.get(f"{at}files/archive.zip")) == (409, "not-over")

    text = desk.get(f"{at}files/event.json").content.decode()
    read = desk.post("imports/reading/", {"text": text})
    assert (read.json()["form"], read.json()["event"]["entries"], fits("imports/reading/", read, "post")) == (
        "json",
        4,
        [],
    )
    wrong = desk.post("imports/", {"text": "001 none"})
    assert (code_of(wrong), wrong.json()["params"]["troubles"][0]["line"]) == ((422, "file"), 1)
    assert code_of(desk.post("imports/", {"text": text, "members": [{"entry": 1, "name": "Nobody"}]}))[0] == 422
    copy = desk.post("imports/", {"text": text, "name": "Once more", "going_on": False}, {"Idempotency-Key": "copy"})
    assert (copy.json()["state"], fits("imports/", copy, "post")) == ("done", [])
    impose(ada.player.id, Penalty.Kind.NO_EVENTS)
    assert code_of(desk.post("imports/", {"text": text, "name": "Barred"})) == (403, "barred-no-events")
    row = tournament_at(copy.json()["tournament"])
    assert row is not None
    assert (len(fold_of(row.id).entries), desk.get(copy["Location"].removeprefix("/api/v1/")).json()["name"]) == (
        4,
        "Once more",
    )


def test_a_large_import_is_followed_and_called_off(ada: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_imports, "LARGE", 1)
    event = a_tournament(2, owner=ada.player.id, started=False)
    mine = Program(ada, "organise")
    text = mine.get(f"tournaments/{key_of(event)}/files/event.json").content.decode()
    made = mine.post("imports/", {"text": text, "going_on": True})
    path = made["Location"].removeprefix("/api/v1/")
    assert (made.json()["state"], made.json()["tournament"], LargeImport.objects.count()) == ("waiting", None, 1)
    assert code_of(Program(account("Bob"), "organise").get(path)) == (404, "not-found")
    off = mine.post(path, None, method="DELETE")
    assert (off.json()["state"], fits("imports/{id}/", off, "delete")) == ("cancelled", [])
    late = mine.post("imports/", {"text": text, "going_on": True})
    impose(ada.player.id, Penalty.Kind.NO_EVENTS)
    large_imports.run(UUID(late.json()["id"]))
    assert mine.get(late["Location"].removeprefix("/api/v1/")).json()["state"] == "cancelled"


def test_both_sides_are_shown_to_who_has_looked() -> None:
    table = a_table()
    call = arbitration.call_arbiter(**table.where, by=table.red, about="rules")
    arbiter = Program(Account.objects.get(player=table.owner), "staff")
    path = f"tournaments/{key_of(table.tournament)}/desk/calls/{call}/"
    assert code_of(arbiter.get(f"{path}look/")) == (409, "not-looking")
    arbiter.post(path, {"do": "look"}, ANY)
    seen = arbiter.get(f"{path}look/")
    assert fits(f"{PATH}desk/calls/{{call}}/look/", seen) == []
    views = seen.json()["views"]
    assert [view["viewer"] for view in views] == ["red", "blue"]
    hidden = [{piece["seat"] for piece in view["pieces"] if piece["rank"] is None} for view in views]
    assert hidden == [{"blue"}, {"red"}]  # each side as it sees it, and no more
    player = Program(Account.objects.get(player=table.red), "staff")
    assert code_of(player.get(f"{path}look/")) == (403, "not-allowed")
    arbitration.close_call(tournament=table.tournament, call=call, by=table.owner, text="Play on.")
    assert code_of(arbiter.get(f"{path}look/")) == (409, "not-looking")


def test_who_may_not_send_a_large_file_is_told_before(ada: Account) -> None:
    def asked(program: Program) -> tuple[int, list[bool]]:
        flags: list[bool] = []
        request = RequestFactory().get("/api/v1/imports/", headers=program.headers, **{MAY_SEND: flags})
        return ImportsEndpoint.as_view()(request).status_code, flags

    assert [asked(item) for item in (Program(ada, "organise"), Program(ada, "read"), Program())] == [
        (204, [True]),
        (403, []),
        (401, []),
    ]


@pytest.fixture
def ada() -> Account:
    return account("Ada")
