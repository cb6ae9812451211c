"""The way every command about a case goes: lock, fold, decide, append, and tell.

Commands about one case wait for one another, by a lock of the database that ends with the transaction: of two
moderators who act at once one gets the case, and the other reads who has it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from eventlog import store
from eventlog.corruption import folding
from eventlog.sources import new_id
from eventlog.statements import execute
from moderation.cases.due_effects import plan
from moderation.cases.fold import CaseFold, fold, step
from moderation.cases.listeners import CaseUpdated, tell, write_with
from moderation.cases.projections import known
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import KeptText, keep_text


class CaseDraft:
    """What a command decides, event by event.

    Attributes:
        case: the id of the case.
        now: the case with what is drafted so far.
        at: the time at which it happens; aware.
        by: the player who acts; None for the service.
    """

    def __init__(self, case: UUID, now: CaseFold | None, at: datetime, by: UUID | None) -> None:
        self.case = case
        self.before = now
        self.after = now
        self.at = at
        self.by = by
        self.events: list[Any] = []

    @property
    def now(self) -> CaseFold:
        """The case with what is drafted so far."""
        assert self.after is not None
        return self.after

    def add(self, *events: Any) -> None:
        """Adds events, each folded at once."""
        for event in events:
            self.after = step(self.after, event, self.at)
            self.events.append(event)

    def keep(self, text: str, *, player: UUID | None) -> KeptText:
        """Keeps words of who acts, which are erased with `player`."""
        return keep_text(text, case=self.case, by=self.by, player=player)


Decide = Callable[[CaseDraft], None]


def fold_of(case: UUID) -> CaseFold:
    """The case as its log has it.

    Raises:
        CaseRefused: `no-case`.
    """
    opened = store.open_stream(case)
    if not opened.version:
        raise CaseRefused("no-case")
    with folding(case):
        return fold((one.event, one.time) for one in opened.events)


def act(*, case: UUID, by: UUID | None, decide: Decide) -> CaseFold:
    """Reads a case, decides, and appends what was decided.

    Side effects: events, texts and what is written with them, in one transaction; then the listeners are told.

    Args:
        by: the player who acts; None for the service.
        decide: adds events to the draft, or raises `CaseRefused`: then nothing is written.

    Raises:
        CaseRefused: as `decide`; `no-case`.
    """
    with transaction.atomic():
        lock(case)
        opened = store.open_stream(case)
        if not opened.version:
            raise CaseRefused("no-case")
        with folding(case):
            now = fold((one.event, one.time) for one in opened.events)
        draft = CaseDraft(case, now, opened.now, by)
        decide(draft)
        _append(draft, opened)
    return draft.now


def begin(*, by: UUID | None, decide: Decide) -> tuple[UUID, CaseFold]:
    """Writes the first events of a new case, whose id is drawn. See `act`."""
    case = new_id()
    with transaction.atomic():
        opened = store.open_stream(case)
        draft = CaseDraft(case, None, opened.now, by)
        decide(draft)
        _append(draft, opened)
    return case, draft.now


def _append(draft: CaseDraft, opened: store.Opened) -> None:
    if not draft.events:
        return
    with known({draft.case: draft.now}):
        store.append(
            stream=draft.case,
            expected=opened.version,
            events=draft.events,
            actor=draft.by,
            now=draft.at,
            opened=opened,
            savepoint=False,
        )
    plan(draft.events, draft.at)
    happened = CaseUpdated(draft.case, draft.before, draft.now, tuple(draft.events), draft.by)
    write_with(happened)
    transaction.on_commit(partial(tell, happened))


def lock(*cases: UUID) -> None:
    """Has the transaction wait until nobody else acts on these cases, and others wait until it ends."""
    for key in sorted(case.int & ((1 << 63) - 1) for case in cases):  # in one order, so that no two wait for each other
        execute(b"SELECT pg_advisory_xact_lock(%s::int8)", (key,))
