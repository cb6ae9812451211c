"""Spectators who are behind: games that differ only in what happened within the delay answer everybody alike but their
players. What happened may be anything: other turns, an offer, the end, what follows from it for ratings and lists.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from games import tasks
from games.domain import command_handler, commands, creation, listeners, projections
from games.domain.clocks import PRESETS
from games.domain.random_play import random_setup
from games.domain.state import GameFold
from games.models import Game, PlayerTally, Tally, key_of
from games.presentation import lists, public_view
from games.replay import timeline
from games.rules import Options, Seat, Viewer, legal_turns, variant
from library.archive import views as archive
from library.archive.domain import projections as entries
from library.figures.domain.counters import count_due
from library.figures.models import FigureCount, PlayerFigures
from library.reliability.models import ReliabilityDay
from moderation.fairness.models import PairDay
from notices.domain import sweeps
from notices.models import Notice
from play.live import listeners as live_listeners
from play.live import views as live
from play.live.listeners import tell_pages
from play.lobby import queries as lobby
from ratings.models import Change, Rating
from realtime import changes
from tests.scenes import play_quietly
from tournaments.domain import lifecycle
from tournaments.domain import listeners as tournament_listeners
from tournaments.domain.notices import tell_people
from tournaments.pages.listeners import tell_pages as tell_tournament_pages

from .asking import Ask, Scene
from .events import Event, begin_event
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .registry import OF_AN_EVENT, asks

RED, BLUE = Seat.RED, Seat.BLUE
SEATS = (RED, BLUE)
STRANGERS = (Viewer.RED2, Viewer.SPECTATOR)
DELAY = 60  # seconds; a step of the clock takes seven
SEEN = 30  # plies that spectators have come to: from 20 on a rated game of duel counts
SOON, LATER, PUBLIC = 41, 46, 60
"""Steps of the clock, when all that was played is seen: what happens now; who asks; the delay is over."""

Course = Callable[[UUID], None]


def nothing(game: UUID) -> None:
    """Nobody does anything."""


def a_turn(game: UUID) -> None:
    play_quietly(game, SEEN + 3)


def another_turn(game: UUID) -> None:
    now = command_handler.open_game(game)
    assert now.state is not None
    commands.play_turn(game=game, seat=RED, turn=str(legal_turns(now.state)[-1]))
    commands.offer_draw(game=game, seat=RED)


def other_turns(game: UUID) -> None:
    """As many turns as in `a_turn`, and others."""
    for _ply in range(3):
        now = command_handler.open_game(game)
        assert now.state is not None
        commands.play_turn(game=game, seat=now.state.to_move, turn=str(legal_turns(now.state)[-1]))


def given_up(game: UUID) -> None:
    commands.resign(game=game, seat=BLUE)


def agreed(game: UUID) -> None:
    commands.offer_draw(game=game, seat=RED)
    commands.agree_draw(game=game, seat=BLUE)


_PUBLIC = ("game", "tournament")
"""What anybody may listen to."""


@contextmanager
def told_to_others() -> Iterator[list[str]]:
    texts: list[str] = []

    def send(*command: str) -> None:
        texts.extend(f"{topic} {data}" for topic, data in json.loads(command[-1]) if topic.startswith(_PUBLIC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listeners, "_listeners", [tell_pages])
        patch.setattr(listeners, "transaction", SimpleNamespace(on_commit=lambda act: act()))
        patch.setattr(tournament_listeners, "_listeners", [tell_tournament_pages])
        patch.setattr(tournament_listeners, "transaction", SimpleNamespace(on_commit=lambda act: act()))
        patch.setattr(changes, "_quiet_until", 0.0)
        patch.setattr(changes._line, "send", send)
        yield texts


def begun(cast: Cast, behind: dict[str, int]) -> UUID:
    book, chance = variant("duel"), random.Random(1)
    game = creation.create_game(
        variant=book,
        players={seat: cast.players[seat] for seat in SEATS},
        options=Options(no_attack_limit=200),
        time=PRESETS["live-20-10"],
        rated=True,
        spectators="delayed",
        **behind,
    )
    for seat in SEATS:
        commands.make_setup(game=game, seat=seat, placement=random_setup(book, seat, Options(), "", chance))
    play_quietly(game, SEEN)
    return game


def answers_of(
    cast: Cast,
    *courses: Course,
    behind: dict[str, int],
    moments: tuple[int, ...],
    room: str = "",
    more: str = "",
    early: bool = True,
) -> list[Answers]:
    """All that the service says to everybody but the players at some moments, after each of some courses of things.

    Args:
        behind: how far spectators are.
        room: ask only for addresses whose names begin so.
        more: and of what spectators of this very game ask for, only for addresses that hold this.
        early: ask at every moment. Else only at the last one; rows are compared at each.
    """
    with rolled_back(cast.owner), held_still(None, "delay") as at, told_to_others():
        at(0)
        game = begun(cast, behind)
        return [_after(cast, game, course, moments, room, more, early=early) for course in courses]


def _after(
    cast: Cast, game: UUID, course: Course, moments: tuple[int, ...], room: str, more: str, *, early: bool
) -> Answers:
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "course") as at, logged() as log, told_to_others() as result:
        at(SOON)
        course(game)
        chance = random.Random("asked")
        for moment in moments:
            at(moment)
            sweeps.tell_turns()
            tasks.publish_one(str(game))
            count_due()
            if early or moment == moments[-1]:
                with held_still(None, "asked") as at_asking:  # courses draw more or fewer ids, for notices to players
                    at_asking(moment)
                    answers.update(_asked(cast, game, chance, moment, room, more))
            answers[f"{moment}", "rows"] = Answer(0, (), repr(_rows(game)).encode())
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), "\n".join(result).encode())
    return answers


def _asked(
    cast: Cast, game: UUID, chance: random.Random, moment: int, room: str, more: str
) -> Iterator[tuple[tuple[str, ...], Answer]]:
    scene = Scene(game, key_of(game), Viewer.SPECTATOR, SEATS, SEEN + 1, False, chance, version=SEEN + 4)
    of_this_game = [(name, ask) for name, ask in _more(scene) if more in ask.path]
    for stranger, ask in _of_each([*asks(scene, room=room), *of_this_game]):
        address = (f"{moment} {stranger}", ask.who, ask.method, ask.path, str(ask.data), str(ask.headers))
        yield address, cast.ask(stranger, ask)


def _of_each(asked: Iterable[tuple[str, Ask]]) -> Iterator[tuple[Viewer, Ask]]:
    for _name, ask in asked:
        for stranger in STRANGERS if ask.who == "viewer" else STRANGERS[:1]:
            yield stranger, ask


def _more(scene: Scene) -> Iterator[tuple[str, Ask]]:
    """What spectators of this very game ask for, the version that it is at and every ply among them."""
    for path in (f"/games/{scene.key}/", f"/games/{scene.key}/version/", f"/embed/{scene.key}/"):
        yield "", Ask(path)
    for searched in (
        "result=playing",
        "result=red",
        "plies_min=0&oldest=1",
        "attack_max=999",
        f"ending=resignation&rating_min=0&player=Player {SEATS[0].slug}",
    ):
        yield "", Ask(f"/games/?{searched}", headers={"HX-Request": "true"})  # the page around them is asked for, too
    for seat in SEATS:
        yield "", Ask(f"/players/Player {seat.slug}/")
    for ply in (SEEN - 1, SEEN, SEEN + 1):
        yield "", Ask(f"/games/{scene.key}/?ply={ply}")
    yield "", Ask("/admin/games/game/", who="staff", data={"plies__gt": str(SEEN + 1)})
    yield "", Ask("/admin/games/game/", who="staff", data={"publish_due__isnull": "False"})


def _rows(game: UUID) -> list[Any]:
    """What lists, counts and ratings are made of, but for what moves in the game's own row."""
    row = Game.objects.filter(id=game).values(
        *("status", "result", "outcome", "winner", "unrated", "revealed", "reveal_due", "started", "ended", "openers")
    )
    tables: tuple[Any, ...] = (Tally, PlayerTally, ReliabilityDay, PairDay, Rating, Change, FigureCount, PlayerFigures)
    counted = [[str(item) for item in table.objects.order_by("pk").values()] for table in tables]
    over = Game.objects.get(id=game).seats.order_by("seat").values_list("over_at", "ready")
    others = Notice.objects.exclude(player__seats__game=game).count()
    return [row.get(), list(over), *counted, others]


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


