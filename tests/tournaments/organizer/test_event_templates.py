"""Events like earlier ones: the next number, the prizes, and templates that organisers keep."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from accounts.people.personal_data import DataOwner
from eventlog.canonical import microseconds
from privacy.erase import erase_player
from privacy.export import parts_of
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.organizer.test_prizes import lines, settle
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands.event_templates import MOST_TEMPLATES, keep_template, rename_template
from tournaments.domain.commands.prizes import NewCategory
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Announcement, EventTemplate, Tournament
from tournaments.organizer.event_pages import next_name

pytestmark = pytest.mark.django_db

TEMPLATES = "/tournaments/templates/"
STARTS = microseconds(datetime(2031, 1, 18, 11, tzinfo=UTC))


def test_the_name_gets_the_next_number_if_it_ends_in_one() -> None:
    names = ("Open", "Open 9", "Cup 2026", "Evening 09", "7 wonders")
    assert [next_name(name) for name in names] == ["Open", "Open 10", "Cup 2027", "Evening 10", "7 wonders"]


def test_an_event_is_kept_as_a_template_and_begins_another_one() -> None:
    ada, browser = person("Ada")
    event = a_tournament(2, owner=ada.player.id, started=False, variant="duel", name="Evening 3", starts=STARTS)
    chosen = NewCategory(lines(20), {"chosen": (2,)}, {"name": "Newcomer"})
    settle(event, NewCategory(lines(100, "Cup")), NewCategory(lines(30), {"sex": "w"}), chosen, sharing="hort")
    desk = words(browser.get(address(event, "desk/")))
    keeps = f"{TEMPLATES}?event={address(event).split('/')[2]}"
    assert (address(event, "clone/") in desk, keeps in desk) == (True, True)  # although it is not over
    kept = fields(browser.get(keeps), "keep") | {"name": "Club evening"}
    assert browser.post(TEMPLATES, kept).status_code == 303
    again = browser.post(TEMPLATES, kept)
    assert (again.status_code, "You have a template of this name." in words(again)) == (422, True)
    begins = address(event, "clone/") + "?dates=none"
    assert f'href="{begins}">Club evening</a>' in words(browser.get("/tournaments/new/"))
    page = browser.get(begins)
    form = page.context["form"]
    assert (form["name"].value(), form["variant"].value(), form["starts"].value()) == ("Evening 4", "duel", None)
    sent = fields(page, "keep") | {"once": str(uuid4())}
    assert browser.post(address(event, "clone/"), sent).status_code == 303
    made = Tournament.objects.exclude(id=event).get()
    assert Announcement.objects.get(tournament=made.id).name == "Evening 4"
    (before, after) = (fold_of(id).prizes for id in (event, made.id))
    assert before is not None
    assert after is not None
    assert [[prize.amount for prize in category.prizes] for category in after.categories] == [[100, 0], [30]]
    assert (after.sharing, after.categories[1].sex, len(before.categories)) == ("hort", "w", 3)


def test_templates_are_ones_own_and_are_renamed_and_deleted() -> None:
    (ada, hers), (_bob, his) = person("Ada"), person("Bob")
    event = a_tournament(2, owner=ada.player.id, started=False)
    template = keep_template(owner=ada.player.id, tournament=event, name="Evening")
    assert "Evening" not in words(his.get(TEMPLATES))
    for do in ("rename", "delete"):
        his.post(TEMPLATES, {"do": do, "template": str(template.id), "name": "Mine", "sure": "1"})
    assert EventTemplate.objects.get().name == "Evening"
    nameless = hers.post(TEMPLATES, {"do": "rename", "template": str(template.id), "name": " "})
    assert nameless.status_code == 422
    hers.post(TEMPLATES, {"do": "rename", "template": str(template.id), "name": "Thursday"})
    assert EventTemplate.objects.get().name == "Thursday"
    asked = hers.post(TEMPLATES, {"do": "delete", "template": str(template.id)})
    assert (asked.status_code, "Delete this template?" in words(asked)) == (200, True)
    assert EventTemplate.objects.count() == 1
    hers.post(TEMPLATES, {"do": "delete", "template": str(template.id), "sure": "1"})
    assert EventTemplate.objects.count() == 0
    draft = {"do": "keep", "event": "nothing", "name": "Secret"}
    assert hers.post(TEMPLATES, draft).status_code == 404


def test_a_template_has_limits_and_goes_with_its_owner() -> None:
    ada, _browser = person("Ada")
    usual: dict[str, Any] = {"owner": ada.player.id, "tournament": UUID(int=7)}
    rows = [EventTemplate(**usual, name=f"T{number}") for number in range(MOST_TEMPLATES)]
    EventTemplate.objects.bulk_create(rows)
    assert code_of(keep_template, **usual, name="One more") == "too-many-templates"
    renamed = {"owner": ada.player.id, "template": rows[0].id}
    assert code_of(rename_template, **renamed, name="T1") == "template-there"
    assert code_of(rename_template, **renamed, name=" ") == "template-unnamed"
    rename_template(owner=ada.player.id, template=rows[0].id, name="T0")  # its own name is free
    (part,) = (part for part in parts_of(DataOwner(ada.player.id, ada.id)) if part.path == "tournaments/templates")
    assert sum(1 for _row in part.content) == MOST_TEMPLATES
    erase_player(ada.player)
    assert EventTemplate.objects.count() == 0
