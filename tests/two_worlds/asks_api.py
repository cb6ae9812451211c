"""How the API is asked in two worlds: by programs of who plays, of the staff and of an arbiter, and by anybody. What a
request changes is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.urls import reverse

from api.streaming import marks
from games.domain.placement import empty
from games.models import Game
from games.rules import VARIANTS, Viewer, variant
from library.archive.domain.counters import count_opened
from tests.scenes import PASSWORD

from .asking import BEARER, GZIP, JSON, Ask, Asking, Scene, page, seldom, some_name


def _ask(scene: Scene, name: str, *args: Any, data: dict[str, Any] | None = None, who: str = "") -> Ask:
    """A reading request of the viewer's program; now and then of somebody else's, or of nobody."""
    chance = scene.chance.random()
    others = who or ("viewer" if chance < 0.7 else scene.chance.choice(("anybody", "staff", "arbiter")))
    headers = BEARER | (GZIP if chance < 0.3 else {})
    return Ask(reverse(name, args=args), who=others, data=data or {}, headers=headers)


def _send(
    scene: Scene,
    name: str,
    *args: Any,
    data: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
    method: str = "POST",
) -> Ask:
    key = {"Idempotency-Key": str(scene.version)} if scene.chance.random() < 0.5 else {}
    whole = {**BEARER, **JSON, **key, **(headers or {})}
    return Ask(reverse(name, args=args), method=method, data=data or {}, headers=whole)


def _of_game(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield _ask(scene, name, scene.key)

    return asking


def _game(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:game", scene.key, who="viewer")
    yield _ask(scene, "api:game", scene.key)


def _view(scene: Scene) -> Iterator[Ask]:
    chance = scene.chance
    own = chance.choice((scene.viewer.value, "own" if scene.viewer.seat is not None else "spectator"))
    yield _ask(scene, "api:view", scene.key, own, who="viewer")
    if chance.random() < 0.5:
        yield _ask(scene, "api:view", scene.key, scene.viewer.value, data={"ply": scene.earlier})
    if chance.random() < 0.5:
        closed = chance.choice((scene.foreign, Viewer.ALL)).value
        yield _ask(scene, "api:view", scene.key, closed, who=chance.choice(("viewer", "staff", "arbiter", "anybody")))


def _moves(scene: Scene) -> Iterator[Ask]:
    viewer = scene.chance.choice((scene.viewer, scene.viewer, scene.foreign, Viewer.SPECTATOR, Viewer.ALL)).value
    yield _ask(scene, "api:moves", scene.key, viewer, data={"from": max(1, scene.plies - 20)})


def _stream(scene: Scene) -> Iterator[Ask]:
    since = scene.chance.choice(("", "1-0", f"{max(scene.version - 1, 0)}-{scene.earlier}", "1-0-AAAA"))
    ask = _ask(scene, "api:game-stream", scene.key, who="viewer", data={"since": since})
    yield replace(ask, headers={**ask.headers, **_asks(scene)})
    yield _ask(scene, "api:game-stream", scene.key)


def _my_stream(scene: Scene) -> Iterator[Ask]:
    ask = _ask(scene, "api:my-stream", who="viewer")
    yield replace(ask, headers={**ask.headers, **_asks(scene)})


def _asks(scene: Scene) -> dict[str, str]:
    return {marks.ASKS: marks.signed(scene.chance.choice(("first", "more")))}


def _become_bot(scene: Scene) -> Iterator[Ask]:
    yield _send(scene, "api:become-bot", data={"confirm": "Nobody", "password": PASSWORD})


def _turns(scene: Scene) -> Iterator[Ask]:
    version = str(scene.version)
    for turn, seen in (("a1-b9", version), ("a1-a2", "1"), (scene.turn, version)):
        if turn:
            yield _send(scene, "api:turns", scene.key, data={"turn": turn}, headers={"If-Match": f'"{seen}"'})


def _setup(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:setup", scene.key)
    yield _send(scene, "api:setup", scene.key, data={"rows": "F"})


def _game_draft(scene: Scene) -> Iterator[Ask]:
    path, chance, seen = ("api:game-draft", scene.key), scene.chance, {"If-Match": _tag(scene)}
    yield _ask(scene, *path, who="viewer")
    yield _send(scene, *path, data={"act": chance.choice(("mirror", "clear", "undo"))}, headers=seen)
    rows = chance.choice((empty(variant(_book_of(scene))), "M9"))
    yield _send(scene, *path, data={"rows": rows}, headers=seen, method="PUT")
    yield _send(scene, *path, method="DELETE")


def _tag(scene: Scene) -> str:
    return scene.chance.choice(("*", '"0"', '"7"'))


def _book_of(scene: Scene) -> str:
    return Game.objects.values_list("variant", flat=True).get(id=scene.game)


def _draft(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:draft", "barrage", who="viewer")
    yield _send(scene, "api:draft", "barrage", data={"act": "clear"}, headers={"If-Match": _tag(scene)})


def _saved(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:saved-setup", UUID(int=7, version=4))
    yield _send(scene, "api:saved-setup", UUID(int=7, version=4), method="DELETE")


def _check(scene: Scene) -> Iterator[Ask]:
    yield _send(scene, "api:check-setup", scene.chance.choice(sorted(VARIANTS)), data={"rows": "M9"})


def _talk(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:talk", scene.key, data=scene.chance.choice(({}, {"limit": "1"}, {"after": "x"})))
    said = scene.chance.choice(({"text": "So & so"}, {"phrase": "luck"}, {"text": " "}, {"text": "x" * 400}))
    yield _send(scene, "api:talk", scene.key, data=said)


def _of_talk(name: str, data: dict[str, Any]) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield _send(scene, name, scene.key, data=data)

    return asking


def _notes(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:notes", scene.key)
    yield _send(scene, "api:notes", scene.key, data={"text": "b4 stands still"}, method="PUT")


def _guess(scene: Scene) -> Iterator[Ask]:
    """At any number, so that the answer may not tell a piece that is hidden from one that is not there."""
    path, chance = ("api:guess", scene.key, scene.chance.randrange(1, 90)), scene.chance
    yield _send(scene, *path, data={"rank": chance.choice("BM3F")}, method="PUT")
    yield _send(scene, *path, method="DELETE")


def _guesses(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:guesses", scene.key)
    act = scene.chance.choice(("open", "keep", "clear", "erase"))
    yield _send(scene, "api:guesses", scene.key, data={"act": act})


def _offer(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        act = scene.chance.choice(("offer", "accept", "decline"))
        yield _send(scene, name, scene.key, data={"act": act}, headers={"If-Match": f'"{scene.version}"'})

    return asking


def _end(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield _send(scene, name, scene.key, data={}, headers={"If-Match": f'"{scene.version}"'})

    return asking


def _games(scene: Scene) -> Iterator[Ask]:
    drawn = "".join(scene.chance.choice(".......FB") for _square in range(40))
    data = scene.chance.choice(({}, {"result": "playing"}, {"pattern": drawn}, {"kept_red": "F"}, {"kept_blue": "M"}))
    yield _ask(scene, "api:games", data={**data, "limit": "5"})


def _export(scene: Scene) -> Iterator[Ask]:
    drawn = "".join(scene.chance.choice(".......FB") for _square in range(40))
    name = some_name(scene)
    data = scene.chance.choice(({}, {"player": name}, {"pattern": drawn}, {"kept_red": "F"}))
    yield _ask(scene, "api:games-export", data={**data, "limit": "2"})


def _player(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:player", some_name(scene))


def _history(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:rating-history", some_name(scene), _book_of(scene))


def _book(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:rule-book", scene.chance.choice(sorted(VARIANTS)))


def _list(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield _ask(scene, name)

    return asking


def _seek(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        path = (name, UUID(int=7, version=4))
        yield _ask(scene, *path) if name == "api:seek" else _send(scene, *path, data={})

    return asking


def _token(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:token", args=[UUID(int=7, version=4)]))


def _counted(name: str) -> Asking:
    """Of the game's own rule book, whose games are counted as they end and as they open."""

    def asking(scene: Scene) -> Iterator[Ask]:
        yield _ask(scene, name, data={"variant": _book_of(scene)})

    return asking


