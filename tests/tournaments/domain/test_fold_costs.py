"""A fold takes time with the number of its events: what is new after each of them is counted, and not how long it
took."""

from __future__ import annotations

import gc
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from tournaments.domain import events as e
from tournaments.domain import transitions
from tournaments.domain.persistent_lists import WIDTH, Listed, Numbered
from tournaments.domain.round_transitions import Misfit
from tournaments.domain.state import TournamentFold
from tournaments.domain.terms import usual_terms
from tournaments.domain.transitions import step

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("size", [0, 1, WIDTH, WIDTH + 1, WIDTH**2, WIDTH**2 + 1])
def test_values_are_found_by_their_numbers(size: int):
    grown = Numbered[int]()
    for number in range(1, size + 1):
        grown = grown.put(number, -number)
    made = Numbered.of(-number for number in range(1, size + 1))
    whole = {number: -number for number in range(1, size + 1)}
    assert (grown, dict(grown.items()), list(made.values()), made) == (whole, whole, list(whole.values()), grown)
    assert all(made[number] == value for number, value in whole.items())
    assert {0, size + 1}.isdisjoint(made)
    with pytest.raises(KeyError):
        made[size + 1]
    with pytest.raises(KeyError):
        made.put(size + 2, 0)


def test_a_copy_leaves_the_first_one_as_it_is():
    first = Numbered.of(range(100))
    second = first.put(50, 1000)
    assert (first[50], second[50], second[51], len(second)) == (49, 1000, 50, 100)
    boards = Listed("abc")
    assert (tuple(boards.put(2, "z")), tuple(boards), boards[-1]) == (("a", "b", "z"), ("a", "b", "c"), "c")
    with pytest.raises(IndexError):
        boards[3]


def history(players: int) -> list[Any]:
    """A Swiss of one round: each enters, checks in, and has a result."""
    numbers = tuple(range(1, players + 1))
    half = players // 2
    return [
        e.TournamentCreated(owner=str(UUID(int=1)), **usual_terms("barrage").value()),
        e.TournamentAnnounced(),
        *(e.PlayerEntered(number, (str(UUID(int=number)),), 1500) for number in numbers),
        *(e.CheckedIn(number) for number in numbers),
        e.TournamentStarted(numbers, True, 1, 1),
        e.RoundPaired(1, numbers[:half], numbers[half:], numbers, seen=1),
        e.RoundBegun(1, tuple(str(UUID(int=number)) for number in range(1, half + 1))),
        *(e.ResultRecordedOnBoard(1, board, 1, "win", "loss", "game") for board in range(1, half + 1)),
    ]


def made_anew(players: int) -> int:
    """Places in containers that the events of a history make anew, all together."""
    known: dict[int, object] = {}
    now: TournamentFold | None = None
    total = 0
    for event in history(players):
        now = step(now, event, NOW)
        fresh: list[object] = [now]
        while fresh:
            pop = fresh.pop()
            if id(pop) in known or isinstance(pop, (type, str, int)):
                continue
            known[id(pop)] = pop  # kept, so that no other gets its id
            held = gc.get_referents(pop)
            total += len(held)
            fresh += held
    return total


def test_four_times_the_entries_make_four_times_the_work():
    few, many = made_anew(128), made_anew(512)
    assert many < 4 * few * 1.25


def test_who_is_named_is_looked_for_once_however_many_are(monkeypatch: pytest.MonkeyPatch):
    """A file names its players one after the other. Each is in one place, also where names change hands meanwhile."""
    looked: list[int] = []
    places = transitions._places

    def counted(entries: Numbered[Any]) -> Any:
        looked.append(len(entries))
        return places(entries)

    monkeypatch.setattr(transitions, "_places", counted)
    now: TournamentFold | None = None
    for event in history(40)[:42]:
        now = step(now, event, NOW)
    for id in (*range(1001, 1041), *range(2001, 2041)):
        now = step(now, e.PlayerIdentified(id % 1000, 0, str(UUID(int=id))), NOW)
        assert now.entries.once(counted) == places(now.entries)
    assert looked == [40]
    with pytest.raises(Misfit):
        step(now, e.PlayerIdentified(2, 0, str(now.entries[1].players[0])), NOW)
    step(now, e.PlayerIdentified(2, 0, str(UUID(int=1))), NOW)  # who was there before is free
