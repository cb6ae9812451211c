"""Another address: who has to agree, what a stolen session cannot do, and who comes first."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Account, AddressChange, OutgoingMail, Session
from accounts.signin import address_change
from accounts.tasks import change_addresses
from tests.accounts.signin.test_views import link, who
from tests.library.archive.test_views import text
from tests.scenes import PASSWORD, account

OLD, NEW, OTHER = "ada@example.org", "ada@example.net", "thief@example.com"
ASKED, MADE = "Another address for your account?", "Your account has another address"


def ada_with_an_address() -> Account:
    ada = account("Ada")
    ada.email = OLD
    ada.save(update_fields=["email"])
    EmailAddress.objects.create(user=ada, email=OLD, verified=True, primary=True)
    return ada


def asked_for(new: str = NEW, client: Client | None = None) -> Client:
    client = client or Client()
    client.post("/login/", {"login": "ada", "password": PASSWORD})
    answer = client.post("/account/email/", {"email": new, "action_add": ""})
    if "reauthenticate" in answer["Location"]:
        client.post(answer["Location"], {"password": PASSWORD})
    return client


def sent(mails: list[EmailMessage], to: str, subject: str = "") -> EmailMessage:
    return [mail for mail in mails if mail.to == [to] and subject in mail.subject][-1]


def way(mails: list[EmailMessage]) -> str:
    (result,) = re.findall(r"http://testserver(/account/email/change/\S+)", str(sent(mails, OLD, ASKED).body))
    return str(result)


def addresses() -> list[tuple[str, bool, bool]]:
    return list(EmailAddress.objects.order_by("pk").values_list("email", "verified", "primary"))


def later(**span: float) -> None:
    for change in AddressChange.objects.all():
        change.asked -= timedelta(**span)
        change.due -= timedelta(**span)
        change.save()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("first", ["proven", "agreed"])
def test_it_holds_once_it_is_proven_and_the_old_one_agrees(first: str, mailoutbox: list[EmailMessage]) -> None:
    ada = ada_with_an_address()
    client, anybody = asked_for(), Client()
    assert [item.to for item in mailoutbox] == [[NEW], [OLD]]
    page = text(client.get("/account/email/"))
    assert ("Changing to ada@example.net" in page, "2 days, 23 hours from now" in page) == (True, True)
    assert "being changed to ada@example.net" in text(client.get("/account/"))
    steps = [lambda: client.post(link(sent(mailoutbox, NEW))), lambda: anybody.post(way(mailoutbox), {"agree": "1"})]
    agreed = way(mailoutbox)
    for step in steps if first == "proven" else reversed(steps):
        assert addresses()[0] == (OLD, True, True)
        step()
    ada.refresh_from_db()
    assert (addresses(), ada.email, AddressChange.objects.exists()) == ([(NEW, True, True)], NEW, False)
    assert sorted(item.to[0] for item in mailoutbox if item.subject == MADE) == [NEW, OLD]
    assert anybody.get(agreed).status_code == 404
    assert who(anybody) is None


@pytest.mark.django_db
def test_it_holds_after_three_days_in_which_nobody_objects(mailoutbox: list[EmailMessage]) -> None:
    ada_with_an_address()
    client = asked_for()
    assert "as soon as the link in the mail to the old address" in text(
        client.post(link(sent(mailoutbox, NEW)), follow=True)
    )
    later(days=2, hours=23)
    assert (change_addresses(), addresses()) == (0, [(OLD, True, True), (NEW, False, False)])
    later(hours=1)
    assert (change_addresses(), addresses(), change_addresses()) == (1, [(NEW, True, True)], 0)


@pytest.mark.slow
@pytest.mark.django_db
def test_days_alone_prove_nothing(mailoutbox: list[EmailMessage]) -> None:
    ada_with_an_address()
    asked_for()
    later(days=4)
    assert (change_addresses(), addresses()[0]) == (0, (OLD, True, True))
    Client().post(link(sent(mailoutbox, NEW)))
    assert addresses() == [(NEW, True, True)]
    asked_for(OTHER)
    later(days=15)
    assert (change_addresses(), addresses(), AddressChange.objects.count()) == (0, [(NEW, True, True)], 0)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_old_address_stops_it_and_signs_the_thief_out(mailoutbox: list[EmailMessage]) -> None:
    ada = ada_with_an_address()
    thief, owner = asked_for(OTHER), Client()
    proving, stopping = link(sent(mailoutbox, OTHER)), way(mailoutbox)
    thief.post(proving)
    page = owner.get(stopping)
    assert "The player ada wants the address thief@example.com" in text(page)
    assert (page["Cache-Control"], addresses()[0]) == (
        "max-age=0, no-cache, no-store, must-revalidate, private",
        (OLD, True, True),
    )
    assert "signed out everywhere" in text(owner.post(stopping, {"stop": "1"}))
    assert (addresses(), Session.objects.filter(account=ada.pk).exists()) == ([(OLD, True, True)], False)
    assert thief.get("/account/").status_code == 302
    for late in (proving, stopping):
        assert Client().post(late, {"agree": "1"}).status_code == 404
    later(days=4)
    assert (change_addresses(), addresses()) == (0, [(OLD, True, True)])


@pytest.mark.slow
@pytest.mark.django_db
def test_a_stolen_session_can_shorten_nothing(mailoutbox: list[EmailMessage]) -> None:
    """Neither by asking twice, nor by taking the old address away first, nor by a new password for the new one."""
    ada_with_an_address()
    thief = asked_for(NEW)
    first = way(mailoutbox)
    thief.post(link(sent(mailoutbox, NEW)))
    later(days=2, hours=23)
    thief = asked_for(OTHER, thief)
    later(hours=2)
    thief.post(link(sent(mailoutbox, OTHER)))
    assert (change_addresses(), addresses()) == (0, [(OLD, True, True), (OTHER, False, False)])
    assert thief.post(first, {"agree": "1"}).status_code == 404
    for act in ("action_remove", "action_primary"):
        for address in (OLD, OTHER):
            thief.post("/account/email/", {"email": address, act: ""})
    assert addresses() == [(OLD, True, True)]
    thief = asked_for(NEW, thief)
    before = len(mailoutbox)
    Client().post("/account/password/reset/", {"email": NEW})
    (result,) = mailoutbox[before:]
    assert (result.to, result.subject) == ([NEW], "There is no account with this address")
    Client().post("/account/password/reset/", {"email": OLD})
    reset = link(sent(mailoutbox, OLD, "password"))
    owner = Client()
    form = owner.get(reset, follow=True).request["PATH_INFO"]
    owner.post(form, {"password1": "four quiet miners dig", "password2": "four quiet miners dig"})
    assert (addresses(), AddressChange.objects.exists()) == ([(OLD, True, True)], False)
    assert thief.get("/account/").status_code == 302


@pytest.mark.django_db
def test_an_address_that_another_has_proven_meanwhile_stays_there(mailoutbox: list[EmailMessage]) -> None:
    ada_with_an_address()
    asked_for().post(link(sent(mailoutbox, NEW)))
    EmailAddress.objects.create(user=account("Grace"), email=NEW, verified=True, primary=True)
    later(days=3)
    assert (change_addresses(), AddressChange.objects.exists()) == (0, False)
    assert addresses() == [(OLD, True, True), (NEW, True, True)]


def test_of_stopping_and_falling_due_at_once_one_comes_first(fresh_database: str) -> None:
    """Whichever it is, nothing is half done: there is one proven address, and it is that of the account."""
    ada = ada_with_an_address()
    for number in range(4):
        EmailAddress.objects.create(user=ada, email=NEW)
        now = timezone.now()
        AddressChange.objects.create(account=ada, new=NEW, asked=now, due=now, proven=now)
        change, start = AddressChange.objects.select_related("account").get(), threading.Barrier(2)
        stopped: list[bool] = []
        made: list[int] = []

        def at_once(act: Callable[[], None], start: threading.Barrier = start) -> threading.Thread:
            def run() -> None:
                start.wait()
                act()
                connection.close()

            thread = threading.Thread(target=run)
            thread.start()
            return thread

        threads = [
            at_once(lambda: stopped.append(address_change.stop(change))),  # noqa: B023
            at_once(lambda: made.append(address_change.make_due())),  # noqa: B023
        ]
        for thread in threads:
            thread.join(60)
        ada.refresh_from_db()
        assert (stopped, made) in (([True], [0]), ([False], [1])), number
        assert (addresses(), ada.email) == ([(ada.email, True, True)], NEW if made == [1] else OLD)
        EmailAddress.objects.update(email=OLD)
        Account.objects.update(email=OLD)
        OutgoingMail.objects.all().delete()
