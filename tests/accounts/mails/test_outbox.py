"""Mail is sent in the background, once, also after an outage; and no secret lies anywhere on its way."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.mails import outbox as mail
from accounts.mails.outbox import deliver, deliver_waiting, post
from accounts.models import Account, OutgoingMail
from privacy.erase import delete_account
from tests.accounts.signin.test_views import link
from tests.notices.people import Times, times
from tests.scenes import CONSENT, account

pytestmark = pytest.mark.django_db

ADA = {"username": "Ada", "email": "ada@example.org", "password1": "anlytical-engine"} | CONSENT
SITE = "http://testserver"


@pytest.fixture
def time() -> Any:
    with times() as time:
        yield time


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "_once_committed", lambda act: None)


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], list[str]]:
    """Has the mail server answer with an error, or (None) as it should; the addresses that it was asked to send to."""
    asked: list[str] = []
    send = EmailBackend.send_messages

    def answer(error: Exception | None) -> list[str]:
        def send_messages(self: Any, messages: list[EmailMessage]) -> int:
            asked.extend(message.to[0] for message in messages)
            if error is not None:
                raise error
            return int(send(self, messages))

        monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
        return asked

    return answer


def waiting() -> list[tuple[str, str, int]]:
    return list(OutgoingMail.objects.order_by("created", "address").values_list("kind", "address", "attempts"))


@pytest.mark.slow
def test_an_hour_without_the_mail_server(
    client: Client, time: Times, away: Any, mailoutbox: list[EmailMessage], caplog: pytest.LogCaptureFixture
) -> None:
    """Pages answer at once, and afterwards each mail arrives, once, with a link that is good."""
    asked = away(ConnectionRefusedError(111, "ada@example.org"))
    account("Grace")
    EmailAddress.objects.create(user=account("Una"), email="una@example.org", verified=True, primary=True)
    assert client.post("/signup/", ADA)["Location"] == "/account/confirm-email/"
    for _time in range(3):
        assert Client().post("/account/password/reset/", {"email": "una@example.org"}).status_code == 302
    for _minute in range(60):
        time.wait(minutes=1)
        deliver_waiting()
    sent = "/account/confirm-email/", "/account/password/reset/sent/"
    assert ["mail server does not answer" in client.get(page).text for page in sent] == [True, True]
    assert [(kind, address) for kind, address, _attempts in waiting()] == [
        ("confirm-signup", "ada@example.org"),
        ("reset", "una@example.org"),
    ]
    assert len(asked) < 25
    away(None)
    time.wait(minutes=16)
    deliver_waiting()
    deliver_waiting()
    assert waiting() == []
    assert "mail server" not in client.get(sent[0]).text
    adas, unas = sorted(mailoutbox, key=lambda item: item.to)
    assert (adas.to, unas.to) == (["ada@example.org"], ["una@example.org"])
    assert client.post(link(adas)).status_code == 302
    assert EmailAddress.objects.get(email="ada@example.org").verified
    assert client.get(link(unas))["Location"].endswith("-set-password/")
    assert "example.org" not in caplog.text


def test_a_mail_that_is_refused_keeps_no_other(later: None, time: Times, away: Any) -> None:
    for name in ("a", "b"):
        post("reset", site=SITE, address=f"{name}@example.org")
    asked = away(SMTPRecipientsRefused({}))
    assert (deliver_waiting(), sorted(asked)) == (0, ["a@example.org", "b@example.org"])
    assert [attempts for *_row, attempts in waiting()] == [1, 1]


@pytest.mark.parametrize("error", [SMTPSenderRefused(452, b"full", "a@b"), SMTPDataError(452, b"full")])
def test_a_server_that_is_full_is_away(error: Exception, later: None, time: Times, away: Any, client: Client) -> None:
    """It is tried with one mail a sweep, pages say so, operators too; and it is left to the sweep."""
    for name in ("a", "b"):
        post("reset", site=SITE, address=f"{name}@example.org")
    asked = away(error)
    assert (deliver_waiting(), len(asked)) == (0, 1)
    other = OutgoingMail.objects.exclude(address=asked[0]).get()
    assert "mail server does not answer" in client.get("/account/password/reset/sent/").text
    assert (deliver(str(other.pk)), len(asked)) == (False, 1)
    client.force_login(Account.objects.create_superuser("op"))
    assert "1 mail was not taken by the mail server and waits, since " in client.get("/admin/").text


def test_an_address_that_is_refused_is_asked_for_ever_more_seldom(later: None, time: Times, away: Any) -> None:
    post("reset", site=SITE, address="a@example.org")
    asked = away(SMTPRecipientsRefused({"a@example.org": (550, b"none")}))
    for _half in range(40):
        deliver_waiting()
        time.wait(minutes=30)
    assert len(asked) == 9


def test_a_mail_that_comes_twice_has_one_id(later: None, time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    result = []

    def take(self: EmailMessage, fail_silently: bool = False) -> int:
        result.append(self.message()["Message-ID"])
        raise TimeoutError

    monkeypatch.setattr(EmailMessage, "send", take)
    post("reset", site=SITE, address="a@example.org")
    for _time in range(2):
        deliver_waiting()
        time.wait(minutes=5)
    post("reset", site=SITE, address="a@example.org")
    deliver_waiting()
    assert [result.index(item) for item in result] == [0, 0, 2]


def test_a_mail_that_cannot_be_made_keeps_no_other(
    later: None, time: Times, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    def broken(row: OutgoingMail) -> None:
        raise KeyError(row.address)

    monkeypatch.setitem(mail._KINDS, "broken", mail._MailKind(broken, timedelta(days=1)))
    for kind in ("broken", "reset"):
        post(kind, site=SITE, address="ada@example.org")
    assert (deliver_waiting(), len(mailoutbox)) == (1, 1)
    assert waiting() == [("broken", "ada@example.org", 1)]


def test_what_is_old_is_dropped(later: None, time: Times, mailoutbox: list[EmailMessage]) -> None:
    post("reset", site=SITE, address="ada@example.org")
    time.wait(hours=24)
    deliver_waiting()
    assert (waiting(), mailoutbox) == ([], [])


def test_what_is_no_longer_so_is_dropped(later: None, client: Client, mailoutbox: list[EmailMessage]) -> None:
    client.post("/signup/", ADA)
    EmailAddress.objects.update(verified=True)
    deliver_waiting()
    assert (waiting(), mailoutbox) == ([], [])


def test_a_mail_is_sent_once_by_whomever(later: None, mailoutbox: list[EmailMessage]) -> None:
    """A worker that is at it keeps others from it; when it dies the sweep comes to it after a while."""
    post("reset", site=SITE, address="ada@example.org")
    row = OutgoingMail.objects.get()
    assert mail._claim(row.pk) is not None
    assert (deliver(str(row.pk)), deliver_waiting(), mailoutbox) == (True, 0, [])
    OutgoingMail.objects.update(due=timezone.now())
    assert (deliver_waiting(), deliver_waiting(), len(mailoutbox)) == (1, 0, 1)


def test_who_asks_again_while_it_is_sent_is_sent_another(later: None, time: Times, away: Any) -> None:
    post("reset", site=SITE, address="ada@example.org")
    claimed = mail._claim(OutgoingMail.objects.get().pk)
    assert claimed is not None
    time.wait(seconds=1)
    post("reset", site=SITE, address="ada@example.org")
    OutgoingMail.objects.filter(pk=claimed.pk, created=claimed.created).delete()
    assert waiting() == [("reset", "ada@example.org", 1)]


def test_without_the_broker_the_page_answers_and_the_sweep_sends(
    client: Client, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    def refuse(*_given: Any, **_more: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(deliver, "apply_async", refuse)
    assert client.post("/signup/", ADA)["Location"] == "/account/confirm-email/"
    assert mailoutbox == []
    assert (deliver_waiting(), [item.to for item in mailoutbox]) == (1, [["ada@example.org"]])


def test_no_secret_lies_in_the_row_or_the_queue(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    values: list[Any] = []
    monkeypatch.setattr(deliver, "apply_async", lambda args, **how: values.append((args, how)))
    EmailAddress.objects.create(user=account("Una"), email="una@example.org", verified=True, primary=True)
    client.post("/signup/", ADA)
    client.post("/account/password/reset/", {"email": "una@example.org"})
    rows = list(OutgoingMail.objects.order_by("created"))
    assert [args for args, _how in values] == [(str(row.pk),) for row in rows]
    assert [(row.kind, row.details, row.about, row.site) for row in rows] == [
        ("confirm-signup", {}, None, SITE),
        ("reset", {}, None, SITE),
    ]
    assert rows[1].account is None  # it was not even looked up


def test_they_go_with_the_account(later: None, client: Client) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    for address in ("ada@example.org", "other@example.org"):
        client.post("/account/password/reset/", {"email": address})
    client.post("/signup/", ADA | {"username": "Ada2", "email": "ada@example.org"})
    delete_account(ada)
    assert "ada@" not in json.dumps(list(OutgoingMail.objects.filter(account=None).values_list("address", flat=True)))
    assert sorted(waiting()) == [("confirm-signup", "ada@example.org", 0), ("reset", "other@example.org", 0)]
