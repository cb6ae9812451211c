"""Starting, pairing, rounds by hand, pausing, ending; each command given twice."""

import pytest

from eventlog import store
from games.domain.command_handler import open_game
from games.models import Game
from games.rules import Refusal
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of, refusal_of
from tests.tournaments.games import end_game
from tournaments.domain import lifecycle
from tournaments.domain.commands import hand_pairing, registration, results, rounds
from tournaments.domain.events import PairingFailed, RoundPaired, RoundUnpaired, TournamentStarted
from tournaments.domain.game_sync import align_games
from tournaments.domain.lifecycle import ARBITERS_TIME, Do, Step, next_step
from tournaments.domain.queries.tournaments import blockers, fold_of
from tournaments.domain.state import Status
from tournaments.domain.verification import verify_tournament
from tournaments.formats import swiss
from tournaments.models import Tournament, TournamentEntry, TournamentGame
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def kinds(tournament):
    return [type(event.event) for event in store.load(tournament)]


def owner_of(tournament):
    return Tournament.objects.get(id=tournament).owner


def test_a_start_is_given_once_and_needs_two():
    tournament = scenes.a_tournament(1, started=False)
    assert refusal_of(lifecycle.start, tournament=tournament, by=None) == Refusal("too-few-entries", {"least": 2})
    assert [blocker.code for blocker in blockers(fold_of(tournament))] == ["too-few-entries"]
    registration.enter(tournament=tournament, players=(scenes.an_owner(),), by=None)
    assert code_of(lifecycle.start, tournament=tournament, by=scenes.an_owner()) == "not-allowed"
    for _again in range(2):
        lifecycle.start(tournament=tournament, by=None)
    assert kinds(tournament).count(TournamentStarted) == 1


def test_a_swiss_has_no_more_rounds_than_opponents():
    assert fold_of(scenes.a_tournament(4, rounds=9)).planned == 3
    assert fold_of(scenes.a_tournament(9)).planned == 5


def test_the_same_round_is_never_paired_twice():
    """A large server once paired a round twice when two processes did so at once."""
    tournament = scenes.a_tournament(6)
    for _again in range(3):
        lifecycle.pair(tournament=tournament, by=None)
    assert kinds(tournament).count(RoundPaired) == 1
    version = fold_of(tournament).version
    assert code_of(lifecycle.pair, tournament=tournament, by=None, expected=version) == "round-paired"
    for _again in range(2):
        lifecycle.begin_round(tournament=tournament, by=None)
    assert code_of(lifecycle.pair, tournament=tournament, by=None) == "round-not-over"


def test_a_pairing_is_computed_anew_if_somebody_leaves_meanwhile(monkeypatch):
    tournament = scenes.a_tournament(6)
    asked = []

    def while_somebody_leaves(table):
        asked.append(sum(not row.absent for row in table.rows))
        if len(asked) == 1:
            registration.withdraw(tournament=tournament, entry=3, by=None)
        return pairing_before(table)

    pairing_before = swiss.pair_in_worker
    monkeypatch.setattr(swiss, "pair_in_worker", while_somebody_leaves)
    now = lifecycle.pair(tournament=tournament, by=None)
    assert asked == [6, 5]
    assert now.round.board_of(3) is None
    assert now.round.seen == now.version - 1


def test_unpairing_is_possible_until_the_round_begins():
    tournament = scenes.a_tournament(4)
    assert code_of(rounds.unpair, tournament=tournament, by=None) == "nothing-paired"
    lifecycle.pair(tournament=tournament, by=None)
    assert rounds.unpair(tournament=tournament, by=None, reason="Somebody is late").rounds == ()
    scenes.next_round(tournament)
    assert code_of(rounds.unpair, tournament=tournament, by=None) == "nothing-paired"


def test_games_of_a_round_are_opened_with_it_and_their_results_taken_over():
    tournament = scenes.a_tournament(4, real=False, rounds=1)
    now = scenes.next_round(tournament)
    games = [board.leg.game for board in now.round.boards]
    assert Game.objects.filter(id__in=games, status="waiting", rated=True).count() == 2
    created = open_game(games[0]).created
    assert (created.tournament, created.round) == (str(tournament), 1)
    red, blue = (now.entries[entry].players[0] for entry in now.round.boards[0].entries)
    assert created.seats == {"red": str(red), "blue": str(blue)}
    assert results.take_over(games[0]) is None
    end_game(games[0])
    for _again in range(2):
        now = results.take_over(game=games[0])
    leg = now.round.boards[0].leg
    assert (leg.marks, leg.source) == ((Mark.WIN, Mark.LOSS), "game")
    assert [blocker.code for blocker in blockers(now)] == ["game-open"]
    rows = TournamentGame.objects.order_by("board").values_list("game", "round", "board", "leg", "decided")
    assert list(rows) == [(games[0], 1, 1, 1, True), (games[1], 1, 2, 1, False)]
    end_game(games[1])
    assert results.take_over(game=games[1]).round.finished_at is not None
    assert results.take_over(game=scenes.new_id()) is None


