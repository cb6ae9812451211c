"""Announcing, editing and cloning an event: what the form takes, keeps and refuses."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands import organization
from tournaments.domain.local_times import microseconds, wall_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Status
from tournaments.domain.terms import usual_terms
from tournaments.models import Announcement, Tournament
from tournaments.organizer.event_form import EventForm
from tournaments.organizer.event_kinds import KINDS
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.tiebreaks import TIEBREAKS

pytestmark = pytest.mark.django_db

NEW = "/tournaments/new/"


def test_a_name_is_enough_to_announce_an_event() -> None:
    ada, browser = person("Ada")
    page = browser.get(NEW)
    answer = browser.post(NEW, fields(page, "announce") | {"name": "Winter Open"})
    event = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/tournaments/{event.key}/desk/")
    fold = fold_of(event.id)
    # Between two rounds of a live event people want a moment.
    assert (fold.status, fold.terms) == (Status.OPEN, usual_terms("classic", pause=300))
    assert fold.roles == {ada.player.id: "owner"}
    assert Announcement.objects.get().name == "Winter Open"
    assert "Winter Open" in words(browser.get(answer["Location"]))


def test_who_is_not_signed_in_is_asked_to_and_a_guest_may_not() -> None:
    assert Client().get(NEW)["Location"].startswith("/account/login/") or Client().get(NEW).status_code == 302
    guest, browser = person("Gus")
    guest.player.guest = True
    guest.player.save()
    assert browser.get(NEW).status_code == 403


def test_errors_stand_beside_their_fields_and_nothing_is_lost() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {
        "name": "Winter Open",
        "description": "Come **all**.",
        "entry": "code",
        "tiebreak_1": "wins",
        "tiebreak_2": "wins",
        "rating_from": "1900",
        "rating_to": "1200",
        "arbiters": "Nobody Atall",
    }
    answer = browser.post(NEW, sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"arbiters"}
    assert "Come **all**." in words(answer)
    answer = browser.post(NEW, sent | {"arbiters": ""})
    assert set(answer.context["form"].errors) == {"code", "rating_to", "tiebreak_1"}
    assert Tournament.objects.count() == 0


@pytest.mark.slow
def test_an_hour_that_the_clocks_leave_out_is_refused_beside_its_field() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {"name": "Open", "zone": "Europe/Berlin"}
    answer = browser.post(NEW, sent | {"starts": "2031-03-30T02:30"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {
        "starts": ["2031-03-30 02:30 does not exist in Europe/Berlin: the clocks are put forward over it. Choose 01:30 "
                   "or 03:30."]
    }  # fmt: skip
    twice = browser.post(NEW, sent | {"rhythm": "own", "calendar": "2031-10-25 10:00\n2031-10-26 02:30"})
    assert list(twice.context["form"].errors) == ["calendar"]
    gap = browser.post(NEW, sent | {"rhythm": "own", "calendar": "2031-03-29 10:00\n2031-03-30 02:30"})
    assert [len(errors) for errors in gap.context["form"].errors.values()] == [1]
    assert "comes twice" in words(twice)


def test_every_two_weeks_ten_rounds_from_a_day_and_each_ends_as_the_next_begins() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {
        "name": "Long Open",
        "zone": "Europe/Berlin",
        "rhythm": "every",
        "every": "2",
        "every_unit": "week",
        "every_rounds": "10",
        "every_from": "2031-02-06T20:00",
    }
    assert browser.post(NEW, sent).status_code == 303
    event = Tournament.objects.get()
    terms = fold_of(event.id).terms
    walls = [f"{wall_of(at, 'Europe/Berlin'):%m-%d %H:%M}" for at in terms.calendar]
    assert (walls[:4], len(walls)) == (["02-06 20:00", "02-20 20:00", "03-06 20:00", "03-20 20:00"], 10)
    assert (terms.rounds, terms.until_next, terms.round_length) == (10, True, None)
    assert terms.starts == terms.calendar[0]
    assert event.spans[3] == [4, terms.calendar[3], terms.calendar[4]]
    page = words(browser.get(f"/tournaments/{event.key}/"))
    assert page.index("Calendar of the rounds") < page.index("Round 10")
    month = words(browser.get("/tournaments/calendar/?month=2031-02"))
    assert "Long Open, round 2" in month
    again = browser.get(f"/tournaments/{event.key}/edit/").context["form"]
    assert (again.initial["round_length"], again.initial["rhythm"]) == ("next", "own")


@pytest.mark.slow
def test_across_real_boards_the_staff_pairs_begins_and_publishes_unless_it_is_chosen() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {"name": "Club", "real": "real", "rounds": "3"}
    chosen = {"name": "Hall", "automatic": "itself", "publishing": "before", "publish_before": "900", "once": ""}
    for form in (sent, sent | chosen):
        assert browser.post(NEW, form).status_code == 303
    by_hand, by_itself = (fold_of(tournament.id).terms for tournament in Tournament.objects.order_by("created"))
    assert (by_hand.automatic, by_hand.publishing) == (False, "hand")
    assert (by_itself.automatic, by_itself.publishing, by_itself.publish_before) == (True, "before", 900)


def test_a_start_that_is_over_is_refused_and_leaves_no_draft() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {"name": "Open", "starts": "2001-01-01T10:00"}
    answer = browser.post(NEW, sent)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["starts"])
    span, _words = answer.context["form"].fields["check_in"].choices[1]
    answer = browser.post(NEW, sent | {"starts": "", "check_in": span})  # which has no time to go by
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["starts"])
    assert (Tournament.objects.count(), Announcement.objects.count()) == (0, 0)


def test_the_preview_shows_safe_markup_and_saves_nothing() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "preview") | {"description": "**Hi** <script>alert(1)</script>"}
    page = browser.post(NEW, sent)
    assert "<strong>Hi</strong> &lt;script&gt;" in words(page)
    assert words(browser.post("/tournaments/preview/", sent)).count("<strong>Hi</strong>") == 1
    assert Tournament.objects.count() == 0


# -- tie-breaks -----------------------------------------------------------------------------------


def offered(form: EventForm, name: str = "tiebreak_1") -> set[str]:
    field = form.fields.get(name)
    return {slug for slug, _words in field.choices if slug in TIEBREAKS} if field else set()  # type: ignore[attr-defined]


def test_a_tie_break_that_does_not_suit_the_format_is_refused_beside_its_field_and_kept() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "announce") | {"name": "Winter Open", "format": "round_robin"}
    answer = browser.post(NEW, sent | {"tiebreak_1": "wins", "tiebreak_2": "buchholz"})
    form = answer.context["form"]
    assert (answer.status_code, Tournament.objects.count()) == (422, 0)
    assert form.errors == {
        "tiebreak_2": ["Buchholz does not suit this format: Round robin. Choose another one, or none."]
    }
    assert (form["tiebreak_1"].value(), form["tiebreak_2"].value()) == ("wins", "buchholz")
    assert '<option value="buchholz" selected>' in words(answer)
    assert browser.post(NEW, fields(answer, "announce") | {"tiebreak_2": "koya"}).status_code == 303
    assert fold_of(Tournament.objects.get().id).terms.tiebreaks == ("wins", "koya")


def test_another_format_shows_its_tie_breaks_and_loses_nothing() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "tiebreaks") | {"description": "Come **all**.", "format": "round_robin"}
    answer = browser.post(NEW, sent)
    assert (answer.status_code, Tournament.objects.count()) == (200, 0)
    assert offered(answer.context["form"]) == {
        slug for slug, tiebreak in TIEBREAKS.items() if FORMATS["round_robin"].suits(tiebreak)
    }
    assert "Come **all**." in words(answer)
    assert '<details id="tiebreaks" open>' in words(answer)
    assert "As usual: Sonneborn-Berger, " in words(answer)
    knockout = browser.post(NEW, sent | {"format": "knockout"})
    assert "its bracket gives the places" in words(knockout)


# -- editing --------------------------------------------------------------------------------------


def test_what_is_typed_about_strangers_events_is_refused() -> None:
    event = a_tournament(2, started=False)
    _eve, browser = person("Eve")
    for page in ("edit/", "desk/", "desk/entries/", "desk/staff/", "desk/seeds/", "desk/pairing/"):
        assert browser.get(address(event, page)).status_code == 403, page
        assert browser.post(address(event, page), {"do": "announce"}).status_code == 403, page


def test_a_draft_is_not_there_for_others() -> None:
    ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "keep") | {"name": "Secret plans"}
    draft = browser.post(NEW, sent)["Location"]
    _eve, other = person("Eve")
    assert (browser.get(draft).status_code, other.get(draft).status_code) == (200, 404)
    assert other.get(draft.replace("desk", "enter")).status_code == 404
    assert ada.player.id in fold_of(Tournament.objects.get().id).roles


def test_last_years_event_is_cloned_to_the_same_weekday() -> None:
    ada, browser = person("Ada")
    start = microseconds(datetime(2031, 1, 18, 11, tzinfo=UTC))
    event = a_tournament(2, owner=ada.player.id, started=False, variant="duel", rounds=6, starts=start)
    page = browser.get(address(event, "clone/"))
    form = page.context["form"]
    assert (form["variant"].value(), form["rounds"].value()) == ("duel", 6)
    assert form["starts"].value() == "2032-01-17T11:00"
    answer = browser.post(address(event, "clone/"), fields(page, "announce") | {"once": str(uuid4())})
    assert answer.status_code == 303
    assert sorted(Tournament.objects.values_list("variant", flat=True)) == ["duel", "duel"]


@pytest.mark.slow
def test_the_entry_code_of_an_event_is_not_cloned() -> None:
    ada, browser = person("Ada")
    bob, his = person("Bob")
    event = a_tournament(2, owner=ada.player.id, started=False)
    organization.describe(tournament=event, by=ada.player.id, code="Sesame")
    organization.change_terms(tournament=event, terms=replace(fold_of(event).terms, entry="code"), by=ada.player.id)
    organization.give_role(tournament=event, player=bob.player.id, role="helper", by=ada.player.id)
    for item in (browser, his):
        page = item.get(address(event, "clone/"))
        assert (page.context["form"]["entry"].value(), page.context["form"]["code"].value()) == ("code", "")
        assert "Sesame" not in words(page)
    answer = his.post(address(event, "clone/"), fields(page, "announce") | {"once": str(uuid4())})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["code"])


# -- kinds ----------------------------------------------------------------------------------------


def asked_for(answer: Any) -> set[str]:
    form = answer.context["form"]
    shown = {name for name, field in form.first if field is not None}
    return shown | {field.name for _slug, _legend, fields, _opened in form.groups for field in fields}


@pytest.mark.slow
def test_a_form_begins_with_the_kinds_and_asks_for_what_they_need() -> None:
    _ada, browser = person("Ada")
    page = words(browser.get(NEW))
    assert re.findall(r'href="/tournaments/new/\?kind=(\w+)"', page) == list(KINDS)
    of_swiss, of_cup = (
        {"rounds", "late", "half_byes", "accelerated", "tiebreak_1"},
        {"best_of", "third_place", "decider"},
    )
    on_site = {"time", "spectators", "reveal"}
    here = on_site | {"rated"}
    expected = {
        "evening": (of_swiss | {"rated"}, of_cup | on_site | {"real", "double", "scheduled"}),
        "weekend": (of_swiss | {"rated"}, of_cup | on_site | {"real"}),
        "cup": (of_cup | here, of_swiss | {"real", "vacation", "scheduled", "scoring", "double"}),
        "arena": (
            here | {"minutes", "tiebreak_1", "no_show"},
            of_cup | {"real", "rhythm", "pause", "automatic", "delay"},
        ),
        "ladder": (
            here | {"ladder_days", "challenge_range", "answer_days", "vacation"},
            of_cup | {"real", "rhythm", "pause", "automatic", "delay", "tiebreak_1"},
        ),
        "championship": (
            of_cup | {"group_count", "advance", "drawn", "double", "tiebreak_1"},
            on_site | {"rounds", "late"},
        ),
        "long": (here | {"vacation", "double", "scheduled"}, {"rounds", "late", "best_of", "real", "check_in"}),
        "pairs": (of_swiss | here | {"real"}, of_cup),
    }
    for kind, (there, not_there) in expected.items():
        result = asked_for(browser.get(f"{NEW}?kind={kind}"))
        assert (kind, there - result, not_there & result) == (kind, set(), set())


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_name_is_all_that_a_kind_needs(kind: str) -> None:
    _ada, browser = person("Ada")
    page = f"{NEW}?kind={kind}"
    typed = {"name": "Open", "real": "real" if kind == "cup" else ""}  # what the kind settles cannot be sent
    if kind == "weekend":
        typed["calendar"] = "2031-03-22 10:00\n2031-03-22 14:00\n2031-03-23 10:00"
    sent = fields(browser.get(page), "announce") | typed
    answer = browser.post(page, sent)
    assert (answer.status_code, answer.context and answer.context["form"].errors) == (303, None)
    terms = fold_of(Tournament.objects.get().id).terms
    real = kind in ("evening", "weekend", "championship")
    others = {"cup": "knockout", "championship": "group_stage", "long": "round_robin"}
    format = others.get(kind, kind if kind in FORMATS else "swiss")
    assert (terms.real, terms.format, terms.team, len(terms.calendar)) == (
        real,
        format,
        2 if kind == "pairs" else 1,
        3 if kind == "weekend" else 0,
    )


def test_the_times_of_the_rounds_are_shown_as_they_will_be() -> None:
    _ada, browser = person("Ada")
    sent = fields(browser.get(NEW), "when") | {"name": "Open", "zone": "Europe/Berlin", "rhythm": "own"}
    answer = browser.post(NEW, sent | {"calendar": "2031-03-29 19:30\n2031-03-31 19:30"})
    assert answer.context["form"].times == ["Saturday, 29 March 2031, 19:30", "Monday, 31 March 2031, 19:30"]
    assert "<li>Monday, 31 March 2031, 19:30</li>" in words(answer)
    assert Tournament.objects.count() == 0
