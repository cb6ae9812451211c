"""What an address shows, for sites that would show it too: oEmbed 1.0 (oembed.com). Pure, but for addresses.

    GET /oembed?url=https://HOST/games/KEY/?ply=12&format=json&maxwidth=480

404 for an address that shows no game, 501 for another form than JSON and XML, 400 for sizes that are none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.urls import Resolver404, resolve

from web.answers import number_in

WIDE, HIGH = 640, 820
"""Pixels of a frame that nobody has asked to be smaller."""

FORMATS = {"json": "application/json", "xml": "text/xml; charset=utf-8"}
CACHE_AGE = 300
"""Seconds for which a site may cache the answer."""


class Unsuitable(ValueError):
    """What was asked cannot be answered. `status`: 400, 404 or 501."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for.

    Args:
        key: of the game.
        place: what of its address says where in it: `ply`, `view`, `flip`.
        form: of `FORMATS`.
        width, height: of the frame, in pixels.
    """

    key: str
    place: Mapping[str, str]
    form: str
    width: int
    height: int


def wanted(query: Mapping[str, str], hosts: set[str]) -> Wanted:
    """Read what was asked.

    Args:
        query: the parameters, by name.
        hosts: names of this site, with their ports.

    Raises:
        Unsuitable: see the module.
    """
    form = query.get("format", "json")
    if form not in FORMATS:
        raise Unsuitable(501)
    key, place = _game_in(query.get("url", ""), hosts)
    width, height = _size(query, "maxwidth", WIDE), _size(query, "maxheight", HIGH)
    return Wanted(key, place, form, width, height)


def _size(query: Mapping[str, str], name: str, usual: int) -> int:
    if name not in query:
        return usual
    most = number_in(query[name])
    if most is None or most < 1:
        raise Unsuitable(400)
    return min(usual, most)


def _game_in(url: str, hosts: set[str]) -> tuple[str, dict[str, str]]:
    """The key of the game at an address of this site, and where in it. Raises `Unsuitable`."""
    if not url:
        raise Unsuitable(400)
    try:
        parts = urlsplit(url)
        result = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Unsuitable(404) from None
    ours = parts.scheme in ("http", "https") and parts.netloc.lower() in hosts
    if not ours or result.view_name not in ("games:replay", "sharing:embed"):
        raise Unsuitable(404)
    texts = parse_qs(parts.query)
    return result.kwargs["key"], {name: texts[name][0] for name in ("view", "ply", "flip") if name in texts}


def answer(
    asked: Wanted, *, title: str, frame: str, site: str, picture: tuple[str, int, int] | None
) -> Mapping[str, Any]:
    """The answer as a value.

    Args:
        asked: the requested size.
        title: of the game.
        frame: the address of its frame.
        site: the address of this site.
        picture: the address of a picture with its width and height, or None.
    """
    value: dict[str, Any] = {
        "type": "rich",
        "version": "1.0",
        "title": title,
        "provider_name": "Vexillum",
        "provider_url": site,
        "cache_age": CACHE_AGE,
        "width": asked.width,
        "height": asked.height,
        "html": frame_markup(frame, title=title, width=asked.width, height=asked.height),
    }
    if picture is not None:
        value |= dict(zip(("thumbnail_url", "thumbnail_width", "thumbnail_height"), picture, strict=True))
    return value


def frame_markup(address: str, *, title: str, width: int | str = "100%", height: int = HIGH) -> str:
    """The element that shows a game on a page of another site.

    Args:
        address: of the frame.
        title: for who cannot see it.
        width, height: in pixels, or as wide as there is room.
    """
    return (
        f'<iframe src="{escape(address)}" title="{escape(title)}" width="{width}" height="{height}" frameborder="0" '
        'loading="lazy"></iframe>'
    )


def written(value: Mapping[str, Any], form: str) -> bytes:
    """The answer in one of `FORMATS`."""
    if form == "json":
        return json.dumps(value, ensure_ascii=False).encode()
    fields = "".join(f"<{name}>{escape(str(item))}</{name}>" for name, item in value.items())
    return f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>{fields}</oembed>\n'.encode()
