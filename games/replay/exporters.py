"""What a player is given of games: the record of each that is open, and of every other one what the player may know."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any
from uuid import UUID

from accounts.people.personal_data import AT_ONCE, DataOwner, ExportPart, rows
from eventlog import store
from eventlog.corruption import folding
from eventlog.store import Damaged
from games.domain.command_handler import NoGame
from games.domain.records import record_of
from games.models import Game, GameSeat, PlayerTally, Vacation
from games.notation import to_json
from games.replay.timeline import Timeline
from games.rules import Seat, Viewer


def export_games(owner: DataOwner) -> Iterator[ExportPart]:
    """The games of a player: a list, and a file of each."""
    seats = GameSeat.objects.filter(player=owner.player).order_by("created", "game")
    yield ExportPart("games/list", _listed(owner))
    for game, seat in seats.values_list("game", "seat"):
        yield _file(owner, Game.objects.get(id=game), Seat(seat))
    yield rows(
        "games/tallies",
        PlayerTally.objects.filter(player=owner.player).order_by("variant", "pk"),
        ("variant", "won", "drawn", "lost", "timed_out", "not_set_up", "called_off", "given_up"),
        ("id", "player"),
    )
    yield rows(
        "games/vacations",
        Vacation.objects.filter(player=owner.player).order_by("begun"),
        ("begun", "until"),
        ("id", "player"),
    )


_TOLD = (
    *("key", "variant", "source", "status", "outcome", "winner", "rated", "revealed", "plies", "created", "started"),
    *("ended", "tournament", "round"),
)
"""The public data of a game in lists."""


def _listed(owner: DataOwner) -> Iterator[dict[str, Any]]:
    """The player's seats, the oldest first, and what everybody knows of the games."""
    keys = list(GameSeat.objects.filter(player=owner.player).order_by("created", "game").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        some = GameSeat.objects.filter(pk__in=keys[first : first + AT_ONCE]).order_by("created", "game")
        for seat in some.select_related("game"):
            yield {"seat": Seat(seat.seat).slug} | {name: getattr(seat.game, name) for name in _TOLD}


def _file(owner: DataOwner, game: Game, seat: Seat) -> ExportPart:
    path = f"games/{game.created:%Y}/{game.key}"
    try:
        content = _record(owner, game) if game.revealed else _own_view(game, seat)
    except (Damaged, NoGame):
        content = json.dumps({"damaged": True}).encode() + b"\n"
    return ExportPart(path, content)


def _record(owner: DataOwner, game: Game) -> bytes:
    players = GameSeat.objects.filter(game=game).values_list("player_id", flat=True)
    return to_json(record_of(game.id, names=owner.names(players)))


def _own_view(game: Game, seat: Seat) -> bytes:
    """A game that is not open, as the player at a seat knows it."""
    return json.dumps(own_view(game.id, seat), ensure_ascii=False).encode() + b"\n"


def own_view(game: UUID, seat: Seat) -> dict[str, Any]:
    """A game as the player at a seat knows it now: the own set-up, the turns as they were told, and the position.

    Raises:
        NoGame: there is none.
        Damaged: its log cannot be read.
    """
    stored = list(store.load(game))
    if not stored:
        raise NoGame(game)
    with folding(game):
        line = Timeline(stored)
    viewer = Viewer.of(seat)
    own = line.placement(seat, viewer)
    values: dict[str, Any] = {
        "variant": line.rules.slug,
        "edition": line.rules.edition,
        "seat": seat.slug,
        "setup": own,
    }
    if line.begun:
        values["turns"] = [turn.text for _ply, turn in line.turns(viewer, 1, line.plies)]
        values["view"] = _plain(line.view(viewer, line.plies))
    return values


def _plain(value: Any) -> Any:
    """A value of a view as JSON has it; seats and ranks by their names."""
    if isinstance(value, Seat):
        return value.slug
    if isinstance(value, Enum):
        return value.name.lower()
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    return value
