"""The page of a study at one place, and the lists of studies: everything that their templates need."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.models import Game
from games.presentation.facts import pending_text
from games.presentation.lists import PlayerName, board_address, players_of, result_text
from games.presentation.move_list import CHUNK, move_of
from games.presentation.navigation import StepButton, step_button
from games.presentation.presentation import position_markup
from games.presentation.svg import middles, shapes_svg
from games.presentation.words import rank_name, variant_name
from games.rules import Viewer
from games.rules.squares import SQUARE_NAME
from library.studies.domain.edits import COLOURS, MOST_SHAPES, StudyChanged
from library.studies.domain.lines import GAME, StudyLines, StudyPlace
from library.studies.domain.queries import Role, StudyAccess, authors_of, comments_of, line_of
from library.studies.models import COMMENT_LENGTH, Study, StudyComment, StudyDrawing, StudyMember, StudyVariation
from library.studies.words import COLOUR_NAMES, shape_text
from web.words import isolated

_BEGINS_WITH = 4  # shown plies of a closed variation
_EXCERPT = 80  # characters of a comment in the list of all
_PATH = re.compile(rf"{SQUARE_NAME}(?:-{SQUARE_NAME})*")


@dataclass(frozen=True, slots=True)
class CommentText:
    """A comment as it is shown: its words, or that a moderator has hidden them."""

    id: UUID
    author: str
    author_url: str
    text: str
    hidden: bool
    own: bool
    written: datetime


@dataclass(frozen=True, slots=True)
class PlyLink:
    """A ply in the list of moves, with the variations that might have been played instead of the next one."""

    ply: int
    url: str
    text: str
    words: str
    clash: str
    current: bool
    noted: bool
    branches: tuple[BranchText, ...] = ()


@dataclass(frozen=True, slots=True)
class BranchText:
    """A variation in the list of moves: all of its plies if it is looked at, else how it begins."""

    line: int
    url: str
    title: str
    begins: str
    plies: tuple[PlyLink, ...]
    branches: tuple[BranchText, ...]


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A place where something is said, with the beginning of it."""

    url: str
    where: str
    author: str
    text: str


@dataclass
class RefusedForm:
    """What a form held that was refused: nothing of it is lost.

    Args:
        comment: the text of the comment.
        fields: what was chosen in the other forms.
        error: why it was refused.
        sure: it is asked whether a variation may go with what is said there.
        status: of the answer.
    """

    comment: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    error: str = ""
    sure: bool = False
    status: int = 200


def title_of(study: Study, game: Game) -> str:
    """What a study is called: its title, or who played."""
    return isolated(study.title) or _("Study of %(game)s") % {"game": game_title(game)}


def game_title(game: Game) -> str:
    names = " – ".join(player.name for player in players_of(game))
    return f"{names}, {variant_name(game.variant)}"


def _member_url(player: Player) -> str:
    return reverse("players:profile", args=[player.name]) if player.member else ""


