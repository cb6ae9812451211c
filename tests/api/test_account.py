"""What an account sets, and what it reports, by programs: what the pages do, and no more."""

from __future__ import annotations

import pytest

from accounts.conduct import blocks as blocking
from accounts.conduct.blocks import blocks
from accounts.models import Preferences, Report
from games.rules import Seat
from notices.domain.commands import notify
from notices.models import Kind, Notice
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.moderation.cases.test_appeals import imposed
from tests.scenes import account, game_of

pytestmark = pytest.mark.django_db


def test_what_the_page_reports_a_program_reports() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: bob}, over=False)
    mine, stranger = Program(ada), Program(account("Carla"))
    said = Program(bob).post(f"games/{game.key}/talk/", {"text": "You fool"}).json()["id"]
    thing = stranger.get("reports/thing/", kind="game", target=game.key)
    assert (thing.json()["choices"], thing.json()["reasons"][0]["why"]) == (["Ada", "Bob"], "stopped-playing")
    sent = {"kind": "message", "target": said, "why": "abuse", "text": "Look", "block": True}
    made = mine.post("reports/", sent)
    row = Report.objects.get()
    assert (made.json(), row.about, row.excerpt) == ({"id": str(row.pk)}, bob.player, "You fool")
    assert blocks(blocker=ada.player, target=bob.player)
    data = {"kind": "game", "target": game.key, "why": "stalling"}
    assert code_of(stranger.post("reports/", data)) == (422, "invalid")  # of two at the table one is to be named
    assert stranger.post("reports/", data | {"about": "bob"}).status_code == 201
    assert mine.post("reports/", data).status_code == 201
    listed = mine.get("reports/", limit="1")
    (last,) = listed.json()["reports"]
    assert (last["kind"], last["about"], last["state"]) == ("game", "Bob", "open")
    older = mine.client.get(listed.json()["next"], headers=mine.headers).json()
    assert ([item["id"] for item in older["reports"]], older["next"]) == ([str(row.pk)], None)
    assert fits("reports/", listed) + fits("reports/", made, "post") + fits("reports/thing/", thing) == []
    hidden = [stranger.post("reports/", item) for item in (sent, data | {"kind": "puzzle", "why": "wrong"})]
    own = mine.post("reports/", {"kind": "player", "target": "Ada", "why": "abuse"})
    assert [code_of(item) for item in (*hidden, own)] == [(404, "not-found")] * 3
    assert code_of(Program(ada, "talk").post("reports/", sent)) == (403, "scope")
    reader, own = Program(ada, "read", "talk"), ("reports/", "me/blocks/", "me/penalties/")
    assert [code_of(reader.get(path)) for path in own] == [(403, "scope")] * 3  # who let it read meant none of this
    for _more in range(8):
        mine.post("reports/", {"kind": "player", "target": "Bob", "why": "spam"})
    assert code_of(mine.post("reports/", {"kind": "player", "target": "Bob", "why": "spam"})) == (429, "too-often")


