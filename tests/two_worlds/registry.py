"""Every address of the service and how to ask for it: whatever answers here is compared in two worlds.

A page joins by being listed in the file of its room, `asks_ROOM.py`, or here; `test_registry.py` walks the addresses
and fails for one that is not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import get_language

from games.domain.placement import form_of
from games.domain.random_play import random_setup
from games.models import Game
from games.rules import VARIANTS, Options, Seat, Viewer, variant
from library.archive.domain.counters import count_opened
from library.archive.domain.families import sort_setups

from . import asks_api_events
from .asking import GZIP, Ask, Asking, Scene, page, seldom

__all__ = ["OF_AN_EVENT", "REGISTRY", "WITHOUT_GAMES", "Ask", "Scene", "addresses", "asks"]

_ROOMS = [import_module(f"{__package__}.{path.stem}") for path in sorted(Path(__file__).parent.glob("asks_*.py"))]


def _home(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("games:home"))


def _archive(scene: Scene) -> Iterator[Ask]:
    """The newest games, and those that searches find by what may be hidden, on either end of the list."""
    drawn = {"pattern": "".join(scene.chance.choice(".......FB") for _square in range(40))}
    hidden = {"kept_red": "F", "kept_blue": "M"}
    course = {"attack_min": "1", "lost_red": "2", "lost_by": "60"}
    data = scene.chance.choice(({}, {"result": "playing"}, {"variant": "classic"}, drawn, hidden, course))
    data = data | ({"oldest": "1"} if scene.chance.random() < 0.2 else {})
    headers = scene.chance.choice(({}, GZIP, {"HX-Request": "true"}))
    yield Ask(reverse("games:archive"), data=data, headers=headers)


def _explorer(scene: Scene) -> Iterator[Ask]:
    """What is counted of the game's own rule book."""
    count_opened()
    yield Ask(reverse("games:explorer"), data={"variant": _book(scene), "rank": scene.chance.choice("FSB39M")})


def _book(scene: Scene) -> str:
    return Game.objects.values_list("variant", flat=True).get(id=scene.game)


def _families(scene: Scene) -> Iterator[Ask]:
    """The families of the game's own rule book, sorted anew."""
    slug = _book(scene)
    count_opened()
    sort_setups(variant(slug))
    yield Ask(reverse("games:families"), data={"variant": slug, "colour": scene.chance.choice(["", "red"])})


def _family(scene: Scene) -> Iterator[Ask]:
    slug = _book(scene)
    rules = variant(slug)
    laid = "" if rules.deals else random_setup(rules, Seat.RED, Options(), "", scene.chance)
    form = "F" if rules.deals else form_of(laid, rules, Seat.RED)
    yield Ask(reverse("games:family"), data={"variant": slug, "setup": form})


def _replay(scene: Scene) -> Iterator[Ask]:
    path, chance = reverse("games:replay", args=[scene.key]), scene.chance
    ply = {"ply": str(scene.earlier)} if chance.random() < 0.5 else {}
    flip = {"flip": str(chance.randrange(1, len(scene.seats)))} if chance.random() < 0.3 else {}
    yield Ask(path, data=ply | flip, headers=chance.choice(({}, GZIP)))
    other = chance.random()
    if other < 0.2:
        yield chance.choice((Ask(path, data={"view": "spectator"}), Ask(path, who="anybody")))
    elif other < 0.5:
        yield Ask(path, data={"view": chance.choice((scene.foreign, Viewer.ALL)).value})


def _fragment(name: str, number: int, scene: Scene, viewer: Viewer) -> str:
    reveal = "open" if scene.revealed else "sealed"
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    return reverse(f"games:{name}", args=[scene.key, viewer.value, reveal, build, number])


def _board(scene: Scene) -> Iterator[Ask]:
    yield Ask(_fragment("board", scene.plies, scene, scene.viewer))
    if scene.chance.random() < 0.3:
        yield Ask(_fragment("board", scene.plies, scene, scene.chance.choice((scene.foreign, Viewer.ALL))))


