"""Nobody finds out whether an address has an account: by no answer, and by no work that takes time.

Each test does the same in two worlds, in which one address has a proven account or has none, and compares all that is
answered, byte for byte but for tokens, with the number of statements and of passwords hashed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.mails import outbox as mail
from accounts.mails.outbox import deliver_waiting
from accounts.models import Account, OutgoingMail, Player
from tests.accounts.signin.test_views import guest_with_a_game, link
from tests.caches import empty_cache
from tests.library.archive.test_views import text
from tests.scenes import CONSENT, PASSWORD, account

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HERS, NOBODYS = "grace@example.org", "linus@example.org"
NEW = {"username": "Ada", "email": HERS, "password1": "anlytical-engine"} | CONSENT
TOKENS = re.compile(r'(name="(?:csrfmiddlewaretoken|once)" value=")[\w-]+|<time datetime="[^"]*">[^<]*(?=</time>)')


class Answer(NamedTuple):
    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[tuple[str, str], ...]
    body: str
    statements: int
    hashes: int


Step = tuple[str, dict[str, str]]


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch, mails_at_once: None) -> None:
    monkeypatch.setattr(mail, "_once_committed", lambda act: None)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, password, salt: done.append(password) or encode(self, password, salt)
    )
    return done


@pytest.fixture
def ask(by_hand: list[bytes], hashes: list[str]) -> Callable[[Client, Step], Answer]:
    """Asks for a page, with a form if there is one to send, and looks at everything."""

    def asking(client: Client, step: Step) -> Answer:
        path, given = step
        by_hand.clear()
        hashes.clear()
        with CaptureQueriesContext(
            connection,
        ) as seen:
            response = client.post(path, given) if given else client.get(path)
        return Answer(
            response.status_code,
            tuple(sorted((name, value) for name, value in response.headers.items() if name != "Expires")),
            tuple(sorted((name, str(cookie["max-age"])) for name, cookie in response.cookies.items())),
            TOKENS.sub(r"\1", response.content.decode()),
            len(seen) + len(by_hand),
            len(hashes),
        )

    return asking


def in_two_worlds(act: Callable[[], Sequence[Answer]]) -> tuple[Sequence[Answer], Sequence[Answer]]:
    """What comes of it where the address is hers and proven, and where nobody has it."""
    results = []
    for hers in (HERS, NOBODYS):
        with transaction.atomic():
            grace = account("Grace")
            Account.objects.filter(pk=grace.pk).update(email=hers)
            EmailAddress.objects.create(user=grace, email=hers, verified=True, primary=True)
            empty_cache()
            results.append(act())
            transaction.set_rollback(True)
    return results[0], results[1]


def apart(taken: Sequence[Answer], free: Sequence[Answer]) -> list[tuple[int, str, Any, Any]]:
    assert len(taken) == len(free)
    return [
        (number, field, *pair)
        for number, (item, other) in enumerate(zip(taken, free, strict=True))
        for field, *pair in zip(Answer._fields, item, other, strict=True)
        if pair[0] != pair[1]
    ]


SIGN_UP: Step = ("/signup/", NEW)
AFTERWARDS: list[Step] = [
    ("/account/confirm-email/", {}),
    ("/signup/", {}),
    ("/players/Ada/", {}),
    ("/signup/", NEW | {"email": "other@example.org"}),
    ("/signup/", NEW | {"username": "Ada2"}),
    ("/login/", {"login": "Ada", "password": NEW["password1"]}),
    ("/login/", {"login": "Ada", "password": "wrong"}),
    ("/login/", {"login": HERS, "password": NEW["password1"]}),
    ("/login/", {"login": HERS, "password": "wrong"}),
    ("/account/password/reset/", {"email": HERS}),
    ("/account/password/reset/sent/", {}),
]


def test_signing_up_and_all_that_can_be_tried_then(ask: Any) -> None:
    def attack() -> list[Answer]:
        own, other = Client(), Client()
        return [ask(own, SIGN_UP)] + [ask(client, step) for step in AFTERWARDS for client in (own, other)]

    taken, free = in_two_worlds(attack)
    assert apart(taken, free) == []
    assert [item.status for item in free[:7]] == [302, 200, 200, 200, 200, 404, 404]
    assert [item.hashes for item in free] != [0] * len(free)


@pytest.mark.parametrize("login", [HERS, HERS.upper()])
@pytest.mark.parametrize("path", ["/login/", "/account/password/reset/"])
def test_signing_in_and_asking_for_a_password(ask: Any, path: str, login: str) -> None:
    given = {"login": login, "password": "wrong"} if path == "/login/" else {"email": login}
    taken, free = in_two_worlds(lambda: [ask(Client(), (path, given)) for _time in range(6)])
    assert apart(taken, free) == []
    assert {item.hashes for item in free[:5]} == ({1} if path == "/login/" else {0})


def test_a_guest_who_signs_up(ask: Any) -> None:
    def attack() -> list[Answer]:
        own = Client()
        guest_with_a_game(own)
        return [ask(own, step) for step in (SIGN_UP, *AFTERWARDS[:5], ("/account/", {}))]

    taken, free = in_two_worlds(attack)
    assert apart(taken, free) == []
    assert free[0].status == 302


def test_another_address_for_an_account(ask: Any) -> None:
    def attack() -> list[Answer]:
        eve = account("Eve")
        EmailAddress.objects.create(user=eve, email="eve@example.org", verified=True, primary=True)
        own = Client()
        own.post("/login/", {"login": "eve", "password": PASSWORD})
        return [
            ask(own, step)
            for step in (
                ("/account/email/", {"email": HERS, "action_add": ""}),
                ("/account/reauthenticate/?next=/account/email/", {"password": PASSWORD}),
                ("/account/email/", {}),
                ("/account/email/", {"email": HERS, "action_send": ""}),
                ("/account/email/", {}),
                ("/account/email/", {"email": HERS, "action_add": ""}),
                ("/account/", {}),
                ("/login/", {"login": HERS, "password": PASSWORD}),
            )
        ]

    taken, free = in_two_worlds(attack)
    assert apart(taken, free) == []
    assert f"<dd>{HERS}</dd>" in free[2].body


def test_the_owner_alone_is_told(mailoutbox: list[EmailMessage], client: Client) -> None:
    grace = account("Grace")
    EmailAddress.objects.create(user=grace, email=HERS, verified=True, primary=True)
    client.post(*SIGN_UP)
    assert deliver_waiting() == 1
    assert [(item.to, item.subject) for item in mailoutbox] == [([HERS], "You have an account already")]
    assert "confirm-email" not in str(mailoutbox[0].body)
    assert Account.objects.get(username="Ada").emailaddress_set.get().verified is False


def test_of_two_who_give_an_address_its_owner_decides(mailoutbox: list[EmailMessage]) -> None:
    squatter, owner = Client(), Client()
    squatter.post("/signup/", NEW)
    empty_cache()  # three minutes later
    owner.post("/signup/", NEW | {"username": "Grace"})
    deliver_waiting()
    assert [item.subject for item in mailoutbox] == ["Confirm your address to play"] * 2
    owner.post(link(mailoutbox[1]))
    squatter.post(link(mailoutbox[0]))
    assert list(EmailAddress.objects.filter(verified=True).values_list("user__username", flat=True)) == ["Grace"]
    assert dict(Player.objects.values_list("name", "unproven")) == {"Ada": True, "Grace": False}


ABOUT_A_NAME: list[Step] = [
    ("/players/NAME/", {}),
    ("/players/NAME/block/", {"undo": ""}),
    ("/report/?player=NAME", {}),
    ("/report/?player=NAME", {"why": "abuse"}),
    ("/challenge/?to=NAME", {}),
    ("/challenge/", {"to": "NAME", "variant": "duel", "pace": "3-days"}),
]


@pytest.mark.parametrize("signed_in", [True, False])
def test_who_has_not_proven_an_address_is_as_unknown_as_nobody(signed_in: bool) -> None:
    una = account("Una")
    EmailAddress.objects.create(user=una, email=HERS)
    Player.objects.filter(account=una).update(unproven=True)
    client = Client()
    if signed_in:
        client.force_login(account("Eve"))
    for path, given in ABOUT_A_NAME:
        result = []
        for name in ("Una", "Nix"):
            given_here = {field: value.replace("NAME", name) for field, value in given.items()}
            where = path.replace("NAME", name)
            response = client.post(where, given_here) if given else client.get(where)
            body = TOKENS.sub(r"\1", response.content.decode()).replace(name, "NAME")
            result.append((response.status_code, response.get("Location", "").replace(name, "NAME"), body))
        assert result[0] == result[1], path


def test_who_proves_the_address_has_a_profile(client: Client, mailoutbox: list[EmailMessage]) -> None:
    client.post(*SIGN_UP)
    deliver_waiting()
    assert client.get("/players/Ada/").status_code == 404
    client.post(link(mailoutbox[0]))
    assert "Ada" in text(client.get("/players/Ada/"))
    assert not OutgoingMail.objects.exists()
