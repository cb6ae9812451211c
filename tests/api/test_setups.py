"""Saved set-ups and drafts by programs: what is kept, who sees it, and what goes by the version that was seen."""

from __future__ import annotations

from uuid import uuid4

import pytest

from api.models import KeptAnswer
from games.domain.creation import create_game
from games.models import Game
from games.rules import Seat, variant
from play.setups.models import Draft, SavedSetup
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.scenes import account

pytestmark = pytest.mark.django_db

WHOLE = "2...9....2....SM.........B........BF3.3."
ROWS = "2...9....2 ....SM.... .....B.... ....BF3.3."


def test_a_saved_set_up_is_its_owners_alone_and_changes_by_the_version_that_was_seen() -> None:
    ada, bob = Program(account("Ada")), Program(account("Bob"))
    made = ada.post("me/setups/", {"variant": "duel", "name": "Corner", "rows": ROWS}, {"Idempotency-Key": "k"})
    value = made.json()
    path = f"me/setups/{value['id']}/"
    assert (made.status_code, value["version"], made["Location"]) == (201, 0, f"/api/v1/{path}")
    assert "SM" not in KeptAnswer.objects.get().body
    seen = ada.get(path)
    assert seen.json() == value | {"rows": WHOLE}
    wrong = fits("me/setups/", made, "post") + fits("me/setups/{id}/", seen)
    changed = ada.post(path, {"name": "Centre", "rows": WHOLE[::-1]}, {"If-Match": seen["ETag"]}, "PUT")
    wrong += fits("me/setups/{id}/", changed, "put") + fits("me/setups/", ada.get("me/setups/", variant="duel"))
    assert wrong == []
    stale = ada.post(path, {"name": "Left", "rows": ROWS}, {"If-Match": seen["ETag"]}, "PUT")
    assert (code_of(stale), stale.json()["params"], stale["ETag"]) == ((412, "moved-on"), {"version": 1}, '"1"')
    unseen = ada.post(path, {"name": "Left", "rows": ROWS}, method="PUT")
    others = [bob.get(path), bob.post(path, {"name": "x", "rows": ROWS}, {"If-Match": "*"}, "PUT")]
    others.append(bob.post(path, method="DELETE"))
    assert [code_of(item) for item in (unseen, *others)] == [(428, "condition-missing"), *[(404, "not-found")] * 3]
    assert bob.get("me/setups/").json() == {"setups": []}
    row = SavedSetup.objects.get()
    assert (row.name, row.form, row.version) == ("Centre", WHOLE[::-1], 1)
    assert (ada.post(path, method="DELETE").status_code, SavedSetup.objects.count()) == (200, 0)


def test_names_and_squares_that_cannot_be_kept() -> None:
    ada = Program(account("Ada"))
    first = {"variant": "duel", "name": "Corner", "rows": ROWS}
    assert ada.post("me/setups/", first).status_code == 201
    codes = [
        code_of(ada.post("me/setups/", first | wrong))
        for wrong in (
            {"name": "corner"},
            {"name": "\u200b"},
            {"name": "x" * 61},
            {"rows": "." * 40},
            {"rows": "?"},
            {"variant": "cards"},
        )
    ]
    assert codes == [
        (409, "name-taken"),
        (422, "name-missing"),
        (422, "name-long"),
        (422, "set-up-empty"),
        (422, "set-up-text"),
        (422, "invalid"),
    ]


def test_a_draft_of_the_workshop_goes_by_its_version() -> None:
    ada = Program(account("Ada"))
    first = ada.get("me/drafts/duel/")
    assert (first.json()["version"], first.json()["complete"]) == (0, False)
    kept = ada.post("me/drafts/duel/", {"rows": ROWS}, {"If-Match": first["ETag"]}, "PUT")
    assert (kept.json(), code_of(ada.post("me/drafts/duel/", {"rows": "." * 40}, {"If-Match": '"0"'}, "PUT"))) == (
        {"version": 1, "undoable": True},
        (412, "moved-on"),
    )
    turned = ada.post("me/drafts/duel/", {"act": "mirror"}, {"If-Match": kept["ETag"]})
    seen = ada.get("me/drafts/duel/")
    mirrored = "".join(WHOLE[row : row + 10][::-1] for row in range(0, 40, 10))
    assert (turned.status_code, seen.json()["rows"], seen.json()["troubles"]) == (200, mirrored, [])
    assert fits("me/drafts/{key}/", seen) + fits("me/drafts/{key}/", turned, "post") == []
    ready = ada.post("me/drafts/duel/", {"act": "ready", "which": "none"}, {"If-Match": "*"})
    stale = ada.post("me/drafts/duel/", {"act": "undo"}, {"If-Match": kept["ETag"]})
    assert [code_of(item) for item in (ready, stale)] == [(422, "no-such-set-up"), (412, "moved-on")]
    assert ada.get("me/drafts/").json() == {"drafts": [{"variant": "duel", "game": None, "version": 2}]}
    assert (ada.post("me/drafts/duel/", method="DELETE").status_code, Draft.objects.count()) == (200, 0)
    assert code_of(ada.get("me/drafts/cards/")) == (404, "not-found")


def test_a_game_is_set_up_by_its_draft_or_a_saved_one_by_who_sits_there() -> None:
    ada, bob, carla = account("Ada"), account("Bob"), account("Carla")
    players = {Seat.RED: ada.player.id, Seat.BLUE: carla.player.id}
    game = Game.objects.get(id=create_game(variant=variant("duel"), players=players))
    api, path = Program(ada), f"games/{game.key}/setup/"
    drafted = api.post(f"{path}draft/", {"act": "random"}, {"If-Match": "*"})
    seen = api.get(f"{path}draft/")
    assert (drafted.json()["version"], seen.json()["complete"], seen.json()["game"]) == (1, True, game.key)
    assert fits("games/{key}/setup/draft/", seen) == []
    outside = Program(bob)
    assert [code_of(outside.get(f"{path}draft/")), code_of(outside.post(path, {"rows": "x"}))] == [(403, "no-seat")] * 2
    rows = seen.json()["rows"]
    saved = api.post("me/setups/", {"variant": game.variant, "name": "Now", "rows": rows}).json()["id"]
    assert [
        code_of(api.post(path, body)) for body in ({}, {"rows": rows, "saved": saved}, {"saved": str(uuid4())})
    ] == [
        (422, "invalid"),
        (422, "invalid"),
        (422, "no-such-set-up"),
    ]
    made = api.post(path, {"saved": saved})
    assert (made.status_code, api.get(path).json()["made"]) == (200, rows)
    assert (code_of(api.get(f"{path}draft/")), Draft.objects.count()) == ((409, "set-up-made"), 0)
