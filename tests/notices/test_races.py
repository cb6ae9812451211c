"""Workers that run the same task at the same moment tell, and send, once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from uuid import UUID

from django.core import mail
from django.db import connection

from notices import notify
from notices.domain.sweeps import tell_turns
from notices.mails.messages import send
from notices.models import Notice

from .people import begun, member


def at_once(work: Callable[[], object], *, workers: int = 4) -> None:
    """Runs `work` in threads that begin together, each with a connection of its own."""
    start, troubles = threading.Barrier(workers), []

    def run() -> None:
        try:
            start.wait(60)
            work()
        except Exception as error:
            troubles.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _worker in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert troubles == []


def test_racing_workers_tell_a_turn_and_send_a_mail_once(fresh_database: str) -> None:
    ann, bob = member("Ann"), member("Bob")
    begun(ann, bob)
    at_once(tell_turns)
    assert list(Notice.objects.filter(kind="your-turn").values_list("player", flat=True)) == [ann.id]
    notice = notify(bob.id, "cancelled", actor=ann.id)
    assert isinstance(notice.id, UUID)
    at_once(lambda: send(notice.id))
    assert [item.subject for item in mail.outbox] == ["A game or a challenge is called off"]
