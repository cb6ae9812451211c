"""Opening cases: by a report, a detector, or a moderator. The same subject shares one open case.

The same: the same kind and the same player; where it is nobody's, the same thing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from eventlog import statements
from moderation.cases.command_handler import CaseDraft, begin, execute
from moderation.cases.events import CaseOpened, SuspicionAdded
from moderation.cases.exclusions import excluded_from
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Case

OPEN = (Case.State.OPEN, Case.State.CLAIMED)


def open_case(
    *,
    kind: str,
    about: UUID | None = None,
    thing: str | None = None,
    target: UUID | None = None,
    source: str,
    score: int | None = None,
    figures: Mapping[str, int] | None = None,
    by: UUID | None = None,
    for_hands: bool = False,
) -> UUID:
    """Has moderators look into something: opens a case, or adds to the open one about the same.

    Side effects: events, in one transaction with what is around it.

    Args:
        kind: a `CaseKind`.
        about: the player concerned; None for a thing without an owner.
        thing: a subject besides the player, such as `game`, and `target`, its id.
        source: the slug of the detector, or `moderator`.
        score: how sure the detector is, from 0 to 1000; None for a person, who needs no figure.
        figures: what the detector goes by, each a whole number.
        by: the player of the opening moderator; None for a detector.
        for_hands: who opens it is to handle it, and learns nothing of open cases about the same that are left to
            others: they are passed over.

    Returns:
        The id of the case.
    """
    added: list[Any] = []
    if score is not None:
        added.append(SuspicionAdded(source, score, dict(figures or {}), target))
    values: dict[str, Any] = {"kind": kind, "about": about, "thing": thing, "target": target, "source": source}
    return add_to_case(**values, events=added, by=by, for_hands=for_hands)


def add_to_case(
    *,
    kind: str,
    about: UUID | None,
    thing: str | None,
    target: UUID | None,
    source: str,
    events: Sequence[Any],
    by: UUID | None,
    for_hands: bool = False,
) -> UUID:
    """Adds events to the open case about the same, or opens it.

    Args:
        kind, about, thing, target, source: as in `open_case`.
        events: what is added.
        by: who adds it; None is the service.
        for_hands: leave out cases that `by` may not handle.

    Returns:
        The id of the case.

    Raises:
        ValueError: it has no subject.
    """
    kind = CaseKind(kind).value
    key = about or target
    if key is None:
        raise ValueError("a case is about a player or a thing")
    with transaction.atomic():
        wait_for_same(kind, key)
        same = Case.objects.filter(kind=kind, state__in=OPEN)
        same = same.filter(about=about) if about is not None else same.filter(about=None, target=target)
        if for_hands and by is not None:
            same = same.exclude(pk__in=excluded_from(list(same), by))
        while (id_ := same.order_by("opened", "id").values_list("id", flat=True).first()) is not None:
            if not events or _added(id_, events, by):
                return id_
        opened = CaseOpened(kind, source, about, thing, target)
        return begin(by=by, decide=lambda draft: draft.add(opened, *events))[0]


def wait_for_same(kind: str, key: UUID) -> None:
    """Has the transaction wait until nobody else adds to a case about the same, and others wait until it ends.

    It comes before the lock of a case, which comes before those of rows; so no two wait for each other.

    Args:
        kind: a `CaseKind`.
        key: the id of the player concerned, or of the thing if that is nobody's.
    """
    statements.execute(b"SELECT pg_advisory_xact_lock(%s::int8)", (_lock_of(kind, key),))


def _added(case: UUID, events: Sequence[Any], by: UUID | None) -> bool:
    def add(draft: CaseDraft) -> None:
        if draft.now.open:
            draft.add(*events)

    return bool(execute(case=case, by=by, decide=add).open)


def _lock_of(kind: str, key: UUID) -> int:
    """The key of the lock on opening cases with the same subject."""
    digest = hashlib.blake2b(f"case {kind} {key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
