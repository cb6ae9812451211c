"""What the pages of the desk show: plain values for templates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import key_of
from tournaments.domain.formats import format_of
from tournaments.domain.queries.appointment_states import AppointmentState, proposers, state_of
from tournaments.domain.state import Board, Leg, Round, Status
from tournaments.organizer.access import EventAccess
from tournaments.organizer.board_actions import slug_of
from tournaments.organizer.names import Names
from tournaments.presentation.words import MARKS, match_text, moment_text, result_text


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of the desk in its row of links."""

    slug: str
    words: str
    url: str
    current: bool
    count: int = 0


def head(request: HttpRequest, access: EventAccess, room: str, *, heading: str, say: str = "") -> dict[str, Any]:
    """What the top of each page of the desk needs.

    Args:
        access: the event and its reader.
        room: the tab that is open.
        heading: of the page.
        say: why what was asked for was not done, or "".
    """
    return {
        "room": "tournaments",
        "access": access,
        "heading": heading,
        "say": say,
        "action": request.path,
        "tabs": list(_tabs(access, room)),
    }


def _tabs(access: EventAccess, room: str) -> list[Tab]:
    fold = access.fold
    results = [("desk", _("Desk"), access.url("desk"), 0)]
    if fold.round is not None:
        number = {"number": fold.round.number}
        words = _("Games") if format_of(fold).grows else _("Round %(number)d") % number
        results.append(("round", words, access.url("desk-round", fold.round.number), 0))
    results.append(("entries", _("Entries"), access.url("desk-entries"), fold.taking_part))
    if fold.terms.team_boards:
        results.append(("teams", _("Teams"), access.url("teams"), 0))
    if fold.terms.real and fold.terms.single and access.is_at_least("arbiter"):
        results.append(("form", _("Entry form and fees"), access.url("desk-form"), 0))
    if fold.calls or fold.status in (Status.RUNNING, Status.PAUSED):
        waiting = sum(not call.closed for call in fold.calls)
        results.append(("calls", _("Calls"), access.url("calls"), waiting))
    if access.is_at_least("arbiter") and fold.public:
        results.append(("letters", _("Letters"), access.url("desk-letters"), 0))
    if access.is_at_least("owner") and fold.status is not Status.CANCELLED:
        results.append(("prizes", _("Prizes"), access.url("desk-prizes"), 0))
    if access.announcement.main is not None or (access.is_at_least("owner") and not fold.begun and not fold.ended):
        results.append(("sections", _("Sections"), access.url("desk-sections"), 0))
    results.append(("staff", _("Staff"), access.url("desk-staff"), 0))
    results.append(("print", _("Print"), access.url("desk-print"), 0))
    results.append(("hall", _("Hall screen"), access.url("hall"), 0))
    if access.is_at_least("owner") and not fold.ended:
        results.append(("edit", _("Edit"), access.url("edit"), 0))
    return [Tab(slug, words, url, slug == room, count) for slug, words, url, count in results]


@dataclass(frozen=True, slots=True)
class DeskBoard:
    """A board of a round, or of a match of teams.

    Args:
        leg: of teams the board of the match, from 1.
        result: in words.
        slug: the result as forms send it, or "".
        was: what the page shows of the board, to see whether it has changed since.
        game_url: of its last game, or "".
        claims: what the players say, where they play across real boards.
        match: which game of a match it is, and how the match stands.
        need: what the board needs of the staff, in words, where the desk says it.
        call_url: of the call that is open, or "".
    """

    number: int
    red: str
    blue: str
    result: str
    slug: str
    was: str
    decided: bool
    url: str
    game_url: str
    gone: tuple[str, ...]
    claims: tuple[str, ...]
    match: str = ""
    taken_back: bool = False
    typed: str = ""
    trouble: str = ""
    need: str = ""
    call_url: str = ""
    leg: int = 0

    @property
    def field(self) -> str:
        """By which a form names it."""
        return f"{self.number}-{self.leg}" if self.leg else str(self.number)


def was_of(access: EventAccess, round: Round, board: Board, number: int = 0) -> str:
    """What a page shows of a board, in short: who sits there, its games and their marks.

    Args:
        access: the event and its reader.
        round, board: which board.
        number: of teams, of the board of the match that alone is meant; 0 for all.
    """
    legs = board.legs[number - 1 : number] if number else board.legs
    marks = ".".join(slug_of(leg.marks) or "x" if leg.marks else "-" for leg in legs)
    again = access.fold.times_taken_back(round.number, board.number)
    return f"{board.red}:{board.blue}:{again}:{marks}"


