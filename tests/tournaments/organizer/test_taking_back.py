"""The desk takes back a round that has begun, or what follows from a match: it says first what is lost, and by whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from accounts.models import Player
from games.domain.clocks import PRESETS
from games.models import Game
from notices.kinds.words import words_of
from notices.models import Notice
from tests.notices.people import Times
from tests.tournaments.games import end_game, set_up
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_out, play_round, some_players
from tournaments.domain.commands import organization, registration, results, takebacks
from tournaments.domain.lifecycle import drive
from tournaments.domain.local_times import microseconds
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Board, Status
from tournaments.files.exchange.exports import record_of
from tournaments.organizer.board_actions import BOARD
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

ONLINE: dict[str, Any] = {"real": False, "variant": "duel", "time": PRESETS["3-days"]}
WHY = "The slips were swapped."


def red_wins(_board: Board) -> tuple[Mark, Mark]:
    return Mark.WIN, Mark.LOSS


def an_arbiter(id: UUID, name: str) -> Client:
    item, browser = person(name)
    organization.give_role(tournament=id, player=item.player.id, role="arbiter", by=None)
    return browser


@pytest.mark.slow
def test_the_desk_says_what_is_lost_and_takes_the_round_back() -> None:
    ada, browser = person("Ada")
    id = a_tournament(6, owner=ada.player.id, rounds=2, **ONLINE)
    bob = an_arbiter(id, "Bob")
    over, playing, waiting = next_round(id).rounds[0].boards
    set_up(playing.leg.game)
    end_game(over.leg.game)
    desk = address(id, "desk/")
    sent = fields(browser.get(desk), "take-back") | {"reason": WHY}
    asked = browser.post(desk, sent)
    assert (asked.status_code, len(fold_of(id).rounds)) == (200, 1)
    said = words(asked)
    assert [state in said for state in ("over, without a result", "in play, 0 moves", "waits for set-ups")] == [
        True
    ] * 3
    assert "This cannot be undone." in said
    # What comes in while the question stands is asked about anew.
    results.take_over(game=over.leg.game)
    late = browser.post(desk, fields(asked, "take-back"))
    assert (late.status_code, WHY in words(late), len(fold_of(id).rounds)) == (409, True, 1)
    refused = bob.post(desk, fields(bob.get(desk), "take-back") | {"reason": WHY})
    assert (refused.status_code, "only the organiser can" in words(refused)) == (422, True)
    again = browser.post(desk, fields(late, "take-back"))
    assert ("1 result counts no more." in words(again), "Red wins" in words(again)) == (True, True)
    answer = browser.post(desk, fields(again, "take-back"))
    assert (answer.status_code, fold_of(id).rounds) == (303, ())
    result = words(browser.get(address(id, "log/")))
    assert ("Round 1 was taken back after it had begun" in result, WHY in result) == (True, True)
    drive(id)  # what the commit would have had done
    outcomes = {game.id: game.outcome for game in Game.objects.all()}
    assert outcomes == {
        over.leg.game: "resignation",
        playing.leg.game: "cancelled",
        waiting.leg.game: "cancelled",
    }
    banner = "The round was taken back, or this match"
    assert banner in words(browser.get(f"/games/{Game.objects.get(id=over.leg.game).key}/"))


def test_each_player_is_told_once_and_of_the_round_that_is_paired_anew(time: Times) -> None:
    people = some_players(2)
    id = a_tournament([item.id for item in people], rounds=1, **ONLINE)
    next_round(id)
    drive(id)
    time.wait(minutes=1)
    takebacks.take_back_round(tournament=id, round=1, by=None, reason=WHY)
    drive(id)
    drive(id)
    log = address(id, "log/")

    def told() -> list[tuple[str, str]]:
        notices = Notice.objects.filter(player=people[0], tournament=id).order_by("created", "id")
        return [(notice.kind, words_of([notice])[0].url) for notice in notices]

    assert told() == [("taken-back", log)]
    next_round(id)
    drive(id)
    (board,) = fold_of(id).rounds[0].boards
    game = f"/games/{Game.objects.get(id=board.leg.game).key}/"
    assert sorted(told()) == [("begun", game), ("taken-back", log)]


@pytest.mark.slow
def test_a_match_of_a_knockout_is_taken_back_from_the_board_whose_result_is_wrong() -> None:
    ada, browser = person("Ada")
    id = a_tournament(8, owner=ada.player.id, format="knockout")
    play_round(id, red_wins)
    next_round(id)
    began = fold_of(id).rounds
    board, desk = address(id, "desk/rounds/1/boards/1/"), address(id, "desk/")
    sheet = fields(browser.get(address(id, "desk/rounds/2/")), "")
    asked = browser.post(board, fields(browser.get(board), "take-back") | {"reason": WHY})
    assert "no result yet" in words(asked)
    assert browser.post(board, fields(asked, "take-back")).status_code == 303
    assert 'value="take-back"' not in words(browser.get(board))
    page = words(browser.get(desk))
    assert ("is taken back, to be paired again" in page, 'value="pair-matches"' in page) == (True, True)
    assert "Nothing is to be decided here now." in words(browser.get(address(id, "desk/rounds/2/boards/1/")))
    public = words(browser.get(address(id, "rounds/2/")))
    assert "taken back" in public
    wrong = fields(browser.get(board), "correct") | {"result": "loss-win", "reason": WHY}
    assert browser.post(board, wrong | {"sure": "1"}).status_code == 303
    assert browser.post(desk, fields(browser.get(desk), "pair-matches")).status_code == 303
    now = fold_of(id)
    first = began[0].boards[0]
    assert set(now.rounds[1].boards[0].entries) == (set(began[1].boards[0].entries) - {first.red}) | {first.blue}
    # Who typed results on the sheet of before has typed them for others.
    late = browser.post(address(id, "desk/rounds/2/"), sheet | {"board-1": "win-loss", "board-2": "win-loss"})
    marks = [board.leg.marks for board in fold_of(id).rounds[1].boards]
    assert (late.status_code, marks) == (409, [None, (Mark.WIN, Mark.LOSS)])
    log = words(browser.get(address(id, "log/")))
    names = {entry: Player.objects.get(id=now.entries[entry].players[0]).name for entry in now.entries}
    before = " – ".join(names[entry] for entry in began[1].boards[0].entries)
    after = " – ".join(names[entry] for entry in now.rounds[1].boards[0].entries)
    assert f"what was played in them counts no more: {before}." in log
    assert f"matches were paired again and began: {after}." in log
    play_on(id, red_wins)
    play_out(id)
    assert fold_of(id).status is Status.FINISHED
    for name in ("download/report.trf", "download/event.json", "download/crosstable.csv", "bracket/", "podium/"):
        assert browser.get(address(id, name)).status_code == 200
    rounds = record_of(id, fold_of(id)).played
    assert [[(game.red, game.blue) for match in item.boards for game in match.games] for item in rounds] == [
        [tuple(fold_of(id).numbers[entry] for entry in match.entries) for match in item.boards]
        for item in fold_of(id).rounds
    ]


# -- a start that did not happen ------------------------------------------------------------------


def test_a_failed_start_is_told_to_who_entered_and_the_desk_says_what_to_do(time: Times) -> None:
    ada, browser = person("Ada")
    eve, hers = person("Eve")
    starts = microseconds(time.now + timedelta(hours=1))
    id = a_tournament([eve.player.id], owner=ada.player.id, started=False, starts=starts, check_in=1800, **ONLINE)
    time.wait(hours=1, minutes=6)
    drive(id)

    def told(player: Player) -> list[str]:
        notices = Notice.objects.filter(player=player, tournament=id, kind__in=("not-begun", "blocked"))
        return [words_of([notice])[0].text for notice in notices]

    assert told(ada.player) == ["Open could not begin: too few are ready to play; the desk says what to do"]
    assert told(eve.player) == [
        "Open could not begin at its time: too few are ready to play. It begins as soon as enough are, or its "
        "organiser sets another time"
    ]
    said = words(browser.get(address(id, "desk/")))
    assert "it takes two who are ready, and 0 are. It begins as soon as two are." in said
    for choice in (
        "Check in players who are there",
        "Enter or invite players",
        "Choose a later start",
        "Call the event off",
    ):
        assert choice in said
    note = "The event could not begin at its time"
    assert note in words(hers.get(address(id)))
    other = some_players(1)[0].id
    registration.enter(tournament=id, players=[other], by=other)
    for entry in (1, 2):
        registration.check_in(tournament=id, entry=entry, by=None)
    drive(id)
    assert fold_of(id).begun
    assert (told(ada.player), told(eve.player), note in words(hers.get(address(id)))) == ([], [], False)


# -- places and counts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("third_place", "names"),
    [(True, ["first", "second", "third"]), (False, ["first", "second", "third, shared", "third, shared"])],
)
def test_the_podium_names_the_places(client: Client, third_place: bool, names: list[str]) -> None:
    id = a_tournament(4, format="knockout", third_place=third_place)
    play_out(id)
    page = words(client.get(address(id, "podium/")))
    assert [part.split("</strong>")[0] for part in page.split("<strong>")[1:] if "place" not in part[:9]] == names
    assert "out in" not in page
    standings = words(client.get(address(id, "standings/")))
    assert ("<td>third</td>" in standings, "<td>fourth</td>" in standings) == (third_place, third_place)


def test_the_refusal_of_a_correction_names_the_button_that_helps() -> None:
    """And that button corrects all games of the match; what is left empty at the end is no game."""
    ada, browser = person("Ada")
    id = a_tournament(4, owner=ada.player.id, format="knockout", best_of=3, replays=0)
    won = [(Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN)]
    play_round(id, lambda board: won[len(board.legs) - 1])
    next_round(id)
    page, why = address(id, "desk/rounds/1/boards/1/"), {"reason": "The slips were swapped", "sure": "1"}
    response = browser.post(page, {"do": "correct", "leg": "1", "result": "loss-win", **why})
    assert (response.status_code, f"Use “{BOARD['correct-match'].label}”" in words(response)) == (422, True)
    every = {"do": "correct-match", "results": ["loss-win", "win-loss", ""], **why}
    whole = browser.post(page, every)
    assert (whole.status_code, f"use “{BOARD['take-back'].label}”" in words(whole)) == (422, True)
    assert browser.post(page, {"do": "take-back", **why}).status_code == 303
    asked = browser.post(page, {name: value for name, value in every.items() if name != "sure"})
    assert "Game 2: Red wins" in words(asked)
    loser = fold_of(id).rounds[0].boards[0].blue
    assert browser.post(page, every).status_code == 303
    assert fold_of(id).rounds[0].boards[0].winner == loser
