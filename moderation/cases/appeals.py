"""Appeals: a player asks another moderator to look at a penalty again, once for each.

The two may write to one another. Who imposed the penalty or decided its case never hears the appeal, nor does anybody
who is kept from the case. After `HEARD_WITHIN` without a decision it rises: only operators hear it then.
The penalty stays in force meanwhile.

Arguments have one meaning throughout: `penalty` is the id of the penalty, `by` that of the moderator who acts, `words`
what is written to the other side.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.mails.outbox import post
from accounts.models import Account, Penalty, Player
from eventlog.canonical import microseconds
from moderation.cases import events as e
from moderation.cases.command_handler import CaseDraft, execute
from moderation.cases.exclusions import excluded_from
from moderation.cases.fold import AppealFold, CaseFold, PenaltyFold
from moderation.cases.models import Appeal, Case
from moderation.cases.redaction import APPEAL, is_sealed, open_sealed
from moderation.cases.refusals import CaseRefused
from moderation.cases.reports import reverse_reports
from moderation.cases.texts import LONGEST
from web.words import clean_text

log = logging.getLogger(__name__)

APPEALED_WITHIN = timedelta(days=30)
"""So long after a penalty has ended, or after what happens once, its player may appeal."""

CLAIMED_FOR = timedelta(hours=12)
"""So long a moderator has an appeal alone, from the last thing that the moderator did with it: the player has to have
time to answer."""

RENEWED_AFTER = timedelta(hours=1)
"""A claim is not renewed sooner."""

MOST_LETTERS = 10
"""The maximum of messages of each side, besides the appeal itself and its decision."""

UNANSWERED = 3
"""So often in a row the player may write before a moderator answers."""


LASTING = frozenset(
    {
        Penalty.Kind.NO_TALK,
        Penalty.Kind.NO_RATED,
        Penalty.Kind.NO_EVENTS,
        Penalty.Kind.NO_SEEKS,
        Penalty.Kind.BAN,
    }
)
"""Penalties that last, and can be eased: one-time effects stay or are undone."""

OUTCOMES = (Appeal.Outcome.STANDS, Appeal.Outcome.EASED, Appeal.Outcome.REVERSED)
"""What may be decided."""

MOST = 200
"""Appeals that one sweep lets rise; the next takes the rest."""


# -- the player ------------------------------------------------------------------------------------

MOST_AN_HOUR = 20
"""Forms about appeals that one account may send in an hour."""


def appeal_until(borne: Penalty | PenaltyFold) -> datetime | None:
    """The deadline for appealing a penalty; None while it is in force.

    What lasts: until `APPEALED_WITHIN` after its end. A warning: so long after it was confirmed. What happens once, a
    note too, which counts on the ladder: so long after it was imposed.
    """
    if borne.ends is not None:
        return borne.ends + APPEALED_WITHIN
    if borne.kind == Penalty.Kind.WARNING:
        return None if borne.acknowledged_at is None else borne.acknowledged_at + APPEALED_WITHIN
    return None if borne.kind in LASTING else borne.begins + APPEALED_WITHIN


def check_appealable(borne: Penalty | PenaltyFold, at: datetime) -> None:
    """Says nothing if a penalty that nobody has appealed may be.

    Raises:
        CaseRefused: `reversed`; `too-late`, with `until`.
    """
    if borne.reversed_at is not None:
        raise CaseRefused("reversed")
    until = appeal_until(borne)
    if until is not None and until <= at:
        raise CaseRefused("too-late", until=until)


def appeal(*, penalty: UUID, player: UUID, words: str) -> CaseFold:
    """Appeals against a penalty.

    Side effects: appends AppealMade, and keeps the words.

    Args:
        player: who bears it.
        words: why it should be looked at again, at most `LONGEST` characters.

    Raises:
        CaseRefused: `no-penalty`, if the player bears no such penalty; `appealed`, if there was an appeal; `words`;
            `too-long`; as `check_appealable`.
    """
    row = _borne(penalty, player)
    _check_words(words)

    def decide(draft: CaseDraft) -> None:
        if penalty in draft.now.appeals:
            raise CaseRefused("appealed")
        check_appealable(draft.now.penalties[penalty], draft.at)
        kept = draft.keep(words, player=player)
        draft.add(e.AppealMade(penalty, kept.id, kept.hash))

    return execute(case=row.case, by=player, decide=decide)


def letters_left(talk: Iterable[bool]) -> tuple[int, int]:
    """How often each side may still write: the player, the moderator.

    Args:
        talk: of what was written, in its order, whether it is a moderator's; the first made the appeal.
    """
    after = list(talk)[1:]
    unanswered = next((number for number, staff in enumerate(reversed(after)) if staff), len(after))
    player = min(MOST_LETTERS - after.count(False), UNANSWERED - unanswered)
    return max(0, player), max(0, MOST_LETTERS - after.count(True))


def write(*, penalty: UUID, player: UUID, words: str) -> CaseFold:
    """The player writes to the appeal's moderator.

    Side effects: appends AppealWritten, and keeps the words.

    Raises:
        CaseRefused: `no-penalty`; `no-appeal`; `decided`; `words`; `too-long`; `enough`, if `letters_left` says so.
    """
    row = _borne(penalty, player)
    _check_words(words)

    def decide(draft: CaseDraft) -> None:
        _check_letters(_open(draft, penalty), staff=False)
        kept = draft.keep(words, player=player)
        draft.add(e.AppealWritten(penalty, False, player, kept.id, kept.hash))

    return execute(case=row.case, by=player, decide=decide)


def withdraw(*, penalty: UUID, player: UUID) -> CaseFold:
    """The player takes the appeal back; the penalty stays as it is, and there is no second appeal.

    Side effects: appends AppealWithdrawn.

    Raises:
        CaseRefused: `no-penalty`; `no-appeal`; `decided`.
    """
    row = _borne(penalty, player)

    def decide(draft: CaseDraft) -> None:
        _open(draft, penalty)
        draft.add(e.AppealWithdrawn(penalty))

    return execute(case=row.case, by=player, decide=decide)


def let_go(player: UUID) -> None:
    """Closes the open appeals of a player who deletes the account."""

    rows = Appeal.objects.filter(player=player, decided=None).order_by("case", "penalty")
    for case, penalty in list(rows.values_list("case", "penalty")):
        execute(case=case, by=None, decide=partial(_drop, penalty=penalty))


def _drop(draft: CaseDraft, *, penalty: UUID) -> None:
    if draft.now.appeals[penalty].open:
        draft.add(e.AppealWithdrawn(penalty))


def _borne(penalty: UUID, player: UUID) -> Penalty:
    row = Penalty.objects.filter(pk=penalty, player=player).first()
    if row is None:
        raise CaseRefused("no-penalty")
    return row


def _check_words(words: str) -> None:
    if not clean_text(words):
        raise CaseRefused("words")
    if len(clean_text(words)) > LONGEST:
        raise CaseRefused("too-long", most=LONGEST)


def _open(draft: CaseDraft, penalty: UUID) -> AppealFold:
    fold = draft.now.appeals.get(penalty)
    if fold is None:
        raise CaseRefused("no-appeal")
    if not fold.open:
        raise CaseRefused("decided", outcome=fold.outcome)
    return fold


def _check_letters(appeal: AppealFold, *, staff: bool) -> None:
    if not letters_left(words.by_staff for words in appeal.talk)[staff]:
        raise CaseRefused("enough")


# -- who hears it ----------------------------------------------------------------------------------


def kept_from(appeals: Sequence[Appeal], moderator: UUID) -> dict[UUID, str]:
    """The appeals among some that a moderator has nothing to do with, each with a code of why: `own-appeal`,
    `own-decision`, or why the moderator is kept from the case.
    """
    cases = Case.objects.in_bulk([item.case for item in appeals])
    imposed = dict(Penalty.objects.filter(pk__in=[item.pk for item in appeals]).values_list("pk", "by"))
    whys = excluded_from(list(cases.values()), moderator)
    texts: dict[UUID, str] = {}
    for item in appeals:
        if item.player == moderator:
            texts[item.pk] = "own-appeal"
        elif moderator in (imposed.get(item.pk), cases[item.case].decided_by):
            texts[item.pk] = "own-decision"
        elif item.case in whys:
            texts[item.pk] = whys[item.case]
    return texts


def operators() -> list[UUID]:
    """The players of the operators, who hear risen appeals."""
    # Operators are staff, which has an index.
    rows = Player.objects.filter(account__is_staff=True, account__is_superuser=True, account__is_active=True)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def unheard(appeals: Sequence[Appeal]) -> set[UUID]:
    """Of appeals that have risen, those that no operator may hear: they wait until there is another one."""
    left = [item for item in appeals if item.risen is not None and item.decided is None]
    for operator in operators():
        if not left:
            break
        mine = kept_from(left, operator)
        left = [item for item in left if item.pk in mine]
    return {item.pk for item in left}


def _hearable(penalty: UUID, by: UUID) -> Appeal:
    row = Appeal.objects.filter(pk=penalty).first()
    if row is None:
        raise CaseRefused("no-appeal")
    why = kept_from([row], by).get(penalty)
    if why is not None:
        raise CaseRefused("excluded", why=why)
    return row


def _hold(draft: CaseDraft, penalty: UUID, by: UUID, renewed_after: timedelta) -> AppealFold:
    now = _open(draft, penalty)
    if now.risen is not None and by not in operators():
        raise CaseRefused("risen", since=now.risen)
    holder = now.holder(draft.at)
    if holder not in (None, by):
        raise CaseRefused("heard", by=holder, until=now.claimed_until)
    until = draft.at + CLAIMED_FOR
    if holder is None or now.claimed_until is None or until - now.claimed_until >= renewed_after:
        draft.add(e.AppealClaimed(penalty, by, microseconds(until)))
    return draft.now.appeals[penalty]


def claim(*, penalty: UUID, by: UUID) -> CaseFold:
    """Claims an appeal for `CLAIMED_FOR`; again, from now.

    Side effects: appends AppealClaimed.

    Args:
        by: the player of a moderator.

    Raises:
        CaseRefused: `no-appeal`; `excluded`, with `why`; `decided`; `heard`, with `by` and `until`, if another one has
            it; `risen`, if operators alone hear it.
    """
    row = _hearable(penalty, by)
    return execute(case=row.case, by=by, decide=lambda draft: _keep_holding(draft, penalty, by))


def _keep_holding(draft: CaseDraft, penalty: UUID, by: UUID) -> None:
    _hold(draft, penalty, by, RENEWED_AFTER)


def release(*, penalty: UUID, by: UUID) -> CaseFold:
    """Gives an appeal back; nothing if one does not have it.

    Side effects: appends AppealReleased.

    Raises:
        CaseRefused: `no-appeal`; `excluded`.
    """
    row = _hearable(penalty, by)

    def decide(draft: CaseDraft) -> None:
        now = draft.now.appeals[penalty]
        if now.open and now.claimed_by == by:
            draft.add(e.AppealReleased(penalty))

    return execute(case=row.case, by=by, decide=decide)


def open_words(*, penalty: UUID, by: UUID) -> None:
    """A moderator opens the words of an appeal so far, if they may reveal a rank. The players of these games see it.

    Side effects: appends EvidenceOpened, of an open appeal AppealClaimed too, and what the games note.

    Raises:
        CaseRefused: as `claim`; an appeal that is decided may be opened.
    """
    row = _hearable(penalty, by)
    if not is_sealed(APPEAL, penalty):
        return

    def decide(draft: CaseDraft) -> None:
        if draft.now.appeals[penalty].open:
            _hold(draft, penalty, by, RENEWED_AFTER)
        draft.add(e.EvidenceOpened(APPEAL, penalty))

    with transaction.atomic():
        after = execute(case=row.case, by=by, decide=decide)
        open_sealed(APPEAL, penalty, Player.objects.get(pk=by), after.appeals[penalty].talk[-1].at)


def answer(*, penalty: UUID, by: UUID, words: str) -> CaseFold:
    """A moderator writes to the player, and has the appeal from then on. The player is not told who it is.

    Side effects: appends AppealWritten, keeps the words, which are erased with the player, and has a mail sent.

    Raises:
        CaseRefused: as `claim`; `words`; `too-long`; `enough`.
    """
    row = _hearable(penalty, by)
    _check_words(words)

    def decide(draft: CaseDraft) -> None:
        _check_letters(_hold(draft, penalty, by, RENEWED_AFTER), staff=True)
        kept = draft.keep(words, player=row.player)
        draft.add(e.AppealWritten(penalty, True, by, kept.id, kept.hash))

    with transaction.atomic():
        after = execute(case=row.case, by=by, decide=decide)
        _mail("appeal-written", row)
    return after


def decide(*, penalty: UUID, by: UUID, outcome: str, reason: str, ends: datetime | None = None) -> CaseFold:
    """Decides an appeal. What is eased ends then, and what is reversed is undone with its effects; both at once.

    Side effects: appends AppealDecided, for `reversed` PenaltyReversed too, keeps the words, and has a mail sent; who
    reported it is told once nothing of the decision stands.

    Args:
        outcome: one of `OUTCOMES`.
        reason: why, in words to the player.
        ends: for `eased`: when the penalty ends now, aware; None for at once.

    Raises:
        CaseRefused: as `claim`; `outcome`; `words`; `too-long`; of `eased`: `without-length`, `over`, `ends-before`
            (the present), `not-eased` (no earlier than it would end anyway).
    """
    if outcome not in OUTCOMES or (outcome != Appeal.Outcome.EASED and ends is not None):
        raise CaseRefused("outcome")
    row = _hearable(penalty, by)
    _check_words(reason)

    def close(draft: CaseDraft) -> None:
        _hold(draft, penalty, by, CLAIMED_FOR)
        if outcome == Appeal.Outcome.EASED:
            _check_eased(draft.now.penalties[penalty], draft.at, ends)
        kept = draft.keep(reason, player=row.player)
        until = None if ends is None else microseconds(ends)
        draft.add(e.AppealDecided(penalty, str(outcome), by, until, kept.id, kept.hash))
        if outcome == Appeal.Outcome.REVERSED:
            draft.add(e.PenaltyReversed(penalty, by, kept.id, kept.hash))

    with transaction.atomic():
        after = execute(case=row.case, by=by, decide=close)
        if outcome != Appeal.Outcome.REVERSED:  # which has its own mail, with the reason
            _mail("appeal-decided", row)
        elif all(penalty.reversed_at is not None for penalty in after.penalties.values()):
            reverse_reports(row.case)
    return after


def _check_eased(borne: PenaltyFold, at: datetime, ends: datetime | None) -> None:
    if borne.kind not in LASTING:
        raise CaseRefused("without-length")
    if not borne.in_force(at):
        raise CaseRefused("over")
    if ends is not None and ends <= at:
        raise CaseRefused("ends-before", ends=ends)
    if ends is not None and borne.ends is not None and borne.ends <= ends:
        raise CaseRefused("not-eased", ends=borne.ends)


# -- rising ----------------------------------------------------------------------------------------


def rise_due() -> int:
    """Lets appeals rise that nobody has decided in time; returns how many. It reads those that are due alone.

    Side effects: appends AppealRisen to each, and has a mail sent.
    """
    due = Appeal.objects.filter(decided=None, risen=None, due__lte=timezone.now()).order_by("due")[:MOST]
    return sum(_rise(row) for row in due)


def _rise(row: Appeal) -> bool:
    def decide(draft: CaseDraft) -> None:
        now = draft.now.appeals[row.penalty]
        if now.open and now.risen is None:
            draft.add(e.AppealRisen(row.penalty))

    try:
        with transaction.atomic():
            after = execute(case=row.case, by=None, decide=decide).appeals[row.penalty]
            if after.open:
                _mail("appeal-risen", row)
    except Exception as error:  # one that cannot be read keeps no other
        log.error("appeal %s cannot rise: %s", row.penalty, type(error).__name__)
        return False
    return after.open


def _mail(kind: str, row: Appeal) -> None:
    account = Account.objects.filter(player=row.player).first()
    if account is not None:
        post(kind, site=settings.VEXILLUM_SITE, account=account, about=row.penalty)
