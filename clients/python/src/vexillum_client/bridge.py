"""Runs an engine that speaks lines of text, and plays with it whatever waits for an account:

    python -m vexillum_client.bridge https://vexillum.example python my_engine.py        (the token in VEXILLUM_TOKEN)

The engine reads from its standard input and writes to its standard output, as engines of chess do. It needs no network,
no JSON but that of a position, and no memory: each question says all that it needs. docs/bots.md has the protocol.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self

from . import Client, Refused, random_rows, types

PROTOCOL = "vexillum 1"


class EngineFailed(Exception):
    """The engine has ended, or has answered what the protocol does not know."""


class Engine:
    """A process that speaks the protocol.

    Args:
        command: what is run, with its arguments.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
        self.name = command[0]
        self.tell(PROTOCOL)
        while (line := self.hear()) != "ready":
            self.name = line.removeprefix("name ")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.tell("quit")
            self._process.wait(5)
        except (EngineFailed, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def tell(self, *lines: str) -> None:
        """Send lines. Raises `EngineFailed`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except OSError:
            raise EngineFailed("the engine has ended") from None

    def hear(self) -> str:
        """The next line. Raises `EngineFailed`."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise EngineFailed("the engine has ended")
        return line.strip()

    def answer(self, word: str) -> str:
        """What stands behind a word in the next line that begins with it; others are for people, and passed over.

        Raises:
            EngineFailed: the engine has ended.
        """
        while True:
            result, _space, text = self.hear().partition(" ")
            if result == word:
                return text.strip()


class Bridge:
    """An account that is played by an engine.

    Args:
        client: with a token that may read, play and challenge.
        engine: chooses.
    """

    def __init__(self, client: Client, engine: Engine) -> None:
        self.client, self.engine = client, engine
        self._books: dict[str, types.Book] = {}

    def look(self) -> None:
        """Accept every challenge, and act in every game that waits."""
        for challenge in self.client.list_challenges()["seeks"]:
            self._try(self.client.join_seek, challenge["id"])
        for mine in self.client.each_my_games():
            if mine["waits"]:
                self._try(self.act, mine)

    def run(self) -> None:
        """Do so whenever something stands otherwise, for ever."""
        for _line in self.client.stream_me():
            self.look()

    def act(self, mine: types.Mine) -> None:
        """Set up, or play one turn. Raises `Refused` if the game has moved on meanwhile."""
        game = mine["game"]
        key, book, seat = game["key"], game["variant"], mine["seat"]
        self.engine.tell(f"game {key} {book} {seat}")
        legal = self.client.list_legal_turns(key)
        if not legal["turns"]:
            if game["status"] == "waiting":
                self._set_up(key, book)
            return
        self.engine.tell(
            f"position {_line_of(self.client.get_view(key, 'own'))}",
            f"legal {' '.join(legal['turns'])}",
            *self._clocks(key),
            "go",
        )
        turn = self.engine.answer("turn")
        if turn == "resign":
            self.client.resign(key)
        else:
            self.client.play_turn(key, turn=turn, version=legal["version"])

    def _set_up(self, key: str, slug: str) -> None:
        book, asked = self._book(slug), self.client.get_setup(key)
        army = "".join(rank * count for rank, count in book["army"].items())
        squares = " ".join(book["board"]["homes"][asked["seat"]])
        self.engine.tell(f"pieces {''.join(asked['drawn']) or army}", f"squares {squares}", "setup")
        rows = self.engine.answer("rows")
        self.client.make_setup(key, rows=random_rows(book, asked) if rows == "random" else rows)

    def _clocks(self, key: str) -> list[str]:
        game = self.client.get_game(key)
        clock = None if game["state"] is None else game["state"]["clock"]
        if clock is None or game["time"] is None:
            return []
        seats = (f"{seat} {item['left_ms']}" for seat, item in clock["seats"].items())
        lines = [f"clock {' '.join(seats)}"]
        if "free" in game["time"]:
            lines.append(f"free {1000 * game['time']['free']}")
        if (ends := clock["ends"]) is not None:
            left = datetime.fromisoformat(ends) - datetime.fromisoformat(clock["since"])
            lines.append(f"ends {left // timedelta(milliseconds=1)}")
        return lines

    def _book(self, slug: str) -> types.Book:
        if slug not in self._books:
            self._books[slug] = self.client.get_rule_book(slug)
        return self._books[slug]

    def _try(self, act: Any, *value: Any) -> None:
        try:
            act(*value)
        except Refused as no:
            print(no, file=sys.stderr)  # the game moved on meanwhile, or is over: the next look sees it


def _line_of(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def main(site: str, *command: str) -> None:
    """Play for ever.

    Args:
        site: the address of the service.
        command: of the engine.
    """
    with Client(site, os.environ["VEXILLUM_TOKEN"]) as client, Engine(command) as engine:
        print(f"{engine.name} plays at {site}", file=sys.stderr)
        Bridge(client, engine).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
