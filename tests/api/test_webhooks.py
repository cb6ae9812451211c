"""Webhooks: what they are told and when, to where nothing is sent, and what becomes of those that fail."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any
from uuid import UUID

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from standardwebhooks import Webhook as Signer

from accounts.models import Account, Penalty
from api.models import Delivery, Webhook, WebhookTopic
from api.tasks import sweep_webhooks
from api.webhooks import delivery, management, transport, triggers
from games.domain import commands, creation
from games.models import Game, key_of
from games.rules import Seat, variant
from tests.accounts.conduct.penalties import impose
from tests.library.archive.test_views import text
from tests.scenes import account, game_course, game_in_play, swap_hidden
from tests.tournaments.scenes import a_tournament
from tournaments.domain import lifecycle

pytestmark = pytest.mark.django_db
PAGE = "/account/webhooks/"


class Receiver(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 204
        self.slow = threading.Event()
        self.slow.set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told"


class Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.server.slow.wait(30)
        self.send_response(self.server.status)
        self.send_header("Location", self.server.address)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.VEXILLUM_LOCAL_WEBHOOKS = True
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield server
        server.slow.set()
        server.shutdown()
        thread.join()


def a_webhook(owner: Account, address: str = "https://hooks.example/told", **flag: bool) -> tuple[Webhook, str]:
    return management.make_webhook(account=owner, address=address, games=True, events=True, **flag)


def waits_for(hook: Webhook) -> None:
    now, keys = timezone.now(), Delivery.objects.count()
    kind = WebhookTopic.Kind.GAME
    Delivery.objects.create(webhook=hook, kind=kind, key=f"game{keys}", version=1, created=now)


def told() -> list[tuple[str, str, int]]:
    return list(Delivery.objects.order_by("created", "pk").values_list("kind", "key", "version"))


def test_a_program_hears_that_a_game_moved_on_and_not_how(ada: Account, receiver: Receiver) -> None:
    game = game_in_play(slug="duel", plies=0, accounts=(ada, account("Bob")))
    hook, secret = a_webhook(ada, receiver.address)
    _others, _secret = a_webhook(account("Carol"), receiver.address)
    sweep_webhooks()
    assert receiver.taken == []
    _setups, turns = game_course("duel", 1, 12)
    now = commands.play_turn(game=game.id, seat=Seat.RED, turn=turns[0])
    sweep_webhooks()
    sweep_webhooks()
    [(headers, body)] = receiver.taken
    row = Delivery.objects.get()
    assert Signer(secret).verify(body, headers) == {
        "type": "game.changed",
        "timestamp": row.created.isoformat(),
        "data": {"game": game.key, "version": now.public_version},
    }
    assert headers["webhook-id"] == f"msg_{row.pk.hex}"
    assert (row.status, row.problem, row.attempts, row.done is not None) == (204, "", 1, True)
    assert set(headers) == {
        "host",
        "accept-encoding",
        "content-length",
        "content-type",
        "user-agent",
        "connection",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
    }
    hook.refresh_from_db()
    assert (hook.busy, hook.failures) == (None, 0)


def test_it_is_told_at_once_and_by_the_sweep_alone_if_the_message_is_lost(
    ada: Account,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_in_play(slug="duel", plies=0, accounts=(ada, account("Bob")))
    hooks = [a_webhook(ada)[0].pk for _one in range(2)]
    triggers.sweep()
    asked: list[Sequence[UUID]] = []
    monkeypatch.setattr(triggers, "deliver_soon", asked.append)
    _setups, turns = game_course("duel", 1, 12)
    for at_once, ply in ((True, 0), (False, 1)):
        settings.VEXILLUM_WEBHOOKS_AT_ONCE = at_once
        with django_capture_on_commit_callbacks(execute=True):
            commands.play_turn(game=game.id, seat=Seat(ply), turn=turns[ply])
    version = Game.objects.get(pk=game.pk).public_version
    assert [set(item) for item in asked] == [{*hooks}]  # by one message, however many they are
    assert told() == [("game", game.key, version - 1)] * 2
    assert triggers.sweep() == {*hooks}
    assert told() == [("game", game.key, version)] * 2  # the older ones had not been sent, and say no more


def test_two_games_that_differ_in_what_is_hidden_tell_the_same(ada: Account) -> None:
    """Blue's program, move by move, of two games in which red laid other pieces that blue has not seen."""
    a_webhook(ada)
    red = account("Bob").player
    setups, turns = game_course("classic", 1, 12)
    heard = []
    for placement in (setups[Seat.RED], swap_hidden(setups[Seat.RED], "F", "B")):
        game = creation.create_game(variant=variant("classic"), players={Seat.RED: red.id, Seat.BLUE: ada.player.id})
        seen: list[list[tuple[str, int]]] = []

        def look(game: UUID = game, seen: list[list[tuple[str, int]]] = seen) -> None:
            triggers.sweep()
            rows = Delivery.objects.filter(key=key_of(game)).order_by("created", "pk")
            seen.append(list(rows.values_list("kind", "version")))

        look()
        commands.make_setup(game=game, seat=Seat.RED, placement=placement)
        look()
        commands.make_setup(game=game, seat=Seat.BLUE, placement=setups[Seat.BLUE])
        look()
        for ply, turn in enumerate(turns):
            commands.play_turn(game=game, seat=Seat(ply % 2), turn=turn)
            look()
        heard.append(seen)
    assert heard[0] == heard[1]
    assert len(heard[0]) == 15


