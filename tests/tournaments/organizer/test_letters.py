"""What the staff writes to those who take part, and notes to proposed times: who reads them, and who does not."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client

from accounts.conduct.blocks import block
from accounts.models import Player, Report
from games.models import key_of
from notices.kinds.words import words_of
from notices.mails.messages import mail_of
from notices.models import Notice
from privacy.erase import erase_player
from tests.notices.people import Times, member
from tests.tournaments.domain.refusals import code_of
from tests.tournaments.domain.test_appointments import Table, slot
from tests.tournaments.organizer.people import address, fields, person, words
from tests.tournaments.scenes import a_tournament, an_owner
from tournaments.domain.commands.appointments import propose_times
from tournaments.domain.commands.approval import owner_of
from tournaments.domain.commands.letters import write_letter
from tournaments.domain.queries.tournaments import fold_of
from tournaments.models import Letter, Text

pytestmark = pytest.mark.django_db


def browser_of(player: UUID) -> Client:
    client = Client()
    client.force_login(Player.objects.get(id=player).account)
    return client


def write(tournament: UUID, audience: str = "all", text: str = "Mind the stairs", **more: object) -> Letter:
    by = owner_of(fold_of(tournament))
    return write_letter(tournament=tournament, by=by, audience=audience, text=text, **more)  # type: ignore[arg-type]


# -- letters --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_letter_goes_to_all_and_says_to_how_many() -> None:
    people = [member(name) for name in ("Bob", "Cyd")]
    ada, browser = person("Ada")
    tournament = a_tournament([item.id for item in people], owner=ada.player.id, name="Stairs Open")
    desk = address(tournament, "desk/letters/")
    sent = fields(browser.get(desk), "write") | {"text": "Mind the stairs"}
    assert browser.post(desk, sent).status_code == 303
    assert "Your letter went to 2 players." in words(browser.get(desk))
    assert browser.post(desk, sent).status_code == 409  # the button was pressed twice
    assert Letter.objects.count() == 1
    notice = Notice.objects.get(player=people[0], kind="letter")
    (said,) = words_of([notice])
    assert said.url == address(tournament, "letters/1/")
    assert "Mind the stairs" in words(browser_of(people[0].id).get(said.url))
    notice.mail = Notice.Mail.WAITING
    mail = mail_of(notice)
    assert mail is not None
    assert mail.subject == "The staff of a tournament writes to you"  # no words of anybody else's
    assert "Stairs" not in mail.subject
    stranger = browser_of(an_owner())
    assert stranger.get(said.url).status_code == 404
    assert stranger.get(desk).status_code == 403


def test_who_is_apart_from_the_writer_gets_nothing_and_nobody_is_flooded() -> None:
    owner = Player.objects.get(id=an_owner())
    tournament = a_tournament(3, owner=owner.id)
    players = [entry.players[0] for entry in fold_of(tournament).entries.values()]
    block(blocker=Player.objects.get(id=players[0]), target=owner)
    page = words(browser_of(owner.id).get(address(tournament, "desk/letters/")))
    assert "All who take part or wait (2 players)</option>" in page  # it is said before anything is sent
    assert set(write(tournament).to) == set(players[1:])
    writing = {"tournament": tournament, "audience": "all", "text": "Again"}
    assert code_of(write_letter, **writing, by=players[1]) == "not-allowed"
    assert code_of(write_letter, **writing | {"text": " "}, by=owner.id) == "reason-needed"
    for _number in range(9):
        write(tournament)
    assert code_of(write_letter, **writing, by=owner.id) == "too-many-letters"
    assert Letter.objects.count() == 10


def test_a_letter_can_be_reported_and_is_erased_with_its_writer() -> None:
    owner = Player.objects.get(id=an_owner())
    tournament = a_tournament(2, owner=owner.id)
    letter = write(tournament)
    reader = browser_of(letter.to[0])
    page = f"/report/?letter={letter.id}"
    assert browser_of(an_owner()).get(page).status_code == 404
    assert "Mind the stairs" in words(reader.get(page))
    assert reader.post(page, {"why": "spam", "text": ""}).status_code == 302
    report = Report.objects.get()
    assert (report.kind, report.about, report.excerpt) == ("letter", owner, "Mind the stairs")
    erase_player(owner)
    result = words(reader.get(address(tournament, "letters/1/")))
    assert "Mind the stairs" not in result
    assert "Its writer has erased it." in result


# -- notes to proposed times ----------------------------------------------------------------------


@pytest.mark.slow
def test_a_note_is_read_by_the_other_side_and_can_be_reported(time: Times) -> None:
    table = Table()
    propose_times(**table.where, by=table.red, slots=[slot(5)], note="After work")
    page = f"/tournaments/{key_of(table.event)}/boards/1/1/"
    text = Text.objects.get(tournament=table.event)
    assert table.board.meeting.notes == {table.board.red: text.id}
    assert "After work" in words(browser_of(table.blue).get(page))
    assert "After work" not in words(browser_of(an_owner()).get(page))
    assert "After work" not in words(Client().get(page))
    report = f"/report/?note={text.id}"
    assert browser_of(an_owner()).get(report).status_code == 404
    assert "After work" in words(browser_of(table.blue).get(report))
    block(blocker=Player.objects.get(id=table.blue), target=Player.objects.get(id=table.red))
    assert "After work" not in words(browser_of(table.blue).get(page))
    propose_times(**table.where, by=table.red, slots=[slot(6)])
    assert table.board.meeting.notes == {}  # it went with the times
