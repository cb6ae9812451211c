"""Permissions to read studies, and their lists.

A study shows at most what its game shows to everybody, so it is there for nobody unless its game is open. Who may not
read one gets the answer for an address without a study.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects

from accounts.conduct.blocks import blocked_among
from eventlog.statements import count_of, rows_of
from games.domain import queries
from games.models import Game
from library.studies.domain.lines import GAME
from library.studies.models import LISTED, Study, StudyComment, StudyDrawing, StudyMember
from web.keyset import Page, PageCursor, page_of

COUNTED = 100
"""Public studies of a game or a player are counted so far."""

MOST_OF_ONE = 100
"""The studies that a player may own, and the others that one may write or read."""

MOST_ASKED = 100
"""Invitations that wait for an answer are shown so far, the latest ones."""

Role = StudyMember.Role
_WRITERS = (Role.OWNER, Role.AUTHOR)
_OF_OPEN_GAMES = Q(Exists(Game.objects.filter(id=OuterRef("game"), revealed=True)))


@dataclass(frozen=True, slots=True)
class StudyAccess:
    """A study as somebody may see it.

    Args:
        study: which.
        game: its game, which is revealed.
        member: the reader's membership; None without one.
        link: what the address held to open it by link; empty if it was opened otherwise.
    """

    study: Study
    game: Game
    member: StudyMember | None
    link: str = ""

    @property
    def writes(self) -> bool:
        """Whether the reader is an author."""
        return self.member is not None and self.member.accepted and self.member.role in _WRITERS

    @property
    def owns(self) -> bool:
        return self.member is not None and self.member.role == Role.OWNER

    @property
    def invited(self) -> bool:
        """Whether the reader has yet to answer an invitation."""
        return self.member is not None and not self.member.accepted

    @property
    def listed(self) -> bool:
        """Whether everybody finds it."""
        return self.study.published is not None and not self.study.hidden


def study_for(key: str, player: UUID | None, link: str = "") -> StudyAccess | None:
    """The study at a public address, if somebody may read it: one statement finds it or does not, whatever the reason.

    Args:
        key: of the address.
        player: the reader; None without a sign-in.
        link: what the address holds to open it by link.
    """
    mine = StudyMember.objects.filter(study=OuterRef("pk"), player=player)
    study = (
        Study.objects.filter(key=key)
        .filter(Exists(mine) | Q(hidden=False, visibility=Study.Visibility.PUBLIC) | _by_link(link))
        .first()
    )
    if study is None:
        return None
    game = queries.games_by_id([study.game]).get(study.game)
    if game is None or not game.revealed:
        return None
    member = None if player is None else StudyMember.objects.filter(study=study, player=player).first()
    needed = member is None and study.visibility == Study.Visibility.LINK
    return StudyAccess(study, game, member, study.link if needed else "")


def _by_link(link: str) -> Q:
    return Q(hidden=False, visibility=Study.Visibility.LINK, link=link)


def is_read_by(study: Study, player: UUID) -> bool:
    if not Game.objects.filter(id=study.game, revealed=True).exists():
        return False
    if StudyMember.objects.filter(study=study, player=player).exists():
        return True
    return study.visibility != Study.Visibility.PRIVATE and not study.hidden


def listed_studies(
    size: int, cursor: PageCursor, *, player: UUID | None = None, game: UUID | None = None
) -> Page[Study]:
    """A page of public studies, the newest first, with their members and players at hand.

    Args:
        size, cursor: as for `web.keyset.page_of`.
        player: only those that this player writes.
        game: only those of this game.
    """
    rows = Study.objects.filter(LISTED, _OF_OPEN_GAMES)
    if game is not None:
        rows = rows.filter(game=game)
    if player is not None:
        rows = rows.filter(pk__in=_written_by(player))
    return page_of(rows.prefetch_related("members__player"), size, cursor, ("published", "id"))


def _written_by(player: UUID) -> list[UUID]:
    """The studies that a player writes: so many at most that a list of them is short."""
    return [study for (study,) in rows_of(_writings, player)]


def _writings(player: UUID) -> QuerySet[Any, Any]:
    mine = StudyMember.objects.filter(player=player, accepted=True, role__in=_WRITERS)
    return mine.values_list("study_id")[: 2 * MOST_OF_ONE]


def listed_of_game(game: UUID) -> int:
    """How many public studies of a game there are, counted up to `COUNTED`."""
    return count_of(_of_game, game)


def _of_game(game: UUID) -> QuerySet[Any, Any]:
    return Study.objects.filter(LISTED, game=game).order_by().values("pk")[:COUNTED]


def listed_of_player(player: UUID) -> int:
    """How many public studies a player writes."""
    written = _written_by(player)
    return Study.objects.filter(LISTED, _OF_OPEN_GAMES, pk__in=written).count() if written else 0


def games_of(studies: Iterable[Study]) -> dict[UUID, Game]:
    """The open games of some studies by their ids. A study whose game is not among them is shown to nobody."""
    games = queries.games_by_id({study.game for study in studies})
    return {id: game for id, game in games.items() if game.revealed}


def memberships_of(player: UUID) -> list[StudyMember]:
    """The studies that a player owns, writes, reads or is invited to, those that were changed last first. Without
    invitations by somebody whom a block has come between."""
    mine = StudyMember.objects.filter(player=player).select_related("study").prefetch_related("study__members__player")
    asked = list(mine.filter(accepted=False).order_by("-since", "-id")[:MOST_ASKED])
    foes = blocked_among(player, {member.invited_by for member in asked if member.invited_by is not None})
    members = [
        *mine.filter(accepted=True)[: 2 * MOST_OF_ONE],
        *(member for member in asked if member.invited_by not in foes),
    ]
    return sorted(members, key=lambda member: (-member.study.changed.timestamp(), member.study_id))


def authors_of(study: Study) -> list[StudyMember]:
    """Who writes a study, the owner first; with their names at hand."""
    prefetch_related_objects([study], "members__player")  # nothing, where a list has read them for all its rows
    order = {Role.OWNER: 0, Role.AUTHOR: 1}
    members = [member for member in study.members.all() if member.accepted and member.role in order]
    return sorted(members, key=lambda member: (order[Role(member.role)], member.since, member.pk))


def line_of(comment: StudyComment | StudyDrawing) -> int:
    """The number of the line where something is said or drawn."""
    return GAME if comment.variation is None else comment.variation.number


def comments_of(study: Study) -> list[StudyComment]:
    """What is said in a study, in the order of its places."""
    related = study.comments.select_related("author", "variation")
    return sorted(related, key=lambda comment: (line_of(comment), comment.ply, comment.written, str(comment.pk)))
