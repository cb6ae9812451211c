"""Talk, notes and guesses by programs: what is said, who hears it, and what the room refuses."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Penalty
from api.models import KeptAnswer
from games.models import Game
from games.rules import Seat
from play.talk import domain
from play.talk.models import Guess, Message
from tests.accounts.conduct.penalties import impose
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.scenes import account, game_of

pytestmark = pytest.mark.django_db


class Table:
    """Ada, red, and Bob, blue, at a game in play; Carla looks on."""

    def __init__(self) -> None:
        ada, self.bob = account("Ada"), account("Bob")
        self.game = game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: self.bob}, over=False)
        self.path = f"games/{self.game.key}/"
        self.red, self.blue, self.other = Program(ada), Program(self.bob), Program(account("Carla"))


@pytest.fixture
def table() -> Table:
    return Table()


def test_what_is_said_is_heard_at_the_table_and_nowhere_else(table: Table) -> None:
    path = f"{table.path}talk/"
    said = [table.red.post(path, {"text": text}, {"Idempotency-Key": text}) for text in ("one", "two")]
    assert ([item.status_code for item in said], "two" in KeptAnswer.objects.latest("pk").body) == ([201, 201], False)
    Message.objects.filter(pk=said[0].json()["id"]).update(sent=timezone.now() - timedelta(minutes=2))
    table.blue.post(path, {"phrase": "luck"})
    heard = table.blue.get(path, limit="2")
    value = heard.json()
    assert [(item["text"], item["phrase"], item["own"], item["seat"]) for item in value["messages"]] == [
        ("Good luck, have fun!", "luck", True, "blue"),
        ("two", None, False, "red"),
    ]
    older = table.blue.client.get(value["next"], headers=table.blue.headers).json()
    newer = table.blue.get(path, after=said[0].json()["id"]).json()
    assert ([item["text"] for item in older["messages"]], older["next"], len(newer["messages"])) == (["one"], None, 2)
    assert fits("games/{key}/talk/", heard) + fits("games/{key}/talk/", said[0], "post") == []
    assert [code_of(table.other.get(path)), code_of(table.other.post(path, {"text": "x"}))] == [(403, "no-seat")] * 2
    assert code_of(Program(table.bob, "read").post(path, {"text": "x"})) == (403, "scope")
    assert [code_of(table.red.get(path, after=item)) for item in ("x", str(table.game.id))] == [(400, "cursor")] * 2


def test_who_is_muted_is_not_heard_and_learns_nothing(table: Table) -> None:
    path = f"{table.path}talk/"
    muted = table.blue.post(f"{path}mutes/", {"seat": "red", "muted": True})
    said = table.red.post(path, {"text": "Hello"})
    assert (muted.json(), said.status_code, table.blue.get(path).json()["messages"]) == ({"muted": ["red"]}, 201, [])
    assert table.blue.post(f"{path}mutes/", {"seat": "red", "muted": False}).json() == {"muted": []}
    assert table.blue.get(path).json()["unread"] == 1
    assert table.blue.post(f"{path}read/").json() == {"unread": 0}
    assert table.blue.get(path).json()["unread"] == 0
    assert code_of(table.blue.post(f"{path}mutes/", {"seat": "blue", "muted": True})) == (422, "no-such-seat")


def test_what_the_room_refuses_is_refused_by_its_codes(table: Table) -> None:
    path = f"{table.path}talk/"
    codes = [code_of(table.red.post(path, body)) for body in ({}, {"text": "x" * 301}, {"text": "", "phrase": "no"})]
    assert codes == [(422, "talk-empty"), (422, "talk-long"), (422, "invalid")]
    impose(table.bob.player.id, Penalty.Kind.NO_TALK)
    assert code_of(table.blue.post(path, {"text": "Hello"})) == (403, "barred-no-talk")
    for _time in range(domain.MOST_A_MINUTE):
        table.blue.post(path, {"phrase": "luck"})
    often = table.blue.post(path, {"phrase": "luck"})
    assert (code_of(often), often["Retry-After"]) == ((429, "talk-often"), "60")


def test_notes_are_ones_own(table: Table) -> None:
    path = f"{table.path}notes/"
    kept = table.red.post(path, {"text": " b4 \n"}, method="PUT")
    assert (kept.json(), table.red.get(path).json()) == ({"kept": 5}, {"allowed": True, "text": " b4 \n"})
    assert (table.blue.get(path).json()["text"], code_of(table.other.get(path))) == ("", (403, "no-seat"))
    assert fits("games/{key}/notes/", kept, "put") + fits("games/{key}/notes/", table.red.get(path)) == []
    assert code_of(table.red.post(path, {"text": "x" * 4001}, method="PUT")) == (422, "invalid")


def test_guesses_are_ones_own_until_the_game_is_open(table: Table) -> None:
    path = f"{table.path}guesses/"
    pieces = table.red.get(f"{table.path}views/own/").json()["pieces"]
    hidden = next(piece["id"] for piece in pieces if piece["seat"] == "blue" and piece["rank"] is None)
    mine = next(piece["id"] for piece in pieces if piece["seat"] == "red")
    assert table.red.post(f"{path}{hidden}/", {"rank": "M"}, method="PUT").json() == {"done": True}
    refused = [table.red.post(f"{path}{piece}/", {"rank": "M"}, method="PUT") for piece in (mine, 900, 10**30)]
    assert [code_of(item) for item in refused] == [(422, "guess-piece")] * 3
    seen = table.red.get(path)
    assert seen.json() == {"own": [{"piece": hidden, "rank": "M"}], "opened": False, "shown": []}
    others = [item.get(path).json() for item in (table.blue, table.other)]
    assert others == [{"own": [], "opened": None, "shown": []}] * 2
    table.red.post(path, {"act": "open"})
    table.red.post(f"{table.path}resignation/")
    assert Game.objects.get(id=table.game.id).revealed
    shown = table.other.get(path)
    assert [(item["seat"], [two["rank"] for two in item["guesses"]]) for item in shown.json()["shown"]] == [
        ("red", ["M"])
    ]
    assert fits("games/{key}/guesses/", seen) + fits("games/{key}/guesses/", shown) == []
    assert code_of(table.red.post(f"{path}{hidden}/", method="DELETE")) == (409, "guess-over")
    table.red.post(path, {"act": "erase"})
    assert (table.other.get(path).json()["shown"], Guess.objects.count()) == ([], 0)
