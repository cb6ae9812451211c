"""An appeal as its player reads it: how it stands, the talk, in which no moderator has a name, what came of it, and why
something is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.conduct.words import day_text, time_text
from accounts.models import Penalty
from eventlog.canonical import at as as_time
from moderation.cases import appeals
from moderation.cases.models import Appeal
from moderation.cases.projections import HEARD_WITHIN
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import text_of, texts_of


@dataclass(frozen=True, slots=True)
class AppealLine:
    """Something that was written in an appeal; `text` is None if it is erased."""

    who: str
    mine: bool
    at: datetime
    text: str | None


@dataclass(frozen=True, slots=True)
class AppealPart:
    """The state of an appeal, for the penalised player.

    Attributes:
        row: the appeal; None as long as there is none.
        refused: why there can be none; "" if it can be made.
        until: the deadline for appealing, in words; "" while the penalty is in force.
        due: until when it is heard; if none is made, if it were made now.
        state: what happens now, as a sentence; "" if none is made.
        letters: how often the player may write now.
        reason: of the decision, in words.
    """

    row: Appeal | None
    refused: str
    until: str
    due: str
    state: str
    outcome: str
    talk: tuple[AppealLine, ...]
    letters: int
    reason: str

    @property
    def open(self) -> bool:
        """Whether it waits for a decision."""
        return self.row is not None and self.row.decided is None


def appeal_part(penalty: Penalty, now: datetime) -> AppealPart:
    """The state of the appeal against a penalty."""
    row = Appeal.objects.filter(pk=penalty.pk).first()
    until = appeals.appeal_until(penalty)
    return AppealPart(
        row=row,
        refused="" if row is not None else _why_none(penalty, now),
        until="" if until is None else time_text(until),
        due=time_text(now + HEARD_WITHIN if row is None else row.due),
        state="" if row is None else _state(row, now),
        outcome="" if row is None or row.decided is None else str(_OUTCOMES[row.outcome]),
        talk=() if row is None else talk_of(row),
        letters=0 if row is None else appeals.letters_left(side == "staff" for _id, side, *_more in row.talk)[0],
        reason="" if row is None else text_of(row.reason) or "",
    )


def talk_of(row: Appeal) -> tuple[AppealLine, ...]:
    """What was written in an appeal. The player reads of no moderator who it was."""
    texts = texts_of(UUID(words) for words, *_more in row.talk if words)
    return tuple(
        AppealLine(
            who=_("You") if side == "player" else _("A moderator"),
            mine=side == "player",
            at=as_time(at),
            text=texts.get(UUID(words)) if words else None,
        )
        for words, side, _by, at in row.talk
    )


def _why_none(penalty: Penalty, now: datetime) -> str:
    try:
        appeals.check_appealable(penalty, now)
    except CaseRefused as refused:
        return refusal_text(refused)
    return ""


def _state(row: Appeal, now: datetime) -> str:
    if row.decided is not None:
        return _("Decided on %(day)s.") % {"day": day_text(row.decided)}
    if row.risen is not None:
        return _("No moderator decided it in time. It went to the operators of the site on %(day)s.") % {
            "day": day_text(row.risen)
        }
    if row.claimed_until is not None and now < row.claimed_until:
        return _("A moderator is looking at it.")
    return _("It waits for a moderator.")


_OUTCOMES: Mapping[str, str | Promise] = {
    Appeal.Outcome.STANDS: gettext_lazy("The decision stands."),
    Appeal.Outcome.EASED: gettext_lazy("The penalty is eased: it ends earlier."),
    Appeal.Outcome.REVERSED: gettext_lazy("You were right: the penalty is taken back, with all its effects."),
    Appeal.Outcome.WITHDRAWN: gettext_lazy("You have withdrawn it. There is no second appeal."),
}


def refusal_text(refused: CaseRefused) -> str:
    """Why something was not done about an appeal, to who bears the penalty."""
    if refused.code == "too-late":
        return _("It could be appealed until %(until)s. That time is over.") % {
            "until": time_text(refused.parameters["until"])
        }
    return str(_REFUSALS.get(refused.code, _REFUSALS["no-appeal"]))


_REFUSALS: Mapping[str, str | Promise] = {
    "no-appeal": gettext_lazy("There is no such appeal."),
    "appealed": gettext_lazy("You have appealed already. Below you can write more."),
    "reversed": gettext_lazy("It is taken back already, so there is nothing to appeal."),
    "decided": gettext_lazy("The appeal has been decided in the meantime. Your words were not sent."),
    "words": gettext_lazy("Write why it should be looked at again."),
    "too-long": gettext_lazy("This is too long: at most 2000 characters."),
    "enough": gettext_lazy("You have written as much as you can for now. Wait for the moderator's answer."),
}
