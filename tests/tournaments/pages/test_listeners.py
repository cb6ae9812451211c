"""Open pages are told of a tournament once its events are committed."""

from __future__ import annotations

from django.template import Context, Template

from games.models import key_of
from tests.tournaments.scenes import a_tournament, next_round
from tests.web.test_changes import heard
from tournaments.domain.queries import fold_of


def test_each_command_tells_the_version(fresh_database: str) -> None:
    tournament = a_tournament(4, rounds=2)
    with heard() as messages:
        next_round(tournament)
    key, version = key_of(tournament), fold_of(tournament).version
    topic = f"tournament:{key}"
    told = [notice for message in messages for notice in message if notice[0] == topic]  # type: ignore[attr-defined]
    assert told == [[topic, {"k": f"t-{key}", "v": version - 1}], [topic, {"k": f"t-{key}", "v": version}]]


def test_a_page_names_what_it_shows_and_where_to_ask() -> None:
    markup = Template("{% load tournament_live %}{% live_tournament key 7 %}").render(Context({"key": "NQm6nKp8qFD"}))
    assert markup == ('data-live="t-NQm6nKp8qFD" data-version="7" data-live-check="/tournaments/NQm6nKp8qFD/version/"')
