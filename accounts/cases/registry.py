"""What rooms above register for cases: effects of penalties, evidence, and who may not handle a case."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from accounts.cases.models import Case, CaseLink
from accounts.cases.terms import PenaltyTerms
from accounts.models import Penalty, Player

# -- effects of penalties --------------------------------------------------------------------------


class When(StrEnum):
    """When something is done because of a penalty."""

    BEGINS = "begins"
    ENDS = "ends"
    REVERSED = "reversed"


Effect = Callable[[Penalty], None]

_EFFECTS: dict[tuple[str, When], list[Effect]] = {}


def effect(*kinds: str, when: When = When.BEGINS) -> Callable[[Effect], Effect]:
    """Registers what is done when a penalty of these kinds begins, ends by itself, or is reversed.

    It is called after the commit, by a task, and may be called twice: the second time it changes nothing.
    """

    def register(function: Effect) -> Effect:
        for kind in kinds:
            known = _EFFECTS.setdefault((kind, when), [])
            if function not in known:
                known.append(function)
        return function

    return register


def effects_of(kind: str, when: When) -> Sequence[Effect]:
    """What is done then, in the order of registration."""
    return tuple(_EFFECTS.get((kind, when), ()))


Check = Callable[[PenaltyTerms], object]

_CHECKS: dict[str, list[Check]] = {}


def checked(*kinds: str) -> Callable[[Check], Check]:
    """Registers what penalties of these kinds need. It is called with the terms before one is imposed, and raises
    `CaseRefused` for one that could have no effect.
    """

    def register(function: Check) -> Check:
        for kind in kinds:
            known = _CHECKS.setdefault(kind, [])
            if function not in known:
                known.append(function)
        return function

    return register


def check_terms(terms: PenaltyTerms) -> None:
    """Says nothing if a penalty can be what its terms say.

    Raises:
        CaseRefused: as whoever registered for its kind.
    """
    for function in _CHECKS.get(terms.kind, ()):
        function(terms)


# -- evidence --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the page of a case, shown to the moderator.

    Attributes:
        slug: which, for `EvidenceOpened` and for what the player is shown.
        title: its heading, in the reader's language.
        template: what draws it, with `context`.
        opens: what it has sealed and the moderator may open from it: pairs of a `thing` of `sealed` and its id.
    """

    slug: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    opens: tuple[tuple[str, UUID], ...] = ()


EvidenceFunction = Callable[[Case, Player], Iterable[Panel]]

_EVIDENCE: list[tuple[frozenset[str], EvidenceFunction]] = []


def evidence(*kinds: str) -> Callable[[EvidenceFunction], EvidenceFunction]:
    """Registers what finds the evidence of cases of these kinds; of all cases if none is named.

    It is called with the case and the player of the moderator, and gives nothing that this moderator may not see: no
    rank before the reveal. What costs much is looked up within the case alone.
    """

    def register(function: EvidenceFunction) -> EvidenceFunction:
        if all(known is not function for _kinds, known in _EVIDENCE):
            _EVIDENCE.append((frozenset(kinds), function))
        return function

    return register


def panels_of(case: Case, moderator: Player) -> Iterator[Panel]:
    """The evidence of a case, in the order of registration."""
    for kinds, find in tuple(_EVIDENCE):
        if not kinds or case.kind in kinds:
            yield from find(case, moderator)


ShownEvidence = Callable[[Penalty, Player], "Panel | None"]

_SHOWN: dict[str, ShownEvidence] = {}


def shown_to_player(slug: str) -> Callable[[ShownEvidence], ShownEvidence]:
    """Registers what draws a piece of evidence, named in `Penalty.shown`, for the player who bears the penalty.

    It is called with the penalty and that player, and gives nothing that this player may not see, nor who reported it.

    Args:
        slug: of the panel.
    """

    def register(function: ShownEvidence) -> ShownEvidence:
        _SHOWN[slug] = function
        return function

    return register


def shown_of(penalty: Penalty, player: Player) -> list[Panel]:
    """The evidence that the player of a penalty is shown, in the order in which it was chosen."""
    finders = (_SHOWN.get(slug) for slug in penalty.shown)
    panels = (find(penalty, player) for find in finders if find is not None)
    return [one for one in panels if one is not None]


_DETECTORS: dict[str, tuple[Any, Mapping[str, Any]]] = {}


