"""Reports of errors: what they hold, how they are counted, and that nobody waits for them."""

from __future__ import annotations

import logging
import os
import re
import smtplib
import sys
import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils.log import log_response
from django.views.debug import technical_500_response

from config import error_reports, tasks
from config.error_reports import (
    Courier,
    ErrorReport,
    Handler,
    Waiting,
    report_of,
    without_values,
)
from games.tasks import end_one

WHEN = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@pytest.fixture
def admins(settings: Any) -> None:
    settings.ADMINS = [("Ada", "ada@example.org")]


@pytest.fixture
def own_cache() -> Any:
    cache.delete("reports")
    yield
    cache.delete("reports")


def record_of(error: Exception | None = None, **result: Any) -> logging.LogRecord:
    info = None if error is None else (type(error), error, error.__traceback__)
    record = logging.LogRecord("games.here", logging.ERROR, __file__, 12, "It said %s", ("planted",), info, "there")
    for name, value in result.items():
        setattr(record, name, value)
    return record


def caught() -> Exception:
    try:
        try:
            raise KeyError("planted")
        except KeyError as error:
            raise ValueError("planted") from error
    except ValueError as error:
        return error


def test_a_report_has_the_method_the_route_the_types_and_the_places() -> None:
    request = RequestFactory().post("/games/planted/turn/?planted=1", {"planted": 1}, headers={"X-Planted": "planted"})
    request.resolver_match = resolve("/games/planted/turn/")
    error = caught()
    line = error.__traceback__.tb_lineno  # type: ignore[union-attr]
    assert report_of(record_of(error, request=request)) == ErrorReport(
        what="ValueError from KeyError",
        where="POST /games/<slug:key>/turn/",
        logger="games.here",
        places=(f"tests/config/test_error_reports.py:{line} in caught",),
    )
    request.resolver_match, request.method = None, "PLANTED"
    assert report_of(record_of(error, request=request)).where == "another method an unknown address"
    assert report_of(record_of(data={"name": "planted"})) == ErrorReport(
        "ERROR", "", "games.here", ("tests/config/test_error_reports.py:12 in there",)
    )
    assert report_of(record_of(data={"name": end_one.name})).where == "games.tasks.end_one"


def test_a_debug_page_tells_no_more() -> None:
    request = RequestFactory().post("/games/planted/turn/", {"planted": 1}, headers={"X-Planted": "planted"})
    error = caught()
    for accepts in ("text/html", "text/plain"):
        request.META["HTTP_ACCEPT"] = accepts
        answer = technical_500_response(request, type(error), error, error.__traceback__).content.decode()
        assert "ValueError from KeyError" in answer
        assert "planted" not in answer


@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("django.request", ("planted",), "404: GET an unknown address"),
        ("django.security.csrf", ("CSRF cookie not set.", "planted"), "403 (CSRF cookie not set.): "),
        ("django.security.csrf", ("Referer checking failed - planted", "planted"), "403 (Referer checking failed): "),
        ("django.security.DisallowedHost", (), "400: "),
    ],
)
def test_lines_of_django_have_routes_for_paths(name: str, args: tuple[str, ...], told: str) -> None:
    message = " ".join(["planted", *("%s" for _one in args)])
    record = logging.LogRecord(name, logging.WARNING, "", 0, message, args, None)
    record.request = RequestFactory().get("/planted/")
    if told[:3] != "400":
        record.status_code = int(told[:3])
    assert without_values(record)
    assert without_values(record)  # each handler asks
    assert record.getMessage().startswith(told)
    assert "planted" not in record.getMessage()


# -- on their way ---------------------------------------------------------------------------------


def report(kind: str = "A") -> ErrorReport:
    return ErrorReport(kind, "GET /", "here", ("there",))


def held() -> tuple[Courier, list[Waiting]]:
    waitings: list[Waiting] = []
    courier = Courier(waitings.append)
    courier.thread = threading.current_thread()
    return courier, waitings