def game_url(game: UUID | None) -> str:
    return "" if game is None else reverse("games:replay", args=[key_of(game)])


def byes_in_words(round: Round, names: Names) -> list[tuple[str, str]]:
    """Who has no board in a round, and why: name and kind of bye. Pages of the desk show the first of many."""
    return [(names.entry(entry), str(MARKS[mark])) for entry, mark in round.byes.items()]


def board_row(access: EventAccess, round: Round, board: Board, names: Names) -> DeskBoard:
    """What a list of the desk shows of a board.

    Args:
        access: the event and its reader.
        round, board: which board.
        names: of its people.
    """
    leg, fold = board.leg, access.fold
    gone = tuple(names.entry(number) for number in (leg.red, leg.blue) if not fold.entries[number].playing)
    return DeskBoard(
        number=board.number,
        red=names.entry(leg.red),
        blue=names.entry(leg.blue),
        result=_result(access, round, board, names),
        slug=slug_of(leg.marks) if leg.marks else "",
        was=was_of(access, round, board),
        decided=board.decided,
        taken_back=board.taken_back,
        url=access.url("desk-board", round.number, board.number),
        game_url=game_url(leg.game),
        gone=gone if not board.decided else (),
        claims=_claims(leg, names),
        match=match_text(fold, round.number, board),
    )


def _claims(leg: Leg, names: Names) -> tuple[str, ...]:
    """What the two sides say of a game across a real board."""
    return tuple(
        _("%(name)s says: %(result)s") % {"name": names.entry(entry), "result": result_text(marks)}
        for entry, marks in leg.claims.items()
    )


def team_rows(access: EventAccess, round: Round, board: Board, names: Names) -> list[DeskBoard]:
    """What a list of results shows of a match of teams whose line-ups are open: a row for each of its boards.

    Args:
        access, round, board: as for `board_row`.
        names: of its people, the members of both teams among them.
    """
    row = board_row(access, round, board, names)
    rows = []
    for number, leg in enumerate(board.legs, 1):
        red, blue = (
            f"{names.player(player) or '–'} ({names.entry(entry)})"
            for player, entry in zip(board.players_at(number), (leg.red, leg.blue), strict=True)
        )
        result = result_text(leg.marks) if leg.marks else row.result if row.taken_back else _("Being played")
        slug, was = slug_of(leg.marks) if leg.marks else "", was_of(access, round, board, number)
        rows.append(
            replace(
                row,
                leg=number,
                red=red,
                blue=blue,
                result=result,
                slug=slug,
                was=was,
                match="",
                claims=_claims(leg, names),
            )
        )
    return rows


def _result(access: EventAccess, round: Round, board: Board, names: Names) -> str:
    leg, now = board.leg, timezone.now()
    if board.taken_back:
        return _("Taken back, to be paired again")
    state = state_of(access.fold, round, board, now)
    if state is not None:
        return _meeting_text(state, round, board, names)
    if leg.marks is not None:
        return result_text(leg.marks)
    if round.begun_at is None:
        return _("Not begun")
    if leg.game is None and not access.fold.terms.real:
        return _("Waits for its players")
    return _("Being played")


def _meeting_text(state: AppointmentState, round: Round, board: Board, names: Names) -> str:
    """How far the two sides of a board are with agreeing a time."""
    agreed, who = board.meeting.agreed, proposers(board)
    words = {"time": moment_text(agreed) if agreed is not None else "", "name": " – ".join(map(names.entry, who))}
    if state is AppointmentState.OVERDUE and agreed is None:
        return _("Overdue: no time was agreed in the round")
    texts = {
        AppointmentState.OVERDUE: _("Overdue: agreed for %(time)s, and not begun"),
        AppointmentState.IGNORED: _("Ignored: %(name)s proposes times, and gets no answer"),
        AppointmentState.OPEN: _("Nobody has proposed a time"),
        AppointmentState.PROPOSED: _("Proposed by %(name)s, not answered yet"),
        AppointmentState.AGREED: _("Agreed: %(time)s"),
    }
    return texts[state] % words
