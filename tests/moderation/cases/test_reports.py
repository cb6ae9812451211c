"""Reports of players, and what moderators do with them."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Account, Block, Player, Report
from moderation.cases import commands, reports
from play.talk import domain
from tests.library.archive.test_views import text
from tests.scenes import account, game_in_play

from .courts import case_of

pytestmark = pytest.mark.django_db

FIELDS = ("kind", "target", "about", "reporter", "why", "text", "excerpt", "state")


def two() -> tuple[Account, Account]:
    return account("Ada"), account("Charles")


def kept() -> list[tuple[object, ...]]:
    return list(Report.objects.order_by("created").values_list(*FIELDS))


def test_a_player_is_reported(client: Client) -> None:
    ada, charles = two()
    client.force_login(ada)
    assert "Report Charles" in text(client.get("/report/?player=charles"))

    response = client.post("/report/?player=charles", {"why": "cheating", "text": "He <b>lost</b> on purpose."})

    assert response["Location"] == "/players/Charles/"
    about, by = charles.player.pk, ada.player.pk
    assert kept() == [("player", about, about, by, "cheating", "He <b>lost</b> on purpose.", "Charles", "open")]


def test_a_second_report_replaces_the_first_while_it_is_open() -> None:
    ada, charles, mona = (account(name).player for name in ("Ada", "Charles", "Mona"))
    data = {"kind": "player", "target": charles.pk, "reporter": ada, "why": "abuse"}
    first = reports.report(**data, text="first")
    assert reports.report(**data, text="second").pk == first.pk
    assert case_of(first).reports == 1
    other = reports.report(**(data | {"why": "spam"}), text="And this.")
    assert other.case != first.case
    commands.decide(case=case_of(first).pk, by=mona.pk, outcome="noted")
    again = reports.report(**data, text="third")
    assert sorted((row[4:6], row[7]) for row in kept()) == [
        (("abuse", "second"), "resolved"),
        (("abuse", "third"), "open"),
        (("spam", "And this."), "open"),
    ]
    assert again.case != first.case
    assert reports.record_of(ada.pk) == (1, 0)


@pytest.mark.parametrize(
    "query",
    ["?player=ada", "?player=nobody", "", "?message=00000000-0000-4000-8000-000000000001", "?message=x"],
)
def test_what_cannot_be_reported(client: Client, query: str) -> None:
    client.force_login(account("Ada"))
    assert client.get(f"/report/{query}").status_code == 404
    assert client.post(f"/report/{query}", {"why": "spam"}).status_code == 404
    assert kept() == []


def test_a_guest_neither_reports_nor_blocks(client: Client) -> None:
    account("Charles")
    guest = account("guest-17")
    Player.objects.filter(account=guest).update(guest=True)
    client.force_login(guest)
    result = [
        client.get("/report/?player=charles"),
        client.post("/report/?player=charles", {"why": "spam"}),
        client.post("/players/Charles/block/"),
    ]
    assert [(item.status_code, "Sign up first" in text(item)) for item in result] == [(403, True)] * 3
    assert (kept(), Block.objects.count()) == ([], 0)
    page = client.get("/players/Charles/").content.decode()
    assert ("/report/" in page, "/block/" in page) == (False, False)


@pytest.mark.slow
def test_reports_are_limited(client: Client) -> None:
    ada, _charles = two()
    client.force_login(ada)
    codes = [client.post("/report/?player=charles", {"why": "spam"}).status_code for _attempt in range(11)]
    assert codes == [302] * 10 + [429]


def test_staff_reads_reports_in_the_admin_and_changes_none(client: Client) -> None:
    ada, charles = (item.player for item in two())
    made = reports.report(kind="player", target=charles.pk, reporter=ada, why="abuse", text="Rude words.")
    client.force_login(Account.objects.create_superuser("moderator"))

    listed = text(client.get("/admin/players/report/"))
    assert "Charles" in listed
    assert "Insults or threats" in listed
    page = text(client.get(f"/admin/players/report/{made.pk}/change/"))
    assert ("Rude words." in page, str(made.case) in page) == (True, True)
    asked = {"action": "delete_selected", "_selected_action": [str(made.pk)], "state": "dismissed", "post": "yes"}
    client.post("/admin/players/report/", asked)
    assert client.post(f"/admin/players/report/{made.pk}/change/", asked).status_code == 403
    assert Report.objects.get().state == "open"


def test_a_message_is_reported_by_who_sits_at_its_table(client: Client) -> None:
    ada, charles = two()
    grace = account("Grace")
    game = game_in_play(accounts=(ada, charles))
    message = domain.say(game=game, player=charles.player.pk, text="You <b>fool</b>!")
    address = f"/report/?message={message.pk}"
    for who, status in ((grace, 404), (charles, 404), (ada, 200)):
        client.force_login(who)
        assert client.get(address).status_code == status
    assert client.post(address, {"why": "abuse", "text": ""})["Location"] == f"/games/{game.key}/"
    about, by = charles.player.pk, ada.player.pk
    assert kept() == [("message", message.pk, about, by, "abuse", "", "You <b>fool</b>!", "open")]
