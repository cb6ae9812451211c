"""The streams of a session end with it, in every process, and none begins again: however it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
import redis
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.authentication import session_revocation
from accounts.models import Account, EndedSession, Penalty, Session
from accounts.signin.signed_in import mark_of
from accounts.tasks import end_streams_again
from moderation.sanctions.effects import take_due
from moderation.staff.powers import close_account
from privacy.erase import delete_account
from realtime import changes
from realtime.hub import HEARTBEAT, Limits
from realtime.topics import channel, player_token, session_topic, shut_key
from tests.moderation.cases.test_penalties import decided
from tests.moderation.staff.people import operator
from tests.realtime.test_app import KEY, Reader, opened
from tests.scenes import PASSWORD, account
from tests.serving import Address, serving

PLAYER = UUID(int=11)


def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])


def is_shut(session: str) -> bool:
    return bool(valkey().exists(shut_key(session_topic(session))))


@pytest.fixture
def streams() -> Iterator[Address]:
    with serving(Limits()) as site:
        yield site


def ended(reader: Reader) -> bool:
    """Whether a stream ends, whole, before anything else is sent on it."""
    reader.socket.settimeout(HEARTBEAT / 2)
    while (line := reader.file.readline()) not in (b"", b"0\r\n"):
        pass
    return line == b"0\r\n"


def test_all_streams_of_a_session_end_and_no_process_lets_it_in_again(streams: Address) -> None:
    lost, kept = uuid4().hex, uuid4().hex
    theirs = f"game={KEY}&me={player_token(PLAYER, lost)}"
    tabs = [opened(streams, theirs) for _tab in range(2)]
    mine = opened(streams, f"me={player_token(PLAYER, kept)}")
    changes.shut_sessions([lost])
    assert [ended(tab) for tab in tabs] == [True, True]
    assert Reader(streams, theirs).status == 403
    changes.publish_player(PLAYER, {"k": KEY, "t": "talk"})
    assert mine.events(1) == [("message", {"k": KEY, "t": "talk"})]
    with serving(Limits()) as restarted:
        assert Reader(restarted, theirs).status == 403
        assert opened(restarted, f"me={player_token(PLAYER, kept)}").status == 200
    assert 86400 < valkey().ttl(shut_key(session_topic(lost))) <= 2 * 86400


def test_what_ended_while_valkey_was_not_heard_ends_once_it_is(streams: Address) -> None:
    """The notice is lost; that the session has ended is written down."""
    session = uuid4().hex
    reader, server = opened(streams, f"me={player_token(PLAYER, session)}"), valkey()
    server.set(shut_key(session_topic(session)), "1", ex=900)
    (mine,) = [item["id"] for item in server.client_list(_type="pubsub") if item["name"] == channel()]
    server.client_kill_filter(_id=mine)
    assert ended(reader)


def test_a_player_is_shut_out_of_every_session_until_let_in(streams: Address) -> None:
    token, player = player_token(PLAYER, uuid4().hex), UUID(int=12)
    banned = opened(streams, f"me={player_token(player, None)}")
    changes.shut_streams(player)
    assert ended(banned)
    assert Reader(streams, f"me={player_token(player, None)}").status == 403
    assert opened(streams, f"me={token}").status == 200
    changes.open_streams(player)
    assert opened(streams, f"me={player_token(player, None)}").status == 200


def ban(ada: Account, here: Client, there: Client) -> None:
    decided(ada, Penalty.Kind.BAN, ends=timezone.now() + timedelta(days=1))
    take_due()


def devices(ada: Account, here: Client, there: Client) -> None:
    here.post("/account/devices/", {"end": mark_of(str(there.session.session_key))})


def others(ada: Account, here: Client, there: Client) -> None:
    here.post("/account/devices/", {"others": "1"})


def password(ada: Account, here: Client, there: Client) -> None:
    new = {"oldpassword": PASSWORD, "password1": "four quiet miners dig", "password2": "four quiet miners dig"}
    assert here.post("/account/password/", new).status_code == 302


def sign_out(ada: Account, here: Client, there: Client) -> None:
    there.post("/logout/")


def delete(ada: Account, here: Client, there: Client) -> None:
    delete_account(ada)


def close(ada: Account, here: Client, there: Client) -> None:
    close_account(ada, by=operator())


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("act", "stays"),
    [(devices, 1), (others, 1), (password, 1), (sign_out, 1), (ban, 0), (delete, 0), (close, 0)],
)
def test_whatever_ends_a_session_ends_its_streams(
    act: Callable[[Account, Client, Client], None], stays: int, django_capture_on_commit_callbacks: Callable
) -> None:
    ada, here, there = account("Ada"), Client(), Client()
    for item in (here, there):
        item.post("/login/", {"login": "ada", "password": PASSWORD})
    keys = [str(item.session.session_key) for item in (here, there)]
    with django_capture_on_commit_callbacks(execute=True):
        act(ada, here, there)
    assert Session.objects.filter(account=ada.pk).count() == stays
    assert EndedSession.objects.filter(topic=session_topic(keys[1])).exists()
    assert (is_shut(keys[1]), is_shut(keys[0])) == (True, not stays or act is password)  # which gets another key
    if stays:
        assert here.get("/account/").status_code == 200
        assert not is_shut(str(here.session.session_key))


@pytest.mark.django_db
def test_who_ended_a_session_and_died_has_its_streams_ended_by_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, laptop = account("Ada"), Client()
    laptop.force_login(ada)
    key = str(laptop.session.session_key)
    with transaction.atomic():  # nothing is told: this transaction is never committed
        session_revocation.end_session(ada, key)
    assert (end_streams_again(), is_shut(key), Session.objects.filter(pk=key).exists()) == (0, False, False)
    EndedSession.objects.update(at=timezone.now() - session_revocation.SETTLED)
    with monkeypatch.context() as away:
        away.setattr(changes, "_sent", lambda *_command: False)
        assert end_streams_again() == 0
    assert (end_streams_again(), is_shut(key), EndedSession.objects.count()) == (1, True, 0)


def test_a_page_that_is_open_hears_nothing_once_its_session_has_ended(live_site: str) -> None:
    ada, phone, laptop = account("Ada"), Client(), Client()
    for item in (phone, laptop):
        item.force_login(ada)
    reader = opened(live_site, f"me={phone.get('/live-ticket/').json()['me']}")
    laptop.post("/account/devices/", {"others": "1"})
    assert ended(reader)
    assert Reader(live_site, f"me={laptop.get('/live-ticket/').json()['me']}").status == 200
