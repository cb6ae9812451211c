"""What panels of evidence are made of: lines of text, tables, talk, and what is sealed. Plain values for one template.

A panel is registered by `evidence_panel`, once for the moderators of its kinds of cases and for the player to whom it
is shown with a penalty. The same function makes both; `EvidenceRequest.staff` says for whom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from accounts.cases.commands import opened_by
from accounts.cases.models import Case
from accounts.cases.registry import Panel, evidence, shown_to_player
from accounts.models import Penalty, Player

TEMPLATE = "evidence/_panel.html"


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
        """The heads of the columns; those of numbers stand where the numbers do."""
        first = self.rows[0] if self.rows else (Cell(""),) * len(self.head)
        return tuple(Cell(text, number=one.number) for text, one in zip(self.head, first, strict=False))


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A message in talk. `words` are empty if it is `sealed`; `reported`: it is one that the case is about."""

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
    """Something sealed that the moderator may open: `what` and `target` as in `accounts.cases.registry.sealed`."""

    what: str
    target: UUID
    words: str


@dataclass(frozen=True, slots=True)
class EvidenceBoard:
    """A position with what stands above it."""

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
    """Who asks for evidence of what.

    Attributes:
        about: the player concerned.
        at: up to when games and days are listed; a game that the case is about is shown as it stands.
        staff: it is the moderator; else the player concerned, who is not told who reported.
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


def evidence_panel(slug: str, title: str | Promise, *kinds: str) -> Callable[[Builder], Builder]:
    """Registers what makes a panel, or None if there is nothing to show.

    Args:
        slug, title: of the panel.
        kinds: of the cases that have it; all of them if none is named.
    """

    def register(build: Builder) -> Builder:
        def panel(request: EvidenceRequest) -> Panel | None:
            parts = build(request)
            if parts is None:
                return None
            opens = tuple((one.what, one.target) for one in parts.sealed)
            return Panel(slug, str(title), TEMPLATE, {"parts": parts, "staff": request.staff}, opens)

        @evidence(*kinds)
        def for_moderator(case: Case, moderator: Player) -> list[Panel]:
            about = None if case.about is None else Player.objects.filter(pk=case.about).first()
            opened = opened_by(case.pk, moderator.pk)
            request = EvidenceRequest(case, about, timezone.now(), staff=True, moderator=moderator.pk, opened=opened)
            found = panel(request)
            return [] if found is None else [found]

        @shown_to_player(slug)
        def for_player(penalty: Penalty, player: Player) -> Panel | None:
            case = Case.objects.filter(pk=penalty.case).first()
            return None if case is None else panel(EvidenceRequest(case, player, penalty.begins, staff=False))

        return build

    return register
