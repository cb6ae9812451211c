"""Every page of the admin is read-only or guarded: what it lets operators do is written here, once, as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import BinaryField, Model, TextField
from django.test import Client, RequestFactory

from accounts.audit.audited_admin import Audited
from accounts.models import Account
from tests.scenes import account
from web.admin import Bounded, ReadOnly

MAY = {
    # People sign up and rename themselves; an operator may change a name, and deletes as the person would.
    "players.Account": ("change", "delete", {"username"}),
    "players.Player": ("change", "delete", {"name"}),
    # A version is published, and stays.
    "terms.LegalText": ("add", {"kind", "text", "change", "asks", "needed_from", "age"}),
    # Another organiser is appointed by an event in the log.
    "tournaments.Tournament": ("change", {"organiser"}),
}
"""What operators may do beside looking and actions, and by which fields of a form."""

TEXTS = {
    "moderation.AuditEntry": {"fields"},  # names of fields
    "studies.StudyComment": {"text"},  # of revealed games, and reported
    "api.Program": {"redirect_uris"},  # of who made it, as all see whom it asks
    "terms.LegalText": {"text"},
}
"""The long texts that pages of the admin show. Set-ups, notes, positions and events are on none."""

SECRET = {"token", "link", "password", "salt", "placement", "form", "history", "commitment", "session_data", "data"}
"""Columns that no page of the admin shows, searches or filters."""


def pages() -> list[tuple[type[Model], Any]]:
    models = sorted(filter(admin.site.is_registered, apps.get_models()), key=lambda model: model._meta.label)
    return [(model, admin.site.get_model_admin(model)) for model in models]


def asked_by_operator() -> Any:
    request = RequestFactory().get("/admin/")
    request.user = Account(is_superuser=True, is_staff=True, is_active=True)
    return request


def named(page: Any) -> set[str]:
    """The columns that a page shows, searches and filters, its parts too."""
    request = asked_by_operator()
    filters = {item[0] if isinstance(item, tuple) else item for item in page.list_filter}
    result = {*page.list_display, *page.search_fields, *page.get_fields(request), *filters}
    for part in page.inlines:
        result |= set(part.fields)
    return {item.lstrip("=^@") for item in result if isinstance(item, str)}


def test_each_page_is_read_only_or_guarded_and_bounded() -> None:
    request = asked_by_operator()
    may = {}
    for model, page in pages():
        label = model._meta.label
        assert isinstance(page, ReadOnly | Audited), label
        assert isinstance(page, Bounded), label
        assert page.list_editable == (), label
        allowed = {name for name in ("add", "change", "delete") if getattr(page, f"has_{name}_permission")(request)}
        if allowed:
            assert isinstance(page, Audited), label
            assert type(page).save_model is not admin.ModelAdmin.save_model or label == "players.Player", label
            fields = set(page.get_fields(request)) - set(page.get_readonly_fields(request))
            may[label] = (*sorted(allowed), fields)
        if "delete" in allowed:  # as the person would, with all that is said of them
            assert {"delete_model", "delete_queryset"} <= vars(type(page)).keys(), label
        for name in page.actions or ():
            assert isinstance(page, Audited), label
            function = getattr(page, name)
            assert function.allowed_permissions, f"{label}.{name}"
        for part in page.inlines:
            assert issubclass(part, ReadOnly), label
    assert may == MAY


def test_no_page_shows_a_secret_or_a_private_text() -> None:
    texts = {}
    for model, page in pages():
        columns = named(page)
        assert columns & SECRET == set(), model._meta.label
        long = {field.name for field in model._meta.concrete_fields if isinstance(field, TextField | BinaryField)}
        if shown := long & columns:
            texts[model._meta.label] = shown
    assert texts == TEXTS


@pytest.mark.django_db
def test_an_address_cannot_ask_for_what_a_list_does_not_offer(client: Client) -> None:
    """Django takes any column in the address of a list, and so told a secret one character at a time."""
    client.force_login(Account.objects.create_superuser("boss"))
    account("Ada")
    for model, page in pages():
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        offered = {item[0] if isinstance(item, tuple) else item for item in page.list_filter}
        for field in model._meta.concrete_fields:
            if field.name not in offered:
                assert not page.lookup_allowed(f"{field.name}__startswith", "a", None), (path, field.name)
    assert client.get("/admin/lobby/seek/?state__exact=open").status_code == 200
    for secret in ("token__startswith=a", "host__account__email__startswith=a", "host__account__password=m"):
        assert client.get(f"/admin/lobby/seek/?{secret}").status_code == 400