def test_a_result_by_an_arbiter_ends_the_game():
    tournament = scenes.a_tournament(4, real=False, rounds=1)
    now = scenes.next_round(tournament)
    item, other = (board.leg.game for board in now.round.boards)
    now = results.record_result(
        tournament=tournament, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None, reason="Power cut"
    )
    now = results.forfeit(tournament=tournament, round=1, board=2, entries=now.round.boards[1].entries, by=None)
    assert now.round.boards[1].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    align_games(tournament, now)
    assert (open_game(item).outcome.winner, open_game(other).outcome.winner) == (None, None)
    version = open_game(item).version
    align_games(tournament, now)
    assert open_game(item).version == version
    assert results.take_over(game=item).version == now.version


def test_a_pause_stops_games_and_pairings():
    tournament = scenes.a_tournament(2, real=False)
    now = scenes.next_round(tournament)
    game = now.round.boards[0].leg.game
    now = rounds.pause(tournament=tournament, by=None, clocks=True, reason="Fire alarm")
    align_games(tournament, now)
    assert (now.status, bool(open_game(game).paused)) == (Status.PAUSED, True)
    assert [blocker.code for blocker in blockers(now)] == ["paused"]
    assert code_of(lifecycle.pair, tournament=tournament, by=None) == "not-running"
    now = rounds.resume(tournament=tournament, by=None)
    align_games(tournament, now)
    assert (now.status, bool(open_game(game).paused)) == (Status.RUNNING, False)


def test_ending_early_takes_back_what_has_not_begun():
    tournament = scenes.a_tournament(6, rounds=4)
    owner = owner_of(tournament)
    scenes.next_round(tournament)
    assert refusal_of(lifecycle.finish, tournament=tournament, by=owner) == Refusal(
        "round-not-over", {"round": 1, "open": 3}
    )
    scenes.play_on(tournament)
    lifecycle.pair(tournament=tournament, by=owner)
    assert refusal_of(lifecycle.finish, tournament=tournament, by=None) == Refusal("rounds-left", {"rounds": 3})
    for _again in range(2):
        now = lifecycle.finish(tournament=tournament, by=owner, reason="Hall is closed")
    assert (now.status, len(now.rounds), kinds(tournament).count(RoundUnpaired)) == (Status.FINISHED, 1, 1)
    places = TournamentEntry.objects.filter(tournament=tournament).values_list("place", flat=True)
    assert sorted(places)[0] == 1


def test_extending_a_round():
    tournament = scenes.a_tournament(2, round_length=3600)
    assert code_of(rounds.extend, tournament=tournament, deadline=1, by=None) == "nothing-paired"
    before = scenes.next_round(tournament).round.deadline
    assert code_of(rounds.extend, tournament=tournament, deadline=1, by=None) == "past"
    later = int(before.timestamp() * 1_000_000) + 60_000_000
    now = rounds.extend(tournament=tournament, deadline=later, by=None, reason="Trains are late")
    assert (now.round.deadline - before).total_seconds() == 60


# -- by hand --------------------------------------------------------------------------------------


def boards_of(now):
    return [board.entries for board in now.round.boards]


def test_a_round_by_hand_is_recorded_beside_the_engine_s():
    tournament = scenes.a_tournament(6)
    owner = owner_of(tournament)
    engine = boards_of(lifecycle.pair(tournament=tournament, by=owner))
    swapped = [engine[0][::-1], (engine[1][0], engine[2][1]), (engine[2][0], engine[1][1])]
    by_hand = {"tournament": tournament, "by": owner, "boards": swapped}
    assert code_of(hand_pairing.pair_by_hand, **by_hand, reason=" ") == "reason-needed"
    now = hand_pairing.pair_by_hand(**by_hand, reason="They share a car")
    assert (boards_of(now), now.round.engine, now.round.by_hand) == (swapped, tuple(engine), True)
    now = hand_pairing.pair_by_hand(**{**by_hand, "boards": engine}, reason="They came by train")
    assert (boards_of(now), now.round.engine) == (engine, tuple(engine))
    verify_tournament(store.load(tournament))


