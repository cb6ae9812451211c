"""How every command about a case runs: lock, fold, decide, append, and notify.

Commands about one case wait for one another, by a lock of the database that ends with the transaction: of two
moderators who act at once one gets the case, and the other learns who has it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from eventlog.aggregate import Aggregate, StreamDraft
from eventlog.sources import new_id
from moderation.cases.due_effects import plan
from moderation.cases.fold import CaseFold, fold
from moderation.cases.listeners import CaseUpdated, tell, write_with
from moderation.cases.projections import CASE_FOLDS
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import KeptText, keep_text


class CaseDraft(StreamDraft[CaseFold]):
    """A case while a command decides."""

    fold = staticmethod(fold)

    def keep(self, text: str, *, player: UUID | None) -> KeptText:
        """Keeps words of who acts, which are erased with `player`."""
        return keep_text(text, case=self.stream, by=self.by, player=player)


Decide = Callable[[CaseDraft], None]


class _Cases(Aggregate[CaseFold, CaseDraft]):
    draft, folds, locks = CaseDraft, CASE_FOLDS, True

    def missing(self, stream: UUID) -> CaseRefused:
        return CaseRefused("no-case")

    def append(self, draft: CaseDraft, **_more: Any) -> None:
        """Schedules later effects of its events, and calls the listeners."""
        super().append(draft)
        plan(draft.events, draft.at)
        updated = CaseUpdated(draft.stream, draft.before, draft.now, tuple(draft.events), draft.by)
        write_with(updated)
        transaction.on_commit(partial(tell, updated))


_cases = _Cases()


def fold_of(case: UUID) -> CaseFold:
    """The case as its log has it. Raises `CaseRefused` with `no-case`."""
    return _cases.open(case)[1]


def execute(*, case: UUID, by: UUID | None, decide: Decide) -> CaseFold:
    """Reads a case, decides, and appends what was decided.

    Side effects: events, texts and related rows, in one transaction; then calls the listeners.

    Args:
        by: the player who acts; None for the service.
        decide: adds events to the draft, or raises `CaseRefused`: then nothing is written.

    Raises:
        CaseRefused: as `decide`; `no-case`.
    """
    return _cases.execute(stream=case, by=by, decide=decide).now


def begin(*, by: UUID | None, decide: Decide) -> tuple[UUID, CaseFold]:
    """Writes the first events of a new case, whose id is drawn. See `execute`."""
    draft = _cases.begin(stream=new_id(), by=by, decide=decide)
    return draft.stream, draft.now
