"""How much an account may ask of others in a day."""

from __future__ import annotations

import threading
from uuid import UUID

import pytest
from django.core import mail
from django.db import connection

from accounts.conduct import allowances
from accounts.conduct.allowances import What, forget_days, spend
from accounts.models import Allowance, Player
from games.presentation.words import refusal_text
from games.rules import Refusal
from notices import notify
from notices.mails import messages as mails
from notices.models import Kind, Notice
from tests.notices.people import member, pass_by, times
from tests.tournaments.domain.refusals import code_of, refusal_of
from tests.tournaments.scenes import a_tournament, some_players
from tournaments.domain.commands import organization
from tournaments.domain.queries.tournaments import fold_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day allows three of a thing, and two for one player."""
    monkeypatch.setattr(
        allowances, "MOST", {what: 2 if what.value.endswith("-to") else 3 for what in What} | {What.MAILS_GOT: 4}
    )


def ids(count: int) -> list[UUID]:
    return [player.id for player in some_players(count)]


@pytest.mark.usefixtures("few")
def test_a_day_allows_so_much_and_the_next_one_again() -> None:
    ann, bob = ids(2)
    with times() as time:
        assert [spend(ann, What.EVENTS) for _event in range(4)] == [True, True, True, False]
        assert spend(bob, What.EVENTS, 3)
        assert (spend(bob, What.MAILS, 4), spend(bob, What.MAILS, 2), spend(bob, What.MAILS, 2)) == (False, True, False)
        assert [spend(ann, What.MAILS_TO, to=bob) for _mail in range(3)] == [True, True, False]
        assert spend(ann, What.MAILS_TO, to=ids(1)[0])
        time.wait(days=1)
        assert spend(ann, What.EVENTS)
        assert Allowance.objects.count() == 6
        time.wait(days=1)
        forget_days()
        assert [row.what for row in Allowance.objects.all()] == ["events"]
    Player.objects.get(id=ann).delete()
    assert not Allowance.objects.exists()


def test_two_at_once_get_no_more_than_the_day_allows(fresh_database: str) -> None:
    (ann,) = ids(1)
    given: list[bool] = []

    def take() -> None:
        try:
            given.extend(spend(ann, What.EVENTS) for _event in range(10))
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _one in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (len(given), sum(given)) == (30, allowances.MOST[What.EVENTS])


@pytest.mark.usefixtures("few")
def test_an_account_invites_so_many_a_day_and_nobody_too_often() -> None:
    owner, *others = ids(5)
    events = [a_tournament(0, owner=owner, started=False) for _event in range(3)]
    invite = organization.invite
    assert refusal_of(invite, tournament=events[0], players=others, by=owner) == Refusal(
        "too-many-invitations", {"most": 3}
    )
    assert fold_of(events[0]).invited == frozenset()
    for event in events[:2]:
        invite(tournament=event, players=others[:1], by=owner)
        invite(tournament=event, players=others[:1], by=owner)  # is invited already
    refusal = refusal_of(invite, tournament=events[2], players=others[:1], by=owner)
    name = Player.objects.get(id=others[0]).name
    assert refusal == Refusal("invited-enough", {"name": name, "most": 2})
    assert refusal_text(refusal).startswith(f"You have invited or challenged {name} 2 times today. Nobody was told")
    assert code_of(organization.give_role, tournament=events[0], player=others[0], role="helper", by=owner) == (
        "invited-enough"
    )
    organization.give_role(tournament=events[0], player=others[1], role="helper", by=owner)
    assert code_of(invite, tournament=events[0], players=others[2:3], by=owner) == "too-many-invitations"
    invite(tournament=events[0], players=others, by=None)  # the service may do all


@pytest.mark.slow
@pytest.mark.usefixtures("few")
def test_mails_are_limited_by_who_causes_and_who_gets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mails, "is_true", lambda *result: True)
    with times() as time:
        ann, bob, cyd, dan, eve = (member(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve"))

        def told(sender: Player, *players: Player, kind: Kind = Kind.CHALLENGE) -> list[str]:
            mail.outbox.clear()
            for player in players:
                Notice.objects.filter(player=player).update(read=time.now)
                notify(player.id, kind, actor=sender.id)
            pass_by(time)
            return [to.partition("@")[0] for item in mail.outbox for to in item.to]

        assert told(ann, bob) == told(ann, bob) == ["bob"]
        assert told(ann, bob) == []  # a third one of the same
        assert Notice.objects.filter(player=bob, read=None).count() == 1  # stands on the page
        assert told(ann, bob, kind=Kind.MESSAGE) == []
        assert told(ann, cyd) == ["cyd"]
        assert told(ann, dan) == []  # a fourth one of hers
        assert told(cyd, bob) == told(dan, bob) == ["bob"]
        assert told(eve, bob) == []  # a fifth one for him
        assert told(eve, bob, kind=Kind.CANCELLED) == ["bob"]  # what he has done something for
