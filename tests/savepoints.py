"""Savepoints that cost less. In a test that rolls back, each transaction of the service is a savepoint: thousands of
them, and none in the service itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.pq import ExecStatus, PipelineStatus, TransactionStatus

_begin, _release = BaseDatabaseWrapper._savepoint, BaseDatabaseWrapper._savepoint_commit


def make_direct() -> None:
    """Change Django's class for the whole run: the two statements go to the server without a cursor, unless somebody
    counts or wraps statements, or what comes before has failed.
    """
    BaseDatabaseWrapper._savepoint = _sent("SAVEPOINT", _begin)
    BaseDatabaseWrapper._savepoint_commit = _sent("RELEASE SAVEPOINT", _release)


def _sent(verb: str, usual: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    def send(self: Any, sid: str) -> None:
        if not _plain(self) or self.connection.pgconn.exec_(f'{verb} "{sid}"'.encode()).status != ExecStatus.COMMAND_OK:
            usual(self, sid)

    return send


def _plain(wrapper: Any) -> bool:
    if wrapper.queries_logged or wrapper.execute_wrappers or wrapper.connection is None:
        return False
    server = wrapper.connection.pgconn
    return (
        server.transaction_status == TransactionStatus.INTRANS
        and server.pipeline_status == PipelineStatus.OFF
        and not wrapper.connection.closed
    )
