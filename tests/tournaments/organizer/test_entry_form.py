"""Entering without an account: nothing is entered before the mail's link is used, and all of it can be erased."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from accounts.mails.outbox import deliver_waiting
from accounts.models import OutgoingMail, Player
from tests.tournaments.organizer.people import address, person, words
from tests.tournaments.scenes import a_tournament
from tournaments.domain import lifecycle
from tournaments.domain.commands.form_entries import forget_old, set_form
from tournaments.domain.commands.registration import withdraw
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import EntryPerson, FormEntry

pytestmark = pytest.mark.django_db

FORM = {"name": "Eva Stone", "address": "eva@example.org", "club": "SC Blau", "rating": "1700", "remark": "By train"}


def _links() -> list[str]:
    deliver_waiting()
    return [urlsplit(found).path for found in re.findall(r"https?://\S+", str(mail.outbox[-1].body))]


def test_who_confirms_is_entered_withdraws_and_is_forgotten() -> None:
    ada, staff = person("Ada")
    event, visitor = a_tournament(2, started=False, owner=ada.player.id), Client()
    page = address(event, "sign-up/")
    assert visitor.get(page).status_code == 404
    desk = address(event, "desk/form/")
    assert staff.post(desk, {"open": "on", "fields_": ["club", "rating", "remark"]}).status_code == 303
    assert page in words(visitor.get(address(event)))
    sent = visitor.post(page, FORM)
    assert (sent.status_code, len(fold_of(event).entries)) == (200, 2)
    (waits,) = OutgoingMail.objects.all()
    assert (waits.address, waits.details) == ("", {})
    link, forget = _links()
    assert mail.outbox[-1].to == ["eva@example.org"]
    assert "Confirm the entry" in words(visitor.get(link))
    assert len(fold_of(event).entries) == 2  # opening it is not enough
    for _again in range(2):
        assert visitor.post(link, {"do": "confirm"}).status_code == 303
    entry = fold_of(event).entries[3]
    assert (len(fold_of(event).entries), entry.rating, entry.here) == (3, 1700, True)
    shown = words(staff.get(desk))
    assert ("eva@example.org" in shown, "By train" in shown) == (True, True)
    assert "eva@example.org" not in words(visitor.get(address(event)))
    staff.post(desk, {"do": "paid-3"})
    assert EntryPerson.objects.get(tournament=event, entry=3).paid
    again = visitor.post(page, FORM)
    assert words(again) == words(sent)
    visitor.post(link, {"do": "withdraw"})
    assert not fold_of(event).entries[3].here
    assert visitor.get(forget).status_code == 200
    visitor.post(forget)
    assert not Player.objects.filter(name="Eva Stone").exists()
    assert not EntryPerson.objects.filter(tournament=event, entry=3).exists()
    assert not FormEntry.objects.filter(player__isnull=False).exists()
    assert visitor.get(link).status_code == 404


def test_the_same_name_from_one_address_is_one_entry() -> None:
    event, visitor = a_tournament(2, started=False), Client()
    set_form(tournament=event, open=True, fields=[])
    for _time in range(2):
        visitor.post(address(event, "sign-up/"), {"name": "Eva", "address": "eva@example.org"})
        visitor.post(_links()[0], {"do": "confirm"})
    assert (len(fold_of(event).entries), FormEntry.objects.count()) == (3, 1)


def test_programs_bad_input_and_closed_forms_enter_nobody() -> None:
    event, visitor = a_tournament(2, started=False), Client()
    set_form(tournament=event, open=True, fields=["birth"])
    page = address(event, "sign-up/")
    filled = visitor.post(page, {"name": "Eva", "address": "eva@example.org", "website": "http://example.org"})
    assert (filled.status_code, FormEntry.objects.count()) == (200, 0)
    bad = visitor.post(page, {"name": "Eva Stone", "address": "eva@example.org\nBcc: bob@example.org", "birth": "x"})
    assert (bad.status_code, "Eva Stone" in bad.content.decode(), FormEntry.objects.count()) == (422, True, 0)
    visitor.post(page, {"name": "Eva", "address": "eva@example.org"})
    link = _links()[0]
    set_form(tournament=event, open=False, fields=[])
    assert visitor.post(link, {"do": "confirm"}).status_code in (409, 422)
    assert len(fold_of(event).entries) == 2
    FormEntry.objects.update(created="2020-01-01T00:00:00Z")
    assert (forget_old(), FormEntry.objects.count()) == (1, 0)


def test_a_full_event_lets_wait_and_an_address_gets_few_mails() -> None:
    event, visitor = a_tournament(2, started=False, capacity=2), Client()
    set_form(tournament=event, open=True, fields=[])
    answers = set()
    for number in range(7):
        sent = visitor.post(address(event, "sign-up/"), {"name": f"Eva {number}", "address": "eva@example.org"})
        answers.add((sent.status_code, words(sent)))
    assert (len(answers), FormEntry.objects.count()) == (1, 5)
    link = _links()[0]
    visitor.post(link, {"do": "confirm"})
    assert (fold_of(event).entries[3].presence.value, fold_of(event).taking_part) == ("waiting", 2)
    assert visitor.get(link.replace("sign-up/", "sign-up/x")).status_code == 404
    withdraw(tournament=event, entry=1, by=None)
    mail.outbox.clear()
    for _time in range(2):
        lifecycle.drive(event)
        deliver_waiting()
    (told,) = mail.outbox
    assert (told.to, told.subject[:16], link in str(told.body)) == (["eva@example.org"], "You have a place", True)
    assert "Withdraw" in words(visitor.get(link))


@pytest.mark.parametrize(
    ("limits", "rating", "status"),
    [({"rating_to": 1600}, "1700", 422), ({"rating_from": 1500}, "", 422), ({"rating_to": 1600}, "1600", 200)],
)
def test_limits_of_ratings_hold_and_the_rating_is_asked_for(limits: dict[str, int], rating: str, status: int) -> None:
    event = a_tournament(2, started=False, **limits)
    set_form(tournament=event, open=True, fields=[])
    sent = Client().post(address(event, "sign-up/"), {"name": "Eva", "address": "eva@example.org", "rating": rating})
    assert (sent.status_code, FormEntry.objects.count()) == (status, int(status == 200))


@pytest.mark.parametrize("entry", ["invitation", "code"])
def test_nobody_enters_by_the_form_past_an_invitation_or_a_code(entry: str) -> None:
    ada, staff = person("Ada")
    event = a_tournament(2, started=False, owner=ada.player.id, entry=entry)
    set_form(tournament=event, open=True, fields=[])
    assert Client().get(address(event, "sign-up/")).status_code == 404
    assert "by invitation or code" in words(staff.get(address(event, "desk/form/")))


def test_what_is_not_confirmed_is_forgotten_by_its_link() -> None:
    event, visitor = a_tournament(2, started=False), Client()
    set_form(tournament=event, open=True, fields=[])
    visitor.post(address(event, "sign-up/"), {"name": "Eva", "address": "eva@example.org"})
    link, forget = _links()
    assert "It is erased" in words(visitor.post(forget))
    assert (FormEntry.objects.count(), visitor.post(link, {"do": "confirm"}).status_code) == (0, 404)
    assert len(fold_of(event).entries) == 2


@pytest.mark.django_db(transaction=True)
def test_two_links_used_in_one_instant_enter_one_name_once() -> None:
    event, visitor = a_tournament(2, started=False), Client()
    set_form(tournament=event, open=True, fields=[])
    links = []
    for _time in range(2):
        visitor.post(address(event, "sign-up/"), {"name": "Eva", "address": "eva@example.org"})
        links.append(_links()[0])

    def confirm_at_once(link: str) -> int:
        try:
            return Client().post(link, {"do": "confirm"}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert {*pool.map(confirm_at_once, [*links, *links])} <= {303, 404}
    assert (len(fold_of(event).entries), FormEntry.objects.count()) == (3, 1)
