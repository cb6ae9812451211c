"""What open pages are told while a game is played: the messages as they go through Valkey, and the events that go out
over the streams of someone who listens to everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from games.domain import listeners
from play.live.listeners import tell_pages
from realtime import changes as notices
from realtime.hub import Hub, Limits, Stream
from tournaments.domain import listeners as tournament_listeners
from tournaments.pages.listeners import tell_pages as tell_tournament_pages


class _Told(Stream):
    def push(self, about: object, event: bytes, version: int = 0) -> None:
        self.pending[len(self.pending)] = event


@contextmanager
def published() -> Iterator[list[bytes]]:
    """Gathers what is published meanwhile. Nothing of a world is ever committed, so its commands tell at once. What
    else listens to them is compared by what it shows.
    """
    contents: list[bytes] = []

    def send(*command: str) -> None:
        contents.append(repr(command).encode())
        hub = Hub(Limits())
        for topic, data in json.loads(command[-1]):
            stream = _Told(frozenset({topic}), "", _nowhere, bool)
            hub.by_topic[topic].add(stream)
            hub.deliver(topic, data)
            contents.extend(stream.pending.values())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listeners, "_listeners", [tell_pages])
        patch.setattr(listeners, "transaction", SimpleNamespace(on_commit=lambda act: act()))
        patch.setattr(tournament_listeners, "_listeners", [tell_tournament_pages])
        patch.setattr(tournament_listeners, "transaction", SimpleNamespace(on_commit=lambda act: act()))
        patch.setattr(notices, "_quiet_until", 0.0)
        patch.setattr(notices._line, "send", send)
        yield contents


async def _nowhere(_events: bytes) -> None:
    """Sends nothing to anybody."""
