"""What the table of a game in play shows to one of its players.

Everything that depends on the game goes through the seat's own view (RULES section 9); names, tokens and talk stand on
the page around the fragment, so the fragment is the same however often it is asked for, and costs the same at any ply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.commitments import seals_of
from games.domain.limits import ABORT_BEFORE
from games.domain.state import GameFold
from games.presentation.facts import pending_text
from games.presentation.last_plies import (
    changed_squares,
    happened_markup,
    only_moved,
    told_plies,
    told_to_seat,
)
from games.presentation.opened import opened_markup
from games.presentation.presentation import (
    beside,
    change_markup,
    notes_markup,
    picture,
    said,
    table_markup,
    told_markup,
    trays,
)
from games.presentation.reveal import reveal_text
from games.presentation.rooms import rematch_stands
from games.presentation.seats import SeatContext
from games.presentation.words import (
    acts_text,
    outcome_text,
    paused_text,
    rank_name,
    ruled_text,
    seat_name,
)
from games.rules import End, Seat, Shown, Variant, View, Viewer, legal_turns
from play.table.clocks import clocks_markup, game_time_markup
from play.table.turns import groups, options, packed
from ratings import rating_lines
from web.addresses import address, key_address


class Addresses(NamedTuple):
    """Where the table of a game leads."""

    table: str
    turn: str
    act: str
    aside: str
    leave: str
    next: str


@lru_cache(maxsize=512)
def addresses_of(key: str) -> Addresses:
    """The addresses of a game's table. Kept, as they are asked for with every move."""
    return Addresses(*(key_address(f"play:{name}", key) for name in Addresses._fields))


