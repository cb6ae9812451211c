"""The clocks at the table: whose time runs and until when, as the player reads it, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.domain.clocks import Clock
from games.domain.state import GameFold
from games.presentation.clock_text import minute_text, time_text
from games.presentation.words import seat_name
from games.rules import Seat


def clocks_markup(seats: Sequence[Seat], own: Seat, now: GameFold, edge: str, *, brief: bool = False) -> SafeString:
    """Write a line for each seat of one edge of the board: its clock if there is one, and whether it is its turn. The
    names of the players stand beside it on the page, in the same order. No template: every move writes it anew.

    Args:
        seats: those that are drawn at this edge.
        own: the reader's seat.
        now: the game as it stands.
        edge: `top` or `bottom`, for the stylesheet.
        brief: leave the words of a time to the script of the page.
    """
    to_move = None if now.state is None or now.outcome is not None else now.state.to_move
    lines = [_line(seat, now, own=seat is own, turn=seat is to_move, brief=brief) for seat in seats]
    halted = " halted" if now.paused else ""
    return mark_safe(f'<ul class="clocks clocks-{edge}{halted}" data-fragment="clocks-{edge}">{"".join(lines)}</ul>')  # noqa: S308 - built here; every text is escaped


def _line(seat: Seat, now: GameFold, *, own: bool, turn: bool, brief: bool) -> str:
    kind = " ".join([name for name, is_so in (("turn", turn), ("own", own)) if is_so])
    texts = [_("your turn") if own else _("to move")] if turn else []
    if note := _note(seat, now):
        texts.append(note)
    whose = "".join([f'<span class="whose">{escape(text)}</span> ' for text in texts])
    clock = "" if now.clock is None else _clock(seat, now.clock, brief=brief)
    name = f'<span class="visually-hidden">{escape(seat_name(seat))}: </span>'
    return f'<li class="{kind}" data-seat="{seat.slug}">{name}{whose}{clock}</li>'


def _clock(seat: Seat, clock: Clock, *, brief: bool) -> str:
    """When the seat's time is up, if it runs, and until when it costs nothing; else what is left of it."""
    due, free = clock.deadline(seat), clock.free_until(seat)
    if due is None:
        return f'<span class="clock">{escape(time_text(clock.banks[seat]))}</span>'
    deadline = f'data-deadline="{int(due.timestamp() * 1000)}"'
    if free is not None:
        deadline += f' data-free="{int(free.timestamp() * 1000)}"'
    if brief:
        return f'<time class="clock" {deadline}></time>'
    text = escape(minute_text(timezone.localtime(due)))
    times = f'datetime="{due.isoformat(timespec="seconds")}" {deadline}'
    until = escape(_("until"))
    return f'<time class="clock" {times} title="{text}"><span class="until">{until} </span>{text}</time>'


def game_time_markup(now: GameFold) -> str:
    """Write when the game is drawn because its time is over, while that runs; the script of the page counts it down."""
    ends = None if now.clock is None else now.clock.ends
    if ends is None:
        return ""
    stamp = f'data-deadline="{int(ends.timestamp() * 1000)}"'
    time = f'<time class="clock" datetime="{ends.isoformat(timespec="seconds")}" {stamp}></time>'
    words = escape(_("Drawn in"))
    return f'<p class="game-time">{words} {time}</p>'


def _note(seat: Seat, now: GameFold) -> str:
    """What else is to be said of a seat: that it offers a draw, wants to take a move back, or is on vacation."""
    if seat in now.draw:
        return _("offers a draw")
    if seat in now.takeback[:1]:
        return _("asks to take a move back")
    until = None if now.clock is None or now.outcome else now.clock.resting(seat, timezone.now())
    if until is None:
        return ""
    return _("on vacation until %(date)s") % {"date": date_format(timezone.localtime(until), "DATE_FORMAT")}
