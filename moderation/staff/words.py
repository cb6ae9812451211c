"""What moderators read of cases: codes of refusals, reasons of exclusion, parts of a score, and events, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Penalty
from moderation.cases import events as e
from moderation.cases.kinds import CaseKind
from moderation.cases.models import Appeal, Case
from moderation.cases.refusals import CaseRefused
from moderation.evidence.detectors import detector_name
from web.words import isolated

REASONS: Mapping[str, Any] = {
    "own-case": gettext_lazy("you have to do with it"),
    "own-report": gettext_lazy("you reported it"),
    "own-game": gettext_lazy("it is about a game of yours"),
    "own-event": gettext_lazy("it is about an event in which you have a part"),
    "own-study": gettext_lazy("it is about a study in which you have a part"),
    "own-appeal": gettext_lazy("it is your own appeal"),
    "own-decision": gettext_lazy("you decided it"),
    "opponent": gettext_lazy("it is about somebody whom you played this week"),
}
"""Why a case is left to other moderators."""


def kind_words(kind: str) -> str:
    """A kind of case as its reporters read it."""
    return str(dict(CaseKind.choices).get(kind, kind))


def refusal_words(refused: CaseRefused, names: Mapping[UUID, str]) -> str:
    """Why something was not done, and what can be done instead.

    Args:
        names: of the players in the parameters.
    """
    parameters = refused.parameters
    if refused.code == "claimed":
        values = {
            "name": isolated(names.get(parameters["by"], _("another moderator"))),
            "until": moment(parameters["until"]),
        }
        return _("%(name)s has this case until %(until)s. Take another one, or come back then.") % values
    if refused.code == "heard":
        values = {
            "name": isolated(names.get(parameters["by"], _("another moderator"))),
            "until": moment(parameters["until"]),
        }
        return _("%(name)s hears this appeal until %(until)s. Take another one, or come back then.") % values
    if refused.code == "excluded":
        values = {"why": REASONS.get(parameters["why"], parameters["why"])}
        return _("This case is left to other moderators, because %(why)s.") % values
    return str(_WORDS.get(refused.code, _WORDS["no-case"]))


_WORDS: Mapping[str, Any] = {
    "no-case": gettext_lazy("There is no such case."),
    "closed": gettext_lazy("This case is closed already: somebody decided it in the meantime."),
    "same-case": gettext_lazy("A case cannot be merged with itself."),
    "other-player": gettext_lazy("Cases can be merged if they are about the same player, or the same thing, alone."),
    "staff": gettext_lazy("This is one of the staff: operators alone impose penalties there. Give the case back."),
    "outcome": gettext_lazy("Choose an outcome; a penalty belongs to “penalised” alone."),
    "reason-needed": gettext_lazy("Write to the player why. Nobody is penalised without a reason."),
    "ends-before": gettext_lazy("This penalty would be over already. Choose a later end."),
    "game-needed": gettext_lazy("Choose the game whose result or rating it is about."),
    "not-in-game": gettext_lazy("The player did not play in this game. Choose another one."),
    "nothing-to-rule": gettext_lazy("This game has no result to change: it was called off, or not played here."),
    "no-rating": gettext_lazy("The player has no rating in the rule book of this game that could be set back."),
    "amount": gettext_lazy("A rating is set back by 1 to 1000 points."),
    "not-paused": gettext_lazy("The game is not paused: what both sides know cannot be opened. Look again once it is."),
    "spectators-behind": gettext_lazy("Spectators of this game are behind, and moderators too: wait until it is over."),
    "gone": gettext_lazy("It is gone, and nobody knows any more of which game it told. It stays sealed."),
    "words-needed": gettext_lazy("Write why, for the other moderators."),
    "twice": gettext_lazy("The same penalty is here twice. Choose another one, or leave it out."),
    "no-appeal": gettext_lazy("There is no such appeal."),
    "decided": gettext_lazy("This appeal is closed already: it was decided or withdrawn in the meantime."),
    "risen": gettext_lazy("This appeal was not decided in time: operators alone hear it now."),
    "words": gettext_lazy("Write to the player."),
    "too-long": gettext_lazy("This is too long: at most 2000 characters."),
    "enough": gettext_lazy("You have written ten times in this appeal. Decide it, and write why."),
    "without-length": gettext_lazy("This penalty has no length: confirm it, or take it back."),
    "over": gettext_lazy("This penalty has ended in the meantime. Confirm it, or take it back with its effects."),
    "not-eased": gettext_lazy("It would end no later anyway. Choose an earlier end."),
    "not-held": gettext_lazy("Take the case first."),
}


def moment(time: datetime) -> str:
    """A time in the reader's zone."""
    return date_format(localtime(time), "j F Y, H:i T")


