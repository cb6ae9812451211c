"""A Swiss of nine teams over four boards from announcement to archive: a bye each round, and a match that nobody came
to."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

import pytest
from django.test import Client

from games.models import key_of
from tests.api.asking import Program
from tests.scenes import account
from tests.tournaments.files.exchange.test_going_on import paired_here
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.scenes import an_owner
from tests.tournaments.teams.scenes import a_cup, begin, hand_in, pair, play_match
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, results
from tournaments.domain.pairing_numbers import table_to_pair
from tournaments.domain.queries.tournaments import fold_of, published_fold_of
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.event_archive import archive_of
from tournaments.files.exchange.exports import places, record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.trf_form import read_trf, to_trf
from tournaments.pairing.worker import pair_in_worker
from tournaments.presentation.log import history_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

NATIONS = ("Austria", "Belgium", "Canada", "Denmark", "Estonia", "France", "Greece", "Hungary", "Italy")


def _as_the_engine_says(now: TournamentFold, tournament: UUID) -> TournamentFold:
    """The next round, which is the one of the crosstable by C.04.6."""
    table = table_to_pair(now)
    assert table.team_colours == "b"
    wanted = {(pairing.red, pairing.blue or 0) for pairing in pair_in_worker(table).pairings}
    now = pair(tournament)
    assert now.round is not None
    numbers, free = now.numbers, [entry for entry, mark in now.round.byes.items() if mark is Mark.PAIRING_BYE]
    boards = {(numbers[board.red], numbers[board.blue]) for board in now.round.boards}
    assert boards | {(numbers[entry], 0) for entry in free} == wanted
    return now


def test_a_swiss_of_teams() -> None:
    cup, owner, _captains = a_cup(NATIONS, format="swiss", rounds=5, half_byes=1, team_colours="b")
    now = lifecycle.start(tournament=cup, by=owner)
    assert (now.planned, now.terms.ranked_by[0], now.terms.scoring.pairing_bye) == (5, "board-points", 10)
    chance = random.Random(7)

    # Round 1: the upper half meets the lower one, and the last has a bye, which is worth a drawn match.
    now = _as_the_engine_says(now, cup)
    assert now.round is not None
    met = [{now.numbers[entry] for entry in board.entries} for board in now.round.boards]
    assert met == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    leader = now.entries[now.order[0]]
    assert leader.captain is not None
    hand_in(cup, leader.number, leader.captain, (0, 1, 2, 4))
    now = begin(cup)
    assert now.round is not None
    nobody = now.round.boards[3]
    results.forfeit(tournament=cup, by=owner, round=1, board=4, entries=[nobody.blue], reason="Nobody came")
    for board in (1, 2, 3):
        now = play_match(cup, 1, board, chance.randrange(4), 1)
    table = crosstable(now)
    assert (table.points(9), table.row(9).results[0].board_points) == (10, 20)
    won = table.row(now.numbers[nobody.red]).results[0]
    assert (won.mark, won.board_points) == (Mark.FORFEIT_WIN, 40)

    now = byes.request_bye(tournament=cup, entry=now.order[1], round=2, kind="half", by=owner)
    while len(now.rounds) < now.planned:
        _as_the_engine_says(now, cup)
        now = begin(cup)
        assert now.round is not None
        for match in now.round.boards:
            now = play_match(cup, now.round.number, match.number, chance.randrange(4), chance.randrange(2))
    seconds = crosstable(now).row(2).results[1]
    assert (seconds.mark, seconds.board_points) == (Mark.HALF_BYE, 20)
    free = [entry for item in now.rounds for entry, mark in item.byes.items() if mark is Mark.PAIRING_BYE]
    assert len({*free, nobody.red}) == 5  # nobody twice; in round 2 the number of teams is even
    now = lifecycle.finish(tournament=cup, by=owner)
    assert now.status is Status.FINISHED
    verify_tournament(iter(history_of(cup)))

    at = f"/tournaments/{key_of(cup)}/"
    pages = ("", "standings/", "crosstable/", "entries/", "log/", "teams/", "rounds/5/")
    browser = Client()
    shown = {page: browser.get(at + page) for page in pages}
    assert {page: answer.status_code for page, answer in shown.items()} == dict.fromkeys(pages, 200)
    assert "Board points" in shown["crosstable/"].content.decode()
    assert "2½ board points" in shown["crosstable/"].content.decode()
    overview = shown[""].content.decode()
    assert (
        "matches over 4 boards; members sit in the order of the roster" in overview,
        "1 for each team" in overview,
    ) == (True, True)
    assert "310   1 Austria" in browser.get(at + "download/report.trf").content.decode()
    _archive(cup, now)


@pytest.mark.parametrize("format", ["swiss", "round_robin"])
def test_to_import_and_to_pair_is_to_pair_the_event(format: str) -> None:
    cup, owner, captains = a_cup(NATIONS[:5], boards=2, format=format, rounds=4 if format == "swiss" else 0)
    now = lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    hand_in(cup, 2, captains["Belgium"], (1, None) if format == "swiss" else (1, 2))
    begin(cup)
    for board in (1, 2):
        now = play_match(cup, 1, board, board, 1)
    record = record_of(cup, now, apart=True)
    wanted = paired_here(cup)[0]
    for again in (read_json(to_json(record).decode()), read_trf(to_trf(record, places(now)))):
        copy = import_tournament(record=again, choices=choices_for(again, going_on=True), owner=an_owner())
        assert paired_here(copy)[0] == wanted
        assert crosstable(fold_of(copy)).rows == crosstable(now).rows


def test_programs_bring_the_files_of_a_swiss_of_teams_as_they_are() -> None:
    cup, owner, _captains = a_cup(NATIONS[:4], boards=2, format="swiss", rounds=1)
    lifecycle.start(tournament=cup, by=owner)
    pair(cup)
    begin(cup)
    for board in (1, 2):
        now = play_match(cup, 1, board, 2, 0)
    record = record_of(cup, now)
    assert record.tiebreaks[0] == "board-points"
    desk = Program(account("Otto"), "read", "organise")
    for text in (to_json(record).decode(), to_trf(record, places(now))):
        answer = desk.post("imports/", {"text": text, "going_on": False})
        assert (answer.status_code, answer.content) == (201, answer.content)


def _archive(cup: UUID, now: TournamentFold) -> None:
    """Its archive proves itself, and its file makes the same event again."""
    with TemporaryDirectory() as folder:
        for name, content in dict(archive_of(cup, published_fold_of(cup)).files()).items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [sys.executable, str(Path(folder) / "check_event.py"), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    record = record_of(cup, now)
    again = read_json(to_json(record).decode())
    assert again == record
    copy = import_tournament(record=again, choices=choices_for(again), owner=an_owner())
    same = replace(record_of(copy, fold_of(copy)), key=record.key, arbiters=record.arbiters)
    assert same == record
    assert standings_of(fold_of(copy)) == standings_of(now)