def _placements(scene: Scene) -> Iterator[Ask]:
    count_opened()
    yield _ask(scene, "api:placements", data={"variant": _book_of(scene), "rank": scene.chance.choice("FSB39M")})


def _family(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:family", data={"variant": _book_of(scene), "setup": "F" * 40})


def _player_figures(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:player-figures", some_name(scene))


def _puzzle(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:puzzle", scene.key)
    yield _send(scene, "api:puzzle", scene.key, data={"choice": ["a7"]})


def _studies(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:studies", data=scene.chance.choice(({}, {"game": scene.key}, {"player": some_name(scene)})))
    yield _send(scene, "api:studies", data={"game": scene.key, "title": "Plans"})


def _study(scene: Scene) -> Iterator[Ask]:
    yield _ask(scene, "api:study", scene.key)
    yield _send(scene, "api:study", scene.key, method="DELETE")


def _begins(name: str, data: dict[str, Any]) -> Asking:
    """What begins a game from this one. Against the computer nothing does: who plays has other seats opposite."""

    def asking(scene: Scene) -> Iterator[Ask]:
        yield _send(scene, name, scene.key, data=data)

    return asking


def _computer(scene: Scene) -> Iterator[Ask]:
    """Refused: what it draws by lot is asked of nobody else."""
    yield _send(scene, "api:computer", data={"variant": "none"})


def _let_in(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:let-in", args=["none"]))


def _webhook(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:webhook", args=[UUID(int=7, version=4)]))


def _program(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:program", args=["none"]))


def _authorize(scene: Scene) -> Iterator[Ask]:
    """What a program knows of games it asks by its token; that this page has the head of all pages is compared."""
    yield Ask(reverse("api:authorize"), data={"client_id": "none", "response_type": "code"})


def _device(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:device"))
    yield Ask(reverse("api:device"), method="POST", data={"code": "BBBB-BBBB"})


ASKS: dict[str, Asking] = {
    "api:game": _game,
    "api:view": _view,
    "api:moves": _moves,
    "api:record": _of_game("api:record"),
    "api:legal": _of_game("api:legal"),
    "api:game-stream": _stream,
    "api:my-stream": _my_stream,
    "api:turns": _turns,
    "api:setup": _setup,
    "api:game-draft": _game_draft,
    "api:talk": _talk,
    "api:talk-read": seldom(_of_talk("api:talk-read", {})),
    "api:mutes": seldom(_of_talk("api:mutes", {"seat": "blue", "muted": True})),
    "api:notes": _notes,
    "api:guess": _guess,
    "api:guesses": _guesses,
    "api:saved-setups": seldom(_list("api:saved-setups")),
    "api:saved-setup": seldom(_saved),
    "api:drafts": seldom(_list("api:drafts")),
    "api:draft": seldom(_draft),
    "api:check-setup": seldom(_check),
    "api:figures": _counted("api:figures"),
    "api:placements": _placements,
    "api:families": seldom(_counted("api:families")),
    "api:family": seldom(_family),
    "api:player-figures": _player_figures,
    "api:puzzle": _puzzle,
    "api:next-puzzle": seldom(_list("api:next-puzzle")),
    "api:puzzle-of-the-day": seldom(_list("api:puzzle-of-the-day")),
    "api:puzzle-days": seldom(_list("api:puzzle-days")),
    "api:bots": seldom(_list("api:bots")),
    "api:studies": seldom(_studies),
    "api:study": seldom(_study),
    "api:my-studies": seldom(_list("api:my-studies")),
    "api:draw": _offer("api:draw"),
    "api:takeback": _offer("api:takeback"),
    "api:resignation": _end("api:resignation"),
    "api:abortion": _end("api:abortion"),
    "api:games": _games,
    "api:games-export": _export,
    "api:my-games": _list("api:my-games"),
    "api:reveal": _begins("api:reveal", {"act": "open"}),
    "api:rematch": _begins("api:rematch", {}),
    "api:again": seldom(_begins("api:again", {})),
    "api:play-on": seldom(_begins("api:play-on", {"ply": 1, "side": "red", "world": "truth"})),
    "api:computer": seldom(_computer),
    "api:leave-seek": seldom(_seek("api:leave-seek")),
    "api:become-bot": seldom(_become_bot),
    "api:me": seldom(_list("api:me")),
    "api:my-seeks": seldom(_list("api:my-seeks")),
    "api:seeks": seldom(_list("api:seeks")),
    "api:challenges": seldom(_list("api:challenges")),
    "api:seek": seldom(_seek("api:seek")),
    "api:join": seldom(_seek("api:join")),
    "api:decline": seldom(_seek("api:decline")),
    "api:player": _player,
    "api:rating-history": _history,
    "api:rule-books": seldom(_list("api:rule-books")),
    "api:rule-book": seldom(_book),
    "api:tournaments": _list("api:tournaments"),
    "api:tokens": seldom(page("api:tokens")),
    "api:token": seldom(_token),
    "api:let-in": seldom(_let_in),
    "api:programs": seldom(page("api:programs")),
    "api:program": seldom(_program),
    "api:authorize": seldom(_authorize),
    "api:device": seldom(_device),
    "api:webhooks": seldom(page("api:webhooks")),
    "api:webhook": seldom(_webhook),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset(
    {"api:schema", "api:page", "api:nothing", "api:configuration", "api:server-configuration", "api:jwks"}
    | {"api:token-endpoint", "api:revocation", "api:device-endpoint", "api:userinfo", "admin:api_"}
)
"""Addresses that can show nothing of any game: the schema, the page to read it, where there is nothing; what programs
ask to be let in, which is of tables that know no game, and the list of them in the admin.
"""
