"""A Swiss with a top cut, from its first round to the final."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tests.tournaments.formats.test_group_stage import higher, pairs, refused
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, registration, results
from tournaments.domain.consequences import takes_entries
from tournaments.domain.formats import pairs_by_score
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import places_of, standings_of
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.exports import record_of
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def test_the_best_of_a_swiss_play_a_knockout(client: Client) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(10, format="swiss_cut", owner=owner, rounds=3, cut=4, half_byes=1)
    fold = fold_of(event)
    assert (fold.planned, pairs_by_score(fold)) == (5, True)
    scenes.play_round(event, higher)
    registration.withdraw(tournament=event, entry=1, by=owner)
    byes.request_bye(tournament=event, entry=10, round=3, kind="half", by=owner)
    assert refused(lambda: byes.request_bye(tournament=event, entry=9, round=4, kind="zero", by=owner)) == "no-byes"
    for _round in range(2):
        scenes.play_round(event, higher)
    fold = fold_of(event)
    swiss = [fold.order[standing.number - 1] for standing in standings_of(fold)]
    best = [entry for entry in swiss if entry != 1][:4]
    assert not pairs_by_score(fold)
    fold = scenes.next_round(event)
    assert pairs(fold, 4) == [{best[0], best[3]}, {best[1], best[2]}]
    assert [fold.order[standing.number - 1] for standing in standings_of(fold, after=3)] == swiss
    fold = scenes.play_on(event, higher)
    fold = scenes.play_out(event, higher)
    ranked = sorted(places_of(fold), key=lambda entry: (places_of(fold)[entry], entry))
    finalists = sorted(min(pair) for pair in ({best[0], best[3]}, {best[1], best[2]}))
    assert (ranked[:2], set(ranked[2:4]), set(ranked[4:])) == (
        finalists,
        set(best) - set(finalists),
        set(swiss) - set(best),
    )
    # Points and tie-breaks are those of the Swiss, whatever was won since.
    before = {standing.number: (standing.points, standing.values) for standing in standings_of(fold, after=3)}
    assert {standing.number: (standing.points, standing.values) for standing in standings_of(fold)} == before
    verify_tournament(iter(store.load(event)))
    key = key_of(event)
    for name in ("tournament", "standings", "crosstable", "bracket", "rounds", "entries", "podium", "log"):
        assert client.get(reverse(f"tournaments:{name}", args=[key]), follow=True).status_code == 200, name
    words = client.get(reverse("tournaments:standings", args=[key])).content.decode()
    assert ("winner" in words, "out in: Final" in words, "out in: Semi-finals" in words) == (True, True, True)
    record = record_of(event, fold)
    again = read_json(to_json(record).decode())
    assert (again.terms_in_file["cut"], again.terms_in_file["swiss_rounds"]) == (4, 3)


def test_a_result_of_the_swiss_on_which_the_bracket_rests_stands() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(6, format="swiss_cut", owner=owner, rounds=2, cut=2, tiebreaks=("seed",))
    for _round in range(2):
        scenes.play_round(event, higher)
    scenes.next_round(event)
    fold = fold_of(event)
    (finalists,) = pairs(fold, 3)
    assert 1 in finalists
    (board,) = (board for board in fold.rounds[1].boards if 1 in board.entries)
    lost = (Mark.LOSS, Mark.WIN) if board.leg.red == 1 else (Mark.WIN, Mark.LOSS)
    with pytest.raises(Illegal) as error:
        results.correct_result(
            tournament=event, round=2, board=board.number, red=lost[0], blue=lost[1], by=owner, reason="Wrong."
        )
    assert error.value.refusal.code == "others-go-on"


def test_who_enters_late_makes_the_knockout_no_longer() -> None:
    event = scenes.a_tournament(4, format="swiss_cut", rounds=3, cut=8, late=2)
    scenes.play_round(event, higher)
    scenes.enter_all(event, [[player.id] for player in scenes.some_players(4)])
    fold = scenes.play_out(event, higher)
    assert [len(round.boards) for round in fold.rounds] == [2, 4, 4, 2, 1]
    assert sorted(places_of(fold).values())[:2] == [1, 2]
    verify_tournament(iter(store.load(event)))


def test_a_knockout_of_fewer_than_were_planned_is_over_sooner() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(4, format="swiss_cut", owner=owner, rounds=1, cut=4)
    scenes.play_round(event, higher)
    for entry in (3, 4):
        registration.withdraw(tournament=event, entry=entry, by=owner)
    scenes.play_round(event, higher)
    assert refused(lambda: scenes.next_round(event)) == "cannot-pair"
    assert refused(lambda: lifecycle.pair(tournament=event, by=None)) == "cannot-pair"
    fold = fold_of(event)
    automatic = replace(fold, terms=fold.terms.changed(automatic=True))
    assert lifecycle.next_step(automatic, now=timezone.now()) == lifecycle.Step(lifecycle.Do.FINISH)
    assert places_of(lifecycle.finish(tournament=event, by=None)) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_who_has_which_bye_stands_as_well() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(6, format="swiss_cut", owner=owner, rounds=3, cut=6, tiebreaks=("seed",))
    for _round in range(3):
        scenes.play_round(event, higher)
    fold = scenes.next_round(event)
    assert (pairs(fold, 4), [*fold.rounds[3].byes]) == ([{4, 5}, {3, 6}], [1, 2])
    (board,) = (board for board in fold.rounds[1].boards if set(board.entries) == {1, 2})
    assert board.leg.marks is not None
    red, blue = reversed(board.leg.marks)
    wrong = {"round": 2, "board": board.number, "red": red, "blue": blue, "reason": "Wrong."}
    assert refused(lambda: results.correct_result(tournament=event, by=owner, **wrong)) == "others-go-on"


def test_nobody_enters_once_the_knockout_is_next() -> None:
    event = scenes.a_tournament(4, format="swiss_cut", rounds=1, cut=2, late=2)
    (player,) = scenes.some_players(1)
    assert takes_entries(fold_of(event))
    scenes.play_round(event, higher)
    assert refused(lambda: registration.enter(tournament=event, players=[player.id], by=player.id)) == "entries-closed"
