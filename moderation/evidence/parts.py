"""The parts of evidence panels: lines of text, tables, talk, and sealed words. Plain values for one template.

The same function makes a panel for moderators and for the player; by `EvidenceRequest.staff`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from accounts.models import Player
from moderation.cases.models import Case

TEMPLATE = "evidence/_panel.html"


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the page of a case, shown to the moderator.

    Attributes:
        slug: which, for `EvidenceOpened` and for what the player is shown.
        title: its heading, in the reader's language.
        template: what draws it, with `context`.
        opens: what it has sealed and the moderator may open from it: pairs of a thing of `redaction.SEALED` and its id.
    """

    slug: str
    title: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    opens: tuple[tuple[str, UUID], ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; `url` is where it leads, `number` has it at the end of the line."""

    text: str
    url: str = ""
    number: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    """A table with its caption. `id` is unique on the page."""

    id: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def heads(self) -> tuple[Cell, ...]:
        """The heads of the columns; those of numbers are aligned like the numbers."""
        first = self.rows[0] if self.rows else (Cell(""),) * len(self.head)
        return tuple(Cell(text, number=cell.number) for text, cell in zip(self.head, first, strict=False))


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A message in talk. `words` are empty if it is `sealed`; `reported`: the case is about it."""

    at: datetime
    name: str
    words: str
    sealed: bool = False
    reported: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages of a table, the oldest first; `caption` with its address."""

    caption: str
    url: str
    lines: tuple[TalkLine, ...]


@dataclass(frozen=True, slots=True)
class Sealed:
    """Something sealed that the moderator may open: `what` and `target` as in `moderation.cases.redaction.SEALED`."""

    what: str
    target: UUID
    words: str


@dataclass(frozen=True, slots=True)
class EvidenceBoard:
    """A position with its heading."""

    caption: str
    picture: SafeString


@dataclass(slots=True)
class Parts:
    """What a panel shows, in this order."""

    lines: list[str] = field(default_factory=list)
    tables: list[EvidenceTable] = field(default_factory=list)
    talks: list[Talk] = field(default_factory=list)
    boards: list[EvidenceBoard] = field(default_factory=list)
    sealed: list[Sealed] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EvidenceRequest:
    """A request for evidence.

    Attributes:
        about: the player concerned.
        at: the end of lists of games and days; a game of the case is shown as it is now.
        staff: for a moderator; else for the player concerned, without the reporter.
        moderator: the id of the moderator's player.
        opened: what this moderator has opened in this case, and when last.
    """

    case: Case
    about: Player | None
    at: datetime
    staff: bool
    moderator: UUID | None = None
    opened: Mapping[tuple[str, UUID | None], datetime] = field(default_factory=dict)


Builder = Callable[[EvidenceRequest], Parts | None]


@dataclass(frozen=True, slots=True)
class EvidencePanel:
    """What makes a panel, or None if there is nothing to show: once for the moderators of cases of some `kinds` (of all
    if none is named), and for the player to whom it is shown with a penalty.

    It has nothing that its reader may not see: no rank before the reveal, and for the player not the reporter.
    """

    slug: str
    title: str | Promise
    kinds: tuple[str, ...]
    build: Builder

    def draw(self, request: EvidenceRequest) -> Panel | None:
        parts = self.build(request)
        if parts is None:
            return None
        opens = tuple((sealed.what, sealed.target) for sealed in parts.sealed)
        return Panel(self.slug, str(self.title), TEMPLATE, {"parts": parts, "staff": request.staff}, opens)


def evidence_panel(slug: str, title: str | Promise, *kinds: str) -> Callable[[Builder], EvidencePanel]:
    """Makes a panel of a function; `moderation.evidence.panels` lists them.

    Args:
        slug, title: of the panel.
        kinds: of the cases that have it; all of them if none is named.
    """
    return lambda build: EvidencePanel(slug, title, kinds, build)
