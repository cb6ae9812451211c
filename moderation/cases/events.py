"""The events of a case. Its stream is as long as what follows from it: penalties end, are appealed and reversed here.

They hold ids, codes and numbers. Words are in `Report` and `CaseText`, rows that can be erased; an event has the id of
such a row and a salted hash (`moderation.cases.texts`). The actor is the player of the account that acts; None is the
service. Times are microseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from eventlog.field_types import HexHash, Id, Slug, Token
from eventlog.registry import event

ShownText = Annotated[str, Token(Id.__metadata__[0].pattern + "|[a-z][a-z0-9]*(?:-[a-z0-9]+)*", 36)]
"""A piece of evidence: the slug of its kind, or the id of a row or a stream."""

# -- the case --------------------------------------------------------------------------------------


@event("case-opened")
@dataclass(frozen=True, slots=True)
class CaseOpened:
    """There is something to look into.

    Attributes:
        kind: a `CaseKind`.
        source: `report`, `moderator`, or the slug of a detector.
        about: the player concerned; None for a thing without an owner.
        thing: a subject besides the player, as a slug; with `target`, its id.
    """

    kind: Slug
    source: Slug
    about: UUID | None = None
    thing: Slug | None = None
    target: UUID | None = None


@event("report-added")
@dataclass(frozen=True, slots=True)
class ReportAdded:
    """Somebody reported it. If the same report comes again, the last one counts.

    Attributes:
        report: the id of the row that has the words, as long as it is there.
        why: a `CaseKind`.
        thing: what was reported, such as `message`, and `target`, its id.
        weight: what the reporter's record makes of it, in thousandths (`moderation.cases.priority.weight`).
        words_hash: of what the reporter wrote.
        excerpt_hash: of what the thing said then.
        at: when it was reported, if not now: when it came here from another case.
    """

    report: UUID
    reporter: UUID
    why: Slug
    thing: Slug
    target: UUID
    weight: int
    words_hash: HexHash | None = None
    excerpt_hash: HexHash | None = None
    at: int | None = None


@event("suspicion-added")
@dataclass(frozen=True, slots=True)
class SuspicionAdded:
    """A detector found something that a person should look at. What it told last counts.

    Attributes:
        detector: which, as a slug.
        score: how sure it is, from 0 to 1000.
        figures: what it goes by, each a whole number.
        target: what it found it in, such as a game.
        at: as for a report.
    """

    detector: Slug
    score: int
    figures: Mapping[Slug, int]
    target: UUID | None = None
    at: int | None = None


@event("case-merged")
@dataclass(frozen=True, slots=True)
class CaseMerged:
    """It was merged into another case, which has all its reports and suspicions from now on."""

    into: UUID


@event("case-absorbed")
@dataclass(frozen=True, slots=True)
class CaseAbsorbed:
    """Another case was merged into this one. Its reports and suspicions follow."""

    case: UUID


@event("case-claimed")
@dataclass(frozen=True, slots=True)
class CaseClaimed:
    """A moderator has it alone until a time; told again by the same one, until a later time."""

    by: UUID
    until: int


@event("case-released")
@dataclass(frozen=True, slots=True)
class CaseReleased:
    """Its moderator releases it."""


@event("evidence-opened")
@dataclass(frozen=True, slots=True)
class EvidenceOpened:
    """A moderator looked at evidence: all that there is by itself, or something sealed.

    Attributes:
        what: the slug of the panel or of the kind of thing.
        target: the id of the thing.
    """

    what: Slug
    target: UUID | None = None


@event("case-noted")
@dataclass(frozen=True, slots=True)
class CaseNoted:
    """A moderator's note for the others, or the reason for a case opened by hand.

    Attributes:
        thing, target: a subject besides the player, as in `CaseOpened`.
        words: the id of a text for other moderators.
    """

    thing: Slug | None = None
    target: UUID | None = None
    words: UUID | None = None
    words_hash: HexHash | None = None


@event("case-decided")
@dataclass(frozen=True, slots=True)
class CaseDecided:
    """It is closed.

    Attributes:
        outcome: `penalised`, `noted` (something was wrong, and no penalty follows), `dismissed`, or `gone` (whom it is
            about has deleted the account; nobody decided that).
        by: the moderator.
        reason: the id of a text for other moderators.
    """

    outcome: Slug
    by: UUID | None = None
    reason: UUID | None = None
    reason_hash: HexHash | None = None


# -- penalties -------------------------------------------------------------------------------------


@event("penalised")
@dataclass(frozen=True, slots=True)
class Penalised:
    """A player bears a penalty from now on; see `moderation.cases.terms.PenaltyTerms`.

    Attributes:
        penalty: its id.
        reason: the id of a text for the player.
        games: of a ban: what becomes of games that go on, `paused` or `resigned`.
    """

    penalty: UUID
    player: UUID
    kind: Slug
    rule: Slug
    by: UUID
    ends: int | None = None
    game: UUID | None = None
    amount: int | None = None
    shown: tuple[ShownText, ...] = ()
    reason: UUID | None = None
    reason_hash: HexHash | None = None
    games: Slug | None = None


@event("warning-acknowledged")
@dataclass(frozen=True, slots=True)
class WarningAcknowledged:
    """The player has read a warning."""

    penalty: UUID


@event("penalty-ended")
@dataclass(frozen=True, slots=True)
class PenaltyEnded:
    """A penalty ends before its time without having been wrong."""

    penalty: UUID


@event("penalty-reversed")
@dataclass(frozen=True, slots=True)
class PenaltyReversed:
    """A penalty was wrong: its effects are undone as if it had not been."""

    penalty: UUID
    by: UUID
    reason: UUID | None = None
    reason_hash: HexHash | None = None


# -- appeals ---------------------------------------------------------------------------------------


@event("appeal-made")
@dataclass(frozen=True, slots=True)
class AppealMade:
    """The player asks another moderator to look at a penalty again; once for each."""

    penalty: UUID
    words: UUID | None = None
    words_hash: HexHash | None = None


@event("appeal-written")
@dataclass(frozen=True, slots=True)
class AppealWritten:
    """One of the two wrote to the other.

    Attributes:
        by_staff: it is the moderator who hears the appeal; otherwise the player.
    """

    penalty: UUID
    by_staff: bool
    by: UUID
    words: UUID | None = None
    words_hash: HexHash | None = None


@event("appeal-risen")
@dataclass(frozen=True, slots=True)
class AppealRisen:
    """Nobody heard it in time: it goes before the operators."""

    penalty: UUID


@event("appeal-claimed")
@dataclass(frozen=True, slots=True)
class AppealClaimed:
    """A moderator hears it, alone until a time."""

    penalty: UUID
    by: UUID
    until: int


@event("appeal-released")
@dataclass(frozen=True, slots=True)
class AppealReleased:
    """Its moderator releases it."""

    penalty: UUID


@event("appeal-withdrawn")
@dataclass(frozen=True, slots=True)
class AppealWithdrawn:
    """The player takes it back, or has deleted the account: then nobody acts. There is no second one."""

    penalty: UUID


@event("appeal-decided")
@dataclass(frozen=True, slots=True)
class AppealDecided:
    """It is heard.

    Attributes:
        outcome: `stands`, `reversed` or `eased`.
        ends: for what is eased: when the penalty ends now; None if it ends with the decision.
    """

    penalty: UUID
    outcome: Slug
    by: UUID
    ends: int | None = None
    reason: UUID | None = None
    reason_hash: HexHash | None = None


OfCase = (
    CaseOpened
    | ReportAdded
    | SuspicionAdded
    | CaseMerged
    | CaseAbsorbed
    | CaseClaimed
    | CaseReleased
    | EvidenceOpened
    | CaseNoted
    | CaseDecided
)
OfPenalty = Penalised | WarningAcknowledged | PenaltyEnded | PenaltyReversed
OfAppeal = AppealMade | AppealWritten | AppealRisen | AppealClaimed | AppealReleased | AppealWithdrawn | AppealDecided
CaseEvent = OfCase | OfPenalty | OfAppeal
"""What a stream of a case may hold."""
