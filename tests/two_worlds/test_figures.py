"""Figures of two games that differ in a hidden set-up alone are the same for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.domain import commands, reveal
from games.replay import Timeline
from games.rules import Seat, Viewer
from library.figures import requests
from library.figures.domain import counters
from library.figures.domain.counters import count_due
from library.figures.models import FigureCount, FigureDue, PlayerFigures
from tests.scenes import game_in_play

from .asking import Ask
from .pages import Answer, Answers, Cast, held_still, rolled_back

SWAP = ("M", "9")
"""In the other world red's Marshal and General have changed places, and neither has fought yet."""

PLIES = 30
TABLES = ("takes", "falls")
"""The files that are asked for: a page has all tables, and those of the rest are made like these."""


@pytest.fixture(autouse=True)
def _from_one_game_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "FEWEST", 1)


def answers_of(cast: Cast, *, swap: tuple[str, str] | None, moments: tuple[str, ...]) -> Answers:
    """What the figures say in a world, to a player of the game, to another one and to a visitor."""
    answers: Answers = {}

    def ask(moment: str) -> None:
        count_due()
        if moment not in moments:
            return
        names = ("Player red", "Player blue")
        places = [("/games/figures/", {"variant": "classic"}), *((f"/players/{name}/figures/", {}) for name in names)]
        for who in ("viewer", "anybody"):
            for path, data in places:
                for more in ("", *(f"{table}.csv" for table in TABLES)):
                    answers[moment, who, path + more] = cast.ask(Viewer.BLUE, Ask(path + more, who=who, data=data))
        # It stands in the row of each, whoever asks.
        rows = [list(model.objects.order_by("pk").values()) for model in (FigureDue, FigureCount, PlayerFigures)]
        answers[moment, "rows"] = Answer(0, (), repr(rows).encode())

    with rolled_back(cast.owner), held_still(None, "figures") as at:
        at(0)
        accounts = (cast.accounts[Seat.RED], cast.accounts[Seat.BLUE])
        game = game_in_play(plies=PLIES, reveal="never", swap=swap, accounts=accounts)
        ask("in play")
        at(1)
        commands.resign(game=game.id, seat=Seat.RED)
        ask("over")
        reveal.reveal_game(game=game.id)
        ask("open")
    return answers


def told_apart(cast: Cast, moments: tuple[str, ...]) -> dict[str, set[str]]:
    here, there = (answers_of(cast, swap=swap, moments=moments) for swap in (None, SWAP))
    assert here.keys() == there.keys()
    texts: dict[str, set[str]] = {}
    for name in here:
        if here[name] != there[name]:
            texts.setdefault(name[0], set()).add(name[-1].rpartition("/")[2])
    return texts


def test_no_figure_tells_hidden_set_ups_apart(cast: Cast) -> None:
    """Not even afterwards: what the reveal adds says how many stood, and not where."""
    answers = answers_of(cast, swap=None, moments=("over",))
    assert answers["over", "viewer", "/players/Player blue/figures/takes.csv"].status == 200
    assert told_apart(cast, ("in play", "over", "open")) == {}


# -- leaks that are planted ------------------------------------------------------------------------


def _stands(line: Timeline) -> Counter[str]:
    """A Flag that falls to each of red's ranks as often as the number of the square where it stands."""
    pieces = line._state(line.plies).view(Viewer.ALL).pieces
    return Counter(
        {f"take {piece.rank.symbol}F": piece.square for piece in pieces if piece.rank and piece.seat is Seat.RED}
    )


def in_the_book(patch: pytest.MonkeyPatch) -> None:
    """Pieces that fought nobody are counted with their ranks when the game ends."""
    ended = counters.ended_figures

    def told(line: Timeline) -> Any:
        result = ended(line)
        return None if result is None else result._replace(book=result.book + _stands(line))

    patch.setattr(counters, "ended_figures", told)


def for_the_players(patch: pytest.MonkeyPatch) -> None:
    ended = counters.ended_figures

    def told(line: Timeline) -> Any:
        result = ended(line)
        return None if result is None else result._replace(seats={seat: _stands(line) for seat in result.seats})

    patch.setattr(counters, "ended_figures", told)


@pytest.mark.parametrize(("leak", "shown"), [(in_the_book, "takes.csv"), (for_the_players, "rows")])
def test_a_figure_that_tells_is_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None], shown: str
) -> None:
    leak(monkeypatch)
    assert shown in told_apart(cast, ("over",))["over"]
