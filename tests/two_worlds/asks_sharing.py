"""How what is for other sites is asked for in two worlds: by players and strangers, who get the same."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.rules import Viewer

from .asking import GZIP, Ask, Scene, seldom


def _place(scene: Scene) -> dict[str, str]:
    """A ply that has been played, one that has not, or none; now and then a view, of those that are closed too."""
    chance = scene.chance
    ply = chance.choice(({}, {"ply": str(scene.earlier)}, {"ply": str(scene.plies)}, {"ply": str(scene.plies + 3)}))
    view = {"view": chance.choice((scene.foreign, Viewer.ALL, Viewer.SPECTATOR)).value} if chance.random() < 0.3 else {}
    flip = {"flip": str(chance.randrange(len(scene.seats)))} if chance.random() < 0.3 else {}
    return ply | view | flip


def _embed(scene: Scene) -> Iterator[Ask]:
    path = reverse("sharing:embed", args=[scene.key])
    for who in ("viewer", "anybody"):
        yield Ask(path, who=who, data=_place(scene), headers=scene.chance.choice(({}, GZIP)))


def _picture(scene: Scene) -> Iterator[Ask]:
    path = reverse("sharing:picture", args=[scene.key])
    yield Ask(path, who=scene.chance.choice(("viewer", "anybody")), data=_place(scene))


def _site_picture(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("sharing:site-picture"))


def _oembed(scene: Scene) -> Iterator[Ask]:
    address = f"http://testserver{reverse('games:replay', args=[scene.key])}?ply={scene.earlier}"
    form = {"format": scene.chance.choice(("json", "xml"))}
    yield Ask(reverse("sharing:oembed"), who=scene.chance.choice(("viewer", "anybody")), data={"url": address} | form)


ASKS = {
    "sharing:embed": _embed,
    "sharing:picture": _picture,
    "sharing:site-picture": seldom(_site_picture),
    "sharing:oembed": _oembed,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