def _last_board(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("games:last-board", args=[scene.key]))


def _position(scene: Scene) -> Iterator[Ask]:
    chance = scene.chance
    flip = {"flip": str(chance.randrange(1, len(scene.seats)))} if chance.random() < 0.3 else {}
    yield Ask(_fragment("position", scene.plies, scene, scene.viewer), data=flip, headers=chance.choice(({}, GZIP)))
    if chance.random() < 0.3:
        yield Ask(_fragment("position", scene.earlier, scene, scene.viewer))
    if chance.random() < 0.5:
        yield Ask(_fragment("position", scene.plies, scene, chance.choice((scene.foreign, Viewer.ALL))))


def _moves(scene: Scene) -> Iterator[Ask]:
    chunk = max(scene.plies - 1, 0) // 50
    yield Ask(_fragment("moves", scene.chance.randint(0, chunk), scene, scene.viewer))
    if scene.chance.random() < 0.5:
        yield Ask(_fragment("moves", chunk, scene, scene.foreign))


def _opened(scene: Scene) -> Iterator[Ask]:
    """What opens all that the viewer knows, now or at an earlier ply; now and then what another audience knows."""
    yield Ask(_fragment("opened", scene.chance.choice((scene.plies, scene.earlier)), scene, scene.viewer))
    if scene.chance.random() < 0.3:
        other = scene.chance.choice((scene.foreign, Viewer.SPECTATOR, Viewer.ALL))
        yield Ask(_fragment("opened", scene.plies, scene, other))


def _knowing(name: str) -> Asking:
    """What the viewer could know, now or at an earlier ply; now and then what another audience could."""

    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(_fragment(name, scene.chance.choice((scene.plies, scene.earlier)), scene, scene.viewer))
        if scene.chance.random() < 0.3:
            other = scene.chance.choice((scene.foreign, Viewer.SPECTATOR, Viewer.ALL))
            yield Ask(_fragment(name, scene.plies, scene, other))

    return asking


def _record(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("games:record", args=[scene.key, scene.chance.choice(("json", "xml", "pdf"))]))


def _rule_book(scene: Scene) -> Iterator[Ask]:
    """It is the same for everybody; one page in a few moments is enough."""
    if scene.chance.random() < 0.1:
        yield Ask(reverse("games:rule-book", args=[scene.chance.choice(sorted(VARIANTS))]))


def _sign_in(scene: Scene) -> Iterator[Ask]:
    wrong = {"login": "nobody", "password": "wrong"}
    login = reverse("login")
    yield scene.chance.choice((Ask(login, who="anybody"), Ask(login, who="anybody", method="POST", data=wrong)))


def _game_in_admin(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name, args=[str(scene.game)]), who="staff")

    return asking


def _people_in_admin(scene: Scene) -> Iterator[Ask]:
    """Accounts, players and groups know nothing of a game; one page of theirs stands for them all."""
    yield Ask(reverse("admin:players_player_changelist"), who="staff")


def _events_in_admin(scene: Scene) -> Iterator[Ask]:
    """Events in the admin tell who organises them, and nothing of a game; the list stands for them all."""
    yield Ask(reverse("admin:tournaments_tournament_changelist"), who="staff")


def _none(scene: Scene) -> Iterator[Ask]:
    yield from ()


