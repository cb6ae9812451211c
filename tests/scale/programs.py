"""What programs, moderators and workers do across two machines; Django is set up by who imports this."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from django.test.utils import override_settings

from accounts.models import Account, Penalty
from api.models import Delivery
from api.webhooks.management import make_webhook
from benchmarks.api_streams import LineWatcher
from games.domain.command_handler import open_game
from games.models import Game, key_of
from games.rules import legal_turns
from moderation.cases import commands
from moderation.cases.models import DueEffect
from moderation.cases.terms import PenaltyTerms
from tests.api.asking import ALL, secret_of
from tests.moderation.cases.courts import reported
from tests.moderation.staff.people import moderator
from tests.scale.__main__ import say
from tests.scale.servers import wait_until
from tests.scenes import account, game_in_play
from tests.tournaments.scenes import a_tournament
from tournaments.files.exchange.large_imports import LARGE

MOVES = 12


def run_programs(port: int, streams: Sequence[int]) -> None:
    """Have two programs play by the API while others follow, bring files, and have one of their owners banned.

    Args:
        port: of the proxy before the machines, which gives each request to the other one.
        streams: the ports of their processes with streams.
    """
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        ann, bob, judge = account("Ann"), account("Bob"), moderator("Judge")
    game = game_in_play(slug="duel", plies=0, accounts=(ann, bob))
    secrets = [secret_of(item, *ALL) for item in (ann, bob)]
    hook, _secret = make_webhook(account=bob, address="https://hooks.invalid/told", games=True, events=True)
    asyncio.run(_play(port, streams, game, secrets))
    say(f"two programs played {MOVES} moves by the API, each sent twice and counted once; streams of lines told of all")
    wait_until(lambda: Delivery.objects.filter(webhook=hook, attempts__gt=0).exists(), "the webhook to be told")
    say("a worker with hooks sent what a webhook was to be told")
    _import(port, secrets[0], ann)
    asyncio.run(_ban(port, streams, bob, secrets[1], judge))


def _ask(port: int, path: str, secret: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """The status and the value of an answer of the API, each time from the other machine."""
    result = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json", "Host": "localhost", **headers}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/{path}", data, result)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


async def _play(port: int, streams: Sequence[int], game: Game, secrets: Sequence[str]) -> None:
    path = f"games/{game.key}/"
    watchers = [await LineWatcher.open(stream, f"{path}stream/", secret) for stream in streams for secret in secrets]
    for ply in range(MOVES):
        await asyncio.to_thread(_move, port, game, secrets[ply % 2])
    for watcher in watchers:
        await asyncio.wait_for(watcher.hear(game.public_version + MOVES), 30)
        watcher.writer.close()


def _move(port: int, game: Game, secret: str) -> None:
    """Play a turn by sending it twice, so to both machines."""
    now = open_game(game.id)
    assert now.state is not None
    turn = {"turn": str(legal_turns(now.state)[0])}
    seen = {"If-Match": f'"{now.public_version}"', "Idempotency-Key": f"scale-{now.public_version}"}
    answers = [_ask(port, f"games/{game.key}/turns/", secret, turn, **seen) for _twice in range(2)]
    if answers[0] != answers[1] or answers[0][0] != 200 or open_game(game.id).version != now.version + 1:
        raise RuntimeError(f"a turn that was sent to both machines was answered {answers}")


def _import(port: int, secret: str, owner: Account) -> None:
    """Send an event as a file that is too large to be read while somebody waits: a worker elsewhere makes it."""
    event = key_of(a_tournament(LARGE + 1, owner=owner.player.pk, started=False))
    _status, whole = _ask(port, f"tournaments/{event}/files/event.json", secret)
    status, result = _ask(port, "imports/", secret, {"text": json.dumps(whole), "name": "Once more", "going_on": True})
    if (status, result.get("state")) != (201, "waiting"):
        raise RuntimeError(f"a large file was answered {status} {result}")
    states: list[str] = []

    def done() -> bool:
        states.append(_ask(port, f"imports/{result['id']}/", secret)[1]["state"])
        return states[-1] != "waiting"

    wait_until(done, "a worker to import a file")
    if states[-1] != "done":
        raise RuntimeError(f"the import of a file is {states[-1]}")
    say(f"a file with {LARGE + 1} entries, taken by one machine, is an event that both show")


async def _ban(port: int, streams: Sequence[int], bob: Account, secret: str, judge: Account) -> None:
    watchers = [await LineWatcher.open(stream, "me/stream/", secret) for stream in streams]
    await asyncio.to_thread(_decide, bob, judge)
    for watcher in watchers:
        await asyncio.wait_for(watcher.reader.read(), 60)
        watcher.writer.close()
    refused = [(await asyncio.to_thread(_ask, port, "me/", secret))[0] for _machine in range(2)]
    if 200 in refused:
        raise RuntimeError(f"a banned player is answered {refused}")
    say("a ban that a worker carries out ends streams on both machines, and both refuse who is banned")


def _decide(bob: Account, judge: Account) -> None:
    case = reported(bob.player, account("Rita").player)
    terms = PenaltyTerms(bob.player.pk, Penalty.Kind.BAN, "respect", None, reason="You were rude.")
    commands.decide(case=case.pk, by=judge.player.pk, outcome="penalised", penalties=[terms])
    penalty = Penalty.objects.get(case=case.pk).pk
    wait_until(lambda: not DueEffect.objects.filter(penalty=penalty, passes=0).exists(), "a worker to carry out a ban")
