"""What a player takes pieces for is that player's own: games that differ only in what somebody guessed answer everybody
else alike, before the game is open and after it, unless their author opens them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from games.domain import commands, creation, queries, reveal
from games.domain.random_play import random_setup
from games.models import Game, key_of
from games.presentation import seats
from games.rules import Options, Seat, Viewer, variant
from play.talk import domain, guess_pages, views
from play.talk.models import Guess, GuessOpening
from tests.scenes import play_quietly

from .asking import Ask, Scene
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .registry import asks
from .streams import published

RED, BLUE = Seat.RED, Seat.BLUE
ROOMS = ("games:replay", "games:position", "games:knowing", "games:record", "talk:", "play:", "live:", "lobby:mine")
"""What is asked for where not everything is."""

Guesses = Mapping[int, str]
NONE: Guesses = {}
SOME: Guesses = {16: "B", 17: "F"}
OTHERS: Guesses = {16: "F", 18: "3", 19: "9"}

PLIES = 8
IN_PLAY, ENDED, OPEN = range(3)


def answers_of(
    cast: Cast,
    guesses: Guesses,
    moment: int,
    *,
    opened: bool = False,
    all_pages: bool = False,
    rooms: tuple[str, ...] = ROOMS,
) -> Answers:
    """All that the service says to blue, to a stranger and to the staff of a game at which red has guessed.

    Args:
        guesses: by piece.
        moment: when they ask: while the game goes on, when it is over and not open, or when it is open.
        opened: red wants them opened.
        all_pages: ask for every page of the service.
        rooms: else only for addresses whose names begin so, and for what belongs to guesses.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "guesses") as at, logged() as log, published() as stream:
        at(0)
        game = begun(cast)
        row = Game.objects.get(id=game)
        red = cast.players[RED]
        planned = dict(enumerate(guesses.items()))
        for ply in range(PLIES):
            at(ply)
            if ply in planned:
                piece, symbol = planned[ply]
                domain.guess(game=row, seat=RED, player=red, piece=piece, symbol=symbol)
            play_quietly(game, ply + 1)
        if opened:
            domain.open_guesses(game=game, player=red, opened=True)
        at(10)
        if moment >= ENDED:
            commands.resign(game=game, seat=BLUE)
        if moment >= OPEN:
            reveal.reveal_game(game=game)
        at(11)
        for name, answer in asked(cast, game, ("",) if all_pages else rooms):
            answers[name] = answer
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
    return answers


def begun(cast: Cast) -> UUID:
    book, chance = variant("duel"), random.Random(1)
    players = {seat: cast.players[seat] for seat in (RED, BLUE)}
    game = creation.create_game(variant=book, players=players, options=Options(no_attack_limit=200), reveal="never")
    for seat in (RED, BLUE):
        commands.make_setup(game=game, seat=seat, placement=random_setup(book, seat, Options(), "", chance))
    return game


def asked(cast: Cast, game: UUID, rooms: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Answer]]:
    """What blue, a stranger, somebody who is not signed in, and the staff ask for."""
    row = Game.objects.get(id=game)
    chance = random.Random("asked")
    scene = Scene(game, key_of(game), Viewer.BLUE, (RED, BLUE), row.plies, row.revealed, chance, row.public_version)
    guesses = f"/games/{key_of(game)}/guesses/"
    for viewer in (Viewer.BLUE, Viewer.RED2):
        some = ROOMS if viewer is not Viewer.BLUE and rooms == ("",) else rooms
        own = replace(scene, viewer=viewer if viewer is Viewer.BLUE else Viewer.SPECTATOR)
        result = [ask for room in some for _name, ask in asks(own, room=room)]
        result += [Ask(guesses, headers={"HX-Request": "true"}), Ask(guesses, who="staff"), Ask(guesses, who="anybody")]
        result += [Ask(f"/games/{key_of(game)}/?ply=3", who=who) for who in ("viewer", "staff", "anybody")]
        for number, ask in enumerate(result):
            address = (viewer.value, str(number), ask.who, ask.method, ask.path, str(ask.data), str(ask.headers))
            yield address, cast.ask(viewer, ask)


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


