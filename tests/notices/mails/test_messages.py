"""What is sent, when, and what is not; and how it is ended by one click."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from accounts.models import Preferences
from notices import mark_read, notify
from notices.domain.sweeps import waiting_mails
from notices.domain.wishes import Want, stop_mail, want
from notices.kinds.games import GAMES
from notices.kinds.registry import kind_of
from notices.mails import messages as mails
from notices.mails.messages import send
from notices.mails.unsubscribe import stop_url, token_of
from notices.models import Kind, Notice
from notices.tasks import sweep
from tests.notices.people import Times, begun, member, move, pass_by, row
from tests.tournaments.scenes import a_tournament, next_round

pytestmark = pytest.mark.django_db


def sent() -> list[tuple[list[str], str]]:
    return [(item.to, item.body.splitlines()[0].removesuffix(".")) for item in mail.outbox]


def test_a_turn_is_mailed_once_with_its_deadline(time: Times, settings) -> None:
    settings.VEXILLUM_SITE = "https://games.example"
    ann, bob = member("Ann"), member("Bob")
    Preferences.objects.create(account=ann.account, time_zone="Europe/Berlin")
    game = begun(ann, bob)
    pass_by(time)
    pass_by(time)
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["ann@example.org"], "It is your turn: Duel")
    stop = f"https://games.example/notices/stop/{token_of(ann.id, Kind.YOUR_TURN)}/"
    assert message.body.splitlines() == [
        "It is your turn: Duel against Bob.",
        "",
        "Deadline: Tuesday, 24 November 2026, 13:00 (Europe/Berlin)",
        "",
        f"https://games.example/games/{row(game).key}/",
        "",
        "-- ",
        "You get this mail because you want to be told: It is your turn.",
        f"No more of these: {stop}",
        "Other notices: https://games.example/notices/settings/",
    ]
    assert {name: value for name, value in message.extra_headers.items() if name != "Message-ID"} == {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    assert list(Notice.objects.values_list("mail", flat=True)) == ["sent"]


def test_what_is_no_longer_so_is_not_sent(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob)
    sweep()
    (waiting,) = Notice.objects.values_list("id", flat=True)
    assert waiting_mails() == []  # a minute goes by first
    move(game)
    assert not send(waiting)
    pass_by(time)
    assert sent() == [(["bob@example.org"], "It is your turn: Duel against Ann")]


def test_what_is_read_or_no_longer_wanted_is_not_sent(time: Times) -> None:
    ann, bob, eve = (member(name) for name in ("Ann", "Bob", "Eve"))
    unproven, gone = member("Una", verified=False), member("Gus")
    gone.account.is_active = False
    gone.account.save()
    for player in (ann, bob, eve, unproven, gone):
        notify(player.id, "cancelled", actor=ann.id)
    mark_read(ann.id)
    stop_mail(bob.id, Kind.CANCELLED)
    pass_by(time)
    assert sent() == [(["eve@example.org"], "Ann called off a game that you had joined")]
    assert not send(Notice.objects.get(player=eve, kind="cancelled").id)
    assert len(mail.outbox) == 1


def test_a_mail_that_cannot_be_sent_waits_and_tells_no_address(
    time: Times, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_self, _messages) -> int:
        raise SMTPRecipientsRefused({"ann@example.org": (550, b"no")})

    ann = member("Ann")
    notify(ann.id, "cancelled", actor=ann.id)
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", refuse)
        pass_by(time)
    assert [record.getMessage() for record in caplog.records if record.name == "accounts.mails.outbox"] == [
        "a mail could not be sent: SMTPRecipientsRefused"
    ]
    assert "ann@" not in caplog.text
    pass_by(time)
    assert len(sent()) == 1


def test_one_click_ends_the_mails_of_a_kind(time: Times, settings) -> None:
    ann = member("Ann")
    path = stop_url(ann.id, Kind.OVER).removeprefix(settings.VEXILLUM_SITE)
    strict = Client(enforce_csrf_checks=True)  # a mail program, without cookies
    asked = strict.get(path)
    assert (asked.status_code, "Stop these e-mails" in asked.text) == (200, True)
    assert want(ann.id, Kind.OVER) == Want(page=True, mail=True)
    for _time in range(2):
        done = strict.post(path, {"List-Unsubscribe": "One-Click"})
        assert (done.status_code, "You are no longer told by e-mail" in done.text) == (200, True)
        assert want(ann.id, Kind.OVER) == Want(page=True, mail=False)
    assert "You are no longer told by e-mail" in strict.get(path).text
    assert want(ann.id, Kind.STARTED) == Want(page=True, mail=True)


def test_a_link_that_was_not_made_here_does_nothing(time: Times) -> None:
    ann = member("Ann")
    token = token_of(ann.id, Kind.OVER)
    for broken in (token[:-1], token.replace("over", "started"), "x"):
        assert Client().post(f"/notices/stop/{broken}/").status_code == 404
    assert want(ann.id, Kind.STARTED).mail
    ann.account.delete()
    assert "There is no such player" in Client().post(f"/notices/stop/{token}/").text


@pytest.mark.slow
def test_no_subject_has_words_of_people(time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of players and titles of events are chosen by who may want to advertise."""
    ann, bob = member("Ann"), member("Buy-Now")
    game = begun(ann, bob)
    event = a_tournament([ann.id, bob.id], name="Cheap pills", variant="duel", real=False, owner=bob.id)
    next_round(event)
    monkeypatch.setattr(mails, "is_true", lambda *result: True)
    text = ""
    for kind in Kind:
        about = {"game": game} if kind_of(kind).subject is GAMES else {"tournament": event}
        made = mails.mail_of(Notice(player=ann, kind=kind, actor=bob.id, round=1, board=1, version=1, **about))
        if made is not None:
            assert made.subject == (f"{kind.label}: Duel" if "game" in about else kind.label)
            text += made.body
    assert text.count("Buy-Now") > 8 < text.count("Cheap pills")
