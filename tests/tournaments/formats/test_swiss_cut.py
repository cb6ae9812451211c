"""A Swiss with a top cut, from its first round to the final."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tests.tournaments.formats.test_group_stage import higher, pairs, refused
from tournaments.domain.commands import byes, registration, results
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
