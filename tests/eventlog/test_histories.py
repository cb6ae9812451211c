"""Whole streams as a rebuild reads them hold what the log holds, and make no objects that nobody asks for."""

from __future__ import annotations

from uuid import UUID

import pytest

from eventlog.histories import Histories, Stretch, events_of, has_others, parts_of, wanted
from eventlog.queries import read_streams
from eventlog.registry import Damaged, Stored
from eventlog.store import append, load
from tests.games.junk import plant

from .samples import Begun, Colour, Finished, Hidden, Moved, moves

ACTOR, LONG, SHORT, OTHER = UUID(int=1), UUID(int=2), UUID(int=3), UUID(int=4)
MOVED = Moved("a1-a2", at=5)
KINDS = (Begun, Moved, Finished, Hidden)

pytestmark = pytest.mark.django_db


def read(*types: type, batch: int = 100) -> tuple[list[Histories], list[Damaged]]:
    damaged: list[Damaged] = []
    return list(read_streams(types=types or KINDS, batch=batch, damaged=damaged.append)), damaged


def write_streams() -> None:
    begun = Begun("classic", {"red": ACTOR, "blue": None})
    append(stream=LONG, expected=0, events=[begun, *moves(5), MOVED], actor=ACTOR)
    append(stream=LONG, expected=7, events=[Hidden(Colour.RED, "FBS"), *moves(3), Finished(1)])
    append(stream=SHORT, expected=0, events=moves(4), actor=ACTOR)
    append(stream=OTHER, expected=0, events=[Finished(2)])


def test_they_are_what_the_log_holds() -> None:
    write_streams()
    (batch,), damaged = read()
    assert damaged == []
    assert [list(events) for events in batch.streams] == [list(load(stream)) for stream in (LONG, SHORT, OTHER)]
    assert (len(batch), list(batch)) == (17, [event for events in batch.streams for event in events])
    assert [len(streams) for streams in read(batch=12)[0]] == [12, 5]
    assert [stream.stream for streams in read(Finished)[0] for stream in streams] == [LONG, OTHER]


def test_a_stretch_is_gathered_and_its_ends_are_made_alone() -> None:
    write_streams()
    long, short, _other = read()[0][0].streams
    assert [type(part) for part in parts_of(long)] == [Stored, Stretch, *[Stored] * 5]
    stretch = parts_of(long)[1]
    assert isinstance(stretch, Stretch)
    assert (stretch.kind, stretch.values[-1]) == (Moved, {"turn": "a1-a2", "at": 5})
    events = list(load(LONG))
    assert (stretch[0], stretch[-1], list(stretch[1:3])) == (events[1], events[6], events[2:4])
    assert (short[0], short[-1], short[1:]) == (*(list(load(SHORT))[place] for place in (0, 3)), list(load(SHORT))[1:])
    assert "a1-a2" not in f"{stretch!r}{long!r}{short!r}"


def test_who_wants_some_types_is_given_these() -> None:
    write_streams()
    (batch,), _damaged = read()
    long, short, other = batch.streams
    finished = [event for event in load(LONG) if isinstance(event.event, Finished)]
    assert events_of(long, Finished) == events_of(list(long), Finished) == finished
    assert len(events_of(long, (Moved, Hidden))) == 10
    assert [has_others(short, {Moved}), has_others(list(short), {Moved}), has_others(long, {Moved})] == [
        *(False, False, True),
    ]
    assert wanted(batch, {Moved}).streams[1] is short
    assert [len(events) for events in wanted(batch, {Moved}).streams] == [9, 4]
    assert list(wanted(batch, {Finished})) == [*finished, *other] == list(wanted(list(batch), {Finished}))


@pytest.mark.parametrize("junk", [{"turn": "a1-a2", "what": 1}, {"at": 1}, [1], None])
def test_a_stream_ends_before_what_cannot_be_read(junk: object) -> None:
    append(stream=LONG, expected=0, events=moves(6))
    append(stream=SHORT, expected=0, events=moves(1))
    whole = [list(load(LONG)), list(load(SHORT))]
    plant(LONG, "sample-moved", 1, junk)
    append(stream=LONG, expected=7, events=moves(5))
    (batch,), damaged = read()
    assert [(item.stream, item.version) for item in damaged] == [(LONG, 7)]
    assert [list(events) for events in batch.streams] == whole
