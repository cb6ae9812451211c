"""Tournaments as programs read them: what is published, and no more."""

from __future__ import annotations

import pytest

from games.models import key_of
from players.models import Player
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.tournaments.scenes import a_tournament, next_round, play_round
from tournaments.domain import organising, running
from tournaments.domain.queries import fold_of, standings_of
from tournaments.domain.terms import usual_terms

pytestmark = pytest.mark.django_db


def test_an_event_is_read_as_it_stands() -> None:
    event = a_tournament(6)
    play_round(event)
    next_round(event)
    api, key, fold = Program(), key_of(event), fold_of(event)
    at = f"tournaments/{key}/"
    answers = {
        "tournaments/": api.get("tournaments/", when="running"),
        "tournaments/{key}/": api.get(at),
        "tournaments/{key}/entries/": api.get(f"{at}entries/", limit=4),
        "tournaments/{key}/rounds/{number}/": api.get(f"{at}rounds/2/"),
        "tournaments/{key}/standings/": api.get(f"{at}standings/"),
        "tournaments/{key}/report/": api.get(f"{at}report/"),
    }
    assert [what for path, answer in answers.items() for what in fits(path, answer)] == []
    by_format = [len(api.get("tournaments/", format=one).json()["tournaments"]) for one in ("swiss", "round_robin")]
    assert sorted(by_format) == [0, 1]  # it is a filter here, and not how the framework has answers written
    assert code_of(api.get(at, format="json")) == (400, "unknown-parameters")
    listed, whole, entries, round, standings, report = (one.json() for one in answers.values())
    assert [one["key"] for one in listed["tournaments"]] == [key]
    assert [one["decided"] for one in whole["rounds_paired"]] == [True, False]
    assert ([one["entry"] for one in entries["entries"]], entries["next"]) == ([1, 2, 3, 4], 4)
    assert api.get(f"{at}entries/", after=4).json()["next"] is None
    boards = [(board.number, *board.entries) for board in fold.rounds[1].boards]
    assert [(one["board"], one["red"]["entry"], one["blue"]["entry"]) for one in round["pairings"]] == boards
    places = [(one.place, one.points, fold.order[one.number - 1]) for one in standings_of(fold)]
    assert [(one["place"], one["points"], one["entry"]["entry"]) for one in standings["standings"]] == places
    assert report["text"].startswith("012 Open")


def test_drafts_and_rounds_that_are_not_published_are_not_there() -> None:
    event = a_tournament(4)
    owner = fold_of(event).terms and next(iter(fold_of(event).roles))
    running.pair(tournament=event, by=owner)
    api, key = Program(), key_of(event)
    hidden = fold_of(event).rounds[-1].hidden
    assert hidden is (api.get(f"tournaments/{key}/rounds/1/").status_code == 404)
    draft = organising.create_tournament(
        owner=Player.objects.create(name="Una").id, terms=usual_terms("barrage", real=True), name="Draft"
    )
    assert code_of(api.get(f"tournaments/{key_of(draft)}/")) == (404, "not-found")
    assert code_of(api.get("tournaments/", before=key_of(draft))) == (400, "cursor")
