"""A game as a line of plies, each as its viewer may know it. Made of views only (RULES section 9)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import takewhile
from threading import Lock
from uuid import UUID

from eventlog import store
from eventlog.canonical import microseconds
from eventlog.corruption import folding
from eventlog.recent import RecentFolds
from eventlog.sources import SOURCES, commit
from games.domain.clocks import Clock
from games.domain.command_handler import NoGame
from games.domain.commitments import TREE, OpenedPieces, Seals, commitment_of
from games.domain.events import CardsDealt, ChoiceMade, GameCreated, SetupMade, TurnPlayed, TurnsTakenBack
from games.domain.origins import Origin, origin_of
from games.domain.records import NotRevealed
from games.domain.shuffles import commitment_of_seed, shuffles_of
from games.domain.state import ArbiterAct, GameFold, RevealPlan
from games.domain.transitions import fold
from games.knowledge import Knowledge
from games.models import Game
from games.replay.branches import Branch, Plies, shuffles_in
from games.replay.course import KnowledgeCourse, KnownPly
from games.rules import (
    LastTurn,
    Options,
    Outcome,
    Seat,
    State,
    Turn,
    Variant,
    View,
    Viewer,
    advance,
    legal_turns,
    seat_of_slug,
    start,
)


@dataclass(frozen=True, slots=True)
class Seal:
    """A seat's commitment, and after the reveal what opens it.

    Args:
        commitment: hex; what was published when play began.
        salt: hex, or None before the reveal.
        placement: the set-up, or None before the reveal.
        computed: the commitment computed again from salt and placement, or None before the reveal.
        by_piece: it opens piece by piece; if not, as a whole only.
    """

    seat: Seat
    commitment: str
    salt: str | None
    placement: str | None
    computed: str | None
    by_piece: bool = False


@dataclass(frozen=True, slots=True)
class SeedSeal:
    """The commitment to the seed of a game's shuffles, made before the cards were dealt, and what opens it.

    Args:
        commitment: hex; published when the game is made.
        salt, seed: hex, or None before the reveal.
        computed: the commitment computed again from salt and seed, or None before the reveal.
        orders: for each shuffle its name, its order, and whether the seed gives this order; None if the shuffle belongs
            to the game from which this one is played on. Empty before the reveal.
    """

    commitment: str
    salt: str | None
    seed: str | None
    computed: str | None
    orders: tuple[tuple[str, str, bool | None], ...] = ()


class Timeline:
    """One game as the log has it. States stay inside; views come out. It does not change: a game in play has
    another one (`followed_by`), which shares the states that there are already.

    A ply is its turn and the choices that the turn's battle opened: it is shown after the last of them,
    and its time is that of the turn.
    """

    def __init__(self, stored: list[store.Stored]) -> None:
        self._now: GameFold = fold((item.event, item.time) for item in stored)
        self._setups: list[SetupMade] = []
        self._plies: list[list[str]] = []
        self._times: list[int | None] = []
        self._dealt: CardsDealt | None = None
        self._stored: list[store.Stored] = []
        self._states: list[State] = []
        self._lock = Lock()
        self._courses: dict[Viewer, KnowledgeCourse] = {}
        self._knowing = Lock()
        self._take(stored)

    def _take(self, stored: list[store.Stored]) -> None:
        self._setups = [*self._setups, *(item.event for item in stored if isinstance(item.event, SetupMade))]
        self._take_turns(stored)
        if self._dealt is None:
            self._dealt = next((item.event for item in stored if isinstance(item.event, CardsDealt)), None)
        if self._dealt is not None:
            self._stored = [*self._stored, *stored]

    def _take_turns(self, stored: list[store.Stored]) -> None:
        """Takes what was played and what was taken back; the lists of an earlier version stay as they are."""
        imported = self._now.created.source == "import"
        self._plies, self._times = [*self._plies], [*self._times]
        kept = None
        for item in stored:
            event = item.event
            if isinstance(event, TurnPlayed):
                self._plies.append([event.turn])
                self._times.append(event.at if imported else microseconds(item.time))
            elif isinstance(event, ChoiceMade):
                self._plies[-1] = [*self._plies[-1], event.choice]
            elif isinstance(event, TurnsTakenBack):
                del self._plies[-event.plies :], self._times[-event.plies :]
                kept = min(self.plies, self.plies if kept is None else kept)
        if kept is not None:  # from here on it shares no positions with the versions before
            with self._lock:
                self._states = self._states[: kept + 1]
            self._courses, self._lock, self._knowing = {}, Lock(), Lock()

    def followed_by(self, stored: list[store.Stored]) -> Timeline:
        """The same game with the events that came after those of this one. Raises what folding them raises."""
        if not stored:
            return self
        later = copy.copy(self)
        later._now = fold(((item.event, item.time) for item in stored), self._now)
        later._take(stored)
        return later

    @property
    def weight(self) -> int:
        """How many positions it holds in memory; each takes 3 to 7 kB. What was known at a ply takes less than one."""
        return len(self._states) + sum(map(len, list(self._courses.values()))) // 4

    @property
    def begun(self) -> bool:
        """All set-ups are made."""
        return self._now.state is not None

    @property
    def version(self) -> int:
        """The public version of the game that was read."""
        return self._now.public_version

    @property
    def plies(self) -> int:
        """Plies played so far."""
        return len(self._plies)

    @property
    def settled(self) -> int:
        """From this ply on what is shown of the game may yet change: it goes on, or is taken back."""
        return self.plies - len(self._now.earlier)

    @property
    def takeback(self) -> tuple[Seat, ...]:
        """The seats that want turns to be taken back, the one first that wants it of its last turn."""
        return self._now.takeback

    def standing(self, ply: int, version: int) -> int:
        """How many of the first plies still stand of those that there were at a public version.

        Args:
            ply, version: what somebody has read: so many plies, at this version.
        """
        return min([ply, *(back.ply for back in self._now.takebacks if back.version > version)])

    @property
    def rules(self) -> Variant:
        """The rule book, in the edition of the game."""
        return self._now.variant

    @property
    def options(self) -> Options:
        """Those of the game, which are public."""
        return self._now.options

    @property
    def origin(self) -> Origin | None:
        """The position of another game from which it is played on; None for most games."""
        return origin_of(self._now.created)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self._now.outcome

    @property
    def clock(self) -> Clock | None:
        """The clocks, which are public; None where nobody's time runs."""
        return self._now.clock

    @property
    def paused(self) -> tuple[str, ...]:
        """The slugs of what the game is paused for."""
        return self._now.paused

    @property
    def draw(self) -> tuple[Seat, ...]:
        """The seats that want a draw now, the one that offered it first."""
        return self._now.draw

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that have something to do: those that have yet to set up, or the one to move."""
        return self._now.waiting_for

    @property
    def acts(self) -> tuple[ArbiterAct, ...]:
        return self._now.acts

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is now; None outside play."""
        return None if self._now.state is None or self._now.outcome is not None else self._now.state.to_move

    @property
    def revealed(self) -> bool:
        """Whether everything is open."""
        return self._now.revealed

    @property
    def behind(self) -> tuple[int | None, int | None]:
        """How far spectators are behind: in seconds, or in plies; neither if they are not."""
        return self._now.created.delay, self._now.created.delay_plies

    @property
    def events(self) -> int:
        """How many events of the log were read."""
        return self._now.version

    @property
    def reveal_plan(self) -> RevealPlan:
        return self._now.reveal_plan

    @property
    def ended_at(self) -> datetime | None:
        return self._now.ended_at

    @property
    def timed(self) -> bool:
        """Whether the times between plies are known."""
        return bool(self._times) and None not in self._times

    def wait(self, ply: int) -> int | None:
        """Milliseconds from this ply to the next; None if unknown, or there is no next. The plies that a game has from
        another one came with it, all at once."""
        if not 1 <= ply < self.plies or (self.origin is not None and ply < self.origin.ply):
            return None
        this, then = self._times[ply - 1], self._times[ply]
        return None if this is None or then is None else (then - this) // 1000

    @property
    def noted(self) -> tuple[tuple[int, str], ...]:
        """The plies that break a repetition rule, with the rule."""
        return () if self._now.state is None else tuple((mark.ply, mark.rule) for mark in self._now.state.noted)

    def placement(self, seat: Seat, viewer: Viewer) -> str | None:
        """The set-up of a seat, for its maker and, once the game is revealed, for everybody (RULES section 9); None
        for anybody else, and while it is not made.
        """
        made = next((setup for setup in self._setups if setup.seat == seat.slug), None)
        return made.placement if made is not None and (self._now.revealed or viewer.seat is seat) else None

    @property
    def seals(self) -> tuple[Seal, ...]:
        """The commitments to the set-ups; none before play begins, and nothing that opens them before the reveal."""
        if self._now.state is None:
            return ()
        return tuple(self._seal(made) for made in sorted(self._setups, key=lambda made: seat_of_slug(made.seat)))

    def _seal(self, made: SetupMade) -> Seal:
        seat, hashed = seat_of_slug(made.seat), commitment_of(made)
        if not self._now.revealed:
            return Seal(seat, hashed, None, None, None, made.seal == TREE)
        return Seal(seat, hashed, made.nonce, self.placement(seat, Viewer.ALL), commitment_of(made), made.seal == TREE)

    @property
    def seed_seal(self) -> SeedSeal | None:
        """The commitment to the seed of the shuffles, from the making of the game on; None where nothing is shuffled
        and for an imported record.
        """
        dealt = self._dealt
        hashed = None if dealt is None else commitment_of_seed(dealt)
        if dealt is None or dealt.seed is None or hashed is None:
            return None
        if not self._now.revealed:
            return SeedSeal(hashed, None, None, None)
        events = ((stored.version, stored.event) for stored in self._stored)
        since = None if self.origin is None else self.origin.ply
        orders = tuple(
            (shuffle.label, shuffle.order, shuffle.fair) for shuffle in shuffles_of(self._now.variant, events, since)
        )
        return SeedSeal(hashed, dealt.nonce, dealt.seed, commit(bytes.fromhex(dealt.nonce), dealt.seed), orders)

    def view(self, viewer: Viewer, ply: int) -> View:
        """The position after `ply` plies, as `viewer` may know it.

        Raises:
            NotRevealed: `all` before the reveal. The caller checks who may see a seat's view before it.
            IndexError: the game has no such ply, or has not begun.
        """
        self._check(viewer)
        if not 0 <= ply <= self.plies or self._now.state is None:
            raise IndexError(ply)
        return self._state(ply).view(viewer)

    def legal(self, viewer: Viewer, ply: int) -> tuple[Turn, ...]:
        """What the seat of `viewer` may submit after `ply` plies, if it is its turn. That depends on nothing that it
        may not know (RULES section 9). Raises as `view`.
        """
        view = self.view(viewer, ply)
        return tuple(legal_turns(self._state(ply))) if view.to_move is viewer.seat else ()

    def opened(self, view: View) -> OpenedPieces:
        """What the last turn of a view of this game opens for its viewer."""
        return self._secrets.opened(view, lambda: self._state(view.ply).view(Viewer.ALL))

    def known(self, view: View) -> OpenedPieces:
        """What opens all that a view of this game shows of pieces that are not the viewer's own."""
        return self._secrets.known(view, lambda: self._state(view.ply).view(Viewer.ALL))

    @cached_property
    def _secrets(self) -> Seals:
        return Seals(self._now.variant, self._setups)

    def turns(self, viewer: Viewer, first: int, last: int) -> Iterator[tuple[int, LastTurn]]:
        """The plies from `first` to `last`, both included, as `viewer` may know them. Raises as `view`."""
        self._check(viewer)
        for ply in range(max(first, 1), min(last, self.plies) + 1):
            turn = self._state(ply).last_turn(viewer)
            assert turn is not None
            yield ply, turn

    def submissions(self, ply: int) -> tuple[str, ...]:
        """What was played at a ply of a game that is open: its turn, with the order of cards that it shuffled, and the
        choices that belong to it; nothing for a ply that the game does not have. Raises `NotRevealed`."""
        self._check(Viewer.ALL)
        return tuple(self._plies[ply - 1]) if 1 <= ply <= self.plies else ()

    def branch(self, ply: int, plies: Plies) -> Branch:
        """A line that was not played, from the true position of a game that is open. An end off the board, such as a
        resignation, is no end of it.

        Args:
            ply: the last one of the game that belongs to it.
            plies: what is played from there, for each ply its turn and choices.

        Raises:
            NotRevealed: the game is not open.
            IndexError: it has no such ply, or has not begun.
        """
        self._check(Viewer.ALL)
        if not 0 <= ply <= self.plies or not self.begun:
            raise IndexError(ply)
        with self._lock:
            begin = self._made(ply)
        seed = None if self._dealt is None or self._dealt.seed is None else bytes.fromhex(self._dealt.seed)
        shuffles = shuffles_in(self._plies[:ply], len(self.rules.seats)) if self.rules.deals else ()
        return Branch(begin, plies, seed, shuffles)

    def moments(self, viewer: Viewer) -> tuple[KnownPly, ...]:
        """What `viewer` could know, from before the first ply to now, ply by ply. Raises as `view`."""
        view = self.view(viewer, self.plies)
        return self._course(viewer, self.plies).moments(view)

    def knowledge(self, viewer: Viewer, ply: int) -> Knowledge:
        """What `viewer` could know after `ply` plies. Raises as `view`."""
        view = self.view(viewer, ply)
        return self._course(viewer, ply).knowledge(view)

    def _course(self, viewer: Viewer, plies: int) -> KnowledgeCourse:
        """The course of the game for a viewer, with so many plies at least that can no longer change: versions of a
        game share it, as they share states.
        """
        with self._knowing:
            course = self._courses.get(viewer)
            if course is None:
                course = self._courses[viewer] = KnowledgeCourse(self.rules, self.options)
            for ply in range(len(course), plies):
                course.add(self.view(viewer, ply))
            return course

    def _check(self, viewer: Viewer) -> None:
        if viewer is Viewer.ALL and not self._now.revealed:
            raise NotRevealed

    def _state(self, ply: int) -> State:
        """The state after `ply` plies; the last one is the game's own, which may have ended off the board."""
        if ply == self.plies and self._now.state is not None:
            return self._now.state
        with self._lock:
            return self._made(ply)

    def _made(self, ply: int) -> State:
        """As `_state`, for the holder of the lock: versions of a game share their states, and threads the versions."""
        if not self._states:
            setups = {seat_of_slug(made.seat): made.placement for made in self._setups}
            orders = {} if self._dealt is None else self._dealt.orders
            chance = {seat_of_slug(slug): order for slug, order in orders.items()}
            self._states.append(start(self._now.variant, setups, self._now.options, chance or None))
        while len(self._states) <= ply:
            self._states.append(advance(self._states[-1], self._plies[len(self._states) - 1]))
        return self._states[ply]