def register_detector(slug: str, name: Any, figures: Mapping[str, Any]) -> None:
    """Registers in which words moderators read of a detector.

    Args:
        slug: the `source` of its cases.
        name: of it, as a lazy text.
        figures: what each of its figures counts, by its code, as lazy texts.
    """
    _DETECTORS[slug] = (name, figures)


def detector_name(slug: str) -> str:
    """A detector in the reader's language; its slug if it has no words."""
    return str(_DETECTORS[slug][0]) if slug in _DETECTORS else slug


def figure_words(slug: str, figure: str) -> str:
    """What a figure of a detector counts, in the reader's language; its code if it has no words.

    Args:
        slug: of the detector.
        figure: its code.
    """
    return str(_DETECTORS[slug][1].get(figure, figure)) if slug in _DETECTORS else figure


NamingFunction = Callable[[Collection[UUID]], Mapping[UUID, str]]

_NAMINGS: dict[str, NamingFunction] = {}


def named_things(kind: str) -> Callable[[NamingFunction], NamingFunction]:
    """Registers what says in words which things of a kind some are, by their ids, for moderators: of public facts, and
    the same whether the reader may look at them or not.
    """

    def register(function: NamingFunction) -> NamingFunction:
        _NAMINGS[kind] = function
        return function

    return register


def words_of_things(kind: str, ids: Collection[UUID]) -> Mapping[UUID, str]:
    """Which things of a kind these are, in words; what is not there is left out."""
    naming = _NAMINGS.get(kind)
    return naming(ids) if naming is not None and ids else {}


Opener = Callable[[UUID, Player, "datetime | None"], object]

_SEALED: dict[str, Callable[[UUID], bool]] = {}
_OPENERS: dict[str, Opener] = {}


def sealed(thing: str, *, opener: Opener) -> Callable[[Callable[[UUID], bool]], Callable[[UUID], bool]]:
    """Registers what knows whether the words of a reported thing, such as a `message`, may tell a rank now. Then the
    page of a case does not quote them until the moderator opens them.

    Args:
        thing: a `Report.Kind`.
        opener: is told of the opening, with the id of the thing, the player of the moderator, and when it was reported
            last, in the transaction that notes it in the case: it has the players of the game see that, once more if
            there are words that were not there the last time.
    """

    def register(function: Callable[[UUID], bool]) -> Callable[[UUID], bool]:
        _SEALED[thing], _OPENERS[thing] = function, opener
        return function

    return register


def is_sealed(thing: str, target: UUID) -> bool:
    """Whether the words of a thing may tell a rank now."""
    known = _SEALED.get(thing)
    return known is not None and known(target)


def open_sealed(thing: str, target: UUID, moderator: Player, told: datetime | None = None) -> None:
    """Tells who sealed a thing that a moderator opens it.

    Args:
        thing, target: as in `sealed`.
        told: when somebody reported it last; None if nobody did.
    """
    opener = _OPENERS.get(thing)
    if opener is not None:
        opener(target, moderator, told)


# -- who may not handle a case ---------------------------------------------------------------------

Things = Mapping[UUID, Sequence[tuple[str, UUID]]]
"""What cases are about beside players, by their ids: pairs of the kind of thing and its id."""

ExclusionFunction = Callable[[Sequence[Case], UUID, Things], Mapping[UUID, str]]

_EXCLUDED: list[ExclusionFunction] = []


def excluded(function: ExclusionFunction) -> ExclusionFunction:
    """Registers what knows which of some cases a moderator must not handle.

    It is called with cases, the id of the moderator's player and what the cases are about, and returns for some of
    them, by id, why: a code with words in `REASONS` of `accounts.moderation.words`.
    """
    if function not in _EXCLUDED:
        _EXCLUDED.append(function)
    return function


def _things_of(cases: Sequence[Case]) -> Things:
    found: dict[UUID, list[tuple[str, UUID]]] = {}
    links = CaseLink.objects.filter(case__in=[one.pk for one in cases]).exclude(what=CaseLink.REPORTER)
    for case, what, target in links.values_list("case", "what", "target"):
        found.setdefault(case, []).append((what, target))
    return found


def excluded_from(cases: Sequence[Case], moderator: UUID) -> dict[UUID, str]:
    """The cases among some that a moderator has nothing to do with, each with a code of why."""
    found: dict[UUID, str] = {}
    things = _things_of(cases) if cases else {}
    for function in tuple(_EXCLUDED):
        left = [one for one in cases if one.pk not in found]
        if not left:
            break
        found.update(function(left, moderator, {one.pk: things.get(one.pk, ()) for one in left}))
    return found