@pytest.mark.parametrize(
    ("moment", "all_pages"), [(IN_PLAY, False), (ENDED, False), pytest.param(ENDED, True, marks=pytest.mark.fuzz)]
)
def test_before_the_game_is_open_nobody_else_can_tell_what_was_guessed(
    cast: Cast, moment: int, all_pages: bool
) -> None:
    nothing = answers_of(cast, NONE, moment, all_pages=all_pages)
    for guesses in (SOME, OTHERS) if moment == IN_PLAY else (SOME,):
        there = answers_of(cast, guesses, moment, opened=True, all_pages=all_pages)
        assert differing(nothing, there) == []


def test_guesses_that_are_not_opened_are_never_told(cast: Cast) -> None:
    nothing = answers_of(cast, NONE, OPEN)
    for guesses in (SOME, OTHERS):
        assert differing(nothing, answers_of(cast, guesses, OPEN)) == []


def test_opened_guesses_are_told_with_the_game(cast: Cast) -> None:
    here, there = (answers_of(cast, guesses, OPEN, opened=True) for guesses in (SOME, OTHERS))
    paths = {name[4] for name in differing(here, there)}
    assert {path.split("/")[3] for path in paths} == {"guesses"}
    for who in ("viewer", "anybody", "staff"):
        assert any(name[2] == who for name in differing(here, there)), who


# -- leaks that are planted -----------------------------------------------------------------------


def before_the_reveal(patch: pytest.MonkeyPatch) -> None:
    """What is opened is shown as soon as its author wants it."""

    def opened(key: str) -> Game | None:
        game = queries.game_by_key(key)
        if game is not None:
            game.revealed = True
        return game

    patch.setattr(views, "queries", SimpleNamespace(game_by_key=opened, seat_of=queries.seat_of))
    patch.setattr(guess_pages, "_scored", lambda *_line: None)  # no score is made of what is not open


def a_panel_that_is_there(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        domain, "may_show_guesses", lambda game, _own: GuessOpening.objects.filter(game=game.id, opened=True).exists()
    )


def marks_of_the_other(patch: pytest.MonkeyPatch) -> None:
    """The table shows all guesses at the game, whoever made them."""
    tables = seats.SITTING.tables.replace("t.player_id = s.player_id AND ", "")
    assert tables != seats.SITTING.tables
    patch.setattr(seats, "SITTING", replace(seats.SITTING, tables=tables))


def a_message_of_what_is_marked(patch: pytest.MonkeyPatch) -> None:
    refused = views.refused

    def told(request: Any, status: int, reason: str) -> Any:
        return refused(request, status, f"{reason} {Guess.objects.count()}")

    patch.setattr(views, "refused", told)


def unshared(patch: pytest.MonkeyPatch) -> None:
    openings = domain._openings
    patch.setattr(domain, "_openings", lambda game: [(player, True) for player, _opened in openings(game)])


def how_many_there_are(patch: pytest.MonkeyPatch) -> None:
    markup = guess_pages.guesses_markup

    def told(request: Any, game: Game, *rest: Any) -> Any:
        return f"{markup(request, game, *rest)}<!-- {Guess.objects.filter(game=game.id).count()} -->"

    patch.setattr(guess_pages, "guesses_markup", told)


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], int, bool, tuple[str, ...]]] = [
    (before_the_reveal, ENDED, True, ()),
    (a_panel_that_is_there, ENDED, True, ("games:replay",)),
    (marks_of_the_other, IN_PLAY, False, ("play:table",)),
    (a_message_of_what_is_marked, IN_PLAY, False, ("talk:talk",)),
    (unshared, OPEN, False, ()),
    (how_many_there_are, OPEN, False, ()),
]
"""Each with the moment at which it shows, whether guesses are opened, and the pages that are asked for."""


@pytest.mark.parametrize(("plant", "moment", "opened", "rooms"), LEAKS, ids=lambda name: getattr(name, "__name__", ""))
def test_a_leak_of_guesses_is_found(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    moment: int,
    opened: bool,
    rooms: tuple[str, ...],
) -> None:
    plant(monkeypatch)
    nothing = answers_of(cast, NONE, moment, rooms=rooms)
    assert differing(nothing, answers_of(cast, SOME, moment, opened=opened, rooms=rooms)) != []
