"""What is hidden is found by nobody before the reveal: no search, count, order or row tells two set-ups apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from eventlog import store
from eventlog.statements import execute
from games.domain import commands, reveal
from games.domain.events import SetupMade
from games.domain.placement import form_of
from games.domain.state import GameFold
from games.rules import Seat, Viewer, variant
from library.archive.domain import projections
from library.archive.domain.search import GameSearch
from library.archive.models import ArchiveEntry
from tests.caches import empty_cache
from tests.scenes import game_in_play, game_over

from .asking import Ask
from .pages import Answer, Answers, Cast, held_still, rolled_back

CLASSIC = variant("classic")
SWAP = ("F", "B")
"""In the other world red's Flag and a Bomb have changed places. Neither moves, and nobody attacks them."""

PLIES = 30


def forms_of(cast: Cast) -> list[str]:
    """Red's set-up in both worlds, as red sees it."""
    results = []
    for swap in (None, SWAP):
        with rolled_back(cast.owner):
            game = game_in_play(plies=PLIES, reveal="never", swap=swap)
            made = next(event.event for event in store.load(game.id) if isinstance(event.event, SetupMade))
            results.append(form_of(made.placement, CLASSIC, Seat.RED))
    assert results[0] != results[1]
    return results


def searches(forms: Sequence[str]) -> Iterator[Mapping[str, str]]:
    yield from ({}, {"oldest": "1"}, {"result": "blue"}, {"result": "playing"}, {"plies_max": str(PLIES)})
    yield from ({"attack_min": "1"}, {"lost_red": "2"}, {"lost_blue": "B", "lost_by": "30"}, {"red_max": "40"})
    for form in forms:
        drawn = "".join(item if item in "FB" else "." for item in form)
        flag = "".join(item if item == "F" else "." for item in form)
        yield from ({"pattern": drawn}, {"pattern": flag, "setup_side": "red"}, {"setup": form})
        yield from ({"setup": form, "near": "8", "oldest": "1"}, {"setup": form, "near": "1", "player": "ada"})
    yield from ({"kept_red": "F"}, {"kept_red": "FBBBBBB"}, {"kept_blue": "M", "result": "blue"}, {"kept_red": "M99"})


Way = tuple[str, Mapping[str, str]]
"""Who asks, and with which headers: for the whole page, or for its list alone."""

PAGE: Way = ("viewer", {})
LIST: Way = ("viewer", {"HX-Request": "true"})
STRANGER: Way = ("anybody", {})


def answers_of(cast: Cast, forms: Sequence[str], *, swap: tuple[str, str] | None, whole: bool) -> Answers:
    """What the search says in a world once the game is over; in three ways, and while it goes on and once it is open
    too, if `whole`.
    """
    answers: Answers = {}

    def ask(moment: str, *ways: Way) -> None:
        empty_cache()  # how often each has searched: so many are no minute's work of a person
        for who, headers in ways:
            for data in searches(forms):
                asked = Ask("/games/", who=who, data=data, headers=headers)
                answers[moment, who, str(data), str(headers)] = cast.ask(Viewer.BLUE2, asked)
        # It stands in the row of each, whoever asks.
        answers[moment, "rows"] = Answer(0, (), repr(list(ArchiveEntry.objects.order_by("place").values())).encode())

    with rolled_back(cast.owner), held_still(None, "search") as at:
        at(0)
        game_over(slug="classic", plies=PLIES, seed=2, names=("Ada", "Grace"))  # there is something to be found
        game = game_in_play(plies=PLIES, reveal="never", swap=swap)
        if whole:
            ask("in play", STRANGER)
        at(1)
        commands.resign(game=game.id, seat=Seat.RED)
        ask("over", *((PAGE, LIST, STRANGER) if whole else (LIST,)))
        if whole:
            reveal.reveal_game(game=game.id)
            ask("open", LIST)
    return answers


def told_apart(cast: Cast, forms: Sequence[str], *, whole: bool = False) -> list[tuple[str, ...]]:
    here, there = (answers_of(cast, forms, swap=swap, whole=whole) for swap in (None, SWAP))
    assert here.keys() == there.keys()
    return [name for name in here if here[name] != there[name]]


def test_no_search_tells_hidden_set_ups_apart_before_the_reveal_and_each_does_after_it(cast: Cast) -> None:
    forms = forms_of(cast)
    apart = told_apart(cast, forms, whole=True)
    assert {name[0] for name in apart} == {"open"}
    asked = {name[2] for name in apart if len(name) > 2}
    assert asked == {
        str(data) for data in searches(forms) if {"pattern", "setup"} & data.keys() and data.get("near") != "8"
    }


# -- leaks that are planted ------------------------------------------------------------------------


def at_the_end(patch: pytest.MonkeyPatch) -> None:
    entry_facts = projections.entry_facts

    def early(now: GameFold, course: Any) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(GameFold, "revealed", True, raising=False)
            return entry_facts(now, course)

    patch.setattr(projections, "entry_facts", early)


def in_a_count(patch: pytest.MonkeyPatch) -> None:
    look = GameSearch.look

    def counted(search: Any, *arguments: Any, **values: Any) -> Any:
        page, count = look(search, *arguments, **values)
        drawn = search._asked.setup
        if drawn:
            sql = b"SELECT count(*) FROM eventlog_event WHERE type = 'setup-made' AND data->>'placement' = %s"
            number = execute(sql, (drawn[30:] + drawn[20:30] + drawn[10:20] + drawn[:10],))[0][0]
            count = count.__class__(count.count.__class__(count.count.number + number))
        return page, count

    patch.setattr(GameSearch, "look", counted)


@pytest.mark.parametrize("leak", [at_the_end, in_a_count])
def test_a_search_that_tells_is_found(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    assert "over" in {name[0] for name in told_apart(cast, forms_of(cast))}
