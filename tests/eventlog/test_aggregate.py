"""How every command reads, decides and appends, on a made-up kind of stream."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from eventlog.aggregate import TRIES, Aggregate, StreamDraft
from eventlog.folds import Folds
from eventlog.recent import RecentFolds
from eventlog.registry import Damaged
from eventlog.store import Conflict, StreamSnapshot, append, load, save_snapshot

from .samples import Begun, Finished, Moved, moves

pytestmark = pytest.mark.django_db

STREAM = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")
BEGUN = Begun("classic", {"red": None})


class Course(NamedTuple):
    version: int
    turns: tuple[str, ...] = ()


def fold(history: Iterable[tuple[Any, datetime]], since: Course | None = None) -> Course:
    now = since or Course(0)
    for event, _time in history:
        if isinstance(event, Finished):
            raise ValueError("nothing is ever finished")
        now = Course(now.version + 1, (*now.turns, event.turn) if isinstance(event, Moved) else now.turns)
    return now


class CourseDraft(StreamDraft[Course]):
    fold = staticmethod(fold)


class Courses(Aggregate[Course, CourseDraft]):
    draft, missing, folds, engine = CourseDraft, KeyError, Folds("courses", fold), "courses-1"
    from_snapshot = staticmethod(lambda value: Course(value["version"], tuple(value["turns"])))

    def __init__(self, *, locks: bool) -> None:
        self.recent, self.locks = RecentFolds(most=4), locks


@pytest.fixture(params=[False, True], ids=["open", "locked"])
def courses(request: pytest.FixtureRequest) -> Courses:
    courses = Courses(locks=request.param)
    courses.begin(stream=STREAM, by=None, decide=lambda draft: draft.add(BEGUN, *moves(1)))
    return courses


def test_each_event_is_folded_as_it_is_decided(courses: Courses) -> None:
    seen = []

    def decide(draft: CourseDraft) -> None:
        draft.add(Moved("b1-b2"))
        seen.append((draft.before, draft.now))

    after = courses.execute(stream=STREAM, by=None, decide=decide).now
    assert seen == [(Course(2, ("a1-a2",)), Course(3, ("a1-a2", "b1-b2")))]
    assert after == courses.open(STREAM)[1] == Courses(locks=False).open(STREAM)[1] == seen[0][1]
    assert courses.execute(stream=STREAM, by=None, decide=lambda _draft: None).now == after
    assert len(list(load(STREAM))) == 3


@pytest.mark.parametrize("lost", [TRIES - 1, TRIES])
def test_who_loses_a_race_decides_anew_and_gives_up_in_the_end(courses: Courses, lost: int) -> None:
    seen: list[int] = []

    def decide(draft: CourseDraft) -> None:
        seen.append(draft.now.version)
        if len(seen) <= lost:
            raise Conflict(draft.stream, draft.now.version, draft.now.version + 1)
        draft.add(Moved("b1-b2"))

    if lost == TRIES:
        with pytest.raises(Conflict):
            courses.execute(stream=STREAM, by=None, decide=decide)
    else:
        courses.execute(stream=STREAM, by=None, decide=decide)
    assert seen == [2] * TRIES
    assert courses.open(STREAM)[1].version == 3 - (lost == TRIES)


def test_a_stream_is_begun_once_and_none_is_begun_by_a_command(courses: Courses) -> None:
    with pytest.raises(Conflict):
        courses.begin(stream=STREAM, by=None, decide=lambda draft: draft.add(BEGUN))
    with pytest.raises(KeyError):
        courses.execute(stream=UUID(int=1), by=None, decide=lambda draft: draft.add(BEGUN))


@pytest.mark.parametrize(
    ("snapshot", "turns"),
    [({"version": 2, "turns": ["kept"]}, ("kept", "b1-b2")), ("junk", ("a1-a2", "b1-b2"))],
)
def test_a_snapshot_saves_events_and_junk_is_left_aside(snapshot: object, turns: tuple[str, ...]) -> None:
    Courses(locks=False).begin(stream=STREAM, by=None, decide=lambda draft: draft.add(BEGUN, *moves(1)))
    save_snapshot(stream=STREAM, version=2, snapshot=StreamSnapshot("courses-1", snapshot))
    append(stream=STREAM, expected=2, events=[Moved("b1-b2")])
    assert Courses(locks=False).open(STREAM)[1] == Course(3, turns)


def test_what_cannot_be_folded_is_damaged_at_the_event_that_does_not_fit(courses: Courses) -> None:
    append(stream=STREAM, expected=2, events=[Finished(1), Moved("b1-b2")])
    with pytest.raises(Damaged) as error:
        courses.open(STREAM)
    assert (error.value.stream, error.value.version) == (STREAM, 3)
