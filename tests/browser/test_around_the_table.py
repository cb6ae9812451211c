"""Around the table in a real browser: what players say and type, and what the title counts."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from eventlog.sources import injected
from games.domain import commands
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.domain.commands import play_turn
from games.models import Game
from games.rules import Seat, legal_turns, variant
from play.lobby.rematches import rematch
from play.talk.domain import note_of
from tests.browser.looks import check
from tests.games.domain.played import begun
from tests.play.table.test_presence import ago, wish
from tests.scenes import account, game_in_play

Open = Callable[..., Page]

# Sends the form of the talk in the moment it comes to the page, as no hand could: nothing that is shown may be dead.
SPEAK_AT_ONCE = """new MutationObserver((_, observer) => {
  const say = document.getElementById("say");
  if (!say) return;
  observer.disconnect();
  window.spoke = true;
  say.value = "Here I am";
  say.form.requestSubmit();
}).observe(document.body, { childList: true, subtree: true })"""


def test_two_players_talk(open_as: Open) -> None:
    """Who looks at the board is told that something was said; who types loses nothing; notes are kept as one writes."""
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(accounts=(ada, charles))
    red, blue = (open_as(who, f"/games/{game.key}/") for who in (ada, charles))
    blue.get_by_role("tab", name="Talk").click()
    blue.get_by_label("Say something").fill("I am just typing th")

    red.evaluate(SPEAK_AT_ONCE)
    red.get_by_role("tab", name="Talk").click()
    expect(red.get_by_label("What was said")).to_contain_text("Here I am")
    assert red.evaluate("window.spoke"), "the page was left for a form that had just come"
    red.get_by_label("Say something").fill("<i>Hello</i>")
    red.keyboard.press("Enter")
    expect(red.get_by_label("What was said")).to_contain_text("<i>Hello</i>")
    expect(red.get_by_label("Say something")).to_have_value("")
    expect(red.get_by_label("Say something")).to_be_focused()

    expect(blue.get_by_label("What was said")).to_contain_text("<i>Hello</i>")
    expect(blue.get_by_label("Say something")).to_have_value("I am just typing th")
    expect(blue.get_by_label("Say something")).to_be_focused()
    blue.get_by_role("tab", name="Notes").click()
    blue.get_by_label("Notes on this game").fill("b4 stands still")
    expect(blue.locator("#note-status")).to_have_text("Saved.")
    assert note_of(game.id, charles.player.id) == "b4 stands still"

    red.get_by_role("tab", name="Moves").click()
    blue.get_by_role("tab", name="Talk").click()
    blue.get_by_text("Quick phrases").click()
    blue.get_by_role("button", name="Nice move!").click()
    expect(red.get_by_role("link", name="1 new message at the table")).to_be_visible()
    red.get_by_role("link", name="1 new message at the table").click()
    expect(red.get_by_label("What was said")).to_contain_text("Nice move!")
    expect(red.locator("#talk-new")).to_be_empty()
    check(red)


def test_a_rematch_reaches_the_open_table(open_as: Open) -> None:
    """That it is asked for, from another window too, and that it has begun."""
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(accounts=(ada, charles))
    red, blue = (open_as(who, f"/games/{game.key}/") for who in (ada, charles))
    commands.resign(game=game.id, seat=Seat.RED)
    expect(blue.get_by_role("button", name="Rematch")).to_be_visible()
    rematch(game=game.id, player=charles.player)
    expect(blue.locator("[data-asked]")).to_have_text("You want a rematch. It begins when everybody does.")
    expect(red.locator("[data-asked]")).to_have_text("A rematch is asked for.")
    expect(red.locator("[data-announce]")).to_have_text("A rematch is asked for.")
    red.get_by_role("button", name="Accept the rematch").click()
    expect(red.get_by_role("heading", name="Set up your army")).to_be_visible()
    blue.get_by_role("link", name="To the rematch").click()
    expect(blue.get_by_role("heading", name="Set up your army")).to_be_visible()
    assert blue.url == red.url


def test_the_title_counts_what_waits(open_as: Open) -> None:
    """It follows one's own move, and the other's, while the page stays open."""
    ada, charles = account("Ada"), account("Charles")
    game = game_in_play(accounts=(ada, charles))
    red = open_as(ada, f"/games/{game.key}/")
    expect(red).to_have_title(re.compile(r"^\(1\) "))
    turn = str(legal_turns(open_game(game.id).state)[0])
    play_turn(game=game.id, seat=Seat.RED, turn=turn)
    expect(red).to_have_title(re.compile(r"^(?!\()"))
    expect(red.locator('[data-count="waiting"]')).to_be_hidden()
    play_turn(game=game.id, seat=Seat.BLUE, turn=str(legal_turns(open_game(game.id).state)[0]))
    expect(red).to_have_title(re.compile(r"^\(1\) "))
    expect(red.locator('[data-count="waiting"] [data-number]')).to_have_text("1")


def test_who_has_left_a_live_game_loses_it_by_a_claim(open_as: Open) -> None:
    """Who is there stands beside the names, and the claim above the board once it may be made."""
    ada, charles = account("Ada"), account("Charles")
    wish(ada, charles)
    seated = {Seat.RED: ada.player.id, Seat.BLUE: charles.player.id}
    began = timezone.now() - timedelta(seconds=200)
    with injected(clock=lambda: began):
        made, _now = begun(variant("barrage"), random.Random(1), players=seated, time=PRESETS["live-10-10"])
    game = Game.objects.get(id=made)
    red, blue = (open_as(who, f"/games/{game.key}/") for who in (ada, charles))
    expect(blue.locator(".players-top .presence")).to_have_text("at the board")
    expect(blue.locator(".players-bottom .presence")).to_be_hidden()
    expect(blue.get_by_role("dialog")).to_be_hidden()
    red.goto("about:blank")
    blue.reload()
    expect(blue.locator(".players-top .presence")).to_have_text(re.compile(r"^left \d+ s ago$"))
    ago(game, Seat.RED, 900, 130, left=True)
    ago(game, Seat.BLUE, 900, 5)
    blue.reload()
    expect(blue.locator(".players-top .presence")).to_have_text("left 2 min ago")
    check(blue)
    blue.get_by_role("button", name="Claim the win").click()
    expect(blue.get_by_role("heading", name="You have won")).to_be_visible()
    expect(blue.get_by_role("dialog")).to_be_hidden()
    expect(blue.locator(".players-top .presence")).to_be_hidden()
