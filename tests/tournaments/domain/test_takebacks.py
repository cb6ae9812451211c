"""Rounds and matches that had begun are taken back: what counts no more, what goes on, and what follows in the log."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from eventlog import store
from eventlog.rebuild import rebuild
from eventlog.registry import Broken
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Refusal, Seat
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of, refusal_of
from tests.tournaments.domain.tables import rows
from tests.tournaments.games import end_game, open_games, set_up
from tournaments.domain import lifecycle
from tournaments.domain.commands import arbitration, organization, registration, takebacks
from tournaments.domain.commands import results as tournament_results
from tournaments.domain.events import MatchesPairedAnew, RoundPaired
from tournaments.domain.game_sync import align_games
from tournaments.domain.queries import correction_preview
from tournaments.domain.queries.tournaments import blockers, fold_of, overdue_results
from tournaments.domain.standings import bracket_of, crosstable, places_of, standings_of
from tournaments.domain.state import Board, Status, TournamentFold
from tournaments.domain.transitions import fold
from tournaments.domain.verification import verify_tournament
from tournaments.models import Text, Tournament, TournamentGame
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.formats import FORMATS
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

RED_WINS, BLUE_WINS = {"red": Mark.WIN, "blue": Mark.LOSS}, {"red": Mark.LOSS, "blue": Mark.WIN}
ONLINE: dict[str, Any] = {"real": False, "variant": "duel", "time": PRESETS["3-days"]}
WHY = {"reason": "The slips were swapped"}


def owner_of(tournament: UUID) -> UUID:
    return Tournament.objects.get(id=tournament).owner


def red_wins(_board: Board) -> tuple[Mark, Mark]:
    return Mark.WIN, Mark.LOSS


def an_arbiter(tournament: UUID) -> UUID:
    arbiter = scenes.an_owner()
    organization.give_role(tournament=tournament, player=arbiter, role="arbiter", by=None)
    return arbiter


def is_sound(tournament: UUID) -> None:
    """The log is verified, folds to what is known, and makes every row again."""
    stored = list(store.load(tournament))
    verify_tournament(iter(stored))
    assert fold((item.event, item.time) for item in stored) == fold_of(tournament)
    before = rows()
    with transaction.atomic():
        rebuild()
    assert rows() == before


def pairs(now: TournamentFold, round: int) -> list[tuple[int, int]]:
    return [board.entries for board in now.rounds[round - 1].boards]


# -- a whole round --------------------------------------------------------------------------------


@pytest.mark.parametrize("format", [slug for slug, traits in FORMATS.items() if not traits.grows])
def test_a_round_is_as_if_it_had_not_been_paired_and_the_event_goes_on_to_its_end(format: str) -> None:
    tournament = scenes.a_tournament(4, format=format, **({"rounds": 2} if format == "swiss" else {}))
    arbiter = an_arbiter(tournament)
    before = scenes.play_round(tournament, red_wins)
    began = scenes.next_round(tournament)
    now = takebacks.take_back_round(tournament=tournament, round=2, by=arbiter, **WHY)
    assert (now.rounds, now.status) == (before.rounds, Status.RUNNING)
    assert standings_of(now) == standings_of(before)
    assert [blocker.code for blocker in blockers(now)] == ["to-pair"]
    (taken,) = now.taken_back
    seated = tuple(entry for board in began.rounds[1].boards for entry in board.entries)
    assert taken[1:] == (2, tuple(range(1, len(seated) // 2 + 1)), True, seated, ())
    tournament_results.correct_result(tournament=tournament, round=1, board=1, **BLUE_WINS, by=arbiter, **WHY)
    now = scenes.play_out(tournament)
    assert (now.status, len(now.rounds)) == (Status.FINISHED, now.planned)
    assert sorted(places_of(now)) == [1, 2, 3, 4]
    is_sound(tournament)


def test_results_that_count_are_taken_back_by_the_owner_alone_and_by_nobody_without_a_reason() -> None:
    tournament = scenes.a_tournament(4, rounds=2)
    owner, arbiter = owner_of(tournament), an_arbiter(tournament)
    helper = scenes.an_owner()
    organization.give_role(tournament=tournament, player=helper, role="helper", by=owner)
    back = {"tournament": tournament, "round": 1, **WHY}
    assert refusal_of(takebacks.take_back_round, **back, by=owner) == Refusal("not-last", {"round": 0})
    lifecycle.pair(tournament=tournament, by=owner)
    assert code_of(takebacks.take_back_round, **back, by=owner) == "round-not-begun"
    lifecycle.begin_round(tournament=tournament, by=owner)
    assert code_of(takebacks.take_back_round, **back, by=helper) == "not-allowed"
    assert code_of(takebacks.take_back_round, **back | {"reason": " "}, by=owner) == "reason-needed"
    tournament_results.record_result(tournament=tournament, round=1, board=1, **RED_WINS, by=helper)
    assert refusal_of(takebacks.take_back_round, **back, by=arbiter) == Refusal("owner-confirms", {"results": 1})
    seen = fold_of(tournament).version
    tournament_results.record_result(tournament=tournament, round=1, board=2, **RED_WINS, by=helper)
    assert code_of(takebacks.take_back_round, **back, by=owner, expected=seen) == "moved-on"
    now = takebacks.take_back_round(**back, by=owner)
    assert (now.rounds, Text.objects.get(tournament=tournament).text) == ((), WHY["reason"])
    scenes.play_out(tournament)
    assert code_of(takebacks.take_back_round, **back | {"round": 2}, by=owner) == "over"


def test_rounds_are_taken_back_from_the_last_one_on() -> None:
    tournament = scenes.a_tournament(6, rounds=3)
    for _round in range(2):
        scenes.play_round(tournament)
    scenes.next_round(tournament)
    usual = {"tournament": tournament, "by": owner_of(tournament), **WHY}
    assert refusal_of(takebacks.take_back_round, **usual, round=2) == Refusal("not-last", {"round": 3})
    for round in (3, 2, 1):
        now = takebacks.take_back_round(**usual, round=round)
    assert (now.rounds, [item.round for item in now.taken_back]) == ((), [3, 2, 1])
    scenes.play_out(tournament)
    is_sound(tournament)


def test_nobody_takes_the_own_board_back() -> None:
    people = [player.id for player in scenes.some_players(4)]
    tournament = scenes.a_tournament(people, owner=people[0], format="knockout")
    scenes.play_round(tournament, lambda board: (Mark.WIN, Mark.LOSS) if board.red == 1 else (Mark.LOSS, Mark.WIN))
    now = scenes.next_round(tournament)
    usual = {"tournament": tournament, **WHY}
    own = now.entry_of(people[0]).number in now.rounds[1].boards[0].entries
    assert own  # who is seeded first has won
    assert code_of(takebacks.take_back_round, **usual, round=2, by=people[0]) == "own-board"
    assert code_of(takebacks.take_back_matches, **usual, round=1, board=1, by=people[0]) == "own-board"
    assert takebacks.take_back_round(**usual, round=2, by=an_arbiter(tournament)).rounds == now.rounds[:1]


def test_what_would_have_differed_names_the_rounds_that_stand() -> None:
    tournament = scenes.a_tournament(8, rounds=3)
    for _round in range(2):
        scenes.play_round(tournament, red_wins)
    scenes.next_round(tournament)
    takebacks.take_back_round(tournament=tournament, round=3, by=None, **WHY)
    place = {"tournament": tournament, "round": 1, "board": 1}
    assert [item.round for item in correction_preview.what_if(**place, **BLUE_WINS)] == [2]
    lifecycle.pair(tournament=tournament, by=None)
    assert [item.round for item in correction_preview.what_if(**place, **BLUE_WINS)] == [2, 3]


# -- games ----------------------------------------------------------------------------------------


Committing = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def committing(django_capture_on_commit_callbacks: Any) -> Committing:
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.mark.slow
def test_its_games_are_called_off_however_far_they_are_and_one_that_is_over_stays(committing: Committing) -> None:
    tournament = scenes.a_tournament(6, rounds=2, reveal="round", **ONLINE)
    owner, now = owner_of(tournament), scenes.next_round(tournament)
    over, playing, waiting = (board.leg.game for board in now.rounds[0].boards)
    set_up(playing)
    end_game(over)
    call = now.rounds[0].boards[1].red
    caller = now.entries[call].players[0]
    arbitration.call_arbiter(tournament=tournament, round=1, board=2, by=caller, about="conduct")
    back = {"tournament": tournament, "round": 1, **WHY}
    # The result of the game that is over is taken over before anything is taken back.
    assert code_of(takebacks.take_back_round, **back, by=an_arbiter(tournament)) == "owner-confirms"
    with committing():
        now = takebacks.take_back_round(**back, by=owner)
    assert [call.closed for call in now.calls] == [True]
    ended = dict(Game.objects.values_list("id", "outcome"))
    assert ended == {over: "resignation", playing: "cancelled", waiting: "cancelled"}
    games = TournamentGame.objects.filter(taken_back=True, decided=True).order_by("board")
    assert list(games.values_list("game", flat=True)) == [over, playing, waiting]
    assert tournament_results.take_over(game=over).rounds == ()
    assert overdue_results(tournament) == []
    before = fold_of(tournament).version
    with committing():
        align_games(tournament, fold_of(tournament))
    assert (fold_of(tournament).version, open_games_of(tournament)) == (before, [])
    # The round that is paired instead opens the game that was played in it.
    with committing():
        scenes.next_round(tournament)
        for game in open_games(tournament):
            end_game(game)
            tournament_results.take_over(game=game)
    assert Game.objects.get(id=over).revealed
    assert not Game.objects.get(id=playing).revealed
    is_sound(tournament)


def open_games_of(tournament: UUID) -> list[UUID]:
    rows_of = Game.objects.filter(tournament=tournament).exclude(status=Game.Status.OVER)
    return list(rows_of.values_list("id", flat=True))


def test_rounds_that_go_on_by_themselves_wait_for_an_arbiter() -> None:
    tournament = scenes.a_tournament(4, rounds=2, automatic=True, **ONLINE)
    lifecycle.drive(tournament)
    assert len(fold_of(tournament).rounds) == 1
    now = takebacks.take_back_round(tournament=tournament, round=1, by=owner_of(tournament), **WHY)
    lifecycle.drive(tournament)
    assert (fold_of(tournament).rounds, now.terms.automatic, now.revisions) == ((), False, 0)


def test_a_result_that_comes_while_the_round_is_taken_back_is_none() -> None:
    tournament = scenes.a_tournament(2, rounds=1, **ONLINE)
    (game,) = (board.leg.game for board in scenes.next_round(tournament).rounds[0].boards)
    takebacks.take_back_round(tournament=tournament, round=1, by=None, **WHY)
    end_game(game, loser=Seat.RED)  # its commit was later
    assert tournament_results.take_over(game=game).rounds == ()
    assert (
        code_of(
            tournament_results.record_result,
            tournament=tournament,
            round=1,
            board=1,
            **RED_WINS,
            by=owner_of(tournament),
        )
        == "no-board"
    )


# -- matches of a knockout ------------------------------------------------------------------------


def a_knockout(players: int = 8, **terms: Any) -> UUID:
    tournament = scenes.a_tournament(players, format="knockout", **terms)
    if terms.get("real", True):
        scenes.play_round(tournament, red_wins)
    else:
        scenes.next_round(tournament)
        for game in open_games(tournament):
            end_game(game)
            tournament_results.take_over(game=game)
    scenes.next_round(tournament)
    return tournament


def test_the_matches_that_follow_are_taken_back_the_result_corrected_and_they_are_played_anew() -> None:
    tournament = a_knockout()
    owner = owner_of(tournament)
    wrong = {"tournament": tournament, "round": 1, "board": 1}
    correction = {**wrong, **BLUE_WINS, "by": owner, **WHY}
    assert refusal_of(tournament_results.correct_result, **correction) == Refusal("winner-went-on", {"round": 2})
    began = fold_of(tournament)
    first = began.rounds[0].boards[0]
    tournament_results.record_result(tournament=tournament, round=2, board=2, **RED_WINS, by=None)
    now = takebacks.take_back_matches(**wrong, by=an_arbiter(tournament), **WHY)
    item, other = now.rounds[1].boards
    assert (item.taken_back, item.decided, other.decided, other.entries) == (True, False, True, pairs(began, 2)[1])
    assert [(blocker.code, blocker.board) for blocker in blockers(now)] == [("taken-back", 1)]
    usual = {"tournament": tournament, "round": 2, "board": 1, "by": owner}
    for command in (tournament_results.record_result, tournament_results.claim_result):
        assert code_of(command, **usual, **RED_WINS) in ("taken-back", "not-allowed")
    assert code_of(tournament_results.forfeit, **usual, entries=[item.red]) == "taken-back"
    assert code_of(arbitration.take_up, **usual, text="Hm") == "taken-back"
    version = now.version
    assert takebacks.take_back_matches(**wrong, by=owner, **WHY).version == version
    now = tournament_results.correct_result(**correction)
    assert now.rounds[0].boards[0].winner == first.blue
    now = takebacks.pair_matches_anew(tournament=tournament, by=owner)
    assert now.rounds[1].boards[1] == other
    assert set(pairs(now, 2)[0]) == (set(pairs(began, 2)[0]) - {first.red}) | {first.blue}
    drawn = bracket_of(now)
    assert {now.order[number - 1] for number in drawn.rounds[1][0].players} == set(pairs(now, 2)[0])
    version = now.version
    assert takebacks.pair_matches_anew(tournament=tournament, by=owner).version == version
    now = scenes.play_on(tournament, red_wins)
    assert now.rounds[1].finished_at is not None
    now = scenes.play_out(tournament)
    assert (now.status, sorted(places_of(now).values())) == (Status.FINISHED, [1, 2, 3, 3, 5, 5, 5, 5])
    is_sound(tournament)


def test_a_match_with_a_result_that_counts_is_the_owners_and_its_round_is_open_again() -> None:
    tournament = a_knockout()
    scenes.play_on(tournament, red_wins)
    wrong = {"tournament": tournament, "round": 1, "board": 4, **WHY}
    assert fold_of(tournament).rounds[1].finished_at is not None
    assert code_of(takebacks.take_back_matches, **wrong, by=an_arbiter(tournament)) == "owner-confirms"
    now = takebacks.take_back_matches(**wrong, by=owner_of(tournament))
    assert (now.rounds[1].finished_at, [board.taken_back for board in now.rounds[1].boards]) == (None, [False, True])
    # Nobody has been corrected after all: the same two meet again.
    before = [set(pair) for pair in pairs(now, 2)]
    now = takebacks.pair_matches_anew(tournament=tournament, by=None)
    assert [set(pair) for pair in pairs(now, 2)] == before


def test_the_final_and_the_match_for_the_third_place_both_follow_from_a_semi_final() -> None:
    tournament = a_knockout(4, third_place=True)
    wrong = {"tournament": tournament, "round": 1, "board": 2, "by": owner_of(tournament), **WHY}
    first = fold_of(tournament).rounds[0].boards
    now = takebacks.take_back_matches(**wrong)
    assert [board.taken_back for board in now.rounds[1].boards] == [True, True]
    tournament_results.correct_result(**wrong, **BLUE_WINS)
    now = takebacks.pair_matches_anew(tournament=tournament, by=None)
    assert [set(pair) for pair in pairs(now, 2)] == [{first[0].red, first[1].blue}, {first[0].blue, first[1].red}]
    scenes.play_on(tournament, red_wins)
    now = lifecycle.finish(tournament=tournament, by=None)
    assert sorted(places_of(now).values()) == [1, 2, 3, 4]
    is_sound(tournament)


def test_what_changes_the_boards_of_a_round_needs_the_whole_round() -> None:
    tournament = a_knockout()
    wrong = {"tournament": tournament, "round": 1, "board": 1, "by": owner_of(tournament), **WHY}
    takebacks.take_back_matches(**wrong)
    nobody = {"red": Mark.FORFEIT_LOSS, "blue": Mark.FORFEIT_LOSS}
    assert refusal_of(tournament_results.correct_result, **wrong, **nobody) == Refusal("winner-went-on", {"round": 2})
    takebacks.take_back_round(tournament=tournament, round=2, by=None, **WHY)
    tournament_results.correct_result(**wrong, **nobody)
    now = scenes.next_round(tournament)
    assert (len(now.rounds[1].boards), len(now.rounds[1].byes)) == (1, 1)
    assert code_of(takebacks.take_back_matches, **wrong) == "nothing-follows"
    scenes.play_on(tournament, red_wins)
    scenes.play_out(tournament)
    is_sound(tournament)


def test_a_match_that_is_not_decided_any_more_goes_on_and_its_round_with_it() -> None:
    tournament = scenes.a_tournament(4, format="knockout", best_of=3)
    now = scenes.play_round(
        tournament, lambda board: (Mark.WIN, Mark.LOSS) if board.leg.red < board.leg.blue else (Mark.LOSS, Mark.WIN)
    )
    scenes.next_round(tournament)
    wrong = {"tournament": tournament, "round": 1, "board": 1, "leg": 2, "by": owner_of(tournament), **WHY}
    lost = BLUE_WINS if now.rounds[0].boards[0].leg.marks == (Mark.WIN, Mark.LOSS) else RED_WINS
    assert refusal_of(tournament_results.correct_result, **wrong, **lost) == Refusal("match-goes-on", {"round": 2})
    takebacks.take_back_round(tournament=tournament, round=2, by=None, **WHY)
    now = tournament_results.correct_result(**wrong, **lost)
    assert (len(now.rounds[0].boards[0].legs), now.rounds[0].finished_at) == (3, None)
    scenes.play_on(tournament, red_wins)
    scenes.play_out(tournament)
    is_sound(tournament)


MATCH = [(Mark.WIN, Mark.LOSS), (Mark.LOSS, Mark.WIN)]
"""Who has red in the first game wins both: colours change."""


def a_match_won_by_the_wrong_side() -> tuple[UUID, dict[str, Any]]:
    """A semi-final in best of three that its first red won, and the final that has begun."""
    tournament = scenes.a_tournament(4, format="knockout", best_of=3, replays=0)
    scenes.play_round(tournament, lambda board: MATCH[len(board.legs) - 1])
    scenes.next_round(tournament)
    return tournament, {"tournament": tournament, "round": 1, "board": 1, "by": owner_of(tournament), **WHY}


@pytest.mark.parametrize(
    "results",
    [
        MATCH[::-1],
        [(Mark.LOSS, Mark.WIN), (Mark.LOSS, Mark.WIN), (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)],
    ],
    ids=["both games", "a game more, and not played"],
)
def test_all_games_of_a_match_are_corrected_at_once(results: list[tuple[Mark, Mark]]) -> None:
    tournament, match = a_match_won_by_the_wrong_side()
    correction = match | {"results": results}
    other = fold_of(tournament).rounds[0].boards[0].blue
    assert refusal_of(tournament_results.correct_match, **correction) == Refusal("winner-went-on", {"round": 2})
    takebacks.take_back_matches(**match)
    item = match | {"leg": 1, "red": results[0][0], "blue": results[0][1]}
    assert refusal_of(tournament_results.correct_result, **item) == Refusal("match-goes-on", {"round": 2})
    now = tournament_results.correct_match(**correction)
    assert (now.rounds[0].boards[0].winner, now.rounds[0].finished_at) == (other, now.changed_at)
    assert [leg.marks for leg in now.rounds[0].boards[0].legs] == results
    assert tournament_results.correct_match(**correction).version == now.version
    now = takebacks.pair_matches_anew(tournament=tournament, by=None)
    assert other in now.rounds[1].boards[0].entries
    scenes.play_on(tournament, lambda board: MATCH[len(board.legs) - 1])
    lifecycle.finish(tournament=tournament, by=None)
    is_sound(tournament)


def test_what_of_a_match_cannot_be_corrected_so() -> None:
    _tournament, match = a_match_won_by_the_wrong_side()
    tries = {
        "no-result": {"results": MATCH[:1]},
        "match-decided": {"results": [*MATCH, MATCH[0]]},
        "reason-needed": {"results": MATCH, "reason": " "},
        "match-goes-on": {"results": [MATCH[0], MATCH[0]]},
    }
    assert {code: code_of(tournament_results.correct_match, **match | result) for code, result in tries.items()} == {
        code: code for code in tries
    }


def test_who_does_not_come_to_a_match_forfeits_it_once() -> None:
    tournament = scenes.a_tournament(4, format="knockout", best_of=3)
    first, second = scenes.next_round(tournament).rounds[0].boards
    place = {"tournament": tournament, "round": 1, "by": None}
    tournament_results.forfeit(**place, board=1, entries=[first.blue], reason="Not there")
    now = tournament_results.record_result(**place, board=2, red=Mark.WIN, blue=Mark.LOSS)
    now = tournament_results.forfeit(**place, board=2, entries=[second.blue], reason="Went home")
    won, lost = (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS), (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)
    assert [[leg.marks for leg in board.legs] for board in now.rounds[0].boards] == [
        [won, lost],
        [(Mark.WIN, Mark.LOSS), lost],
    ]
    assert [board.winner for board in now.rounds[0].boards] == [first.red, second.red]
    marks = {entry: row.results[0].mark for entry, row in zip(now.order, crosstable(now).rows, strict=True)}
    assert (marks[first.red], marks[first.blue]) == won
    assert (marks[second.red], marks[second.blue]) == (Mark.WIN, Mark.LOSS)
    is_sound(tournament)


def test_who_is_expelled_shares_no_place() -> None:
    """Both losers of the semi-finals are third, until one of them is expelled; the pages say the same."""
    tournament = scenes.a_tournament(4, format="knockout")
    scenes.play_round(tournament, red_wins)
    now = fold_of(tournament)
    out, other = (board.blue for board in now.rounds[0].boards)

    def places(now: TournamentFold) -> dict[int, tuple[int, bool]]:
        result = {now.order[standing.number - 1]: (standing.place, standing.shared) for standing in standings_of(now)}
        assert Sheet(tournament, now).final == standings_of(now)
        return {entry: result[entry] for entry in (out, other)}

    assert places(now) == {out: (3, True), other: (3, True)}
    now = registration.expel(tournament=tournament, entry=out, by=None, reason="Cheating")
    assert places(now) == {out: (4, False), other: (3, False)}
    now = registration.expel(tournament=tournament, entry=other, by=None, reason="Cheating")
    assert sorted(places(now).values()) == [(3, False), (4, False)]


def test_after_the_end_who_went_on_stays() -> None:
    tournament = a_knockout(4)
    scenes.play_on(tournament, red_wins)
    lifecycle.finish(tournament=tournament, by=None)
    wrong = {"tournament": tournament, "by": owner_of(tournament), **WHY, **BLUE_WINS}
    assert code_of(tournament_results.correct_result, **wrong, round=1, board=1) == "places-follow"
    before = places_of(fold_of(tournament))
    now = tournament_results.correct_result(**wrong, round=2, board=1)
    final = now.rounds[1].boards[0]
    assert (before[final.red], places_of(now)[final.red], places_of(now)[final.blue]) == (1, 2, 1)


@pytest.mark.slow
def test_games_of_matches_are_called_off_and_opened_anew(committing: Committing) -> None:
    tournament = a_knockout(8, round_length=7 * 86_400, **ONLINE)
    before = fold_of(tournament)
    gone, stays = (board.leg.game for board in before.rounds[1].boards)
    wrong = {"tournament": tournament, "round": 1, "board": 2, "by": owner_of(tournament), **WHY}
    with committing():
        takebacks.take_back_matches(**wrong)
    assert Game.objects.get(id=gone).outcome == "cancelled"
    assert Game.objects.get(id=stays).outcome == ""
    tournament_results.correct_result(**wrong, **BLUE_WINS)
    now = takebacks.pair_matches_anew(tournament=tournament, by=None)
    new, same = (board.leg.game for board in now.rounds[1].boards)
    assert (same, new != gone, Game.objects.get(id=new).outcome) == (stays, True, "")
    assert now.rounds[1].deadline >= before.rounds[1].deadline
    is_sound(tournament)


def test_a_log_tells_of_matches_that_are_not_those_of_the_bracket() -> None:
    tournament = a_knockout()
    takebacks.take_back_matches(tournament=tournament, round=1, board=1, by=None, **WHY)
    takebacks.pair_matches_anew(tournament=tournament, by=None)
    stored = list(store.load(tournament))
    assert type(stored[-1].event) is MatchesPairedAnew
    first = next(item.event for item in stored if isinstance(item.event, RoundPaired))
    out = next(entry for entry in first.blue)
    wrong = stored[-1]._replace(event=replace(stored[-1].event, red=(out,)))
    with pytest.raises(Broken, match="not those of the bracket"):
        verify_tournament(iter([*stored[:-1], wrong]))


# -- expulsions -----------------------------------------------------------------------------------


def test_an_expulsion_is_reversed_with_a_reason_and_who_was_out_plays_again() -> None:
    tournament = scenes.a_tournament(6, rounds=3)
    owner = owner_of(tournament)
    item = {"tournament": tournament, "entry": 1, "by": owner}
    registration.expel(**item, **WHY)
    assert code_of(registration.come_back, **item) == "expelled"
    assert code_of(registration.readmit, **item) == "reason-needed"
    helper = scenes.an_owner()
    organization.give_role(tournament=tournament, player=helper, role="helper", by=owner)
    assert code_of(registration.readmit, **item | {"by": helper}, **WHY) == "not-allowed"
    now = registration.readmit(**item, **WHY)
    assert now.entries[1].playing
    assert registration.readmit(**item, **WHY).version == now.version
    assert 1 in {entry for pair in pairs(scenes.next_round(tournament), 1) for entry in pair}
    # Who had left before stays out, and may come back.
    registration.withdraw(**item | {"entry": 2, "by": None})
    registration.expel(**item | {"entry": 2, "by": None}, **WHY)
    now = registration.readmit(**item | {"entry": 2, "by": None}, **WHY)
    assert not now.entries[2].here
    assert registration.come_back(**item | {"entry": 2}).entries[2].playing
    is_sound(tournament)


def test_nobody_reverses_the_own_expulsion() -> None:
    people = [player.id for player in scenes.some_players(4)]
    tournament = scenes.a_tournament(people, owner=people[0])
    registration.expel(tournament=tournament, entry=1, by=None, **WHY)
    assert code_of(registration.readmit, tournament=tournament, entry=1, by=people[0], **WHY) == "own-board"
