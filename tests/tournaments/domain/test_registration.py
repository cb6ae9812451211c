"""Entering, waiting, partners, check-in, leaving and coming back, byes."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from benchmarks.large_event import large_entries
from eventlog import store
from eventlog.canonical import microseconds
from eventlog.verify import verify
from games.rules import Refusal
from ratings.models import Rating
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of, refusal_of
from tournaments.domain import lifecycle
from tournaments.domain.commands import byes, organization, people, registration, results
from tournaments.domain.commands.people import NewEntry, NewPerson
from tournaments.domain.consequences import takes_entries
from tournaments.domain.queries.tournaments import fold_of, published_fold_of
from tournaments.domain.standings import crosstable
from tournaments.domain.state import Entry, Presence
from tournaments.domain.verification import verify_tournament
from tournaments.models import Announcement, NamedMember, PartnerRequest, Tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def an_open(players=0, **terms):
    return scenes.a_tournament(players, started=False, **terms)


def owner_of(tournament):
    return Tournament.objects.get(id=tournament).owner


def enters(tournament, player, **values):
    return registration.enter(tournament=tournament, players=(player,), by=player, **values)


def presences(tournament):
    return [entry.presence.value for entry in fold_of(tournament).entries.values()]


def rated(player, value):
    Rating.objects.create(
        player=player,
        variant="barrage",
        value=value,
        deviation=50,
        volatility=0.06,
        games=9,
        played=timezone.now(),
        position=1,
    )


def test_a_player_enters_once():
    tournament = an_open()
    (player,) = (player.id for player in scenes.some_players(1))
    assert enters(tournament, player) == 1
    assert refusal_of(registration.enter, tournament=tournament, players=(player,), by=player) == Refusal(
        "entered-already", {"entry": 1}
    )
    assert Tournament.objects.get(id=tournament).entries == 1


def test_nobody_enters_others_but_the_staff():
    tournament = an_open()
    item, other = (player.id for player in scenes.some_players(2))
    assert code_of(registration.enter, tournament=tournament, players=(other,), by=item) == "not-allowed"
    usual = {"tournament": tournament, "by": owner_of(tournament)}
    assert code_of(registration.enter, **usual, players=(other,)) == "ask-first"
    known = Player.objects.create(name="Known from a record")
    assert registration.enter(**usual, players=(known.id,)) == 1


def test_online_everybody_enters_alone_and_the_staff_invites():
    tournament = an_open(real=False, rating_from=1400)
    player, owner = scenes.an_owner(), owner_of(tournament)
    assert code_of(registration.enter, tournament=tournament, players=(player,), by=owner) == "not-allowed"
    assert code_of(registration.enter, tournament=tournament, players=(player,), by=player) == "rating-limits"
    organization.invite(tournament=tournament, players=[player], by=owner)
    assert fold_of(tournament).entries == {}
    assert enters(tournament, player) == 1


def test_online_the_staff_asks_its_partner_too():
    tournament = an_open(real=False, variant="alliance")
    owner, partner = owner_of(tournament), scenes.an_owner()
    both = {"tournament": tournament, "players": (owner, partner)}
    assert registration.enter(**both, by=owner) == 0
    assert registration.requests_to(tournament, partner) == [owner]
    assert registration.enter(**both, by=partner) == 1


def test_who_comes_late_waits_and_moves_up():
    tournament = an_open(4, capacity=3)
    assert presences(tournament) == ["entered", "entered", "entered", "waiting"]
    registration.withdraw(tournament=tournament, entry=1, by=None)
    assert presences(tournament) == ["withdrawn", "entered", "entered", "entered"]
    registration.come_back(tournament=tournament, entry=1, by=None)
    assert presences(tournament) == ["withdrawn", "entered", "entered", "entered", "waiting"]
    assert fold_of(tournament).entries[5].players == fold_of(tournament).entries[1].players
    row = Tournament.objects.get(id=tournament)
    assert (row.entries, row.waiting) == (3, 1)


def test_what_is_known_of_an_entry_goes_along_when_it_comes_back_and_has_to_wait():
    owner = scenes.an_owner()
    tournament = an_open(2, capacity=3, real=True, rounds=3, owner=owner)
    member = scenes.an_owner()
    organization.invite(tournament=tournament, players=[member], by=owner)
    person = NewPerson("Ann", club="Rot", birth="1990", ask=member)
    people.enter_people(tournament=tournament, entries=[NewEntry((person,), 1500)], by=owner)
    people.correct(tournament=tournament, entry=3, by=owner, rating=1600)
    byes.request_bye(tournament=tournament, entry=3, round=2, kind="zero", by=owner)
    organization.keep_apart(tournament=tournament, entries=[1, 3], by=owner, reason="They are brothers.")
    registration.withdraw(tournament=tournament, entry=3, by=owner)
    (late,) = (player.id for player in scenes.some_players(1, prefix="late"))
    registration.enter(tournament=tournament, players=(late,), by=late)
    now = registration.come_back(tournament=tournament, entry=3, by=owner)
    assert now.entries[5] == Entry(5, now.entries[3].players, 1600, Presence.WAITING, byes={2: "zero"}, written=True)
    result = {place: people.known(row) for place, row in people.persons_of(tournament).items()}
    assert result == {(5, 0): {"club": "Rot", "birth": "1990"}}
    assert list(NamedMember.objects.values_list("entry", "player")) == [(5, member)]
    assert (now.forbidden, now.apart.keys()) == ({frozenset({1, 3}), frozenset({1, 5})}, now.forbidden)
    assert len({*now.apart.values()}) == 1
    # It is one entry: whoever names the number that it had means the new one.
    registration.withdraw(tournament=tournament, entry=5, by=owner)
    registration.withdraw(tournament=tournament, entry=4, by=late)
    assert registration.come_back(tournament=tournament, entry=3, by=owner).entries[5].playing
    verify_tournament(store.load(tournament))


def test_invitations_codes_and_ratings():
    by_invitation, by_code = an_open(entry="invitation"), an_open(rating_from=1400, rating_to=1800)
    item, other = (player.id for player in scenes.some_players(2))
    organization.invite(tournament=by_invitation, players=[item, item], by=owner_of(by_invitation))
    assert enters(by_invitation, item) == 1
    assert code_of(registration.enter, tournament=by_invitation, players=(other,), by=other) == "not-invited"
    assert code_of(registration.enter, tournament=by_code, players=(other,), by=other) == "rating-limits"
    rated(item, 1500)
    rated(other, 1900)
    assert enters(by_code, item) == 1
    assert code_of(registration.enter, tournament=by_code, players=(other,), by=other) == "rating-limits"
    assert fold_of(by_code).entries[1].rating == 1500


def test_an_entry_code():
    owner, player = scenes.an_owner(), scenes.an_owner()
    terms = fold_of(an_open(entry="open")).terms
    tournament = organization.create_tournament(
        owner=owner, terms=replace(terms, entry="code"), name="Open", code="Rook"
    )
    organization.announce(tournament=tournament, by=owner)
    assert code_of(registration.enter, tournament=tournament, players=(player,), by=player, code="pawn") == "wrong-code"
    assert enters(tournament, player, code=" rook ") == 1
    assert Announcement.objects.get(tournament=tournament).code == "Rook"


def test_partners_have_to_agree():
    tournament = an_open(variant="alliance")
    item, other, third = (player.id for player in scenes.some_players(3))
    both = {"tournament": tournament, "players": (item, other)}
    assert registration.enter(**both, by=item) == 0
    assert registration.requests_to(tournament, other) == [item]
    assert registration.enter(tournament=tournament, players=(third, other), by=third) == 0
    assert registration.enter(tournament=tournament, players=(other, item), by=other) == 1
    assert fold_of(tournament).entries[1].players == (other, item)
    assert list(PartnerRequest.objects.values_list("player", flat=True)) == [third]
    assert code_of(registration.enter, tournament=tournament, players=(third, other), by=other) == "entered-already"
    assert refusal_of(registration.enter, tournament=tournament, players=(third,), by=third) == Refusal(
        "team-size", {"field": "players", "players": 2}
    )


def test_both_partners_have_to_want_to_come_back():
    tournament = scenes.a_tournament(3, variant="alliance", real=False, rounds=2)
    item, other = fold_of(tournament).entries[1].players
    back = {"tournament": tournament, "entry": 1}
    for first, second in ((item, other), (other, item)):
        registration.withdraw(**back, by=item)
        registration.come_back(**back, by=first)
        assert registration.come_back(**back, by=first).entries[1].presence is Presence.WITHDRAWN
        assert registration.requests_to(tournament, second) == [first]
        assert registration.come_back(**back, by=second).entries[1].presence is Presence.ENTERED
        assert not PartnerRequest.objects.exists()
    registration.withdraw(**back, by=item)
    registration.come_back(**back, by=other)
    registration.cancel_request(tournament=tournament, player=other, partner=item)
    assert registration.come_back(**back, by=item).entries[1].presence is Presence.WITHDRAWN
    assert code_of(registration.come_back, **back, by=scenes.an_owner()) == "not-allowed"
    assert registration.come_back(**back, by=owner_of(tournament)).entries[1].presence is Presence.ENTERED
    assert not PartnerRequest.objects.exists()


def test_before_the_start_partners_come_back_together_too():
    tournament = an_open(2, variant="alliance", real=False, capacity=2)
    item, other = fold_of(tournament).entries[1].players
    registration.withdraw(tournament=tournament, entry=1, by=other)
    registration.come_back(tournament=tournament, entry=1, by=other)
    assert presences(tournament) == ["withdrawn", "entered"]
    third, fourth = (player.id for player in scenes.some_players(2, prefix="late"))
    registration.enter(tournament=tournament, players=(third, fourth), by=None)
    registration.come_back(tournament=tournament, entry=1, by=item)
    assert presences(tournament) == ["withdrawn", "entered", "entered", "waiting"]


def test_an_organiser_who_plays_with_somebody_without_an_account_comes_back_alone():
    owner, partner = scenes.an_owner(), Player.objects.create(name="Known from a record")
    tournament = an_open(2, variant="alliance", owner=owner)
    registration.enter(tournament=tournament, players=(owner, partner.id), by=owner)
    registration.withdraw(tournament=tournament, entry=3, by=owner)
    assert registration.come_back(tournament=tournament, entry=3, by=owner).entries[3].playing


def test_guests_and_names_of_records_do_not_play_online():
    tournament = an_open(real=False)
    guest = Player.objects.create(name="Guest 1", guest=True)
    known = Player.objects.create(name="Known from a record")
    usual = {"tournament": tournament, "by": owner_of(tournament)}
    assert code_of(registration.enter, **usual, players=(guest.id,)) == "guest"
    assert code_of(registration.enter, **usual, players=(known.id,)) == "no-account"


def test_who_has_not_checked_in_is_out_and_who_waits_moves_up():
    starts = microseconds(timezone.now() + timedelta(minutes=10))
    tournament = an_open(5, check_in=3600, starts=starts, capacity=3)
    for entry in (1, 2, 5):
        registration.check_in(tournament=tournament, entry=entry, by=None)
    now = lifecycle.start(tournament=tournament, by=None)
    assert presences(tournament) == ["entered", "entered", "withdrawn", "withdrawn", "entered"]
    assert now.order == (1, 2, 5)


def test_the_check_in_has_its_time():
    starts = microseconds(timezone.now() + timedelta(days=1))
    tournament = an_open(2, check_in=3600, starts=starts)
    player = fold_of(tournament).entries[1].players[0]
    assert code_of(registration.check_in, tournament=tournament, entry=1, by=player) == "check-in-closed"
    assert code_of(registration.check_in, tournament=tournament, entry=2, by=player) == "not-allowed"
    assert registration.check_in(tournament=tournament, entry=1, by=None).entries[1].checked_in


def test_late_entries_get_a_number_by_rating_and_then_the_last_ones():
    tournament = an_open(4, late=4, rounds=6)
    low, high, last = (player.id for player in scenes.some_players(3))
    rated(high, 1900)
    rated(last, 2000)
    lifecycle.start(tournament=tournament, by=None)
    scenes.play_round(tournament, lambda board: (Mark.DRAW, Mark.DRAW))
    enters(tournament, high)
    enters(tournament, low)
    now = lifecycle.pair(tournament=tournament, by=None)
    assert now.order == (5, 1, 2, 3, 4, 6)
    assert crosstable(now, after=1).row(1).results[0].mark is Mark.ABSENT
    lifecycle.begin_round(tournament=tournament, by=None)
    scenes.play_on(tournament)
    scenes.play_round(tournament)
    enters(tournament, last)
    assert scenes.play_round(tournament).order == (5, 1, 2, 3, 4, 6, 7)
    assert code_of(registration.enter, tournament=tournament, players=(scenes.an_owner(),), by=None) == "entries-closed"


def test_leaving_and_coming_back_around_a_pairing_gives_no_points():
    """A large server once gave a point to whoever left before a pairing and came back after it."""
    tournament = scenes.a_tournament(6, rounds=3)
    registration.withdraw(tournament=tournament, entry=1, by=None)
    lifecycle.pair(tournament=tournament, by=None)
    registration.come_back(tournament=tournament, entry=1, by=None)
    lifecycle.begin_round(tournament=tournament, by=None)
    now = scenes.play_on(tournament)
    table = crosstable(now)
    assert (table.row(1).results[0].mark, table.points(1)) == (Mark.ABSENT, 0)
    now = lifecycle.pair(tournament=tournament, by=None)
    assert now.round.board_of(1) is not None


def test_who_leaves_between_pairing_and_round_loses_by_forfeit():
    tournament = scenes.a_tournament(4)
    now = lifecycle.pair(tournament=tournament, by=None)
    board = now.round.boards[0]
    registration.withdraw(tournament=tournament, entry=board.red, by=None)
    now = lifecycle.begin_round(tournament=tournament, by=None)
    assert now.round.boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN)
    assert now.round.boards[0].leg.source == "forfeit"
    assert not now.round.boards[1].decided


def test_everybody_leaves_and_nobody_is_paired():
    """Elsewhere a tournament went on pairing players who had all gone."""
    tournament = scenes.a_tournament(4, rounds=3)
    scenes.play_round(tournament)
    for entry in (1, 2, 3, 4):
        registration.withdraw(tournament=tournament, entry=entry, by=None)
    refused = refusal_of(lifecycle.pair, tournament=tournament, by=None)
    assert (refused.code, refused.params["reason"]) == ("cannot-pair", "too-few-players")
    assert len(fold_of(tournament).rounds) == 1


def test_byes_are_limited_and_worth_what_they_say():
    tournament = scenes.a_tournament(6, rounds=5, half_byes=1, byes_until=4)
    player = fold_of(tournament).entries[1].players[0]
    asks = {"tournament": tournament, "entry": 1, "by": player}
    assert code_of(byes.request_bye, **asks, round=5, kind="half") == "byes-closed"
    assert code_of(byes.request_bye, **asks, round=6, kind="zero") == "no-round"
    assert code_of(byes.request_bye, **asks, round=1, kind="full") == "not-allowed"
    byes.request_bye(**asks, round=1, kind="half")
    assert refusal_of(byes.request_bye, **asks, round=2, kind="half") == Refusal("bye-exhausted", {"most": 1})
    byes.request_bye(**asks, round=2, kind="zero")
    now = scenes.play_round(tournament)
    assert crosstable(now).row(now.numbers[1]).results[0].mark is Mark.HALF_BYE
    assert code_of(byes.cancel_bye, **asks, round=1) == "round-paired"
    assert refusal_of(byes.request_bye, **asks, round=3, kind="half") == Refusal("bye-exhausted", {"most": 1})
    now = scenes.play_round(tournament)
    assert crosstable(now).row(now.numbers[1]).results[1].mark is Mark.ABSENT


def test_who_asks_for_a_bye_learns_nothing_of_a_pairing_that_is_not_published():
    tournament = scenes.a_tournament(6, rounds=3, publishing="hand", late=1)
    owner, player = owner_of(tournament), fold_of(tournament).entries[1].players[0]
    asks = {"tournament": tournament, "entry": 1, "round": 1}

    def paired() -> bool:
        lifecycle.pair(tournament=tournament, by=owner)
        return fold_of(tournament).rounds[-1].hidden

    assert paired()
    assert code_of(byes.request_bye, **asks, kind="zero", by=owner) == "round-paired"
    before = published_fold_of(tournament)
    assert takes_entries(fold_of(tournament))
    byes.request_bye(**asks, kind="zero", by=player)
    now = fold_of(tournament)
    assert (now.rounds, now.entries[1].byes) == ((), {1: "zero"})
    assert published_fold_of(tournament).version == before.version + 1
    assert paired()
    assert code_of(byes.cancel_bye, **asks, by=owner) == "round-paired"
    byes.cancel_bye(**asks, by=player)
    assert (fold_of(tournament).rounds, paired()) == ((), True)
    lifecycle.publish_pairing(tournament=tournament, by=owner)
    assert code_of(byes.request_bye, **asks, kind="zero", by=player) == "round-paired"
    assert not takes_entries(fold_of(tournament))
    assert [item.error for item in verify([tournament]) if item.error] == []


def test_a_pairing_bye_is_no_full_bye_and_no_second_one_follows():
    tournament = scenes.a_tournament(3, rounds=2)
    owner = owner_of(tournament)
    now = scenes.play_round(tournament)
    ((free, mark),) = now.round.byes.items()
    assert mark is Mark.PAIRING_BYE
    asks = {"tournament": tournament, "entry": free, "round": 2, "by": owner}
    assert refusal_of(byes.request_bye, **asks, kind="full") == Refusal("bye-exhausted", {"most": 1})
    now = scenes.play_round(tournament)
    assert free not in now.round.byes


def test_a_full_bye_becomes_half_a_point_if_a_pairing_bye_came_first():
    tournament = scenes.a_tournament(5, rounds=3, publishing="hand", half_byes=1)
    owner = owner_of(tournament)
    for entry in range(1, 6):
        byes.request_bye(tournament=tournament, entry=entry, round=2, kind="full", by=owner)
    now = scenes.play_round(tournament)
    (free,) = now.round.byes
    for entry in {1, 2, 3, 4, 5} - {free}:
        byes.cancel_bye(tournament=tournament, entry=entry, round=2, by=owner)
    now = lifecycle.pair(tournament=tournament, by=owner)
    assert now.round.byes == {free: Mark.HALF_BYE}
    player = now.entries[free].players[0]  # who does not know of this pairing yet, and learns nothing of it
    now = byes.request_bye(tournament=tournament, entry=free, round=3, kind="half", by=player)
    assert (now.entries[free].byes[3], now.round.hidden) == ("half", True)


def test_an_expelled_entry_loses_its_board_and_cannot_return():
    tournament = scenes.a_tournament(4)
    owner = owner_of(tournament)
    now = scenes.next_round(tournament)
    board = now.round.boards[0]
    player = now.entries[board.blue].players[0]
    expel = {"tournament": tournament, "entry": board.blue, "by": owner}
    assert code_of(registration.expel, **expel) == "reason-needed"
    now = registration.expel(**expel, reason="Two phones")
    assert now.entries[board.blue].presence is Presence.EXPELLED
    assert now.round.boards[0].leg.marks == (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)
    assert code_of(registration.come_back, tournament=tournament, entry=board.blue, by=player) == "expelled"


def test_in_a_knockout_who_left_loses_and_who_lost_stays_out():
    tournament = scenes.a_tournament(4, format="knockout")
    now = scenes.next_round(tournament)
    for board in now.round.boards:
        now = results.record_result(
            tournament=tournament, round=1, board=board.number, red=Mark.WIN, blue=Mark.LOSS, by=None
        )
    loser, finalist = now.round.boards[0].blue, now.round.boards[1].red
    registration.withdraw(tournament=tournament, entry=loser, by=None)
    assert code_of(registration.come_back, tournament=tournament, entry=loser, by=None) == "out"
    registration.withdraw(tournament=tournament, entry=finalist, by=None)
    now = scenes.next_round(tournament)
    assert now.round.finished_at is not None
    assert now.round.boards[0].winner == now.rounds[0].boards[0].winner


def test_the_ranking_is_by_the_ratings_of_the_start():
    tournament = an_open(3)
    players = [entry.players[0] for entry in fold_of(tournament).entries.values()]
    rated(players[1], 1700)
    rated(players[2], 1600)
    now = lifecycle.start(tournament=tournament, by=None)
    assert now.order == (2, 3, 1)
    assert [entry.rating for entry in now.entries.values()] == [0, 1700, 1600]
    verify_tournament(store.load(tournament))


def test_no_more_enter_than_the_format_takes():
    """Where there is room for fewer, who comes later waits instead."""
    late = scenes.some_players(1)[0].id
    full = large_entries(100, format="round_robin")
    assert refusal_of(registration.enter, tournament=full, players=[late], by=None) == Refusal(
        "too-many-entries", {"most": 100}
    )
    short = large_entries(100, format="round_robin", capacity=100)
    registration.enter(tournament=short, players=[late], by=None)
    assert [entry.players for entry in fold_of(short).waiting] == [(late,)]
