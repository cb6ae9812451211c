"""The kinds of notices. Each room registers its own, with their words, their truth and their mail:

    register(about_game(Kind.DRAW_OFFER, _("A draw is offered: %(variant)s against %(opponents)s"), holds=...))

`models.Kind` has what is stored; nothing here knows a room. A room registers in a module that its
app loads with Django.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.utils.functional import Promise

from notices.models import Kind, Notice

RowT = TypeVar("RowT")
AboutT = TypeVar("AboutT")


@dataclass(frozen=True, slots=True)
class Words:
    """A notice as it is shown.

    Args:
        text: a sentence without its full stop.
        url: where it leads, a path of this service.
        deadline: until when something has to be done, or None.
        variant: the name of the rule book of its game, if any.
    """

    text: str
    url: str
    deadline: datetime | None
    variant: str = ""


@dataclass(frozen=True, slots=True)
class ReadBeside(Generic[RowT]):
    """How what notices are about is read with them, for the head of every page: without a statement of its own.

    Args:
        columns: what tells whether notices hold, in SQL, and how many there are.
        tables: joined to the notices, which are `n`.
        row: what `holds` is given, of the values of the columns; None if it is not there.
    """

    columns: str
    number: int
    tables: str
    row: Callable[[Sequence[Any]], RowT | None]


class Subject(Generic[RowT, AboutT]):
    """What notices are about, such as games: how it is read for all the notices of a page at once."""

    beside: ReadBeside[RowT] | None = None

    def rows(self, notices: Sequence[Notice]) -> Mapping[UUID, RowT]:
        """The data for the validity of notices, by their ids; nothing for a deleted subject.

        Without `beside` it runs for the head of every page, so it takes a query or two, however many notices there are.
        """
        raise NotImplementedError

    def abouts(self, notices: Sequence[Notice]) -> Mapping[UUID, AboutT]:
        """The data for their texts, by their ids: for each notice, also with a deleted subject."""
        raise NotImplementedError

    def is_mailed(self, row: RowT) -> bool:
        """Whether a mail would come in time."""
        return True

    def sender(self, notice: Notice) -> UUID | None:
        """The id of the player whose doing a notice is, for what a day allows; None for nobody's."""
        return notice.actor


class Limit(Enum):
    """What limits the mails of a kind, besides the wishes of their recipients."""

    NONE = "nothing: it happens only so often"
    REPEATED = "how often one player brings it about for another"
    UNASKED = "the same, and how many a day somebody sends and gets: who gets it has done nothing for it"


@dataclass(frozen=True, slots=True)
class KindOfNotice(Generic[RowT, AboutT]):
    """A kind, as its room knows it.

    Args:
        kind: as it is stored, with the words of the page of wishes.
        subject: its kind of subject.
        heading: its heading on the page of wishes.
        words: of what `subject.abouts` gives.
        holds: whether a notice is still valid, by its row of `subject.rows`; None if that is deleted.
        mail: whether it goes by e-mail too, to who has not chosen. What waits for an answer and what is over does, for
            who comes back every few days; the rest can wait for the next visit.
        limit: what limits its mails.
    """

    kind: Kind
    subject: Subject[RowT, AboutT]
    heading: str | Promise
    words: Callable[[AboutT], Words]
    holds: Callable[[Notice, RowT | None], bool]
    mail: bool = True
    limit: Limit = Limit.NONE


_KINDS: dict[Kind, KindOfNotice[Any, Any]] = {}


def register(*kinds: KindOfNotice[Any, Any]) -> None:
    """Register the kinds of a room.

    Raises:
        ValueError: one of them is registered already.
    """
    for kind in kinds:
        if kind.kind in _KINDS:
            raise ValueError(f"{kind.kind} is registered twice")
        _KINDS[kind.kind] = kind


def kind_of(kind: str) -> KindOfNotice[Any, Any]:
    """A kind by its stored value.

    Raises:
        LookupError: no room has registered it.
        ValueError: there is no such value.
    """
    return _KINDS[Kind(kind)]


def read_beside() -> list[tuple[Subject[Any, Any], ReadBeside[Any]]]:
    """The subjects that are read with the notices themselves."""
    subjects = dict.fromkeys(kind.subject for kind in _KINDS.values())
    return [(subject, subject.beside) for subject in subjects if subject.beside is not None]


def by_subject(notices: Iterable[Notice]) -> dict[Subject[Any, Any], list[Notice]]:
    result: dict[Subject[Any, Any], list[Notice]] = {}
    for notice in notices:
        result.setdefault(kind_of(notice.kind).subject, []).append(notice)
    return result


def under_headings() -> dict[str, list[Kind]]:
    """All kinds in the order of `Kind`, under their headings in the language that is on."""
    kinds: dict[str, list[Kind]] = {}
    for kind in Kind:
        kinds.setdefault(str(kind_of(kind).heading), []).append(kind)
    return kinds