def test_an_event_is_told_of_when_everybody_may_know_it(ada: Account) -> None:
    event = a_tournament([ada.player.id, account("Bob").player.id], publishing="hand")
    hook, _secret = a_webhook(ada)
    lifecycle.pair(tournament=event, by=None)
    assert (triggers.sweep(), told()) == (set(), [])
    shown = lifecycle.publish_pairing(tournament=event, by=None)
    assert triggers.sweep() == {hook.pk}
    assert told() == [("tournament", key_of(event), shown.version)]
    game = game_in_play(slug="duel", plies=0, accounts=(ada, account("Carol")))
    triggers.sweep()
    for kind in ("game", "tournament"):
        WebhookTopic.objects.create(webhook=hook, kind=kind, key="over", version=1)
    assert triggers.forget_over() == 0
    WebhookTopic.objects.update(told=timezone.now() - triggers.KEPT)
    assert triggers.forget_over() == 2
    assert set(WebhookTopic.objects.values_list("key", flat=True)) == {key_of(event), game.key}
    commands.resign(game=game.id, seat=Seat.RED)
    assert triggers.forget_over() == 1


PRIVATE = """
10.0.0.1 172.16.0.1 192.168.1.1 127.0.0.1 0.0.0.0 169.254.169.254 100.64.0.1 224.0.0.1 255.255.255.255 192.0.2.1
198.18.0.1 240.0.0.1 ::1 :: fe80::1 fc00::1 ff02::1 ::ffff:10.0.0.1 ::ffff:93.184.216.34 64:ff9b::a00:1 2002:a00:1::
2001:0:a00:1:: fec0::1 2001:db8::1 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.255 192.88.99.1 3fff::1 3fff:fff::1 2001:1::1
2001:20::1 2001:1ff:ffff::1
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_nothing_is_sent_to_what_is_not_public(address: str) -> None:
    assert not transport.is_allowed(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    with pytest.raises((transport.SendingFailed, ValueError)):
        transport.target_of(f"https://{host}/")


def test_what_is_public_may_be_told() -> None:
    allowed = "93.184.216.34 192.0.0.9 192.0.0.10 192.0.1.1 192.88.98.1 2606:2800:220:1::1 2001:200::1 3fff:1000::1"
    assert [part for part in allowed.split() if not transport.is_allowed(ip_address(part))] == []
    assert transport.target_of("https://hooks.example/a?b=1") == (True, "hooks.example", 443, "/a?b=1")
    wrong = [
        "http://hooks.example/",
        "https://hooks.example:22/",
        "https://user@hooks.example/",
        "https://hooks.example/#a",
        "https://hooks.example\\@127.0.0.1/",
        "ftp://hooks.example/",
        "https:///a",
        "https://hoöks.example/",
        "https://hooks.example:x/",
    ]
    for address in wrong:
        with pytest.raises(ValueError, match=r"address|port|Port|host"):
            transport.target_of(address)


def test_a_name_is_looked_up_once_and_one_private_address_of_it_is_enough(
    receiver: Receiver, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the name says the second time leads nowhere."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def looked_up(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host != "hooks.example":
            return real(host, port, *args, **kwargs)
        asked.append(host)
        return real(answers[len(asked) - 1], port, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    answers = ["127.0.0.1", "192.0.2.1"]
    assert transport.post(f"http://hooks.example:{receiver.server_port}/told", b"{}", {}) == 204
    assert (asked, receiver.taken[0][0]["host"]) == (["hooks.example"], f"hooks.example:{receiver.server_port}")
    settings.VEXILLUM_LOCAL_WEBHOOKS = False
    monkeypatch.setattr(socket, "create_connection", lambda *result: pytest.fail("it was connected to"))
    public, private = (2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.1", 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: [public, private])
    with pytest.raises(transport.SendingFailed, match="address"):
        transport.post("https://hooks.example/", b"{}", {})


class Interface:
    """The sockets of a machine with a public address of its own: what is sent there leaves from there."""

    def __init__(self, family: int, kind: int) -> None:
        assert kind == socket.SOCK_DGRAM
        self.peer = self.own = "192.168.1.2" if family == socket.AF_INET else "2a00::2"

    def __enter__(self) -> Interface:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def connect(self, address: tuple[str, int]) -> None:
        self.peer = address[0]

    def getsockname(self) -> tuple[str, int]:
        return (self.peer if self.peer in ("93.184.216.34", "2606:2800:220:1::1") else self.own), 4711


def test_nothing_is_sent_to_the_service_itself(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name, by the address that its name leads to, or by one of the machine's interfaces."""
    settings.VEXILLUM_SITE, settings.ALLOWED_HOSTS = "https://games.example", ["other.example", ".wide.example", "*"]
    names = {"games.example": "93.184.216.40", "front.example": "93.184.216.40", "hooks.example": "93.184.216.41"}

    def looked_up(host: str, port: int, **_told: Any) -> Any:
        if host not in names:
            raise OSError
        return [(2, 1, 6, "", (names[host], port))]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    for name in ("games.example", "GAMES.example", "other.example"):
        with pytest.raises(transport.SendingFailed, match="address"):
            transport.target_of(f"https://{name}/")
    assert transport.target_of("https://front.example/").host == "front.example"
    with pytest.raises(transport.SendingFailed, match="address"):
        transport._look_up("front.example", 443)
    assert transport._look_up("hooks.example", 443) == "93.184.216.41"
    assert transport.is_allowed(ip_address("93.184.216.34"))
    with monkeypatch.context() as machine:
        machine.setattr(socket, "socket", Interface)
        allowed = ["93.184.216.34", "2606:2800:220:1::1", "93.184.216.35", "2606:2800:220:1::2"]
        assert [transport.is_allowed(ip_address(item)) for item in allowed] == [False, False, True, True]