_LINES = RecentFolds[Timeline](most=128, weight=lambda line: line.weight, heaviest=8_000)
_PAST = RecentFolds[Timeline](most=128, weight=lambda line: line.weight, heaviest=8_000)


def forget(game: UUID | None = None) -> None:
    """Drops what is kept of a game, or of all."""
    _LINES.forget(game)
    _PAST.forget(game)


def timeline(game: Game, *, player: bool = False, seen: tuple[int, bytes] | None = None) -> Timeline:
    """Reads a game's log, as far as the caller may see it: for a game with delayed spectators (`Game.delayed`) the
    events up to the moment that they have come to, and no other one (docs/reveal.md).

    What this process does not know of it yet is read, and all of it if it knows nothing: who steps through a game asks
    for it again at each ply, and an open page at each move; both find the states of the plies before.

    Args:
        player: the caller plays this game, and sees all of it.
        seen: version and hash of its last event, if the caller has just read them.

    Raises:
        NoGame: there is no such log.
        Damaged: it cannot be folded.
    """
    return _past(game) if game.delayed and not player else _present(game, seen)


def _present(game: Game, seen: tuple[int, bytes] | None) -> Timeline:
    known = _LINES.recall(game.id)
    if known is not None and seen == (known.head.version, known.head.hash):
        return known.now
    head, stored, resumed = store.load_since(game.id, None if known is None else known.head)
    if not head.version:
        raise NoGame(game.id)
    with folding(game.id):
        line = known.now.followed_by(stored) if known is not None and resumed else Timeline(stored)
    _LINES.remember(game.id, head, line)
    return line


