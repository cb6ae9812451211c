"""How errors are told, in logs and in mails to the admins: where and of which type, never with values.

Local variables, messages of exceptions, forms and cookies could all hold a set-up or the rank of a piece (RULES section
9), or a password. So none of them is told, whatever raised: neither in a log line nor in a mail, and not in debug mode.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

__all__ = ["Filter", "Formatter", "Reporter", "without_values"]


class Filter(SafeExceptionReporterFilter):
    """What a report may tell of a request and of settings: no value that anyone has sent, and no address with a
    password.
    """

    def is_active(self, request: HttpRequest | None) -> bool:
        """Always."""
        return True

    def get_traceback_frame_variables(self, request: Any, tb_frame: FrameType) -> ItemsView[str, Any]:
        """None of them."""
        return dict[str, Any]().items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """The names alone."""
        return {} if request is None else dict.fromkeys(request.POST, self.cleansed_substitute)

    def get_safe_cookies(self, request: Any) -> dict[str, Any]:
        """The names alone."""
        return dict.fromkeys(getattr(request, "COOKIES", {}), self.cleansed_substitute)

    def get_safe_settings(self) -> dict[str, Any]:
        """None of them: the addresses of servers hold passwords."""
        return {}


class Reporter(ExceptionReporter):
    """The report of an error without the messages of exceptions, for they may quote what they were raised about."""

    def get_traceback_data(self) -> dict[str, Any]:
        """What the templates of the report are given."""
        data: dict[str, Any] = super().get_traceback_data()
        for name in ("exception_value", "exception_notes", "unicode_hint", "template_info"):
            data.pop(name, None)
        for frame in data.get("frames", ()):
            frame["vars"] = []
            if frame.get("exc_cause") is not None:
                frame["exc_cause"] = type(frame["exc_cause"]).__name__
        data["request_GET_items"] = data["request_FILES_items"] = ()
        return data


class Formatter(logging.Formatter):
    """One line, and for an error the way to it: files, lines of source and types, and no values."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the name of the base class)
        """The traceback, with the types of the exceptions alone."""
        return "\n".join(_told(traceback.TracebackException(*ei)))


def _told(error: traceback.TracebackException) -> list[str]:
    """An exception after those that led to it."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [] if before is None else [*_told(before), "", "which led to:", ""]
    lines += ["Traceback (most recent call last):", "".join(error.stack.format()).rstrip()]
    return [*lines, error.exc_type.__name__ if error.exc_type else "an error"]


def without_values(record: logging.LogRecord) -> bool:
    """A filter of handlers: takes the exception's words out of what Celery logs of a failed task. Lets all pass."""
    if record.name.startswith("celery") and isinstance(record.args, dict) and "exc" in record.args:
        kind = record.exc_info[0] if record.exc_info else None
        told = kind.__name__ if kind else "an error"
        record.args = {**record.args, "exc": told, "traceback": "", "return_value": ""}
    return True
