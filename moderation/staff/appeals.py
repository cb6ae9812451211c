"""Appeals as one moderator sees them: those that are open by when they are due, and what a moderator reads of one.

A moderator sees nothing of appeals that are left to others. A page reads its own rows, whatever waits behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.conduct.words import length_text, rule_text, state_text
from accounts.models import Penalty, Player
from eventlog.canonical import at as as_time
from eventlog.canonical import microseconds
from moderation.cases import appeals as case_appeals
from moderation.cases.command_handler import fold_of
from moderation.cases.commands import opened_by
from moderation.cases.models import Appeal, Case
from moderation.cases.redaction import APPEAL, is_sealed
from moderation.cases.texts import text_of, texts_of
from moderation.evidence.panels import panels_of
from moderation.evidence.parts import Panel
from moderation.staff.queue import names_of
from moderation.staff.words import kind_words
from web.keyset import Page, page_in_order

SIZE = 30

STRETCHES = 10
"""So many pages are read, at most, to fill one."""

VIEWS = ("open", "mine", "risen", "decided")
"""Which are listed: all that are open, those that the reader hears, those before the operators, those decided."""

SOON = 24
"""An appeal that is due in so many hours is urgent."""

Key = tuple[datetime, UUID]


@dataclass(frozen=True, slots=True)
class AppealRow:
    """An appeal in a list.

    Attributes:
        name: of who appeals; empty if the account is deleted.
        age: hours since it was made.
        left: hours until it rises; 0 for what is overdue, risen or decided.
        urgent: it has risen, or does soon.
        holder: the name of who hears it; `mine` if that is the reader.
        unheard: no operator may hear it, though it has risen.
    """

    appeal: Appeal
    kind: str
    name: str
    age: int
    left: int
    urgent: bool
    holder: str
    mine: bool
    unheard: bool


@dataclass(frozen=True, slots=True)
class AppealList:
    """A page of appeals.

    Attributes:
        unheard: there is an appeal that no operator may hear; shown to operators, who can appoint another.
        higher, lower: the keys from which the pages above and below begin; None if there is none.
    """

    rows: tuple[AppealRow, ...]
    unheard: bool
    higher: str | None
    lower: str | None


def appeal_list(moderator: Player, *, view: str, beside: Key | None, upwards: bool) -> AppealList:
    """A page of appeals, without those that are left to others.

    Args:
        moderator: who reads it.
        view: one of `VIEWS`.
        beside: the key of the row next to the page; None for the first page.
        upwards: the page ends above that row.
    """
    shown, stuck, above, below = _shown(moderator, view, beside, upwards=upwards)
    return AppealList(
        rows=tuple(appeal_rows(shown, moderator, stuck)),
        unheard=bool(stuck),
        higher=_key_text(shown[0], view) if above and shown else None,
        lower=_key_text(shown[-1], view) if below and shown else None,
    )


def _shown(
    moderator: Player, view: str, beside: Key | None, *, upwards: bool
) -> tuple[list[Appeal], set[UUID], bool, bool]:
    """A page, what of all that was read no operator may hear, and whether there is anything above and below.

    What is left to others leaves no gap: it reads on until it has one more than a page, at most `STRETCHES` times.
    """
    appeals: list[Appeal] = []
    stuck: set[UUID] = set()
    key, more = beside, True
    for _stretch in range(STRETCHES):
        page = _page(_listed(moderator, view), view, key, upwards=upwards)
        more = page.newer if upwards else page.older
        left_out = case_appeals.kept_from(page.rows, moderator.pk)
        stuck |= case_appeals.unheard(page.rows)
        mine = [row for row in page.rows if row.pk not in left_out]
        appeals = [*mine, *appeals] if upwards else [*appeals, *mine]
        if not more or len(appeals) > SIZE:
            break
        key = _key_of(page.rows[0 if upwards else -1], view)
    beyond = len(appeals) > SIZE or more
    shown = appeals[-SIZE:] if upwards else appeals[:SIZE]
    inside = beside is not None
    return (shown, stuck, beyond, inside) if upwards else (shown, stuck, inside, beyond)


def _listed(moderator: Player, view: str) -> QuerySet[Appeal]:
    if view == "decided":
        return Appeal.objects.filter(decided__isnull=False)
    rows = Appeal.objects.filter(decided=None)
    if view == "mine":
        return rows.filter(claimed_by=moderator.pk, claimed_until__gt=timezone.now())
    return rows.filter(risen__isnull=False) if view == "risen" else rows


def _page(rows: QuerySet[Appeal], view: str, beside: Key | None, *, upwards: bool) -> Page[Appeal]:
    order = ("-decided", "penalty") if view == "decided" else ("due", "penalty")
    return page_in_order(rows, SIZE + 1, order, beside, upwards=upwards)


def _key_of(row: Appeal, view: str) -> Key:
    return (row.decided if view == "decided" and row.decided is not None else row.due), row.pk


def _key_text(row: Appeal, view: str) -> str:
    time, id = _key_of(row, view)
    return f"{microseconds(time)}.{id}"


def key_in(text: str) -> Key | None:
    """The key of a row in an address; None for anything else."""
    number, _dot, id = text.partition(".")
    try:
        return as_time(int(number[:17])), UUID(id)
    except (ValueError, OverflowError):
        return None


def appeal_rows(appeals: Sequence[Appeal], moderator: Player, stuck: set[UUID]) -> list[AppealRow]:
    """Appeals in words, with their penalties and all names by a query each.

    Args:
        appeals: in the order of the page.
        moderator: their reader.
        stuck: the ids of those that no moderator may hear.
    """
    now = timezone.now()
    kinds = {
        penalty.pk: penalty.get_kind_display()
        for penalty in Penalty.objects.filter(pk__in=[appeal.pk for appeal in appeals])
    }
    names = names_of([appeal.player for appeal in appeals] + [appeal.claimed_by for appeal in appeals])
    return [
        _row(appeal, str(kinds.get(appeal.pk, "")), names, moderator, now, appeal.pk in stuck) for appeal in appeals
    ]


def _row(row: Appeal, kind: str, names: dict[UUID, str], moderator: Player, now: datetime, unheard: bool) -> AppealRow:
    waits = row.decided is None and row.risen is None
    left = max(0, int((row.due - now).total_seconds() // 3600)) if waits else 0
    held = row.decided is None and row.claimed_until is not None and now < row.claimed_until
    return AppealRow(
        appeal=row,
        kind=kind,
        name=names.get(row.player, ""),
        age=int((now - row.made).total_seconds() // 3600),
        left=left,
        urgent=row.decided is None and left < SOON,
        holder=names.get(row.claimed_by, "—") if held and row.claimed_by is not None else "",
        mine=held and row.claimed_by == moderator.pk,
        unheard=unheard,
    )


@dataclass(frozen=True, slots=True)
class WaitingAppeals:
    """What the queue of cases says of appeals.

    Attributes:
        number: how many the reader may hear, of the most urgent ones.
        left: hours until the first is due; None if one has risen.
    """

    number: int
    left: int | None


def waiting_appeals(moderator: Player, *, operator: bool) -> WaitingAppeals | None:
    """The open appeals that nobody hears and this moderator may; None for none. It looks at a page of them.

    Args:
        operator: the moderator is an operator, who alone hears what has risen.
    """
    now = timezone.now()
    appeals = list(Appeal.objects.filter(decided=None).order_by("due", "penalty")[:SIZE])
    free = [appeal for appeal in appeals if appeal.claimed_until is None or appeal.claimed_until <= now]
    free = [appeal for appeal in free if operator or appeal.risen is None]
    left_out = case_appeals.kept_from(free, moderator.pk) if free else {}
    mine = [appeal for appeal in free if appeal.pk not in left_out]
    if not mine:
        return None
    first = mine[0]
    left = None if first.risen else max(0, int((first.due - now).total_seconds() // 3600))
    return WaitingAppeals(len(mine), left)


# -- one appeal ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AppealTalk:
    """Something that was written in an appeal; `text` is None if it is erased, and empty if it is `sealed`."""

    who: str
    mine: bool
    at: datetime
    text: str | None
    sealed: bool


@dataclass(frozen=True, slots=True)
class AppealPage:
    """The page of an appeal for one moderator.

    Attributes:
        held: the moderator hears it.
        open: still to be decided.
        may_take: the moderator may hear it: it is free, and has not risen or the moderator is an operator.
        given: the name of who imposed the penalty; empty if that account is deleted.
        told: the text to the player; `noted`: that for other moderators.
        shown: the evidence that the player was shown, and `ids` of what else was.
        letters: how often the moderator may still write.
        opens: there is something sealed that the moderator may open.
        reason: of the decision; empty if it is sealed, as it may quote what is.
    """

    row: AppealRow
    penalty: Penalty
    case: Case
    case_kind: str
    rule: str
    length: str
    state: str
    held: bool
    open: bool
    may_take: bool
    given: str
    told: str
    noted: str
    shown: tuple[Panel, ...]
    ids: tuple[str, ...]
    talk: tuple[AppealTalk, ...]
    letters: int
    opens: bool
    reason: str
    decided_by: str


def appeal_page(appeal: Appeal, moderator: Player, *, operator: bool) -> AppealPage:
    """The page of an appeal that this moderator may hear.

    Args:
        operator: the moderator is an operator, who alone hears what has risen.
    """
    now = timezone.now()
    penalty, case = Penalty.objects.get(pk=appeal.pk), Case.objects.get(pk=appeal.case)
    (row,) = appeal_rows([appeal], moderator, case_appeals.unheard([appeal]))
    panels = tuple(panels_of(case, moderator)) if penalty.shown else ()
    slugs = {panel.slug for panel in panels}
    sealed = _sealed(appeal, moderator)
    names = names_of([penalty.by, appeal.decided_by, *(UUID(by) for _words, _side, by, _at in appeal.talk)])
    return AppealPage(
        row=row,
        penalty=penalty,
        case=case,
        case_kind=kind_words(case.kind),
        rule=rule_text(penalty.rule),
        length=length_text(penalty),
        state=state_text(penalty, now),
        held=row.mine,
        open=appeal.decided is None,
        may_take=appeal.decided is None and not row.holder and (operator or appeal.risen is None),
        given=names.get(penalty.by, "") if penalty.by else "",
        told=text_of(penalty.reason) or "",
        noted=_reason_of(case),
        shown=tuple(panel for panel in panels if panel.slug in penalty.shown),
        ids=tuple(text for text in penalty.shown if text not in slugs),
        talk=_talk(appeal, sealed, names),
        letters=case_appeals.letters_left(side == "staff" for _words, side, *_more in appeal.talk)[1],
        opens=bool(sealed) and (row.mine or appeal.decided is not None),
        reason="" if appeal.reason in sealed else text_of(appeal.reason) or "",
        decided_by=names.get(appeal.decided_by, "") if appeal.decided_by else "",
    )


def _reason_of(case: Case) -> str:
    return text_of(fold_of(case.pk).reason) or ""


def _sealed(appeal: Appeal, moderator: Player) -> frozenset[UUID]:
    """The texts of an appeal that this moderator may not read yet: all but the own ones and those that were there when
    the moderator opened it, as long as it may tell a rank. An answer and a reason may quote what is sealed.
    """
    if not is_sealed(APPEAL, appeal.pk):
        return frozenset()
    written = [(UUID(words), UUID(by), as_time(at)) for words, _side, by, at in appeal.talk if words]
    if appeal.reason is not None and appeal.decided_by is not None and appeal.decided is not None:
        written.append((appeal.reason, appeal.decided_by, appeal.decided))
    opened = opened_by(appeal.case, moderator.pk).get((APPEAL, appeal.pk))
    return frozenset(words for words, by, at in written if by != moderator.pk and (opened is None or opened < at))


def _talk(appeal: Appeal, sealed: frozenset[UUID], names: dict[UUID, str]) -> tuple[AppealTalk, ...]:
    shown = [UUID(words) if words else None for words, *_more in appeal.talk]
    texts = texts_of(words for words in shown if words is not None and words not in sealed)
    return tuple(
        AppealTalk(
            who=names.get(UUID(by), _("Deleted player")),
            mine=side == "staff",
            at=as_time(at),
            text="" if words in sealed else texts.get(words) if words else None,
            sealed=words in sealed,
        )
        for words, (_words, side, by, at) in zip(shown, appeal.talk, strict=True)
    )
