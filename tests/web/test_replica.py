"""Who reads from the replica, and what goes to the primary all the same. `make scale` reads from a real one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from eventlog import statements
from games.models import Game
from web import replica
from web.replica import BEHIND, COOKIE, LATELY, LatelyMiddleware, ReplicaState, Router, from_replica, primary

LATE: list[float | None] = []


@pytest.fixture(autouse=True)
def _replica(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one, as late as `LATE` says."""
    LATE[:] = [0.2]
    monkeypatch.setitem(settings.DATABASES, replica.ALIAS, {})
    monkeypatch.setattr(replica, "STATE", ReplicaState())
    monkeypatch.setattr(ReplicaState, "_late", lambda _state: LATE[-1])
    monkeypatch.setattr(replica, "LOOK", 0.0)


@from_replica
def page(_request: HttpRequest, *what: Any) -> HttpResponse:
    for act in what:
        act()
    return HttpResponse(replica.alias())


def read(method: str = "GET", *what: Any, **cookies: str) -> str:
    request = RequestFactory().generic(method, "/games/")
    request.COOKIES |= cookies
    content = page(request, *what).content.decode()
    assert replica.alias() == DEFAULT_DB_ALIAS  # whatever happened inside
    return content


def test_looks_are_read_from_the_replica_but_not_by_who_has_just_written() -> None:
    assert [read(), read("HEAD"), read("POST"), read(**{COOKIE: "1"})] == ["replica", "replica", "default", "default"]
    written = LatelyMiddleware(page)(RequestFactory().post("/games/"))
    cookie = written.cookies[COOKIE]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (LATELY, True, "Lax")
    assert LATELY > BEHIND + replica.BEHIND / 3  # whoever may read a late replica has no write that it lacks
    assert COOKIE not in LatelyMiddleware(page)(RequestFactory().get("/games/")).cookies


@pytest.mark.parametrize("late", [BEHIND + 1, None])
def test_a_replica_that_is_late_or_away_is_passed_by(late: float | None) -> None:
    assert read() == "replica"
    LATE.append(late)
    assert read() == "default"
    replica.STATE._look_at = 0.0
    LATE.append(BEHIND - 1)
    assert read() == "replica"


def test_a_page_that_cannot_be_read_there_is_read_from_the_primary() -> None:
    asked: list[str] = []

    def fail() -> None:
        asked.append(replica.alias())
        if replica.reads_replica():
            raise OperationalError("canceling statement due to conflict with recovery")

    assert (read("GET", fail), asked) == ("default", ["replica", "default"])
    assert read() == "replica"


def test_a_page_about_what_goes_on_leaves_the_replica() -> None:
    def leave() -> None:
        if replica.reads_replica():
            replica.leave_replica()

    assert read("GET", leave) == "default"


def test_statements_go_where_the_page_is_read_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Django and those by hand; what is written, and who somebody is, goes to the primary."""
    router, result = Router(), []

    class Wrapper:
        connection = None

        def close_if_health_check_failed(self) -> None:
            raise LookupError

    def look() -> None:
        result.append((router.db_for_read(Game), router.db_for_write(Game)))
        with pytest.raises(LookupError):
            statements.raw_connection()
        with primary():
            result.append((router.db_for_read(Game), router.db_for_write(Game)))

    monkeypatch.setattr(statements, "connections", {replica.ALIAS: Wrapper()})
    assert read("GET", look) == "replica"
    assert result == [("replica", "default"), ("default", "default")]
    assert router.allow_migrate(DEFAULT_DB_ALIAS, "games")
    assert not router.allow_migrate(replica.ALIAS, "games")
