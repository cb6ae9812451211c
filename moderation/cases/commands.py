"""What a moderator does with a case: claim it, look, merge it, decide it, give it back.

Arguments have one meaning throughout: `case` is the id of the case, `by` that of the moderator who acts, `words` what
is written for other moderators.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from accounts.models import Penalty, Player, Report
from eventlog import store
from eventlog.aggregate import lock
from eventlog.canonical import microseconds
from eventlog.registry import Stored
from eventlog.sources import new_id
from moderation.cases import events as e
from moderation.cases.command_handler import CaseDraft, execute
from moderation.cases.exclusions import excluded_from
from moderation.cases.fold import CaseFold
from moderation.cases.intake import open_case
from moderation.cases.models import Case
from moderation.cases.redaction import REPORT, open_sealed
from moderation.cases.refusals import CaseRefused
from moderation.cases.reports import close_reports
from moderation.cases.terms import PenaltyTerms, check_terms
from web.words import clean_text

CLAIMED_FOR = timedelta(minutes=30)
"""So long a moderator has a case alone, from the last thing that the moderator did with it."""

RENEWED_AFTER = timedelta(minutes=5)
"""A claim is not renewed sooner."""


OUTCOMES = (Case.Outcome.PENALISED, Case.Outcome.NOTED, Case.Outcome.DISMISSED)
"""What a moderator may decide."""


def check_may_handle(case: UUID, moderator: UUID) -> None:
    """Says nothing if a moderator may have to do with a case.

    Raises:
        CaseRefused: `no-case`; `excluded`, with `why`.
    """
    row = Case.objects.filter(pk=case).first()
    if row is None:
        raise CaseRefused("no-case")
    why = excluded_from([row], moderator).get(case)
    if why is not None:
        raise CaseRefused("excluded", why=why)


def claim(*, case: UUID, by: UUID) -> CaseFold:
    """Claims a case for `CLAIMED_FOR`; again, from now.

    Raises:
        CaseRefused: `claimed`, with `by` and `until`, if another one has it; `closed`; `excluded`; `no-case`.
    """
    check_may_handle(case, by)
    return execute(case=case, by=by, decide=lambda draft: _hold(draft, by, RENEWED_AFTER))


def _hold(draft: CaseDraft, by: UUID, renewed_after: timedelta) -> None:
    now = draft.now
    _check_open(now)
    holder = now.holder(draft.at)
    if holder not in (None, by):
        raise CaseRefused("claimed", by=holder, until=now.claimed_until)
    until = draft.at + CLAIMED_FOR
    if holder is None or now.claimed_until is None or until - now.claimed_until >= renewed_after:
        draft.add(e.CaseClaimed(by, microseconds(until)))


def _check_open(now: CaseFold) -> None:
    if not now.open:
        raise CaseRefused("closed", outcome=now.outcome, into=now.merged_into)


def release(*, case: UUID, by: UUID) -> CaseFold:
    """Gives a case back; nothing if one does not have it."""

    def decide(draft: CaseDraft) -> None:
        if draft.now.open and draft.now.claimed_by == by:
            draft.add(e.CaseReleased())

    return execute(case=case, by=by, decide=decide)


def look(*, case: UUID, by: UUID, what: str, target: UUID | None = None) -> CaseFold:
    """Notes that a moderator looks at evidence; of something sealed those concerned hear it.

    Args:
        what: the slug of a panel, or the kind of a thing that is sealed.
        target: the id of that thing.

    Raises:
        CaseRefused: as `claim`; a case that is closed may be looked at.
    """
    check_may_handle(case, by)

    def decide(draft: CaseDraft) -> None:
        if draft.now.open:
            _hold(draft, by, RENEWED_AFTER)
        draft.add(e.EvidenceOpened(what, target))

    with transaction.atomic():
        after = execute(case=case, by=by, decide=decide)
        if target is not None:
            open_sealed(what, target, Player.objects.get(pk=by), _last_told(after, what, target))
    return after


def _last_told(now: CaseFold, what: str, target: UUID) -> datetime | None:
    """When somebody last reported a thing, or told a report again."""
    ats = (
        report.at
        for report in now.reports.values()
        if (report.thing, report.target) == (what, target) or report.report == target
    )
    return max(ats, default=None)


def opened_by(case: UUID, moderator: UUID) -> dict[tuple[str, UUID | None], datetime]:
    """What a moderator has opened in a case, by what it is and its id (None for a panel), and when last. What was said
    or reported later is not opened by it."""
    at_hand = _at_hand.get()
    if at_hand is not None and at_hand[:2] == (case, moderator):
        return at_hand[2]
    return opened_in(store.load(case), moderator)


_Opened = dict[tuple[str, "UUID | None"], datetime]
_at_hand: ContextVar[tuple[UUID, UUID, _Opened] | None] = ContextVar("what was opened in a case", default=None)


@contextmanager
def opened_at_hand(case: UUID, moderator: UUID, opened: _Opened) -> Iterator[None]:
    """Has `opened_by` answer with what is known already: each panel of a case asks, and its log may be long.

    Args:
        case, moderator: whose.
        opened: as `opened_in` found it.
    """
    token = _at_hand.set((case, moderator, opened))
    try:
        yield
    finally:
        _at_hand.reset(token)


def opened_in(history: Iterable[Stored], moderator: UUID) -> dict[tuple[str, UUID | None], datetime]:
    """The same of a case whose log is at hand. A thing reported again since, and a report with new words,
    is not open: its new words were not there to be seen."""
    opened: dict[tuple[str, UUID | None], datetime] = {}
    for stored in history:
        if isinstance(stored.event, e.EvidenceOpened) and stored.actor == moderator:
            opened[stored.event.what, stored.event.target] = stored.time
        elif isinstance(stored.event, e.ReportAdded):
            opened.pop((stored.event.thing, stored.event.target), None)
            opened.pop((REPORT, stored.event.report), None)
    return opened


def note(*, case: UUID, by: UUID, words: str) -> CaseFold:
    """Writes something into a case for other moderators, also without the claim.

    Raises:
        CaseRefused: `words-needed`; `excluded`, `no-case`.
    """
    if not clean_text(words):
        raise CaseRefused("words-needed")
    check_may_handle(case, by)
    return execute(case=case, by=by, decide=lambda draft: draft.add(_noted(draft, words)))


def open_by_hand(
    *, kind: str, about: UUID, by: UUID, words: str, thing: str | None = None, target: UUID | None = None
) -> UUID:
    """Opens a case that nobody has reported, or goes on in the open one about the same; who opened it has it, if nobody
    else does. An open one from which the caller is excluded is ignored, and so not revealed.

    Args:
        kind: a `CaseKind`.
        about: the player concerned.
        by: the moderator.
        words: why, for other moderators.
        thing: a subject besides the player, such as `game`, and `target`, its id.

    Returns:
        The id of the case.

    Raises:
        CaseRefused: `words-needed`; `excluded`, because of the player or the game: nobody opens a case that is not
            theirs to handle. Then nothing is written.
    """
    if not clean_text(words):
        raise CaseRefused("words-needed")
    with transaction.atomic():
        case = open_case(kind=kind, about=about, source="moderator", by=by, for_hands=True)

        def begin(draft: CaseDraft) -> None:
            draft.add(_noted(draft, words, thing, target))
            if draft.now.open and draft.now.holder(draft.at) in (None, by):
                _hold(draft, by, RENEWED_AFTER)

        execute(case=case, by=by, decide=begin)
        check_may_handle(case, by)
    return case


def _noted(draft: CaseDraft, words: str, thing: str | None = None, target: UUID | None = None) -> e.CaseNoted:
    kept = draft.keep(words, player=draft.now.about)
    return e.CaseNoted(thing, target, kept.id, kept.hash)


def merge(*, case: UUID, into: UUID, by: UUID) -> CaseFold:
    """Has one case go on in another, with its reports and suspicions.

    Args:
        case: the one that ends.
        into: the id of the remaining case.

    Returns:
        The other case.

    Raises:
        CaseRefused: `same-case`; `other-player`, if they are not about the same player or thing; as `claim`, of either.
    """
    if case == into:
        raise CaseRefused("same-case")
    for id_ in (case, into):
        check_may_handle(id_, by)
    with transaction.atomic():
        lock(case, into)

        def leave(draft: CaseDraft) -> None:
            _hold(draft, by, CLAIMED_FOR)
            draft.add(e.CaseMerged(into))

        gone = execute(case=case, by=by, decide=leave)

        def take(draft: CaseDraft) -> None:
            if _concerned(gone) != _concerned(draft.now):
                raise CaseRefused("other-player")
            _hold(draft, by, RENEWED_AFTER)
            draft.add(e.CaseAbsorbed(case), *_told_again(gone))

        after = execute(case=into, by=by, decide=take)
        Report.objects.filter(case=case).update(case=into)
    return after


def _concerned(case: CaseFold) -> UUID | None:
    return case.about or case.target


def _told_again(gone: CaseFold) -> list[e.OfCase]:
    reports: list[e.OfCase] = [
        e.ReportAdded(
            report.report,
            report.reporter,
            report.why,
            report.thing,
            report.target,
            report.weight,
            report.words_hash,
            report.excerpt_hash,
            microseconds(report.at),
        )
        for report in gone.reports.values()
    ]
    suspicions = [
        e.SuspicionAdded(
            suspicion.detector, suspicion.score, suspicion.figures, suspicion.target, microseconds(suspicion.at)
        )
        for suspicion in gone.suspicions.values()
    ]
    notes = [e.CaseNoted(fold.thing, fold.target, fold.words, fold.words_hash) for fold in gone.notes]
    own = [e.CaseNoted(gone.thing, gone.target)] if gone.target is not None else []
    return [*reports, *suspicions, *notes, *own]


def decide(*, case: UUID, by: UUID, outcome: str, penalties: Sequence[PenaltyTerms] = (), reason: str = "") -> CaseFold:
    """Closes a case, with the penalties that follow.

    Side effects: events, texts and the states of the reports, in one transaction; the listeners then have reporters
    told and penalties take effect.

    Args:
        outcome: one of `OUTCOMES`; `penalised` needs penalties, the others have none.
        penalties: those imposed on the offenders.
        reason: for other moderators.

    Raises:
        CaseRefused: as `claim`; `outcome`, if outcome and penalties do not fit; `reason-needed`, of a penalty without
            words to the player; `ends-before`, of one that would be over already; and what kinds of penalties need
            (`registry.checked`); `twice`, of the same kind for the same player, and the same game, if it is about one;
            `staff`, of a penalty for one of the staff, which operators alone impose.
    """
    if outcome not in OUTCOMES or (outcome == Case.Outcome.PENALISED) != bool(penalties):
        raise CaseRefused("outcome")
    if len({(penalty.player, penalty.kind, penalty.game) for penalty in penalties}) < len(penalties):
        raise CaseRefused("twice")
    check_may_handle(case, by)
    _check_staff({penalty.player for penalty in penalties}, by)

    def close(draft: CaseDraft) -> None:
        _hold(draft, by, CLAIMED_FOR)
        for terms in penalties:
            draft.add(_penalised(draft, terms, by))
        kept = draft.keep(reason, player=draft.now.about)
        draft.add(e.CaseDecided(str(outcome), by, kept.id, kept.hash))

    with transaction.atomic():
        after = execute(case=case, by=by, decide=close)
        dismissed = outcome == Case.Outcome.DISMISSED
        close_reports(case, Report.State.DISMISSED if dismissed else Report.State.RESOLVED)
    return after


def _check_staff(players: set[UUID], by: UUID) -> None:
    """Moderators act on nobody of the staff: else one of them could shut all others and the operators out."""
    staff = Player.objects.filter(pk__in=players, account__is_staff=True)
    if staff.exists() and not Player.objects.filter(pk=by, account__is_superuser=True).exists():
        raise CaseRefused("staff")


def _penalised(draft: CaseDraft, terms: PenaltyTerms, by: UUID) -> e.Penalised:
    if not clean_text(terms.reason):
        raise CaseRefused("reason-needed")
    if terms.ends is not None and terms.ends <= draft.at:
        raise CaseRefused("ends-before", ends=terms.ends)
    check_terms(terms)
    kept = draft.keep(terms.reason, player=terms.player)
    return e.Penalised(
        penalty=new_id(),
        player=terms.player,
        kind=str(terms.kind),
        rule=str(terms.rule),
        by=by,
        ends=None if terms.ends is None else microseconds(terms.ends),
        game=terms.game,
        amount=terms.amount,
        shown=tuple(terms.shown),
        reason=kept.id,
        reason_hash=kept.hash,
        games=_games(terms) or None,
    )


def _games(terms: PenaltyTerms) -> str:
    """The fate of a banned player's games; "" for any other penalty."""
    if terms.kind != Penalty.Kind.BAN:
        return ""
    return terms.games or ("resigned" if terms.ends is None else "paused")


def let_go(*, case: UUID) -> None:
    """Closes an open case because its subject has deleted the account."""

    def close(draft: CaseDraft) -> None:
        if draft.now.open:
            draft.add(e.CaseDecided("gone"))

    with transaction.atomic():
        execute(case=case, by=None, decide=close)
        close_reports(case, Report.State.GONE)
