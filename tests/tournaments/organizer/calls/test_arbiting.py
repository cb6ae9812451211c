"""Calls for the arbiter, from the call to the ruling: what happens to the game, and what the log says of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from eventlog import store, verify
from eventlog.models import Event
from eventlog.rebuild import rebuild
from eventlog.sources import injected
from games.domain import command_handler, commands, reveal
from games.domain.arbitration import look_again
from games.domain.events import DrawOffered, GamePaused
from games.domain.projections import known_game
from games.domain.transitions import fold
from games.models import key_of
from games.rules import End, Illegal, Outcome, Refusal, Seat, Viewer
from notices.kinds.words import words_of
from notices.models import Kind, Notice
from tests.tournaments.organizer.calls.boards import LIVE, Table, a_table
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain.commands import appointments, arbitration, organization, rounds
from tournaments.domain.commands.arbitration import call_arbiter
from tournaments.domain.commands.results import take_over
from tournaments.domain.events import ArbiterCalled, CallAnswered, ResultRecordedOnBoard
from tournaments.domain.queries.call_evidence import DrawOffer, Evidence, evidence
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import CallAnswer
from tournaments.domain.texts import hash_of, text_of
from tournaments.models import Text, Tournament
from tournaments.presentation.words import tournament_refusal
from tournaments.scoring.points import Mark
from tournaments.tasks import run_one

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Now:
    at = START

    def __call__(self) -> datetime:
        return self.at

    def later(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def now():
    clock = Now()
    with injected(clock=clock):
        yield clock


def called(table: Table, **values) -> int:
    return call_arbiter(**({**table.where, "by": table.red, "about": "rules"} | values))


def refused(action, /, **values) -> Refusal:
    with pytest.raises(Illegal) as error:
        action(**values)
    assert "%(" not in tournament_refusal(error.value.refusal) != error.value.refusal.code
    return error.value.refusal


def log(table: Table, *kinds: type) -> list:
    return [event.event for event in store.load(table.tournament) if isinstance(event.event, kinds)]


def on(table: Table) -> dict:
    return {"tournament": table.tournament, "call": table.call.number, "by": table.owner}


# -- calling --------------------------------------------------------------------------------------


def test_a_call_stops_the_clocks_and_keeps_what_was_so(now):
    table = a_table()
    commands.offer_draw(game=table.game, seat=Seat.BLUE)
    now.later(5)
    commands.decline_draw(game=table.game, seat=Seat.RED)
    table.play(1)
    commands.offer_draw(game=table.game, seat=Seat.RED)
    commands.decline_draw(game=table.game, seat=Seat.RED)
    now.later(40)
    seen = table.now.public_version
    assert called(table, text="  He moved my piece. ") == 1
    call = table.call
    assert (call.round, call.board, call.entry, call.game, call.about, call.called_at, call.stopped, call.seen) == (
        *(1, 1, table.leg.red, table.game, "rules", now.at, True, seen),
    )
    assert text_of(call.words) == "He moved my piece."
    (event,) = log(table, ArbiterCalled)
    row = Text.objects.get(id=event.words)
    assert event.words_hash == hash_of(bytes(row.salt), row.text)
    assert table.now.paused == ("call",)
    assert Tournament.objects.get(id=table.tournament).calls == 1
    at = now.at - timedelta(seconds=40)
    assert evidence(call) == Evidence(
        status="playing",
        ply=5,
        to_move=Seat.BLUE,
        left={Seat.RED: timedelta(seconds=625), Seat.BLUE: timedelta(seconds=580)},
        offers=(
            DrawOffer(at - timedelta(seconds=5), 4, Seat.BLUE, "offered"),
            DrawOffer(at, 4, Seat.RED, "declined"),
            DrawOffer(at, 5, Seat.RED, "offered"),
            DrawOffer(at, 5, Seat.RED, "taken-back"),
        ),
    )
    table_later = evidence(call)
    now.later(500)
    assert evidence(call) == table_later


def test_the_public_version_at_a_call_is_how_many_events_there_were():
    """`evidence` depends on it: a game in which it were less would be shown as it stood too early."""
    table = a_table()
    commands.offer_draw(game=table.game, seat=Seat.BLUE)
    called(table)
    arbitration.give_time(**on(table), entry=table.leg.red, seconds=60, text="So.")
    arbitration.look(**on(table))
    history = [(event.event, event.time) for event in store.load(table.game)]
    counted = [fold(history[:length]).public_version for length in range(1, len(history) + 1)]
    assert counted == list(range(1, len(history) + 1))
    assert type(history[table.call.seen - 1][0]) is DrawOffered
    assert type(history[table.call.seen][0]) is GamePaused


def test_a_second_call_is_the_first_while_that_is_open():
    table = a_table()
    assert called(table) == called(table, about="other") == 1
    assert called(table, by=table.blue) == 2
    assert len(arbitration.open_calls(table.fold)) == 2
    assert arbitration.calls_of(table.fold, table.red) == table.fold.calls[:1]


def test_who_was_dismissed_does_not_stop_the_clocks_again():
    table = a_table()
    called(table)
    arbitration.close_call(**on(table), dismiss=True, text="Nothing was wrong.")
    assert (called(table), table.call.stopped, table.now.paused) == (2, False, ())
    assert (called(table, by=table.blue), table.call.stopped) == (3, True)


def test_calls_that_cannot_be():
    table = a_table(players=5)
    stranger = some_players(1)[0].id
    assert refused(called, table=table, by=stranger) == Refusal("not-your-board")
    assert refused(called, table=table, board=2) == Refusal("not-your-board")
    assert refused(called, table=table, board=3).code == "no-board"
    assert refused(called, table=table, round=2).code == "no-board"
    assert refused(called, table=table, about="lunch").code == "no-choice"
    commands.resign(game=table.game, seat=Seat.RED)
    assert refused(called, table=table).code == "board-decided"
    take_over(table.game)
    assert refused(called, table=table).code == "board-decided"
    organization.cancel_tournament(tournament=table.tournament, by=table.owner, reason="Storm.")
    assert refused(called, table=table).code == "over"
    assert log(table, ArbiterCalled) == []


# -- answering ------------------------------------------------------------------------------------


def test_an_arbiter_answers_gives_time_and_closes_and_play_goes_on(now):
    table = a_table()
    called(table)
    arbitration.answer_call(**on(table), text="I am looking at it.")
    now.later(60)
    before = table.now.clock.banks
    arbitration.give_time(**on(table), entry=table.leg.blue, seconds=120, text="For the trouble.")
    assert [after - left for after, left in zip(table.now.clock.banks, before, strict=True)] == [
        timedelta(),
        timedelta(seconds=120),
    ]
    assert (table.call.closed, table.now.paused) == (False, ("call",))
    arbitration.close_call(**on(table), text="Play on.")
    assert (table.call.closed, table.now.paused) == (True, ())
    answers = table.call.answers
    assert [(answer.ruling, text_of(answer.reason)) for answer in answers] == [
        ("answered", "I am looking at it."),
        ("time-given", "For the trouble."),
        ("resumed", "Play on."),
    ]
    assert answers[1][:5] == CallAnswer(now.at, "time-given", table.owner, 120, table.leg.blue)[:5]
    assert Tournament.objects.get(id=table.tournament).calls == 0
    assert table.play(1).state.ply == 5


def test_partners_share_what_is_given():
    table = a_table(plies=None, variant="alliance_lightning", players=2)
    called(table)
    before = table.now.clock.banks
    arbitration.give_time(**on(table), entry=table.leg.red, seconds=30, text="So.")
    grown = [after - left for after, left in zip(table.now.clock.banks, before, strict=True)]
    assert grown == [timedelta(seconds=30), timedelta()] * 2


def test_clocks_stand_still_until_the_last_call_is_closed():
    table = a_table(stop_clocks=False)
    called(table)
    called(table, by=table.blue)
    arbitration.stop_clocks(**on(table))
    arbitration.stop_clocks(**on(table))
    assert table.now.paused == ("arbiter",)
    arbitration.close_call(**on(table) | {"call": 1}, text="One.")
    assert table.now.paused == ("arbiter",)
    arbitration.close_call(**on(table), text="Two.")
    assert table.now.paused == ()
    assert [answer.ruling for answer in table.call.answers] == ["paused", "resumed"]


# -- looking --------------------------------------------------------------------------------------


def test_a_look_is_told_and_shows_the_views_of_the_seats():
    table = a_table()
    called(table)
    state = table.now.state
    views = (state.view(Viewer.RED), state.view(Viewer.BLUE))
    assert look_again(game=table.game, arbiter=table.owner) is None
    assert arbitration.look(**on(table)) == arbitration.look(**on(table)) == views
    assert look_again(game=table.game, arbiter=table.owner) == views
    assert [act.kind for act in table.now.acts] == ["paused", "looked"]
    assert [answer.ruling for answer in table.call.answers] == ["looked"]
    arbitration.close_call(**on(table), text="Play on.")
    assert look_again(game=table.game, arbiter=table.owner) is None


def test_nobody_looks_at_a_game_that_goes_on_or_at_the_own_one():
    table = a_table(stop_clocks=False)
    called(table)
    assert refused(arbitration.look, **on(table)).code == "not-paused"
    organization.give_role(tournament=table.tournament, player=table.blue, role="arbiter", by=table.owner)
    arbitration.stop_clocks(**on(table))
    for action in (arbitration.look, arbitration.stop_clocks):
        assert refused(action, **on(table) | {"by": table.blue}) == Refusal("own-board")
    assert refused(arbitration.look, **on(table) | {"by": table.red}).code == "not-allowed"
    assert not arbitration.may_see(table.fold, table.call, table.blue)
    assert arbitration.may_see(table.fold, table.call, table.owner)
    assert arbitration.may_see(table.fold, table.call, table.red)
    assert not arbitration.may_see(table.fold, table.call, None)


# -- ruling ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "outcome", "marks"),
    [
        ("red", Outcome(End.ADJUDICATION, 0), (Mark.WIN, Mark.LOSS)),
        ("blue", Outcome(End.ADJUDICATION, 1), (Mark.LOSS, Mark.WIN)),
        ("draw", Outcome(End.ADJUDICATION), (Mark.DRAW, Mark.DRAW)),
        ("both-lose", Outcome(End.BOTH_LOSE), (Mark.LOSS, Mark.LOSS)),
    ],
)
def test_a_ruling_ends_the_game_stands_at_once_and_closes_every_call(result, outcome, marks):
    table = a_table()
    called(table)
    called(table, by=table.blue)
    arbitration.rule(**on(table) | {"call": 1}, result=result, text="By the board.")
    assert (table.now.outcome, table.leg.marks, table.leg.source) == (outcome, marks, "arbiter")
    assert [(call.closed, call.answers[-1].ruling) for call in table.fold.calls] == [(True, "result")] * 2
    (recorded,) = log(table, ResultRecordedOnBoard)
    assert text_of(recorded.reason) == "By the board."
    before = table.fold.version
    take_over(table.game)
    assert table.fold.version == before
    assert refused(arbitration.rule, **on(table), result="draw", text="Again.").code == "call-closed"
    reports = verify.verify([table.tournament, table.game])
    assert [(report.error, report.status) for report in reports] == [(None, "ok")] * 2


@pytest.mark.parametrize(
    ("plies", "sides", "marks"),
    [
        (None, ("red",), (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)),
        (None, ("red", "blue"), (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)),
        (4, ("blue",), (Mark.WIN, Mark.LOSS)),
        (4, ("red", "blue"), (Mark.LOSS, Mark.LOSS)),
    ],
)
def test_a_forfeit_counts_as_played_once_play_had_begun(plies, sides, marks):
    table = a_table(plies=plies)
    called(table)
    entries = [getattr(table.leg, side) for side in sides]
    arbitration.forfeit(**on(table), entries=entries, text="Gone home.")
    assert (table.leg.marks, table.leg.source, table.call.closed) == (marks, "forfeit", True)
    assert table.row.status == "over"
    take_over(table.game)
    assert table.leg.marks == marks


def test_across_a_real_board_a_ruling_is_the_result():
    owner = some_players(1)[0].id
    tournament = a_tournament(4, owner=owner)
    now = next_round(tournament)
    leg = now.rounds[0].boards[0].leg
    by = now.entries[leg.red].players[0]
    number = call_arbiter(tournament=tournament, round=1, board=1, by=by, about="conduct")
    who = {"tournament": tournament, "call": number, "by": owner}
    assert evidence(fold_of(tournament).calls[0]) is None
    for action, values in (
        (arbitration.look, {}),
        (arbitration.stop_clocks, {}),
        (arbitration.give_time, {"entry": leg.red, "seconds": 5, "text": "x"}),
    ):
        assert refused(action, **who, **values) == Refusal("no-game")
    arbitration.forfeit(**who, entries=[leg.red], text="Rang up.")
    assert fold_of(tournament).rounds[0].boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)


def test_decisions_say_why_and_are_made_by_arbiters_alone():
    table = a_table()
    called(table)
    helper = some_players(1)[0].id
    organization.give_role(tournament=table.tournament, player=helper, role="helper", by=table.owner)
    actions = (
        (arbitration.answer_call, {}),
        (arbitration.give_time, {"entry": table.leg.red, "seconds": 60}),
        (arbitration.rule, {"result": "red"}),
        (arbitration.forfeit, {"entries": [table.leg.red]}),
        (arbitration.close_call, {}),
        (arbitration.close_call, {"dismiss": True}),
    )
    before = Event.objects.count()
    for action, values in actions:
        for by in (helper, table.red, table.blue):
            assert refused(action, **on(table) | {"by": by}, text="So.", **values).code == "not-allowed"
        assert refused(action, **on(table) | {"call": 2}, text="So.", **values).code == "no-call"
        if values or action is arbitration.answer_call:
            assert refused(action, **on(table), text=" ", **values).code == "reason-needed"
    assert refused(arbitration.rule, **on(table), result="red2", text="So.").code == "no-choice"
    assert refused(arbitration.forfeit, **on(table), entries=[99], text="So.").code == "no-entry"
    assert refused(arbitration.forfeit, **on(table), entries=[], text="So.").code == "no-entry"
    assert refused(arbitration.give_time, **on(table), entry=table.leg.red, seconds=0, text="So.").code == "time-amount"
    assert Event.objects.count() == before
    assert (table.now.outcome, table.call.answers, table.now.paused) == (None, (), ("call",))


def test_a_game_that_ended_meanwhile_is_not_ruled_and_its_call_is_closed_by_hand():
    table = a_table()
    called(table)
    commands.resign(game=table.game, seat=Seat.RED)
    assert refused(arbitration.rule, **on(table), result="red", text="So.").code == "game-over"
    take_over(table.game)
    assert refused(arbitration.rule, **on(table), result="red", text="So.").code == "board-decided"
    arbitration.close_call(**on(table), text="Over by itself.")
    assert (table.call.closed, table.leg.marks) == (True, (Mark.LOSS, Mark.WIN))


def test_a_rebuild_and_the_fold_say_the_same_of_calls():
    table = a_table()
    called(table, text="Look!")
    arbitration.look(**on(table))
    arbitration.rule(**on(table), result="blue", text="Seen.")
    called_again = list(Tournament.objects.values())
    rebuild()
    assert list(Tournament.objects.values()) == called_again
    assert known_game(table.game) is None
    assert [type(item) for item in log(table, ArbiterCalled, CallAnswered)] == [
        ArbiterCalled,
        CallAnswered,
        CallAnswered,
    ]
    rounds.pause(tournament=table.tournament, by=table.owner)


def test_an_arbiter_takes_a_board_up_that_nobody_called_from():
    table = a_table()
    where = {**table.where, "by": table.owner}
    assert refused(arbitration.take_up, **where, text=" ").code == "reason-needed"
    assert refused(arbitration.take_up, **where | {"by": table.red}, text="Me.").code == "not-allowed"
    assert arbitration.take_up(**where, text="Nobody moves.") == arbitration.take_up(**where, text="") == 1
    assert (table.call.entry, table.call.about, table.call.stopped, table.now.paused) == (0, "arbiter", False, ())
    assert arbitration.calls_of(table.fold, table.red) == ()
    assert not arbitration.may_see(table.fold, table.call, table.red)
    assert evidence(table.call).ply == 4
    arbitration.stop_clocks(**on(table))
    assert len(arbitration.look(**on(table))) == 2
    arbitration.rule(**on(table), result="draw", text="Dead position.")
    assert table.leg.marks == (Mark.DRAW, Mark.DRAW)
    assert refused(arbitration.take_up, **where, text="Again.").code == "board-decided"


def test_nobody_takes_the_own_board_up():
    table = a_table()
    organization.give_role(tournament=table.tournament, player=table.blue, role="arbiter", by=table.owner)
    assert refused(arbitration.take_up, **table.where, by=table.blue, text="Mine.") == Refusal("own-board")


def test_who_saw_other_answers_than_there_are_looks_again():
    table = a_table()
    called(table)
    arbitration.answer_call(**on(table), text="Mine.", seen=0)
    actions = (
        (arbitration.answer_call, {}),
        (arbitration.give_time, {"entry": table.leg.red, "seconds": 60}),
        (arbitration.rule, {"result": "red"}),
        (arbitration.forfeit, {"entries": [table.leg.red]}),
        (arbitration.close_call, {}),
    )
    for action, values in actions:
        assert refused(action, **on(table), text="Late.", seen=0, **values) == Refusal("call-answered")
    arbitration.close_call(**on(table), text="Now.", seen=1)
    assert table.call.closed


def test_a_call_from_before_the_game_is_about_the_game():
    owner = some_players(1)[0].id
    terms = {"time": LIVE, "scheduled": True, "stop_clocks": True, "round_length": 7 * 86_400}
    tournament = a_tournament(2, real=False, owner=owner, **terms)
    leg = next_round(tournament).rounds[0].boards[0].leg
    entries = fold_of(tournament).entries
    red, blue = (entries[entry].players[0] for entry in (leg.red, leg.blue))
    where = {"tournament": tournament, "round": 1, "board": 1}
    assert call_arbiter(**where, by=red, about="setup") == 1
    assert fold_of(tournament).calls[0].stopped is False
    for player in (red, blue):
        appointments.show_presence(**where, by=player)
    game = fold_of(tournament).rounds[0].boards[0].leg.game
    assert call_arbiter(**where, by=red, about="clock") == 1
    who = {"tournament": tournament, "call": 1, "by": owner}
    arbitration.stop_clocks(**who)
    assert command_handler.open_game(game).paused == ("arbiter",)
    arbitration.forfeit(**who, entries=[leg.blue], text="Set no army up.")
    assert command_handler.open_game(game).outcome == Outcome(End.FORFEIT, 0)
    assert fold_of(tournament).rounds[0].boards[0].leg.marks == (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)


def test_who_called_is_told_of_the_answer_once():
    table = a_table()
    called(table)
    arbitration.answer_call(**on(table), text="Wait.")
    arbitration.look(**on(table))
    for _time in range(2):
        run_one(str(table.tournament))
    (notice,) = Notice.objects.filter(kind=Kind.ANSWERED)
    assert (notice.player_id, notice.round, notice.board, notice.version) == (table.red, 1, 1, 101)
    (said,) = words_of([notice])
    assert said.url == f"/tournaments/{key_of(table.tournament)}/calls/1/"
    assert said.text == "Open, round 1: an arbiter answers your call"
    arbitration.rule(**on(table), result="red", text="So.")
    run_one(str(table.tournament))
    assert Notice.objects.filter(kind=Kind.ANSWERED).count() == 1


@pytest.mark.parametrize("by_player", [True, False])
def test_a_call_leaves_the_same_in_the_log_though_the_game_has_ended_behind_its_spectators(by_player):
    """Else who takes boards up would find out which games are over, and leave a trace at the others alone."""
    results = []
    for resigns in (False, True):
        table = a_table(spectators="delayed", delay=600)
        if resigns:
            commands.resign(game=table.game, seat=Seat.BLUE)
        if by_player:
            called(table)
        else:
            arbitration.take_up(**table.where, by=table.owner, text="I have heard something")
        arbitration.close_call(**on(table), text="All is well")
        events = log(table, ArbiterCalled, CallAnswered)
        results.append([(type(event), getattr(event, "stopped", None)) for event in events])
        assert table.row.status == "playing"
    assert results[0] == results[1] != []
    reveal.publish_end(game=table.game)
    assert refused(called, table=table).code == "board-decided"
