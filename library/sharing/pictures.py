"""The picture of a position for sites that take no SVG: 1200 by 630 pixels, as they show it with a link.

It is the drawing of the page, in the light colours of the stylesheet, made into a PNG by resvg, which comes as a wheel
and needs nothing of the machine. There are no names in it, so it can be kept, and nothing of it has to be erased; and
no fonts: the numerals are strokes.
"""

from __future__ import annotations

import re
from functools import cache as kept
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import get_language

from games.presentation.audiences import Audience
from games.presentation.board_svg import SPRITE, piece_svg
from games.presentation.presentation import TRAY_ORDER, picture
from games.presentation.public_view import PublicGame
from games.rules import View

WIDTH, HEIGHT = 1200, 630
"""Pixels; the size that previewing sites want."""

KEPT = 600
"""Seconds for which a picture is kept by all processes: as long as those come who were told of it together."""

_EDGE = 20  # around the board
_TILE = 40  # user units of a tile
_COLUMN = 1170  # where the column beside the board ends
_LEAST = 250  # of its width
_HEAD = 120  # of its height, for the name of the site


class NoPictures(Exception):
    """This environment lacks what makes pictures; `make install` brings it."""


def drawn(visited: PublicGame, audience: Audience, *, ply: int, below: int) -> bytes:
    """The picture of a position, as PNG.

    Args:
        visited: the game, which has begun.
        audience: who sees it so.
        ply: that there is.
        below: number of the seat whose side is at the bottom.

    Raises:
        NoPictures: see there.
    """
    game = visited.game
    key = f"picture:{_build()}:{game.id.hex}:{game.public_version}:{audience.viewer}:{audience.reveal}:{ply}:{below}"
    content: bytes | None = cache.get(key)
    if content is None:
        content = png(position_svg(visited.line.view(audience.viewer, ply), below=below))
        cache.set(key, content, KEPT)
    return content


def site_card() -> bytes:
    """The picture of the site itself, as PNG: for addresses that show no position. Raises `NoPictures`."""
    key = f"picture:{_build()}:site"
    content: bytes | None = cache.get(key)
    if content is None:
        content = png(_whole(_mark(200, 228, 800)))
        cache.set(key, content, 24 * KEPT)
    return content


def _build() -> str:
    return f"{settings.VEXILLUM_BUILD}-{get_language()}"


