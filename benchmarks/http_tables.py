"""Games in play, and what their players send over HTTP."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.conf import settings
from django.test import Client

from accounts.models import Account
from benchmarks.games import Played, quiet_game
from benchmarks.http_client import get, post
from games.domain.clocks import PRESETS
from games.domain.commands import make_setup, play_turn
from games.domain.creation import create_game
from games.models import key_of
from games.rules import Seat, variant
from tests.scenes import account


@dataclass
class Table:
    """A game in play and what its two players send, from an address that a proxy tells of if there is one."""

    key: str
    cookies: tuple[str, str]
    turns: Sequence[str]
    ply: int
    token: str
    address: str = ""

    @property
    def spent(self) -> bool:
        return self.ply == len(self.turns)

    def move(self) -> bytes:
        turn, ply = self.turns[self.ply], self.ply
        self.ply += 1
        seen = str(3 + ply)  # the page can put in what has changed since
        data = {"turn": turn, "version": seen, "since": seen, "csrfmiddlewaretoken": self.token}
        return post(f"/games/{self.key}/turn/", data, self.cookies[ply % 2], self.address)

    def look(self) -> bytes:
        """What the page of the player to move asks for once it hears of a move."""
        return get(f"/games/{self.key}/table/?since={2 + self.ply}", self.cookies[self.ply % 2])

    def insert(self) -> bytes:
        data = {"turn": self.turns[self.ply], "version": str(3 + self.ply), "csrfmiddlewaretoken": self.token}
        return post("/benchmark/insert/", data, self.cookies[self.ply % 2])

    def page(self) -> bytes:
        return get(f"/games/{self.key}/", self.cookies[self.ply % 2])

    def template(self) -> bytes:
        return get(f"/benchmark/template/{self.key}/", self.cookies[self.ply % 2])


class Share(Protocol):
    """Some requests that one connection sends, each once."""

    @property
    def spent(self) -> bool:
        """Whether all of them were made."""


T = TypeVar("T", bound=Share)


class Shares(Generic[T]):
    """A share of the requests for each connection, and a spare one once that is spent.

    How many requests a connection comes to depends on the process that the kernel gives it to: one that has a process
    of its own is answered as often as seven together that share the other.

    Args:
        shares: as many as there are connections, and the spare ones.
    """

    def __init__(self, shares: Iterable[T]) -> None:
        self.free = list(shares)
        self.taken: dict[int, T] = {}

    def of(self, number: int) -> T:
        """What is left for a connection, by its number. Raises `RuntimeError` if nothing is."""
        share = self.taken.get(number)
        if share is None or share.spent:
            if not self.free:
                raise RuntimeError("all requests that were prepared have been sent: prepare more of them")
            share = self.taken[number] = self.free.pop(0)
        return share


def table(number: int, plies: int, played: int, *, quiet: Played | None = None) -> Table:
    """A game of two accounts that are signed in, after some plies.

    Args:
        number: of the game, which its players have in their names.
        plies: that can be played.
        played: that have been.
        quiet: the set-ups and turns; by default those of a game that has its number for a seed.
    """
    accounts = [account(f"Red{number}"), account(f"Blue{number}")]
    quiet = quiet or quiet_game(plies, number)
    players = dict(zip((Seat.RED, Seat.BLUE), (item.player.id for item in accounts), strict=True))
    # As the lobby makes them: with a clock, and rated.
    game = create_game(variant=variant("classic"), players=players, time=PRESETS["3-days"], rated=True)
    for seat, placement in quiet.setups.items():
        make_setup(game=game, seat=seat, placement=placement)
    for ply in range(played):
        play_turn(game=game, seat=Seat(ply % 2), turn=quiet.turns[ply], expected=3 + ply)
    token = secrets.token_hex(16)
    cookies = tuple(f"{session_of(item)}; {settings.CSRF_COOKIE_NAME}={token}" for item in accounts)
    return Table(key_of(game), (cookies[0], cookies[1]), quiet.turns, played, token)


def session_of(item: Account) -> str:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(item, backend=settings.AUTHENTICATION_BACKENDS[0])
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