@lru_cache(maxsize=64)
def edges(rules: Variant, below: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The seats above the board, from the left to the right, and the one below it.

    Args:
        rules: the rule book.
        below: the number of the seat whose side of the board is at the bottom; seats follow one another clockwise.
    """
    count = len(rules.seats)
    return tuple(rules.seats[(below + step) % count] for step in range(1, count)), (rules.seats[below],)


def fragment(
    sitting: SeatContext,
    now: GameFold,
    *,
    since: int | None = None,
    trouble: str = "",
    listed: bool = False,
    chosen: str = "",
) -> SafeString:
    """Render the table for who sits there.

    Args:
        sitting: who sits there, at which game and seat.
        now: the game as it stands.
        since: the public version that its page shows: if a ply is all that has happened since, only the parts that it
            changed are rendered, which `static/js/change.js` puts into the page.
        trouble: why what was asked for was not done.
        listed: with a list of all legal turns in words, for who has no scripts.
        chosen: the turn of that list that was sent and refused, so that it is not lost.
    """
    ply = now.only_ply_since(since)
    upper, lower = edges(now.variant, sitting.below)
    context: dict[str, Any] = {
        "version": str(now.public_version),
        "versions": versions_markup(now.public_version),
        "clocks_top": clocks_markup(upper, sitting.seat, now, "top", brief=ply is not None),
        "clocks_bottom": clocks_markup(lower, sitting.seat, now, "bottom", brief=ply is not None),
    }
    if now.state is not None:
        context |= _position(sitting, now, listed=listed, chosen=chosen, ply=ply)
    if ply is not None:
        return _change(context, str(since))
    context |= {
        "to": addresses_of(sitting.game.key),
        "trouble": trouble,
        "paused": paused_text(now.paused),
        "acts": acts_text(now.acts),
        "over": None if now.outcome is None else ending(sitting, now),
        "reveal": None if now.outcome is None else reveal_text(now.reveal_plan, sitting.seat),
    }
    return render_to_string("play/_table.html", context)


def _position(sitting: SeatContext, now: GameFold, *, listed: bool, chosen: str, ply: Shown | None) -> dict[str, Any]:
    """What the table shows of a position, as markup. After a ply of which the page knows the position before, only what
    has changed of the board, and what is off it only if that may have changed."""
    state, rules = now.state, now.variant
    assert state is not None
    view = state.view(Viewer.of(sitting.seat))
    shown = state.view(Viewer.ALL) if now.revealed else view
    playing = now.outcome is None
    mine = playing and view.to_move is sitting.seat and not now.paused
    noting = now.created.notes and playing
    guesses = sitting.guesses if noting else {}
    wanted, below = sitting.preferences, sitting.below
    ranks = str(wanted.ranks)
    drawn: dict[str, Any] = {"below": below, "coordinates": wanted.coordinates, "ranks": ranks, "guesses": guesses}
    last = None if ply is None else view.last
    moved = last is not None and only_moved(last)
    upper, lower = ("", "") if moved else _trays(*beside(trays(shown, ranks=ranks, gaps=False), below))
    turns = [turn.text for turn in legal_turns(state)] if mine else []
    choices = packed(turns)
    result = told_to_seat(now, sitting.seat)
    plies = told_plies(result, view, rules, below=below, coordinates=wanted.coordinates, ranks=ranks)
    opened = seals_of(sitting.game.id, rules).opened(view, lambda: state.view(Viewer.ALL), result)
    if last is None or rules.deals:
        board = mark_safe(f'<div class="board-area" data-fragment="board">{picture(shown, **drawn)}</div>')  # noqa: S308
    else:
        board = change_markup(shown, changed_squares(last, rules), **drawn)
    data = {"ply": str(view.ply), "drawn": f"{below} {int(wanted.coordinates)} {ranks}"}
    if mine:
        data |= {"mine": "", "turns": choices} | ({"pending": ""} if view.pending is not None else {})
        data |= {"lost": _lost(view, rules)} if "*" in choices else {}
    if noting:
        data["unknown"] = _unknown(view, rules)
        data["guesses"] = " ".join([f"{piece}={symbol}" for piece, symbol in guesses.items()])
    doing = happened_markup(plies, "" if plies else said(view))
    if playing:
        prompt = _prompt(view, sitting.seat, rules, paused=bool(now.paused))
        listing = options(groups(turns, view, rules), chosen) if listed else ""
        doing = _doing(prompt, listing, game_time_markup(now) + doing, _offers(sitting, now, view, mine=mine))
    return {
        "data": mark_safe("".join([f' data-{name}="{escape(value)}"' for name, value in data.items()])),  # noqa: S308
        "top": upper,
        "bottom": lower,
        "board": board,
        "doing": doing,
        "opened": opened_markup(opened, rules, how=_how(sitting, view) if opened.pieces else ""),
        "notes": notes_markup(view) if playing else "",
        "told": told_markup(shown),
        "details": table_markup(shown) if last is None or rules.deals else "",
    }


def _change(context: Mapping[str, Any], since: str) -> SafeString:
    """Write the parts of the table that a ply changes. No template: it is the answer to every move."""
    act = f'<div class="act" data-fragment="act">{context["versions"]}{context["doing"]}</div>'
    details = f'<div data-fragment="words">{context["details"]}</div>' if context["details"] else ""
    return mark_safe(  # noqa: S308 - built here; every text is escaped
        f'<div id="table" data-version="{context["version"]}" data-since="{since}"{context["data"]}>'
        f"{context['clocks_top']}{context['top']}{context['board']}{context['bottom']}{context['clocks_bottom']}{act}"
        f'<div data-fragment="notes">{context["opened"]}{context["notes"]}</div>'
        f'<div data-fragment="told">{context["told"]}</div>{details}</div>'
    )


def _trays(upper: Sequence[str], lower: Sequence[str]) -> tuple[str, str]:
    """Write the trays above and below a board; those of four players are below it, and may have to be scrolled."""
    title = escape(_("Pieces off the board"))
    named = "" if upper else f' tabindex="0" role="group" aria-label="{title}"'
    below = f'<div class="trays tray-bottom" data-fragment="tray-bottom"{named}>{"".join(lower)}</div>'
    above = f'<div class="trays tray-top" data-fragment="tray-top">{"".join(upper)}</div>' if upper else ""
    return mark_safe(above), mark_safe(below)  # noqa: S308 - made of markup


@lru_cache(maxsize=64)
def versions_markup(version: int) -> SafeString:
    """Write which version the forms of the table are about."""
    forms = "play-form", "act-form"
    inputs = [f'<input type="hidden" name="version" value="{version}" form="{form}">' for form in forms]
    return mark_safe("".join(inputs))  # noqa: S308 - made of numbers


def _doing(prompt: str, listing: str, happened: str, offers: str) -> SafeString:
    """Write whose turn it is and what may be done. No template: every move writes it anew.

    Args:
        prompt: in words.
        listing, happened, offers: markup: the legal turns for who has no scripts, the last plies, and what may be done
            beside a turn.
    """
    if listing:
        turn, choose, send = _("Your turn"), _("Choose a turn"), _("Send")
        listing = (
            f'<noscript><div class="field"><label for="turn-list">{escape(turn)}</label><select id="turn-list"'
            f' name="turn" form="play-form" required><option value="">{escape(choose)}</option>{listing}</select></div>'
            f'<button class="button primary" type="submit" form="play-form">{escape(send)}</button></noscript>'
        )
    return mark_safe(  # noqa: S308 - every text is escaped
        f'<p class="prompt" data-prompt>{escape(prompt)}</p><div class="choices" data-choices></div>'
        f"{listing}{happened}{offers}"
    )


def _how(sitting: SeatContext, view: View) -> str:
    """Where it says how to check what is opened: the replay, at the same ply."""
    return f"{key_address('games:replay', sitting.game.key)}?ply={view.ply}"


def choose_text(rules: Variant) -> str:
    """Asks the player to begin a turn."""
    return _("Your turn: choose a card.") if rules.deals else _("Your turn: choose a piece.")


def _prompt(view: View, seat: Seat, rules: Variant, *, paused: bool) -> str:
    """Whose turn it is, and what it waits for."""
    if paused:
        return _("You can play on when the game is resumed.")
    mine = view.to_move is seat
    if view.pending is not None:
        return _("Your turn continues: choose.") if mine else pending_text(view.pending)
    if mine:
        return choose_text(rules)
    return _("%(seat)s to move.") % {"seat": seat_name(view.to_move)}


def _link(address: str, words: str, *, ask: str = "") -> str:
    asks = f' data-ask="{ask}"' if ask else ""
    return f'<a class="button" href="{address}"{asks}>{escape(words)}</a>'


def _offers(sitting: SeatContext, now: GameFold, view: View, *, mine: bool) -> SafeString:
    """Write what a player may do beside a turn: about a draw, about taking a move back, abort, resign, go to the next
    game. No template: every move writes it anew.
    """
    to, parts = addresses_of(sitting.game.key), ['<div class="offers">']
    for offer in () if now.paused else (draw_of(sitting.seat, now), takeback_of(sitting.seat, now)):
        if offer.text:
            parts.insert(0, f'<p class="note">{escape(offer.text)}</p>')
        for act, words in offer.acts:
            kind = "button primary" if act.startswith("accept") else "button"
            button = f'class="{kind}" type="submit" form="act-form" name="act" value="{act}"'
            parts.append(f"<button {button}>{escape(words)}</button>")
    if view.ply < ABORT_BEFORE and now.created.tournament is None:
        parts.append(_link(f"{to.leave}?what=abort", _("Abort"), ask="abort"))
    parts.append(_link(to.leave, _("Resign"), ask="resign"))
    if not mine:
        parts.append(_link(to.next, _("Next game")))
    parts.append("</div>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


def _lost(view: View, rules: Variant) -> str:
    """What pieces that may be rescued are called, by their ids."""
    named = []
    for piece in view.captured:
        if piece.seat is view.viewer.seat and piece.rank is not None:
            marked = _("%(rank)s, has rescued") if piece.rescuer else "%(rank)s"
            named.append(f"{piece.id}={marked % {'rank': rank_name(piece.rank, rules)}}")
    return ";".join(named)


def _unknown(view: View, rules: Variant) -> str:
    """Where pieces stand that a guess may be made at, with their ids."""
    name, own = rules.board.name, view.viewer.seat
    return " ".join(
        [f"{name(piece.square)}={piece.id}" for piece in view.pieces if piece.rank is None and piece.seat is not own]
    )


# -- offers and the end ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableOffer:
    """How an offer stands: in words, and what may be done about it, each with its words."""

    text: str
    acts: tuple[tuple[str, str], ...]


def draw_of(seat: Seat, now: GameFold) -> TableOffer:
    """The draw as `seat` may offer it, or answer to it (RULES section 7: all seats must agree)."""
    if not now.draw:
        return TableOffer("", (("offer", _("Offer a draw")),))
    names = _and([seat_name(item) for item in now.draw if item is not seat])
    if seat not in now.draw:
        text = ngettext("%(seats)s offers a draw.", "%(seats)s agree to a draw.", len(now.draw)) % {"seats": names}
        return TableOffer(text, (("accept", _("Accept the draw")), ("decline", _("Decline the draw"))))
    text = _("You offer a draw.") if now.draw[0] is seat else _("You agree to a draw. The others have yet to answer.")
    return TableOffer(text, (("decline", _("Take the offer back")),))


def takeback_of(seat: Seat, now: GameFold) -> TableOffer:
    """The last move of `seat` as it may be taken back, or that of another seat: all seats must agree."""
    if not now.takeback:
        plies = now.plies_since(seat) if now.can_go_back and seat not in now.declined else None
        may = plies is not None and plies <= len(now.earlier)
        return TableOffer("", (("take-back", _("Take back")),) if may else ())
    if seat not in now.takeback:
        text = _("%(seat)s asks to take the last move back.") % {"seat": seat_name(now.takeback[0])}
        return TableOffer(text, (("accept-takeback", _("Let it be taken back")), ("decline-takeback", _("Decline"))))
    own = now.takeback[0] is seat
    text = _("You ask to take your last move back.") if own else _("You agree. The others have yet to answer.")
    return TableOffer(text, (("decline-takeback", _("Play on instead")),))


def _and(words: Sequence[str]) -> str:
    return _(" and ").join(words)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, for one of its players.

    Args:
        verdict: `won`, `lost`, `drawn` or `void`, for the stylesheet; `title` says it.
        text: how it came about.
        ratings: a line for each seat whose rating has changed; or why none has.
        rematch: the words on the button that asks for a rematch, or accepts one; nothing if there is none to press.
        asked: how a rematch stands that was asked for.
        links: what to look at next, with addresses.
    """

    verdict: str
    title: str
    text: str
    ratings: tuple[str, ...]
    rematch: str
    asked: str
    links: tuple[tuple[str, str], ...]


def ending(sitting: SeatContext, now: GameFold) -> Ending:
    """The end of a game as its player reads it."""
    outcome, ruling = now.result, now.ruling
    both_lose = outcome.kind is End.BOTH_LOSE or (
        outcome.kind is End.BOTH_MISSING and now.created.tournament is not None
    )
    if both_lose:
        verdict, title = "lost", _("Both sides have lost")
    elif outcome.kind.value in ("aborted", "cancelled", "both-missing", "unfinished"):
        verdict, title = "void", _("The game does not count")
    elif outcome.winner is None:
        verdict, title = "drawn", _("Draw")
    elif outcome.winner == sitting.seat.side:
        verdict, title = "won", _("You have won")
    else:
        verdict, title = "lost", _("You have lost")
    words, asked, following = rematch_stands.ask(sitting)
    sitting.game.unrated, sitting.game.status = now.unrated or "", now.public_status
    links = [*following, *_records(sitting, now)]
    text = f"{outcome_text(now.outcome)}."
    if ruling is not None:
        text = f"{text} {ruled_text(ruling, outcome.winner)}."
    if now.publish_at is not None:
        date = date_format(timezone.localtime(now.publish_at), "DATETIME_FORMAT")
        counts = _("Everybody else sees it, and it counts, from %(date)s on.") % {"date": date}
        text = f"{text} {counts}"
    return Ending(verdict, title, text, rating_lines(sitting.game), words, asked, tuple(links))


def _records(sitting: SeatContext, now: GameFold) -> list[tuple[str, str]]:
    if now.state is None:
        return []
    replay = key_address("games:replay", sitting.game.key)
    links = [(_("Replay"), f"{replay}?view={'all' if now.revealed else sitting.seat.slug}&ply=0")]
    if now.revealed:
        links.append((_("Record"), address("games:record", sitting.game.key, "json")))
    return links
