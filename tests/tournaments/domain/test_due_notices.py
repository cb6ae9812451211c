"""What people are told of tournaments: each thing once, in words with names, and no longer than it is so."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Player
from eventlog.canonical import microseconds
from games.domain.clocks import PRESETS
from games.models import key_of
from games.rules import Seat
from notices import unread
from notices.domain.commands import notices_of
from notices.domain.wishes import Want, wish
from notices.kinds.registry import kind_of
from notices.kinds.words import words_of
from notices.models import Kind, Notice
from tests.notices.people import BEGIN, Times, member, pass_by
from tests.tournaments.domain.test_appointments import Table, slot
from tests.tournaments.games import end_game, open_games, set_up
from tests.tournaments.organizer.calls.test_complaints import together
from tests.tournaments.scenes import a_tournament, next_round, some_players
from tournaments.domain import lifecycle, notices
from tournaments.domain.commands import organization, registration, results
from tournaments.domain.commands.appointments import accept_time, refuse_times
from tournaments.domain.notices import tell_once
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.models import Letter, NamedMember
from tournaments.presentation.notices import TOURNAMENTS
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

ONLINE = {"real": False, "variant": "duel", "time": PRESETS["3-days"], "rounds": 1}


def told(player: UUID) -> list[str]:
    return [words.text for words in words_of(notices_of(player))]


def named(player: UUID) -> str:
    return Player.objects.get(id=player).name


def test_a_round_is_told_once_and_no_longer_than_it_lasts(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    event = a_tournament([ann.id, bob.id], name="Spring Cup", started=False, **ONLINE)
    lifecycle.start(tournament=event, by=None)
    lifecycle.pair(tournament=event, by=None)
    lifecycle.drive(event)
    assert told(ann.id) == ["Spring Cup, round 1: you meet Bob on board 1"]
    lifecycle.begin_round(tournament=event, by=None)
    lifecycle.drive(event)
    lifecycle.drive(event)
    assert told(ann.id) == ["Spring Cup, round 1: your game against Bob begins"]
    assert (unread(ann.id), unread(bob.id)) == (1, 1)
    pass_by(time)
    assert sorted(item.body.splitlines()[0] for item in mail.outbox) == [
        "Spring Cup, round 1: your game against Ann begins.",
        "Spring Cup, round 1: your game against Bob begins.",
    ]
    assert {item.subject for item in mail.outbox} == {"A tournament game of yours begins"}
    (game,) = open_games(event)
    end_game(game)
    lifecycle.drive(event)
    lifecycle.finish(tournament=event, by=None)
    lifecycle.drive(event)
    assert "Spring Cup is over: you are number 1" in [*told(ann.id), *told(bob.id)]
    assert not [words for words in told(ann.id) if "begins" in words]


def test_times_are_told_to_the_other_side_in_the_order_of_things(time: Times) -> None:
    table = Table()
    table.propose(table.red, 5)
    lifecycle.drive(table.event)
    assert f"Open, round 1: {named(table.red)} proposes when to play" in told(table.blue)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    lifecycle.drive(table.event)
    assert f"Open, round 1: you play {named(table.blue)} on Saturday, 21 November 2026, 17:00" in told(table.red)
    assert not [words for words in told(table.blue) if "proposes" in words]
    refuse_times(**table.where, by=table.red)
    lifecycle.drive(table.event)
    assert f"Open, round 1: {named(table.red)} cannot play then, agree another time" in told(table.blue)


def test_who_has_agreed_a_time_is_reminded_and_warned_before_losing(time: Times) -> None:
    table = Table()
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=4)
    lifecycle.drive(table.event)
    when = "Saturday, 21 November 2026, 17:00, be there within 30 minutes, or you lose"
    reminder = f"Open, round 1: you play {named(table.blue)} on {when}"
    assert reminder in told(table.red)
    time.wait(hours=1)
    lifecycle.drive(table.event)
    (notice,) = Notice.objects.filter(player=table.red, kind=Kind.NO_SHOW)
    (words,) = words_of([notice])
    assert words.text == f"Open, round 1: you are missed, and lose to {named(table.blue)} by forfeit"
    assert words.deadline == BEGIN + timedelta(hours=5, minutes=30)
    time.wait(minutes=30)
    lifecycle.drive(table.event)
    assert told(table.red)[0] == f"Open, round 1: your result against {named(table.blue)}: Forfeit of both"


def test_who_does_not_set_up_is_warned_when_half_the_time_is_over(time: Times) -> None:
    event = a_tournament(2, no_show=1800, **ONLINE)
    next_round(event)
    (game,) = open_games(event)
    set_up(game, Seat.RED)
    time.wait(minutes=14)
    lifecycle.drive(event)
    assert not Notice.objects.filter(kind=Kind.NO_SHOW).exists()
    time.wait(minutes=2)
    lifecycle.drive(event)
    entry = fold_of(event).rounds[0].boards[0].blue
    assert [notice.player_id for notice in Notice.objects.filter(kind=Kind.NO_SHOW)] == [
        *fold_of(event).entries[entry].players
    ]


def test_who_is_invited_late_is_told_while_late_entries_are_taken(time: Times) -> None:
    eve, owner = (player.id for player in some_players(2))
    event = a_tournament(2, name="Cup", owner=owner, late=1, **(ONLINE | {"rounds": 3}))
    organization.invite(tournament=event, players=[eve], by=owner)
    lifecycle.drive(event)
    assert (told(eve), unread(eve)) == (["You are invited to Cup"], 1)
    lifecycle.pair(tournament=event, by=None)
    lifecycle.drive(event)
    assert (told(eve), unread(eve)) == ([], 0)


def test_before_the_start(time: Times) -> None:
    ann, joe, bob, eve = (player.id for player in some_players(4))
    starts = microseconds(BEGIN + timedelta(hours=2))
    event = a_tournament([ann, joe, bob], started=False, capacity=2, starts=starts, check_in=3600, name="Cup", **ONLINE)
    organization.invite(tournament=event, players=[eve], by=None)
    lifecycle.drive(event)
    assert (told(ann), told(bob), told(eve)) == ([], [], ["You are invited to Cup"])
    registration.withdraw(tournament=event, entry=1, by=None)
    lifecycle.drive(event)
    promoted = "You move up from the waiting list: you play in Cup"
    assert told(bob) == [promoted]
    time.wait(hours=1)
    lifecycle.drive(event)
    soon = "Cup begins soon: check in, or you are out"
    assert told(bob) == [soon, promoted]
    registration.check_in(tournament=event, entry=3, by=None)
    lifecycle.drive(event)
    assert told(bob) == [promoted]
    organization.cancel_tournament(tournament=event, by=None, reason="rain")
    lifecycle.drive(event)
    assert told(bob)[0] == "Cup is called off"


def test_arbiters_are_told_once_that_a_round_is_stuck(time: Times) -> None:
    table = Table()
    arbiter = member("Vera").id
    organization.give_role(tournament=table.event, player=arbiter, role="arbiter", by=None)
    lifecycle.drive(table.event)
    time.wait(days=7)
    for _minute in range(3):
        lifecycle.drive(table.event)
        time.wait(minutes=1)
    stuck = "Open, round 1 is stuck: see at the desk what blocks it"
    assert told(arbiter) == [stuck, "Open: you are an arbiter"]
    results.record_result(tournament=table.event, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None)
    lifecycle.drive(table.event)
    assert told(arbiter) == ["Open: you are an arbiter"]


def test_a_result_that_two_sides_tell_in_two_ways_comes_to_both_and_the_arbiter(time: Times) -> None:
    owner = member("Olga").id
    event = a_tournament(2, rounds=1, owner=owner)
    next_round(event)
    red, blue = (fold_of(event).entries[entry].players[0] for entry in fold_of(event).rounds[0].boards[0].entries)
    claim = {"tournament": event, "round": 1, "board": 1}
    results.claim_result(**claim, red=Mark.WIN, blue=Mark.LOSS, by=red)
    lifecycle.drive(event)
    assert f"Open, round 1: confirm the result that {named(red)} has told" in told(blue)
    results.claim_result(**claim, red=Mark.DRAW, blue=Mark.DRAW, by=blue)
    lifecycle.drive(event)
    assert told(owner) == [f"Open, round 1, board 1: the two sides disagree: {named(red)} and {named(blue)}"]


def test_what_is_not_wanted_is_not_told_and_nothing_is_told_to_who_has_no_account(time: Times) -> None:
    ann = member("Ann")
    nobody = Player.objects.create(name="From a record")
    wish(ann.id, {Kind.PAIRED: Want(page=False, mail=False)})
    event = a_tournament([ann.id, nobody.id], rounds=1)
    next_round(event)
    lifecycle.drive(event)
    assert (told(ann.id), Notice.objects.filter(player=nobody).count()) == ([], 0)


@pytest.mark.slow
def test_each_notice_leads_to_a_page(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    event = a_tournament([ann.id, bob.id], rounds=1, owner=ann.id)
    next_round(event)
    dues = notices.dues(fold_of(event), now=time.now)
    kinds = [kind for kind in Kind if kind_of(kind).subject is TOURNAMENTS]
    for kind in kinds:
        tell_once(event, [dues[0]._replace(player=ann.id, kind=kind, version=7)])
    client = Client()
    client.force_login(ann.account)
    result = {notice.kind: words_of([notice])[0] for notice in Notice.objects.filter(player=ann)}
    assert set(result) == {kind.value for kind in kinds}
    gone = (Kind.CALL, Kind.ANSWERED, Kind.NAMED, Kind.LETTER)
    calls, _answered, named, letter = (result.pop(kind) for kind in gone)
    NamedMember.objects.create(tournament=event, entry=1, player=ann.id, written=ann.id)
    Letter.objects.create(tournament=event, number=7, by=bob.id, audience="all", to=[ann.id], written=time.now)
    assert client.get(named.url).status_code == 200
    assert {client.get(words.url).status_code for words in result.values()} == {200}
    assert (calls.url.endswith("/calls/7/"), letter.url.endswith("/letters/7/")) == (True, True)


def test_who_organises_is_told_that_an_event_could_not_begin(time: Times) -> None:
    owner = member("Olga").id
    a_tournament(1, started=False, owner=owner, starts=microseconds(BEGIN + timedelta(hours=1)), **ONLINE)
    time.wait(hours=1)
    for _minute in range(3):
        for event in lifecycle.due_tournaments():
            lifecycle.drive(event.id)
        time.wait(minutes=4)
    assert told(owner) == ["Open could not begin: too few are ready to play; the desk says what to do"]


def test_the_second_game_of_a_match_says_nothing_of_the_time_of_the_first(time: Times) -> None:
    table = Table(format="knockout", best_of=3, rounds=0)
    table.propose(table.red, 5)
    accept_time(**table.where, by=table.blue, slot=slot(5))
    time.wait(hours=6)
    results.record_result(tournament=table.event, round=1, board=1, red=Mark.WIN, blue=Mark.LOSS, by=None)
    lifecycle.drive(table.event)
    assert len(table.board.legs) == 2
    assert [text for text in told(table.red) if "you play" in text] == []


def test_who_has_agreed_no_time_is_reminded_a_day_before_the_round_ends(time: Times) -> None:
    table = Table()
    lifecycle.drive(table.event)
    time.wait(days=5, hours=23)
    assert table.event not in [tournament.id for tournament in lifecycle.due_tournaments()]
    time.wait(hours=1)
    assert table.event in [tournament.id for tournament in lifecycle.due_tournaments()]
    lifecycle.drive(table.event)
    reminder = f"Open, round 1 ends soon: agree when to play {named(table.blue)}"
    assert reminder in told(table.red)
    table.propose(table.red, 6 * 24 + 5)
    accept_time(**table.where, by=table.blue, slot=slot(6 * 24 + 5))
    lifecycle.drive(table.event)
    assert reminder not in told(table.red)


def test_four_who_tell_at_once_tell_once(transactional_db: None) -> None:
    event = a_tournament(6, rounds=1)
    next_round(event)
    together(4, lambda: notices.tell_people(event))
    assert Notice.objects.filter(tournament=event, kind=Kind.PAIRED).count() == 6
    assert Notice.objects.values("player").distinct().count() == 6


def test_who_has_entered_is_told_of_each_change_of_the_terms_once(time: Times) -> None:
    ann, bob, cas = member("Ann"), member("Bob"), member("Cas")
    event = a_tournament([ann.id, bob.id], name="Spring Cup", started=False, **ONLINE)
    wish(bob.id, {Kind.TERMS: Want(page=False, mail=False)})
    organization.change_terms(tournament=event, by=None, terms=replace(fold_of(event).terms, capacity=8))
    registration.enter(tournament=event, players=[cas.id], by=cas.id)
    for _twice in range(2):
        lifecycle.drive(event)
    changed = "Spring Cup: the announcement is changed; its log says what is different, and why"
    assert (told(ann.id), told(bob.id), told(cas.id)) == ([changed], [], [])
    (words,) = words_of(notices_of(ann.id))
    assert words.url == f"/tournaments/{key_of(event)}/log/"
    organization.change_terms(tournament=event, by=None, terms=replace(fold_of(event).terms, capacity=9))
    lifecycle.drive(event)
    assert (told(ann.id), told(cas.id)) == ([changed, changed], [changed])


def test_a_draft_may_change_without_anybody_being_told(time: Times) -> None:
    (owner,) = some_players(1)
    terms = usual_terms("duel", "swiss")
    event = organization.create_tournament(owner=owner.id, terms=terms, name="Spring Cup")
    after = organization.change_terms(tournament=event, by=owner.id, terms=replace(terms, capacity=8))
    assert (after.terms.capacity, after.revisions, after.revised_at) == (8, 0, None)


def test_who_has_entered_is_told_of_each_change_of_name_place_and_description(time: Times) -> None:
    ann, bob, cas = member("Ann"), member("Bob"), member("Cas")
    event = a_tournament([ann.id, bob.id, cas.id], name="Spring Cup", started=False, **ONLINE)
    registration.withdraw(tournament=event, entry=2, by=bob.id)
    wish(cas.id, {Kind.TERMS: Want(page=False, mail=False)})
    changed = "May Cup: the announcement is changed; its log says what is different, and why"
    organization.describe(tournament=event, by=None, name="Spring Cup", code="Sesame", description="")
    lifecycle.drive(event)
    assert told(ann.id) == []  # nothing that she reads is another one
    organization.describe(tournament=event, by=None, name="May Cup")
    for _twice in range(2):
        lifecycle.drive(event)
    assert (told(ann.id), told(bob.id), told(cas.id)) == ([changed], [], [])
    (words,) = words_of(notices_of(ann.id))
    assert words.url == f"/tournaments/{key_of(event)}/log/"
    organization.describe(tournament=event, by=None, description="Bring a pen")
    lifecycle.drive(event)
    assert told(ann.id) == [changed, changed]


def test_nobody_is_told_of_the_words_of_an_event_that_is_over(time: Times) -> None:
    ann = member("Ann")
    over = a_tournament([ann.id], name="Spring Cup", started=False, **ONLINE)
    organization.cancel_tournament(tournament=over, by=None)
    organization.describe(tournament=over, by=None, place="Town hall")
    lifecycle.drive(over)
    assert not Notice.objects.filter(kind=Kind.TERMS).exists()
