"""The pages of calls: who sees what, what the forms do, and what is kept when they are refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from eventlog.canonical import microseconds
from games.domain import commands
from games.models import key_of
from games.presentation.presentation import picture
from games.rules import Seat, Viewer
from tests.tournaments.organizer.calls.boards import LIVE, Table, a_table, account_of
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain import lifecycle
from tournaments.domain.commands import (
    appointments,
    arbitration,
    organization,
    registration,
    rounds,
)
from tournaments.domain.commands.arbitration import call_arbiter
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Text
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def signed_in(player) -> Client:
    client = Client()
    client.force_login(account_of(player))
    return client


def url(table: Table, name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[key_of(table.tournament), *args])


def body(answer) -> str:
    return answer.content.decode()


@pytest.fixture
def table() -> Table:
    return a_table()


def call(table: Table, **values) -> int:
    return call_arbiter(**({**table.where, "by": table.red, "about": "clock", "text": "Look!"} | values))


def on(table: Table) -> dict:
    return {"tournament": table.tournament, "call": table.call.number, "by": table.owner}


# -- beside the board -----------------------------------------------------------------------------


def test_the_board_of_play_says_where_it_belongs_and_has_the_form(table):
    page = body(signed_in(table.red).get(f"/games/{key_of(table.game)}/"))
    assert f'<a href="{url(table, "round", 1)}">Round 1</a>' in page
    assert f'action="{url(table, "call-new", 1, 1)}"' in page
    assert "The clocks stop until the arbiter has decided." in page
    spectators = body(Client().get(f"/games/{key_of(table.game)}/"))
    assert f'<a href="{url(table, "round", 1)}">Round 1</a>' in spectators
    assert "Call the arbiter" not in spectators


def test_the_form_leads_back_to_the_board_which_says_how_the_call_stands(table):
    client = signed_in(table.red)
    answer = client.post(url(table, "call-new", 1, 1), {"about": "clock", "text": "It jumped."})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{key_of(table.game)}/")
    page = body(client.get(answer.headers["Location"]))
    assert "You have called the arbiter, who has not answered yet." in page
    assert "every 20s" in page
    assert "Why do you call?" not in page
    arbitration.give_time(**on(table), entry=table.leg.red, seconds=60, text="It did.")
    arbitration.answer_call(**on(table), text="Play <b>on</b> soon.")
    result = body(client.get(url(table, "call-state", key_of(table.game))))
    assert "The arbiter gave Red 1 minute more." in result
    assert "“Play &lt;b&gt;on&lt;/b&gt; soon.”" in result
    arbitration.close_call(**on(table), text="Play on.")
    page = body(client.get(f"/games/{key_of(table.game)}/"))
    assert "Your call for the arbiter is closed." in page
    assert "Why do you call?" in page
    other = body(signed_in(table.blue).get(url(table, "call-state", key_of(table.game))))
    assert "call" not in other.replace("call-state", "").replace("/calls/", "")


def test_a_call_that_is_refused_keeps_what_was_written(table):
    stranger = signed_in(some_players(1)[0].id)
    answer = stranger.post(url(table, "call-new", 1, 1), {"about": "conduct", "text": "I only watch."})
    assert answer.status_code == 422
    assert "I only watch." in body(answer)
    assert 'value="conduct"' in body(answer)
    answer = signed_in(table.red).post(url(table, "call-new", 1, 1), {"about": "nonsense", "text": "Hm."})
    assert (answer.status_code, "Hm." in body(answer)) == (422, True)
    assert Client().post(url(table, "call-new", 1, 1), {"about": "rules"}).status_code == 302
    assert table.fold.calls == ()


def test_while_set_ups_are_made_the_arbiter_can_be_called_and_nobody_aborts():
    table = a_table(plies=None)
    page = body(signed_in(table.red).get(f"/games/{key_of(table.game)}/"))
    assert "Call the arbiter" in page
    assert "Abort" not in page


# -- who sees what --------------------------------------------------------------------------------


@pytest.mark.slow
def test_words_of_a_call_are_for_its_caller_and_the_arbiters(table):
    call(table)
    helper = some_players(1)[0].id
    organization.give_role(tournament=table.tournament, player=helper, role="helper", by=table.owner)
    item, queue = url(table, "call", 1), url(table, "calls")
    for who, status in ((table.owner, 200), (table.red, 200), (table.blue, 403), (helper, 403)):
        answer = signed_in(who).get(item)
        assert (answer.status_code, "Look!" in body(answer)) == (status, status == 200)
        assert "no-store" in answer.headers["Cache-Control"]
    assert Client().get(item).status_code == 302
    assert signed_in(table.owner).get(url(table, "call", 9)).status_code == 403
    assert "My calls for the arbiter" in body(signed_in(table.red).get(queue))
    assert item in body(signed_in(table.red).get(queue))
    assert item not in body(signed_in(table.blue).get(queue))
    assert item in body(signed_in(table.owner).get(f"{queue}?part=1"))
    assert signed_in(some_players(1)[0].id).get(queue).status_code == 403


def test_the_page_of_a_call_shows_what_was_so_and_erased_words_are_gone(table):
    commands.offer_draw(game=table.game, seat=Seat.RED)
    call(table)
    page = body(signed_in(table.owner).get(url(table, "call", 1)))
    for words in (
        "4 moves had been played; it was Red’s turn.",
        "Red offered a draw after move 4.",
        "a player called the arbiter",
        "Something is wrong with the clocks",
        "Look!",
    ):
        assert words in page
    Text.objects.all().delete()
    assert "This text was erased." in body(signed_in(table.owner).get(url(table, "call", 1)))
    assert "What you can do" not in body(signed_in(table.red).get(url(table, "call", 1)))


# -- what arbiters do -----------------------------------------------------------------------------


def test_an_arbiter_works_through_a_call_with_forms_alone(table):
    call(table)
    client, item = signed_in(table.owner), url(table, "call", 1)
    red = str(table.leg.red)
    steps = [
        ({"do": "stop"}, item),
        ({"do": "look"}, url(table, "call-look", 1)),
        ({"do": "answer", "answer-reason": "Wait."}, item),
        ({"do": "time", "time-entry": red, "time-minutes": "3", "time-reason": "Lost time."}, item),
        ({"do": "result", "result-result": "blue", "result-reason": "It was so.", "result-sure": "on"}, item),
    ]
    for data, address in steps:
        answer = client.post(item, data)
        assert (answer.status_code, answer.headers.get("Location")) == (303, address), body(answer)
    assert [answer.ruling for answer in table.call.answers] == ["paused", "looked", "answered", "time-given", "result"]
    assert (table.call.closed, table.leg.marks) == (True, (Mark.LOSS, Mark.WIN))
    page = body(client.get(item))
    assert "This call is closed." in page
    assert "What you can do" not in page
    answer = client.post(item, {"do": "close", "close-reason": "Bye."})
    assert answer.status_code == 409
    assert "This call is closed already." in body(answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ({"do": "answer", "answer-reason": ""}, ""),
        ({"do": "time", "time-entry": "99", "time-minutes": "3", "time-reason": "Kept words"}, "Kept words"),
        ({"do": "time", "time-entry": "1", "time-minutes": "-3", "time-reason": "Kept words"}, "Kept words"),
        ({"do": "result", "result-result": "blue", "result-reason": "Kept words"}, "Kept words"),
        ({"do": "forfeit", "forfeit-reason": "Kept words", "forfeit-sure": "on"}, "Kept words"),
        ({"do": "dance"}, ""),
    ],
)
def test_a_form_that_is_not_complete_keeps_what_was_written(table, data, kept):
    call(table)
    answer = signed_in(table.owner).post(url(table, "call", 1), data)
    assert answer.status_code == 422
    assert kept in body(answer)
    assert table.call.answers == ()


# -- the look -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_both_sides_are_shown_after_the_look_was_told_and_until_play_goes_on(table):
    call(table)
    client, look = signed_in(table.owner), url(table, "call-look", 1)
    assert client.get(look).headers["Location"] == url(table, "call", 1)
    assert "arbiter-looked" not in [act.kind for act in table.now.acts]
    client.post(url(table, "call", 1), {"do": "look"})
    answer = client.get(look)
    assert "no-store" in answer.headers["Cache-Control"]
    for viewer in (Viewer.RED, Viewer.BLUE):
        assert str(picture(table.now.state.view(viewer))) in body(answer)
    for who in (table.red, table.blue):
        assert signed_in(who).get(look).status_code == 403
        assert "An arbiter looked at both sides" in body(signed_in(who).get(f"/games/{key_of(table.game)}/"))
    another = some_players(1)[0].id
    organization.give_role(tournament=table.tournament, player=another, role="arbiter", by=table.owner)
    assert signed_in(another).get(look).status_code == 302
    arbitration.close_call(**on(table), text="Play on.")
    assert client.get(look).status_code == 302


# -- without a call -------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_arbiter_takes_a_board_up_from_the_desk(table):
    client, new = signed_in(table.owner), url(table, "call-new", 1, 1)
    assert f'href="{new}"' in body(client.get(url(table, "desk-board", 1, 1)))
    assert "Take a board up" in body(client.get(new))
    assert client.post(new, {"text": ""}).status_code == 422
    answer = client.post(new, {"text": "Nobody moves."})
    assert (answer.status_code, answer.headers["Location"]) == (303, url(table, "call", 1))
    page = body(client.get(url(table, "call", 1)))
    assert "Taken up by an arbiter" in page
    assert "Nobody moves." in page
    assert signed_in(table.red).get(url(table, "call", 1)).status_code == 403
    assert "Taken up by an arbiter" in body(client.get(url(table, "calls")))
    assert "was taken up by an arbiter" in body(Client().get(url(table, "log")))


def test_how_a_time_was_agreed_is_attached(table):
    tournament = a_tournament(2, real=False, scheduled=True, round_length=7 * 86_400, time=LIVE)
    now = next_round(tournament)
    leg = now.rounds[0].boards[0].leg
    red, blue = (now.entries[entry].players[0] for entry in (leg.red, leg.blue))
    where = {"tournament": tournament, "round": 1, "board": 1}
    slot = microseconds(timezone.now() + timedelta(hours=5))
    appointments.propose_times(**where, slots=[slot], by=red)
    appointments.refuse_times(**where, by=blue)
    call_arbiter(**where, by=red, about="setup")
    page = body(signed_in(red).get(reverse("tournaments:call", args=[key_of(tournament), 1])))
    names = [Player.objects.get(id=player).name for player in (red, blue)]
    assert f"{names[0]} proposed times." in page
    assert f"{names[1]} refused the times" in page


def test_a_pairing_that_is_taken_back_closes_its_calls():
    owner, *_rest = people = some_players(5)
    tournament = a_tournament([person.id for person in people[1:]], real=False, owner=owner.id)
    at_first = lifecycle.pair(tournament=tournament, by=owner.id).rounds[0].boards[0]
    caller = at_first.entries[0]
    by = fold_of(tournament).entries[caller].players[0]
    where = {"tournament": tournament, "round": 1, "board": 1}
    number = call_arbiter(**where, by=by, about="rules", text="With whom?")
    assert [call.closed for call in fold_of(tournament).calls] == [False]
    rounds.unpair(tournament=tournament, by=owner.id)
    assert [(call.closed, call.sides) for call in fold_of(tournament).calls] == [(True, at_first.entries)]
    queue, item = (reverse(f"tournaments:{name}", args=args) for name, args in _calls(tournament, number))
    for who in (owner, Player.objects.get(id=by)):
        assert signed_in(who.id).get(queue).status_code == 200
        page = body(signed_in(who.id).get(item))
        assert "the pairing was taken back" in page
        assert all(f">{player.name}<" in page for player in _at(tournament, at_first.entries))
    # Others sit at the board now, and the call is none of theirs.
    registration.withdraw(tournament=tournament, entry=caller, by=None)
    lifecycle.pair(tournament=tournament, by=owner.id)
    lifecycle.begin_round(tournament=tournament, by=owner.id)
    assert call_arbiter(**where, by=_at(tournament, _board(tournament).entries)[0].id, about="clock") == number + 1
    assert signed_in(owner.id).get(item).status_code == 200


def _calls(tournament, number):
    return ("calls", [key_of(tournament)]), ("call", [key_of(tournament), number])


def _board(tournament):
    return fold_of(tournament).rounds[0].boards[0]


def _at(tournament, entries) -> list[Player]:
    fold = fold_of(tournament)
    return [Player.objects.get(id=fold.entries[entry].players[0]) for entry in entries]


def test_the_desk_puts_calls_that_wait_first(table):
    words = "1 player waits for an arbiter"
    client = signed_in(table.owner)
    assert words not in body(client.get(url(table, "desk")))
    call(table)
    page = body(client.get(url(table, "desk")))
    assert f'<a class="button primary" href="{url(table, "calls")}">{words}</a>' in page
    client.post(url(table, "call", 1), {"do": "dismiss", "dismiss-reason": "No."})
    assert table.call.closed
    assert words not in body(client.get(url(table, "desk")))
