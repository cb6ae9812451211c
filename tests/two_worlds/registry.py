"""Every address of the service and how to ask for it: whatever answers here is compared in two worlds.

A page joins by being listed in `REGISTRY`; `test_registry.py` walks the addresses and fails for one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import get_language

from games.rules import Seat, Viewer

__all__ = ["REGISTRY", "Ask", "Scene", "addresses", "asks"]


@dataclass(frozen=True, slots=True)
class Scene:
    """The game that is asked about, at one moment.

    Args:
        viewer: for whom the worlds are one; a seat's asks are made by the player who sits there.
        seats: the seats of the game.
        plies: how many have been played.
        earlier: one of them.
        revealed: everything is open.
    """

    game: UUID
    key: str
    viewer: Viewer
    seats: tuple[Seat, ...]
    plies: int
    earlier: int
    revealed: bool = False

    @property
    def foreign(self) -> Viewer:
        """An audience that is closed to the viewer."""
        return next(Viewer.of(seat) for seat in self.seats if seat is not self.viewer.seat)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `who` is `viewer`, `anybody` (not signed in) or `staff` (who holds no seat)."""

    path: str
    who: str = "viewer"
    method: str = "GET"
    data: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


Asking = Callable[[Scene], Iterator[Ask]]

_GZIP = {"Accept-Encoding": "gzip"}


def _page(name: str, *, data: Mapping[str, str] | None = None, who: str = "viewer") -> Asking:
    """A page that has no game in its address."""

    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name), data=data or {}, who=who)

    return asking


def _home(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("games:home"))


def _archive(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("games:archive"))
    yield Ask(reverse("games:archive"), data={"result": "playing"}, headers={"HX-Request": "true"})


def _replay(scene: Scene) -> Iterator[Ask]:
    path = reverse("games:replay", args=[scene.key])
    yield Ask(path)
    yield Ask(path, data={"ply": str(scene.earlier), "flip": "1"}, headers=_GZIP)
    yield Ask(path, data={"view": "spectator"}, who="anybody")
    yield Ask(path, data={"view": scene.foreign.value})


def _fragment(name: str, number: int, scene: Scene, viewer: Viewer) -> str:
    reveal = "open" if scene.revealed else "sealed"
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    return reverse(f"games:{name}", args=[scene.key, viewer.value, reveal, build, number])


def _position(scene: Scene) -> Iterator[Ask]:
    path = _fragment("position", scene.plies, scene, scene.viewer)
    yield Ask(path, headers=_GZIP)
    yield Ask(path, data={"flip": "1"})
    yield Ask(_fragment("position", scene.earlier, scene, scene.viewer))
    yield Ask(_fragment("position", scene.plies, scene, scene.foreign))
    yield Ask(_fragment("position", scene.plies, scene, Viewer.ALL))


def _moves(scene: Scene) -> Iterator[Ask]:
    for chunk in sorted({max(scene.earlier - 1, 0) // 50, max(scene.plies - 1, 0) // 50}):
        yield Ask(_fragment("moves", chunk, scene, scene.viewer))
    yield Ask(_fragment("moves", 0, scene, scene.foreign))


def _record(scene: Scene) -> Iterator[Ask]:
    for form in ("json", "xml", "pdf"):
        yield Ask(reverse("games:record", args=[scene.key, form]))


def _sign_in(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("login"), who="anybody")
    yield Ask(reverse("login"), who="anybody", method="POST", data={"username": "nobody", "password": "wrong"})


def _game_in_admin(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name, args=[str(scene.game)]), who="staff")

    return asking


def _people_in_admin(scene: Scene) -> Iterator[Ask]:
    """Accounts, players and groups know nothing of a game; one page of theirs stands for them all."""
    yield Ask(reverse("admin:players_player_changelist"), who="staff")


def _none(scene: Scene) -> Iterator[Ask]:
    yield from ()


REGISTRY: dict[str, Asking] = {
    "games:home": _home,
    "games:archive": _archive,
    "games:replay": _replay,
    "games:position": _position,
    "games:moves": _moves,
    "games:record": _record,
    "games:checkpoints": _page("games:checkpoints"),
    "games:healthz": _page("games:healthz"),
    "games:robots": _page("games:robots"),
    "games:favicon": _page("games:favicon"),
    "login": _sign_in,
    "logout": _page("logout"),
    "admin:index": _page("admin:index", who="staff"),
    "admin:games_game_changelist": _page("admin:games_game_changelist", who="staff"),
    "admin:games_game_change": _game_in_admin("admin:games_game_change"),
    "admin:games_game_history": _game_in_admin("admin:games_game_history"),
    "admin:games_game_delete": _game_in_admin("admin:games_game_delete"),
    "admin:games_game_add": _page("admin:games_game_add", who="staff"),
    "admin:app_list": _none,
    "admin:autocomplete": _none,
    "admin:auth_": _none,
    "admin:players_": _people_in_admin,
}
"""For each name of an address the requests that are made there. A name that ends in `_` stands for all that begin with
it; the pages of Django's admin that no game can reach have no requests.
"""

WITHOUT_GAMES = frozenset(
    {"admin:login", "admin:logout", "admin:password_change", "admin:password_change_done", "admin:jsi18n"}
    | {"admin:view_on_site", "admin:auth_user_password_change", "admin:None"}
)
"""Addresses of Django's admin that show nothing of a game: signing in and out, words for scripts, redirects."""


def listed(name: str) -> str | None:
    """The entry of the registry that an address belongs to, or None if nobody has listed it."""
    if name in REGISTRY or name in WITHOUT_GAMES:
        return name
    return next((entry for entry in REGISTRY if entry.endswith("_") and name.startswith(entry)), None)


def asks(scene: Scene, *, rarely: bool = True) -> Iterator[tuple[str, Ask]]:
    """All requests about a game at one moment, each with the name of its address.

    Args:
        rarely: the pages of the admin too, which take as long as all others together.
    """
    for name, asking in REGISTRY.items():
        if rarely or not name.startswith("admin:"):
            for ask in asking(scene):
                yield name, ask


def addresses() -> Iterator[str]:
    """The name of every address of the service, with its namespace."""
    return _walk(get_resolver().url_patterns, ())


def _walk(patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from _walk(pattern.url_patterns, inner)
        else:
            yield ":".join((*spaces, str(pattern.name)))