def problem_of(receiver: Receiver) -> tuple[str, int | None]:
    with pytest.raises(transport.SendingFailed) as failed:
        transport.post(receiver.address, b"{}", {})
    return failed.value.problem, failed.value.status


def test_nobody_is_followed_or_waited_for(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for status in (302, 500, 410):
        receiver.status = status
        results.append(problem_of(receiver))
    assert results == [("redirect", 302), ("status", 500), ("gone", 410)]
    assert len(receiver.taken) == 3
    monkeypatch.setattr(transport, "WHOLE", 0.05)
    receiver.slow.clear()
    assert problem_of(receiver) == ("timeout", None)

    def cut_meanwhile(connection: Any) -> http.client.HTTPResponse:
        answer = real(connection)
        connection.cut()
        return answer

    real = http.client.HTTPConnection.getresponse
    receiver.slow.set()
    receiver.status = 204
    monkeypatch.setattr(transport, "WHOLE", 30)
    with monkeypatch.context() as slow:
        slow.setattr(http.client.HTTPConnection, "getresponse", cut_meanwhile)
        assert problem_of(receiver) == ("timeout", None)
    secure = receiver.address.replace("http:", "https:")
    with pytest.raises(transport.SendingFailed, match=r"tls|connection|timeout"):
        transport.post(secure, b"{}", {})


def test_who_fails_waits_longer_each_time_and_is_stopped_in_the_end(
    ada: Account, receiver: Receiver, client: Client, mailoutbox: list[EmailMessage]
) -> None:
    hook, _secret = a_webhook(ada, receiver.address)
    receiver.status = 500
    waits_for(hook)
    waits_for(hook)
    for wait in delivery.WAITS:
        began = timezone.now()
        assert delivery.deliver(hook.pk) is False
        hook.refresh_from_db()
        assert hook.quiet is not None
        assert began + wait <= hook.quiet <= timezone.now() + wait
        Webhook.objects.update(quiet=timezone.now() + timedelta(hours=1))
        assert (delivery.waiting(timezone.now()), delivery.deliver(hook.pk)) == ([], False)
        Webhook.objects.update(quiet=timezone.now())
    assert len(receiver.taken) == len(delivery.WAITS)
    assert len({headers["webhook-id"] for headers, _body in receiver.taken}) == 1
    page = text(client.get(f"{PAGE}{hook.pk}/"))
    assert ("not taken (500)" in page, "7 attempts" in page, "The last attempt failed" in page) == (True,) * 3
    delivery.deliver(hook.pk)
    hook.refresh_from_db()
    assert (hook.reason, Delivery.objects.filter(done=None).count()) == ("failed", 0)
    assert (mailoutbox[-1].subject, receiver.address in mailoutbox[-1].body) == ("A webhook was stopped", True)
    assert "too many attempts failed" in text(client.get(PAGE))
    receiver.status = 200
    client.post(f"{PAGE}{hook.pk}/", {"do": "resume"})
    client.post(f"{PAGE}{hook.pk}/", {"do": "test"})
    assert json.loads(receiver.taken[-1][1])["data"] == {"version": 1}
    assert "taken (200)" in text(client.get(f"{PAGE}{hook.pk}/"))


def test_who_is_banned_is_told_nothing_until_that_is_over(ada: Account, receiver: Receiver) -> None:
    hook, _secret = a_webhook(ada, receiver.address)
    management.try_out(hook)
    penalty = impose(ada.player.id, Penalty.Kind.BAN)
    sweep_webhooks()
    assert receiver.taken == []
    Penalty.objects.filter(pk=penalty.pk).update(reversed_at=timezone.now())
    sweep_webhooks()
    assert len(receiver.taken) == 1


def test_a_webhook_is_made_by_a_member_and_its_secret_is_shown_once(
    client: Client, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(management, "MOST", 1)
    theirs, _secret = a_webhook(account("Bob"))
    wanted = {"address": "https://hooks.example/told", "games": "on"}
    wrong = ({"address": "http://hooks.example/"}, {"address": "https://10.0.0.1/"}, {"address": ""}, {"games": ""})
    assert [client.post(PAGE, wanted | item).status_code for item in wrong] == [400] * 4
    page = client.post(PAGE, wanted).content.decode()
    hook = Webhook.objects.get(account=ada)
    secret = page.partition("<code>whsec_")[2].partition("<")[0]
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(t)::text FROM api_webhook t")
        kept = "".join(row[0] for row in cursor.fetchall())
    assert (len(secret), secret in kept, hook.games, hook.events) == (44, False, True, False)
    assert secret not in text(client.get(f"{PAGE}{hook.pk}/"))
    assert "as many webhooks as there can be" in text(client.post(PAGE, wanted))
    assert client.post(f"{PAGE}{theirs.pk}/", {"do": "delete"}).status_code == 404
    client.post(f"{PAGE}{hook.pk}/", {"do": "delete"})
    assert Webhook.objects.get() == theirs
