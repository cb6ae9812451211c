"""Tables beside those in use, with the same columns, indexes, constraints, owners and rights, to replace them.

They are in a separate schema with the same names, so that statements which name no schema find them there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import connection

SCHEMA = "rebuilding"
"""While this schema exists, a rebuild is under way or was stopped."""


def obstacles(tables: Sequence[str]) -> list[str]:
    """Return why no shadow tables can take the places of these tables of the current schema; nothing if they can."""
    texts = [
        f"{name} belongs to {owner}"
        for name, owner in _rows(
            "SELECT relname, pg_get_userbyid(relowner) FROM pg_class WHERE oid = ANY(%s::regclass[])"
            " AND NOT pg_has_role(relowner, 'USAGE') ORDER BY relname",
            tables,
        )
    ]
    if _value("SELECT has_database_privilege(current_database(), 'CREATE')") is not True:
        texts.append("this role may make no schema")
    texts += [
        f"{name} has the {what} {own}"
        for name, what, own in _rows(
            "SELECT c.relname, 'trigger', tgname FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid"
            " WHERE c.oid = ANY(%s::regclass[]) AND NOT tgisinternal"
            " UNION ALL SELECT c.relname, 'policy', polname FROM pg_policy p JOIN pg_class c ON c.oid = polrelid"
            " WHERE c.oid = ANY(%s::regclass[])"
            " UNION ALL SELECT c.relname, 'foreign key', k.conname FROM pg_constraint k"
            " JOIN pg_class c ON c.oid = k.confrelid WHERE k.contype = 'f' AND c.oid = ANY(%s::regclass[])"
            " AND NOT k.conrelid = ANY(%s::regclass[])"
            " UNION ALL SELECT DISTINCT c.relname, 'view', v.relname FROM pg_depend d"
            " JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class"
            " JOIN pg_class c ON c.oid = d.refobjid WHERE d.classid = 'pg_rewrite'::regclass"
            " AND c.oid = ANY(%s::regclass[])"
            " UNION ALL SELECT relname, 'kind', relkind::text FROM pg_class WHERE oid = ANY(%s::regclass[])"
            " AND (relkind <> 'r' OR relispartition OR relpersistence = 't') ORDER BY 1, 2, 3",
            *[tables] * 6,
        )
    ]
    return texts


def make(tables: Sequence[str]) -> None:
    """Make the schema and in it an empty shadow of each table, but for foreign keys."""
    here = _here()
    _do(f"CREATE SCHEMA {SCHEMA}")
    for table in tables:
        name = _quoted(table)
        _do(f"CREATE TABLE {SCHEMA}.{name} (LIKE {here}.{name} INCLUDING ALL EXCLUDING INDEXES)")
        _like(table, here)


def _like(table: str, here: str) -> None:
    """Give a shadow table what LIKE leaves out, and its indexes under their own names."""
    name = _quoted(table)
    options, owner = _rows(
        "SELECT array_to_string(reloptions, ', '), pg_get_userbyid(relowner) FROM pg_class WHERE oid = %s::regclass",
        table,
    )[0]
    if options:
        _do(f"ALTER TABLE {SCHEMA}.{name} SET ({options})")
    _do("SET LOCAL search_path = ''")  # so that definitions name the schema
    constraints = _rows(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = %s::regclass"
        " AND contype IN ('p', 'u', 'x') ORDER BY contype, conname",
        f"{here}.{name}",
    )
    indexes = _rows(
        "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = %s::regclass AND NOT EXISTS ("
        " SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))"
        " ORDER BY indexrelid::regclass::text",
        f"{here}.{name}",
    )
    _do(f"SET LOCAL search_path = {here}")
    for own, definition in constraints:
        _do(f"ALTER TABLE {SCHEMA}.{name} ADD CONSTRAINT {_quoted(own)} {definition}")
    for (definition,) in indexes:
        before, _on, after = definition.partition(f" ON {here}.{name} ")
        _do(f"{before} ON {SCHEMA}.{name} {after}")
    for kind, own in [("TABLE", table), *(("SEQUENCE", sequence) for sequence in _sequences(here, name))]:
        _grant(kind, own)
        if owner != _value("SELECT current_user"):
            _do(f"ALTER {kind} {SCHEMA}.{_quoted(own)} OWNER TO {_quoted(owner)}")


def _sequences(here: str, name: str) -> list[str]:
    """Return the sequences of a table's columns; its shadow has them under the same names."""
    return [
        own
        for (own,) in _rows(
            "SELECT s.relname FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'"
            " WHERE d.refobjid = %s::regclass AND d.deptype IN ('a', 'i') ORDER BY 1",
            f"{here}.{name}",
        )
    ]


