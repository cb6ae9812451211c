"""Replaying from runs is the same fold."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.queries import load_runs
from eventlog.registry import Damaged, Run, Stored
from eventlog.store import load
from games.domain.command_handler import open_game
from games.domain.commands import make_setup, offer_draw, play_turn, resign
from games.domain.creation import create_game
from games.domain.events import DrawOffered, GameCreated, SetupMade, TurnPlayed
from games.domain.replay import replayed
from games.domain.transitions import fold, fold_runs
from games.rules import Seat, dump, legal_turns, variant

RED = "FBB.S.....".ljust(30, ".") + "M9.22.33.."
BLUE = "..33.22.9M" + "FBB.S.....".rjust(30, ".")
# Two pieces a side, in turn, so that no repetition rule is broken.
TURNS = ("a4-a5", "j7-j6", "b4-b5", "i7-i6", "a5-a4", "j6-j7", "b5-b4", "i6-i7")
STREAM = UUID(int=5)


def runs_of(stored: list[Stored]) -> list[Stored | Run]:
    """What `load_runs` makes of them."""
    items: list[Stored | Run] = []
    for item in stored:
        if isinstance(item.event, TurnPlayed) and items and isinstance(items[-1], Run):
            last = items.pop()
            items.append(Run(last.first, item, [*last.values, item.event.turn]))
        elif isinstance(item.event, TurnPlayed):
            items.append(Run(item, item, [item.event.turn]))
        else:
            items.append(item)
    return items


@pytest.mark.django_db
def test_a_game_is_the_same_however_it_is_read() -> None:
    game = create_game(variant=variant("duel"), players={})
    assert replayed(game) == fold((event.event, event.time) for event in load(game))
    for seat, placement in ((Seat.RED, RED), (Seat.BLUE, BLUE)):
        make_setup(game=game, seat=seat, placement=placement)
    for number in range(7):
        if number == 4:
            offer_draw(game=game, seat=Seat.RED)
        turn = legal_turns(open_game(game).state)[0]
        play_turn(game=game, seat=Seat(number % 2), turn=str(turn))
    resign(game=game, seat=Seat.BLUE)
    stored = list(load(game))
    assert list(load_runs(game, kind=TurnPlayed, field="turn")) == runs_of(stored)
    assert list(load_runs(game, kind=TurnPlayed, field="turn", after=5)) == runs_of(stored[5:])
    result, direct = replayed(game), fold((item.event, item.time) for item in stored)
    assert (result.state is None, direct.outcome) == (False, result.outcome)
    assert dump(result.state) == dump(direct.state)
    for name in ("created", "created_at", "version", "public_version", "draw", "revealed", "started_at", "ended_at"):
        assert getattr(result, name) == getattr(direct, name)


@pytest.mark.django_db
def test_no_game() -> None:
    with pytest.raises(Damaged):
        replayed(STREAM)


@given(
    st.lists(st.integers(0, 10**12), max_size=9) | st.lists(st.none(), max_size=9),
    st.sets(st.integers(0, 9)),
    st.sampled_from(["play", "import"]),
)
def test_offers_and_times_between_turns(times: list[int | None], offers: set[int], source: str) -> None:
    # A record gives a time for every turn or for none.
    created = GameCreated("duel", {}, {"red": None, "blue": None}, source=source)
    events = [created, SetupMade("red", RED, "00" * 32), SetupMade("blue", BLUE, "00" * 32)]
    for number, at in enumerate(times):
        if number in offers:
            events.append(DrawOffered(("red", "blue")[number // 2 % 2]))
        events.append(TurnPlayed(TURNS[number % 8], at))
    stored = [
        Stored(number, STREAM, number, event, None, datetime(2026, 1, 1, 0, number, tzinfo=UTC))
        for number, event in enumerate(events, 1)
    ]
    direct = fold((item.event, item.time) for item in stored)
    runs = fold_runs(runs_of(stored))
    for name in ("version", "public_version", "draw", "outcome", "started_at", "ended_at"):
        assert getattr(runs, name) == getattr(direct, name)
    assert dump(runs.state) == dump(direct.state)
