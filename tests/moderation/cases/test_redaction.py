"""What may tell a rank is sealed for moderators; opening it is an event that the players of the game see."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Account, Penalty, Player
from eventlog.store import load
from eventlog.verify import verify
from games.domain import arbitration, command_handler, commands, moderation
from games.domain.events import ModeratorLooked
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import ArbiterAct, Unrated
from games.domain.transitions import step
from games.models import Game
from games.rules import Illegal, Seat
from moderation.cases import appeals, reports
from moderation.cases import commands as case_commands
from moderation.cases.redaction import is_sealed
from moderation.cases.refusals import CaseRefused
from moderation.cases.terms import PenaltyTerms
from notices.models import Kind, Notice
from play.talk import domain as talk
from tests.library.archive.test_views import text
from tests.moderation.cases.courts import case_of
from tests.moderation.staff.people import moderator, operator, signed_in
from tests.scenes import account, game_in_play, player

pytestmark = pytest.mark.django_db

WORDS = "my Marshal is on a4"
QUOTED = "She says that her Marshal is on a4"


def looked(game: UUID) -> list[ModeratorLooked]:
    return [event.event for event in load(game) if isinstance(event.event, ModeratorLooked)]


def table() -> tuple[Game, Account, Account]:
    ada, charles = account("Ada"), account("Charles")
    return game_in_play(accounts=(ada, charles)), ada, charles


def reported_message(game: Game, author: Account, reporter: Account, words: str = WORDS) -> reports.Report:
    message = talk.say(game=game, player=author.player.pk, text=words)
    return reports.report(kind="message", target=message.pk, reporter=reporter.player, why="telling", text=QUOTED)


@pytest.mark.slow
def test_a_message_of_a_game_that_goes_on_is_sealed_until_its_players_see_that_it_is_opened(
    django_capture_on_commit_callbacks,
) -> None:
    game, ada, charles = table()
    row = reported_message(game, ada, charles)
    case = case_of(row)
    mona = moderator()
    browser = signed_in(mona)
    path = f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")
    page = browser.get(path)
    assert ("Marshal" in page.text, "is sealed until the game is open" in text(page), looked(game.pk)) == (
        False,
        True,
        [],
    )
    boss = signed_in(operator())
    for address in (f"players/report/{row.pk}/change/", f"talk/message/{row.target}/change/", "talk/message/"):
        seen = boss.get(f"/admin/{address}")
        assert (seen.status_code, "Marshal" in seen.text) == (200, False), address

    with django_capture_on_commit_callbacks(execute=True):
        for _twice in range(2):
            assert browser.post(f"{path}look/", {"what": "message", "target": row.target}).status_code == 302
    assert looked(game.pk) == [ModeratorLooked(str(mona.player.pk), "message", str(row.target))]
    page = browser.get(path)
    assert (WORDS in page.text, QUOTED in page.text) == (True, True)
    milo = signed_in(moderator("Milo"))
    browser.post(f"{path}release/")
    milo.post(f"{path}claim/")
    assert "Marshal" not in milo.get(path).text

    now = command_handler.open_game(game.pk)
    assert now.acts[-1] == ArbiterAct(
        "opened", 12, now.acts[-1].at, "message", arbiter=mona.player.pk, target=row.target
    )
    assert (now.unrated, now.looked) == (None, ())
    assert from_snapshot(snapshot_of(now)).acts == now.acts
    assert [report.status for report in verify([game.pk])] == ["ok"]
    for seen in (browser.get(f"/games/{game.key}/") for browser in (signed_in(ada), Client())):
        assert "opened a message of this table" in text(seen)
    notices = Notice.objects.filter(kind=Kind.OPENED, game=game.pk)
    assert {notice.player_id for notice in notices} == {ada.player.pk, charles.player.pk}


@pytest.mark.slow
def test_what_is_said_after_the_talk_was_opened_is_sealed_anew() -> None:
    game, ada, charles = table()
    case = case_of(reported_message(game, ada, charles))
    mona = moderator()
    browser, path = signed_in(mona), f"/moderation/cases/{case.pk}/"
    browser.post(f"{path}claim/")

    def opens() -> tuple[bool, bool, int]:
        """What the moderator reads once the talk is opened, and how often the players are told."""
        browser.post(f"{path}look/", {"what": "talk", "target": game.pk})
        page = browser.get(path).text
        return WORDS in page, "my Spy is on b4" in page, len(looked(game.pk))

    assert [opens(), opens()] == [(True, False, 1), (True, False, 1)]
    talk.say(game=game, player=ada.player.pk, text="my Spy is on b4")
    page = browser.get(path)
    assert (WORDS in page.text, "my Spy is on b4" in page.text) == (True, False)
    assert "was said at the table of Ada – Charles is sealed" in text(page)
    assert [opens(), opens()] == [(True, True, 2), (True, True, 2)]
    assert [report.status for report in verify([game.pk, case.pk])] == ["ok", "ok"]


@pytest.mark.slow
def test_what_is_reported_of_a_player_is_sealed_while_both_have_a_game_that_may_be_told() -> None:
    game, ada, charles = table()
    grace, mona = account("Grace").player, moderator().player

    def told(by: Player, why: str) -> reports.Report:
        return reports.report(kind="player", target=ada.player.pk, reporter=by, why=why, text=QUOTED)

    rows = [told(charles.player, "abuse"), told(grace, "abuse"), told(grace, "telling")]
    assert [is_sealed("report", row.pk) for row in rows] == [True, False, True]
    page = signed_in(mona.account)
    path = f"/moderation/cases/{case_of(rows[0]).pk}/"
    page.post(f"{path}claim/")
    assert text(page.get(path)).count(QUOTED) == 1
    for _twice in range(2):
        page.post(f"{path}look/", {"what": "report", "target": rows[0].pk})
    assert (looked(game.pk), text(page.get(path)).count(QUOTED)) == (
        [ModeratorLooked(str(mona.pk), "report", str(rows[0].pk))],
        2,
    )
    assert "opened a report, whose words may tell something of this game" in text(
        signed_in(ada).get(f"/games/{game.key}/")
    )
    commands.resign(game=game.pk, seat=Seat.RED)
    assert [is_sealed("report", row.pk) for row in rows] == [False, False, False]


def test_nothing_is_sealed_once_the_game_is_open_and_never_a_phrase() -> None:
    game, ada, charles = table()
    row = reported_message(game, ada, charles)
    phrase = talk.say(game=game, player=ada.player.pk, phrase="luck")
    assert (is_sealed("message", row.target), is_sealed("message", phrase.pk)) == (True, False)
    commands.resign(game=game.pk, seat=Seat.RED)
    assert (is_sealed("message", row.target), is_sealed("talk", game.pk)) == (False, False)
    case_commands.look(case=case_of(row).pk, by=moderator().player.pk, what="message", target=row.target)
    assert looked(game.pk) == []


def test_a_message_that_is_gone_stays_sealed() -> None:
    game, ada, charles = table()
    row = reported_message(game, ada, charles)
    talk.Message.objects.filter(pk=row.target).delete()
    assert is_sealed("message", row.target)
    with pytest.raises(CaseRefused, match="gone"):
        case_commands.look(case=case_of(row).pk, by=moderator().player.pk, what="message", target=row.target)


def test_what_is_written_in_an_appeal_is_sealed_while_it_may_tell_of_a_game() -> None:
    game, ada, charles = table()
    grace, mona, milo = account("Grace"), moderator(), moderator("Milo")

    def penalty(by: Account, why: str = "abuse", kind: str = "note") -> UUID:
        row = reports.report(kind="player", target=ada.player.pk, reporter=by.player, why=why, text="Look.")
        terms = [PenaltyTerms(ada.player.pk, kind, "respect", reason="So.")]
        after = case_commands.decide(case=case_of(row).pk, by=milo.player.pk, outcome="penalised", penalties=terms)
        (made,) = after.penalties
        appeals.appeal(penalty=made, player=ada.player.pk, words=WORDS)
        return made

    of_charles, of_grace = penalty(charles), penalty(grace)
    others = penalty(grace, "telling"), penalty(grace, kind="ban")
    assert [is_sealed("appeal", item) for item in (of_charles, of_grace, *others)] == [True, False, True, True]
    browser, path = signed_in(mona), f"/moderation/appeals/{of_charles}/"

    def seen() -> tuple[bool, bool, int]:
        """What the moderator reads, and how often the players were told."""
        page = browser.get(path).text
        return WORDS in page, "my Spy is on b4" in page, len(looked(game.pk))

    assert (seen(), WORDS in browser.get(f"/moderation/appeals/{of_grace}/").text) == ((False, False, 0), True)
    assert "Open it" not in browser.get(path).text
    browser.post(f"{path}claim/")
    assert "If you open it, the players of these games see" in text(browser.get(path))
    for _twice in range(2):
        assert browser.post(f"{path}open/").status_code == 302
    assert looked(game.pk) == [ModeratorLooked(str(mona.player.pk), "appeal", str(of_charles))]
    assert "opened what a player wrote to the moderators" in text(signed_in(charles).get(f"/games/{game.key}/"))
    appeals.write(penalty=of_charles, player=ada.player.pk, words="my Spy is on b4")
    assert seen() == (True, False, 1)
    browser.post(f"{path}open/")
    assert seen() == (True, True, 2)
    hearing = {"outcome": "stands", "reason": "Though your Spy is on b4", "sure": "1"}
    assert browser.post(f"{path}decide/", hearing).status_code == 302
    other = signed_in(moderator("Mike"))
    assert [words in other.get(path).text for words in (WORDS, "Spy")] == [False, False]
    commands.resign(game=game.pk, seat=Seat.RED)
    assert [words in other.get(path).text for words in (WORDS, "Spy")] == [True, True]
    assert [report.status for report in verify([game.pk, Penalty.objects.get(pk=of_charles).case])] == ["ok", "ok"]


def test_both_sides_are_opened_of_a_paused_game_alone_and_it_no_longer_counts() -> None:
    players = {Seat.RED: player("Ada").pk, Seat.BLUE: player("Charles").pk}
    game, moderator_id = game_in_play(names=("Ada", "Charles")), uuid4()
    assert {seat: item.player_id for seat, item in zip(players, game.seats.all(), strict=True)} == players

    def opened() -> int:
        moderation.open_for_moderator(game=game.pk, moderator=moderator_id, what="sides")
        return len(looked(game.pk))

    with pytest.raises(Illegal, match="not-paused"):
        opened()
    arbitration.pause_game(game=game.pk)
    assert arbitration.look_again(game=game.pk, arbiter=moderator_id) is None
    assert [opened(), opened()] == [1, 1]
    views = arbitration.look_again(game=game.pk, arbiter=moderator_id)
    assert views is not None
    assert [view.viewer.seat for view in views] == [Seat.RED, Seat.BLUE]
    arbitration.resume_game(game=game.pk)
    assert arbitration.look_again(game=game.pk, arbiter=moderator_id) is None
    arbitration.pause_game(game=game.pk)
    assert opened() == 2
    arbitration.resume_game(game=game.pk)
    now, at = command_handler.open_game(game.pk), timezone.now()
    with pytest.raises(ValueError, match="both sides of a game that is not paused"):
        step(now, ModeratorLooked(str(moderator_id), "sides"), at)
    with pytest.raises(ValueError, match="opens what is open"):
        step(replace(now, revealed=True), ModeratorLooked(str(moderator_id), "talk"), at)
    assert [act.saw_sides for act in now.acts if act.kind == "opened"] == [True, True]
    assert (now.unrated, replace(now, created=replace(now.created, rated=True)).unrated) == (None, Unrated.LOOKED)
