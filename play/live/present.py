"""The present position of a game for everyone who watches: rendered once for all of them, and kept in Valkey.

It holds what spectators see, the moves around it, and how the game stands; no name, no token and nothing of whoever
asked first. At one address it is the same for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import redis
from django.core.cache import cache
from django.template.loader import render_to_string

from games.models import Game
from games.presentation.audiences import Audience, moves_markup
from games.presentation.clock_text import public_clocks
from games.presentation.last_plies import RECENT, happened_markup, piece_size, told_plies
from games.presentation.lists import plies_text, result_text, stands_text
from games.presentation.move_list import CHUNK
from games.presentation.opened import opened_markup
from games.presentation.presentation import position_markup
from games.presentation.words import paused_text
from games.replay import timeline
from web.compression import compressed

KEPT = 3600  # seconds in Valkey
MAKING = 10  # seconds after which one who was to render is taken for dead
LOOKS = 0.02  # seconds between looks whether it is there


def rendered(game: Game, audience: Audience, version: int, below: int) -> str | None:
    """The markup, read from the log; None if the game is not at this version any more, or play has not begun.

    Args:
        game, audience: what is looked at, and by whom.
        version: the public version; each has its own address.
        below: the seat at the bottom.
    """
    line = timeline(game)
    if line.version != version or not line.begun:
        return None
    ply = line.plies
    chunk = max(ply - 1, 0) // CHUNK
    view = line.view(audience.viewer, ply)
    turns = line.turns(audience.viewer, ply - RECENT + 1, ply)
    context = {
        "version": version,
        "ply": ply,
        "over": line.outcome is not None,
        "position": position_markup(view, below=below, opened=opened_markup(line.opened(view), line.rules)),
        "happened": happened_markup(told_plies(turns, view, line.rules, below=below)),
        "size": " ".join(map(str, piece_size(line.rules))),
        "first": chunk * CHUNK + 1,
        "moves": moves_markup(game, line, audience, chunk, current=ply) if ply else "",
        "result": result_text(game),
        "plies": plies_text(ply),
        "stands": stands_text(game),
        "paused": paused_text(line.paused),
        "clocks": public_clocks(line.clock, line.to_move),
    }
    return render_to_string("live/_now.html", context)


def kept_or_made(
    name: str, make: Callable[[], str | None], *, meanwhile: bytes | None = None, seconds: int = KEPT
) -> bytes | None:
    """What is kept under a name, compressed; else one who asks makes it while the others wait for it.

    Args:
        name: names all that it depends on.
        make: returns the markup, or None if there is nothing to keep. What it raises goes to who asked, and whoever
            waits makes their own at once.
        meanwhile: what those get who would have to wait, if it will do for them.
        seconds: for which it is kept.
    """
    key, lock = f"now:{name}", f"now-making:{name}"
    try:
        content: bytes | None = cache.get(key)
        if content is not None:
            return content
        mine = cache.add(lock, 1, timeout=MAKING)
        if not mine and meanwhile is not None:
            return meanwhile
        if not mine:
            content = _wait_for(key, lock)
            if content is not None:
                return content
        try:
            made: bytes | None = cache.get(key)  # who had the lock before may have made it since the first look
            if made is None:
                made = _compressed(make())
                if made is not None:
                    cache.set(key, made, timeout=seconds)
        finally:
            if mine:
                cache.delete(lock)
    except redis.RedisError:  # then everyone makes their own
        return _compressed(make())
    return made


def kept(name: str) -> bytes | None:
    """What is kept under a name, if anything is."""
    with suppress(redis.RedisError):
        content: bytes | None = cache.get(f"now:{name}")
        return content
    return None


def _wait_for(key: str, lock: str) -> bytes | None:
    """What another one makes; None if that takes too long, or is over with nothing made."""
    deadline = time.monotonic() + MAKING / 4
    while time.monotonic() < deadline:
        time.sleep(LOOKS)
        contents: dict[str, bytes] = cache.get_many([key, lock])
        if key in contents or lock not in contents:
            return contents.get(key)
    return None


def _compressed(markup: str | None) -> bytes | None:
    return None if markup is None else compressed(markup.encode())