@dataclass
class StudyPage:
    """A study at one place: everything that `studies/study.html` needs.

    Args:
        access: the study as its reader may see it.
        wanted: the requested line and ply; the nearest existing ones are shown.
        below: number of the seat whose side is at the bottom.
        typed: what a refused form held.
    """

    access: StudyAccess
    wanted: tuple[int, int | None]
    below: int = 0
    typed: RefusedForm = field(default_factory=RefusedForm)

    @property
    def study(self) -> Study:
        return self.access.study

    @cached_property
    def lines(self) -> StudyLines:
        return StudyLines(self.study, self.access.game)

    @cached_property
    def place(self) -> StudyPlace:
        return self.lines.place(*self.wanted)

    def check_place(self) -> None:
        """A writer means exactly this place and no nearby one, whose content would be lost.
        Raises `StudyChanged` if it was deleted."""
        line, ply = self.wanted
        if self.place.line != line or ply not in (None, self.place.ply):
            raise StudyChanged

    # -- addresses --

    def address(self, place: StudyPlace, *, below: int | None = None) -> str:
        """The address of a place; the same way up unless said otherwise.

        Args:
            place: of this study.
            below: which seat is at the bottom.
        """
        below = self.below if below is None else below
        query = {"line": str(place.line)} if place.line != GAME else {}
        query |= {"ply": str(place.ply)}
        query |= {"flip": str(below)} if below else {}
        return self.with_link(reverse("studies:study", args=[self.study.key]), query)

    def with_link(self, path: str, query: Mapping[str, str] | None = None) -> str:
        """An address of this study, with what opens it if the reader has nothing else."""
        whole = dict(query or {}) | ({"link": self.access.link} if self.access.link else {})
        return f"{path}?{urlencode(whole)}" if whole else path

    @property
    def here(self) -> str:
        """The address of what is shown."""
        return self.address(self.place)

    @property
    def canonical(self) -> str:
        """The address of the study, whatever is shown."""
        return reverse("studies:study", args=[self.study.key])

    @property
    def edit_url(self) -> str:
        """Where every form of the page is sent."""
        query = {"line": str(self.place.line), "ply": str(self.place.ply)}
        query |= {"flip": str(self.below)} if self.below else {}
        return f"{reverse('studies:edit', args=[self.study.key])}?{urlencode(query)}"

    @property
    def game_url(self) -> str:
        """The game itself, at the ply that is shown or left."""
        ply = self.place.ply if self.place.line == GAME else self._root.ply
        return f"{reverse('games:replay', args=[self.access.game.key])}?ply={ply}"

    @property
    def export_url(self) -> str:
        return self.with_link(reverse("studies:export", args=[self.study.key]))

    @property
    def flip_url(self) -> str:
        """The same with the next seat's side at the bottom."""
        seats = len(self.lines.game.rules.seats)
        return self.address(self.place, below=(self.below + 1) % seats)

    @property
    def steps(self) -> Iterator[StepButton]:
        """First, previous, next, last; along the line that is shown."""
        place, lines = self.place, self.lines
        leads = {
            "first": StudyPlace(GAME, 0) if place.line == GAME else lines.place(place.line, lines.first(place.line)),
            "previous": lines.previous_place(place),
            "next": lines.next_place(place),
            "last": StudyPlace(place.line, lines.last(place.line)),
        }
        for slug, to in leads.items():
            there = to or place
            yield step_button(slug, self.address(there), idle=there == place)

    # -- words --

    @property
    def title(self) -> str:
        return title_of(self.study, self.access.game)

    @property
    def game_title(self) -> str:
        return game_title(self.access.game)

    @property
    def players(self) -> tuple[PlayerName, ...]:
        return players_of(self.access.game)

    @property
    def variant(self) -> str:
        """The rule book."""
        return variant_name(self.access.game.variant)

    @property
    def result(self) -> str:
        """How the game ended."""
        return result_text(self.access.game)

    @property
    def authors(self) -> list[tuple[str, str]]:
        """Who writes it: names with the addresses of profiles."""
        return [(isolated(author.player.name), _member_url(author.player)) for author in authors_of(self.study)]

    @property
    def visibility(self) -> str:
        """Its visibility, in a word or two."""
        words = {
            Study.Visibility.PRIVATE: _("Private"),
            Study.Visibility.LINK: _("By link"),
            Study.Visibility.PUBLIC: _("Public"),
        }
        return words[Study.Visibility(self.study.visibility)]

    @property
    def where(self) -> str:
        """The place that is shown, in words."""
        return self.where_text(self.place)

    def where_text(self, place: StudyPlace) -> str:
        if place.line == GAME:
            return _("Move %(ply)d of the game") % {"ply": place.ply}
        return _("Move %(ply)d of variation %(line)d") % {"ply": place.ply, "line": place.line}

    # -- the position --

    @cached_property
    def drawing(self) -> StudyDrawing | None:
        """What is drawn at the place."""
        drawings = self.study.drawings.filter(variation=self._variation, ply=self.place.ply)
        return drawings.first()

    @property
    def _variation(self) -> StudyVariation | None:
        return None if self.place.line == GAME else self.lines.variations[self.place.line]

    @property
    def shapes(self) -> list[str]:
        """Its text, for readers who do not see it, and to remove it."""
        return [] if self.drawing is None else [shape_text(shape) for shape in self.drawing.shapes]

    @cached_property
    def position(self) -> SafeString:
        view = self.lines.view(self.place)
        board = self.lines.game.rules.board
        shapes = [] if self.drawing is None else self.drawing.shapes
        known = set(board.names)
        drawn = [
            (colour, [board.square(name) for name in names])
            for colour, *names in shapes
            if colour in COLOURS and names and set(names) <= known
        ]
        over = shapes_svg(drawn, middles(view, self.below)) if drawn else ""
        return position_markup(view, below=self.below, over=over)

    @property
    def middles(self) -> str:
        """Where each square is drawn, for the script that draws along."""
        view, names = self.lines.view(self.place), self.lines.game.rules.board.names
        return ";".join(f"{name} {x} {y}" for name, (x, y) in zip(names, middles(view, self.below), strict=True))

    # -- moves --

    @cached_property
    def _root(self) -> StudyVariation:
        """The variation of the game that is looked at, or that the one looked at leaves."""
        line = self.place.line
        while self.lines.parent_line(line) != GAME:
            line = self.lines.parent_line(line)
        return self.lines.variations[line]

    @property
    def _here_in_game(self) -> int:
        return self.place.ply if self.place.line == GAME else self._root.ply

    @property
    def chunk(self) -> tuple[int, int]:
        """The first and the last ply of the game that are listed."""
        first = max(self._here_in_game - 1, 0) // CHUNK * CHUNK
        return first, min(first + CHUNK, self.lines.game.plies)

    @property
    def earlier_url(self) -> str:
        """The moves before those that are listed."""
        first, _last = self.chunk
        return self.address(StudyPlace(GAME, first)) if first else ""

    @property
    def later_url(self) -> str:
        """The moves after those that are listed."""
        _first, last = self.chunk
        return self.address(StudyPlace(GAME, last + 1)) if last < self.lines.game.plies else ""

    @property
    def begin(self) -> PlyLink:
        """The beginning of what is listed: a position from which variations go, too."""
        first, _last = self.chunk
        words = _("The set-ups") if first == 0 else _("After move %(ply)d") % {"ply": first}
        return self._ply_link(GAME, first, text=words, words="", clash="")

    @property
    def moves(self) -> Iterator[PlyLink]:
        """The plies of the game that are listed, with what leaves them."""
        first, last = self.chunk
        rules = self.lines.game.rules
        for ply, turn in self.lines.game.turns(Viewer.ALL, first + 1, last):
            move = move_of(ply, turn, rules)
            yield self._ply_link(GAME, ply, text=move.text, words=move.words, clash=move.clash)

    def _ply_link(self, line: int, ply: int, *, text: str, words: str, clash: str) -> PlyLink:
        place = StudyPlace(line, ply)
        leaving = self._leaving[line].get(ply, ())
        return PlyLink(
            ply=ply,
            url=self.address(place),
            text=text,
            words=words,
            clash=clash,
            current=place == self.place,
            noted=(line, ply) in self._noted,
            branches=tuple(self._branch_text(variation) for variation in leaving),
        )

    @cached_property
    def _leaving(self) -> Mapping[int, Mapping[int, list[StudyVariation]]]:
        variations: dict[int, dict[int, list[StudyVariation]]] = defaultdict(lambda: defaultdict(list))
        for variation in self.lines.variations.values():
            parent = self.lines.parent(variation)
            variations[GAME if parent is None else parent.number][variation.ply].append(variation)
        return variations

    @cached_property
    def _opened(self) -> frozenset[int]:
        """The lines whose plies are all listed: the one that is looked at, and the one that it leaves."""
        line, result = self.place.line, set()
        while line != GAME:
            result.add(line)
            line = self.lines.parent_line(line)
        return frozenset(result)

    def _branch_text(self, variation: StudyVariation) -> BranchText:
        begins = " ".join(ply[0].partition("!")[0] for ply in variation.plies[:_BEGINS_WITH] if ply)
        more = " …" if len(variation.plies) > _BEGINS_WITH else ""
        plies: tuple[PlyLink, ...] = ()
        if variation.number in self._opened:
            rules = self.lines.game.rules
            moves = (move_of(ply, turn, rules) for ply, turn in self.lines.branch(variation.number).turns())
            plies = tuple(
                self._ply_link(variation.number, move.ply, text=move.text, words=move.words, clash=move.clash)
                for move in moves
            )
        inside = [] if plies else [two for variations in self._leaving[variation.number].values() for two in variations]
        return BranchText(
            line=variation.number,
            url=self.address(StudyPlace(variation.number, variation.ply + 1)),
            title=_("Variation %(line)d, after move %(ply)d") % {"line": variation.number, "ply": variation.ply},
            begins=begins + more,
            plies=plies,
            branches=tuple(self._branch_text(two) for two in inside),
        )

    # -- what is said --

    @cached_property
    def _comments(self) -> list[StudyComment]:
        return comments_of(self.study)

    @property
    def _comments_here(self) -> list[StudyComment]:
        here = (self.place.line, self.place.ply)
        return [comment for comment in self._comments if (line_of(comment), comment.ply) == here]

    @property
    def _me(self) -> UUID | None:
        return None if self.access.member is None else self.access.member.player_id

    @cached_property
    def _noted(self) -> frozenset[tuple[int, int]]:
        """The places where something is said or drawn."""
        drawn = self.study.drawings.select_related("variation").defer("shapes")
        said = {(line_of(comment), comment.ply) for comment in self._comments}
        return frozenset(said | {(line_of(drawing), drawing.ply) for drawing in drawn})

    @property
    def said(self) -> list[CommentText]:
        return [
            CommentText(
                id=comment.pk,
                author=comment.author.name,
                author_url=_member_url(comment.author),
                text="" if comment.hidden else comment.text,
                hidden=comment.hidden,
                own=comment.author_id == self._me,
                written=comment.written,
            )
            for comment in self._comments_here
        ]

    @property
    def all_said(self) -> list[NoteLink]:
        results = []
        for comment in self._comments:
            place = StudyPlace(line_of(comment), comment.ply)
            text = _("Hidden by a moderator") if comment.hidden else " ".join(comment.text.split())
            short = text if len(text) <= _EXCERPT else text[: _EXCERPT - 1].rstrip() + "…"
            results.append(NoteLink(self.address(place), self.where_text(place), comment.author.name, short))
        return results

    # -- forms --

    @cached_property
    def own(self) -> StudyComment | None:
        """What the reader has said at the place."""
        return next((comment for comment in self._comments_here if comment.author_id == self._me), None)

    @property
    def own_text(self) -> str:
        """The content of the comment's field: the typed text, or the stored one."""
        if self.typed.comment is not None:
            return self.typed.comment
        return "" if self.own is None else self.own.text

    @property
    def longest(self) -> int:
        """Characters of a comment."""
        return COMMENT_LENGTH

    @property
    def squares(self) -> Sequence[str]:
        return self.lines.game.rules.board.names

    @property
    def colours(self) -> list[tuple[str, str, bool]]:
        """The colours: slug, name, and whether it is chosen."""
        chosen = self.typed.fields.get("colour", COLOURS[0])
        return [(slug, str(COLOUR_NAMES[slug]), slug == chosen) for slug in COLOURS]

    @property
    def room_to_draw(self) -> bool:
        """Whether another arrow or mark has room."""
        return self.drawing is None or len(self.drawing.shapes) < MOST_SHAPES

    @cached_property
    def legal(self) -> list[tuple[str, str]]:
        """What can be played at the place: in notation, and with the rank that moves, for the list of choices."""
        view, rules = self.lines.view(self.place), self.lines.game.rules
        pieces = {rules.board.name(piece.square): piece.rank for piece in view.pieces}
        results = []
        for turn in self.lines.legal(self.place):
            squares = _PATH.match(turn)
            path = [] if squares is None else squares[0].split("-")
            words = turn
            if len(path) > 1 and (rank := pieces.get(path[0])) is not None:
                sign = "×" if path[-1] in pieces else "-"
                way = f"{'-'.join(path[:-1])}{sign}{path[-1]}{turn[len('-'.join(path)) :]}"
                words = f"{way} ({rank_name(rank, rules)})"
            results.append((turn, words))
        return results

    @property
    def asked(self) -> str:
        """The choice that a battle has opened there; nothing if a turn comes next."""
        pending = self.lines.from_here(self.place).view(self.place.ply).pending
        return "" if pending is None else pending_text(pending)

    @property
    def at_end(self) -> bool:
        """Whether the last ply of a variation is shown, which can be taken back."""
        return self.place.line != GAME and self.place.ply == self.lines.last(self.place.line)

    @property
    def broken(self) -> bool:
        """Whether the rest of the variation cannot be played."""
        return self.place.line != GAME and self.lines.branch(self.place.line).broken

    @property
    def status(self) -> int:
        return self.typed.status


