"""Processes of the release before go on while `migrate` runs and until they are restarted: what they write must still
be taken, and what they read be there (docs/serving.md, A new release). `RunSQL` and `RunPython` are for the reviewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import NOT_PROVIDED, Field, GeneratedField, ManyToManyField

from config.management.commands.migrate import LAST, half_migrated
from config.packages import ROOMS

Fields = dict[tuple[str, str, str], Field[Any, Any]]

GONE = (migrations.RemoveField, migrations.DeleteModel, migrations.RenameField, migrations.RenameModel)
"""What the release before may still ask for."""


def breaks(app: str, operations: list[Operation], fields: Fields) -> Iterator[str]:
    """What of a migration the release before cannot live with, in words.

    Args:
        app: whose migration it is.
        operations: its own.
        fields: those of all models before it, by app, model and name; they are those after it then.
    """
    made = {one.name.lower() for one in operations if isinstance(one, migrations.CreateModel)}
    for one in operations:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from breaks(app, one.database_operations, fields)
            continue
        if isinstance(one, migrations.CreateModel):
            fields.update({(app, one.name.lower(), name): field for name, field in one.fields})
            continue
        model = str(getattr(one, "model_name", "") or getattr(one, "name", "")).lower()
        if isinstance(one, migrations.AddField):
            fields[app, model, one.name] = one.field
            if model not in made and needs_value(one.field):
                yield f"{model}.{one.name} is needed"
        elif isinstance(one, migrations.AlterField):
            before, fields[app, model, one.name] = fields[app, model, one.name], one.field
            if model not in made and is_narrower(before, one.field):
                yield f"{model}.{one.name} takes less"
        elif isinstance(one, GONE):
            yield f"{model} {type(one).__name__}"
        elif isinstance(one, migrations.AddConstraint) and model not in made:
            yield f"{model} {one.constraint.name}"


def needs_value(field: Field[Any, Any]) -> bool:
    """Whether a row is refused that does not name the column."""
    if isinstance(field, (ManyToManyField, GeneratedField)):
        return False
    return not field.null and field.db_default is NOT_PROVIDED


def is_narrower(before: Field[Any, Any], after: Field[Any, Any]) -> bool:
    """Whether the column may refuse what it took."""
    if type(before) is not type(after) or (before.null and not after.null) or (after.unique and not before.unique):
        return True
    if not needs_value(before) and needs_value(after):
        return True
    longest = [getattr(one, "max_length", None) for one in (before, after)]
    return longest[1] is not None and (longest[0] is None or longest[1] < longest[0])


def found() -> dict[str, list[str]]:
    """What each of our migrations breaks."""
    loader = MigrationLoader(None)
    ours = {one.label for one in apps.get_app_configs() if one.name.split(".")[0] in ROOMS}
    fields: Fields = {}
    broken: dict[str, list[str]] = {}
    for key in sorted(loader.disk_migrations, key=lambda key: (key[0], key[1])):
        if key[0] in ours:
            told = list(breaks(key[0], loader.disk_migrations[key].operations, fields))
            if told:
                broken[".".join(key)] = told
    return broken


def test_processes_of_the_release_before_go_on_while_a_new_one_is_migrated_to() -> None:
    """Give a column that is needed a `db_default`, add a constraint once no release breaks it, and take away what no
    release asks for any more.
    """
    assert found() == {}


def test_what_old_processes_cannot_live_with_is_found() -> None:
    add, alter, text = migrations.AddField, migrations.AlterField, models.CharField
    constraint = models.CheckConstraint(condition=models.Q(a=1), name="one")
    before = [
        migrations.CreateModel("Old", [("a", text(max_length=9)), ("b", text(null=True))]),
        add("old", "made", models.IntegerField()),
    ]
    after = [
        add("old", "c", models.BooleanField(default=False)),
        add("old", "d", models.BooleanField(db_default=False)),
        add("old", "e", models.BooleanField(null=True)),
        alter("old", "a", text(max_length=8)),
        alter("old", "a", text(max_length=20, choices=[("x", "y")])),
        alter("old", "a", text(max_length=20, unique=True)),
        alter("old", "b", text(default="")),
        alter("old", "d", models.BooleanField(default=False)),
        migrations.AddConstraint("old", constraint),
        migrations.RenameField("old", "a", "f"),
        migrations.SeparateDatabaseAndState([], [migrations.RemoveField("old", "e")]),
        migrations.SeparateDatabaseAndState([migrations.RemoveField("old", "e")]),
        migrations.DeleteModel("Old"),
    ]
    fields: Fields = {}
    assert list(breaks("app", before, fields)) == []
    assert list(breaks("app", after, fields)) == [
        "old.c is needed",
        *["old.a takes less"] * 2,
        "old.b takes less",
        "old.d takes less",
        "old one",
        "old RenameField",
        "old RemoveField",
        "old DeleteModel",
    ]


# -- one migration for many -----------------------------------------------------------------------


def replaced() -> set[tuple[str, str]]:
    return {name for migration in MigrationLoader(None).disk_migrations.values() for name in migration.replaces}


@pytest.mark.django_db
def test_a_database_with_all_migrations_of_old_needs_none() -> None:
    recorder = MigrationRecorder(connection)
    for app, name in recorder.applied_migrations():
        if name.startswith(("0001_schema", "0002_history_by_object")):
            recorder.record_unapplied(app, name)
    for app, name in replaced():
        recorder.record_applied(app, name)
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert half_migrated(set(recorder.applied_migrations())) == []


@pytest.mark.django_db
def test_a_database_with_some_of_them_is_told_which_release_comes_first() -> None:
    MigrationRecorder(connection).record_unapplied(*max(name for name in replaced() if name[0] == "api"))
    with pytest.raises(CommandError, match=rf"migrations of api\. Check out the last release that has {LAST}"):
        call_command("migrate", verbosity=0)
