"""`rebuild`: a game of 600 events read from PostgreSQL and replayed through the rules, against the repository of the
`eventsourcing` library on the same database, whose aggregate only gathers its turns."""

from __future__ import annotations

from uuid import UUID

from psycopg.conninfo import conninfo_to_dict

from benchmarks.database import Scratch, scratch
from benchmarks.games import Played, quiet_game
from benchmarks.result import Bar, Result, in_turns
from eventlog.models import Snapshot
from eventlog.store import append
from games.domain.commands import make_setup
from games.domain.creation import create_game
from games.domain.events import TurnPlayed
from games.domain.replay import replayed
from games.rules import variant

EVENTS = 600
ROUNDS = 150
BARS = (Bar("ratio", at_least=5),)


def run() -> Result:
    """Measure events a second."""
    played = quiet_game(EVENTS - 3, seed=1)
    with scratch() as databases:
        name = databases.fresh()
        game = store_game(played)
        repository, twin = library_repository(databases, name, played)
        assert replayed(game).version == EVENTS
        assert len(repository.get(twin).turns) == EVENTS - 1
        ours, peer = in_turns(lambda: replayed(game), lambda: repository.get(twin), rounds=ROUNDS, warm=5)
        repository_close(repository)
    figures = EVENTS / ours, EVENTS / peer
    return Result("rebuild", *figures, figures[0] / figures[1], "events a second", {}, BARS)


def store_game(played: Played) -> UUID:
    """Write a game into the log, without a snapshot."""
    game = create_game(variant=variant("classic"), players={})
    for seat, placement in played.setups.items():
        make_setup(game=game, seat=seat, placement=placement)
    append(stream=game, expected=3, events=[TurnPlayed(turn) for turn in played.turns])
    Snapshot.objects.all().delete()
    return game


def library_repository(databases: Scratch, name: str, played: Played):
    """Write the same turns with the library; return its repository and the aggregate's id."""
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Game(Aggregate):
        def __init__(self) -> None:
            self.turns: list[str] = []

        @event("TurnPlayed")
        def play(self, turn: str) -> None:
            self.turns.append(turn)

    # The library finds classes by module and name.
    globals()["Game"] = Game
    Game.__qualname__ = "Game"
    address = conninfo_to_dict(databases.owner_url(name))
    application: Application = Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": str(address["dbname"]),
            "POSTGRES_HOST": str(address["host"]),
            "POSTGRES_PORT": str(address.get("port") or 5432),
            "POSTGRES_USER": str(address["user"]),
            "POSTGRES_PASSWORD": str(address.get("password") or ""),
        }
    )
    game = Game()
    for number in range(EVENTS - 1):
        game.play(turn=played.turns[number % len(played.turns)])
    application.save(game)
    application.repository.close = application.close  # type: ignore[attr-defined]
    return application.repository, game.id


def repository_close(repository) -> None:
    """Let go of the library's connections."""
    repository.close()
