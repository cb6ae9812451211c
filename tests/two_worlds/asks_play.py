"""How the pages of play are asked for in two worlds.

A turn is sent as it may come in: one that is no turn, one from a stale page, and one that the seat to move may take or
the rules refuse, whichever it is. What it changes is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.domain import commands
from games.rules import legal_turns

from .asking import GZIP, Ask, Asking, Scene

HTMX = {"HX-Request": "true"}


def _table(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:table", args=[scene.key]), headers=scene.chance.choice(({}, GZIP, HTMX)))
    if scene.chance.random() < 0.2:
        yield Ask(reverse("play:table", args=[scene.key]), who="anybody")


def _turn(scene: Scene) -> Iterator[Ask]:
    """A turn that both worlds have, if it is the viewer's: what it does may differ only as the viewer may know."""
    now, chance = commands.open_game(scene.game), scene.chance
    path, version = reverse("play:turn", args=[scene.key]), str(now.public_version)
    headers = chance.choice((HTMX, {}, HTMX | GZIP))
    for turn, seen in (("nonsense", version), ("a1-a2", "1"), ("a1-b9", version)):
        yield Ask(path, method="POST", data={"turn": turn, "version": seen}, headers=headers)
    if now.state is not None and now.outcome is None and now.state.to_move is scene.viewer.seat:
        # Not every turn does the same in both worlds: an attack shows what it meets. A move that ends on an empty
        # square does, unless a claim or the draw of a card answers it.
        taken = {piece.square for piece in now.state.view(scene.viewer).pieces}
        quiet = [
            turn
            for turn in legal_turns(now.state)
            if not now.variant.deals and type(turn).__name__ == "Turn" and turn.path[-1] not in taken
        ]
        if quiet:
            yield Ask(path, method="POST", data={"turn": str(quiet[0]), "version": version}, headers=headers)


def _act(scene: Scene) -> Iterator[Ask]:
    path, version = reverse("play:act", args=[scene.key]), str(commands.open_game(scene.game).public_version)
    act = scene.chance.choice(("offer", "accept", "decline", "resign", "abort", "win"))
    yield Ask(path, method="POST", data={"act": act, "version": version}, headers=scene.chance.choice((HTMX, {})))


def _aside(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:aside", args=[scene.key]), headers=scene.chance.choice(({}, HTMX)))


def _leave(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:leave", args=[scene.key]), data=scene.chance.choice(({}, {"what": "abort"})))


def _next(scene: Scene) -> Iterator[Ask]:
    if scene.chance.random() < 0.2:
        yield Ask(reverse("play:next", args=[scene.key]))


ASKS: dict[str, Asking] = {
    "play:table": _table,
    "play:turn": _turn,
    "play:act": _act,
    "play:aside": _aside,
    "play:leave": _leave,
    "play:next": _next,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