def test_nobody_but_its_players_can_tell_what_happened_within_the_delay(cast: Cast) -> None:
    """After an end every page is asked for, after a turn those of games."""
    for course, room in ((given_up, ""), (another_turn, "games:")):
        still, other = answers_of(cast, nothing, course, behind={"delay": DELAY}, moments=(LATER,), room=room)
        assert differing(still, other) == [], course.__name__


def test_all_of_it_is_told_once_the_delay_is_over(cast: Cast) -> None:
    still, drawn = answers_of(cast, nothing, agreed, behind={"delay": DELAY}, moments=(LATER, PUBLIC), room="games:")
    result = {name[0].split()[0] for name in differing(still, drawn)}
    assert result - {"log"} == {str(PUBLIC), "stream"}
    assert b"agreed" in next(answer.body for name, answer in drawn.items() if name[0] == f"{PUBLIC} red2")


@pytest.mark.parametrize("courses", [(nothing, given_up, agreed), (a_turn, other_turns)])
def test_nobody_but_its_players_can_tell_what_happened_in_the_last_plies(
    cast: Cast, courses: tuple[Course, ...]
) -> None:
    first, *others = answers_of(
        cast, *courses, behind={"delay_plies": 5}, moments=(LATER, PUBLIC), room="games:", early=False
    )
    for other in others:
        assert differing(first, other) == []