REGISTRY: dict[str, Asking] = {
    "games:home": _home,
    "games:archive": _archive,
    "games:explorer": _explorer,
    "games:families": _families,
    "games:family": _family,
    "games:replay": _replay,
    "games:position": _position,
    "games:board": _board,
    "games:last-board": _last_board,
    "games:moves": _moves,
    "games:opened": _opened,
    "games:knowing": _knowing("knowing"),
    "games:odds": _knowing("odds"),
    "games:record": _record,
    "games:rules": seldom(page("games:rules")),
    "games:rule-book": _rule_book,
    "games:verifying": seldom(page("games:verifying")),
    "games:checkpoints": seldom(page("games:checkpoints")),
    "healthz": seldom(page("healthz")),
    "readyz": seldom(page("readyz")),
    "games:robots": seldom(page("games:robots")),
    "games:favicon": seldom(page("games:favicon")),
    "login": seldom(_sign_in),
    "logout": seldom(page("logout")),
    "admin:index": page("admin:index", who="staff"),
    "admin:games_game_changelist": page("admin:games_game_changelist", who="staff"),
    "admin:games_game_change": _game_in_admin("admin:games_game_change"),
    "admin:games_game_history": _game_in_admin("admin:games_game_history"),
    "admin:games_game_delete": _game_in_admin("admin:games_game_delete"),
    "admin:games_game_add": page("admin:games_game_add", who="staff"),
    "admin:app_list": _none,
    "admin:autocomplete": _none,
    "admin:players_": _people_in_admin,
    "admin:tournaments_": _events_in_admin,
    **{name: asking for room in _ROOMS for name, asking in room.ASKS.items()},
}
"""For each name of an address the requests that are made there. A name that ends in `_` stands for all that begin with
it; the pages of Django's admin that no game can reach have no requests.
"""

WITHOUT_GAMES = frozenset(
    {"admin:login", "admin:logout", "admin:password_change", "admin:password_change_done", "admin:jsi18n"}
    | {"admin:view_on_site", "admin:None"},
).union(*(room.WITHOUT_GAMES for room in _ROOMS))
"""Addresses that show nothing of a game: signing in and out, words for scripts, redirects. A name that ends in `_`
stands for all that begin with it.
"""


def listed(name: str) -> str | None:
    if name in REGISTRY or name in WITHOUT_GAMES:
        return name
    entries = (*REGISTRY, *WITHOUT_GAMES)
    return next((entry for entry in entries if entry.endswith("_") and name.startswith(entry)), None)


ALWAYS = frozenset({"games:replay", "games:position", "games:moves", "games:opened", "games:record"}) | {
    "play:table",
    "play:turn",
    "live:now",
    "api:game",
    "api:view",
    "tournaments:call-look",
}
"""What shows a position, or comes next to it. Everything else takes turns: it is asked for at one moment of
`OF_MOMENTS`, and what belongs to a tournament at one of `OF_EVENTS`; the pairs of all rule books ask for it many times.
"""

OF_MOMENTS = 8
OF_EVENTS = 3

OF_AN_EVENT = ("tournaments:", *asks_api_events.ASKS)
"""The pages of events, and what programs ask of them: how the names of their addresses begin."""


def _is_of_event(name: str) -> bool:
    return name.startswith("tournaments:") or name in asks_api_events.ASKS


def asks(
    scene: Scene, turn: int = 0, *, rarely: bool = True, room: str | tuple[str, ...] = "", only: Collection[str] = ()
) -> Iterator[tuple[str, Ask]]:
    """Requests about a game at one moment, each with the name of its address.

    Args:
        turn: the number of the moment, which settles what is asked for now.
        rarely: all of them, and the pages of the admin too, which take as long as all others together. Of those of
            tournaments, which are as many again, some, as always.
        room: only addresses whose names begin so, or in one of these ways; all of them.
        only: of those that it is the turn of, these alone.
    """
    for place, (name, asking) in enumerate(REGISTRY.items()):
        if only and name not in only:
            continue
        if not name.startswith(room) or (name.startswith("admin:") and not rarely):
            continue
        of_event = _is_of_event(name)
        whole = room != "" or (rarely and not of_event)
        if whole or name in ALWAYS or (place + turn) % (OF_EVENTS if of_event else OF_MOMENTS) == 0:
            for ask in asking(scene):
                yield name, ask


def addresses() -> Iterator[str]:
    return _walk(get_resolver().url_patterns, ())


def _walk(patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from _walk(pattern.url_patterns, inner)
        else:
            yield ":".join((*spaces, str(pattern.name)))
