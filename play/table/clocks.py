"""The clocks at the table: whose time runs and until when, as the player reads it, and whose turn it is."""

from __future__ import annotations

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


def clocks_markup(own: Seat, now: GameFold) -> SafeString:
    """Write a line for each seat: its name, whether it is its turn, and its clock if there is one. No template: every
    move writes it anew.

    Args:
        own: the seat of who reads.
        now: the game as it stands.
    """
    to_move = None if now.state is None or now.outcome is not None else now.state.to_move
    lines = [_line(seat, now, own=seat is own, turn=seat is to_move) for seat in now.variant.seats]
    halted = " halted" if now.paused else ""
    return mark_safe(f'<ul class="clocks{halted}">{"".join(lines)}</ul>')  # noqa: S308 - built here; every text is escaped


def _line(seat: Seat, now: GameFold, *, own: bool, turn: bool) -> str:
    kind = " ".join([name for name, is_so in (("turn", turn), ("own", own)) if is_so])
    mine = _("(you)")
    you = f' <span class="muted">{escape(mine)}</span>' if own else ""
    texts = [_("to move")] if turn else []
    if note := _note(seat, now):
        texts.append(note)
    whose = "".join([f' <span class="whose">{escape(text)}</span>' for text in texts])
    clock = "" if now.clock is None else f" {_clock(seat, now.clock)}"
    name = f'<span class="side {seat.slug}">{escape(seat_name(seat))}{you}</span>'
    return f'<li class="{kind}" data-seat="{seat.slug}">{name}{whose}{clock}</li>'


def _clock(seat: Seat, clock: Clock) -> str:
    """When the seat's time is up, if it runs; else what is left of it."""
    due = clock.deadline(seat)
    if due is None:
        return f'<span class="clock">{escape(time_text(clock.banks[seat]))}</span>'
    text = escape(minute_text(timezone.localtime(due)))
    times = f'datetime="{due.isoformat(timespec="seconds")}" data-deadline="{int(due.timestamp() * 1000)}"'
    until = escape(_("until"))
    return f'<time class="clock" {times} title="{text}"><span class="until">{until} </span>{text}</time>'


def _note(seat: Seat, now: GameFold) -> str:
    """What else is to be said of a seat: that it offers a draw, or is on vacation."""
    if seat in now.draw:
        return _("offers a draw")
    until = None if now.clock is None or now.outcome else now.clock.resting(seat, timezone.now())
    if until is None:
        return ""
    return _("on vacation until %(date)s") % {"date": date_format(timezone.localtime(until), "DATE_FORMAT")}