# -- lists ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StudyRow:
    key: str
    title: str
    url: str
    authors: str
    game: str
    game_url: str
    result: str
    date: datetime
    visibility: str
    board: str
    role: str = ""
    invited: bool = False


def study_rows(studies: Iterable[Study], games: Mapping[UUID, Game]) -> list[StudyRow]:
    """Studies as a list shows them; without those whose game is not open."""
    return [_row(study, games[study.game]) for study in studies if study.game in games]


def member_rows(members: Iterable[StudyMember], games: Mapping[UUID, Game]) -> list[StudyRow]:
    """The studies of one player; without those whose game is not open."""
    roles = {
        Role.OWNER: _("your own"),
        Role.AUTHOR: _("you are an author"),
        Role.READER: _("you are a reader"),
    }
    return [
        _row(member.study, games[member.study.game], role=roles[Role(member.role)], invited=not member.accepted)
        for member in members
        if member.study.game in games
    ]


def _row(study: Study, game: Game, **mine: Any) -> StudyRow:
    return StudyRow(
        key=study.key,
        title=title_of(study, game),
        url=reverse("studies:study", args=[study.key]),
        authors=", ".join(isolated(author.player.name) for author in authors_of(study)),
        game=game_title(game),
        game_url=reverse("games:replay", args=[game.key]),
        result=result_text(game),
        date=study.published or study.created,
        visibility=study.visibility,
        board=board_address(game),
        **mine,
    )


def count_words(count: int, most: int) -> str:
    """How many public studies there are.

    Args:
        count: so many were found.
        most: so many at most were looked for.
    """
    if count >= most:
        return _("%(count)d public studies and more") % {"count": count}
    return ngettext("%(count)d public study", "%(count)d public studies", count) % {"count": count}


# -- a study as a file ----------------------------------------------------------------------------
