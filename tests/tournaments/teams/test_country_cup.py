"""A country cup from announcement to archive: eight teams over four boards, two groups, semi-finals, a final."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

import pytest
from django.test import Client

from games.models import key_of
from games.rules import Illegal
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.scenes import an_owner
from tests.tournaments.teams.scenes import a_cup, begin, hand_in, pair, play_match
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of, published_fold_of
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.event_archive import archive_of
from tournaments.files.exchange.exports import record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.validation import troubles
from tournaments.presentation.log import history_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

NATIONS = ("Austria", "Belgium", "Canada", "Denmark", "Estonia", "France", "Greece", "Hungary")


def _stronger_wins(fold: TournamentFold, tournament: UUID) -> TournamentFold:
    """In each match of the round the team that is higher seeded wins three boards of four."""
    assert fold.round is not None
    for board in fold.round.boards:
        red_wins = 3 if fold.numbers[board.red] < fold.numbers[board.blue] else 1
        fold = play_match(tournament, fold.round.number, board.number, red_wins)
    return fold


def test_a_country_cup() -> None:
    cup, owner, captains = a_cup(NATIONS, format="group_stage", group_count=2, advance=2)
    now = lifecycle.start(tournament=cup, by=owner)
    assert [now.entries[entry].rating for entry in now.order][:2] == [1998, 1988]  # the mean of the best four
    leads = {entry.number: entry.captain for entry in now.entries.values()}
    assert set(leads.values()) == set(captains.values())

    # Round 1: all hand in but one, who plays with the first of the roster.
    now = pair(cup)
    assert now.round is not None
    late = now.round.boards[0].blue
    for entry, captain in leads.items():
        if entry != late:
            assert captain is not None
            now = hand_in(cup, entry, captain, (0, 1, 2, 4))
    now = begin(cup)
    assert now.round is not None
    first = now.round.boards[0]
    roster = now.entries[late].roster
    assert first.lineups[late] == roster[:4]
    assert first.lineups[first.red] == tuple(now.entries[first.red].roster[place] for place in (0, 1, 2, 4))
    late_captain = leads[late]
    assert late_captain is not None
    with pytest.raises(Illegal) as refused:
        hand_in(cup, late, late_captain, (0, 1, 2, 3))
    assert refused.value.refusal.code == "nothing-paired"
    assert [(leg.red, leg.blue) for leg in first.legs] == [first.entries, first.entries[::-1]] * 2
    now = _stronger_wins(now, cup)

    # Rounds 2 and 3 of the groups.
    while len(now.rounds) < 3:
        now = pair(cup)
        now = _stronger_wins(begin(cup), cup)
    table = crosstable(now)
    tops = [table.points(number) for number in (1, 2, 3, 4)]
    assert tops == [60, 60, 40, 40]  # match points in tenths: two for each match

    # One board of the groups is corrected: board points change, and the match with them.
    board = now.rounds[2].boards[0]
    stronger = min(board.entries, key=now.numbers.__getitem__)
    lost = next(
        at for at, leg in enumerate(board.legs, 1) if leg.marks and (leg.marks[0] is Mark.WIN) != (leg.red == stronger)
    )
    leg = board.legs[lost - 1]
    marks = (Mark.DRAW, Mark.DRAW)
    now = results.correct_result(
        tournament=cup, by=owner, round=3, board=1, leg=lost, red=marks[0], blue=marks[1], reason="Slip read wrongly."
    )
    assert now.rounds[2].boards[0].legs[lost - 1].corrected == (leg.marks,)
    assert now.rounds[2].boards[0].halves[stronger] == 7

    # Semi-finals and a final that is drawn at the boards: who won at the first board goes on.
    now = _stronger_wins((pair(cup), begin(cup))[1], cup)
    now = (pair(cup), begin(cup))[1]
    assert now.round is not None
    assert len(now.round.boards) == 1
    final = now.round.boards[0]
    now = play_match(cup, 5, 1, red_wins=1, draws=2)
    assert now.rounds[4].boards[0].halves == {final.red: 4, final.blue: 4}
    assert now.rounds[4].boards[0].winner == final.red
    now = lifecycle.finish(tournament=cup, by=owner)
    assert now.status is Status.FINISHED
    assert now.order[standings_of(now)[0].number - 1] == final.red

    verify_tournament(iter(history_of(cup)))
    _read(cup)
    _archive(cup, now)


def _read(cup: UUID) -> None:
    """What everybody sees of it."""
    browser, at = Client(), f"/tournaments/{key_of(cup)}/"
    pages = (
        "",
        "standings/",
        "crosstable/",
        "groups/",
        "bracket/",
        "entries/",
        "log/",
        "teams/",
        "teams/1/",
        "rounds/5/",
    )
    assert {page: browser.get(at + page).status_code for page in pages} == dict.fromkeys(pages, 200)
    round, crosstable = (browser.get(at + page).content.decode() for page in ("rounds/1/", "crosstable/"))
    assert all(text in round for text in ("Austria", "Austria 5", "3 – 1"))
    assert "Board points" in browser.get(at + "groups/").content.decode() + crosstable
    assert browser.get(at + "download/report.trf").status_code == 404
    rated = browser.get(at + "download/rating.csv").content.decode()
    assert len([line for line in rated.splitlines() if line.endswith(("played", "forfeit"))]) == 4 * (12 + 2 + 1)


def _archive(cup: UUID, now: TournamentFold) -> None:
    """Its archive proves itself, and its file makes the same event again."""
    files = dict(archive_of(cup, published_fold_of(cup)).files())
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        done = subprocess.run(
            [sys.executable, str(Path(folder) / "check_event.py"), folder], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    record = record_of(cup, now)
    again = read_json(to_json(record).decode())
    assert again == record
    assert list(troubles(again)) == []
    copy = import_tournament(record=again, choices=choices_for(again), owner=an_owner())
    same = replace(record_of(copy, fold_of(copy)), key=record.key, arbiters=record.arbiters, own=record.own)
    assert same == record
    assert standings_of(fold_of(copy)) == standings_of(now)
