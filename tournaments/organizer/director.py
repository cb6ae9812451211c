"""The director's desk: the next step, what else is possible now, the boards of a round, and one board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.imports import judge
from games.notation import RecordError, parse_records
from games.presentation.words import record_error_text, refusal_text
from games.rules import Illegal
from tournaments.domain.commands import results
from tournaments.domain.commands.game_records import attach_record
from tournaments.domain.drafts import is_own_case
from tournaments.domain.formats import boards_following, format_of, stage_of
from tournaments.domain.queries.appointment_states import AppointmentState, state_of
from tournaments.domain.queries.tournaments import called_off_games, paused_games
from tournaments.domain.state import Board, Leg, Round, TournamentFold
from tournaments.organizer.access import EventAccess, for_staff
from tournaments.organizer.actions import Action, ActionForm, offers, perform
from tournaments.organizer.board_actions import BOARD, marks_of, result_choices
from tournaments.organizer.board_needs import NEEDS, Need, filters, needs_of, rank
from tournaments.organizer.boards.record import record_of
from tournaments.organizer.boards.relay_links import relay_actions, shown_relay
from tournaments.organizer.edit_conflicts import busy
from tournaments.organizer.event_actions import EVENT
from tournaments.organizer.names import Names
from tournaments.organizer.next_steps import blockers, facts, next_steps, what_next
from tournaments.organizer.pages import board_row, byes_in_words, head, team_rows, was_of
from tournaments.organizer.registration import gathering
from tournaments.organizer.table_pages import asked_again, finder, page_of, paged
from tournaments.presentation.words import result_text, tournament_refusal
from tournaments.scoring.points import Mark
from web.answers import refused, see_other, small_number
from web.edit_conflicts import unless_raced
from web.limits import costly
from web.routes import takes_files

# -- the desk -------------------------------------------------------------------------------------


@for_staff("helper")
def desk(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What the next step is, what blocks it, and what else is possible now."""
    if request.method == "POST":
        return perform(request, access, EVENT, _desk_page)
    return _desk_page(request, access, None, 200, "")


