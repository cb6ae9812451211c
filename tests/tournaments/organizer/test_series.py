"""A season: three events with the best two results of each player, and the calendar of all of them."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments.organizer.people import address, person, words
from tests.tournaments.scenes import a_tournament, play_out, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands.people import NewEntry, NewPerson, enter_people
from tournaments.domain.commands.series import add_to_series, keep_series
from tournaments.domain.queries.series_standings import events_of, standings_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Board
from tournaments.domain.verification import verify_tournament
from tournaments.models import Announcement, EventSeries
from tournaments.scoring.points import Mark
from tournaments.scoring.series import SeriesResult, series_standings

RESULTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(1, 6), st.integers(0, 60)),
    max_size=24,
    unique_by=lambda item: item[:2],
)


def higher(board: Board) -> tuple[Mark, Mark]:
    return (Mark.WIN, Mark.LOSS) if board.leg.red < board.leg.blue else (Mark.LOSS, Mark.WIN)


@given(RESULTS, st.integers(0, 4), st.lists(st.integers(0, 30), max_size=8).map(lambda row: sorted(row, reverse=True)))
def test_the_best_count_and_no_more_points_come_out_than_the_places_have(
    rows: list[tuple[int, int, int, int]], best: int, table: list[int]
) -> None:
    results = [SeriesResult(event, who, place, points) for event, who, place, points in rows]
    standings = series_standings(results, best=best, table=table)
    assert {row.who for row in standings} == {result.who for result in results}
    for row in standings:
        left = [value for event, value in row.points.items() if event not in row.counted]
        assert row.total == sum(row.points[event] for event in row.counted)
        assert len(row.counted) == min(best or len(row.points), len(row.points))
        assert all(value <= min(row.points[event] for event in row.counted) for value in left)
    for above, below in pairwise(standings):
        assert (above.place, -above.total) <= (below.place, -below.total)
    if not table:
        assert sum(sum(row.points.values()) for row in standings) == Fraction(sum(row[3] for row in rows), 10)


def test_who_shares_a_place_shares_its_points_and_a_further_result_is_more_than_none() -> None:
    shared = [SeriesResult(0, who, place, 0) for who, place in (("Ada", 1), ("Bob", 2), ("Cyd", 2), ("Dan", 4))]
    rows = series_standings([*shared, SeriesResult(1, "Cyd", 4, 0)], best=1, table=[10, 6, 4, 1])
    assert [(row.place, row.who, row.total, row.wins) for row in rows] == [
        (1, "Ada", 10, 1),
        (2, "Cyd", 5, 0),
        (3, "Bob", 5, 0),
        (4, "Dan", 1, 0),
    ]


@pytest.mark.django_db
def test_a_season_of_three_events_with_the_best_two_results() -> None:
    ada, staff = person("Ada")
    owner, players = ada.player.id, [player.id for player in some_players(3)]
    made = staff.post("/tournaments/series/", {"name": "Season 2026", "best": "2", "points": "10, 6 3"})
    season = EventSeries.objects.get()
    page = f"/tournaments/series/{season.key}/"
    assert (made.status_code, made.url) == (303, page)
    # Each time somebody else is not there; of those who are the first wins. Jan Smit has no number at first.
    fields = [players, players[1:], [players[2], players[0]]]
    events = []
    for field in fields:
        event = a_tournament(field, format="round_robin", started=False, owner=owner)
        smit = NewPerson("Jan Smit", fide="101" if events else "")
        enter_people(tournament=event, entries=[NewEntry((smit,))], by=None)
        assert staff.post(page, {"do": "add", "event": key_of(event)}).status_code == 303
        lifecycle.start(tournament=event, by=None)
        assert len(standings_of(season, events_of(season))) == (4 if events else 0)  # it counts once it is over
        play_out(event, higher)
        verify_tournament(store.load(event))
        assert Client().get(address(event, "download/archive.zip")).status_code == 200
        events.append(event)
    rows = standings_of(season, events_of(season))
    assert [(row.place, row.who, row.total, sorted(row.counted)) for row in rows] == [
        (1, players[2], 16, [1, 2]),
        (2, players[0], 16, [0, 2]),
        (2, players[1], 16, [0, 1]),
        (4, fold_of(events[2]).entries[3].players[0], 6, [1, 2]),
    ]
    visitor = Client()
    shown = words(visitor.get(page))
    assert ("Season 2026" in shown, "(3)" in shown, "Add an event" in shown) == (True, True, False)
    assert page in words(visitor.get(address(events[0])))
    calendar = visitor.get(f"{page}calendar.ics")
    assert len(re.findall(b"BEGIN:VEVENT", calendar.content)) == 3
    assert staff.post(page, {"do": "remove", "event": key_of(events[0])}).status_code == 303
    assert [row.total for row in standings_of(season, events_of(season))] == [16, 10, 6, 6]
    assert "Its events stay" in words(staff.post(page, {"do": "delete"}))
    assert EventSeries.objects.exists()  # asked first
    staff.post(page, {"do": "delete", "sure": "1"})
    assert (EventSeries.objects.count(), Announcement.objects.filter(series__isnull=False).count()) == (0, 0)


@pytest.mark.django_db
def test_a_name_is_nobodys_account_and_namesakes_of_one_event_stay_apart() -> None:
    ada, _staff = person("Ada")
    season = keep_series(owner=ada.player.id, name="Season")
    for _time in range(2):
        event = a_tournament([ada.player.id], format="round_robin", started=False, owner=ada.player.id)
        typed = ["ada", "Jan Smit", "Jan Smit"] if not _time else ["Ada", "Jan Smit"]
        enter_people(tournament=event, entries=[NewEntry((NewPerson(name),)) for name in typed], by=None)
        add_to_series(owner=ada.player.id, series=season.id, tournament=event)
        lifecycle.start(tournament=event, by=None)
        play_out(event, higher)
    results = sorted(len(row.points) for row in standings_of(season, events_of(season)))
    assert results == [1, 1, 1, 2, 2]  # three Jan Smits; whoever is called Ada, twice; and Ada


@pytest.mark.django_db
def test_only_who_organises_an_event_adds_it_and_only_the_owner_changes_a_series() -> None:
    (ada, staff), (bob, other) = person("Ada"), person("Bob")
    mine, theirs = (keep_series(owner=who.player.id, name="Season") for who in (ada, bob))
    event = a_tournament(2, started=False, owner=ada.player.id)
    page = f"/tournaments/series/{theirs.key}/"
    refused = other.post(page, {"do": "add", "event": key_of(event)})
    assert (refused.status_code, events_of(theirs)) == (403, [])
    for do in ("add", "keep", "remove", "delete"):
        sent = {"do": do, "event": key_of(event), "name": "Theirs", "sure": "1"}
        assert staff.post(page, sent).status_code == 403
    bad = staff.post(f"/tournaments/series/{mine.key}/", {"do": "keep", "name": "Kept words", "points": "1 2"})
    assert (bad.status_code, "Kept words" in words(bad), "none more than" in words(bad)) == (422, True, True)
    draft = a_tournament(2, started=False, owner=ada.player.id)
    add_to_series(owner=ada.player.id, series=mine.id, tournament=event)
    with pytest.raises(Illegal, match="no-series"):
        add_to_series(owner=bob.player.id, series=mine.id, tournament=draft)
