"""A player leaves the service: entries are withdrawn, roles handed over, texts erased; the results stay."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Account, Player
from games.models import key_of
from games.rules import Illegal
from notices.domain.commands import notices_of
from notices.kinds.words import words_of
from privacy.erase import delete_account
from tests.tournaments import scenes
from tests.tournaments.organizer.people import words
from tournaments.domain.commands import organization, people, registration
from tournaments.domain.commands.succession import EventLeft, appoint_organiser, events_of, without_organiser
from tournaments.domain.notices import tell_people
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of
from tournaments.domain.state import Presence, Status
from tournaments.models import Announcement, EntryPerson, LeftEvent, PartnerRequest, Text, Tournament
from tournaments.tasks import run_all, tell_operators

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
    owner, arbiter, other = (player.id for player in scenes.some_players(3))
    tournament, draft = (scenes.a_tournament(2, owner=owner) for _number in range(2))
    organization.give_role(tournament=tournament, player=arbiter, role="arbiter", by=owner)
    organization.give_role(tournament=draft, player=other, role="helper", by=owner)
    leave(owner)
    assert fold_of(tournament).roles == {arbiter: "owner"}
    assert fold_of(draft).roles == {owner: "owner", other: "helper"}
    assert fold_of(draft).status is Status.RUNNING
    leave(other)
    assert fold_of(draft).roles == {owner: "owner"}


def test_the_heir_is_told_and_who_goes_is_warned():
    owner, closed, arbiter = scenes.some_players(3)
    Account.objects.filter(player=closed).update(is_active=False)
    tournament, alone = (scenes.a_tournament(2, owner=owner.id, name=name) for name in ("Cup", "Lone Cup"))
    draft = organization.create_tournament(owner=owner.id, terms=fold_of(tournament).terms, name="Secret")
    for item in (closed, arbiter):
        organization.give_role(tournament=tournament, player=item.id, role="arbiter", by=owner.id)
    client = Client()
    client.force_login(owner.account)
    page = words(client.get("/account/delete/"))
    indexes = [
        page.index(word)
        for word in ("Cup</a>:", arbiter.name, "Lone Cup</a>:", "until the operators", "the draft is given up")
    ]
    assert (indexes, events_of(owner.id)) == (
        sorted(indexes),
        [
            EventLeft(key_of(tournament), "Cup", arbiter.name, False),
            EventLeft(key_of(alone), "Lone Cup", "", False),
            EventLeft(key_of(draft), "Secret", "", True),
        ],
    )
    tell_people(tournament)
    leave(owner)
    tell_people(tournament)
    assert fold_of(tournament).roles == {closed.id: "arbiter", arbiter.id: "owner"}
    assert "Cup is yours to run: you are its organiser now" in [word.text for word in words_of(notices_of(arbiter.id))]
    assert without_organiser() == {alone}


@pytest.mark.slow
def test_operators_are_told_of_an_event_that_nobody_takes_over(
    settings, mailoutbox, django_capture_on_commit_callbacks
):
    """By mail, and on the front page of the admin; not of a draft, nor of an event that has an heir."""
    settings.ADMINS = [("Ada", "ada@example.org")]
    owner, arbiter = scenes.some_players(2)
    alone = scenes.a_tournament(2, owner=owner.id, name="Cup")
    handed = scenes.a_tournament(2, owner=owner.id)
    organization.give_role(tournament=handed, player=arbiter.id, role="arbiter", by=owner.id)
    organization.create_tournament(owner=owner.id, terms=fold_of(alone).terms, name="Draft")
    boss, moderator = Account.objects.create_superuser("boss"), Account.objects.create_user("mod", is_staff=True)
    mails = len(mailoutbox)
    front = {}
    for item in (boss, moderator):
        browser = Client()
        browser.force_login(item)
        front[item] = lambda browser=browser: "has no organiser" in words(browser.get("/admin/"))
    assert [front[item]() for item in (boss, moderator)] == [False, False]
    with django_capture_on_commit_callbacks(execute=True):
        leave(owner)
    assert [front[item]() for item in (boss, moderator)] == [True, False]
    (mail,) = mailoutbox[mails:]
    key = key_of(alone)
    assert (mail.to, mail.subject) == (["ada@example.org"], f"[Vexillum] Event {key} has no organiser")
    page, command = f"/admin/tournaments/tournament/{alone}/change/", "“manage.py appoint_organiser”"
    assert f"{page} or by {command} with {key} and a name" in mail.body
    assert ("Cup" in mail.body, owner.name in mail.body) == (False, False)
    tell_operators(str(alone))  # a message that comes twice
    assert len(mailoutbox) == mails + 1
    # A message that was lost; the row waits.
    LeftEvent.objects.create(tournament=alone, at=timezone.now())
    run_all()
    assert (len(mailoutbox), LeftEvent.objects.count()) == (mails + 2, 0)
    # Once somebody has it a mail that was held up says nothing.
    LeftEvent.objects.create(tournament=alone, at=timezone.now())
    appoint_organiser(tournament=alone, player=arbiter, by=boss)
    run_all()
    assert (len(mailoutbox), front[boss](), LeftEvent.objects.count()) == (mails + 2, False, 0)


def test_operators_appoint_another_organiser_of_any_event():
    owner, heir, other = scenes.some_players(3)
    alone, running = (scenes.a_tournament(2, owner=item.id) for item in (owner, other))
    leave(owner)
    boss, moderator = Account.objects.create_superuser("boss"), Account.objects.create_user("mod", is_staff=True)
    browsers = {}
    for item in (boss, moderator):
        browsers[item] = Client()
        browsers[item].force_login(item)
    listed = "/admin/tournaments/tournament/"
    assert browsers[moderator].get(listed).status_code == 403
    page = words(browsers[boss].get(listed, {"organiser": "none"}))
    assert (key_of(alone) in page, key_of(running) in page, "Deleted player" in page) == (True, False, True)
    change = f"{listed}{alone}/change/"
    wrong = browsers[boss].post(change, {"organiser": "Nobody"})
    assert "There is no open account of this name." in words(wrong)
    assert browsers[moderator].post(change, {"organiser": heir.name}).status_code == 403
    assert fold_of(alone).roles == {owner.id: "owner"}
    assert browsers[boss].post(change, {"organiser": heir.name.upper()}).status_code == 302
    assert fold_of(alone).roles == {heir.id: "owner"}
    call_command("appoint_organiser", key_of(running), heir.name, stdout=StringIO())
    assert fold_of(running).roles == {heir.id: "owner", other.id: "arbiter"}
    entries = AuditEntry.objects.filter(action="appointed-organiser").order_by("version")
    assert list(entries.values_list("actor", "kind", "target")) == [
        (boss.pk, "tournaments-tournament", str(alone)),
        (None, "tournaments-tournament", str(running)),
    ]
    for wrong in (("nowhere", heir.name), (key_of(running), "Nobody")):
        with pytest.raises(CommandError):
            call_command("appoint_organiser", *wrong, stdout=StringIO())
    with pytest.raises(Illegal, match="not-allowed"):
        appoint_organiser(tournament=running, player=other, by=moderator)


def test_what_a_later_owner_wrote_goes_with_its_writer():
    first, heir = (player.id for player in scenes.some_players(2))
    tournament = scenes.a_tournament(2, owner=first)
    organization.give_role(tournament=tournament, player=heir, role="owner", by=first)
    organization.describe(tournament=tournament, by=heir, description="Ask me at home", place="My flat")
    leave(first)
    assert Announcement.objects.get().description == "Ask me at home"
    leave(heir)
    announcement = Announcement.objects.get()
    assert (announcement.name, announcement.description, announcement.place) == ("Open", "", "")


def test_own_texts_go_and_those_of_others_stay():
    owner, other = scenes.some_players(2)
    tournament = scenes.a_tournament(2, owner=owner.id, name=f"Cup of {other.name}")
    mine = scenes.a_tournament(2, owner=other.id, name="Mine")
    organization.describe(tournament=mine, by=other.id, description="Ask me at home")
    registration.expel(tournament=tournament, entry=1, by=owner.id, reason=f"Told by {other.name}")
    registration.expel(tournament=mine, entry=1, by=other.id, reason="Rude")
    PartnerRequest.objects.create(tournament=mine, player=other.id, partner=owner.id)
    leave(other.id)
    assert [text.text for text in Text.objects.all()] == [f"Told by {other.name}"]
    assert Announcement.objects.get(tournament=tournament).name == f"Cup of {other.name}"
    announcement = Announcement.objects.get(tournament=mine)
    assert (announcement.name, announcement.description) == ("Mine", "")
    assert not PartnerRequest.objects.exists()
    assert not Player.objects.filter(id=other.id).exists()
    assert Tournament.objects.count() == 2


def test_a_name_that_was_left_in_an_entry_goes_with_its_account():
    ada, bob = scenes.some_players(2)
    event = scenes.a_tournament([bob.id], owner=ada.id, started=False, real=True)
    EntryPerson.objects.create(tournament=event, entry=1, club="SC Blau")
    people.disown(tournament=event, entry=1, by=bob.id)
    (copied,) = fold_of(event).entries[1].players
    assert (Player.objects.get(id=copied).name, copied != bob.id) == (bob.name, True)
    leave(bob)
    assert not Player.objects.filter(name=bob.name).exists()
    assert not EntryPerson.objects.exists()
