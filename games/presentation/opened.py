"""What opens the seals of pieces that an audience was shown: as lines under a position, which `seals.js` checks in the
browser, and as JSON for who checks by their own means (docs/verifying.md).

All of it is made of what `games/domain/commitments.py` opens for a view. Which pieces, in which order and with how many
hashes follows from what the audience may know; it is the same for everybody of an audience, without names.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.domain.commitments import LoneSeal, OpenedPiece, OpenedPieces
from games.presentation.words import rank_name, seat_name
from games.replay import Seal
from games.rules import Seat, Variant, View


def opened_markup(opened: OpenedPieces, rules: Variant, *, how: str = "") -> SafeString:
    """Write what is opened at a position; nothing if nothing is, and no piece stands there that has a seal of its own.

    Args:
        opened: what a view's last turns opened.
        rules: the rule book.
        how: the address of the page that says how to check it without scripts; empty for the page that it stands on.
    """
    if not opened.pieces and not opened.lone:
        return mark_safe("")
    lone = f' data-lone="{_lone(opened.lone)}"' if opened.lone else ""
    parts = [f'<div class="opened" id="opened" data-opened{lone}>']
    if opened.pieces:
        about = _(
            "What opens the seals of these pieces is in this page, so the browser can check each against its seal."
        )
        title, check = _("Seals opened"), _("How to check it yourself")
        parts.append(f'<details class="small" data-keep="opened"><summary>{escape(title)}')
        parts.append(f" <span data-seal-state></span></summary><p data-seal-about>{escape(about)}")
        parts.append(f' <a href="{escape(how)}#seals-title">{escape(check)}</a></p>')
        parts.append('<ul class="told">')
        parts += [_line(piece, rules) for piece in opened.pieces]
        parts.append("</ul></details>")
    parts.append("</div>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


def _lone(seals: Iterable[LoneSeal]) -> str:
    return " ".join(f"{seal.seat.slug}{seal.place}={seal.seal}" for seal in seals)


def _line(piece: OpenedPiece, rules: Variant) -> str:
    path, name = " ".join(piece.path), rules.board.name
    start = "" if piece.square is None else f' data-start="{name(piece.square)}"'
    shown = "" if piece.shown is None else f' data-ply="{piece.shown[0]}" data-stood="{name(piece.shown[1])}"'
    return (
        f'<li data-seat="{piece.seat.slug}" data-piece="{piece.piece}" data-place="{piece.place}"'
        f' data-leaves="{piece.leaves}" data-rank="{piece.rank.symbol}" data-salt="{piece.salt}"'
        f' data-path="{path}"{start}{shown}>'
        f"{escape(words_of(piece, rules))}</li>"
    )


def words_of(piece: OpenedPiece, rules: Variant) -> str:
    """An opened piece in words: whose and what it is, and where it began."""
    values = {"seat": seat_name(piece.seat), "rank": rank_name(piece.rank, rules)}
    if piece.square is None:
        return _("%(seat)s %(rank)s, sealed when it came to the board") % values
    return _("%(seat)s %(rank)s, sealed on %(square)s before play") % (
        values | {"square": rules.board.name(piece.square)}
    )


def opened_value(key: str, view: View, opened: OpenedPieces, seals: Iterable[Seal], rules: Variant) -> dict[str, Any]:
    """What opens all that a view shows of other seats' pieces, as a JSON value.

    Args:
        key: of the game.
        view: whose it is, and of which ply.
        opened: what it opens.
        seals: the seals of the set-ups.
        rules: the rule book.
    """
    board = rules.board
    return {
        "format": "vexillum-opened",
        "version": 1,
        "game": key,
        "variant": view.variant,
        "viewer": view.viewer.value,
        "ply": view.ply,
        "seals": {seal.seat.slug: seal.commitment for seal in seals if seal.by_piece},
        "later": {f"{seal.seat.slug} {seal.place}": seal.seal for seal in opened.lone},
        "pieces": [
            {
                "seat": piece.seat.slug,
                "place": piece.place,
                "square": None if piece.square is None else board.name(piece.square),
                "rank": piece.rank.symbol,
                "salt": piece.salt,
                "leaves": piece.leaves,
                "path": list(piece.path),
                "seal": piece.seal,
            }
            for piece in opened.pieces
        ],
    }


def seals_markup(key: str, roots: Mapping[Seat, str], by_piece: Collection[Seat], rules: Variant) -> SafeString:
    """What `seals.js` needs beside the openings, once a page: the seals of the set-ups, the home squares in the order
    of their leaves, and what it says.

    Args:
        key: of the game.
        roots: the commitments of the seats, hex.
        by_piece: the seats whose set-ups open piece by piece.
        rules: the rule book.
    """
    if not roots:
        return mark_safe("")
    text = " ".join(f"{seat.slug}={root}" for seat, root in sorted(roots.items()))
    opens = " ".join(seat.slug for seat in sorted(by_piece))
    homes = _homes(rules)
    words = _words(get_language())
    return mark_safe(  # noqa: S308 - of a key, of digests, and of words that are escaped
        f'<div id="seals" hidden data-game="{escape(key)}" data-roots="{text}" data-by-piece="{opens}"'
        f' data-homes="{homes}" data-words="{words}"></div>'
    )


@cache
def _homes(rules: Variant) -> str:
    """The home squares of each seat; written once a rule book, for every page of a game has them."""
    return " ".join(f"{seat.slug}={'.'.join(map(rules.board.name, rules.board.homes[seat]))}" for seat in rules.seats)


@lru_cache(maxsize=16)
def _words(_language: str | None) -> str:
    """What the script says, in the reader's language, as JSON for an attribute."""
    words = json.dumps(
        {
            "checked": _("checked"),
            "mark": _("Checked: what was shown is what was sealed. Why?"),
            "followed": _(
                "By the list of moves it has followed each piece back to the square, or to the turn, at which it was"
                " sealed."
            ),
            "about": _(
                "This browser has computed each of these seals from the rank, its salt and the hashes beside it, and"
                " they lead to the seals that it saw first in this game."
            ),
            "wrong": _("does not fit its seal"),
            "warning": _(
                "Warning: a rank that was shown does not fit what was sealed before play. Keep this page open or save"
                " it, and tell an arbiter or the operator."
            ),
            "unopened": _(
                "Warning: a battle was shown without what opens the seals of its pieces. Keep this page open or save"
                " it, and tell an arbiter or the operator."
            ),
            "changed": _(
                "Warning: the seals of this game are not those that this browser saw first. Keep this page open or save"
                " it, and tell an arbiter or the operator."
            ),
            "unable": _("cannot be checked here"),
            "insecure": _("Browsers check seals only over a secure connection (https)."),
        }
    )
    return escape(words)
