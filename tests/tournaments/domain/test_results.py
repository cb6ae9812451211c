"""Results: who records them, claims of both sides, corrections and what they would have changed."""

import pytest

from eventlog import store
from games.rules import End, Outcome, Refusal
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of, refusal_of
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, results, rounds
from tournaments.domain.events import LegAdded, ResultCorrected
from tournaments.domain.queries import correction_preview
from tournaments.domain.queries.tournaments import blockers
from tournaments.domain.standings import places_of, standings_of
from tournaments.models import Tournament, TournamentEntry
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

RED_WINS, BLUE_WINS = {"red": Mark.WIN, "blue": Mark.LOSS}, {"red": Mark.LOSS, "blue": Mark.WIN}


def owner_of(tournament):
    return Tournament.objects.get(id=tournament).owner


def red_wins(_board):
    return Mark.WIN, Mark.LOSS


def test_helpers_enter_results_across_real_boards_and_arbiters_correct_them():
    tournament = scenes.a_tournament(4, rounds=1)
    owner, helper = owner_of(tournament), scenes.an_owner()
    place = {"tournament": tournament, "round": 1, "board": 1}
    assert code_of(results.record_result, **place, **RED_WINS, by=owner) == "no-board"
    lifecycle.pair(tournament=tournament, by=owner)
    assert code_of(results.record_result, **place, **RED_WINS, by=owner) == "round-not-begun"
    lifecycle.begin_round(tournament=tournament, by=owner)
    assert code_of(results.record_result, **place, **RED_WINS, by=helper) == "not-allowed"
    organization.give_role(tournament=tournament, player=helper, role="helper", by=owner)
    assert code_of(results.record_result, **place, red=Mark.WIN, blue=Mark.WIN, by=helper) == "no-result"
    for _again in range(2):
        now = results.record_result(**place, **RED_WINS, by=helper)
    assert code_of(results.record_result, **place, **BLUE_WINS, by=helper) == "result-stands"
    assert code_of(results.correct_result, **place, **BLUE_WINS, by=helper, reason="Slip") == "not-allowed"
    assert code_of(results.correct_result, **place, **BLUE_WINS, by=owner) == "reason-needed"
    now = results.correct_result(**place, **BLUE_WINS, by=owner, reason="Slip")
    leg = now.round.boards[0].leg
    assert (leg.marks, leg.corrected) == ((Mark.LOSS, Mark.WIN), ((Mark.WIN, Mark.LOSS),))
    version = now.version
    assert results.correct_result(**place, **BLUE_WINS, by=owner, reason="Slip").version == version


def test_both_sides_agree_on_a_result():
    tournament = scenes.a_tournament(2)
    now = scenes.next_round(tournament)
    place = {"tournament": tournament, "round": 1, "board": 1}
    red, blue = (now.entries[entry].players[0] for entry in now.round.boards[0].entries)
    assert code_of(results.claim_result, **place, **RED_WINS, by=scenes.an_owner()) == "not-your-board"
    now = results.claim_result(**place, **RED_WINS, by=red)
    assert (now.round.boards[0].leg.marks, [blocker.code for blocker in blockers(now)]) == (None, ["result-missing"])
    now = results.claim_result(**place, **BLUE_WINS, by=blue)
    assert [blocker.code for blocker in blockers(now)] == ["claims-differ"]
    now = results.claim_result(**place, **RED_WINS, by=blue)
    assert (now.round.boards[0].leg.marks, now.round.boards[0].leg.source) == ((Mark.WIN, Mark.LOSS), "players")
    assert code_of(results.claim_result, **place, **BLUE_WINS, by=blue) == "result-stands"


