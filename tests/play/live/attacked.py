"""People who play by HTTP while the processes that serve them are killed: for the test, and at length for the soak."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.http_tables import Table
from benchmarks.processes import children_of, command_of, free_port, running

LEAST = 3  # kills, however slow the machine is
FIRST = 4  # the version that the first turn makes: the game and two set-ups come before
_VERSION = re.compile(rb'data-version="(\d+)"')


class Web:
    """The web processes of the `Procfile`, which may be killed, and are started again as a supervisor would."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.port = free_port()
        self.environment = {**environment, "PORT": str(self.port), "WEB_PROCESSES": "2"}
        self.stack = ExitStack()
        self.kills = 0
        self.start()

    def start(self) -> None:
        self.stack.close()
        self.process = self.stack.enter_context(running(command_of("web"), self.environment))

    def kill(self, chance: random.Random) -> None:
        victims = children_of(self.process.pid) if self.process.poll() is None else []
        if victims and chance.random() < 0.7:
            victims = [chance.choice(victims)]
        else:
            victims = [*victims, self.process.pid]
        for victim in victims:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
                self.kills += 1
        time.sleep(0.1)
        self.keep_up()

    def keep_up(self) -> None:
        """Start them again if they are gone: granian gives up when its processes die too fast."""
        if self.process.poll() is not None or not children_of(self.process.pid):
            self.start()

    def stop(self) -> None:
        self.stack.close()


@dataclass
class Player:
    """Plays both sides of a game, and keeps what the server has acknowledged: the turn of each version."""

    table: Table
    web: Web
    acknowledged: dict[int, str] = field(default_factory=dict)
    lost: int = 0  # answers that never came
    again: int = 0  # turns that were sent again, and had been made

    def play(self, end: threading.Event) -> None:
        while not end.is_set() and self.table.ply < len(self.table.turns):
            try:
                self.move()
            except (OSError, http.client.HTTPException):
                self.lost += 1
                time.sleep(0.05)

    def move(self) -> None:
        """Send the next turn; if the answer to it was lost it is sent again just so, as by a second click."""
        table = self.table
        turn, ply = table.turns[table.ply], table.ply
        data = {"turn": turn, "version": str(FIRST - 1 + ply), "csrfmiddlewaretoken": table.token}
        headers = {
            "Cookie": table.cookies[ply % 2],
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=10)
        try:
            connection.request("POST", f"/games/{table.key}/turn/", urlencode(data), headers)
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        if answer.status >= 500:  # a server that is just leaving
            raise http.client.HTTPException(answer.status)
        match_ = _VERSION.search(body)
        assert answer.status in (200, 409), (answer.status, body[:500])
        assert match_ is not None
        if answer.status == 200:
            assert int(match_[1]) == FIRST + ply
            self.acknowledged[FIRST + ply] = turn
        else:
            assert self.lost, "nobody else plays here"
            self.again += 1
        table.ply = int(match_[1]) - FIRST + 1


def play_while_killed(
    tables: Sequence[Table], environment: Mapping[str, str], *, seconds: float, chance: random.Random, pause: float
) -> tuple[list[Player], int]:
    """Play at some tables while web processes are killed at random moments.

    Args:
        pause: the longest time between two kills, in seconds.

    Returns:
        The players with what they were told, and how many processes were killed.
    """
    web = Web(environment)
    players = [Player(table, web) for table in tables]
    end = threading.Event()
    threads = [threading.Thread(target=player.play, args=[end]) for player in players]
    try:
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline or web.kills < LEAST:
            time.sleep(chance.uniform(0.05, pause))
            web.kill(chance)
        _wait_for_all(players, web)
    finally:
        end.set()
        for thread in threads:
            thread.join(30)
        web.stop()
    return players, web.kills


def _wait_for_all(players: Sequence[Player], web: Web) -> None:
    """Let everyone have a last word with a server that lives."""
    before = [len(player.acknowledged) for player in players]
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        web.keep_up()
        heard = [len(player.acknowledged) for player in players]
        if all(now > then for now, then in zip(heard, before, strict=True)):
            return
        time.sleep(0.1)
