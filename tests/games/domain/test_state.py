"""A game is the fold of its events: however they are cut, read or remembered, in every rule book; and what cannot have
happened is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import get_args
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventlog.registry import Broken, Run, Stored, type_named
from games.domain.events import (
    CardsDealt,
    ChoiceMade,
    DrawOffered,
    GameCreated,
    GameEvent,
    GameRevealed,
    Resigned,
    SetupMade,
    Trait,
    TurnPlayed,
    check_covered,
    names_with,
    submitted,
)
from games.domain.imports import judge
from games.domain.projections import course_in
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import edition_value, options_value
from games.domain.transitions import IllegalEvent, fold, fold_runs
from games.domain.verification import verify_game
from games.notation import Record
from games.rules import VARIANTS, Seat, Viewer, variant
from tests.books import each_book
from tests.games.notation.played import played

STREAM = UUID(int=5)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NONCE = "00" * 32


@cache
def record_of(slug: str, seed: int) -> Record:
    """A whole game with choices, if the rule book has them."""
    return played(slug, seed, 400, limit=40)


def events_of(record: Record, *, source: str = "play") -> list[GameEvent]:
    book = record.rules
    created = GameCreated(
        record.variant,
        options_value(record.options),
        {seat.slug: None for seat in book.seats},
        source=source,
        edition=edition_value(book.edition),
    )
    orders = {seat.slug: order for seat, order in record.chance.items()}
    choices = judge("", record).choices
    return [
        created,
        *([CardsDealt(orders, NONCE)] if orders else []),
        *(SetupMade(seat.slug, setup, NONCE) for seat, setup in record.setups.items()),
        *(submitted(turn, choice=place in choices, secret=False) for place, turn in enumerate(record.turns)),
    ]


def stored(events: Sequence[GameEvent]) -> list[Stored]:
    return [
        Stored(version, STREAM, version, event, None, NOON + timedelta(minutes=version))
        for version, event in enumerate(events, 1)
    ]


def folded(log: Sequence[Stored], since=None):
    return fold(((item.event, item.time) for item in log), since)


def runs_of(log: Sequence[Stored]) -> list[Stored | Run]:
    """What `load_runs` makes of them."""
    items: list[Stored | Run] = []
    for item in log:
        if isinstance(item.event, TurnPlayed):
            before = items.pop() if items and isinstance(items[-1], Run) else None
            values = [*before.values, item.event.turn] if before else [item.event.turn]
            items.append(Run(before.first if before else item, item, values))
        else:
            items.append(item)
    return items


@given(slug=st.sampled_from(list(VARIANTS)), seed=st.integers(0, 3), data=st.data())
def test_cut_anywhere_and_snapshot_it_is_the_same_game(slug, seed, data):
    events = events_of(record_of(slug, seed))
    first = next(place for place, event in enumerate(events) if isinstance(event, TurnPlayed))
    for place in sorted(data.draw(st.sets(st.integers(first, len(events)), max_size=3)), reverse=True):
        events.insert(place, DrawOffered(data.draw(st.sampled_from([seat.slug for seat in variant(slug).seats]))))
    log = stored(events)
    whole = folded(log)
    cut = data.draw(st.integers(first, len(log)))
    begun = folded(log[:cut])
    assert from_snapshot(snapshot_of(begun)).ready == begun.ready
    assert snapshot_of(from_snapshot(snapshot_of(begun))) == snapshot_of(begun)
    for since in (begun, from_snapshot(snapshot_of(begun))):
        assert snapshot_of(folded(log[cut:], since) if log[cut:] else since) == snapshot_of(whole)
    assert snapshot_of(fold_runs(runs_of(log))) == snapshot_of(whole)
    assert whole.state.ply == sum(isinstance(event, TurnPlayed) for event in events)
    assert tuple(course_in(events).turns) == record_of(slug, seed).turns


def with_choices(slug: str) -> list[GameEvent]:
    logs = (events_of(record_of(slug, seed)) for seed in range(20))
    return next(events for events in logs if any(isinstance(event, ChoiceMade) for event in events))


def choice_at(events: Sequence[GameEvent]) -> int:
    return next(place for place, event in enumerate(events) if isinstance(event, ChoiceMade))


def broken(events: Sequence[GameEvent]) -> Broken:
    log = stored(events)
    with pytest.raises(Broken) as error:
        verify_game(iter(log))
    with pytest.raises(IllegalEvent) as by_runs:
        fold_runs(runs_of(log))
    assert by_runs.value.version == error.value.version
    return error.value


@each_book
def test_an_illegal_turn_is_found_at_its_version(slug):
    events = events_of(record_of(slug, 1))
    turns = [place for place, event in enumerate(events) if isinstance(event, TurnPlayed)]
    for place in (turns[0], turns[len(turns) // 2], turns[-1]):
        result = broken([*events[:place], TurnPlayed("a1-a1-a1"), *events[place + 1 :]])
        assert result.version == place + 1
        assert result.reason.startswith(f"ply {turns.index(place) + 1} breaks the rule ")
    offered = broken([*events[: turns[2]], DrawOffered("red"), TurnPlayed("a1-a1-a1"), Resigned("red")])
    assert offered.version == turns[2] + 2


@pytest.mark.parametrize("slug", ["campaign"])
def test_an_illegal_choice_is_found_at_its_version(slug):
    events = with_choices(slug)
    place = choice_at(events)
    result = broken([*events[:place], replace(events[place], choice="*0"), *events[place + 1 :]])
    ply = sum(isinstance(event, TurnPlayed) for event in events[:place])
    assert (result.version, result.reason) == (place + 1, f"ply {ply} breaks the rule choice-first")


@pytest.mark.parametrize("slug", ["campaign"])
def test_a_choice_is_no_turn_and_a_turn_no_choice(slug):
    events = with_choices(slug)
    place = choice_at(events)
    as_turn = [*events[:place], TurnPlayed(events[place].choice), *events[place + 1 :]]
    as_choice = [*events[: place - 1], ChoiceMade(events[place - 1].turn), *events[place:]]
    both = [*events[: place - 1], ChoiceMade(events[place - 1].turn), TurnPlayed(events[place].choice)]
    for altered in (as_turn, as_choice, both, as_turn[: place + 1]):
        with pytest.raises(ValueError, match="a choice is"):
            folded(stored(altered))


@pytest.mark.parametrize("slug", ["campaign"])
def test_an_offer_is_off_when_another_seat_makes_its_choice(slug):
    events = with_choices(slug)
    place = choice_at(events)
    before = folded(stored(events[:place]))
    mover = before.state.to_move
    other = next(seat for seat in before.variant.seats if seat is not mover)
    for seat, kept in ((mover, (mover,)), (other, ())):
        log = stored([*events[:place], DrawOffered(seat.slug), events[place]])
        assert folded(log).draw == fold_runs(runs_of(log)).draw == kept


def test_the_times_of_an_imported_game_are_those_of_its_turns_and_choices():
    events = with_choices("campaign")
    events[0] = replace(events[0], source="import")
    timed = [
        replace(event, at=place * 1_000_000) if isinstance(event, TurnPlayed | ChoiceMade) else event
        for place, event in enumerate(events)
    ]
    place = choice_at(events)
    now = folded(stored(timed[: place + 1]))
    assert now.started_at == datetime.fromtimestamp(3, UTC)
    assert now.ended_at == datetime.fromtimestamp(place, UTC)


def test_turns_from_before_there_were_secret_ones_are_read_as_they_were():
    content = type_named("turn-played").decode({"turn": "d4-d5", "at": 5}, 1)
    assert content == TurnPlayed("d4-d5", 5)
    assert type_named("turn-played").encode(content) == '{"at":5,"turn":"d4-d5"}'


def test_whoever_treats_events_covers_each_of_them() -> None:
    """An event that the fold or a record forgot ends the start of the service, by its name."""
    with pytest.raises(TypeError, match=r"games: fold does not cover the events: \['GameRevealed'\]"):
        check_covered("fold", [arg for arg in get_args(GameEvent) if arg is not GameRevealed])


def test_what_events_mean_to_a_game() -> None:
    assert names_with(Trait.CALLS_OFF) == {"game-aborted", "game-cancelled"}
    afterwards = {"game-revealed", "arbiter-looked", "moderator-looked", "reveal-proposed", "reveal-withdrawn"}
    assert names_with(Trait.RULES) == {"result-annulled", "result-forfeited", "result-restored"}
    assert names_with(Trait.AFTERWARDS) == afterwards | names_with(Trait.RULES)
    assert names_with(Trait.ENDS) - names_with(Trait.COUNTS) == {*names_with(Trait.CALLS_OFF), "result-recorded"}
    assert names_with(Trait.COUNTS) <= names_with(Trait.ENDS)


def test_a_set_up_before_play_is_read_by_its_maker_alone() -> None:
    record = record_of("classic", 0)
    created, red, _blue, *_turns = events_of(record)
    now = fold((event, NOON) for event in (created, red))
    assert {viewer: now.placement(Seat.RED, viewer) for viewer in Viewer} == dict.fromkeys(Viewer) | {
        Viewer.RED: record.setups[Seat.RED]
    }
    assert now.placement(Seat.BLUE, Viewer.BLUE) is None
