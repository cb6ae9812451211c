"""The queue of cases as one moderator sees it: what is urgent first, without what is left to others.

What is left to others leaves no trace: neither a row, nor a number, nor a shorter page, nor its id in an address. So
nobody can tell from the queue that there is a case about the own game, and who reported it. A page reads its own
rows and what is left out between them, whatever waits behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Player
from moderation.cases.exclusions import excluded_from
from moderation.cases.intake import OPEN
from moderation.cases.models import Case
from moderation.cases.priority import waiting
from moderation.staff.words import kind_words, part_words, points, source_words
from web.keyset import Page, page_in_order

SIZE = 30

STRETCHES = 10
"""So many pages are read, at most, to fill one."""

VIEWS = ("open", "mine", "decided")
"""Which cases are listed: all that are open, those that the reader has, those that are decided."""

Key = tuple[int, UUID]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A part of a score in words."""

    points: str
    words: str


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case in a list.

    Attributes:
        name: the player concerned; empty for none.
        gone: the player concerned is deleted.
        holder: the name of its moderator; `mine` if that is the reader.
    """

    case: Case
    kind: str
    name: str
    gone: bool
    source: str
    score: str
    lines: tuple[ScoreLine, ...]
    days: int
    holder: str
    mine: bool


@dataclass(frozen=True, slots=True)
class QueuePage:
    """A page of the queue.

    Attributes:
        higher, lower: the keys from which the pages above and below begin; None if there is none.
    """

    rows: tuple[CaseRow, ...]
    higher: str | None
    lower: str | None


def queue_page(moderator: Player, *, view: str, kind: str, beside: Key | None, upwards: bool) -> QueuePage:
    """A page of cases.

    Args:
        moderator: who reads it.
        view: one of `VIEWS`.
        kind: a `CaseKind`; empty for all.
        beside: the key of the row next to the page; None for the first page.
        upwards: the page ends above that row.
    """
    shown, above, below = _shown(moderator, view, kind, beside, upwards=upwards)
    higher = key_text(shown[0], view) if above and shown else None
    lower = key_text(shown[-1], view) if below and shown else None
    return QueuePage(tuple(rows_of(shown, moderator)), higher, lower)


def _shown(
    moderator: Player, view: str, kind: str, beside: Key | None, *, upwards: bool
) -> tuple[list[Case], bool, bool]:
    """A page without what is left to others, and whether there is anything above and below that is not.

    It reads on until it has a case more than a page, at most `STRETCHES` times: who is in the way of more cases than
    that in a row sees a shorter page.
    """
    cases: list[Case] = []
    rows, key, more = _listed(moderator, view, kind), beside, True
    for _stretch in range(STRETCHES):
        page = _page(rows, view, key, upwards=upwards)
        more = page.newer if upwards else page.older
        left_out = excluded_from(page.rows, moderator.pk)
        mine = [row for row in page.rows if row.pk not in left_out]
        cases = [*mine, *cases] if upwards else [*cases, *mine]
        if not more or len(cases) > SIZE:
            break
        last = page.rows[0 if upwards else -1]
        key = _key_of(last, view)
    beyond = len(cases) > SIZE or more
    shown = cases[-SIZE:] if upwards else cases[:SIZE]
    inside = beside is not None
    return (shown, beyond, inside) if upwards else (shown, inside, beyond)


def _listed(moderator: Player, view: str, kind: str) -> QuerySet[Case]:
    rows = Case.objects.filter(kind=kind) if kind else Case.objects.all()
    if view == "decided":
        return rows.filter(state=Case.State.DECIDED)
    if view == "mine":
        return rows.filter(state=Case.State.CLAIMED, claimed_by=moderator.pk, claimed_until__gt=timezone.now())
    return rows.filter(state__in=OPEN)


def _page(rows: QuerySet[Case], view: str, beside: Key | None, *, upwards: bool) -> Page[Case]:
    order = ("-position", "id") if view == "decided" else ("-rank", "id")
    return page_in_order(rows, SIZE + 1, order, beside, upwards=upwards)


def key_text(case: Case, view: str) -> str:
    """The key in an address of the row next to a page."""
    number, id = _key_of(case, view)
    return f"{number}.{id}"


def _key_of(case: Case, view: str) -> Key:
    return case.position if view == "decided" else case.rank, case.pk


def key_in(text: str) -> Key | None:
    """What `key_text` wrote; None for anything else."""
    number, _dot, id = text.partition(".")
    try:
        return int(number[:20]), UUID(id)
    except ValueError:
        return None


def next_for(moderator: Player, kind: str) -> Case | None:
    """The most urgent case that nobody has and that this moderator may handle, among the first pages."""
    now = timezone.now()
    free = _listed(moderator, "open", kind).filter(Q(claimed_until=None) | Q(claimed_until__lte=now))
    key: Key | None = None
    for _stretch in range(STRETCHES):
        page = _page(free, "open", key, upwards=False)
        left_out = excluded_from(page.rows, moderator.pk)
        result = next((row for row in page.rows if row.pk not in left_out), None)
        if result is not None or not page.older:
            return result
        key = _key_of(page.rows[-1], "open")
    return None


def rows_of(cases: Sequence[Case], moderator: Player) -> list[CaseRow]:
    """Cases in words, with the names of all of them by one query."""
    now = timezone.now()
    names = names_of([item.about for item in cases] + [item.claimed_by for item in cases])
    return [_row(item, names, moderator, now) for item in cases]


def _row(case: Case, names: dict[UUID, str], moderator: Player, now: datetime) -> CaseRow:
    waits = waiting(case.opened, now) if case.state in OPEN else 0
    held = case.state == Case.State.CLAIMED and case.claimed_until is not None and now < case.claimed_until
    lines = [ScoreLine(points(thousandths), part_words(slug, number)) for slug, thousandths, number in case.parts]
    if waits >= 500:
        lines.append(ScoreLine(points(waits), part_words("waiting", 0)))
    return CaseRow(
        case=case,
        kind=kind_words(case.kind),
        name="" if case.about is None else names.get(case.about, ""),
        gone=case.about is not None and case.about not in names,
        source=source_words(case.source),
        score=points(case.score + waits),
        lines=tuple(lines),
        days=(now - case.opened).days,
        holder=names.get(case.claimed_by, "—") if held and case.claimed_by is not None else "",
        mine=held and case.claimed_by == moderator.pk,
    )


def names_of(ids: Sequence[UUID | None]) -> dict[UUID, str]:
    """The present names of players, by one query; deleted ones have none."""
    wanted = {id_ for id_ in ids if id_ is not None}
    return dict(Player.objects.filter(pk__in=wanted).values_list("pk", "name")) if wanted else {}
