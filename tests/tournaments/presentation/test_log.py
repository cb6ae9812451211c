"""The log knows every kind of event: in words, or as what only those concerned see."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client

from eventlog import store
from eventlog.registry import Stored
from games.models import key_of
from tests.tournaments.scenes import a_tournament, play_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import rounds
from tournaments.domain.events import EntryWithdrawn, check_covered
from tournaments.domain.queries.tournaments import fold_of
from tournaments.presentation import log
from tournaments.presentation.log import HIDDEN, KINDS, WORDS, decisions_apart


def test_no_event_is_told_and_hidden() -> None:
    with pytest.raises(TypeError, match=r"log does not cover the events: .*EntryWithdrawn"):
        check_covered("log", [word for word in (*WORDS, *HIDDEN) if word is not EntryWithdrawn])
    assert WORDS.keys() & set(HIDDEN) == set()


def test_what_filters_show_is_told() -> None:
    assert {kind for _name, kinds in KINDS.values() for kind in kinds} <= WORDS.keys()


@pytest.mark.django_db
def test_of_a_long_log_that_was_shown_only_what_came_since_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "LONG", 10)
    read: list[int] = []
    load = store.load

    def counted(stream: UUID, *, after: int = 0) -> Iterator[Stored]:
        for event in load(stream, after=after):
            read.append(event.version)
            yield event

    monkeypatch.setattr(store, "load", counted)
    tournament = a_tournament(4, rounds=3)
    play_round(tournament)
    version = fold_of(tournament).version
    assert len(log.history_of(tournament)) == len(log.history_of(tournament)) == version
    assert read == list(range(1, version + 1))
    lifecycle.pair(tournament=tournament, by=None)
    assert log.history_of(tournament) == tuple(load(tournament))
    assert read == list(range(1, version + 2))
    others = [a_tournament(10), a_tournament(10)]  # two others make it go
    assert [len(log.history_of(other)) > 10 for other in others] == [True, True]
    read.clear()
    log.history_of(tournament)
    assert read == list(range(1, version + 2))


@pytest.mark.django_db
def test_decisions_stand_above_what_went_by_itself(client: Client) -> None:
    tournament = a_tournament(4, rounds=3)
    owner = next(iter(fold_of(tournament).roles))
    play_round(tournament)
    lifecycle.pair(tournament=tournament, by=None)
    rounds.unpair(tournament=tournament, by=owner, reason="Tables moved.")
    play_round(tournament)
    page = client.get(f"/tournaments/{key_of(tournament)}/log/").content.decode()
    decided, happened = page[page.index("What was decided") :].split("What happened")
    assert ("Tables moved." in decided, "Tables moved." in happened) == (True, False)
    assert ("Round 1 is over" in decided, "Round 1 is over" in happened) == (False, True)
    history = list(store.load(tournament))
    parts = decisions_apart(history)
    assert sorted(item.version for part in parts for item in part) == [item.version for item in history]