def points(thousandths: int) -> str:
    """Points of a score, rounded, with a sign in front of what is taken away."""
    rounded = (abs(thousandths) + 500) // 1000
    return f"−{rounded}" if thousandths < 0 else str(rounded)


def part_words(slug: str, number: int) -> str:
    """What a part of a score comes from."""
    if slug == "reports":
        return ngettext("%(count)d player reported it", "%(count)d players reported it", number) % {"count": number}
    if slug == "suspicion":
        return _("a detector is sure by %(percent)d%%") % {"percent": number // 10}
    return str(_PARTS.get(slug, slug))


_PARTS: Mapping[str, Any] = {
    "severity": gettext_lazy("how grave it is"),
    "record": gettext_lazy("how often these reporters were right before"),
    "newness": gettext_lazy("some reports are much older than the newest"),
    "waiting": gettext_lazy("a point for each day of waiting"),
}


def source_words(source: str) -> str:
    """Where a case comes from."""
    if source == "report":
        return _("Reported")
    if source == "moderator":
        return _("Opened by a moderator")
    return _("Detector: %(name)s") % {"name": detector_name(source)}


def event_words(event: Any, names: Mapping[UUID, str]) -> str:
    """What happened to a case, as a sentence without its subject, which precedes it."""
    match event:
        case e.CaseOpened():
            return _("opened the case")
        case e.ReportAdded():
            return _("reported it: %(why)s") % {"why": kind_words(event.why)}
        case e.SuspicionAdded():
            return _("%(detector)s found it, sure by %(percent)d%%") % {
                "detector": detector_name(event.detector),
                "percent": event.score // 10,
            }
        case e.CaseMerged():
            return _("merged it into another case")
        case e.CaseAbsorbed():
            return _("merged another case into it")
        case e.CaseClaimed():
            return _("took the case")
        case e.CaseReleased():
            return _("gave the case back")
        case e.EvidenceOpened():
            return _("opened what was sealed") if event.target else _("looked at the evidence")
        case e.CaseNoted():
            return _("wrote a note")
        case e.CaseDecided():
            return _("closed the case: %(outcome)s") % {"outcome": Case.Outcome(event.outcome).label}
        case e.Penalised():
            values = {
                "name": isolated(names.get(event.player, _("Deleted player"))),
                "kind": Penalty.Kind(event.kind).label,
            }
            return _("penalised %(name)s: %(kind)s") % values
        case e.AppealWritten():
            return _("wrote to the player in the appeal") if event.by_staff else _("wrote in the appeal")
        case e.AppealDecided():
            return _("decided the appeal: %(outcome)s") % {"outcome": Appeal.Outcome(event.outcome).label}
    return str(_EVENTS.get(type(event), type(event).__name__))


_EVENTS: Mapping[type[Any], Any] = {
    e.WarningAcknowledged: gettext_lazy("has read the warning"),
    e.PenaltyEnded: gettext_lazy("ended the penalty"),
    e.PenaltyReversed: gettext_lazy("reversed the penalty"),
    e.AppealMade: gettext_lazy("appealed"),
    e.AppealRisen: gettext_lazy("the appeal was not heard in time, and went to the operators"),
    e.AppealClaimed: gettext_lazy("hears the appeal"),
    e.AppealReleased: gettext_lazy("gave the appeal back"),
    e.AppealWithdrawn: gettext_lazy("closed the appeal: it is withdrawn, or the account is deleted"),
}


def players_in(events: Sequence[Any]) -> set[UUID]:
    return {event.player for event in events if isinstance(event, e.Penalised)}
