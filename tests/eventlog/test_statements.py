"""Queries of the ORM that are put together once."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.db.models import QuerySet

from accounts.models import Player
from eventlog.statements import count_of, objects_of, rows_of, statement_of
from tests.scenes import player

pytestmark = pytest.mark.django_db

_made: list[tuple[str, UUID]] = []


def _namesakes(name: str, but: UUID) -> QuerySet[Player]:
    _made.append((name, but))
    return Player.objects.filter(name__iexact=name, bot=False).exclude(pk=but).order_by("name")


def _names(name: str, but: UUID) -> QuerySet[Player, tuple[str, bool]]:
    return _namesakes(name, but).values_list("name", "guest")


def test_each_call_asks_for_its_own_values_with_the_same_statement() -> None:
    ada, bob = player("Ada"), player("Bob")
    asked = [("ada", bob.pk), ("BOB", ada.pk), ("ada", ada.pk), ("%s", bob.pk)]
    assert [objects_of(_namesakes, *values) for values in asked] == [[ada], [bob], [], []]
    assert [rows_of(_names, *values) for values in asked] == [[("Ada", False)], [("Bob", False)], [], []]
    assert [count_of(_namesakes, *values) for values in asked] == [1, 1, 0, 0]
    assert not {name for name, _but in _made} & {"ada", "BOB"}


def test_a_statement_has_what_never_changes_in_it() -> None:
    """So that it is planned once, with the indexes that hold a part of the rows: all but the stand-ins is written."""
    bob = UUID(int=7)
    query = Player.objects.filter(name="50 %s", bot=False).exclude(pk=bob).order_by("name").values("name")[:9]
    assert statement_of(query, [bob]) == (
        b'SELECT "players_player"."name" AS "name" FROM "players_player" WHERE (NOT "players_player"."bot" AND '
        b'"players_player"."name" = \'50 %%s\' AND NOT ("players_player"."id" = %s)) '
        b"ORDER BY 1 ASC LIMIT 9",
        [0],
    )
