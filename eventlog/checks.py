"""What `migrate` says about the database that only its superuser can mend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DEFAULT_DB_ALIAS, DatabaseError

from eventlog.grants import large_object_functions


@register(Tags.database)
def large_objects(databases: Sequence[str] | None = None, **_options: Any) -> list[CheckMessage]:
    """Warn if the service role may write large objects, which every role may as PostgreSQL comes."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    try:
        functions = large_object_functions()
    except DatabaseError:
        return []  # the next query reports it
    if not functions:
        return []
    return [
        Warning(
            "The service role can write large objects, which nothing here uses and nothing would show.",
            hint="Once, as the superuser, in this database: "
            + "".join(f"REVOKE EXECUTE ON FUNCTION {function} FROM PUBLIC; " for function in functions),
            id="eventlog.W001",
        )
    ]
