"""Whole games of every rule book go out and come in the same, and are the same game to the rules."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.domain.imports import judge
from games.notation import Record, parse_records, to_json
from games.rules import VARIANTS, Illegal, Seat, dump, replay, variant
from tests.books import each_book

from .played import NAMES, only, played
from .test_json_record import SCHEMA

SEEDS = st.integers(0, 2**32)


def check(record: Record) -> None:
    """The record is the same after it went out and came in, and so is what the rules make of it."""
    data = to_json(record)
    SCHEMA.validate(json.loads(data))
    back = only(data)
    assert back == record
    assert to_json(back) == data
    judged = judge("", back)
    assert (judged.status, judged.error, judged.record) == ("valid", None, record)
    assert judged.result == record.result
    assert dump(_replayed(back)) == dump(_replayed(record))


def _replayed(record: Record):
    return replay(record.rules, record.setups, record.turns, record.options, record.chance or None)


@pytest.mark.slow
@each_book
def test_whole_games(slug):
    for seed in range(4):
        record = played(slug, seed, 5000, limit=60, spotter=VARIANTS[slug].deals and seed % 2 == 0)
        assert record.result is not None
        check(record)


@each_book
def test_a_record_that_was_altered_is_another_game_or_none(slug):
    """What a record tells of a rule book's own is read and judged: a set-up, the deal and the last turn count."""
    record = played(slug, 2, 5000, limit=60)
    value = json.loads(to_json(record))
    del value["turns"][-1]
    assert only(json.dumps(value).encode()) != record
    value = json.loads(to_json(record))
    value["seats"]["red"]["setup"] = value["seats"]["red"]["setup"][::-1]
    assert only(json.dumps(value).encode()) != record
    for seat in list(value["seats"]):
        short = json.loads(to_json(record))
        del short["seats"][seat]
        ((error),) = parse_records(json.dumps(short).encode())
        assert error.code == "seats"


@pytest.mark.fuzz
@given(slug=st.sampled_from(list(VARIANTS)), seed=SEEDS, free=st.booleans(), names=st.lists(NAMES, max_size=4))
@settings(print_blob=True)
@example(slug="classic", seed=0, free=True, names=[])
def test_thousands_of_whole_games(slug, seed, free, names):
    book = variant(slug)
    try:
        record = played(slug, seed, 5000, limit=200, free=free and not book.deals, spotter=book.deals and seed % 2 == 0)
    except Illegal:
        assert free  # a rule book may need its whole army
        return
    players = {Seat(place): name for place, name in enumerate(names[: len(book.seats)])}
    times = tuple(range(seed, seed + len(record.turns)))
    check(Record(**{name: getattr(record, name) for name in _FIELDS} | {"players": players, "times": times}))


_FIELDS = ("variant", "setups", "turns", "result", "options", "chance", "edition")
