"""Double clicks, two tabs, a form sent again and fifty requests at once: over real connections, one move each time."""

from __future__ import annotations

import http.client
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from urllib.parse import urlencode, urlsplit

import pytest

from benchmarks.http_tables import Table, table
from eventlog import store
from games.domain import command_handler
from games.domain.events import TurnPlayed
from games.models import Game
from games.rules import legal_turns
from tests.serving import Address, serving

pytestmark = pytest.mark.slow

REQUESTS = 50
THREADS = 16
FIELDS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


@pytest.fixture
def busy_site(transactional_db: None) -> Iterator[Address]:
    with serving(threads=THREADS) as site:
        yield site


def send(site: Address, seat: Table, path: str, data: dict[str, str], *, player: int = 0) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(site).port, timeout=30)
    fields = data | {"csrfmiddlewaretoken": seat.token}
    headers = FIELDS | {"Cookie": seat.cookies[player]}
    connection.request("POST", f"/games/{seat.key}/{path}/", urlencode(fields), headers)
    answer = connection.getresponse()
    result = answer.status, answer.read()
    connection.close()
    return result


def at_once(*acts: Callable[[], tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    numbers: list[tuple[int, bytes]] = []
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], tuple[int, bytes]]) -> None:
        start.wait()
        numbers.append(act())

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return numbers


def events_of(seat: Table) -> list[object]:
    return [event.event for event in store.load(Game.objects.get(key=seat.key).id)]


def turns(seat: Table) -> list[str]:
    state = command_handler.open_game(Game.objects.get(key=seat.key).id).state
    assert state is not None
    return [str(turn) for turn in legal_turns(state)]


def test_fifty_requests_at_once_lead_to_one_move(busy_site: Address) -> None:
    """Half of them want another turn; all others get the new position and a friendly word."""
    seat = table(1, 10, 0)
    wanted = turns(seat)[:2]
    acts = [
        lambda turn=wanted[number % 2]: send(busy_site, seat, "turn", {"turn": turn, "version": "3"})
        for number in range(REQUESTS)
    ]
    answers = at_once(*acts)
    assert Counter(status for status, _body in answers) == {200: 1, 409: REQUESTS - 1}
    assert all(b'data-version="4"' in body for _status, body in answers)
    assert all(b"data-trouble" in body for status, body in answers if status == 409)
    played = [event.turn for event in events_of(seat) if isinstance(event, TurnPlayed)]
    assert len(played) == 1
    assert played[0] in wanted