# -- in a tournament -------------------------------------------------------------------------------


OF_EVENTS = ("games:", *OF_AN_EVENT)
OF_RESULTS = tuple(
    f"tournaments:{name}"
    for name in (
        "tournament",
        "rounds",
        "round",
        "standings",
        "crosstable",
        "hall",
        "log",
        "report-file",
        "rating-file",
    )
)
"""Where a result is told."""


def in_event(cast: Cast, *courses: Course, moment: int, rooms: tuple[str, ...] = OF_EVENTS) -> list[Answers]:
    """All that the service says of an event, one of whose games went on in each of some ways, to who plays at another
    board, to strangers, to the staff of the site, and to the arbiter.
    """
    with rolled_back(cast.owner), held_still(None, "delay") as at, told_to_others():
        at(0)
        chance = random.Random("event")
        event = begin_event(
            rules=variant("duel"),
            players=cast.players,
            arbiter=cast.arbiter,
            options=Options(),
            time=PRESETS["live-20-10"],
            rated=True,
            chance=chance,
            spectators="delayed",
            delay=DELAY,
        )
        for seat in SEATS:
            placement = random_setup(variant("duel"), seat, Options(), "", chance)
            commands.make_setup(game=event.game, seat=seat, placement=placement)
        play_quietly(event.game, SEEN)
        return [_after_in_event(cast, event, course, moment, rooms) for course in courses]


def _after_in_event(cast: Cast, event: Event, course: Course, moment: int, rooms: tuple[str, ...]) -> Answers:
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "course") as at, logged() as log, told_to_others() as result:
        at(SOON)
        course(event.game)
        at(moment)
        tasks.publish_one(str(event.game))
        event.over()
        sweeps.tell_turns()
        tell_people(event.id)
        lifecycle.drive(event.id)
        chance = random.Random("asked")
        scene = Scene(
            event.game, key_of(event.game), Viewer.SPECTATOR, SEATS, SEEN + 1, False, chance, 1, "", event.key
        )
        asked = [ask for room in rooms for ask in asks(scene, room=room)]
        with held_still(None, "asked") as at_asking:
            at_asking(moment)
            for viewer, ask in _of_each(asked):
                address = (viewer.value, ask.who, ask.method, ask.path, str(ask.data), str(ask.headers))
                answers[address] = cast.ask(viewer, ask)
        answers["rows",] = Answer(0, (), repr(_rows(event.game)).encode())
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), "\n".join(result).encode())
    return answers


