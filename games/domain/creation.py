"""Games are made: one, or all of a round at once.

The arguments that commands share (`game`, `seat`, `actor`, `expected`) and their errors (`Illegal`, `NoGame`) are told
in `games/domain/command_handler.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from eventlog import store
from eventlog.sources import new_id, new_nonce, new_seed
from games.domain.clocks import TimeControl
from games.domain.events import CardsDealt, GameCreated, GameEvent
from games.domain.limits import LONGEST_DELAY, MOST_PLIES_BEHIND, REVEALS, SHORTEST_DELAY, SPECTATORS
from games.domain.listeners import happening, tell
from games.domain.shuffles import deal
from games.domain.state import edition_value, options_value
from games.domain.transitions import fold
from games.models import Ladder
from games.rules import Options, Seat, Variant


class NewGame(NamedTuple):
    """A game to be written: its id, its first events, and the account that makes it."""

    id: UUID
    events: tuple[GameEvent, ...]
    actor: UUID | None = None

    def __repr__(self) -> str:
        """Without the events: one may hold the order of cards."""
        return f"<NewGame {self.id}>"


def create_game(
    *,
    variant: Variant,
    players: Mapping[Seat, UUID],
    options: Options | None = None,
    reveal: str = "end",
    reveal_after: int | None = None,
    time: TimeControl | None = None,
    rated: bool = False,
    notes: bool = True,
    tournament: UUID | None = None,
    round: int | None = None,
    spectators: str = "live",
    delay: int | None = None,
    delay_plies: int | None = None,
    approved: bool = False,
    ladders: Mapping[Seat, Ladder] | None = None,
    actor: UUID | None = None,
) -> UUID:
    """Opens a game whose seats then make their set-ups. In a rule book that deals, the cards are dealt at once, from a
    seed that is drawn and committed here.

    Side effects: appends GameCreated, and CardsDealt if it deals; the game is in the lists.

    Args:
        options: those of the rule book; None for its defaults.
        variant: the rule book, in the edition that the game is played by: the newest, but for old records.
        players: the id of each seat's player; a seat may stay empty.
        reveal: `end`, `round`, `event`, `delay` or `never`.
        reveal_after: seconds from the end, for `delay`.
        time: the time control; None for a game in which nobody's time runs.
        rated: it counts for ratings; then a player who does not set up in time loses it.
        notes: the players may keep notes and guesses about it.
        tournament, round: the tournament that it is part of, and its round there; it cannot be aborted then, and who
            does not set up in time loses it.
        spectators: `live`; `delayed`; or `ended`: nobody but its two sides sees anything of it before it is over.
        delay, delay_plies: how far spectators are behind, for `delayed`: seconds, from a minute to a day, or plies, at
            most 200.
        approved: the operator approved the organiser of the tournament, so an arbiter's decision counts for ratings.
        ladders: of a rated game with bots, what it counts for at each seat; empty or None without any.
        actor: the account that does this.

    Returns:
        The id of the game.

    Raises:
        ValueError: the reveal or the spectators are none of these, or the delay is missing, negative or given in vain;
            an option is not one of the rule book's; there is a round without a tournament.
    """
    new = new_game(
        variant=variant,
        players=players,
        options=options,
        reveal=reveal,
        reveal_after=reveal_after,
        time=time,
        rated=rated,
        notes=notes,
        tournament=tournament,
        round=round,
        spectators=spectators,
        delay=delay,
        delay_plies=delay_plies,
        approved=approved,
        ladders=ladders,
        actor=actor,
    )
    stored = store.append(stream=new.id, expected=0, events=new.events, actor=actor)
    tell(happening(new.id, fold((item.event, item.time) for item in stored), new.events, actor))
    return new.id


def new_game(
    *,
    variant: Variant,
    players: Mapping[Seat, UUID],
    options: Options | None = None,
    reveal: str = "end",
    reveal_after: int | None = None,
    time: TimeControl | None = None,
    rated: bool = False,
    notes: bool = True,
    tournament: UUID | None = None,
    round: int | None = None,
    spectators: str = "live",
    delay: int | None = None,
    delay_plies: int | None = None,
    approved: bool = False,
    ladders: Mapping[Seat, Ladder] | None = None,
    relayed: bool = False,
    actor: UUID | None = None,
) -> NewGame:
    """A game as `create_game` opens it, not written yet: for `write_games`. Arguments are the same, and so is the
    `ValueError`.

    Args:
        variant, players, options, reveal, reveal_after, time, rated: as for `create_game`.
        notes, tournament, round, spectators, delay, delay_plies, approved, ladders: as for `create_game`.
        relayed: it follows a real board (`games/domain/relays.py`).
    """
    options = options or Options()
    if reveal not in REVEALS or (reveal == "delay") != (reveal_after is not None) or (reveal_after or 0) < 0:
        raise ValueError(f"reveal must be one of {', '.join(REVEALS)}; only delay takes reveal_after, in seconds")
    if options.free_setup or options.memory if variant.deals else options.spotter:
        raise ValueError(
            "only rule books that deal cards have the option spotter, only the others free_setup and memory"
        )
    if spectators not in SPECTATORS or (tournament is None and round is not None):
        raise ValueError(f"spectators must be one of {', '.join(SPECTATORS)}; only a tournament has rounds")
    _check_delay(spectators, delay, delay_plies)
    created = GameCreated(
        variant=variant.slug,
        options=options_value(options),
        seats={seat.slug: str(players[seat]) if seat in players else None for seat in variant.seats},
        reveal=reveal,
        reveal_after=reveal_after,
        time=None if time is None else time.value(),
        rated=rated,
        notes=notes,
        tournament=None if tournament is None else str(tournament),
        round=round,
        spectators=spectators,
        delay=delay,
        delay_plies=delay_plies,
        approved=approved or None,
        edition=edition_value(variant.edition),
        ladders={seat.slug: ladder.slug for seat, ladder in ladders.items()} if rated and ladders else None,
        relayed=relayed or None,
    )
    if not variant.deals:
        return NewGame(new_id(), (created,), actor)
    seed = new_seed()
    dealt = CardsDealt(orders=deal(variant, options, seed), seed=seed.hex(), nonce=new_nonce())
    return NewGame(new_id(), (created, dealt), actor)


def _check_delay(spectators: str, delay: int | None, plies: int | None) -> None:
    """Raises `ValueError` unless spectators who are behind, and they alone, have one delay within its bounds."""
    bounds = ((delay, SHORTEST_DELAY, LONGEST_DELAY), (plies, 1, MOST_PLIES_BEHIND))
    given = [least <= value <= most for value, least, most in bounds if value is not None]
    if len(given) != (spectators == "delayed") or not all(given):
        raise ValueError("only delayed spectators have a delay: seconds, from a minute to a day, or 1 to 200 plies")


def write_games(games: Sequence[NewGame]) -> None:
    """Opens many games at once, or none.

    Inside a transaction of the caller's they are part of it: a tournament appends its own event and opens the games of
    a round together.

    Side effects: as `create_game`, for each of them, by COPY.
    """
    written = store.append_streams([store.NewStream(new.id, new.events, new.actor) for new in games])
    for new, stored in zip(games, written, strict=True):
        tell(happening(new.id, fold((item.event, item.time) for item in stored), new.events, new.actor))
