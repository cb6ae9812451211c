"""The last plies of a game: in words that stand at the board, and as the script of a page plays them on the board that
was there before.

All of it is made of plies as the audience saw them (`LastTurn`). A player is told those since the own last turn, at
most one a seat; who watches the last `RECENT` ones. So it costs the same at any ply, and the same for everybody,
whatever version their page has. The script plays those that are new to the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.domain.state import GameFold
from games.presentation.board_svg import MARGIN, SQUARE, piece_svg, places, turn_for
from games.presentation.card_svg import HIGH, WIDE, card_places, card_svg
from games.presentation.move_list import Move, move_of
from games.presentation.presentation import said, turn_said
from games.rules import LastTurn, PieceView, Rank, Seat, Shown, Variant, View, Viewer

RECENT = 4
"""So many plies who watches is told: as many as come at once where four play, or after a moment without a stream."""

_STANDS = frozenset({"stockade", "freed", "rescue", "entry", "lay"})
"""Parts of a turn that put a piece on a square."""


@dataclass(frozen=True, slots=True)
class BoardChange:
    """What a ply changed on the board, beside the way of the piece that moved.

    Args:
        cleared: squares that are empty then, unless a piece stands on them.
        stands: pieces that stand on a square then.
    """

    cleared: tuple[int, ...]
    stands: tuple[PieceView, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShownPly:
    """A ply for the page.

    Args:
        said: it in sentences.
        move: it for the list of moves.
        way: the corners of the squares that its piece went over, `x y` with `;` between; empty if none moved.
        fight: of an attack its result, from the attacker's side; else empty.
        bomb: it was an attack on a Bomb.
        at: of an attack the corner of the attacked square.
        cleared: the corners of the squares that are empty then.
        drawn: an SVG with the two pieces of an attack, if there was one, and those that stand somewhere then.
        seats: of an attack, the slugs of the attacker's and the defender's seat.
    """

    ply: int
    said: str = field(repr=False)
    move: Move = field(repr=False)
    way: str
    fight: str
    bomb: bool
    at: str
    cleared: str
    seats: str
    drawn: SafeString = field(repr=False)


def since_own_turn(shown: Sequence[Shown], seat: Seat) -> tuple[Shown, ...]:
    """The plies from the last one of a seat on; all that are known, if it has made none of them."""
    own = [place for place, item in enumerate(shown) if item.mover is seat]
    return tuple(shown[own[-1] :] if own else shown)


def told_to_seat(now: GameFold, seat: Seat) -> list[tuple[int, LastTurn]]:
    """The plies since a seat's own last turn, that one too, each with what the seat saw of it.

    Args:
        now: the game as it stands.
        seat: whose page it is.
    """
    viewer = Viewer.of(seat)
    return [(shown.ply, shown.last_turn(viewer)) for shown in since_own_turn(now.shown, seat)]


def told_plies(
    numbers: Iterable[tuple[int, LastTurn]],
    view: View,
    rules: Variant,
    *,
    below: int,
    coordinates: bool = True,
    ranks: str = "high",
) -> list[ShownPly]:
    """Plies for the page of whom they were told to.

    Args:
        rules: the rule book.
        numbers: each ply with what its audience saw of it.
        view: the game as it stands, as the same audience sees it.
        below, coordinates, ranks: how the board is drawn, as for `presentation.picture`.
    """
    corners = (
        card_places(rules.board, bool(below))
        if rules.deals
        else places(rules.board, turn_for(rules.board, below), MARGIN if coordinates else 0)
    )
    return [
        _happened(
            ply,
            last,
            move_of(ply, last, rules),
            said(view) if ply == view.ply else turn_said(ply, last, view),
            rules,
            corners,
            ranks,
        )
        for ply, last in numbers
    ]


def happened_markup(plies: Sequence[ShownPly], said: str = "") -> SafeString:
    """Write plies as the list that stands at the board, and that battles.js plays. No template: every move writes it
    anew.

    Args:
        plies: those that are told, in order.
        said: what stands there if there are none, or nothing.
    """
    lines = [_line(ply) for ply in plies]
    if said and not lines:
        lines = [f"<li><span data-say>{escape(said)}</span></li>"]
    markup = f'<ol class="happened" data-happened>{"".join(lines)}</ol>'
    return mark_safe(markup)  # noqa: S308 - built here; every text is escaped


def _line(ply: ShownPly) -> str:
    data = {"ply": str(ply.ply), "move": ply.move.text, "words": ply.move.words, "clash": ply.move.clash}
    if ply.way:
        data["way"] = ply.way
    if ply.fight:
        data |= {"fight": ply.fight, "at": ply.at, "seats": ply.seats} | ({"bomb": ""} if ply.bomb else {})
    if ply.cleared:
        data["cleared"] = ply.cleared
    fought = ' class="fought"' if ply.fight else ""
    text = "".join([f' data-{name}="{escape(value)}"' for name, value in data.items()])
    drawn = f"<template>{ply.drawn}</template>" if ply.drawn else ""
    return f"<li{fought}{text}><span data-say>{escape(ply.said)}</span>{drawn}</li>"


def piece_size(rules: Variant) -> tuple[int, int]:
    """How wide and how high a piece is drawn, in units of the drawing."""
    return (WIDE, HIGH) if rules.deals else (SQUARE, SQUARE)


def change_of(last: LastTurn, rules: Variant) -> BoardChange:
    """What a ply changed on the board, as far as its viewer saw it."""
    cleared: list[int] = []
    stands: dict[int, PieceView] = {}
    attack = last.attack
    if attack is not None:
        attacker, defender = attack.attacker, attack.defender
        cleared = [attacker.square, defender.square]
        if attack.result == "win":
            # A card strikes from its place; a piece takes the square.
            stands[attacker.square if rules.deals else defender.square] = attacker
        elif attack.result == "loss":
            stands[defender.square] = defender
    for part in last.parts:
        if part.kind == "returned":
            stands.clear()
        elif part.kind == "shuffle":
            cleared += rules.board.homes[last.seat]
        elif part.kind in _STANDS and part.piece is not None:
            stands[part.squares[-1]] = part.piece
        if part.kind == "freed":  # by a piece that came next to its stockade
            cleared += [square for square in rules.board.stockades if rules.board.near[square] >> last.path[-1] & 1]
    return BoardChange(
        tuple(cleared),
        tuple(
            PieceView(piece.id, piece.seat, square, piece.rank, piece.revealed, piece.captive, piece.rescuer)
            for square, piece in stands.items()
        ),
    )


def changed_squares(last: LastTurn, rules: Variant) -> tuple[int, ...]:
    """The squares of which anything looks otherwise after a ply than before it, and perhaps some more, in order. The
    piece that moved the time before looks otherwise too: it is no longer marked as the one that moved.
    """
    change = change_of(last, rules)
    squares = {*last.path, *change.cleared, *(piece.square for piece in change.stands)}
    return tuple(sorted(squares.union(*(part.squares for part in last.parts))))


def only_moved(last: LastTurn) -> bool:
    """Whether a ply has only moved a piece, so that what is off the board is as before."""
    return last.attack is None and last.revealed is None and not last.parts


def _happened(
    ply: int,
    last: LastTurn,
    move: Move,
    words: str,
    rules: Variant,
    corners: Sequence[tuple[int, int]],
    ranks: str,
) -> ShownPly:
    draw = card_svg if rules.deals else piece_svg
    change, attack = change_of(last, rules), last.attack
    fighters = () if attack is None else (attack.attacker, attack.defender)
    drawn = [f'<g class="fighter">{draw(piece, ranks=ranks)}</g>' for piece in fighters]
    drawn += [draw(piece, corners[piece.square], ranks) for piece in change.stands]
    return ShownPly(
        ply=ply,
        said=words,
        move=move,
        way="" if rules.deals or len(last.path) < 2 else _corners(last.path, corners),
        fight="" if attack is None else attack.result,
        bomb=attack is not None and attack.defender.rank is Rank.BOMB,
        at="" if attack is None else _corners((attack.defender.square,), corners),
        cleared=_corners(change.cleared, corners),
        seats=" ".join(piece.seat.slug for piece in fighters),
        drawn=mark_safe(f"<svg>{''.join(drawn)}</svg>" if drawn else ""),  # noqa: S308 - drawn of values
    )


def _corners(squares: Sequence[int], corners: Sequence[tuple[int, int]]) -> str:
    return ";".join(f"{corners[square][0]} {corners[square][1]}" for square in squares)