def test_an_event_stands_where_its_spectators_are(cast: Cast) -> None:
    """Its results, standings, files, feeds and rounds wait with the game; once it is public they have it."""
    still, other = in_event(cast, nothing, given_up, moment=LATER)
    assert differing(still, other) == []
    here, there = in_event(cast, nothing, given_up, moment=PUBLIC, rooms=OF_RESULTS)
    assert len(differing(here, there)) > 10


# -- leaks that are planted ------------------------------------------------------------------------


def in_a_list(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(projections, "_moving", _as_it_is(projections._moving))


def in_a_count(patch: pytest.MonkeyPatch) -> None:
    counted = projections.counted_anew

    def at_once(change: projections.GameChange) -> Any:
        return [(replace(change.now, published=True), 1)] if change.now.hidden_end else counted(change)

    patch.setattr(projections, "counted_anew", at_once)


def in_a_search(patch: pytest.MonkeyPatch) -> None:
    projected = entries.entry_facts

    def early(now: GameFold, course: Any) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(GameFold, "hidden_end", property(lambda now: False))
            return projected(now, course)

    patch.setattr(entries, "entry_facts", early)
    patch.setattr(projections.GameChange, "ends", property(lambda change: change.now.outcome is not None))


def in_ratings(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(GameFold, "hidden_end", property(lambda now: False), raising=True)


def in_a_thumbnail(patch: pytest.MonkeyPatch) -> None:
    """Small boards of games in play show them as they stand."""
    patch.setattr(lobby, "_OPEN_TO_ALL", Game.objects.filter(status=Game.Status.PLAYING))
    patch.setattr(lists, "timeline", lambda game: timeline(game, player=True))


def in_the_version(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(live, "timeline", lambda game: timeline(game, player=True))


def in_a_stream(patch: pytest.MonkeyPatch) -> None:
    """Who watches is told as soon as somebody moves."""
    of = live_listeners.notices_of
    patch.setattr(live_listeners, "notices_of", lambda happened: of(happened._replace(closed=False)))
    patch.setattr(live_listeners, "_around", {})


def on_the_page(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(archive, "timeline", lambda game, player=False: timeline(game, player=True))


def in_a_frame(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(public_view, "timeline", lambda game: timeline(game, player=True))


def _as_it_is(moving: Callable[..., Any]) -> Callable[..., Any]:
    def made(change: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(GameFold, "hidden_end", property(lambda now: False))
            return moving(change)

    return made


@pytest.mark.parametrize(
    ("leak", "course", "room", "more"),
    [
        (in_a_list, given_up, "nothing", "/games/?"),
        (in_a_count, given_up, "nothing", "nothing"),
        (in_a_search, given_up, "nothing", "/games/?"),
        (in_ratings, given_up, "nothing", "nothing"),
        (in_a_thumbnail, a_turn, "lobby:", "nothing"),
        (in_the_version, a_turn, "nothing", "/version/"),
        (in_a_stream, a_turn, "nothing", "nothing"),
        (on_the_page, a_turn, "nothing", "/?ply="),
        (in_a_frame, a_turn, "sharing:", "nothing"),
    ],
)
def test_a_delay_that_is_forgotten_is_found(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    course: Course,
    room: str,
    more: str,
) -> None:
    leak(monkeypatch)
    here, there = answers_of(cast, nothing, course, behind={"delay": DELAY}, moments=(LATER,), room=room, more=more)
    result = differing(here, there)
    place = {"in_a_stream": "stream", "in_a_count": "rows", "in_ratings": "rows"}.get(leak.__name__, "")
    assert [name for name in result if place in name or not place] != []
    if room != "nothing" or more != "nothing":  # an address tells of it, and no row alone
        assert [name for name in result if len(name) > 2] != []
