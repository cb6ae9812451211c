"""How the pages of set-ups are asked for in two worlds.

The editor is at the game's own address. What is sent here is the same in both worlds; what lies on the other desks is
not, and neither is what the others have made.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.domain import queries
from games.domain.placement import empty
from games.domain.ready_setups import ready, ready_form
from games.models import Game
from games.rules import Rank, Seat, variant

from .asking import GZIP, Ask, Asking, Scene, page, seldom

_JSON = {"Accept": "application/json"}
_BUTTONS = ("random", "fill", "mirror", "clear", "undo", "commit", "ready:corner", "save", "dance", "swap")


def _editor(scene: Scene) -> Iterator[Ask]:
    """The page, a button, what a script sends, and making a set-up, whoever may."""
    chance, path = scene.chance, reverse("setups:edit", args=[scene.key])
    game = Game.objects.get(id=scene.game)
    book = variant(game.variant)
    rows = _form(scene, game)
    who = "anybody" if chance.random() < 0.2 else "viewer"
    yield Ask(reverse("games:replay", args=[scene.key]), who=who, headers=chance.choice(({}, GZIP)))
    yield Ask(path, data={"sure": "1"}, who=who)
    base = {"rows": chance.choice((rows, empty(book), "M9X")), "version": chance.choice("01"), "name": "Mine"}
    fields = {"one": "0", "other": "1"}
    headers = chance.choice(({}, _JSON))
    yield Ask(path, "viewer", "POST", base | fields | {"do": chance.choice(_BUTTONS)}, headers)
    yield Ask(path, "viewer", "POST", base | {"do": "text", "rows": rows}, _JSON)
    if chance.random() < 0.5:
        # Before the end it may begin the game, and that shows what the other set-ups are by nothing but their seals.
        yield Ask(path, "viewer", "POST", {"do": "confirm", "rows": chance.choice((rows, "M9"))})


def _form(scene: Scene, game: Game) -> str:
    """A whole set-up for the viewer: of cards from those drawn, which are the viewer's own to know."""
    book = variant(game.variant)
    drawn: tuple[Rank, ...] = ()
    if book.deals and scene.viewer.seat is not None and game.status == Game.Status.WAITING:
        drawn = queries.cards_drawn(scene.game, Seat(scene.viewer.seat))
    slug = scene.chance.choice([item.slug for item in ready(book, drawn)])
    return ready_form(book, slug, drawn) or empty(book)


def _workshop(scene: Scene) -> Iterator[Ask]:
    path = reverse("setups:workshop", args=["barrage"])
    yield scene.chance.choice(
        (
            Ask(path),
            Ask(path, data={"take": "M" + "." * 39}),
            Ask(path, method="POST", data={"do": "random", "rows": "." * 40, "version": "0"}, headers=_JSON),
        )
    )


ASKS: dict[str, Asking] = {
    "setups:edit": _editor,
    "setups:index": seldom(page("setups:index")),
    "setups:workshop": seldom(_workshop),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
