"""What people do with a game. Each function takes keyword arguments, decides by the rules, and appends events.

All of them share their errors: `Illegal` if the rules or the course of the game forbid it (nothing is written),
`NoGame` if there is no such game, `Conflict` if others kept changing it meanwhile. Who may act for a seat is for the
caller to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.domain import recent
from games.domain.events import (
    Adjudicated,
    CardsDealt,
    ChoiceMade,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    GameCreated,
    GameEvent,
    GameRevealed,
    Resigned,
    SetupMade,
    TimedOut,
    TurnPlayed,
    submitted,
)
from games.domain.fold import (
    SNAPSHOT,
    GameFold,
    fold,
    from_snapshot,
    options_value,
    order_in,
    seat_of_slug,
    snapshot_of,
    submissions,
)
from games.domain.projections import commitment_of, known
from games.domain.shuffles import check_choice, commitment_of_seed, complete, deal
from games.eventlog import store
from games.eventlog.canonical import microseconds
from games.eventlog.sources import new_id, new_nonce, new_seed
from games.formats import Record
from games.rules import (
    Illegal,
    Options,
    Refusal,
    Seat,
    Variant,
    check_setup,
    parse_turn,
)

__all__ = [
    "NoGame",
    "NotRevealed",
    "adjudicate",
    "agree_draw",
    "create_game",
    "decline_draw",
    "make_setup",
    "offer_draw",
    "open_game",
    "play_turn",
    "record_of",
    "resign",
    "reveal_game",
    "time_out",
]

ENGINE = "-".join(map(str, SNAPSHOT))
REVEALS = ("end", "round", "event", "delay", "never")
TRIES = 4
SNAPSHOT_EVERY = 16  # events


class NoGame(LookupError):
    """There is no game with this id."""


class NotRevealed(PermissionError):
    """The game is not revealed, so what was asked for may not be told yet (RULES section 9)."""


def create_game(
    *,
    variant: Variant,
    players: Mapping[Seat, UUID],
    options: Options | None = None,
    reveal: str = "end",
    reveal_after: int | None = None,
    actor: UUID | None = None,
) -> UUID:
    """Opens a game whose seats then make their set-ups. In a rule book that deals, the cards are dealt at once, from a
    seed that is drawn and committed here.

    Side effects: appends GameCreated, and CardsDealt if it deals; the game is in the lists.

    Args:
        players: the id of each seat's player; a seat may stay empty.
        reveal: `end`, `round`, `event`, `delay` or `never`.
        reveal_after: seconds from the end, for `delay`.
        actor: the account that does this.

    Returns:
        The id of the game.

    Raises:
        ValueError: the reveal is none of these, or the delay is missing, negative or given in vain; an option is not
            one of the rule book's.
    """
    options = options or Options()
    if reveal not in REVEALS or (reveal == "delay") != (reveal_after is not None) or (reveal_after or 0) < 0:
        raise ValueError(f"reveal must be one of {', '.join(REVEALS)}; only delay takes reveal_after, in seconds")
    if options.free_setup if variant.deals else options.spotter:
        raise ValueError("only rule books that deal cards have the option spotter, and only the others free_setup")
    game = new_id()
    created = GameCreated(
        variant=variant.slug,
        options=options_value(options),
        seats={seat.slug: str(players[seat]) if seat in players else None for seat in variant.seats},
        reveal=reveal,
        reveal_after=reveal_after,
    )
    events: list[GameEvent] = [created]
    if variant.deals:
        seed = new_seed()
        events.append(CardsDealt(orders=deal(variant, options, seed), seed=seed.hex(), nonce=new_nonce()))
    store.append(stream=game, expected=0, events=events, actor=actor)
    return game


def make_setup(*, game: UUID, seat: Seat, placement: str, actor: UUID | None = None) -> GameFold:
    """Commits a seat to its set-up. When the last seat has done so play begins and the commitments are shown.

    Side effects: appends SetupMade.

    Raises:
        Illegal: `set-up` if it does not fit, `set-up-made` if the seat has made one, `game-over`.
    """

    def decide(now: GameFold) -> list[GameEvent]:
        if seat in now.ready:
            raise Illegal(Refusal("set-up-made", {"seat": seat.slug}))
        if seat not in now.variant.seats:
            raise Illegal(Refusal("no-seat", {"seat": seat.slug}))
        check_setup(now.variant, seat, placement, free=now.options.free_setup)
        if now.variant.deals:
            check_choice(now, seat, placement)
        return [SetupMade(seat=seat.slug, placement=placement, nonce=new_nonce())]

    return _act(game=game, actor=actor, decide=decide)


def play_turn(*, game: UUID, seat: Seat, turn: str, expected: int | None = None, actor: UUID | None = None) -> GameFold:
    """Plays a turn, or makes the choice that a battle has opened, in text notation. A turn that shuffles is given
    without the order: chance gives it here.

    Side effects: appends TurnPlayed or ChoiceMade, and GameRevealed if it ends a game that is revealed at its end.

    Args:
        expected: the public version that the player saw; if the game has moved on, the turn is refused as `moved-on`.

    Raises:
        Illegal: the rules refuse it; the refusal names the rule.
    """

    def decide(now: GameFold) -> list[GameEvent]:
        state = _playing(now)
        if expected is not None and expected != now.public_version:
            raise Illegal(Refusal("moved-on", {"expected": expected, "actual": now.public_version}))
        if state.to_move is not seat:
            raise Illegal(Refusal("not-your-turn", {"seat": seat.slug, "to_move": state.to_move.slug}))
        parsed = parse_turn(now.variant, turn)
        if order_in(str(parsed)):
            raise Illegal(Refusal("notation", {"text": turn[:40]}))  # a player does not choose the order of a shuffle
        text = str(complete(now, parsed))
        return [submitted(text, choice=state.pending is not None, secret=now.variant.secret_turns)]

    return _act(game=game, actor=actor, decide=decide)


def offer_draw(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Offers a draw; if one is offered already, agrees to it. Side effects: appends DrawOffered or DrawAgreed."""

    def decide(now: GameFold) -> list[GameEvent]:
        _playing(now)
        if seat in now.draw:
            raise Illegal(Refusal("draw-offered", {"seat": seat.slug}))
        return [DrawAgreed(seat=seat.slug) if now.draw else DrawOffered(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def agree_draw(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Agrees to the draw on offer; the game is drawn once every seat has (RULES section 7).

    Side effects: appends DrawAgreed. Raises `Illegal` with `no-draw-offer` if none is on offer.
    """

    def decide(now: GameFold) -> list[GameEvent]:
        _playing(now)
        if not now.draw or seat in now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        return [DrawAgreed(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def decline_draw(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Declines the draw on offer, or takes one's own offer back. Side effects: appends DrawDeclined."""

    def decide(now: GameFold) -> list[GameEvent]:
        _playing(now)
        if not now.draw:
            raise Illegal(Refusal("no-draw-offer", {"seat": seat.slug}))
        return [DrawDeclined(seat=seat.slug)]

    return _act(game=game, actor=actor, decide=decide)


def resign(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Gives up for `seat`; its side loses. Side effects: appends Resigned, and the reveal if it is due."""
    return _end(game=game, event=Resigned(seat=seat.slug), actor=actor)


def time_out(*, game: UUID, seat: Seat, actor: UUID | None = None) -> GameFold:
    """Ends the game because `seat` ran out of time. Side effects: appends TimedOut, and the reveal if it is due."""
    return _end(game=game, event=TimedOut(seat=seat.slug), actor=actor)


def adjudicate(*, game: UUID, winner: int | None, actor: UUID | None = None) -> GameFold:
    """An arbiter's decision: `winner` is a side, 0 red or 1 blue, or None for a draw.

    Side effects: appends Adjudicated, and the reveal if it is due.
    """
    return _end(game=game, event=Adjudicated(winner=winner), actor=actor)


def reveal_game(*, game: UUID, actor: UUID | None = None) -> GameFold:
    """Opens everything of a finished game. Safe to call twice. Side effects: appends GameRevealed.

    Raises:
        Illegal: `not-over`, before the end.
    """

    def decide(now: GameFold) -> list[GameEvent]:
        if now.outcome is None:
            raise Illegal(Refusal("not-over"))
        return [] if now.revealed else [GameRevealed()]

    return _act(game=game, actor=actor, decide=decide)


def open_game(game: UUID) -> GameFold:
    """The game as its log has it now. Raises `NoGame`."""
    return _open(game)[1]


def record_of(game: UUID, *, names: Mapping[UUID, str]) -> Record:
    """The record of a revealed game, with the proof that goes with it (docs/verifying.md).

    Args:
        names: the names of players by id; those that are missing stay without a name.

    Raises:
        NoGame: there is no such game.
        NotRevealed: it is not revealed: its set-ups may not be told.
    """
    stored = list(store.load(game))
    if not stored:
        raise NoGame(game)
    now = fold((one.event, one.time) for one in stored)
    if not now.revealed:
        raise NotRevealed(game)
    dealt = next((one.event for one in stored if isinstance(one.event, CardsDealt)), None)
    made = {Seat[one.event.seat.upper()]: one.event for one in stored if isinstance(one.event, SetupMade)}
    turns = [one for one in stored if isinstance(one.event, TurnPlayed | ChoiceMade)]
    players = {seat: now.created.seats.get(seat.slug) for seat in now.variant.seats}
    return Record(
        variant=now.created.variant,
        setups={seat: event.placement for seat, event in made.items()},
        turns=tuple(submissions(one.event for one in stored)),
        result=now.outcome,
        players={seat: names[UUID(id)] for seat, id in players.items() if id and UUID(id) in names},
        options=now.options,
        times=_times(now, turns),
        chance=_orders(dealt),
        noted=() if now.state is None else tuple((mark.ply, mark.rule) for mark in now.state.noted),
        proof={
            "stream": str(game),
            "commitments": {
                seat.slug: {"commitment": commitment_of(event), "salt": event.nonce} for seat, event in made.items()
            },
            "log": store.export_log(game),
        }
        | _opened_seed(dealt),
    )


def _opened_seed(dealt: CardsDealt | None) -> dict[str, Any]:
    """What opens the commitment to the seed, if there is one."""
    if dealt is None or dealt.seed is None:
        return {}
    return {"shuffles": {"commitment": commitment_of_seed(dealt), "salt": dealt.nonce, "seed": dealt.seed}}


def _orders(dealt: CardsDealt | None) -> dict[Seat, str]:
    return {} if dealt is None else {seat_of_slug(slug): order for slug, order in dealt.orders.items()}


def _times(now: GameFold, turns: Sequence[store.Stored]) -> tuple[int, ...] | None:
    if now.created.source == "import":
        times = [one.event.at for one in turns]
        return tuple(times) if times and None not in times else None
    return tuple(microseconds(one.time) for one in turns)


# -- the way every command goes -------------------------------------------------------------------


def _playing(now: GameFold) -> Any:
    """The state of a game in play, or `Illegal`: `not-started` or `game-over`."""
    if now.outcome is not None:
        raise Illegal(Refusal("game-over", {"kind": now.outcome.kind.value}))
    if now.state is None:
        raise Illegal(Refusal("not-started"))
    return now.state


def _end(*, game: UUID, event: GameEvent, actor: UUID | None) -> GameFold:
    def decide(now: GameFold) -> list[GameEvent]:
        _playing(now)
        return [event]

    return _act(game=game, actor=actor, decide=decide)


def _open(game: UUID) -> tuple[store.Opened, GameFold]:
    known_game = recent.recall(game)
    opened = store.open_stream(game, engine=ENGINE, since=None if known_game is None else known_game.head)
    if not opened.version:
        raise NoGame(game)
    if known_game is not None and opened.resumed:
        since: GameFold | None = known_game.now
    else:
        since = None if opened.snapshot is None else from_snapshot(opened.snapshot)
    history = [(one.event, one.time) for one in opened.events]
    now = fold(history, since) if history or since is None else since
    if history:
        recent.remember(game, opened.head, now)
    return opened, now


def _act(*, game: UUID, actor: UUID | None, decide: Callable[[GameFold], list[GameEvent]]) -> GameFold:
    """Reads the game, decides, and appends what was decided with what follows; anew if others were faster."""
    for attempt in range(1, TRIES + 1):
        opened, now = _open(game)
        events: Sequence[GameEvent] = decide(now)
        if not events:
            return now
        after = _after(now, events, opened.now)
        if after.outcome is not None and after.created.reveal == "end" and not after.revealed:
            events = [*events, GameRevealed()]
            after = _after(now, events, opened.now)
        try:
            with known({game: after}):
                appended = store.append(
                    stream=game,
                    expected=opened.version,
                    events=events,
                    actor=actor,
                    now=opened.now,
                    opened=opened,
                    snapshot=_snapshot(now, after),
                )
            recent.remember(game, appended.head, after)
            return after
        except store.Conflict:
            if attempt == TRIES or transaction.get_connection().needs_rollback:
                raise
    raise AssertionError("the loop returns or raises")


def _snapshot(now: GameFold, after: GameFold) -> store.Snapshot | None:
    """A snapshot every few events and at the end: one at every move would cost more than folding the few since."""
    if after.state is None or (
        after.outcome is None and after.version // SNAPSHOT_EVERY == now.version // SNAPSHOT_EVERY
    ):
        return None
    return store.Snapshot(ENGINE, snapshot_of(after))


def _after(now: GameFold, events: Iterable[GameEvent], time: datetime) -> GameFold:
    return fold(((event, time) for event in events), now)