def _grant(kind: str, name: str) -> None:
    """Give everybody the rights on a shadow table that they have on the original."""
    for grantee, right, option in _rows(
        "SELECT CASE grantee WHEN 0 THEN NULL ELSE pg_get_userbyid(grantee) END, privilege_type, is_grantable"
        " FROM pg_class, aclexplode(relacl) WHERE oid = %s::regclass AND grantee <> relowner",
        _quoted(name),
    ):
        who = "PUBLIC" if grantee is None else _quoted(grantee)
        more = " WITH GRANT OPTION" if option else ""
        _do(f"GRANT {right} ON {kind} {SCHEMA}.{_quoted(name)} TO {who}{more}")


def relate(tables: Sequence[str]) -> None:
    """Give the shadow tables their foreign keys, and the planner its figures."""
    here = _here()
    _do("SET LOCAL search_path = ''")
    keys = _rows(
        "SELECT c.relname, k.conname, pg_get_constraintdef(k.oid) FROM pg_constraint k"
        " JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype = 'f' AND k.conrelid = ANY(%s::regclass[])"
        " ORDER BY 1, 2",
        [f"{here}.{_quoted(table)}" for table in tables],
    )
    _do(f"SET LOCAL search_path = {here}")
    for table, own, definition in keys:
        for target in tables:
            definition = definition.replace(
                f" REFERENCES {here}.{_quoted(target)}(", f" REFERENCES {SCHEMA}.{_quoted(target)}("
            )
        _do(f"ALTER TABLE {SCHEMA}.{_quoted(table)} ADD CONSTRAINT {_quoted(own)} {definition}")
    for table in tables:
        _do(f"ANALYZE {SCHEMA}.{_quoted(table)}")


def swap(tables: Sequence[str]) -> None:
    """Put the shadow tables in the places of the tables, which must be locked, and drop these and the schema."""
    here = _here()
    _do("SET CONSTRAINTS ALL IMMEDIATE")
    _do(f"DROP TABLE {', '.join(f'{here}.{_quoted(table)}' for table in tables)}")
    for table in tables:
        _do(f"ALTER TABLE {SCHEMA}.{_quoted(table)} SET SCHEMA {here}")
    drop()


def drop() -> None:
    """Drop what is left of a rebuild."""
    _do(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")


def exist() -> bool:
    """Tell whether a rebuild is under way or was stopped."""
    return _value(f"SELECT to_regnamespace('{SCHEMA}') IS NOT NULL") is True


def use(more: str = "") -> None:
    """Have statements that name no schema find the shadow tables, and other tables as ever, until the transaction ends.

    Args:
        more: statements for the same round trip.
    """
    _do(f"SET LOCAL search_path = {SCHEMA}, {_here()}; {more}")


@cache
def _here() -> str:
    return str(_value("SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'eventlog_event'::regclass"))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name) if not name.isidentifier() or name != name.lower() else name


def _rows(sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            sql, [list(parameter) if isinstance(parameter, (list, tuple)) else parameter for parameter in parameters]
        )
        values: list[tuple[Any, ...]] = cursor.fetchall()
        return values


def _value(sql: str) -> Any:
    return _rows(sql)[0][0]


def _do(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
