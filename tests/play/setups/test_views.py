"""The pages of set-ups: every button without scripts, what a script is told, and who may see what."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import Account, Player
from eventlog.sources import injected
from games.domain import command_handler
from games.domain.clocks import PRESETS
from games.domain.placement import empty, placed, to_text
from games.domain.ready_setups import ready_form
from games.models import Game
from games.rules import Seat, variant
from play.setups import domain
from play.setups.domain import draft_of
from tests.scenes import account

from .games import desk_of, waiting_game

pytestmark = pytest.mark.django_db

BARRAGE = variant("barrage")


@pytest.fixture
def ada() -> Account:
    return account("Ada")


@pytest.fixture
def charles() -> Account:
    return account("Charles")


@pytest.fixture
def game(ada: Account, charles: Account) -> Game:
    return waiting_game("barrage", [ada, charles])


@pytest.fixture
def red(client: Client, ada: Account) -> Client:
    client.force_login(ada)
    return client


def form_now(game: Game, who: Account) -> str:
    return draft_of(desk_of(game, who)).form


def press(client: Client, game: Game, do: str, **fields: Any) -> Any:
    """What a browser without scripts sends: the draft as text, its version, the button and other fields."""
    rows = {"rows": "." * 40, "version": 0} | fields
    return client.post(f"/games/{game.key}/setup/", {"do": do, **rows})


def told(client: Client, game: Game, do: str, **fields: Any) -> tuple[int, dict[str, Any]]:
    data = {"do": do, "rows": "." * 40, "version": 0} | fields
    response = client.post(f"/games/{game.key}/setup/", data, headers={"Accept": "application/json"})
    return response.status_code, response.json()


def test_the_editor_is_at_the_address_of_the_game(red: Client, game: Game) -> None:
    response = red.get(f"/games/{game.key}/")
    page = response.content.decode()
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-store"
    assert page.count('class="home"') == 40
    assert "The set-up is complete." in page  # one at random lies there already
    laid = re.findall(r'data-form-now="([^"]+)"', page)
    assert laid == re.findall(r'data-form-now="([^"]+)"', red.get(f"/games/{game.key}/").content.decode())
    assert "against Charles" in page
    press(red, game, "clear", rows=laid[0])
    page = red.get(f"/games/{game.key}/").content.decode()
    assert "8 pieces to go." in page
    replace = page.replace("\u00a0", " ")
    assert "To place: 1 × Marshal, 1 × General, 1 × Miner, 2 × Scout, 1 × Spy, 1 × Bomb, 1 × Flag." in replace
    assert 'aria-label="a1: empty"' in page
    assert 'aria-label="Scout, 2 left"' in page


def test_the_last_set_up_is_laid_again(red: Client, ada: Account, charles: Account, game: Game) -> None:
    assert "My last one" not in red.get(f"/games/{game.key}/").content.decode()
    assert press(red, game, "last").status_code == 400
    corner = ready_form(BARRAGE, "corner") or ""
    press(red, game, "confirm", rows=corner)
    again = waiting_game("barrage", [charles, ada])
    assert "My last one" in red.get(f"/games/{again.key}/").content.decode()
    press(red, again, "last")
    assert form_now(again, ada) == corner


def test_buttons_without_scripts(red: Client, game: Game, ada: Account) -> None:
    response = press(red, game, "ready:corner")
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.key}/")
    corner = ready_form(BARRAGE, "corner")
    assert corner is not None
    assert form_now(game, ada) == corner
    press(red, game, "mirror", rows=to_text(corner, BARRAGE), version=1)
    mirrored = form_now(game, ada)
    assert mirrored != corner
    assert mirrored[30:40] == corner[30:40][::-1]
    press(red, game, "undo", rows=mirrored, version=2)
    assert form_now(game, ada) == corner
    press(red, game, "clear", rows=corner, version=3)
    assert form_now(game, ada) == empty(BARRAGE)
    press(red, game, "random", rows=empty(BARRAGE), version=4)
    assert sorted(form_now(game, ada)) == sorted(corner)
    press(red, game, "text", rows=".2...M..........S..2.B.........F9..3.....", version=5)
    page = red.get(f"/games/{game.key}/").content.decode()
    assert "version" in page


def test_a_text_that_cannot_be_read_is_not_lost(red: Client, game: Game, ada: Account) -> None:
    response = press(red, game, "text", rows="M9<b>", version=0, name="")
    page = response.content.decode()
    assert response.status_code == 422
    assert "M9&lt;b&gt;</textarea>" in page
    assert "“&lt;” is no piece" in page
    assert form_now(game, ada) == empty(BARRAGE)
    response = press(red, game, "commit", rows="M9.")
    assert "must name 40 squares, but names 3" in response.content.decode()


def test_the_script_is_told_how_the_draft_stands(red: Client, game: Game) -> None:
    status, answer = told(red, game, "text", rows="M" + "." * 39)
    assert status == 200
    assert "To place: 1\u00a0×\u00a0General, " in answer.pop("status")
    assert "You have saved none yet." in answer.pop("saved")
    assert answer == {
        "form": "M" + "." * 39,
        "version": 1,
        "undoable": True,
        "complete": False,
        "stale": False,
        "failed": False,
        "say": "",
        "summary": "7 pieces to go.",
        "asked": False,
    }
    status, answer = told(red, game, "ready:corner", rows="M" + "." * 39, version=1)
    assert (status, answer["complete"], answer["version"]) == (200, True, 2)
    status, answer = told(red, game, "dance")
    assert (status, list(answer)) == (400, ["say"])


def test_ready(red: Client, game: Game, ada: Account) -> None:
    corner = ready_form(BARRAGE, "corner") or ""
    response = press(red, game, "commit", rows=corner)
    assert (response.status_code, response["Location"]) == (303, f"/games/{game.key}/setup/?sure=1")
    page = red.get(response["Location"]).content.decode()
    assert "It cannot be changed afterwards." in page
    assert f'value="{corner}"' in page
    assert command_handler.open_game(game.id).ready == frozenset()
    response = press(red, game, "confirm", rows=corner)
    assert response["Location"] == f"/games/{game.key}/"
    made = command_handler.open_game(game.id).setups[Seat.RED]
    assert made.placement == placed(corner, BARRAGE, Seat.RED)
    assert domain.Draft.objects.count() == 0
    waiting = red.get(f"/games/{game.key}/").content.decode()
    assert "You are ready" in waiting
    assert 'class="messages"' not in waiting  # nor on the table, where a note would stay for the whole game
    assert 'aria-label="a1: Flag"' in waiting
    assert re.sub(r"\s+", " ", waiting).count("setting up") == 1
    # A double click gets what it wanted; another set-up from a stale page a friendly word, and changes nothing.
    response = press(red, game, "confirm", rows=corner)
    assert response["Location"] == f"/games/{game.key}/"
    other = ready_form(BARRAGE, "middle")
    response = press(red, game, "confirm", rows=other)
    assert response.status_code == 303
    assert (
        "You have already submitted your set-up, so nothing was changed."
        in red.get(response["Location"]).content.decode()
    )
    assert command_handler.open_game(game.id).setups[Seat.RED].placement == made.placement
    assert told(red, game, "text") == (
        410,
        {
            "over": f"/games/{game.key}/",
            "say": "You have already submitted your set-up, so nothing was changed. This is the game now.",
        },
    )


def test_what_is_not_complete_is_not_made(red: Client, game: Game) -> None:
    response = press(red, game, "commit", rows="M" + "." * 39)
    assert response.status_code == 422
    assert "7 pieces to go." in response.content.decode()
    response = press(red, game, "confirm", rows="M" * 40)
    assert response.status_code == 422
    assert "the set-up places 0" in response.content.decode()
    assert press(red, game, "confirm", rows="M").status_code == 422
    assert red.get(f"/games/{game.key}/setup/?sure=1")["Location"] == f"/games/{game.key}/"
    assert command_handler.open_game(game.id).ready == frozenset()


def test_nobody_else_sees_or_changes_a_draft(client: Client, game: Game, ada: Account, charles: Account) -> None:
    domain.keep(desk_of(game, ada), form="M" + "." * 39, expected=0)
    page = f"/games/{game.key}/setup/"
    assert client.post(page, {"do": "text"}).status_code == 403
    assert client.get(page).status_code == 403
    client.force_login(account("Grace"))
    assert client.post(page, {"do": "text"}).status_code == 403
    assert "data-setup" not in client.get(f"/games/{game.key}/").content.decode()
    client.force_login(charles)
    page = client.get(f"/games/{game.key}/").content.decode()
    assert "The set-up is complete." in page
    assert "M" + "." * 39 not in page
    assert client.get("/games/nothing/setup/").status_code == 404


@pytest.mark.slow
def test_saving_loading_renaming_deleting(red: Client, game: Game, ada: Account) -> None:
    corner, middle = (ready_form(BARRAGE, slug) or "" for slug in ("corner", "middle"))
    press(red, game, "save", rows=corner, name="  My   corner ")
    saved = domain.saved_setups(ada.player.id).get()
    assert (saved.name, saved.form, saved.variant) == ("My corner", corner, "barrage")
    # Enter in the field of the name presses the first button.
    response = press(red, game, "enter", rows=middle, version=1, name="my CORNER")
    page = response.content.decode()
    assert response.status_code == 409
    assert "You have a set-up named “My corner”. Overwrite it with this one?" in page
    assert f'value="save:{saved.id}"' in page
    press(red, game, f"save:{saved.id}", rows=middle, version=2, name="my CORNER")
    assert domain.saved_setups(ada.player.id).get().form == middle
    press(red, game, f"rename:{saved.id}", rows=middle, version=2, **{f"name-{saved.id}": "Best"})
    assert domain.saved_setups(ada.player.id).get().name == "Best"
    press(red, game, f"load:{saved.id}", rows=empty(BARRAGE), version=2)
    assert form_now(game, ada) == middle
    version = draft_of(desk_of(game, ada)).version
    asked = press(red, game, f"overwrite:{saved.id}", rows=corner, version=version)
    assert "Overwrite it with this one?" in asked.content.decode()
    asked = press(red, game, f"delete:{saved.id}", rows=corner, version=version + 1)
    assert "Delete the saved set-up “Best”?" in asked.content.decode()
    assert domain.saved_setups(ada.player.id).count() == 1
    press(red, game, f"delete-sure:{saved.id}", rows=corner, version=version + 1)
    assert domain.saved_setups(ada.player.id).count() == 0
    assert press(red, game, f"load:{saved.id}", rows=corner, version=version + 1).status_code == 400


def test_saved_ones_of_others_are_out_of_reach(red: Client, game: Game, charles: Account) -> None:
    theirs = domain.save(player=charles.player.id, slug="barrage", name="Secret", form="M" + "." * 39)
    nine = "9" + "." * 39
    press(red, game, "text", rows=nine)
    for do in ("load", "save", "overwrite", "rename", "delete", "delete-sure"):
        assert press(red, game, f"{do}:{theirs.id}", rows=nine, version=1, name="x").status_code == 400
    assert press(red, game, f"load:{uuid.uuid4()}", rows=nine, version=1).status_code == 400
    assert press(red, game, "load:x", rows=nine, version=1).status_code == 400
    theirs.refresh_from_db()
    assert (theirs.name, theirs.form) == ("Secret", "M" + "." * 39)


@pytest.mark.parametrize("spotter", [False, True])
def test_cards_are_chosen_from_those_drawn(red: Client, ada: Account, charles: Account, spotter: bool) -> None:
    game = waiting_game("cards", [ada, charles], spotter=spotter)
    page = red.get(f"/games/{game.key}/").content.decode()
    assert "These are the eight cards that you have drawn." in page
    assert sum(map(int, re.findall(r'data-total="(\d)"', page))) == 8
    assert "Your own" not in page
    status, answer = told(red, game, "ready:balanced", rows=".....")
    assert (status, answer["complete"]) == (200, True)
    assert press(red, game, "save", rows=answer["form"], version=1, name="Five").status_code == 400
    press(red, game, "confirm", rows=answer["form"])
    made = command_handler.open_game(game.id).setups[Seat.RED].placement
    assert made == answer["form"]


def test_the_workshop_makes_set_ups_without_a_game(red: Client, ada: Account) -> None:
    corner = ready_form(BARRAGE, "corner") or ""
    assert red.get("/setups/").status_code == 200
    page = red.get("/setups/barrage/").content.decode()
    assert "data-commit" not in page
    assert "data-sure" not in page
    data = {"do": "save", "rows": corner, "version": "0", "name": "At home"}
    assert red.post("/setups/barrage/", data)["Location"] == "/setups/barrage/"
    assert "At home" in red.get("/setups/").content.decode()
    assert red.get("/setups/cards/").status_code == 404
    assert red.get("/setups/chess/").status_code == 404


def test_the_workshop_is_for_players(client: Client) -> None:
    assert client.get("/setups/")["Location"].endswith("?next=/setups/")
    staff = Account.objects.create_user(username="staff")
    client.force_login(staff)
    Player.objects.filter(account=staff).delete()  # who has none, as accounts of the admin may
    assert client.get("/setups/barrage/").status_code == 403
    assert client.get("/setups/").status_code == 200


def test_nothing_that_names_a_draft_prints_a_rank(game: Game, ada: Account) -> None:
    work = domain.keep(desk_of(game, ada), form="M" + "." * 39, expected=0)
    saved = domain.save(player=ada.player.id, slug="barrage", name="Secret", form="M" + "." * 39)
    draft = domain.Draft.objects.get()
    for shown in (repr(work), repr(draft), str(draft), repr(saved), str(saved)):
        assert "M" not in shown.replace("SavedSetup", "")


def test_who_comes_too_late(client: Client, ada: Account, charles: Account) -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC)
    control = PRESETS["3-days"]
    with injected(clock=lambda: now):
        game = waiting_game("barrage", [ada, charles], time=control)
        client.force_login(ada)
        page = client.get(f"/games/{game.key}/").content.decode()
        assert "Set-ups must be made by" in page
        assert game.due is not None
        assert game.due.isoformat() in page
        now = game.due + timedelta(milliseconds=500)  # late, but within the grace in which nobody loses
        response = press(client, game, "confirm", rows=ready_form(BARRAGE, "corner"))
        assert "Your time was up" in str(list(get_messages(response.wsgi_request))[-1])
        assert command_handler.open_game(game.id).ready == frozenset()
        now = game.due + timedelta(seconds=6)
        assert client.post(f"/games/{game.key}/due/").status_code == 204
        assert "data-setup" not in client.get(f"/games/{game.key}/", follow=True).content.decode()
        game.refresh_from_db()
        assert (game.status, game.outcome) == ("over", "cancelled")
