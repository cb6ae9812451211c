"""Games for tests of pages, with the events of the real commands. The same seed gives the same game."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from uuid import UUID

from accounts.models import Account, Player
from eventlog.sources import injected
from games.domain import commands, creation
from games.domain.state import GameFold
from games.models import Game
from games.rules import Options, Seat, Viewer, apply, legal_turns, start, variant
from games.rules.turn import GAIT_STEP
from tests.games.domain.played import begun, play_many, write_setups, write_turns

PASSWORD = "a-password-of-tests"

CONSENT = {"of_age": "on", "agree": "on"}
"""What who signs up ticks."""


def player(name: str, account: Account | None = None) -> Player:
    return Player.objects.get_or_create(name=name, account=account)[0]


def account(name: str) -> Account:
    """An account with its player; the password is `PASSWORD`."""
    made = Account.objects.create_user(username=name.lower(), password=PASSWORD)
    Player.objects.create(name=name, account=made)
    return made


@cache
def game_course(slug: str, seed: int, plies: int) -> tuple[dict[Seat, str], tuple[str, ...]]:
    """Set-ups and turns of a random game that is still going on after `plies`."""
    rules = variant(slug)
    for attempt in range(1000):
        chance = random.Random(f"{slug} {seed} {attempt}")
        setups = placements(slug, chance)
        state = start(rules, setups, Options())
        turns: list[str] = []
        while len(turns) < plies and state.outcome is None:
            turn = chance.choice(legal_turns(state))
            state, _facts = apply(state, turn)
            turns.append(str(turn))
        if state.outcome is None:
            return setups, tuple(turns)
    raise AssertionError(f"no random game of {slug} lasts {plies} plies")


def placements(slug: str, chance: random.Random) -> dict[Seat, str]:
    rules = variant(slug)
    army = [rank.symbol for rank, count in rules.army.items() for _one in range(count)]
    setups = {}
    for seat in rules.seats:
        symbols = army + ["."] * (len(rules.board.homes[seat]) - len(army))
        chance.shuffle(symbols)
        setups[seat] = "".join(symbols)
    return setups


def swap_hidden(placement: str, text: str, other: str) -> str:
    """The set-up with the first pieces of two ranks exchanged: another world for who knows neither."""
    squares = list(placement)
    a, b = squares.index(text), squares.index(other)
    squares[a], squares[b] = squares[b], squares[a]
    return "".join(squares)


def game_in_play(
    *,
    plies: int = 12,
    names: Sequence[str] = ("Ada", "Charles"),
    accounts: Sequence[Account | None] = (None, None),
    slug: str = "classic",
    seed: int = 1,
    reveal: str = "end",
    reveal_after: int | None = None,
    no_attack_limit: int | None = None,
    swap: tuple[str, str] | None = None,
) -> Game:
    """A game after some plies. With `swap`, red's first pieces of these two ranks have changed places."""
    setups, turns = game_course(slug, seed, plies)
    if swap:
        setups = setups | {Seat.RED: swap_hidden(setups[Seat.RED], *swap)}
    rules = variant(slug)
    players = {
        seat: (player(name) if who is None else who.player).id
        for seat, name, who in zip(rules.seats, names, accounts, strict=True)
    }
    options = Options(no_attack_limit=no_attack_limit)
    game = creation.create_game(
        variant=rules, players=players, options=options, reveal=reveal, reveal_after=reveal_after
    )
    write_setups(game, lambda _now: setups)
    result = iter(turns)
    write_turns(game, lambda _now: next(result, None))
    return Game.objects.get(id=game)


def game_of(
    slug: str,
    *,
    plies: int = 40,
    seed: int = 1,
    until: str = "",
    spotter: bool = False,
    memory: bool = False,
    names: Sequence[str] = ("Ada", "Charles", "Grace", "Linus"),
    accounts: Mapping[Seat, Account] | None = None,
    reveal: str = "end",
    over: bool = True,
) -> Game:
    """A random game of any rule book, with its choices and shuffles, given up after some plies if it is not over.

    Args:
        until: the kind of a choice: play on until it is open, and leave the game there.
        accounts: who sits where, instead of a player with a name alone.
        over: give it up; else it stays in play.
    """
    chance = random.Random(f"{slug} {seed}")
    book = variant(slug)
    seated = {seat: player(name) for seat, name in zip(book.seats, names, strict=False)}
    seated |= {seat: account.player for seat, account in (accounts or {}).items()}
    options = Options(no_attack_limit=200, spotter=spotter, memory=memory)
    with injected(seed=lambda: random.Random(f"{slug} {seed}").randbytes(32)):
        ids = {seat: who.id for seat, who in seated.items()}
        game, _now = begun(book, chance, options=options, players=ids, reveal=reveal)

        def there(now: GameFold) -> bool:
            assert now.state is not None
            pending = now.state.pending
            return (
                pending is not None and pending.kind == until if until else pending is None and now.state.ply >= plies
            )

        now = play_many(game, chance, until=there)
        if until:
            assert now.outcome is None, f"no {until} came up in this game"
            return Game.objects.get(id=game)
        if over and now.outcome is None:
            commands.resign(game=game, seat=Seat.RED)
    return Game.objects.get(id=game)


def game_over(*, loser: Seat = Seat.RED, **kwargs: object) -> Game:
    """A game that `loser` resigned; revealed unless `reveal` says otherwise."""
    game = game_in_play(**kwargs)  # type: ignore[arg-type]
    commands.resign(game=game.id, seat=loser)
    game.refresh_from_db()
    return game


def play_quietly(game: UUID, plies: int | None = None) -> None:
    """Plays steps onto empty squares, so that nothing is decided.

    Args:
        plies: the ply to play up to; None for the one from which on a rated game counts.
    """
    chance = random.Random(1)

    def step(now: GameFold) -> str | None:
        if now.state is None or now.state.ply >= (now.variant.rated_from if plies is None else plies):
            return None
        taken = {piece.square for piece in now.state.view(Viewer.ALL).pieces}
        steps = [turn for turn in legal_turns(now.state) if turn.gait == GAIT_STEP and turn.target not in taken]
        return str(chance.choice(steps))

    write_turns(game, step)


def game_waiting(*, names: Sequence[str] = ("Ada", "Charles")) -> Game:
    rules = variant("classic")
    players = {seat: player(name).id for seat, name in zip(rules.seats, names, strict=True)}
    game = creation.create_game(variant=rules, players=players)
    commands.make_setup(game=game, seat=Seat.RED, placement=placements("classic", random.Random(1))[Seat.RED])
    return Game.objects.get(id=game)