def test_what_an_account_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, _cora = account("Ada"), account("Bob"), account("Cora")
    mine = Program(ada, "read", "account")
    assert mine.post("me/blocks/BOB/", method="PUT").json() == {"blocked": True}
    assert mine.get("me/blocks/").json() == {"blocked": ["Bob"], "next": None}
    monkeypatch.setattr(blocking, "MOST", 1)
    assert code_of(mine.post("me/blocks/Cora/", method="PUT")) == (422, "too-many-blocks")
    assert mine.post("me/blocks/bob/", method="DELETE").json() == {"blocked": False}
    assert not blocks(blocker=ada.player, target=bob.player)
    assert code_of(mine.post("me/blocks/Ada/", method="PUT")) == (422, "yourself")
    mine.post("me/preferences/", {"theme": "dark", "coordinates": False, "open_data": "none"}, method="PUT")
    row = Preferences.objects.get(account=ada)
    assert (row.theme, row.coordinates, row.open_data, row.time_zone) == ("dark", False, "none", "UTC")
    result = mine.get("me/preferences/")
    assert (result.json()["theme"], fits("me/preferences/", result)) == ("dark", [])
    wrong = [{"theme": "pink"}, {"time_zone": "Moon/Base"}, {"time": "UTC"}]
    assert [code_of(mine.post("me/preferences/", item, method="PUT"))[0] for item in wrong] == [422] * 3
    assert mine.post("me/notices/wishes/", {"wishes": [{"kind": "your-turn", "mail": False}]}, method="PUT").json()[
        "done"
    ]
    wishes = {item["kind"]: (item["page"], item["mail"]) for item in mine.get("me/notices/wishes/").json()["wishes"]}
    assert (wishes["your-turn"], len(wishes)) == ((True, False), len(Kind))
    assert mine.post("me/vacation/", {"days": 3}).json()["left"] == 27
    assert code_of(mine.post("me/vacation/", {"days": 3})) == (409, "on-vacation")
    back = mine.post("me/vacation/", method="DELETE")
    assert (back.json()["until"], fits("me/vacation/", back, "delete")) == (None, [])
    assert mine.get("me/data/").json()["state"] is None
    asked = mine.post("me/data/")
    assert (asked.json()["state"] in ("waiting", "done"), fits("me/data/", asked, "post")) == (True, [])
    assert code_of(mine.post("me/data/")) == (429, "too-often")
    assert mine.post("me/data/", method="DELETE").json() == {"done": True}
    reads = Program(ada, "read", "talk")
    closed = [reads.post("me/blocks/Bob/", method="PUT"), reads.post("me/data/")]
    assert [code_of(item) for item in closed] == [(403, "scope")] * 2


def test_notices_and_what_moderators_decided() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: bob})
    notify(ada.player.id, Kind.OVER, game=game.id)
    mine = Program(ada)
    first = mine.get("me/notices/")
    assert [(item["kind"], item["read"]) for item in first.json()["notices"]] == [("over", None)]
    assert fits("me/notices/", first) == []
    assert mine.post("me/notices/", {"id": first.json()["notices"][0]["id"]}).json() == {"done": True}
    mine.post("me/notices/", {})
    assert not Notice.objects.filter(player=ada.player, read=None, shown=True).exists()
    penalty = imposed(ada, "warning")
    listed = mine.get("me/penalties/")
    assert [(item["kind"], item["to_be_read"]) for item in listed.json()["penalties"]] == [("warning", True)]
    assert fits("me/penalties/", listed) == []
    rest = mine.get("me/penalties/", before=penalty)
    assert (rest.json(), code_of(mine.get("me/penalties/", before="x"))) == (
        {"penalties": [], "next": None},
        (400, "cursor"),
    )
    path = f"me/penalties/{penalty}/"
    other = Program(bob)
    none = [other.post(path + "read/"), other.get(path + "appeal/"), other.post(path + "appeal/", {"words": "x"})]
    assert [code_of(item) for item in none] == [(404, "not-found")] * 3
    before = mine.get(path + "appeal/")
    assert (before.json()["made"], fits("me/penalties/{id}/appeal/", before)) == (None, [])
    assert code_of(mine.post(path + "appeal/", method="DELETE")) == (404, "no-appeal")
    for words in ("It was luck.", "Truly."):
        assert mine.post(path + "appeal/", {"words": words}).json() == {"done": True}
    appealed = mine.get(path + "appeal/")
    assert [(item["own"], item["text"]) for item in appealed.json()["talk"]] == [
        (True, "It was luck."),
        (True, "Truly."),
    ]
    assert (appealed.json()["open"], fits("me/penalties/{id}/appeal/", appealed)) == (True, [])
    assert mine.post(path + "appeal/", method="DELETE").json() == {"done": True}
    assert code_of(mine.post(path + "appeal/", {"words": "Once more"})) == (409, "decided")
    assert mine.post(path + "read/").json() == {"done": True}
    assert not mine.get("me/penalties/").json()["penalties"][0]["to_be_read"]
