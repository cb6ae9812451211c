"""An arena: who waits plays at once, wins in a row count double, and all of it from its announcement to its archive."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from eventlog import store
from eventlog.registry import Broken
from games.domain import commands
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.models import key_of
from games.rules import Illegal, Seat
from tests.notices.people import times
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.files.exchange.test_imports import choices_for
from tests.tournaments.games import open_games, set_up
from tests.tournaments.organizer.people import person
from tournaments.domain import lifecycle
from tournaments.domain.commands import registration, results, takebacks
from tournaments.domain.consequences import takes_entries
from tournaments.domain.events import BoardsAdded
from tournaments.domain.queries.tournaments import blockers, fold_of
from tournaments.domain.standings import crosstable, standings_of
from tournaments.domain.state import Board, Presence, Status, TournamentFold
from tournaments.domain.terms import check_terms, usual_terms
from tournaments.domain.verification import verify_tournament
from tournaments.files.exchange.event_archive import archive_of, proofs_of
from tournaments.files.exchange.exports import record_of
from tournaments.files.exchange.imports import import_tournament
from tournaments.files.formats.json_form import read_json, to_json
from tournaments.files.formats.validation import troubles
from tournaments.scoring.points import SCORINGS, Mark
from tournaments.simulation.events import simulate

pytestmark = pytest.mark.django_db

PAGES = (
    "tournament",
    "standings",
    "crosstable",
    "rounds",
    "entries",
    "podium",
    "log",
    "hall",
    "downloads",
    "print-crosstable",
    "print-standings",
)


def pairs(fold: TournamentFold) -> list[set[int]]:
    return [set(board.entries) for board in fold.rounds[0].boards]


def points(fold: TournamentFold) -> dict[int, int]:
    return {fold.order[standing.number - 1]: standing.points for standing in standings_of(fold)}


def recount(boards: list[Board], entry: int) -> int:
    """The points of an entry, counted anew: two of them for a win, one for a draw, all double after two wins."""
    total, row = 0, 0
    for board in boards:
        if entry in board.entries and board.leg.marks is not None:
            mark = board.leg.marks[board.red != entry]
            total += {"1": 20, "=": 10, "0": 0}[mark.value] * (2 if row > 1 else 1)
            row = row + 1 if mark is Mark.WIN else 0
    return total


def test_an_arena_of_programs_from_its_announcement_to_its_archive(client: Client, tmp_path: Path) -> None:
    event = simulate(format="arena", slug="duel", players=30, rounds=0, seed="1")
    fold = fold_of(event)
    assert (fold.status, len(fold.rounds), fold.terms.scoring) == (Status.FINISHED, 1, SCORINGS["2-1-0"])
    verify_tournament(iter(store.load(event)))

    boards = list(fold.rounds[0].boards)
    assert len(boards) > 60
    of_each = {entry: [board for board in boards if entry in board.entries] for entry in fold.order}
    for entry, mine in of_each.items():
        others = [set(board.entries) - {entry} for board in mine]
        assert all(before != after for before, after in pairwise(others))  # somebody else was always there
        assert abs(sum(1 if board.red == entry else -1 for board in mine)) <= 2
        assert points(fold)[entry] == recount(boards, entry)
        assert tuple(mine) == fold.rounds[0].boards_of(entry)
    assert max(points(fold).values()) == standings_of(fold)[0].points
    assert any(recount(boards, entry) > 20 * len(of_each[entry]) for entry in fold.order)  # somebody had a streak

    key = key_of(event)
    for name in PAGES:
        assert client.get(reverse(f"tournaments:{name}", args=[key]), follow=True).status_code == 200, name
    for name in ("round", "print-boards", "print-names", "print-slips"):
        assert client.get(reverse(f"tournaments:{name}", args=[key, 1])).status_code == 200, name
    first = fold.order[standings_of(fold)[0].number - 1]
    card = client.get(reverse("tournaments:card", args=[key, first])).content.decode()
    assert card.count('<th scope="row">') == len(of_each[first])
    answer = client.get(f"/api/v1/tournaments/{key}/entries/{first}/").json()
    assert [cell["points"] for cell in answer["rounds"] if cell["opponent"]] == [
        recount(boards[: board.number], first) - recount(boards[: board.number - 1], first) for board in of_each[first]
    ]

    record = record_of(event, fold)
    again = read_json(to_json(record).decode())
    assert (again, list(troubles(again)), again.crosstable()) == (record, [], crosstable(fold))
    owner = scenes.an_owner()
    going_on = choices_for(again, going_on=True)
    assert code_of(import_tournament, record=again, choices=going_on, owner=owner) == "arena-over"
    copy = fold_of(import_tournament(record=again, choices=choices_for(again), owner=owner))
    assert [(item.place, item.number, item.points, item.values) for item in standings_of(copy)] == [
        (item.place, item.number, item.points, item.values) for item in standings_of(fold)
    ]
    report = client.get(reverse("tournaments:report-file", args=[key]))
    assert (report.status_code, "no report file of an arena" in report.content.decode()) == (404, True)
    assert client.get(f"/api/v1/tournaments/{key}/report.trf").status_code == 404
    with pytest.raises(CommandError, match="no report file of an arena"):
        call_command("export_trf", str(event))
    checked(event, fold, tmp_path, follow="30 places follow from the results, by points, wins")


def checked(event: UUID, fold: TournamentFold, folder: Path, *, follow: str) -> None:
    """The archive proves itself, and no longer where a result or a place is another one."""
    files = dict(archive_of(event, fold, proofs_of(event)).files())
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    def check() -> subprocess.CompletedProcess[str]:
        program = [sys.executable, str(folder / "check_event.py")]
        return subprocess.run(program, capture_output=True, text=True, check=False)

    good = check()

    def altered(path: str, change: Callable[[Any], None]) -> str:
        """What is said of an archive of which a file and its manifest say something else."""
        before = {name: (folder / name).read_bytes() for name in (path, "manifest.json")}
        value, manifest = json.loads(before[path]), json.loads(before["manifest.json"])
        change(value)
        (folder / path).write_text(json.dumps(value, sort_keys=True))
        manifest["files"][path] = hashlib.sha256((folder / path).read_bytes()).hexdigest()
        (folder / "manifest.json").write_text(json.dumps(manifest, sort_keys=True))
        told = check()
        for name, content in before.items():
            (folder / name).write_bytes(content)
        assert told.returncode == 1
        return told.stderr

    assert (good.returncode, follow in good.stdout) == (0, True), good.stderr
    said = altered("event.json", lambda value: value["standings"][0].update(points=value["standings"][0]["points"] + 2))
    assert "The standings do not follow from the results" in said
    said = altered("event.json", lambda value: value["pairings"][0]["boards"].reverse())
    assert "not numbered from 1" in said


# -- by the clock ---------------------------------------------------------------------------------


def an_arena(players: int = 4, **terms: Any) -> tuple[UUID, UUID]:
    owner = scenes.an_owner()
    usual = {"format": "arena", "variant": "duel", "real": False, "rated": False, "automatic": True, "minutes": 10}
    event = scenes.a_tournament(players, owner=owner, **(usual | terms))
    lifecycle.drive(event)
    return event, owner


def game_at(event: UUID, board: int) -> UUID:
    game = fold_of(event).rounds[0].boards[board - 1].leg.game
    assert game is not None
    return game


def end(event: UUID, board: int) -> None:
    """Red wins a game, and what follows is done."""
    if open_game(game_at(event, board)).state is None:
        set_up(game_at(event, board))
    commands.resign(game=game_at(event, board), seat=Seat.BLUE)
    results.take_over(game=game_at(event, board))
    lifecycle.drive(event)


def test_who_is_free_plays_until_the_time_is_over_and_what_is_in_play_then_counts() -> None:
    with times() as time:
        event, owner = an_arena(5)
        fold = fold_of(event)
        assert (pairs(fold), fold.rounds[0].deadline) == ([{1, 2}, {3, 4}], time.now + timedelta(minutes=10))
        assert (takes_entries(fold), fold.rounds[0].boards_of(5)) == (True, ())
        time.wait(minutes=2)
        end(event, 1)  # 5 has waited longest, and plays a winner or a loser
        assert pairs(fold_of(event))[2:] in ([{1, 5}], [{2, 5}])
        left = ({1, 2} - pairs(fold_of(event))[2]).pop()
        # Somebody comes late, and gets the next pairing number.
        [late] = scenes.some_players(1)
        assert registration.enter(tournament=event, by=late.id, players=[late.id]) == 6
        lifecycle.drive(event)
        fold = fold_of(event)
        assert (pairs(fold)[3], fold.numbers[6], len(fold.rounds[0].boards)) == ({left, 6}, 6, 4)
        # Whoever pauses plays the game to its end, and is not paired until coming back.
        registration.withdraw(tournament=event, entry=left, by=owner)
        registration.withdraw(tournament=event, entry=6, by=late.id)
        lifecycle.drive(event)
        assert fold_of(event).rounds[0].boards[3].leg.marks is None
        end(event, 2)
        lifecycle.drive(event)
        assert len(fold_of(event).rounds[0].boards) == 4  # 3 and 4 played each other last: somebody else may come
        end(event, 4)
        assert len(fold_of(event).rounds[0].boards) == 4
        registration.come_back(tournament=event, entry=6, by=late.id)
        lifecycle.drive(event)
        assert pairs(fold_of(event))[4] in ({3, 6}, {4, 6})
        # The time is over: nobody is paired any more, what is in play is played, and the event ends.
        for game in open_games(event):
            set_up(game)
        time.wait(minutes=9)
        end(event, 3)
        fold = fold_of(event)
        [round] = fold.rounds
        assert (len(round.boards), round.finished_at, blockers(fold)[0].code) == (5, None, "game-open")
        before = points(fold)
        [later] = scenes.some_players(1)
        assert code_of(registration.enter, tournament=event, by=later.id, players=[later.id]) == "entries-closed"
        end(event, 5)
        fold = fold_of(event)
        assert (fold.status, takes_entries(fold), sum(points(fold).values()) - sum(before.values())) == (
            Status.FINISHED,
            False,
            20,
        )
        verify_tournament(iter(store.load(event)))


def test_it_ends_at_its_time_though_nothing_happens_and_two_meet_again_who_wait_alone() -> None:
    with times() as time:
        event, _owner = an_arena(2)
        end(event, 1)
        assert len(pairs(fold_of(event))) == 1
        time.wait(seconds=31)
        lifecycle.drive(event)
        fold = fold_of(event)
        assert [board.entries for board in fold.rounds[0].boards] in ([(1, 2), (2, 1)], [(2, 1), (1, 2)])
        end(event, 2)
        assert fold_of(event).status is Status.RUNNING
        time.wait(minutes=10)
        assert event in set(lifecycle.due_tournaments().values_list("id", flat=True))
        lifecycle.drive(event)
        assert (fold_of(event).status, len(pairs(fold_of(event)))) == (Status.FINISHED, 2)


def test_who_does_not_come_to_a_game_pauses() -> None:
    with times() as time:
        event, _owner = an_arena(2, no_show=60)
        game = game_at(event, 1)
        set_up(game, Seat.RED)
        time.wait(seconds=62)
        commands.forfeit_setups(game=game)
        results.take_over(game=game)
        fold = fold_of(event)
        away = fold.rounds[0].boards[0].blue
        assert fold.rounds[0].boards[0].leg.marks == (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)
        assert [entry.number for entry in fold.entries.values() if not entry.playing] == [away]
        registration.come_back(tournament=event, entry=away, by=fold.entries[away].players[0])
        time.wait(seconds=31)
        lifecycle.drive(event)
        assert len(pairs(fold_of(event))) == 2


def test_a_log_with_boards_that_are_not_those_of_who_waited_is_told_of() -> None:
    with times():
        event, _owner = an_arena(4)
        end(event, 1)
        end(event, 2)
        stored = list(store.load(event))
        verify_tournament(iter(stored))
        place = next(at for at, item in enumerate(stored) if isinstance(item.event, BoardsAdded))
        good = stored[place].event
        for wrong in (
            replace(good, red=good.blue, blue=good.red),
            replace(good, red=(1, 3), blue=(2, 4)),
            replace(good, red=(1, 1), blue=(3, 4)),
        ):
            changed = [*stored[:place], stored[place]._replace(event=wrong)]
            with pytest.raises(Broken):
                verify_tournament(iter(changed))


def test_what_an_arena_cannot_be_is_refused() -> None:
    def clash(**terms: Any) -> str:
        with pytest.raises(Illegal) as refused:
            check_terms(usual_terms("barrage", "arena", **terms))
        assert refused.value.refusal.code == "terms-clash"
        return str(refused.value.refusal.params["field"])

    check_terms(usual_terms("barrage", "arena"))
    assert clash(real=True) == "real"
    assert clash(time=PRESETS["3-days"]) == "time"
    assert clash(spectators="delayed", delay=600) == "spectators"
    assert clash(scheduled=True) == "scheduled"
    assert clash(calendar=(1, 2)) == "calendar"
    assert clash(publishing="hand") == "publishing"
    event, owner = an_arena(4)
    desk = Client()
    desk.force_login(Player.objects.get(id=owner).account)
    shown = " ".join(desk.get(reverse("tournaments:desk", args=[key_of(event)])).content.decode().split())
    assert ("The arena goes on, with 2 games in play." in shown, "Move the end of the arena" in shown) == (True, True)
    assert 'value="take-back"' not in shown
    back = {"tournament": event, "round": 1, "reason": "wrong", "by": owner}
    assert code_of(takebacks.take_back_round, **back) == "round-grows"
    assert code_of(lifecycle.finish, tournament=event, by=owner) == "round-not-over"


# -- the page -------------------------------------------------------------------------------------


def test_a_player_joins_is_led_to_the_game_and_pauses_by_buttons_alone() -> None:
    _ada, browser = person("Ada")
    with times():
        event, _owner = an_arena(2)
        page, mine, enter = (
            reverse(f"tournaments:{name}", args=[key_of(event)]) for name in ("tournament", "mine", "enter")
        )
        assert "Join" in browser.get(page).content.decode()
        assert browser.post(enter, {"do": "enter", "sure": "1"}).headers["Location"] == page
        lifecycle.drive(event)
        text = browser.get(page).content.decode()
        assert ("You are waiting for an opponent" in text, f'hx-get="{mine}?waiting=1"' in text, "Pause" in text) == (
            True,
            True,
            True,
        )
        assert "HX-Redirect" not in browser.get(f"{mine}?waiting=1").headers
        end(event, 1)
        game = fold_of(event).rounds[0].boards[1].leg.game
        assert game is not None
        assert browser.get(f"{mine}?waiting=1").headers["HX-Redirect"] == reverse("games:replay", args=[key_of(game)])
        assert "HX-Redirect" not in browser.get(mine).headers  # whoever looks at the page while playing stays there
        assert browser.post(enter, {"do": "withdraw", "sure": "1"}).headers["Location"] == page
        assert fold_of(event).entries[3].presence is Presence.WITHDRAWN
        assert fold_of(event).rounds[0].boards[1].leg.marks is None
        assert "Play on" in browser.get(page).content.decode()
        browser.post(enter, {"do": "return", "sure": "1"})
        assert fold_of(event).entries[3].playing
