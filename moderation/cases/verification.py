"""How the log of a case is replayed to prove it: every event has to fit (see `eventlog.verify`)."""

from __future__ import annotations

from collections.abc import Iterator

from eventlog.registry import Broken, Stored, verifier
from moderation.cases.events import CaseOpened
from moderation.cases.fold import CaseFold, CaseMisfit, step


@verifier(CaseOpened)
def verify_case(events: Iterator[Stored]) -> None:
    """Replays a whole case.

    Raises:
        Broken: an event does not fit, or names another moderator than who caused it.
    """
    now: CaseFold | None = None
    for event in events:
        by = getattr(event.event, "by", None)
        if by is not None and by != event.actor:
            raise Broken(event.version, "an event names another moderator than who caused it")
        try:
            now = step(now, event.event, event.time)
        except CaseMisfit as misfit:
            raise Broken(event.version, str(misfit)) from misfit
