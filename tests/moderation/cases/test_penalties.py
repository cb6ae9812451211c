"""Penalties at work: what a ban does at once everywhere, how it ends and is reversed, and what is told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.conduct.restrictions import Barred, barred
from accounts.conduct.words import url_of
from accounts.mails.outbox import deliver_waiting
from accounts.models import Account, Penalty, Player, Session
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.domain.creation import create_game
from games.models import Game
from games.rules import Seat, variant
from moderation.cases import commands
from moderation.cases import events as e
from moderation.cases.command_handler import execute
from moderation.cases.kinds import CaseKind
from moderation.cases.ladder import LADDERS, RULES, STEPS, presets_for
from moderation.cases.models import Case, DueEffect, EffectMark
from moderation.cases.terms import PenaltyTerms
from moderation.sanctions.effects import take_due
from notices.mails.messages import mail_of
from notices.models import Notice
from play.lobby import domain as lobby
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from tests.moderation.cases.courts import reported
from tests.scenes import account
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands.registration import withdraw
from tournaments.domain.queries.tournaments import fold_of

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def decided(about: Account, kind: str, **terms: Any) -> Penalty:
    judge, reporter = account(f"Judge{Player.objects.count()}"), account(f"Rita{Player.objects.count()}")
    case = reported(about.player, reporter.player)
    result = PenaltyTerms(player=about.player.pk, kind=kind, rule="respect", reason="You were rude.", **terms)
    commands.decide(case=case.pk, by=judge.player.pk, outcome="penalised", penalties=[result])
    return Penalty.objects.get(case=case.pk)


def later(monkeypatch: pytest.MonkeyPatch, **span: float) -> None:
    now = timezone.now() + timedelta(**span)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


def reverse(penalty: Penalty) -> None:
    execute(case=penalty.case, by=penalty.by, decide=lambda draft: draft.add(e.PenaltyReversed(penalty.pk, penalty.by)))


def table_of(ada: Account, bob: Account) -> UUID:
    return create_game(variant=variant("duel"), players={Seat.RED: ada.player.id, Seat.BLUE: bob.player.id})


def presence(event: UUID, player: UUID) -> str:
    entry = fold_of(event).entry_of(player)
    assert entry is not None
    return str(entry.presence.value)


def test_a_ban_takes_effect_everywhere_and_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = account("Ada"), account("Bob")
    client, organiser = Client(), account("Olga")
    client.force_login(ada)
    game = table_of(ada, bob)
    seek = lobby.open_seek(host=ada.player, terms=GameTerms(variant="duel", time=PRESETS["3-days"])).id
    event = a_tournament([ada.player.id, bob.player.id], started=False, owner=organiser.player.id)
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    letter = Notice.objects.create(
        player=ada.player, kind="letter", tournament=event, version=1, created=timezone.now(), mail="waiting"
    )
    assert mail_of(letter) is not None

    streams: list[tuple[str, UUID]] = []
    for name in ("shut_streams", "open_streams"):
        monkeypatch.setattr(
            f"moderation.sanctions.sessions.{name}", lambda player, name=name: streams.append((name, player))
        )
    penalty = decided(ada, Penalty.Kind.BAN, ends=timezone.now() + WEEK)
    assert take_due() == 1
    assert streams == [("shut_streams", ada.player.pk)]
    assert not Session.objects.filter(account=ada.pk).exists()
    assert client.get("/account/").status_code == 302  # the open tab
    assert open_game(game).paused == ("ban",)
    assert Seek.objects.get(id=seek).state == Seek.State.CANCELLED
    assert presence(event, ada.player.id) == "withdrawn"
    assert [notice.kind for notice in Notice.objects.filter(player=organiser.player)] == ["withdrawn"]
    assert mail_of(letter) is None
    assert [notice.kind for notice in Notice.objects.filter(player=ada.player, kind="penalty")] == ["penalty"]

    # Once more a minute later, for who was coming through a door as it shut; then there is the end alone.
    late = lobby.write_seek(host=ada.player, terms=GameTerms(variant="duel", time=PRESETS["3-days"]), kind="open")
    later(monkeypatch, minutes=2)
    assert take_due() == 1
    assert Seek.objects.get(id=late.id).state == Seek.State.CANCELLED
    assert Notice.objects.filter(kind__in=["penalty", "withdrawn"]).count() == 2
    assert [effect.when for effect in DueEffect.objects.all()] == ["ends"]

    later(monkeypatch, days=8)
    assert barred(ada.player.pk, Barred.BAN) is None
    assert take_due() == 1
    assert streams[-1] == ("open_streams", ada.player.pk)
    assert (open_game(game).paused, DueEffect.objects.exists()) == ((), False)
    assert presence(event, ada.player.id) == "withdrawn"  # who was away comes back by hand
    assert Penalty.objects.get(pk=penalty.pk).reversed_at is None


def test_a_reversal_undoes_what_was_done_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = account("Ada"), account("Bob")
    game = table_of(ada, bob)
    mine, other = (a_tournament([ada.player.id, bob.player.id], started=False) for _one in range(2))
    withdraw(tournament=other, entry=1, by=ada.player.id)
    penalty = decided(ada, Penalty.Kind.BAN, ends=timezone.now() + WEEK)
    take_due()
    reverse(penalty)
    assert take_due() == 1
    assert open_game(game).paused == ()
    assert (presence(mine, ada.player.id), presence(other, ada.player.id)) == ("entered", "withdrawn")
    assert not DueEffect.objects.exists()
    assert {mark.what for mark in EffectMark.objects.all()} == {
        f"{how}-{when}" for how in ("told", "mailed") for when in ("begins", "reversed")
    }


def test_a_reversal_before_the_effects_leaves_nothing_to_be_done() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = table_of(ada, bob)
    reverse(decided(ada, Penalty.Kind.BAN))
    take_due()
    assert Game.objects.get(id=game).status != Game.Status.OVER
    assert open_game(game).paused == ()


def test_a_ban_for_good_gives_games_up() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = table_of(ada, bob)
    decided(ada, Penalty.Kind.BAN)
    take_due()
    assert Game.objects.get(id=game).status == Game.Status.OVER


def test_what_fails_is_tried_again_and_stops_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = account("Ada")
    seek = lobby.open_seek(host=ada.player, terms=GameTerms(variant="duel", time=PRESETS["3-days"])).id
    decided(ada, Penalty.Kind.NO_SEEKS)
    monkeypatch.setattr("moderation.sanctions.lobby.domain", None)
    take_due()
    assert Seek.objects.get(id=seek).state == Seek.State.OPEN
    assert Notice.objects.filter(player=ada.player, kind="penalty").count() == 1
    monkeypatch.undo()
    later(monkeypatch, minutes=4)
    take_due()
    assert Seek.objects.get(id=seek).state == Seek.State.CANCELLED


def test_a_warning_is_read_before_the_next_game(client: Client) -> None:
    ada = account("Ada")
    client.force_login(ada)
    penalty = decided(ada, Penalty.Kind.WARNING)
    form = {"variant": "duel", "side": "blue", "pace": "live-20-10", "once": "00000000-0000-4000-8000-000000000007"}
    refused = client.post("/play/computer/", form)
    assert (refused.status_code, url_of(penalty) in refused.content.decode()) == (403, True)
    page = client.get(url_of(penalty)).content.decode()
    assert ("You were rude." in page, "I have read it" in page) == (True, True)
    assert client.post(f"{url_of(penalty)}read/").status_code == 302
    assert client.post(f"{url_of(penalty)}read/").status_code == 302  # twice is as once
    assert Penalty.objects.get(pk=penalty.pk).acknowledged_at is not None
    assert client.post("/play/computer/", form).status_code == 302
    other = Client()
    other.force_login(account("Bob"))
    assert other.post(f"{url_of(penalty)}read/").status_code == 404


def test_the_mail_says_all_of_it() -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    penalty = decided(ada, Penalty.Kind.BAN, ends=timezone.now() + WEEK)
    take_due()
    deliver_waiting()
    (sent,) = [item for item in mail.outbox if "ada@example.org" in item.to]
    wanted = ("Your account is banned until", "Be decent to others.", "You were rude.", url_of(penalty))
    assert [words for words in wanted if words not in sent.body] == []


def test_each_kind_of_case_has_a_ladder_that_is_climbed() -> None:
    """The mildest step first; then one up for each time within a year that stands."""
    assert set(LADDERS) == set(RULES) == set(CaseKind.values)
    case = Case(kind=CaseKind.ABUSE, opened=timezone.now())

    def suggested(*ages: int, **value: Any) -> list[str]:
        begun = [case.opened - timedelta(days=age) for age in ages]
        earlier = [Penalty(kind="warning", rule="respect", begins=item, **value) for item in begun]
        return [step.slug for step in presets_for(case, earlier) if step.suggested]

    assert suggested() == suggested(400) == suggested(3, reversed_at=case.opened) == ["note"]
    assert (suggested(10), suggested(10, 20), suggested(*range(1, 40))) == (["warning"], ["no-talk-1"], ["ban"])
    assert {STEPS[slug].kind for ladder in LADDERS.values() for slug in ladder} == set(Penalty.Kind.values)
