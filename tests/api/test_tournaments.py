"""Tournaments as programs read them: what is published, and no more."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from games.models import key_of
from tests.api.asking import Program, code_of
from tests.api.test_schema import fits
from tests.tournaments.scenes import a_tournament, next_round, play_round
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of
from tournaments.domain.terms import usual_terms
from tournaments.presentation.log import history_of, log_rows
from tournaments.presentation.sheet import sheet_of
from tournaments.scoring.points import Mark

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
        "tournaments/{key}/entries/{number}/": api.get(f"{at}entries/1/"),
        "tournaments/{key}/crosstable/": api.get(f"{at}crosstable/", limit=2),
        "tournaments/{key}/log/": api.get(f"{at}log/", limit=3),
        "tournaments/{key}/calendar/": api.get(f"{at}calendar/"),
    }
    assert [what for path, answer in answers.items() for what in fits(path, answer)] == []
    by_format = [len(api.get("tournaments/", format=name).json()["tournaments"]) for name in ("swiss", "round_robin")]
    assert sorted(by_format) == [0, 1]  # it is a filter here, and not how the framework has answers written
    assert code_of(api.get(at, format="json")) == (400, "unknown-parameters")
    listed, whole, entries, round, standings, report, card, crosstable, log, calendar = (
        answer.json() for answer in answers.values()
    )
    assert [item["key"] for item in listed["tournaments"]] == [key]
    assert [item["decided"] for item in whole["rounds_paired"]] == [True, False]
    assert ([entry["entry"] for entry in entries["entries"]], entries["next"]) == ([1, 2, 3, 4], 4)
    assert api.get(f"{at}entries/", after=4).json()["next"] is None
    boards = [(board.number, *board.entries) for board in fold.rounds[1].boards]
    assert [(item["board"], item["red"]["entry"], item["blue"]["entry"]) for item in round["pairings"]] == boards
    places = [(standing.place, standing.points, fold.order[standing.number - 1]) for standing in standings_of(fold)]
    assert [
        (standing["place"], standing["points"], standing["entry"]["entry"]) for standing in standings["standings"]
    ] == places
    assert report["text"].startswith("012 Open")
    sheet = sheet_of(event, fold)
    for result in card["tiebreaks"]:  # what a value is made of, and the value that the standings have
        number = sum(part["value"] for part in result["parts"] if not part["cut"])
        own = next(standing["values"] for standing in standings["standings"] if standing["entry"]["entry"] == 1)
        assert (result["mean"], number) == (False, own[result["slug"]]), result["slug"]
    assert [item["entry"]["number"] for item in crosstable["crosstable"]] == [item.number for item in sheet.final[:2]]
    assert api.get(f"{at}crosstable/", after=crosstable["next"]).json()["next"] is None
    pages, before = list(log["log"]), log["next"]
    while before is not None:
        page = api.get(f"{at}log/", limit=3, before=before).json()
        pages, before = [*pages, *page["log"]], page["next"]
    public = log_rows(sheet, history_of(event))
    assert [page["number"] for page in pages] == list(range(len(public), 0, -1))
    assert (pages[-1]["event"], pages[0]["event"]) == ("tournament-created", "round-begun")
    assert any(entries["entries"][0]["players"][0]["name"] in page["text"] for page in pages)
    assert [(item["round"], item["state"]) for item in calendar["rounds"]] == [(1, "over"), (2, "on")]
    assert whole["terms"]["tiebreaks"] == list(fold.terms.tiebreaks)
    assert whole["staff"][0]["role"] == "owner"
    file = api.get(f"{at}files/standings.csv")
    assert (file["Content-Type"], file.content) == ("text/csv; charset=utf-8", file_of(event, "standings"))


def file_of(event: UUID, name: str) -> bytes:
    return Client().get(f"/tournaments/{key_of(event)}/download/{name}.csv").content


def test_a_bracket_is_read_round_by_round() -> None:
    event = a_tournament(5, format="knockout")
    play_round(event, lambda board: (Mark.WIN, Mark.LOSS) if board.red < board.blue else (Mark.LOSS, Mark.WIN))
    api, at = Program(), f"tournaments/{key_of(event)}/"
    first, last = api.get(f"{at}bracket/"), api.get(f"{at}bracket/", round=3)
    assert fits("tournaments/{key}/bracket/", first) + fits("tournaments/{key}/bracket/", last) == []
    result = [(item["upper"], item["lower"], item["winner"]) for item in first.json()["matches"]]
    assert result == [(1, 0, 1), (4, 5, 4), (2, 0, 2), (3, 0, 3)]
    assert last.json()["matches"][0]["winner"] is None
    assert code_of(api.get(f"{at}bracket/", round=4)) == (404, "not-found")
    assert code_of(api.get(f"{at}crosstable/")) == (404, "not-found")


def test_drafts_and_rounds_that_are_not_published_are_not_there() -> None:
    event = a_tournament(4)
    owner = fold_of(event).terms and next(iter(fold_of(event).roles))
    lifecycle.pair(tournament=event, by=owner)
    api, key = Program(), key_of(event)
    hidden = fold_of(event).rounds[-1].hidden
    assert hidden is (api.get(f"tournaments/{key}/rounds/1/").status_code == 404)
    draft = organization.create_tournament(
        owner=Player.objects.create(name="Una").id, terms=usual_terms("barrage", real=True), name="Draft"
    )
    assert code_of(api.get(f"tournaments/{key_of(draft)}/")) == (404, "not-found")
    assert code_of(api.get("tournaments/", before=key_of(draft))) == (400, "cursor")
