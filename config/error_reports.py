"""Error reports, in logs and in mails to the admins: place and type, never values.

Local variables, messages of exceptions, forms, cookies, headers and the environment could all hold a set-up or the rank
of a piece (RULES section 9), or a password. So a report has only what is listed here: the time,
the logger, the method, the route's pattern, the task's name, the types of exceptions and the places in the source.

A report needs neither database nor broker: it is counted in its process, and a thread hands it to the queue. While
there is no broker only the log has it, and the thread tries again; no request waits for it or fails by it.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import threading
import traceback
from collections.abc import Callable, ItemsView, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

ROOT = Path(__file__).resolve().parent.parent
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NOWHERE = "an unknown address"
MOST_PLACES = 40
MOST_CAUSES = 4  # in a line
MOST_CALLERS = 15


# -- what is told ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """A reported error.

    Args:
        what: the types of exceptions, the last one first, or the logger.
        where: method and route, or the task; "" outside both.
        places: lines of source, the innermost last.
    """

    what: str
    where: str
    logger: str
    places: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Reports of one kind are counted together: the same type at the same place."""
        text = "\n".join([self.what, self.where, self.logger, *self.places[-1:]])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        """What happened and where, in one line: the subject of a mail."""
        return f"{self.what}: {self.where}" if self.where else self.what

    @property
    def text(self) -> str:
        """The title, the logger and the places in the code, a line each."""
        return "\n".join([self.title, f"({self.logger})", "", *self.places])


