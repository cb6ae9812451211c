"""Creating, changing, announcing; roles, invitations, seeds, pairs that must not meet."""

from dataclasses import replace
from uuid import UUID

import pytest
from django.utils import timezone

from eventlog import store
from eventlog.canonical import microseconds
from games.domain.creation import create_game
from games.rules import Refusal, variant
from tests.tournaments import scenes
from tests.tournaments.domain.refusals import code_of, refusal_of
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization
from tournaments.domain.events import (
    RoleGiven,
    TermsChanged,
    TournamentAnnounced,
    TournamentCreated,
    TournamentDescribed,
)
from tournaments.domain.queries.tournaments import fold_of, tournament_at
from tournaments.domain.state import Status
from tournaments.domain.terms import usual_terms
from tournaments.domain.texts import hash_of, text_of
from tournaments.models import Announcement, Text, Tournament

pytestmark = pytest.mark.django_db

TERMS = usual_terms("barrage", real=True)


def a_draft(**terms):
    owner = scenes.an_owner()
    chosen = usual_terms("barrage", real=True, **terms)
    return owner, organization.create_tournament(owner=owner, terms=chosen, name="Spring Open", code="rook")


def test_a_tournament_begins_as_a_draft():
    owner, tournament = a_draft()
    now = fold_of(tournament)
    assert (now.status, now.terms, now.roles, now.version) == (Status.DRAFT, TERMS, {owner: "owner"}, 1)
    row = Tournament.objects.get(id=tournament)
    assert (row.status, row.owner, row.public, tournament_at(row.key)) == ("draft", owner, False, row)
    assert Announcement.objects.get(tournament=tournament).name == "Spring Open"
    assert tournament_at("nothing") is None


def test_a_form_that_comes_twice_makes_one_tournament():
    owner, tournament = a_draft()
    again = organization.create_tournament(owner=owner, terms=TERMS, name="Spring Open", id=tournament)
    assert (again, Tournament.objects.count()) == (tournament, 1)


def test_the_id_of_a_game_is_not_taken_for_a_tournament():
    game, owner = create_game(variant=variant("barrage"), players={}), scenes.an_owner()
    made = organization.create_tournament(owner=owner, terms=TERMS, name="Spring Open", id=game)
    assert made != game
    assert fold_of(made).roles == {owner: "owner"}


def test_an_id_that_leads_to_another_tournament_is_not_taken():
    """It would fail, which tells that there is a draft at that address."""
    _owner, draft = a_draft()
    other = scenes.an_owner()
    id = UUID(int=draft.int ^ (1 << 100))
    made = organization.create_tournament(owner=other, terms=TERMS, name="Spring Open", id=id)
    assert made not in (draft, id)
    assert fold_of(made).roles == {other: "owner"}


def test_what_a_new_tournament_needs():
    owner = scenes.an_owner()
    create = organization.create_tournament
    assert refusal_of(create, owner=owner, terms=TERMS, name=" ") == Refusal("name-needed", {"field": "name"})
    by_code = usual_terms("barrage", real=True, entry="code")
    assert code_of(create, owner=owner, terms=by_code, name="Open") == "code-needed"
    assert Announcement.objects.count() == 0


def test_announcing_is_done_once_and_by_the_owner():
    owner, tournament = a_draft()
    stranger = scenes.an_owner()
    assert code_of(organization.announce, tournament=tournament, by=stranger) == "not-allowed"
    for _again in range(2):
        assert organization.announce(tournament=tournament, by=owner).status is Status.OPEN
    assert [type(event.event) for event in store.load(tournament)] == [TournamentCreated, TournamentAnnounced]
    moved = refusal_of(organization.announce, tournament=tournament, by=owner, expected=1)
    assert moved == Refusal("moved-on", {"expected": 1, "actual": 2})


def test_an_event_that_would_have_begun_is_not_announced():
    owner, tournament = a_draft(starts=1)
    assert code_of(organization.announce, tournament=tournament, by=owner) == "start-is-past"


def test_a_draft_changes_freely_and_an_announced_event_where_it_is_fair():
    owner, tournament = a_draft()
    usual = {"tournament": tournament, "by": owner}
    changed = usual_terms("classic", real=True, capacity=20)
    assert organization.change_terms(**usual, terms=changed).terms == changed
    organization.announce(**usual)
    wanted = usual_terms("classic", real=True, capacity=30)
    now = organization.change_terms(**usual, terms=wanted, reason="A larger hall")
    assert now.terms == wanted
    event = list(store.load(tournament))[-1].event
    assert type(event) is TermsChanged
    assert text_of(event.reason) == "A larger hall"
    kept = Text.objects.get(id=event.reason)
    assert (hash_of(bytes(kept.salt), kept.text), kept.by) == (event.reason_hash, owner)
    late = refusal_of(organization.change_terms, **usual, terms=TERMS)
    assert late == Refusal("too-late-to-change", {"field": "variant"})
    version = fold_of(tournament).version
    assert organization.change_terms(**usual, terms=wanted).version == version


def test_arbiters_change_nothing_but_who_pairs_the_rounds_once_play_has_begun():
    owner, arbiter, helper = (player.id for player in scenes.some_players(3))
    tournament = scenes.a_tournament(4, owner=owner, started=False, automatic=True)
    for player, role in ((arbiter, "arbiter"), (helper, "helper")):
        organization.give_role(tournament=tournament, player=player, role=role, by=owner)
    terms = fold_of(tournament).terms
    held, longer = replace(terms, automatic=False), replace(terms, automatic=False, rounds=9)
    usual = {"tournament": tournament, "by": arbiter}
    assert (
        code_of(organization.change_terms, **usual, terms=held) == "not-allowed"
    )  # before the start it is the owner's
    lifecycle.start(tournament=tournament, by=owner)
    assert code_of(organization.change_terms, **usual, terms=longer) == "not-allowed"
    assert code_of(organization.change_terms, tournament=tournament, by=helper, terms=held) == "not-allowed"
    assert organization.change_terms(**usual, terms=held).terms == held
    assert organization.change_terms(**usual, terms=terms).terms == terms


