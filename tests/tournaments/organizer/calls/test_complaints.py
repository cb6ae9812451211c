"""What organisers complain about on the large servers, each made impossible: one test a complaint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from eventlog.aggregate import lock
from eventlog.models import Event
from games.domain import commands
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Illegal, Seat
from notices.domain.commands import notices_of
from notices.kinds.words import words_of
from tests.notices.people import Times, member
from tests.tournaments.games import end_game, open_games, set_up
from tests.tournaments.scenes import a_tournament, next_round, play_on, play_round, some_players
from tournaments import tasks
from tournaments.domain import command_handler, lifecycle
from tournaments.domain import events as e
from tournaments.domain.commands import byes, organization, registration, results
from tournaments.domain.lifecycle import pair
from tournaments.domain.queries.correction_preview import what_if
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import crosstable
from tournaments.domain.state import Status, TournamentFold
from tournaments.formats.swiss import Swiss
from tournaments.models import TournamentGame
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

ONLINE = {"real": False, "variant": "duel", "time": PRESETS["3-days"], "rounds": 2}


def pairs(fold: TournamentFold, round: int) -> list[tuple[int, int]]:
    return [board.entries for board in fold.rounds[round - 1].boards]


def texts(player: UUID) -> list[str]:
    return [words.text for words in words_of(notices_of(player))]


def points(fold: TournamentFold, entry: int) -> int:
    return crosstable(fold).points(fold.numbers[entry])


def kinds(event: UUID) -> Counter[str]:
    return Counter(Event.objects.filter(stream=event).values_list("type", flat=True))


def test_a_round_that_failed_is_tried_again_and_the_arbiter_sees_why(time: Times) -> None:
    arbiter = member("Vera").id
    event = a_tournament(2, automatic=True, owner=arbiter, rounds=1)
    organization.keep_apart(tournament=event, entries=(1, 2), by=None, reason="they are sisters")
    for _minute in range(3):
        lifecycle.drive(event)
        time.wait(minutes=1)
    assert (fold_of(event).rounds, kinds(event)["pairing-failed"]) == ((), 1)  # told once, tried each minute
    assert texts(arbiter) == ["Open, round 1 is stuck: see at the desk what blocks it"]
    organization.allow_pair(tournament=event, number=1, other=2, by=None, reason="they agreed")
    lifecycle.drive(event)
    assert (len(fold_of(event).rounds), fold_of(event).failed, texts(arbiter)) == (1, "", [])


def test_a_pairing_that_the_engine_lost_is_made_at_the_next_sweep(time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    event = a_tournament(4, automatic=True, rounds=1)

    def dies(_swiss: Swiss, _fold: TournamentFold) -> None:
        raise ChildProcessError("the engine is gone")

    with monkeypatch.context() as patch:
        patch.setattr(Swiss, "next_round", dies)
        lifecycle.drive(event)
    assert fold_of(event).rounds == ()
    lifecycle.drive(event)
    assert len(pairs(fold_of(event), 1)) == 2


def together(count: int, work: Callable[[], object]) -> list[object]:
    """What several threads say that do the same at the same time, each with a connection of its own."""
    gate = Barrier(count)

    def one(_number: int) -> object:
        gate.wait()
        try:
            return work()
        except Illegal as illegal:
            return illegal.refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_the_same_pairing_is_never_made_twice(transactional_db: None) -> None:
    event = a_tournament(8, **ONLINE)

    def begin() -> None:
        lifecycle.pair(tournament=event, by=None)
        lifecycle.begin_round(tournament=event, by=None)

    together(4, begin)
    assert (kinds(event)["round-paired"], kinds(event)["round-begun"]) == (1, 1)
    assert Game.objects.filter(tournament=event).count() == TournamentGame.objects.count() == 4
    together(4, lambda: lifecycle.drive(event))
    assert kinds(event)["round-paired"] == 1


def test_no_game_is_shown_as_going_on_that_is_none(time: Times) -> None:
    event = a_tournament(8, **ONLINE)
    next_round(event)
    first, second, third, _fourth = open_games(event)
    for game in (first, second, third):
        set_up(game)
    results.record_result(tournament=event, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    registration.expel(tournament=event, entry=fold_of(event).rounds[0].boards[1].red, by=None, reason="cheating")
    for entry in fold_of(event).rounds[0].boards[2].entries:
        registration.withdraw(tournament=event, entry=entry, by=None)
    lifecycle.drive(event)
    decided = set(TournamentGame.objects.filter(decided=True).values_list("game", flat=True))
    over = set(Game.objects.filter(status=Game.Status.OVER).values_list("id", flat=True))
    assert decided == over == {first, second, third}


def test_two_who_have_left_hold_up_no_round(time: Times) -> None:
    event = a_tournament(6, automatic=True, **ONLINE)
    lifecycle.drive(event)
    stalled, *others = open_games(event)
    set_up(stalled)
    for game in others:
        end_game(game)
    lifecycle.drive(event)
    for entry in fold_of(event).rounds[0].boards[0].entries:
        registration.withdraw(tournament=event, entry=entry, by=None)
    lifecycle.drive(event)
    fold = fold_of(event)
    assert fold.rounds[0].boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    assert (len(fold.rounds), len(pairs(fold, 2))) == (2, 2)


def test_nobody_is_paired_when_everybody_has_left(time: Times) -> None:
    arbiter = member("Vera").id
    event = a_tournament(4, automatic=True, owner=arbiter, **ONLINE)
    for entry in fold_of(event).entries:
        registration.withdraw(tournament=event, entry=entry, by=None)
    for _minute in range(2):
        lifecycle.drive(event)
        time.wait(minutes=10)
    assert (fold_of(event).rounds, Game.objects.count()) == ((), 0)
    assert texts(arbiter) == ["Open, round 1 is stuck: see at the desk what blocks it"]
    time.wait(days=1)  # the arbiter has done nothing: it does not stand still for ever
    lifecycle.drive(event)
    assert fold_of(event).status is Status.FINISHED


def test_leaving_and_coming_back_around_a_pairing_is_worth_nothing() -> None:
    event = a_tournament(6, rounds=3)
    byes.request_bye(tournament=event, entry=1, round=1, kind="half", by=None)
    registration.withdraw(tournament=event, entry=1, by=None)
    next_round(event)
    registration.come_back(tournament=event, entry=1, by=None)
    play_on(event)
    assert points(fold_of(event), 1) == 0
    assert fold_of(event).rounds[0].board_of(1) is None
    next_round(event)
    assert fold_of(event).rounds[1].board_of(1) is not None


@pytest.mark.parametrize(("players", "rounds"), [(7, 4), (11, 7)])
def test_nobody_has_two_byes(players: int, rounds: int) -> None:
    event = a_tournament(players, rounds=rounds)
    for round in range(rounds):
        play_round(event, seed=round)
    had = [(entry, mark) for round in fold_of(event).rounds for entry, mark in round.byes.items()]
    assert len(had) == len({entry for entry, _mark in had}) == rounds
    assert {mark for _entry, mark in had} == {Mark.PAIRING_BYE}


def test_who_had_a_full_point_bye_gets_no_pairing_bye() -> None:
    event = a_tournament(7, rounds=4)
    byes.request_bye(tournament=event, entry=7, round=1, kind="full", by=None)
    for round in range(1, 5):
        # Entry 7 loses every game, and would be the lowest each time.
        play_round(event, lambda board: (Mark.WIN, Mark.LOSS) if board.blue == 7 else (Mark.LOSS, Mark.WIN), seed=round)
    had = Counter(entry for round in fold_of(event).rounds for entry in round.byes)
    assert (had[7], set(had.values()), sum(had.values())) == (1, {1}, 4)


def test_nobody_meets_twice() -> None:
    event = a_tournament(8, rounds=7)
    for round in range(1, 8):
        play_round(event, seed=round)
    met = [frozenset(item) for round in range(1, 8) for item in pairs(fold_of(event), round)]
    assert len(met) == len(set(met)) == 28


def test_nobody_is_paired_after_leaving_not_even_while_the_pairing_is_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = a_tournament(6, rounds=3)
    whole = Swiss.next_round

    def leaves_meanwhile(swiss: Swiss, fold: TournamentFold) -> object:
        result = whole(swiss, fold)
        if fold.entries[2].playing:
            registration.withdraw(tournament=event, entry=2, by=None)
        return result

    registration.withdraw(tournament=event, entry=5, by=None)
    monkeypatch.setattr(Swiss, "next_round", leaves_meanwhile)
    fold = pair(tournament=event, by=None)
    seated = {entry for item in pairs(fold, 1) for entry in item} | set(fold.rounds[0].byes)
    assert seated == {1, 3, 4, 6}


def test_a_correction_two_rounds_late_is_seen_by_all_it_concerns(time: Times) -> None:
    people = [member(name).id for name in ("Ann", "Bob", "Cas", "Dan", "Eve", "Fay", "Gus", "Hal")]
    event = a_tournament(people, rounds=5)
    for round in range(1, 5):
        play_round(event, seed=round)
    next_round(event)
    before = fold_of(event)
    board = next(board for board in before.rounds[2].boards if board.leg.marks != (Mark.DRAW, Mark.DRAW))
    draw = {"red": Mark.DRAW, "blue": Mark.DRAW}
    differ = {item.round for item in what_if(tournament=event, round=3, board=board.number, **draw)}
    results.correct_result(tournament=event, round=3, board=board.number, by=None, reason="the slip was wrong", **draw)
    lifecycle.drive(event)
    after = fold_of(event)
    gains = [points(after, entry) - points(before, entry) for entry in board.entries]
    assert sorted(gains) == [-30, 20]  # a win of 6 and a loss of 1 become 3 and 3
    assert [pairs(after, round) for round in range(1, 6)] == [pairs(before, round) for round in range(1, 6)]
    assert differ == {4, 5}
    for entry in board.entries:
        assert [text for text in texts(people[entry - 1]) if text.startswith("Open, round 3: your result")]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    messages: list[str] = []
    monkeypatch.setattr(tasks.take_over, "delay", messages.append)
    monkeypatch.setattr(tasks, "run_soon", lambda _tournament: None)
    return messages


def shared_out(work: Callable[[list[Any]], list[Any]], things: list[Any]) -> list[Any]:
    def one(some: list[Any]) -> list[Any]:
        try:
            return work(some)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        parts = [pool.submit(one, things[first::6]) for first in range(6)]
        return [result for part in parts for result in part.result(timeout=60)]


def large(boards: int) -> UUID:
    """An event of so many boards whose first round is being played."""
    event = a_tournament(2, started=False, **ONLINE)
    people = some_players(2 * boards - 2)

    def enter(draft: command_handler.DraftedEvents) -> None:
        draft.add(*(e.PlayerEntered(number, (str(person.id),), 0) for number, person in enumerate(people, 3)))

    command_handler.execute(tournament=event, by=None, decide=enter)
    lifecycle.start(tournament=event, by=None)
    next_round(event)
    return event


@pytest.mark.slow
def test_150_boards_that_end_at_once_lose_nothing_and_no_move_fails_or_waits(
    transactional_db: None, sent: list[str]
) -> None:
    event = large(150)
    games = open_games(event)
    for game in games:
        set_up(game)

    def resign(some: list[UUID]) -> list[str]:
        return [commands.resign(game=game, seat=Seat.BLUE).status for game in some]

    # Somebody holds the tournament meanwhile: a game that waited for it would wait for ever.
    with transaction.atomic():
        lock(event)
        assert shared_out(resign, games) == ["over"] * 150
    assert sorted(sent) == sorted(map(str, games))
    # Ten messages are lost, fifty come twice, and several workers take them at once.
    shared_out(lambda some: [results.take_over(game=UUID(game)) for game in some], [*sent[10:], *sent[100:]])
    assert kinds(event)["result-recorded-on-board"] == 140
    lifecycle.drive(event)
    assert kinds(event)["result-recorded-on-board"] == 150
    round = fold_of(event).rounds[0]
    assert {board.leg.marks for board in round.boards} == {(Mark.WIN, Mark.LOSS)}
    assert round.finished_at is not None
