"""The turns that a seat may take now, as the page of the table carries them (docs/notation.md).

They are an attribute of the fragment: the script shows where a piece can go without asking the server. Without scripts
they are a list in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.presentation.words import rank_name
from games.rules import RANK_OF_SYMBOL, PieceView, Variant, View


def packed(turns: Iterable[str]) -> str:
    """Write turns down, with a space between two. What only differs in the piece or rank that returns or enters, and in
    the square where, is written once: a rescue may be open in two thousand ways.

    >>> packed(["d4-d5", "d8-d10*17@e3", "d8-d10*17@f3", "d8-d10*20@e3", "d8-d10*20@f3", "+7@a1", "+M@a1"])
    'd4-d5 d8-d10*17,20@e3,f3 +7,M@a1'
    """
    texts: list[str] = []
    squares: dict[str, list[str]] = {}
    for text in turns:
        what, at, square = text.rpartition("@")
        if at:
            squares.setdefault(what, []).append(square)
        else:
            texts.append(text)
    whats: dict[tuple[str, str], list[str]] = {}
    for what, where in squares.items():
        cut = max(what.rfind("*"), what.rfind("+")) + 1
        whats.setdefault((what[:cut], ",".join(where)), []).append(what[cut:])
    texts += [f"{head}{','.join(names)}@{where}" for (head, where), names in whats.items()]
    return " ".join(texts)


def unpacked(text: str) -> list[str]:
    """Read what `packed` wrote, as the script of the page does.

    >>> unpacked("d4-d5 +7,M@a1,b1")
    ['d4-d5', '+7@a1', '+7@b1', '+M@a1', '+M@b1']
    """
    results = []
    for part in text.split():
        head, at, squares = part.partition("@")
        cut = max(head.rfind("*"), head.rfind("+")) + 1
        if at:
            results += [
                f"{head[:cut]}{name}@{square}" for name in head[cut:].split(",") for square in squares.split(",")
            ]
        else:
            results.append(part)
    return results


@dataclass(frozen=True, slots=True)
class Group:
    """Turns that begin alike, for a list: its title, and each turn with its words."""

    title: str = field(repr=False)
    turns: tuple[tuple[str, str], ...] = field(repr=False)


def groups(turns: Sequence[str], view: View, rules: Variant) -> list[Group]:
    """Turns in words, together by the piece that moves.

    Args:
        turns: those that are legal now.
        view: the mover's.
        rules: the game's rule book.
    """
    own = {
        rules.board.name(piece.square): piece.rank
        for piece in view.pieces
        if piece.seat is view.viewer.seat and piece.rank is not None
    }
    lost = {str(piece.id): piece for piece in view.captured}
    texts: dict[str, list[tuple[str, str]]] = {}
    for text in turns:
        square = _square(text)
        texts.setdefault(square if square in own else "", []).append((text, _words(text, lost, rules)))
    return [
        Group(_title(rank_name(own[square], rules), square) if square else _("Choice"), tuple(listed))
        for square, listed in texts.items()
    ]


def _title(rank: str, square: str) -> str:
    return _("%(rank)s on %(square)s") % {"rank": rank, "square": square}


def options(groups: Iterable[Group], chosen: str = "") -> SafeString:
    """Write groups of turns as what can be chosen in a list.

    Args:
        groups: as `groups` gives them.
        chosen: the turn that is chosen already.
    """
    parts = []
    for group in groups:
        parts.append(f'<optgroup label="{escape(group.title)}">')
        for text, words in group.turns:
            mark = " selected" if text == chosen else ""
            parts.append(f'<option value="{escape(text)}"{mark}>{escape(words)}</option>')
        parts.append("</optgroup>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


def _square(text: str) -> str:
    end = 1
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[:end] if text[0].isalpha() else ""


def _words(text: str, lost: Mapping[str, PieceView], rules: Variant) -> str:
    """A turn for a list: its notation, and what its further parts mean."""
    if text in ("*0", "+0"):
        return _("Decline")
    head, at, square = text.rpartition("@")
    if at:
        star, plus = head.rfind("*"), head.rfind("+")
        base, name = head[: max(star, plus)], head[max(star, plus) + 1 :]
        piece = lost.get(name) if star >= 0 else None
        rank = RANK_OF_SYMBOL.get(name) if plus >= 0 else piece.rank if piece else None
        values = {"rank": "" if rank is None else rank_name(rank, rules), "square": square}
        if plus >= 0:
            return (_("Lay %(rank)s on %(square)s") if rules.deals else _("Enter %(rank)s on %(square)s")) % values
        rescue = _("rescue %(rank)s to %(square)s") % values
        return f"{base}, {rescue}" if base else rescue
    if rules.deals:
        return _card_words(text, rules)
    return text


def _card_words(text: str, rules: Variant) -> str:
    if text.endswith("!"):
        return _("Show the Flag and shuffle everything")
    if text.endswith("?0"):
        return _("Show the Spy and look at the enemy’s hand")
    if "?" in text:
        squares = text.partition("?")[2].replace(",", ", ")
        return _("Show the Scout and look at %(squares)s") % {"squares": squares}
    if "=" in text:
        square, _colon, symbol = text.partition("=")[2].partition(":")
        rank = rank_name(RANK_OF_SYMBOL[symbol], rules)
        return _("Name the card on %(square)s %(rank)s") % {"square": square, "rank": rank}
    return _("Attack %(square)s") % {"square": text.partition("-")[2]}
