"""What the rooms of games ask of one another, without knowing who answers.

A room that can answer provides a function; the others call it. So the table shows how a rematch stands, and knows no
lobby. A question that nobody answers is a mistake in how the site is put together, and raises `LookupError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, NamedTuple, Protocol, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from accounts.models import Player
from games.models import Game
from games.presentation.seats import SeatContext
from games.rules import Variant

F = TypeVar("F", bound=Callable[..., object])


class Provided(Generic[F]):
    """A function that one room provides to the others.

    Args:
        what: what it answers, for the error if no room does.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._function: F | None = None

    def provide(self, function: F) -> F:
        """Registers the function; a decorator.

        Raises:
            LookupError: another room provides it already.
        """
        if self._function is not None and self._function is not function:
            raise LookupError(f"two rooms provide {self._what}")
        self._function = function
        return function

    @property
    def ask(self) -> F:
        """The function.

        Raises:
            LookupError: no room provides it.
        """
        if self._function is None:
            raise LookupError(f"no room provides {self._what}")
        return self._function


class RematchStands(NamedTuple):
    """How the rematch of a game stands for who sat at it: the words of the button, those beside it, and links."""

    button: str
    words: str
    links: list[tuple[str, str]]


class RuleCard(Protocol):
    """A rule book in a list of them."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> object: ...
    @property
    def url(self) -> str: ...
    @property
    def thumbnail(self) -> SafeString: ...


class SetupResults(NamedTuple):
    """How the games went in which a set-up was laid."""

    won: int
    drawn: int
    lost: int


class SetupFamilyLink(NamedTuple):
    """A family of set-ups of open games: its number, and the address of its page, which names no set-up but one of
    theirs."""

    number: int
    url: str


rematch_stands: Provided[Callable[[SeatContext], RematchStands]] = Provided("how a rematch stands")
"""For who sat at a game that is over."""

next_game: Provided[Callable[[UUID, UUID], Game | None]] = Provided("the next game of a player")
"""The game that waits for a player, after another one."""

unread_talk: Provided[Callable[[UUID, Iterable[UUID]], Mapping[UUID, int]]] = Provided("unread talk")
"""How much a player has yet to read, by game."""

rule_card: Provided[Callable[[Variant], RuleCard]] = Provided("the card of a rule book")


setup_results: Provided[Callable[[UUID, Variant, Collection[str]], Mapping[str, SetupResults]]] = Provided(
    "how set-ups did"
)
"""How a player's games went with some set-ups, of one rule book: of those that are open to all."""


event_page: Provided[Callable[[str], str]] = Provided("the page of an event")
"""The address of an event's own page, by its key."""


setup_families: Provided[Callable[[Variant, Collection[str]], Mapping[str, SetupFamilyLink]]] = Provided(
    "families of set-ups"
)
"""The families that some set-ups of one rule book belong to; those that belong to none are missing."""


social_head: Provided[Callable[[HttpRequest, str, str], SafeString]] = Provided("what other sites show of a page")
"""For the head of a page, by its title and its description."""


LandingPart = Callable[[Player | None], SafeString]
"""Takes the reader, None for who is not signed in, and returns markup; "" if there is nothing to show."""

_landing_parts: list[LandingPart] = []


def on_landing_page(part: LandingPart) -> LandingPart:
    """Registers what a room shows on the landing page, below its head; a decorator."""
    if part not in _landing_parts:
        _landing_parts.append(part)
    return part


def landing_parts(player: Player | None) -> list[SafeString]:
    """What rooms show a reader on the landing page, in the order in which their apps are installed."""
    return [markup for part in _landing_parts if (markup := part(player))]


Opener = Callable[[HttpRequest, SeatContext], HttpResponse | None]

_openings: list[Opener] = []


def opens_at_own_seat(room: Opener) -> Opener:
    """Registers a room that opens at the address of a game for who sits at it. It answers None if it is not its turn:
    the game waits for set-ups, or is in play, or neither."""
    _openings.append(room)
    return room


def at_own_seat(request: HttpRequest, sitting: SeatContext) -> HttpResponse | None:
    """The page of the room where a game takes place, for who sits at it; None if the game is for the replay alone."""
    for room in _openings:
        answer = room(request, sitting)
        if answer is not None:
            return answer
    return None
