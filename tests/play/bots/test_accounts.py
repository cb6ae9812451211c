"""Accounts that programs of people play for: how one becomes a bot, how it is shown, and who plays it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.messages import get_messages
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.refusals import NotAllowed
from accounts.mails.outbox import deliver_waiting
from accounts.models import Account, Player, Preferences
from games.domain import commands, creation
from games.domain.clocks import PRESETS
from games.models import Game, Ladder
from games.rules import Illegal, Seat, variant
from library.puzzles.views import solver_of
from moderation.staff.moderators import appoint
from play.bots import accounts
from play.lobby import domain as lobby
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from privacy.erase import delete_account
from ratings.domain import standings
from ratings.models import Change, Rating
from tests.api.asking import Program, code_of
from tests.caches import empty_cache
from tests.library.archive.test_views import text
from tests.moderation.staff.people import signed_in, staff
from tests.scenes import PASSWORD, account, game_of, placements, play_quietly
from tests.tournaments.scenes import a_tournament
from tournaments.domain.commands import registration
from tournaments.domain.commands.approval import approve

pytestmark = pytest.mark.django_db
TERMS = GameTerms(variant="duel", time=PRESETS["3-days"])
become = partial(accounts.become_bot, site="https://v.example")


def a_bot(name: str = "Robby", keeper: str = "") -> Account:
    made = account(name)
    become(player=made.player, confirm=name, keeper=keeper)
    return Account.objects.get(pk=made.pk)


def refusal(act: Any, **value: Any) -> str:
    """The code by which something is refused; nothing if it is done."""
    try:
        act(**value)
    except Illegal as illegal:
        return str(illegal.refusal.code)
    return ""


def test_who_may_become_a_bot() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = game_of("duel", plies=2, accounts={Seat.RED: ada, Seat.BLUE: bob}, over=False)
    codes = [
        refusal(become, player=ada.player, confirm="ada "),
        refusal(become, player=ada.player, confirm="ADA"),
    ]
    commands.resign(game=game.id, seat=Seat.RED)
    codes.append(refusal(become, player=ada.player, confirm="ada", keeper="ada"))
    Player.objects.filter(account=bob).update(guest=True)
    codes.append(refusal(become, player=bob.player, confirm="bob"))
    Account.objects.filter(pk=ada.pk).update(is_staff=True)
    codes.append(refusal(become, player=ada.player, confirm="ada"))
    Account.objects.filter(pk=ada.pk).update(is_staff=False)
    codes.append(refusal(become, player=ada.player, confirm="ada"))
    assert codes == ["bot-confirm", "bot-playing", "bot-keeper", "bot-guest", "bot-staff", ""]
    assert Player.objects.get(account=ada).name == "ada (bot)"


def test_a_rated_game_keeps_an_account_a_persons() -> None:
    ada, bob = account("Ada"), account("Bob")
    seats = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    game = creation.create_game(variant=variant("duel"), players=seats, rated=True)
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    play_quietly(game)
    commands.resign(game=game, seat=Seat.RED)
    assert Change.objects.filter(player=ada.player.id).update(kind=Change.Kind.ANNULLED)
    assert refusal(become, player=ada.player, confirm="ada") == "bot-rated"
    page = Client()
    page.force_login(ada)
    answer = page.post(reverse("bots:become"), {"confirm": "ada"})
    assert (answer.status_code, "as a person" in text(answer)) == (409, True)
    assert code_of(Program(bob).post("me/bot/", {"confirm": "bob", "password": PASSWORD})) == (422, "bot-rated")
    assert not Player.objects.filter(machine=True).exists()


@pytest.mark.slow
def test_a_bot_is_one_for_good_and_shown_as_such_by_its_name(mailoutbox: list[EmailMessage]) -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    page = Client()
    page.force_login(ada)
    asked = page.get(reverse("bots:become"))
    assert "cannot be taken back" in text(asked)
    assert page.post(reverse("bots:become"), {"confirm": "ada", "keeper": ""}).status_code == 302
    game = game_of("duel", plies=2, accounts={Seat.RED: Account.objects.get(pk=ada.pk), Seat.BLUE: account("Bob")})
    profile = reverse("players:profile", args=["ada (bot)"])
    shown = [reverse("games:replay", args=[game.key]), reverse("games:archive"), profile]
    assert ["ada (bot)" in text(Client().get(item)) for item in shown] == [True] * 3
    assert "A program plays for this account" in text(Client().get(profile))
    result = Program().get(f"games/{game.key}/").json()["players"][0]["player"]
    assert result == {"name": "ada (bot)", "kind": "bot"}
    assert deliver_waiting() == 1
    assert [("bot now" in item.subject, item.to) for item in mailoutbox] == [(True, ["ada@example.org"])]
    assert "ada (bot)" in str(mailoutbox[0].body)
    program = Program(Account.objects.get(pk=ada.pk))
    guesses = [program.post("me/bot/", {"confirm": "ada", "password": f"guess-{number}"}) for number in range(6)]
    assert [code_of(guess) for guess in guesses] == [(422, "bot-password")] * 5 + [(429, "bot-passwords")]
    empty_cache()
    again = program.post("me/bot/", {"confirm": "ada", "password": PASSWORD})
    assert again.json() == {"name": "ada (bot)", "kind": "bot"}
    whose = text(page.get(reverse("bots:mine")))
    assert [words in whose for words in ("Make a token with which", "they are yours")] == [True, False]
    assert solver_of(asked.wsgi_request) is not None
    asked.wsgi_request.user = Account.objects.get(pk=ada.pk)
    assert solver_of(asked.wsgi_request) is None


def test_people_choose_whether_they_play_bots() -> None:
    ada, robby, rita = account("Ada"), a_bot("Robby"), a_bot("Rita")
    closed = lobby.open_seek(host=ada.player, terms=TERMS)
    open_ = Program(ada).post("seeks/", {"variant": "duel", "time": "3-days", "bots": True}).json()
    own = lobby.open_seek(host=rita.player, terms=TERMS)
    assert refusal(lobby.join, seek=closed.id, player=robby.player) == "no-bots"
    assert open_["bots"]
    assert refusal(lobby.join, seek=open_["id"], player=robby.player) == ""
    assert refusal(lobby.join, seek=own.id, player=robby.player) == ""
    assert refusal(lobby.challenge, host=robby.player, terms=TERMS, players=[ada.player]) == "no-bots-asked"
    assert refusal(lobby.challenge, host=ada.player, terms=TERMS, players=[robby.player]) == ""
    Preferences.objects.update_or_create(account=ada, defaults={"bot_challenges": True})
    again = Player.objects.get(account=Account.objects.get(pk=ada.pk))
    assert refusal(lobby.challenge, host=robby.player, terms=TERMS, players=[again]) == ""
    assert Game.objects.count() == 2


def test_no_bot_has_powers() -> None:
    robby, boss = a_bot(), staff("Boss", "operator")
    for act in (lambda: appoint(robby, "moderator", by=None), lambda: approve(robby, by=None)):
        with pytest.raises(NotAllowed, match="bot"):
            act()
    for command in (["appoint", "robby", "moderator"], ["approve_organiser", "robby"]):
        with pytest.raises(CommandError, match="robby is a bot"):
            call_command(*command)
    page, table = signed_in(boss), reverse("admin:players_account_changelist")
    for action in ("make_moderator", "approve_organiser"):
        response = page.post(table, {"action": action, "_selected_action": str(robby.pk)})
        assert {str(message) for message in get_messages(response.wsgi_request)} == {
            "robby is a bot: who has powers is a person."
        }
    now = Player.objects.select_related("account").get(machine=True)
    assert (now.organiser, now.account is not None and now.account.is_staff) == (False, False)


def test_nobody_turns_whom_others_expect_as_a_person() -> None:
    ada, bob, eve = account("Ada"), account("Bob"), account("Eve")
    own = lobby.open_seek(host=ada.player, terms=TERMS)
    codes = [refusal(become, player=ada.player, confirm="ada")]
    lobby.cancel(seek=own.id, player=ada.player)
    asked = lobby.challenge(host=bob.player, terms=TERMS, players=[ada.player])
    codes.append(refusal(become, player=ada.player, confirm="ada"))
    lobby.decline(seek=asked.id, player=ada.player)
    event = a_tournament([bob.player.id, eve.player.id])
    registration.withdraw(tournament=event, entry=2, by=eve.player.id)
    codes += [refusal(become, player=item.player, confirm=item.username) for item in (bob, eve, ada)]
    assert codes == ["bot-expected"] * 4 + [""]


def test_who_becomes_a_bot_owns_none() -> None:
    ada, robby = account("Ada"), a_bot("Robby", "ada")
    accounts.agree(keeper=ada.player, bot="robby (bot)")
    become(player=ada.player, confirm="ada")
    robby = Account.objects.get(pk=robby.pk)
    assert (robby.player.keeper, robby.player.kept) == (None, False)


def test_an_owner_is_erased_and_the_bot_stays() -> None:
    ada, robby = account("Ada"), a_bot("Robby", "ada")
    accounts.agree(keeper=ada.player, bot="robby (bot)")
    delete_account(ada)
    answer = Client().get(reverse("players:profile", args=["robby (bot)"]))
    assert ("A program plays" in text(answer), "a bot of" in text(answer)) == (True, False)
    delete_account(Account.objects.get(pk=robby.pk))
    assert not Player.objects.filter(machine=True).exists()


def test_bots_have_a_list_of_the_strongest_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "MOST", 1)
    monkeypatch.setattr(standings, "READ", 1)
    people, *bots = account("Ada"), a_bot("Rita"), a_bot(), a_bot("Roxy")
    for who in (people, *bots):
        Rating.objects.create(
            player=who.player.id,
            ladder=Ladder.BOTS if who.player.machine else Ladder.PEOPLE,
            variant="duel",
            value=1700 if who.player.machine else 1600,
            deviation=40,
            volatility=0.06,
            games=20,
            played=timezone.now(),
            position=1,
        )
    assert [item.name for item in standings.ranking("duel")] == ["Ada"]
    address, outcome, query = reverse("ratings:variant", args=["duel"]), [], "?bots=1"
    while query:
        page = Client().get(address + query)
        outcome += re.findall(r">(\w+) \(bot\)</a>", page.text)
        further = re.search(r'rel="next" href="([^"]+)"', page.text)
        query = unescape(further[1]).removeprefix(address) if further else ""
    assert sorted(outcome) == ["rita", "robby", "roxy"]
    assert "robby" not in text(Client().get(address))
    assert Client().get(address + "?bots=1&after=Ada").status_code == 404
    result = Program().get("players/robby (bot)/").json()["ratings"]["duel"]
    assert (result["ladder"], Program().get("players/ada/ratings/duel/").json()["ladder"]) == ("bots", "people")


def test_it_is_told_before_a_rated_game_for_whom_it_counts() -> None:
    ada, bob, robby = account("Ada"), account("Bob"), a_bot(keeper="ada")
    rated = replace(TERMS, rated=True, bots=True)
    lobby.open_seek(host=robby.player, terms=rated)
    mine = lobby.open_seek(host=bob.player, terms=rated)

    def told(who: Account | None) -> list[str]:
        page = Client()
        if who is not None:
            page.force_login(who)
        return sorted(re.findall(r"<li>(Rated[^<]*)", page.get(reverse("lobby:lobby")).text))

    Preferences.objects.update_or_create(account=ada, defaults={"rated_bots": True})
    assert told(ada) == ["Rated", "Rated for you and the bot"]
    assert told(bob) == ["Rated for the bot only", "Rated; against a bot not for you"]
    assert told(None) == ["Rated", "Rated for the bot, and for who wishes it"]
    assert [Program(item).get("me/").json()["rated_against_bots"] for item in (ada, bob)] == [True, False]
    theirs = Seek.objects.get(host=robby.player)
    assert refusal(lobby.join, seek=theirs.id, player=ada.player) == "own-bot"
    assert refusal(lobby.challenge, host=ada.player, terms=rated, players=[robby.player]) == "own-bot"
    assert refusal(lobby.challenge, host=ada.player, terms=TERMS, players=[robby.player]) == ""
    game = Game.objects.get(id=lobby.join(seek=mine.id, player=robby.player).game)
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=game.id, seat=seat, placement=placement)
    page = Client()
    page.force_login(bob)
    assert "rated for the bot only, counts from" in text(page.get(reverse("games:replay", args=[game.key])))
    seats = Program(bob).get(f"games/{game.key}/").json()["players"]
    assert {seat["player"]["name"]: seat["ladder"] for seat in seats} == {"Bob": "none", "robby (bot)": "bots"}
