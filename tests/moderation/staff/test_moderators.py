"""Moderators are no superusers: they have no power over accounts, and nobody of the staff is somebody else."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client

from accounts.models import Account, Player, Report
from moderation.staff.moderators import GROUP, make_group
from play.talk.models import Message
from tests.library.archive.test_views import text
from tests.scenes import account, game_in_play

from .people import audited, last, moderator, operator, signed_in

pytestmark = pytest.mark.django_db

ADDRESS = "ada.l@example.org"


def granted() -> list[str]:
    permissions = Permission.objects.filter(group__name=GROUP).values_list("content_type__app_label", "codename")
    return sorted(f"{app}.{code}" for app, code in permissions)


MAY = [
    "cases.handle_case",
    "games.view_game",
    "lobby.view_seek",
    "moderation.view_auditentry",
    "players.close_player",
    "players.view_player",
    "studies.hide_study",
    "studies.hide_studycomment",
    "studies.view_study",
    "studies.view_studycomment",
    "talk.hide_message",
    "talk.view_message",
]


def test_migrating_makes_the_group_and_gives_it_back_what_it_may() -> None:
    assert granted() == MAY  # made by the migration of the test's own database
    group = Group.objects.get(name=GROUP)
    group.permissions.set(Permission.objects.filter(codename__in=["change_account", "view_player"]))
    make_group()
    make_group()
    assert (granted(), Group.objects.count()) == (MAY, 1)
    Group.objects.all().delete()
    make_group()
    assert granted() == MAY


OTHER = "sessions.view_session"  # which no page of the admin asks for


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("appoint", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_gives_and_takes() -> None:
    ada = account("Ada")
    other = Permission.objects.get(content_type__app_label="sessions", codename="view_session")
    ada.user_permissions.set([Permission.objects.get(codename="change_account"), other])
    powerful = Group.objects.create(name="Powerful")
    powerful.permissions.set(Permission.objects.filter(codename="delete_account"))
    ada.groups.set([powerful, Group.objects.create(name="Friends")])
    assert told("Ada", "moderator") == told("ada", "moderator") == "ada is a moderator.\n"
    result = Account.objects.get(pk=ada.pk)
    assert (result.is_staff, result.is_superuser, sorted(result.get_all_permissions())) == (
        True,
        False,
        sorted([*MAY, OTHER]),
    )
    assert told("ada", "operator") == "ada is an operator.\n"
    assert told("ada", "nobody") == "ada has no powers.\n"
    result = Account.objects.get(pk=ada.pk)
    assert (result.is_staff, result.is_superuser, result.get_all_permissions()) == (False, False, {OTHER})
    assert [group.name for group in result.groups.all()] == ["Friends"]
    assert [action for _by, action, *_rest in audited()] == ["appointed-moderator", "appointed-operator", "dismissed"]


def reported() -> tuple[Account, Message, Report]:
    ada, charles = account("Ada"), account("Charles")
    Account.objects.filter(pk=ada.pk).update(email=ADDRESS)
    EmailAddress.objects.create(user=ada, email=ADDRESS, verified=True, primary=True)
    game = game_in_play(accounts=(ada, charles), plies=0)
    said = Message.objects.create(game=game.id, author=ada.player, text="rude", sent=game.created)
    report = Report.objects.create(
        kind="message", target=said.pk, about=ada.player, reporter=charles.player, why="abuse"
    )
    return ada, said, report


def test_what_moderators_do() -> None:
    ada, said, _report = reported()
    mona = moderator()
    browser = signed_in(mona)
    for page in ("", "players/player/", "talk/message/", "games/game/", "lobby/seek/"):
        assert browser.get(f"/admin/{page}").status_code == 200
    for where, action, row in (
        ("players/player", "close", ada.player.pk),
        ("talk/message", "hide", said.pk),
    ):
        browser.post(f"/admin/{where}/", {"action": action, "_selected_action": str(row)})
    for row in (ada, said):
        row.refresh_from_db()
    assert (ada.is_active, said.hidden) == (False, True)
    assert audited(after=1) == [
        (mona.pk, "closed-account", "players-account", str(ada.pk), ""),
        (mona.pk, "hid-message", "talk-message", str(said.pk), ""),
    ]


CLOSED = [
    "cases/case/",
    "players/report/",
    "players/report/REPORT/change/",
    "players/account/",
    "players/account/ID/change/",
    "players/account/ID/delete/",
    "players/account/ID/history/",
    "players/account/add/",
    "players/player/add/",
    "players/player/PLAYER/delete/",
    "autocomplete/?app_label=players&model_name=player&field_name=account&term=ada",
]
GONE = [
    "players/account/ID/password/",
    "auth/group/",
    "account/emailaddress/",
    "account/emailconfirmation/",
    "sessions/session/",
    "admin/logentry/",
]


@pytest.mark.slow
def test_moderators_have_no_power_over_accounts() -> None:
    ada, said, report = reported()
    browser = signed_in(moderator())
    before = (list(Account.objects.values()), list(Player.objects.values()), list(EmailAddress.objects.values()))
    given = {"username": "mine", "email": "mona@example.org", "name": "mine", "is_active": "", "post": "yes"}
    given |= {"is_superuser": "on", "is_staff": "on", "password": "x", "password1": "x", "hidden": "on", "text": "x"}
    for page in [*CLOSED, *GONE]:
        address = f"/admin/{page.replace('ID', str(ada.pk)).replace('PLAYER', str(ada.player.pk))}"
        address = address.replace("REPORT", str(report.pk))
        wanted = {302, 404} if page in GONE else {403, 405}
        assert {browser.get(address).status_code, browser.post(address, given).status_code} <= wanted, page
    for page in (f"players/player/{ada.player.pk}/change/", f"talk/message/{said.pk}/change/"):
        assert browser.post(f"/admin/{page}", given).status_code == 403
    for action in ("delete_selected", "make_moderator", "take_powers", "open"):
        browser.post("/admin/players/account/", {"action": action, "_selected_action": str(ada.pk), "post": "yes"})
    browser.post(
        "/admin/players/player/", {"action": "delete_selected", "_selected_action": str(ada.player.pk), "post": "yes"}
    )
    assert before == (
        list(Account.objects.values()),
        list(Player.objects.values()),
        list(EmailAddress.objects.values()),
    )
    said.refresh_from_db()
    assert (said.hidden, said.text, last()) == (False, "rude", 1)


@pytest.mark.slow
def test_moderators_find_no_address_out() -> None:
    ada, said, _report = reported()
    browser = signed_in(moderator())
    for page in (
        "players/player/",
        f"players/player/?q={ADDRESS}",
        f"players/player/{ada.player.pk}/change/",
        f"talk/message/{said.pk}/change/",
    ):
        assert ADDRESS not in browser.get(f"/admin/{page}").text.replace(f'value="{ADDRESS}"', "")
    assert browser.get(f"/admin/players/player/?q={ADDRESS}").context["cl"].result_count == 0
    for page in ("players/player", "talk/message", "games/game", "lobby/seek"):
        for path in ("account__email", "about__account__email", "author__account__email", "host__account__email"):
            response = browser.get(f"/admin/{page}/?{path}__startswith=ada")
            assert (response.status_code, "cl" in (response.context or {})) == (400, False) or response[
                "Location"
            ].endswith("e=1")


def test_moderators_close_nobody_of_the_staff() -> None:
    boss, other, mona = operator(), moderator("Milo"), moderator()
    browser = signed_in(mona)
    answers = [
        text(
            browser.post(
                "/admin/players/player/", {"action": "close", "_selected_action": str(who.player.pk)}, follow=True
            )
        )
        for who in (boss, other, mona)
    ]
    assert ["only an operator may do this" in answer for answer in answers] == [True, True, False]
    assert "you cannot change your own account or rights here" in answers[2]
    assert (Account.objects.filter(is_active=False).count(), last()) == (0, 3)


def test_operators_do_not_edit_their_own_rights() -> None:
    boss = operator()
    browser = signed_in(boss)
    page = f"/admin/players/account/{boss.pk}/change/"
    assert "Nobody changes their own rights" in text(browser.get(page))
    every = {"is_superuser": "", "is_staff": "", "is_active": "", "email": "x@example.org", "groups": "1"}
    browser.post(page, every | {"username": "boss"})
    for action in ("close", "make_moderator", "take_powers", "delete_selected"):
        asked = {"action": action, "_selected_action": str(boss.pk), "post": "yes"}
        browser.post("/admin/players/account/", asked)
    browser.post(f"/admin/players/account/{boss.pk}/delete/", {"post": "yes"})
    browser.post(f"/admin/players/player/{boss.player.pk}/delete/", {"post": "yes"})
    result = Account.objects.get(pk=boss.pk)
    assert (result.is_superuser, result.is_staff, result.is_active, result.email) == (True, True, True, "")
    assert last() == 1


def test_operators_appoint_moderators_and_nobody_else() -> None:
    boss, other, ada = operator(), operator("Bill"), account("Ada")
    browser = signed_in(boss)

    def act(action: str, who: Account) -> tuple[bool, bool, bool]:
        browser.post("/admin/players/account/", {"action": action, "_selected_action": str(who.pk)})
        result = Account.objects.get(pk=who.pk)
        return result.is_staff, result.is_superuser, result.groups.exists()

    assert act("make_moderator", ada) == (True, False, True)
    assert act("take_powers", ada) == (False, False, False)
    assert act("take_powers", other) == (True, True, False)  # the server alone makes operators, and unmakes them
    act("close", other)
    assert not Account.objects.get(pk=other.pk).is_active


def test_operators_become_nobody_else() -> None:
    """No password, no address, no player of another, no session."""
    ada, _said, _report = reported()
    boss = operator()
    browser = signed_in(boss)
    for page in GONE:
        address = f"/admin/{page.replace('ID', str(ada.pk))}"
        assert browser.post(address, {"password1": "x" * 12, "password2": "x" * 12}).status_code in {302, 404}
    given = {"password": "x", "email": "boss@example.org", "password1": "anlytical-engine"}
    browser.post(f"/admin/players/account/{ada.pk}/change/", given | {"username": "ada"})
    browser.post(f"/admin/players/player/{ada.player.pk}/change/", {"account": str(boss.pk), "name": "x"})
    assert browser.post("/admin/players/account/add/", given | {"username": "new"}).status_code == 403
    result = Account.objects.get(pk=ada.pk)
    assert (result.email, result.password, result.player) == (ADDRESS, ada.password, ada.player)
    assert browser.get("/admin/password_change/")["Location"] == "/account/password/"


def test_a_lost_password_is_helped_by_a_link_to_the_proven_address(mailoutbox: list[EmailMessage]) -> None:
    ada, _said, _report = reported()
    una = account("Una")
    EmailAddress.objects.create(user=una, email="una@example.org")
    asked = {"action": "send_reset", "_selected_action": [str(ada.pk), str(una.pk)]}
    page = text(signed_in(operator()).post("/admin/players/account/", asked, follow=True))
    assert "1 link is on its way" in page
    assert "Una has no proven address" in page
    assert [(item.to, item.subject) for item in mailoutbox] == [([ADDRESS], "A new password")]
    key = str(mailoutbox[0].body).split("http://testserver")[1].split()[0]
    assert key not in page
    form = Client().get(key)["Location"]
    assert form.endswith("-set-password/")
