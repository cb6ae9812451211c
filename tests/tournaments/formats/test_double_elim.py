"""Double elimination, from the announcement to the archive that proves itself, with a second grand final."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from eventlog import store
from games.models import key_of
from games.rules import Illegal
from tests.tournaments import scenes
from tournaments.domain import lifecycle
from tournaments.domain.commands import results, takebacks
from tournaments.domain.formats import format_of
from tournaments.domain.queries.correction_preview import what_if
from tournaments.domain.standings import places_of
from tournaments.domain.state import Board, Status, TournamentFold
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.trf_form import read_trf, to_trf
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

WON, LOST = (Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN)


def higher(board: Board) -> tuple[Mark, Mark]:
    return WON if board.leg.red < board.leg.blue else LOST


def lower(board: Board) -> tuple[Mark, Mark]:
    return LOST if board.leg.red < board.leg.blue else WON


def pairs(fold: TournamentFold, round: int) -> list[set[int]]:
    return [set(board.entries) for board in fold.rounds[round - 1].boards]


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal.code


def other_way(fold: TournamentFold, round: int, board: int) -> dict[str, Any]:
    """The last game of a match with the other result."""
    leg = fold.rounds[round - 1].boards[board - 1].leg
    assert leg.marks is not None
    red, blue = reversed(leg.marks)
    return {"round": round, "board": board, "red": red, "blue": blue}


def test_thirteen_with_a_match_corrected_and_a_second_grand_final(client: Client, tmp_path: Path) -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(13, format="double_elim", owner=owner)
    fold = scenes.play_round(event, higher)
    assert (fold.planned, pairs(fold, 1)) == (9, [{8, 9}, {4, 13}, {5, 12}, {7, 10}, {6, 11}])
    fold = scenes.next_round(event)
    assert pairs(fold, 2) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}, {12, 13}]

    # 13 has beaten 4: it goes on instead, and 4 falls.
    wrong = {"tournament": event, **other_way(fold, 1, 2)}
    correct = {**wrong, "by": owner, "reason": "They wrote it down the wrong way round."}
    (different,) = what_if(**wrong)
    changed = [(set(was or ()), set(instead or ())) for _number, was, instead in different.boards]
    assert (different.round, changed) == (2, [({4, 5}, {5, 13}), ({12, 13}, {4, 12})])
    assert refused(lambda: results.correct_result(**correct)) == "winner-went-on"
    fold = takebacks.take_back_matches(tournament=event, by=owner, round=1, board=2, reason="One result was wrong.")
    assert [board.number for board in fold.rounds[1].boards if board.taken_back] == [2, 5]
    results.correct_result(**correct)
    fold = takebacks.pair_matches_anew(tournament=event, by=owner)
    assert pairs(fold, 2) == [{1, 8}, {5, 13}, {2, 7}, {3, 6}, {4, 12}]

    scenes.play_on(event, higher)
    while len(fold.rounds) < 7:
        fold = scenes.play_round(event, higher)
    assert [pairs(fold, number) for number in range(3, 8)] == [
        [{7, 9}, {4, 6}, {8, 10}, {11, 13}],
        [{1, 5}, {2, 3}, {4, 7}, {8, 11}],
        [{4, 5}, {3, 8}],
        [{1, 2}, {3, 4}],
        [{2, 3}],
    ]
    fold = scenes.play_round(event, lower)
    assert (pairs(fold, 8), fold.planned, format_of(fold).is_out(fold, 1)) == ([{1, 2}], 9, False)
    fold = scenes.play_out(event, higher)
    assert (pairs(fold, 9), fold.status) == ([{1, 2}], Status.FINISHED)
    assert places_of(fold) == {
        **{entry: entry for entry in (1, 2, 3, 4)},
        **dict.fromkeys((5, 8), 5),
        **dict.fromkeys((7, 11), 7),
        **dict.fromkeys((6, 9, 10, 13), 9),
        12: 13,
    }
    verify_tournament(iter(store.load(event)))

    key = key_of(event)
    pages = {
        name: client.get(reverse(f"tournaments:{name}", args=[key]), follow=True)
        for name in ("tournament", "bracket", "standings", "rounds", "entries", "podium", "log")
    }
    assert {name for name, page in pages.items() if page.status_code != 200} == set()
    drawn = pages["bracket"].content.decode()
    assert (drawn.count('class="bracket"'), drawn.count("Losers’ bracket: Round")) == (2, 6)
    assert drawn.count("Winners’ bracket and grand final: Second grand final") == 1
    shown = pages["standings"].content.decode()
    assert [shown.count(words) for words in ("winner<", "out in: Second grand final", "out in: Round 3")] == [1, 1, 4]
    for entry in (1, 9, 12):
        card = reverse("tournaments:card", args=[key, entry])
        assert client.get(card, follow=True).status_code == 200
    asked = reverse("api:event-bracket", args=[key])
    matches = client.get(asked, {"round": 2}).json()["matches"]
    assert [(item["part"], item["position"], item["upper"], item["lower"]) for item in matches[3:6]] == [
        ("winners", 4, 3, 6),
        ("losers", 1, 0, 9),
        ("losers", 2, 4, 12),
    ]
    record = record_of(event, fold)
    for file in (read_json(to_json(record).decode()), read_trf(to_trf(record, places(fold)))):
        ranked = FORMATS[file.format].places_in_file(file.crosstable(), None)
        assert ranked is not None
        assert (file.format, {item.number: item.place for item in ranked}) == ("double_elim", places_of(fold))
    archive = tmp_path / "event.zip"
    call_command("export_event", key, out=archive)
    zipfile.ZipFile(archive).extract("check_event.py", tmp_path)
    checked = [sys.executable, "-I", tmp_path / "check_event.py", archive]
    done = subprocess.run(checked, capture_output=True, text=True, check=False, cwd=tmp_path, env={})
    assert (done.returncode, done.stderr) == (0, "")
    assert "13 places follow from the results, by the bracket." in done.stdout


def test_the_second_grand_final_falls_away_and_comes_back() -> None:
    owner = scenes.an_owner()
    event = scenes.a_tournament(3, format="double_elim", owner=owner)
    for _round in range(4):
        fold = scenes.play_round(event, higher)
    assert ([pairs(fold, number) for number in range(1, 5)], fold.planned) == (
        [[{2, 3}], [{1, 2}], [{2, 3}], [{1, 2}]],
        4,
    )
    correct = {"tournament": event, "by": owner, "reason": "The other one won."}
    fold = results.correct_result(**correct, **other_way(fold, 4, 1))
    assert fold.planned == 5
    fold = scenes.next_round(event)
    assert pairs(fold, 5) == [{1, 2}]
    back = other_way(fold, 4, 1)
    assert refused(lambda: results.correct_result(**correct, **back)) == "winner-went-on"
    takebacks.take_back_round(tournament=event, by=owner, round=5, reason="It was right at first.")
    fold = results.correct_result(**correct, **back)
    assert fold.planned == 4
    fold = lifecycle.finish(tournament=event, by=None)
    assert (fold.status, places_of(fold)) == (Status.FINISHED, {1: 1, 2: 2, 3: 3})
    assert refused(lambda: results.correct_result(**correct, **other_way(fold, 4, 1))) == "places-follow"
    verify_tournament(iter(store.load(event)))


def test_a_match_that_nobody_wins_puts_both_out() -> None:
    event = scenes.a_tournament(4, format="double_elim", best_of=3)
    both_lose = (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    fold = scenes.play_round(event, lambda board: both_lose if 4 in board.entries else higher(board))
    assert [format_of(fold).is_out(fold, entry) for entry in (1, 2, 3, 4)] == [True, False, False, True]
    assert [len(board.legs) for board in fold.rounds[0].boards] == [1, 2]
    fold = scenes.play_out(event, higher)
    assert [pairs(fold, number) for number in range(2, len(fold.rounds) + 1)] == [[], [], [{2, 3}]]
    assert places_of(fold) == {2: 1, 3: 2, 1: 3, 4: 3}
    verify_tournament(iter(store.load(event)))
