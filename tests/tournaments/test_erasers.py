"""A player leaves the service: entries are withdrawn, roles handed over, texts erased; the results stay."""

import pytest

from players.deleting import delete_account
from players.models import Account, Player
from tests.tournaments import scenes
from tournaments.domain import organising, registering
from tournaments.domain.fold import Presence, Status
from tournaments.domain.places import standings_of
from tournaments.domain.queries import fold_of
from tournaments.models import Announcement, PartnerRequest, Text, Tournament

pytestmark = pytest.mark.django_db


def leave(player):
    delete_account(Account.objects.get(player=player))


def test_who_plays_is_withdrawn_and_the_results_stay():
    tournament = scenes.a_tournament(4, rounds=3)
    now = scenes.play_round(tournament)
    before, player = standings_of(now), now.entries[1].players[0]
    leave(player)
    now = fold_of(tournament)
    assert (now.entries[1].presence, now.entries[1].players) == (Presence.WITHDRAWN, (player,))
    assert standings_of(now) == before
    assert scenes.next_round(tournament).round.board_of(1) is None


def test_an_arbiter_takes_the_tournament_over():
    owner, arbiter, other = (one.id for one in scenes.some_players(3))
    tournament, draft = (scenes.a_tournament(2, owner=owner) for _number in range(2))
    organising.give_role(tournament=tournament, player=arbiter, role="arbiter", by=owner)
    organising.give_role(tournament=draft, player=other, role="helper", by=owner)
    leave(owner)
    assert fold_of(tournament).roles == {arbiter: "owner"}
    assert fold_of(draft).roles == {owner: "owner", other: "helper"}
    assert fold_of(draft).status is Status.RUNNING
    leave(other)
    assert fold_of(draft).roles == {owner: "owner"}


def test_what_a_later_owner_wrote_goes_with_its_writer():
    first, heir = (one.id for one in scenes.some_players(2))
    tournament = scenes.a_tournament(2, owner=first)
    organising.give_role(tournament=tournament, player=heir, role="owner", by=first)
    organising.describe(tournament=tournament, by=heir, description="Ask me at home", place="My flat")
    leave(first)
    assert Announcement.objects.get().description == "Ask me at home"
    leave(heir)
    told = Announcement.objects.get()
    assert (told.name, told.description, told.place) == ("Open", "", "")


def test_own_texts_go_and_those_of_others_stay():
    owner, other = scenes.some_players(2)
    tournament = scenes.a_tournament(2, owner=owner.id, name=f"Cup of {other.name}")
    mine = scenes.a_tournament(2, owner=other.id, name="Mine")
    organising.describe(tournament=mine, by=other.id, description="Ask me at home")
    registering.expel(tournament=tournament, entry=1, by=owner.id, reason=f"Told by {other.name}")
    registering.expel(tournament=mine, entry=1, by=other.id, reason="Rude")
    PartnerRequest.objects.create(tournament=mine, player=other.id, partner=owner.id)
    leave(other.id)
    assert [one.text for one in Text.objects.all()] == [f"Told by {other.name}"]
    assert Announcement.objects.get(tournament=tournament).name == f"Cup of {other.name}"
    told = Announcement.objects.get(tournament=mine)
    assert (told.name, told.description) == ("Mine", "")
    assert not PartnerRequest.objects.exists()
    assert not Player.objects.filter(id=other.id).exists()
    assert Tournament.objects.count() == 2