def png(svg: str) -> bytes:
    """A drawing as PNG. Raises `NoPictures`."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:  # an environment of before; the pages do without
        raise NoPictures from error
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True))


# -- the drawing ----------------------------------------------------------------------------------


def position_svg(view: View, *, below: int = 0) -> str:
    """The drawing of a position: the board, and next to it the losses of each seat.

    Args:
        view: what its audience may know; nothing else is looked at.
        below: number of the seat whose side is at the bottom.
    """
    board = str(picture(view, below=below, small=True))
    wide, high = _size(board)
    scale = min((HEIGHT - 2 * _EDGE) / high, (_COLUMN - _LEAST - 2 * _EDGE) / wide)
    width, height = wide * scale, high * scale
    place = f'x="{_EDGE}" y="{(HEIGHT - height) / 2:.6g}" width="{width:.6g}" height="{height:.6g}"'
    column = _EDGE + width + 2 * _EDGE
    room = _COLUMN - column
    return _whole(
        board.replace("<svg ", f"<svg {place} ", 1), _mark(column, 40, min(room, 420)), _lost(view, column, room)
    )


def _size(svg: str) -> tuple[float, float]:
    """How wide and high a drawing is, in user units."""
    match_ = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)
    assert match_ is not None
    return float(match_[1]), float(match_[2])


def _lost(view: View, left: float, room: float) -> str:
    """The pieces that each seat has lost, in rows of its own, the highest first."""
    order = {rank: place for place, rank in enumerate(TRAY_ORDER)}
    seats = sorted({piece.seat for piece in view.captured})
    groups = [
        sorted(
            (piece for piece in view.captured if piece.seat is seat),
            key=lambda piece: -1 if piece.rank is None else order[piece.rank],
        )
        for seat in seats
    ]
    pitch = next(
        size for size in (52, 46, 40, 34, 28, 22) if size == 22 or _high(groups, size, room) <= HEIGHT - 2 * _HEAD
    )
    across, y, parts = max(1, int(room // pitch)), HEIGHT - _EDGE - _high(groups, pitch, room), []
    for group in groups:
        for place, piece in enumerate(group):
            row, column = divmod(place, across)
            at = f"translate({left + column * pitch:.6g} {y + row * pitch:.6g}) scale({pitch / _TILE:.6g})"
            parts.append(f'<g transform="{at}">{piece_svg(piece._replace(revealed=False))}</g>')
        y += (-(-len(group) // across) + 0.5) * pitch
    return "".join(parts)


def _high(groups: list[list[Any]], pitch: float, room: float) -> float:
    across = max(1, int(room // pitch))
    rows = sum(-(-len(group) // across) for group in groups)
    return (rows + 0.5 * max(len(groups) - 1, 0)) * pitch


# -- the sheet around it --------------------------------------------------------------------------

_WORD: Final[tuple[tuple[int, str], ...]] = (
    (14, "M1 0L7 15 13 0"),
    (13, "M11 0H1V15H11M1 7.2H9"),
    (14, "M1 0L12 15M12 0L1 15"),
    (4, "M1 0V15"),
    (11, "M1 0V15H9.5"),
    (11, "M1 0V15H9.5"),
    (14, "M1 0V9.2C1 13 3 15 6.5 15S12 13 12 9.2V0"),
    (15, "M1 15V0L7.5 10 14 0V15"),
)
"""The name of the site: for each letter its width and its strokes, 15 units high."""

_FLAG = (
    '<path class="pole" d="M16 3v26M6 6h20" fill="none" stroke-width="2.2" stroke-linecap="round"/>'
    '<path class="flag" d="M8 7h16v13l-4-2-4 3.5-4-3.5-4 2z"/>'
)

_DIGITS = {
    "0": "M5 1C2 1 1 4.2 1 7.5S2 14 5 14 9 10.8 9 7.5 8 1 5 1z",
    "1": "M2 4L6 1V14",
    "2": "M1.2 4.2C1.6 2 3 1 5 1c2.4 0 3.9 1.4 3.9 3.6C8.9 8 4.5 10 1.2 14H9.2",
    "3": (
        "M1.4 2.8C2.2 1.6 3.4 1 5 1c2.3 0 3.7 1.2 3.7 3.1C8.7 6 7.2 7.1 4.6 "
        "7.1 7.4 7.1 9 8.4 9 10.5 9 12.7 7.4 14 5 14 3.2 14 1.8 13.3 1 12"
    ),
    "4": "M7 14V1L.8 10.2H9.6",
    "5": "M8.4 1H2.4L1.8 7C2.7 6.1 3.8 5.7 5 5.7c2.4 0 4 1.6 4 4.1S7.4 14 4.9 14C3.2 14 1.8 13.3 1 12",
    "6": (
        "M8.2 2.6C7.4 1.5 6.4 1 5.2 1 2.4 1 1 3.8 1 8c0 3.8 1.4 6 4.1 6C7.4 14 "
        "9 12.3 9 9.9S7.4 5.9 5.1 5.9C3.2 5.9 1.6 7 1 8.8"
    ),
    "7": "M1 1H9L4 14",
    "8": (
        "M5 7.1C3 7.1 1.7 5.9 1.7 4.1S3 1 5 1s3.3 1.3 3.3 3.1S7 7.1 5 7.1C2.6 "
        "7.1 1 8.5 1 10.5S2.6 14 5 14s4-1.5 4-3.5S7.4 7.1 5 7.1z"
    ),
    "9": (
        "M1.8 12.4C2.6 13.5 3.6 14 4.8 14 7.6 14 9 11.2 9 7 9 3.2 7.6 1 4.9 1 "
        "2.6 1 1 2.7 1 5.1S2.6 9.1 4.9 9.1C6.8 9.1 8.4 8 9 6.2"
    ),
}
"""The strokes of the numerals, in a box of 10 by 15 units."""

_NUMERAL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)">(\d+)</text>')
_ON_PIECE = (20, 24)
_PITCH = 11  # from one numeral to the next


def _stroked(result: re.Match[str]) -> str:
    """A number as strokes, where its text would stand: in the middle over a point of its base line."""
    x, y, digits = float(result[1]), float(result[2]), result[3]
    size = 1.0
    if (x, y) == _ON_PIECE:  # where the stylesheet has the numeral of a figure: on its chest
        y, size = y + 11, 0.7
    left = -(len(digits) * _PITCH - 1) / 2
    strokes = "".join(
        f'<path transform="translate({left + place * _PITCH:.6g} -14)" d="{_DIGITS[digit]}"/>'
        for place, digit in enumerate(digits)
    )
    return f'<g class="numeral" transform="translate({x:g} {y:g}) scale({size:g})">{strokes}</g>'


def _mark(left: float, top: float, width: float) -> str:
    """The flag and the name of the site, in a box of 4.9 by 1."""
    letters, x = [], 34.0
    for wide, strokes in _WORD:
        letters.append(f'<path class="letter" transform="translate({x:g} 8)" d="{strokes}"/>')
        x += wide + 4.5
    scale = width / x
    return f'<g transform="translate({left:.6g} {top:.6g}) scale({scale:.6g})">{_FLAG}{"".join(letters)}</g>'


def _whole(*parts: str) -> str:
    """One drawing with its colours, without any text."""
    inside = _NUMERAL.sub(_stroked, _with_artwork("".join(parts)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<style>{_style()}</style><rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>{inside}</svg>'
    )


_SEAT_OR_USE = re.compile(r'<g class="piece (?:card )?(?:back )?(\w+)|<use[^>]* href="[^"#]*#([\w-]+)"/>')


def _with_artwork(svg: str) -> str:
    """Put the artwork of pieces where a drawing refers to it, in the colours of their seats."""
    seat = ""

    def drawn(match: re.Match[str]) -> str:
        nonlocal seat
        if match[1]:
            seat = match[1]
            return match[0]
        own = {"seat": seat, **{name: f"{seat}-{name}" for name in ("edge", "soft", "deep")}}
        return _VARIABLE.sub(lambda name: _colours()[own.get(name[1], name[1])], _artwork()[match[2]])

    return _SEAT_OR_USE.sub(drawn, svg)


@kept
def _artwork() -> dict[str, str]:
    text = Path(settings.BASE_DIR, "static", SPRITE).read_text(encoding="utf-8")
    return dict(re.findall(r'^<g id="([\w-]+)">(.*)</g>$', text, re.MULTILINE))


_OWN = """
.ground { fill: var(--bg); }
.pole, .letter { fill: none; stroke: var(--text); }
.letter { stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.flag { fill: var(--accent); }
.numeral path { fill: none; stroke: var(--ink); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.board .field { fill: var(--field); }
.coordinates { display: none; }
"""


_VARIABLE = re.compile(r"var\(--([\w-]+)\)")
_STYLESHEETS = ("ground.css", "board.css")


@kept
def _stylesheets() -> str:
    folder = Path(settings.BASE_DIR, "static", "css")
    return "".join((folder / name).read_text(encoding="utf-8") for name in _STYLESHEETS)


@kept
def _colours() -> dict[str, str]:
    """The custom properties of the pages, in light colours and with the default pieces and board."""
    defaults = "".join(re.findall(r"^:root\b.*?\}", _stylesheets(), re.MULTILINE | re.DOTALL))
    pattern = r"--([\w-]+): (?:light-dark\((.*?), [^,\n]*\)|(.*?));"
    return {name: light or plain for name, light, plain in re.findall(pattern, defaults)}


@kept
def _style() -> str:
    """What the stylesheet of the pages says of boards and pieces, with its light colours in place."""
    rules = re.findall(r"^(\.(?:board|deck|piece)[. ][^{,]*\{(?! --)[^}]*\})", _stylesheets(), re.MULTILINE)
    return _VARIABLE.sub(lambda name: _colours()[name[1]], "".join(rules) + _OWN)
