"""Signing up by a link in a mail, signing in within limits, new passwords and new addresses."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth import SESSION_KEY
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import Account, Player, Preferences
from games.models import Game
from tests.accounts.conduct.penalties import impose
from tests.library.archive.test_views import text
from tests.scenes import CONSENT, PASSWORD, account, game_in_play, player

pytestmark = pytest.mark.django_db

ADA = {"username": "Ada", "email": "Ada@Example.org", "password1": "anlytical-engine"} | CONSENT


def link(mail: EmailMessage) -> str:
    match_ = re.search(r"http://testserver(/\S+)", str(mail.body))
    assert match_ is not None
    return match_[1]


def errors(response) -> dict[str, list[str]]:
    return {name: [str(item) for item in error] for name, error in response.context["form"].errors.items()}


def who(client: Client) -> str | None:
    result = Account.objects.filter(pk=client.session.get(SESSION_KEY)).first()
    return result.username if result else None


def test_signing_up_by_the_link_of_the_mail(client: Client, mailoutbox: list[EmailMessage]) -> None:
    response = client.post("/signup/", ADA | {"time_zone": "Europe/Berlin", "next": "/rules/"})

    assert response["Location"] == "/account/confirm-email/"
    assert "Look into your mail" in text(client.get(response["Location"]))
    assert (who(client), [mail.to for mail in mailoutbox]) == (None, [["ada@example.org"]])
    assert mailoutbox[0].subject == "Confirm your address to play"
    assert "Is ada@example.org the address of the player Ada?" in text(client.get(link(mailoutbox[0])))
    assert who(client) is None  # a program that opens links confirms nothing

    assert client.post(link(mailoutbox[0]))["Location"] == "/rules/"
    assert who(client) == "Ada"
    made = Player.objects.get(account__username="Ada")
    assert (made.name, made.guest, made.bot) == ("Ada", False, False)
    assert Preferences.objects.get(account=made.account).time_zone == "Europe/Berlin"


def test_the_link_signs_nobody_in_elsewhere(client: Client, mailoutbox: list[EmailMessage]) -> None:
    client.post("/signup/", ADA)
    elsewhere = Client()
    assert elsewhere.post(link(mailoutbox[0])).status_code == 302
    assert who(elsewhere) is None
    assert EmailAddress.objects.get().verified


def test_without_the_link_nobody_signs_in(client: Client, mailoutbox: list[EmailMessage]) -> None:
    client.post("/signup/", ADA)
    fresh = Client()
    response = fresh.post("/login/", {"login": "ada", "password": ADA["password1"]})
    assert (response["Location"], who(fresh)) == ("/account/confirm-email/", None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ab", "A name has at least 3 characters."),
        ("a" * 21, "A name has at most 20 characters."),
        ("ada lovelace", "A name has only the letters a to z, digits, “-” and “_”."),
        ("адa", "A name has only the letters a to z, digits, “-” and “_”."),
        ("---", "A name has at least one letter or digit."),
        ("Admin", "This name is kept for the service. Choose another."),
        ("guest-17", "This name is kept for the service. Choose another."),
        ("CHARLES", "This name is taken. Choose another."),
        ("robo", "This name is taken. Choose another."),
    ],
)
def test_names_that_cannot_be_had(client: Client, name: str, expected: str) -> None:
    account("Charles")
    Player.objects.create(name="Robo", bot=True)
    response = client.post("/signup/", ADA | {"username": name})
    assert (response.status_code, expected in errors(response)["username"]) == (400, True)
    assert f'value="{name}"' in response.content.decode()  # nothing that was entered is lost
    assert not Account.objects.filter(email="ada@example.org").exists()


def test_a_name_from_records_can_be_had(client: Client) -> None:
    player("Ada")
    assert client.post("/signup/", ADA).status_code == 302
    assert Player.objects.filter(name="Ada").count() == 2


def test_signing_in_by_name_or_address_in_any_case(client: Client) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    for login in ("ADA", "ADA@example.org"):
        client.logout()
        client.post("/login/", {"login": login, "password": PASSWORD})
        assert who(client) == "ada"


def test_too_many_wrong_passwords_are_refused_for_a_while(client: Client) -> None:
    account("Ada")
    contents = [text(client.post("/login/", {"login": "ada", "password": f"wrong-{n}"})) for n in range(6)]
    assert ["Too many wrong passwords" in content for content in contents] == [False] * 5 + [True]
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    assert who(client) is None


def test_an_account_of_the_operator_signs_in_without_an_address(client: Client) -> None:
    Account.objects.create_superuser("operator", password=PASSWORD)
    assert client.get("/admin/login/?next=/admin/")["Location"] == "/login/?next=%2Fadmin%2F"
    assert (
        client.post("/login/", {"login": "operator", "password": PASSWORD, "next": "/admin/"})["Location"] == "/admin/"
    )
    assert (who(client), Player.objects.get(account__username="operator").name) == ("operator", "operator")


def test_a_new_password_by_mail(client: Client, mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    Account.objects.update(email="ada@example.org")

    client.post("/account/password/reset/", {"email": "ada@example.org"})
    form = client.get(link(mailoutbox[0]))["Location"]
    assert "Choose a new password" in text(client.get(form))
    client.post(form, {"password1": "another-long-one", "password2": "another-long-one"})
    client.post("/login/", {"login": "ada", "password": "another-long-one"})
    assert who(client) == "ada"
    assert "too old, incomplete, or was used before" in text(Client().get(link(mailoutbox[0])))


# -- guests ---------------------------------------------------------------------------------------


def guest_with_a_game(client: Client) -> tuple[Account, Game]:
    guest = Account.objects.create_user("guest-4711")
    Player.objects.create(name="guest-4711", account=guest, guest=True)
    client.force_login(guest)
    return guest, game_in_play(accounts=(guest, None))


def test_a_guest_who_signs_up_keeps_the_games(client: Client, mailoutbox: list[EmailMessage]) -> None:
    guest, game = guest_with_a_game(client)
    assert "become yours" in text(client.get("/signup/"))
    assert "You play as a guest" in text(client.get(f"/games/{game.key}/"))

    client.post("/signup/", ADA)
    seat = game.seats.get(player__account=guest)
    assert (seat.player.name, seat.player.guest, who(client)) == ("Ada", True, "Ada")  # it can be played on
    pages = ("/account/", f"/games/{game.key}/", "/logout/")
    for page in map(text, map(client.get, pages[:2])):
        assert ("You play as a guest" in page, "One step is left: open the link" in page) == (False, True)
    assert "You play as a guest" not in text(client.get(pages[2]))

    mail = str(mailoutbox[0].body)
    assert ("Welcome to Vexillum, " in mail, "to testserver" in mail) == (True, False)
    client.post(link(mailoutbox[0]))
    seat = game.seats.get(player__account=guest)
    for page in map(text, map(client.get, pages)):
        assert ("You play as a guest" in page, "One step is left" in page) == (False, False)
    assert (seat.player.name, seat.player.guest, who(client)) == ("Ada", False, "Ada")
    assert Account.objects.count() == 1
    client.logout()
    client.post("/login/", {"login": "ada", "password": ADA["password1"]})
    assert who(client) == "Ada"


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("/account/email/", {"email": "ada@example.org", "action_add": ""}),
        ("/account/password/set/", {"password1": "anlytical-engine", "password2": "anlytical-engine"}),
        ("/account/password/", {"password1": "anlytical-engine", "password2": "anlytical-engine"}),
        ("/account/reauthenticate/", {"password": ""}),
    ],
)
def test_a_guest_signs_up_before_anything_else(client: Client, address: str, given: dict[str, str]) -> None:
    guest, _game = guest_with_a_game(client)
    for response in (client.get(address), client.post(address, given)):
        assert response["Location"] == "/signup/"
    assert "Sign up first" in text(client.get("/signup/"))
    guest.refresh_from_db()
    assert (guest.has_usable_password(), EmailAddress.objects.count()) == (False, 0)


@pytest.mark.parametrize(("name", "password"), [("guest-4711", PASSWORD), ("Ada", None)])
def test_a_proven_address_alone_makes_no_member(client: Client, name: str, password: str | None) -> None:
    guest, _game = guest_with_a_game(client)
    guest.username = name
    guest.set_password(password)
    guest.save()
    address = EmailAddress.objects.create(user=guest, email="ada@example.org")
    client.post(f"/account/confirm-email/{EmailConfirmationHMAC(address).key}/")
    address.refresh_from_db()
    assert (address.verified, Player.objects.get(account=guest).guest) == (True, True)


def test_whoever_has_an_account_cannot_sign_up_again(client: Client) -> None:
    client.force_login(account("Ada"))
    assert client.get("/signup/")["Location"] == "/"


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("/login/", {"login": "ada"}),
        ("/signup/", {}),
        ("/account/password/reset/", {"email": "no address"}),
        ("/account/password/", {"oldpassword": "wrong", "password1": "12345678", "password2": "12345678"}),
        ("/account/email/", {"email": "no address", "action_add": ""}),
        ("/account/reauthenticate/", {"password": "wrong"}),
    ],
)
def test_what_cannot_be_accepted_is_no_success(client: Client, address: str, given: dict[str, str]) -> None:
    ada = account("Ada")
    if address.startswith("/account/") and "reset" not in address:
        client.force_login(ada)
    response = client.post(address, given)
    assert (response.status_code, errors(response) != {}) == (400, True)
    assert "aria-invalid" in response.content.decode()


@pytest.mark.parametrize("where", ["", "?next=/my/"])
def test_who_is_banned_is_led_to_the_page_that_says_so(client: Client, where: str) -> None:
    impose(account("Ada").player.pk, "ban", ends=None)
    response = client.post(f"/login/{where}", {"login": "ada", "password": PASSWORD}, follow=True)
    assert (response.redirect_chain[-1][0], response.status_code) == ("/account/standing/", 200)
    assert "Your account is banned" in text(response)


def test_a_closed_account_is_signed_out(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)
    assert client.get("/account/").status_code == 200
    Account.objects.update(is_active=False)
    assert client.get("/account/")["Location"] == "/login/?next=/account/"
    response = client.post("/login/", {"login": "ada", "password": PASSWORD}, follow=True)
    assert "This account is closed" in text(response)