def test_the_owner_may_hand_the_event_over_and_stays_an_arbiter():
    owner, tournament = a_draft()
    heir, helper = (player.id for player in scenes.some_players(2))
    usual = {"tournament": tournament, "by": owner}
    organization.give_role(**usual, player=helper, role="helper")
    assert code_of(organization.take_role, **usual, player=owner) == "last-owner"
    now = organization.give_role(**usual, player=heir, role="owner")
    assert now.roles == {owner: "arbiter", heir: "owner", helper: "helper"}
    assert RoleGiven(player=str(heir), role="owner") in [event.event for event in store.load(tournament)]
    assert code_of(organization.give_role, **usual, player=helper, role="arbiter") == "not-allowed"
    assert organization.take_role(tournament=tournament, by=helper, player=helper).roles == {
        owner: "arbiter",
        heir: "owner",
    }


def test_seeds_by_hand_come_first_and_the_rest_by_rating():
    tournament = scenes.a_tournament(5, started=False, seeding="hand")
    owner = Tournament.objects.get(id=tournament).owner
    usual = {"tournament": tournament, "by": owner}
    assert code_of(organization.seed_by_hand, **usual, order=[4, 4]) == "named-twice"
    assert code_of(organization.seed_by_hand, **usual, order=[9]) == "no-entry"
    organization.seed_by_hand(**usual, order=[4, 2])
    assert lifecycle.start(**usual).order == (4, 2, 1, 3, 5)
    assert code_of(organization.seed_by_hand, **usual, order=[1]) == "already-started"


def test_pairs_that_must_not_meet_do_not():
    tournament = scenes.a_tournament(4, rounds=2)
    owner = Tournament.objects.get(id=tournament).owner
    for other in (2, 3):
        organization.keep_apart(tournament=tournament, entries=(1, other), by=owner, reason="Family")
    now = scenes.play_round(tournament)
    assert (1, 4) in [tuple(sorted(board.entries)) for board in now.rounds[0].boards]
    assert code_of(lifecycle.pair, tournament=tournament, by=owner) == "cannot-pair"
    assert fold_of(tournament).failed == "no-pairing"
    organization.allow_pair(tournament=tournament, number=1, other=2, by=owner)
    now = lifecycle.pair(tournament=tournament, by=owner)
    assert (now.failed, len(now.rounds)) == ("", 2)


def test_describing_leaves_in_the_log_which_words_are_others_and_none_of_them():
    owner, tournament = a_draft()
    for _twice in range(2):
        organization.describe(tournament=tournament, by=owner, name="Summer Open", zone="Europe/Berlin", place="")
    announcement = Announcement.objects.get(tournament=tournament)
    assert (announcement.name, announcement.zone) == ("Summer Open", "Europe/Berlin")
    assert [event.event for event in store.load(tournament)][1:] == [TournamentDescribed(("name", "zone"))]
    assert code_of(organization.describe, tournament=tournament, by=scenes.an_owner(), name="Mine") == "not-allowed"


def test_a_cancelled_event_is_over():
    tournament = scenes.a_tournament(4)
    owner = Tournament.objects.get(id=tournament).owner
    now = organization.cancel_tournament(tournament=tournament, by=owner, reason="Storm")
    assert now.status is Status.CANCELLED
    assert code_of(lifecycle.pair, tournament=tournament, by=owner) == "over"
    assert code_of(organization.cancel_tournament, tournament=tournament, by=owner) == "over"


def test_the_start_of_what_is_announced_is_not_moved_into_the_past():
    tournament = scenes.a_tournament(2, started=False)
    owner, terms = Tournament.objects.get(id=tournament).owner, fold_of(tournament).terms
    now = microseconds(timezone.now())
    refusal = refusal_of(
        organization.change_terms, tournament=tournament, by=owner, terms=replace(terms, starts=now - 60_000_000)
    )
    assert refusal == Refusal("start-is-past", {"field": "starts"})
    later = replace(terms, starts=now + 3_600_000_000)
    assert organization.change_terms(tournament=tournament, by=owner, terms=later).terms == later


def test_an_account_keeps_so_many_drafts_and_no_more(monkeypatch):
    monkeypatch.setattr(organization, "MOST_DRAFTS", 2)
    owner, first = a_draft()
    organization.create_tournament(owner=owner, terms=TERMS, name="Second")
    refusal = refusal_of(organization.create_tournament, owner=owner, terms=TERMS, name="Third")
    assert refusal == Refusal("too-many-drafts", {"most": 2})
    assert Announcement.objects.count() == 2
    organization.announce(tournament=first, by=owner)
    organization.create_tournament(owner=owner, terms=TERMS, name="Third")
    assert Announcement.objects.count() == 3


def test_names_and_places_stand_on_one_line():
    owner = scenes.an_owner()
    tournament = organization.create_tournament(
        owner=owner, terms=TERMS, name="Spring\nOpen", place="The\r\nhall", description="One\n\ntwo"
    )
    announcement = Announcement.objects.get(tournament=tournament)
    assert (announcement.name, announcement.place, announcement.description) == (
        "Spring Open",
        "The hall",
        "One\n\ntwo",
    )
    organization.describe(tournament=tournament, by=owner, name="Summer\u2028Open\t")
    assert Announcement.objects.get(tournament=tournament).name == "Summer Open"