def _past(game: Game) -> Timeline:
    """The game up to the moment that spectators have come to: not begun, before they have come to its beginning."""
    known = _PAST.recall(game.id)
    line = None if known is None else known.now
    later = list(store.load(game.id, after=0 if line is None else line.events))
    if line is None and not later:
        raise NoGame(game.id)
    seen = _seen(later, *(_behind(later) if line is None else line.behind))
    with folding(game.id):
        line = Timeline(seen) if line is None else line.followed_by(seen)
    _PAST.remember(game.id, store.EMPTY, line)
    return line


def _behind(stored: list[store.Stored]) -> tuple[int | None, int | None]:
    created = stored[0].event
    return created.delay, created.delay_plies


def _seen(later: list[store.Stored], delay: int | None, plies: int | None) -> list[store.Stored]:
    """The events that spectators have come to, of those that they had not come to before. That a game is made, and its
    cards are dealt, is public at once.
    """
    if delay is not None:
        moment = (SOURCES.clock or _utc)() - timedelta(seconds=delay)
        return list(takewhile(lambda stored: isinstance(stored.event, _AT_ONCE) or stored.time <= moment, later))
    turns = [place for place, stored in enumerate(later) if isinstance(stored.event, TurnPlayed)]
    further = len(turns) - (plies or 0)
    if further < 0:  # so many have not been played yet
        return list(takewhile(lambda stored: isinstance(stored.event, (*_AT_ONCE, SetupMade)), later))
    return later[: turns[further]]  # what came before the next ply is seen with the one before it


_AT_ONCE = (GameCreated, CardsDealt)


def _utc() -> datetime:
    return datetime.now(UTC)