def test_what_an_arbiter_may_not_pair():
    tournament = scenes.a_tournament(5, rounds=3)
    owner = owner_of(tournament)
    first = boards_of(scenes.play_round(tournament))
    (free,) = fold_of(tournament).round.byes
    usual = {"tournament": tournament, "by": owner, "reason": "Try"}
    (item, two), (three, four) = first
    by_hand = hand_pairing.pair_by_hand
    assert code_of(by_hand, **usual, boards=[(item, item), (three, four)]) == "twice-seated"
    assert refusal_of(by_hand, **usual, boards=[(item, 9)]) == Refusal("not-here", {"entry": 9})
    assert code_of(by_hand, **usual, boards=[(item, three)]) == "left-out"
    again = refusal_of(by_hand, **usual, boards=[(item, two), (three, free)])
    assert again == Refusal("breaks-criterion", {"criterion": "rematch"})
    second = refusal_of(by_hand, **usual, boards=[(item, three), (two, four)])
    assert second == Refusal("breaks-criterion", {"criterion": "second-bye"})
    now = by_hand(**usual, boards=[(item, three), (two, four)], overrule=True)
    assert now.round.byes == {free: Mark.PAIRING_BYE}
    verify_tournament(store.load(tournament))


def test_in_a_round_robin_only_colours_are_free():
    tournament = scenes.a_tournament(4, format="round_robin")
    engine = boards_of(lifecycle.pair(tournament=tournament, by=None))
    usual = {"tournament": tournament, "by": None, "reason": "Try"}
    turned = [engine[0][::-1], engine[1]]
    assert boards_of(hand_pairing.pair_by_hand(**usual, boards=turned)) == turned
    assert code_of(hand_pairing.pair_by_hand, **usual, boards=[(1, 2), (3, 4)]) == "pairings-fixed"


# -- without an arbiter ---------------------------------------------------------------------------


def test_the_service_pairs_anew_if_somebody_left_before_the_round_began():
    tournament = scenes.a_tournament(6, automatic=True)
    lifecycle.pair(tournament=tournament, by=None)
    registration.withdraw(tournament=tournament, entry=2, by=None)
    assert lifecycle.begin_round(tournament=tournament, by=None).rounds == ()
    now = scenes.next_round(tournament)
    assert (now.round.board_of(2), len(now.round.boards), now.round.begun_at is None) == (None, 2, False)


def test_a_round_that_cannot_be_paired_does_not_stay_so_for_ever():
    """Elsewhere a round stayed “failed” until somebody deleted the tournament."""
    tournament = scenes.a_tournament(4, automatic=True, rounds=3)
    scenes.play_round(tournament)
    for entry in (1, 2, 3, 4):
        registration.withdraw(tournament=tournament, entry=entry, by=None)
    for _again in range(2):
        assert code_of(lifecycle.pair, tournament=tournament, by=None) == "cannot-pair"
    now = fold_of(tournament)
    assert (now.failed, kinds(tournament).count(PairingFailed)) == ("too-few-players", 1)
    assert next_step(now, now=now.failed_at) == Step(Do.PAIR, 2)
    assert next_step(now, now=now.failed_at + ARBITERS_TIME) == Step(Do.FINISH)
    assert lifecycle.finish(tournament=tournament, by=None).status is Status.FINISHED


def test_three_can_play_three_rounds_of_a_swiss_with_a_bye_each() -> None:
    """More than that cannot be paired; where others may come late the rounds that are asked for stay."""
    tournament = scenes.a_tournament(3, rounds=5)
    now = scenes.play_out(tournament)
    assert (now.planned, [len(round.boards) for round in now.rounds]) == (3, [1, 1, 1])
    assert {entry for round in now.rounds for entry in round.byes} == {1, 2, 3}
    planned = {players: fold_of(scenes.a_tournament(players, rounds=5)).planned for players in (2, 4, 5, 6)}
    assert planned == {2: 1, 4: 3, 5: 5, 6: 5}
    assert fold_of(scenes.a_tournament(3, rounds=5, late=2)).planned == 5


def test_byes_alone_are_no_round() -> None:
    """Else the last one who is there is given the points of a win for a round in which nobody plays."""
    tournament = scenes.a_tournament(3, rounds=3)
    scenes.play_round(tournament)
    for entry in (1, 2):
        registration.withdraw(tournament=tournament, entry=entry, by=None)
    assert code_of(hand_pairing.pair_by_hand, tournament=tournament, boards=(), by=None, reason="So") == "nobody-meets"
