"""The log of a tournament is replayed; what cannot have happened is told by its version."""

from dataclasses import replace

import pytest

from eventlog import store
from eventlog.registry import Broken
from tests.tournaments import scenes
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, registration
from tournaments.domain.events import (
    EntryWithdrawn,
    ResultRecordedOnBoard,
    RoundBegun,
    RoundPaired,
    RoundUnpaired,
    TournamentStarted,
)
from tournaments.domain.verification import verify_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def stored():
    tournament = scenes.a_tournament(5, rounds=3)
    byes.request_bye(tournament=tournament, entry=1, round=2, kind="half", by=None)
    scenes.play_out(tournament)
    return list(store.load(tournament))


def broken_by(stored, kind, change, *, number=1):
    places = [place for place, item in enumerate(stored) if type(item.event) is kind]
    place = places[number - 1]
    changed = [*stored]
    changed[place] = stored[place]._replace(event=change(stored[place].event))
    with pytest.raises(Broken) as broken:
        verify_tournament(iter(changed))
    assert broken.value.version == stored[place].version
    return broken.value.reason


def test_a_log_that_is_sound(stored):
    verify_tournament(iter(stored))


def test_rounds_that_cannot_be(stored):
    def again(event):
        first = next(item.event for item in stored if type(item.event) is RoundPaired)
        free = set(event.order) - {*first.red, *first.blue}
        kinds = ["half-bye" if entry == 1 else "pairing-bye" for entry in free]
        return replace(
            event, red=first.red, blue=first.blue, bye_entries=tuple(free), bye_kinds=tuple(kinds), seen=event.seen
        )

    assert broken_by(stored, RoundPaired, lambda event: replace(event, red=event.red[:-1], blue=event.blue[:-1])) == (
        "the round breaks the criterion everybody-once"
    )
    assert "criterion" in broken_by(stored, RoundPaired, again, number=3)
    assert broken_by(stored, RoundPaired, lambda event: replace(event, seen=event.seen - 1)) == (
        "a round was computed from another version"
    )
    assert broken_by(stored, RoundPaired, lambda event: replace(event, round=7)) == (
        "rounds are paired one after the other, each once"
    )
    full = broken_by(stored, RoundPaired, lambda event: replace(event, bye_kinds=("full-bye",)), number=2)
    assert full == "byes are not those that were requested"


def test_other_events_that_cannot_be(stored):
    assert broken_by(stored, TournamentStarted, lambda event: replace(event, order=event.order[::-1])) == (
        "the initial ranking is not that of the entries and the lot"
    )
    assert broken_by(stored, RoundBegun, lambda event: replace(event, games=())) == (
        "a round that is published begins once, with a place for each game"
    )
    assert broken_by(stored, ResultRecordedOnBoard, lambda event: replace(event, board=9)) == "there is no such board"
    assert broken_by(stored, ResultRecordedOnBoard, lambda _event: RoundUnpaired(1)) == (
        "only the last round can be unpaired, before it begins"
    )
    assert broken_by(stored, ResultRecordedOnBoard, lambda _event: EntryWithdrawn(77)) == (
        "EntryWithdrawn names what is not there"
    )


def test_a_withdrawn_entry_cannot_have_been_paired(stored):
    place = next(place for place, item in enumerate(stored) if type(item.event) is RoundPaired)
    left = stored[place - 1]._replace(event=EntryWithdrawn(3))
    # The versions after it are off by one; what is seen is not looked at before the entries are.
    with pytest.raises(Broken) as broken:
        verify_tournament(iter([*stored[:place], left, *stored[place:]]))
    assert broken.value.version == stored[place].version


def test_a_late_start_is_verified_with_who_moved_up():
    tournament = scenes.a_tournament(4, started=False, capacity=3)
    registration.withdraw(tournament=tournament, entry=2, by=None)
    lifecycle.start(tournament=tournament, by=None)
    verify_tournament(store.load(tournament))


def imported(stored):
    """The same tournament as a report would tell it: all in one append, up to a place."""
    last = max(place for place, item in enumerate(stored) if type(item.event) is RoundPaired)
    first = stored[0]._replace(event=replace(stored[0].event, imported=True))
    replaces = [item._replace(time=first.time) for item in stored[1:last]]
    return last, [first, *replaces, *stored[last:]]


def test_what_was_paired_elsewhere_is_not_ours_to_prove_and_what_follows_is(stored):
    last, events = imported(stored)
    second = [place for place, event in enumerate(events) if type(event.event) is RoundPaired][1]
    events[second] = events[second]._replace(event=replace(events[second].event, seen=0))
    verify_tournament(iter(events))
    events[last] = events[last]._replace(event=replace(events[last].event, seen=0))
    with pytest.raises(Broken) as broken:
        verify_tournament(iter(events))
    assert broken.value.version == events[last].version
