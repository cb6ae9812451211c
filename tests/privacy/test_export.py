"""Whoever asks for their data gets all of it: each model that names people is given out, or says why not."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from accounts.models import Account, Player
from accounts.people.personal_data import DataOwner, rows
from privacy import export
from privacy.erase import erase

THINGS = {"game", "tournament", "stream", "origin", "rematch_of", "about", "target", "study"}
"""What ids without a constraint are called that name no person. A column of another name is taken for a person's."""


def ids(field: models.Field) -> bool:  # type: ignore[type-arg]
    if field.is_relation:
        return field.related_model in (Account, Player)
    inner = getattr(field, "base_field", field)
    return isinstance(inner, models.UUIDField) and not field.primary_key and field.name not in THINGS


def naming_people() -> set[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return {model for model in every if any(map(ids, model._meta.concrete_fields))} | {Account, Player}


def given_out() -> set[type[models.Model]]:
    return {model for models in export.EXPORTED.values() for model in models}


def test_every_model_that_names_people_is_given_out_or_says_why_not() -> None:
    result, excused = given_out(), set(export.NOT_EXPORTED)
    assert result & excused == set()
    assert {person._meta.label for person in naming_people() - result - excused} == set()
    assert all(len(reason) > 20 for reason in export.NOT_EXPORTED.values())


@pytest.mark.django_db
def test_what_is_erased_is_given_out(by_hand: list[bytes]) -> None:
    """The two lists: each table that is touched by a deletion is of an exporter, or excused."""
    with CaptureQueriesContext(connection) as asked:
        erase(uuid4(), uuid4())
    said = ";".join([*(item["sql"] for item in asked), *(item.decode() for item in by_hand)])
    touched = set(re.findall(r'(?:FROM|UPDATE) "?([a-z_]+)"?', said))
    known = {model._meta.db_table for model in {*given_out(), *export.NOT_EXPORTED}}
    assert len(touched) > 15
    assert touched - known == set()


@pytest.mark.django_db
def test_each_exporter_decides_on_every_column_of_its_models() -> None:
    """`rows` refuses a column that nobody thought of; here each exporter is run, for nobody."""
    paths = [part.path for part in export.parts_of(DataOwner(uuid4(), uuid4()))]
    assert len(paths) == len(set(paths)) > 40
    columns = [field.name for field in Account._meta.concrete_fields if field.name != "date_joined"]
    with pytest.raises(ValueError, match="not decided on: date_joined"):
        rows("account", Account.objects.all(), columns)