def test_forfeits_of_one_or_both():
    tournament = scenes.a_tournament(4)
    now = scenes.next_round(tournament)
    item, other = now.round.boards
    usual = {"tournament": tournament, "round": 1, "by": None}
    assert code_of(results.forfeit, **usual, board=1, entries=[]) == "nobody-named"
    assert code_of(results.forfeit, **usual, board=1, entries=[other.red]) == "nobody-named"
    results.forfeit(**usual, board=1, entries=[item.red])
    now = results.forfeit(**usual, board=2, entries=other.entries)
    assert [board.leg.marks for board in now.round.boards] == [
        (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN),
        (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
    ]


def test_a_correction_in_round_one_noticed_in_round_three_changes_places_and_no_pairing():
    tournament = scenes.a_tournament(8, rounds=3)
    owner = owner_of(tournament)
    for _round in range(3):
        now = scenes.play_round(tournament, red_wins)
    before, standings = now, standings_of(now)
    place = {"tournament": tournament, "round": 1, "board": 1}
    result = correction_preview.what_if(**place, **BLUE_WINS)
    assert [item.round for item in result] == [2, 3]
    assert all(len(item.paired) == len(item.instead) and not item.failed for item in result)
    assert correction_preview.what_if(**place, **RED_WINS) == ()
    now = results.correct_result(**place, **BLUE_WINS, by=owner, reason="The slips were swapped")
    assert [[board.entries for board in item.boards] for item in now.rounds] == [
        [board.entries for board in item.boards] for item in before.rounds
    ]
    assert standings_of(now) != standings
    assert type(list(store.load(tournament))[-1].event) is ResultCorrected
    assert code_of(correction_preview.what_if, tournament=tournament, round=9, board=1, **RED_WINS) == "no-board"


def test_a_correction_after_the_end_changes_the_honours():
    tournament = scenes.a_tournament(2, rounds=1)
    scenes.play_round(tournament, red_wins)
    now = lifecycle.finish(tournament=tournament, by=None)
    entry = now.round.boards[0].red

    def honours():
        return dict(TournamentEntry.objects.filter(tournament=tournament).values_list("entry", "place"))

    assert honours() == places_of(now)
    assert honours()[entry] == 1
    now = results.correct_result(
        tournament=tournament, round=1, board=1, **BLUE_WINS, by=owner_of(tournament), reason="Slip"
    )
    assert honours() == places_of(now)
    assert honours()[entry] == 2


def test_matches_of_several_games():
    tournament = scenes.a_tournament(2, format="knockout", best_of=3)
    scenes.next_round(tournament)
    place = {"tournament": tournament, "round": 1, "board": 1, "by": None}
    now = results.record_result(**place, **RED_WINS)
    board = now.round.boards[0]
    assert ([(leg.red, leg.blue) for leg in board.legs], board.decided) == ([board.entries, board.entries[::-1]], False)
    assert [type(event.event) for event in store.load(tournament)].count(LegAdded) == 1
    now = results.record_result(**place, leg=2, **BLUE_WINS)
    board = now.round.boards[0]
    assert (board.winner, board.decided, now.round.finished_at is None) == (board.red, True, False)
    now = results.correct_result(**place, leg=2, **RED_WINS, reason="Slip")
    board = now.round.boards[0]
    assert (len(board.legs), board.decided, now.round.finished_at) == (3, False, None)


def test_who_went_on_cannot_be_changed_once_the_next_round_is_paired():
    tournament = scenes.a_tournament(4, format="knockout")
    scenes.play_round(tournament, red_wins)
    lifecycle.pair(tournament=tournament, by=None)
    place = {"tournament": tournament, "round": 1, "board": 1, "by": None, "reason": "Slip"}
    assert refusal_of(results.correct_result, **place, **BLUE_WINS) == Refusal("winner-went-on", {"round": 2})
    rounds.unpair(tournament=tournament, by=None)
    now = results.correct_result(**place, **BLUE_WINS)
    assert now.rounds[0].boards[0].winner == now.rounds[0].boards[0].blue


def test_drawn_matches_are_played_again_and_then_decided():
    tournament = scenes.a_tournament(2, format="knockout", replays=1, decider="blue")
    scenes.next_round(tournament)
    draw = {"red": Mark.DRAW, "blue": Mark.DRAW}
    place = {"tournament": tournament, "round": 1, "board": 1, "by": None}
    results.record_result(**place, **draw)
    now = results.record_result(**place, leg=2, **draw)
    board = now.round.boards[0]
    assert (len(board.legs), board.winner) == (2, board.legs[1].blue)


def test_losers_of_the_semi_finals_play_for_the_third_place():
    tournament = scenes.a_tournament(4, format="knockout", third_place=True)
    first = scenes.play_round(tournament, red_wins).rounds[0]
    now = scenes.play_round(tournament, red_wins)
    final, third = now.round.boards
    assert {*final.entries} == {board.red for board in first.boards}
    assert {*third.entries} == {board.blue for board in first.boards}
    now = lifecycle.finish(tournament=tournament, by=None)
    assert sorted(places_of(now).values()) == [1, 2, 3, 4]
    assert places_of(now)[third.winner] == 3


@pytest.mark.parametrize(
    ("kind", "winner", "begun", "marks"),
    [
        (End.FLAG_CAPTURED, 0, True, (Mark.WIN, Mark.LOSS)),
        (End.TIME_OUT, 1, True, (Mark.LOSS, Mark.WIN)),
        (End.AGREED_DRAW, None, True, (Mark.DRAW, Mark.DRAW)),
        (End.BOTH_LOSE, None, True, (Mark.LOSS, Mark.LOSS)),
        (End.FORFEIT, 0, True, (Mark.WIN, Mark.LOSS)),
        (End.FORFEIT, 1, False, (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)),
        (End.BOTH_MISSING, None, False, (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)),
        (End.ABORTED, None, True, None),
        (End.CANCELLED, None, False, None),
    ],
)
def test_what_a_game_was_for_both(kind, winner, begun, marks):
    class Game:
        outcome = result = Outcome(kind, winner)
        ruling = None
        state = object() if begun else None
        hidden_end = False

    class Hidden(Game):
        hidden_end = True

    assert results.marks_of_game(Game()) == marks
    assert results.marks_of_game(Hidden()) is None
