"""Large files are imported by a task: once, whole or not at all, whatever happens to its process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from eventlog.models import Event
from games.models import key_of
from tests.scenes import account
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.files.records import small_record
from tournaments import tasks
from tournaments.domain import command_handler
from tournaments.domain.queries.tournaments import fold_of
from tournaments.files.exchange import large_imports
from tournaments.files.exchange.imports import Choices
from tournaments.files.formats.trf_form import to_trf
from tournaments.models import LargeImport, Tournament

pytestmark = pytest.mark.django_db

Committing = Callable[..., AbstractContextManager[Any]]
TEXT = to_trf(small_record(), {})
ID = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")


@pytest.fixture
def committing(django_capture_on_commit_callbacks: Any) -> Committing:
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def ada() -> Player:
    return Player.objects.get(account=account("Ada"))


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_imports, "LARGE", 2)


def choices(**values: Any) -> Choices:
    return replace(choices_for(small_record()), **values)


def kept(owner: Player, id: UUID = ID, **values: Any) -> LargeImport:
    """An import that waits; its message is lost, as the transaction of the test never ends."""
    return large_imports.keep(id=id, record=small_record(), text=TEXT, choices=choices(**values), owner=owner.id)


def state(id: UUID = ID) -> tuple[str, str, bool]:
    """How far an import is, what is kept of its file, and whether the event is there."""
    row = LargeImport.objects.get(id=id)
    return row.state, row.text, Tournament.objects.filter(id=id).exists()


def test_an_event_comes_of_it_once(ada: Player, committing: Committing) -> None:
    bob = Player.objects.get(account=account("Bob"))
    with committing():
        kept(ada, players={(1, 0): bob.id, (2, 0): ada.id}, name="Great Cup")
    assert state() == ("done", "", True)
    before = Event.objects.count()
    tasks.import_large(str(ID))
    with committing():
        kept(ada)
    assert (state(), Event.objects.count()) == (("done", "", True), before)
    fold = fold_of(ID)
    assert (fold.roles[ada.id], fold.entries[2].players, len(fold.rounds)) == ("owner", (ada.id,), 2)
    assert bob.id not in fold.entries[1].players


def test_what_is_cut_off_leaves_nothing_and_is_tried_again(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(ada)
    before = Event.objects.count()

    def killed(*_arguments: Any, **_more: Any) -> None:
        raise RuntimeError("the process is gone")

    with monkeypatch.context() as patched:
        patched.setattr(command_handler, "tell", killed)
        large_imports.run(ID)
    assert (state(), Event.objects.count()) == (("waiting", TEXT, False), before)
    tasks.sweep_imports()  # queued tasks are done at once here
    assert state() == ("done", "", True)


def test_a_file_that_is_refused_says_why_and_is_kept(ada: Player, client: Client) -> None:
    kept(ada, format="knockout")
    large_imports.run(ID)
    row = LargeImport.objects.get()
    assert (row.state, row.refusal) == ("failed", {"code": "no-such-bracket", "params": {"field": "format"}})
    client.force_login(ada.account)
    page = client.get(reverse("tournaments:import-progress", args=[ID])).content.decode()
    assert all(words in page for words in ("001    1", "Back to the form, with the file", 'role="alert"'))


def test_the_page_is_its_owners_and_tells_how_far_it_is(ada: Player, client: Client) -> None:
    kept(ada)
    address = reverse("tournaments:import-progress", args=[ID])
    assert client.get(address).status_code == 302
    client.force_login(account("Eve"))
    assert (client.get(address).status_code, client.post(address).status_code) == (404, 404)
    assert state()[0] == "waiting"

    client.force_login(ada.account)
    page = client.get(address)
    assert "no-store" in page["Cache-Control"]
    assert "The file waits for its turn." in page.content.decode()
    large_imports.WORK.report(ID, 500, 2000)
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert ("<html" in part, "500 of 2000" in part, 'value="25"' in part) == (False, True, True)
    large_imports.WORK.report(ID, 2000, 2000)
    assert "being written" in client.get(address).content.decode()
    assert client.post(address)["Location"] == address
    assert "was called off" in client.get(address).content.decode()
    kept(ada)
    large_imports.run(ID)
    page = client.get(address).content.decode()
    assert (reverse("tournaments:tournament", args=[key_of(ID)]) in page, "hx-get" in page) == (True, False)


@pytest.mark.slow
def test_the_form_hands_a_large_file_over(ada: Player, client: Client) -> None:
    client.force_login(ada.account)
    address = reverse("tournaments:import")
    looked = client.post(address, {"text": TEXT, "do": "look"})
    form = looked.context["choices"].initial | {"text": TEXT, "do": "create", "scoring": "file", "going_on": "no"}
    sent = client.post(address, form)
    row = LargeImport.objects.get()
    assert sent["Location"] == reverse("tournaments:import-progress", args=[row.id])
    assert str(row.id) == form["once"]
    assert client.post(address, form)["Location"] == sent["Location"]
    large_imports.run(row.id)
    assert client.post(address, form)["Location"] == reverse("tournaments:tournament", args=[key_of(row.id)])
    assert client.post(address, form | {"variant": "alliance", "once": str(uuid4())}).status_code == 422
    for _waiting in range(large_imports.MOST_WAITING):
        kept(ada, uuid4())
    refused = client.post(address, form | {"once": str(uuid4())})
    assert (refused.status_code, "call one off" in refused.content.decode()) == (429, True)
