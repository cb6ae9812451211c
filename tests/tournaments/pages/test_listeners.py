"""Open pages are told of a tournament once its events are committed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.template import Context, Template

from games.models import key_of
from tests.realtime.test_changes import heard
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.queries.tournaments import fold_of
from tournaments.tasks import run_all


def test_each_command_tells_the_version(fresh_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the sweep once more: who moved it on may have died before that."""
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())
    tournament = a_tournament(4, rounds=2)
    run_all()
    with heard() as messages:
        next_round(tournament)
    with heard() as again:
        run_all()
    key, version = key_of(tournament), fold_of(tournament).version
    topic = f"tournament:{key}"

    def of_it(messages: list[Any]) -> list[Any]:
        return [notice for message in messages for notice in message if notice[0] == topic]

    now = [topic, {"k": f"t-{key}", "v": version}]
    assert (of_it(messages), of_it(again)) == ([[topic, {"k": f"t-{key}", "v": version - 1}], now], [now])


def test_a_page_names_what_it_shows_and_where_to_ask() -> None:
    markup = Template("{% load tournament_live %}{% live_tournament key 7 %}").render(Context({"key": "NQm6nKp8qFD"}))
    assert markup == ('data-live="t-NQm6nKp8qFD" data-version="7" data-live-check="/tournaments/NQm6nKp8qFD/version/"')