def report_of(record: logging.LogRecord) -> ErrorReport:
    error = record.exc_info[1] if record.exc_info else None
    places = [] if error is None else [_place(frame.filename, frame.lineno, frame.name) for frame in _frames(error)]
    if not places:
        places = [_place(record.pathname, record.lineno, record.funcName or "")]
    types = [] if error is None else [type(exception).__name__ for exception in _chain(error)]
    return ErrorReport(
        what=" from ".join(types) or record.levelname,
        where=_where(record),
        logger=record.name,
        places=tuple(places[-MOST_PLACES:]),
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    return list(traceback.extract_tb(error.__traceback__))


def _place(file: str, line: int | None, function: str) -> str:
    parts = Path(file).parts
    if "site-packages" in parts:
        parts = parts[parts.index("site-packages") + 1 :]
    elif parts[: len(ROOT.parts)] == ROOT.parts:
        parts = parts[len(ROOT.parts) :]
    else:
        parts = parts[-2:]
    return f"{'/'.join(parts)}:{line} in {function}"


def _where(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if request is not None:
        return where_of(request)
    result = getattr(record, "data", None)
    name = result.get("name") if isinstance(result, dict) else None
    return name if isinstance(name, str) and name in _tasks() else ""


def _tasks() -> Any:
    from config.celery import app

    return app.tasks


def where_of(request: Any) -> str:
    """The method and the route's pattern."""
    return f"{_method(request)} {_route(request)}"


def _method(request: Any) -> str:
    method = getattr(request, "method", None)
    return method if method in METHODS else "another method"


def _route(request: Any) -> str:
    """The pattern of the address, without its values: a key, a name, the token of a mail."""
    match = getattr(request, "resolver_match", None)
    return NOWHERE if match is None else f"/{match.route}"


# -- in a debug page ------------------------------------------------------------------------------


class Filter(SafeExceptionReporterFilter):
    """No value that anyone has sent, nothing of the environment, and no setting."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_traceback_frame_variables(self, request: Any, tb_frame: FrameType) -> ItemsView[str, Any]:
        return dict[str, Any]().items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_safe_cookies(self, request: Any) -> dict[str, Any]:
        return {}

    def get_safe_request_meta(self, request: Any) -> dict[str, Any]:
        """Nothing of it: it may hold the environment."""
        return {}

    def get_safe_settings(self) -> dict[str, Any]:
        """None of them: the addresses of servers hold passwords."""
        return {}


class Reporter(ExceptionReporter):
    """The report that Django makes of an error, in debug mode: ours."""

    def get_traceback_text(self) -> SafeString:
        """Types and places."""
        record = logging.LogRecord("django.request", logging.ERROR, "", 0, "", None, None)
        if self.exc_value is not None:
            record.exc_info = (type(self.exc_value), self.exc_value, self.tb)
        record.request = self.request
        return mark_safe(report_of(record).text)  # noqa: S308 (plain text)

    def get_traceback_html(self) -> SafeString:
        return format_html("<!doctype html><title>Error</title><pre>{}</pre>", str(self.get_traceback_text()))


# -- in the log -----------------------------------------------------------------------------------


class Formatter(logging.Formatter):
    """A report as one line: for an error the types of exceptions and their places in the source, no values."""

    def format(self, record: logging.LogRecord) -> str:
        return " | ".join(super().format(record).splitlines())

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the name of the base class)
        """The exceptions, the last first, each with where it was raised and who called that."""
        return "; after ".join(_of_chain(traceback.TracebackException(*ei)))


def _of_chain(error: traceback.TracebackException | None) -> Iterator[str]:
    """An exception, then those that led to it; at most `MOST_CAUSES`."""
    for _number in range(MOST_CAUSES):
        if error is None:
            return
        places = [f"{_short(frame.filename)}:{frame.lineno} in {frame.name}" for frame in reversed(error.stack)]
        name = error.exc_type.__name__ if error.exc_type else "an error"
        yield f"{name} at {' < '.join(places[:MOST_CALLERS]) or 'an unknown place'}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _short(path: str) -> str:
    """A path from our root, or from where packages are installed."""
    return path.rpartition("site-packages/")[2].removeprefix(f"{ROOT}/")


def is_unforeseen(record: logging.LogRecord) -> bool:
    """A filter of what Django says of answers: leaves out those of 500 and above that are given on purpose. What was
    wrong has been said where they come from, once, and not at each visit.
    """
    status = getattr(record, "status_code", 0)
    return status < 500 or (status != 503 and bool(record.exc_info))


def without_values(record: logging.LogRecord) -> bool:
    """A filter of handlers: takes out what others put into a line that somebody has sent, or that an exception says.
    Lets all pass.
    """
    if record.name.startswith("celery") and isinstance(record.args, dict) and "exc" in record.args:
        kind = record.exc_info[0] if record.exc_info else None
        name = kind.__name__ if kind else "an error"
        record.args = {**record.args, "exc": name, "traceback": "", "return_value": ""}
    elif record.name == "asyncio":
        record.msg, record.args = record.getMessage().partition("\n")[0], None
    elif record.name == "django.request" or record.name.startswith("django.security"):
        _without_address(record)
    return True


def _without_address(record: logging.LogRecord) -> None:
    """Django writes the path of a request, and quotes a host, an origin or a referrer."""
    if getattr(record, "told", False):
        return
    record.told = True
    why = ""
    if record.name == "django.security.csrf" and isinstance(record.args, tuple) and record.args:
        why = f" ({str(record.args[0]).partition(' - ')[0]})"
    status = getattr(record, "status_code", None) or 400
    record.msg, record.args = "%s%s: %s", (status, why, _where(record) or NOWHERE)
    if status < 500:  # what was sent is wrong, such as a form without its boundary: nothing of ours is
        record.exc_info = record.exc_text = None


# -- to the admins --------------------------------------------------------------------------------


class Handler(logging.Handler):
    """Gives errors to the courier."""

    def emit(self, record: logging.LogRecord) -> None:
        """Never fails, and never waits."""
        try:
            if settings.ADMINS and not record.name.startswith("config.error_reports"):
                report = report_of(record)
                if not report.where.startswith("config.tasks."):  # a report of a report that could not be mailed
                    courier.take(report)
        except Exception:
            # Logging must not fail, and the log has the line.
            return


@dataclass(frozen=True, slots=True)
class Waiting:
    """A report that is not handed over yet.

    Args:
        count: how often it was made.
        since: when first.
    """

    report: ErrorReport
    count: int
    since: datetime


class Courier:
    """Counts reports by kind, and hands them over in a thread of its own.

    Args:
        hand_over: gives one to the queue; may raise, and then it is tried again.
        gather: seconds in which reports are counted together after each delivery.
        again: seconds after which it tries again.
    """

    MOST_KINDS = 200

    def __init__(self, hand_over: Callable[[Waiting], None], *, gather: float = 5, again: float = 30) -> None:
        self.hand_over, self.gather, self.again = hand_over, gather, again
        self.forked()

    def forked(self) -> None:
        """Begin with nothing: a forked process has no threads, and its parent sends its own reports."""
        self.lock = threading.Lock()
        self.waiting: dict[str, Waiting] = {}
        self.woken = threading.Event()
        self.thread: threading.Thread | None = None

    def take(self, report: ErrorReport) -> None:
        with self.lock:
            self._count(Waiting(report, 1, datetime.now(UTC)))
            if self.thread is None:
                self.thread = threading.Thread(target=self._work, name="reports", daemon=True)
                self.thread.start()
        self.woken.set()

    def _count(self, waiting: Waiting) -> None:
        kind = waiting.report.kind
        before = self.waiting.get(kind)
        if before is not None:
            since = min(before.since, waiting.since)
            self.waiting[kind] = replace(before, count=before.count + waiting.count, since=since)
        elif len(self.waiting) < self.MOST_KINDS:
            self.waiting[kind] = waiting

    def deliver(self) -> bool:
        """Hand over what waits; return whether all of it could be."""
        with self.lock:
            waitings, self.waiting = self.waiting, {}
        done = True
        for waiting in waitings.values():
            try:
                self.hand_over(waiting)
            except Exception:
                done = False
                with self.lock:
                    self._count(waiting)
        return done

    def _work(self) -> None:
        pause = threading.Event()
        while True:
            self.woken.wait()
            self.woken.clear()
            if self.deliver():
                pause.wait(self.gather)
            else:
                self.woken.set()
                pause.wait(self.again)


def _to_queue(waiting: Waiting) -> None:
    from config.tasks import take_report

    result = (waiting.report.kind, waiting.report.title, waiting.report.text, waiting.count, waiting.since.timestamp())
    if take_report.apply_async(args=result, retry=False, ignore_result=True) is None:
        raise ConnectionError("the broker is away")  # the courier keeps it and tries again


courier = Courier(_to_queue)
os.register_at_fork(after_in_child=lambda: courier.forked())


@atexit.register
def _deliver_last() -> None:
    """A command that ends at once has reports too; it does not wait for a broker that is away."""
    if courier.waiting:
        last = threading.Thread(target=courier.deliver, daemon=True)
        last.start()
        last.join(2)