@pytest.mark.django_db
def test_what_is_wrong_with_a_request_leaves_no_traceback(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/api/v1/seeks/", "/login/", "/oauth/token/"):
        for kind in ("multipart/form-data", "multipart/form-data; boundary="):
            assert client.generic("POST", path, b"--x", content_type=kind).status_code == 400
    lines = [record for record in caplog.records if without_values(record) and record.name == "django.request"]
    assert [(line.levelname, line.getMessage(), line.exc_info, line.exc_text) for line in lines] == [
        ("WARNING", f"400: POST {error_reports.NOWHERE}", None, None)
    ] * 6


def test_reports_of_a_kind_are_counted_together() -> None:
    courier, result = held()
    for kind in "ABAA":
        courier.take(report(kind))
    assert courier.deliver()
    assert [(item.report.what, item.count) for item in result] == [("A", 3), ("B", 1)]
    assert courier.deliver()
    assert len(result) == 2


def test_without_a_broker_they_are_kept_and_tried_again() -> None:
    courier, result = held()

    def away(_one: Waiting) -> None:
        raise ConnectionError

    courier.hand_over = away
    courier.take(report())
    assert not courier.deliver()
    courier.take(report())
    courier.hand_over = result.append
    assert courier.deliver()
    assert [item.count for item in result] == [2]


def test_a_broker_that_hangs_holds_nobody(admins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs, begun = threading.Event(), threading.Event()

    def hang(_one: Waiting) -> None:
        begun.set()
        hangs.wait(60)

    courier = Courier(hang, gather=0)
    monkeypatch.setattr(error_reports, "courier", courier)
    handler = Handler()
    for _one in range(50):
        handler.emit(record_of(caught()))
    assert begun.wait(60)
    handler.emit(record_of(caught()))
    assert not hangs.is_set()
    hangs.set()


def test_kinds_that_wait_are_not_without_end() -> None:
    courier, _found = held()
    for number in range(courier.MOST_KINDS + 5):
        courier.take(report(str(number)))
    assert len(courier.waiting) == courier.MOST_KINDS


def test_a_handler_never_fails(admins: None, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(error_reports, "report_of", lambda _record: 1 / 0)
    Handler().emit(record_of())
    assert capsys.readouterr() == ("", "")


def test_a_report_that_cannot_be_mailed_is_no_report(admins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    courier, _found = held()
    monkeypatch.setattr(error_reports, "courier", courier)
    Handler().emit(record_of(data={"name": "config.tasks.mail_report"}))
    assert courier.waiting == {}
    Handler().emit(record_of(data={"name": "games.tasks.end_one"}))
    assert len(courier.waiting) == 1


def test_a_forked_process_tells_its_own(admins: None) -> None:
    courier, _found = held()
    courier.take(report())
    child = os.fork()
    if child == 0:
        courier.forked()
        os._exit(0 if courier.waiting == {} and courier.thread is None else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_one_mail_a_kind_and_hour_and_the_rest_counted(
    admins: None, own_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = WHEN.timestamp()
    monkeypatch.setattr("config.tasks.time.time", lambda: now)

    def happen(kind: str, count: int) -> None:
        tasks.take_report(kind, f"Title {kind}", "Text", count, now)

    happen("a", 1)
    happen("b", 3)
    for _one in range(2):
        now += 600
        happen("a", 5)
    assert tasks.mail_the_rest() == 0
    now += 3600
    assert tasks.mail_the_rest() == 1
    assert tasks.mail_the_rest() == 0
    assert [(item.subject, item.body, item.to) for item in mail.outbox] == [
        ("[Vexillum] Title a", "Text\n", ["ada@example.org"]),
        ("[Vexillum] Title b", "Text\n\nand 2 more of these since 2026-11-22 10:00 UTC\n", ["ada@example.org"]),
        ("[Vexillum] Title a", "Text\n\nand 9 more of these since 2026-11-22 10:10 UTC\n", ["ada@example.org"]),
    ]
    mail.outbox.clear()
    now += 3600
    happen("a", 1)
    assert [item.body for item in mail.outbox] == ["Text\n"]
    assert mail.outbox[0].message()["Message-ID"].endswith("@localhost>")  # the site, not this machine


def test_a_mail_server_that_is_away_is_asked_again(admins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any, **_options: Any) -> None:
        raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("config.tasks.send_to_staff", away)
    assert smtplib.SMTPException in tasks.mail_report.autoretry_for
    assert tasks.mail_report.max_retries == 12
    with pytest.raises(smtplib.SMTPServerDisconnected):
        tasks.mail_report.run("Title", "Text", 0, 0.0)


def test_an_error_is_one_line_of_the_log_with_its_places_and_no_values() -> None:
    def fail(rank: str) -> None:
        try:
            raise KeyError(rank)
        except KeyError:
            raise ValueError(rank) from None if rank == "Spy" else ValueError(rank)

    lines = []
    for rank in ("Spy", "Flag"):
        try:
            fail(rank)
        except ValueError:
            record = logging.getLogger("x").makeRecord("x", logging.ERROR, "", 0, "a page\nfailed", (), sys.exc_info())
            lines.append(error_reports.Formatter("%(levelname)s %(message)s").format(record))
    place = r"tests/config/test_error_reports\.py:\d+ in \w+"
    assert re.fullmatch(rf"ERROR a page \| failed \| ValueError at {place} < {place}", lines[0])
    assert re.fullmatch(rf"ERROR a page \| failed \| ValueError at {place} < {place}; after ValueError at .*", lines[1])
    assert "Flag" not in lines[1]


def test_answers_that_are_given_on_purpose_are_no_errors(caplog: pytest.LogCaptureFixture) -> None:
    for status, error in ((500, None), (503, None), (503, OSError()), (500, OSError()), (404, None)):
        log_response("%s", "/", response=HttpResponse(status=status), request=HttpRequest(), exception=error)
    assert [record.status_code for record in caplog.records if record.name == "django.request"] == [500, 404]  # type: ignore[attr-defined]