def _desk_page(
    request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    names = Names(access.fold)
    steps = next_steps(access)
    result = offers(access, [EVENT[slug] for slug in steps.all], bound=bound)
    for offer in result:
        offer.primary = offer.action.slug == steps.first
        offer.label = _labels(access.fold).get(offer.action.slug, offer.label)
    round = access.fold.round
    called_off = called_off_games(access.id) if round is not None else ()
    context = head(request, access, "desk", heading=_("The desk"), say=say) | {
        "facts": facts(access),
        "clone_url": access.url("clone"),
        "next": what_next(access),
        "first": [offer for offer in result if offer.primary],
        "others": [offer for offer in result if not offer.primary],
        "blockers": blockers(access, names, called_off),
        "gathering": gathering(access, names, link=request.build_absolute_uri(access.home)),
        "here": request.get_full_path() if request.method == "GET" else request.path,
        "round": round,
        "round_name": format_of(access.fold).round_name_in(access.fold, round.number) if round else "",
        **(_ranked(request, access, round, names, called_off) if round else {}),
        "byes": byes_in_words(round, names) if round else [],
        "byes_url": access.url("round", round.number) if round else "",
        "calls_waiting": sum(not call.closed for call in access.fold.calls),
        "calls_url": access.url("calls"),
        "sheet_url": access.url("desk-round", round.number) if round and _entering(access, round) else "",
        "by_hand_url": access.url("desk-by-hand") if steps.by_hand else "",
    }
    return render(request, "tournaments/desk.html", context, status=status)


def _labels(fold: TournamentFold) -> dict[str, str]:
    """The buttons that do something else than they are called: there is no end of the round yet, or no next one."""
    result = {}
    if fold.round is not None and fold.round.deadline is None:
        by_challenge = format_of(fold).by_challenge
        result["extend"] = _("Set an end of the ladder") if by_challenge else _("Set an end of the round")
    elif format_of(fold).by_challenge:
        result["extend"] = _("Move the end of the ladder")
    elif format_of(fold).grows:
        result["extend"] = _("Move the end of the arena")
    if fold.planned and len(fold.rounds) >= fold.planned:
        result |= {"hold": _("Do not let the event end by itself"), "go-on": _("Let the event end by itself")}
    return result


_SAID = frozenset({Need.CALL, Need.STUCK, Need.PAUSED})
"""What the result of a board does not say already."""


def _ranked(
    request: HttpRequest, access: EventAccess, round: Round, names: Names, called_off: Collection[UUID]
) -> dict[str, Any]:
    """The boards of a round by what they need; those of one need alone, if the address says which."""
    fold = access.fold
    paused = paused_games(access.id, fold) if not fold.terms.real and round.begun_at and not round.finished_at else ()
    needs = needs_of(fold, round, now=timezone.now(), called_off=called_off, paused=paused)
    chosen = request.GET.get("boards", "")
    chosen = chosen if chosen in NEEDS else ""
    calls = {call.board: call.number for call in fold.calls if not call.closed and call.round == round.number}
    boards = sorted(round.boards, key=lambda board: (rank(needs[board.number]), board.number))
    page = page_of(request, [board for board in boards if not chosen or needs[board.number] == chosen])
    rows = []
    for board in page:
        need = needs[board.number]
        row = board_row(access, round, board, names)
        row = replace(row, need=str(NEEDS[need])) if need in _SAID else row
        call = calls.get(board.number)
        rows.append(row if call is None else replace(row, call_url=access.url("call", call)))
    return {
        "rows": rows,
        "filters": filters(needs.values(), chosen, all=_("All boards")),
        "finder": finder(request, access, names, page, _board_url(access, round)),
        **paged(page, boards=chosen),
    }


def _board_url(access: EventAccess, round: Round) -> Callable[[int], str]:
    """Where the board of an entry in a round is looked after."""

    def url(entry: int) -> str:
        board = round.board_of(entry)
        return access.url("desk-board", round.number, board.number) if board is not None else ""

    return url


# -- the boards of a round ------------------------------------------------------------------------


@for_staff("helper")
def sheet(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """The boards of a round; across real boards all results that are missing in one form."""
    round = _round(access, number)
    if round is None:
        return refused(request, 404, _("There is no such round yet."))
    if request.method == "POST":
        return _enter_results(request, access, round)
    return _sheet_page(request, access, round)


def _entering(access: EventAccess, round: Round) -> bool:
    """Whether results of a round are entered by hand, and some are missing."""
    return access.fold.terms.real and round.begun_at is not None and not round.decided and not access.fold.ended


def _round(access: EventAccess, number: int) -> Round | None:
    rounds = access.fold.rounds
    return rounds[number - 1] if 0 < number <= len(rounds) else None


def _sheet_page(
    request: HttpRequest,
    access: EventAccess,
    round: Round,
    troubled: Mapping[str, Typed] = MappingProxyType({}),
    *,
    status: int = 200,
    say: str = "",
) -> HttpResponse:
    heading, page = _("Round %(number)d") % {"number": round.number}, page_of(request, round.boards)
    seated = [player for board in page for lineup in board.lineups.values() for player in lineup if player]
    names = Names(access.fold, more=seated)
    rows = [
        replace(row, typed=back.result, trouble=back.trouble) if (back := troubled.get(row.field)) else row
        for board in page
        for row in (
            team_rows(access, round, board, names) if board.lineups else [board_row(access, round, board, names)]
        )
    ]
    missing = [row for row in rows if not row.slug and not row.taken_back]
    context = head(request, access, "round", heading=heading, say=say) | {
        "action": asked_again(request),
        "round": round,
        "rows": rows,
        "byes": byes_in_words(round, names) if not page.has_next() else [],
        "byes_url": access.url("round", round.number),
        "choices": result_choices(),
        "entering": bool(troubled) or (_entering(access, round) and bool(missing)),
        "rounds": [(item.number, access.url("desk-round", item.number)) for item in access.fold.rounds],
        "finder": finder(request, access, names, page, _board_url(access, round)),
        **paged(page),
    }
    return render(request, "tournaments/desk_round.html", context, status=status)


@dataclass(slots=True)
class Typed:
    """What somebody typed for a board, and what came of it."""

    board: Board
    leg: int
    result: str
    was: str
    trouble: str = ""

    @property
    def field(self) -> str:
        return f"{self.board.number}-{self.leg}" if self.leg else str(self.board.number)


def _enter_results(request: HttpRequest, access: EventAccess, round: Round) -> HttpResponse:
    """Records every result that was chosen. A board that somebody else has decided meanwhile stays as it is, and is
    shown with what was typed; all others are recorded."""
    asked = [
        Typed(board, leg, "", "")
        for board in round.boards
        for leg in (range(1, len(board.legs) + 1) if board.lineups else (0,))
    ]
    typed = [
        replace(item, result=chosen, was=request.POST.get(f"was-{item.field}", ""))
        for item in asked
        if (chosen := request.POST.get(f"board-{item.field}", ""))
    ]
    stale = done = 0
    for item in typed:
        item.trouble = _enter(access, round, item)
        stale += item.trouble in (_moved_on(), busy())
        done += not item.trouble
    if done:
        text = ngettext("%(number)d result is recorded.", "%(number)d results are recorded.", done)
        messages.success(request, text % {"number": done})
    troubled = {item.field: item for item in typed if item.trouble}
    if not troubled:
        return see_other(asked_again(request))
    now = access.again()
    again = _round(now, round.number) or round
    say = _("Some results were not recorded; the reason is beside each board.")
    return _sheet_page(request, now, again, troubled, status=409 if stale else 422, say=say)


def _moved_on() -> str:
    return _("Somebody has entered this board meanwhile. Nothing was changed.")


def _enter(access: EventAccess, round: Round, typed: Typed) -> str:
    """Records one result; returns why not, or ""."""
    if typed.was != was_of(access, round, typed.board, typed.leg):
        return _moved_on()
    try:
        red, blue = marks_of(typed.result)
    except KeyError:
        return _("Choose a result.")
    return unless_raced(lambda: _record(access, round, typed, red, blue), busy)


def _record(access: EventAccess, round: Round, typed: Typed, red: Mark, blue: Mark) -> str:
    assert access.player is not None
    try:
        results.record_result(
            tournament=access.id,
            by=access.player.id,
            expected=None,
            round=round.number,
            board=typed.board.number,
            leg=typed.leg or typed.board.leg_number,
            red=red,
            blue=blue,
            reason="",
        )
    except Illegal as illegal:
        return tournament_refusal(illegal.refusal)
    return ""


# -- one board ------------------------------------------------------------------------------------


@for_staff("helper")
def board(request: HttpRequest, access: EventAccess, round: int, number: int) -> HttpResponse:
    """One board: its games, and what an arbiter can do about them.

    Args:
        access, round, number: what the address names.
    """
    if _board(access, round, number) is None:
        return refused(request, 404, _("There is no such board in this event."))

    def page(request: HttpRequest, now: EventAccess, bound: ActionForm | None, status: int, say: str) -> HttpResponse:
        return _board_page(request, now, round, number, bound, status, say)

    if request.method == "POST":
        return _on_board(request, access, round, number, page)
    return page(request, access, None, 200, "")


def _board(access: EventAccess, round: int, number: int) -> Board | None:
    result = _round(access, round)
    return result.board(number) if result else None


def _on_board(request: HttpRequest, access: EventAccess, round: int, number: int, page: Any) -> HttpResponse:
    about = (round, _board(access, round, number))
    return perform(request, access, BOARD, page, about=about)


MOST_BYTES = 1 << 20


def _wants_record(access: EventAccess, leg: Leg) -> bool:
    """Whether the record of a game can be attached: it was played across a real board, and none is there."""
    return access.fold.terms.real and leg.game is None and leg.marks is not None and leg.marks[0].played


@costly(per_minute=30)
@for_staff("helper")
@takes_files(MOST_BYTES)
def record(request: HttpRequest, access: EventAccess, round: int, number: int) -> HttpResponse:
    """Takes the file of a game that was played across this board: JSON, Gravon XML or GSN.

    Args:
        access, round, number: what the address names.
    """
    result = _board(access, round, number)
    if result is None:
        return refused(request, 404, _("There is no such board in this event."))
    leads = access.url("desk-board", round, number)
    if request.method != "POST":
        return see_other(leads)
    say = _attach(request, access, round, result)
    if say:
        return _board_page(request, access, round, number, None, 422, say)
    messages.success(request, _("The record is attached. Everybody can replay the game."))
    return see_other(leads)


def _attach(request: HttpRequest, access: EventAccess, round: int, board: Board) -> str:
    """Attaches the record that was sent; returns why not, or ""."""
    sent = request.FILES.get("file")
    if sent is None or not sent.size or sent.size > MOST_BYTES:
        return _("Choose the file of one game, of at most one megabyte.")
    try:
        attach_file(access, round, board, str(sent.name), sent.read(), small_number(request.POST.get("leg", "")))
    except NoRecord as error:
        return str(error)
    except Illegal as illegal:
        return tournament_refusal(illegal.refusal)
    return ""


class NoRecord(ValueError):
    """A file is not the record of one game that keeps the rules; in words.

    Args:
        code: a slug that programs go by.
        words: why not.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


def attach_file(access: EventAccess, round: int, board: Board, name: str, data: bytes, leg: int | None) -> None:
    """Attaches the record of a game to its board.

    Side effects: those of `attach_record`.

    Args:
        access: the event, and who does it.
        round, board: where it was played.
        name, data: of the file.
        leg: which game of the board; None for the last.

    Raises:
        NoRecord: the file is no record of one game that keeps the rules.
        Illegal: as `attach_record`.
    """
    assert access.player is not None
    judged = [judge(name, item) for item in islice(parse_records(data), 2)]
    if len(judged) != 1:
        raise NoRecord("record-one", _("Choose a file that holds one game."))
    (only,) = judged
    if isinstance(only.error, RecordError):
        raise NoRecord("record-unread", record_error_text(only.error))
    if only.error is not None:
        words = {"ply": only.ply or 0, "why": refusal_text(only.error)}
        raise NoRecord("record-illegal", _("The record breaks the rules at move %(ply)d: %(why)s") % words)
    place = {"round": round, "board": board.number, "leg": board.leg_number if leg is None else leg}
    attach_record(tournament=access.id, by=access.player.id, judged=only, **place)


def _missed(access: EventAccess, round: Round, board: Board) -> bool:
    """Whether a time was agreed, and is over."""
    overdue = state_of(access.fold, round, board, timezone.now()) is AppointmentState.OVERDUE
    return overdue and board.meeting.agreed is not None


def possible_on(access: EventAccess, round: Round, board: Board) -> list[Action]:
    """What can be done about a board now.

    Args:
        access: the event and its reader.
        round, board: which board.
    """
    arbiter = access.is_at_least("arbiter")
    if board.taken_back:
        return []
    if access.player is not None and is_own_case(access.fold, access.player.id, board.entries):
        return []
    if round.begun_at is None or access.fold.ended:
        return _corrections(access, round, board) if arbiter else []
    result = []
    if not board.decided and board.leg.marks is None:
        if access.fold.terms.real or (arbiter and board.leg.game is not None):
            result.append(BOARD["record"])
        if arbiter:
            result += [BOARD["agree-anew"]] if _missed(access, round, board) else []
            result.append(BOARD["forfeit"])
        result += [BOARD[slug] for slug in relay_actions(access, round, board)]
    result += _corrections(access, round, board) if arbiter else []
    follow = [item for item in boards_following(access.fold, round.number, board.number) if not item.taken_back]
    last = access.fold.round
    if arbiter and follow and last is not None and last.number == round.number + 1 and last.begun_at is not None:
        result.append(BOARD["take-back"])
    return result


def _corrections(access: EventAccess, round: Round, board: Board) -> list[Action]:
    """What changes results that stand: one, or all of a match."""
    if not any(leg.marks for leg in board.legs):
        return []
    match = board.teams or stage_of(access.fold, round.number).most_legs > 1
    return [BOARD["correct"], *([BOARD["correct-match"]] if match else [])]


def _seated(names: Names, entry: int, board: Board, leg: int, side: int) -> str:
    """Who sits at a game of a board: of a team with who plays there."""
    if not board.lineups:
        return names.entry(entry)
    player = board.players_at(leg)[side]
    return f"{names.entry(entry)}: {names.player(player) if player is not None else '–'}"


def _board_page(
    request: HttpRequest, access: EventAccess, round: int, number: int, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    result = _round(access, round)
    assert result is not None
    item = result.board(number)
    assert item is not None
    seated = [player for lineup in item.lineups.values() for player in lineup if player is not None]
    names = Names(access.fold, more=seated)
    about = (round, item)
    heading = _("Round %(round)d, board %(board)d") % {"round": round, "board": number}
    legs = [
        {
            "number": index,
            "red": _seated(names, leg.red, item, index, 0),
            "blue": _seated(names, leg.blue, item, index, 1),
            "result": result_text(leg.marks) if leg.marks else _("Not decided"),
            "before": [result_text(marks) for marks in leg.corrected],
        }
        for index, leg in enumerate(item.legs, start=1)
    ]
    found_offers = offers(access, possible_on(access, result, item), about=about, bound=bound)
    for offer in found_offers:
        if offer.action.slug == "record" and not access.fold.terms.real:
            offer.label = _("Adjudicate the game")
    context = head(request, access, "round", heading=heading, say=say) | {
        "row": board_row(access, result, item, names),
        "round": result,
        "legs": legs,
        "real": access.fold.terms.real,
        "offers": found_offers,
        "round_url": access.url("desk-round", round),
        "record_url": access.url("desk-record", round, number),
        "relay": shown_relay(request, access, item),
        "recordless": [leg["number"] for leg, had in zip(legs, item.legs, strict=True) if _wants_record(access, had)],
        "record": record_of(item, names) if access.fold.terms.scheduled and access.is_at_least("arbiter") else None,
    }
    return render(request, "tournaments/desk_board.html", context, status=status)
