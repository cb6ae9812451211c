"""Who sits where, with all that the table needs to know beside the game itself, in one short statement.

It goes before every turn, so it is written by hand: the same by the ORM would be three queries and cost as much as the
turn. It reads rows of `games` and `play.talk`, and writes none. Player and preferences come with who is signed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from accounts.authentication.backends import Beside
from accounts.authentication.sessions import SessionStore
from accounts.models import Preferences
from accounts.people.preferences import preferences_of
from eventlog.statements import Columns, execute
from eventlog.store import SeenHead, head_columns
from games.models import Game
from games.rules import Seat

_GAME = Columns(
    Game,
    "g",
    *("id", "key", "variant", "source", "status", "rated", "due", "public_version", "revealed", "ended"),
    *("tournament", "round", "spectators", "reveal_due", "publish_due", "winner", "result", "ruling"),
)


def _statement(columns: str = "", tables: str = "", player: str = "%s") -> str:
    return f"""
SELECT {_GAME.sql}, s.seat,
    (SELECT json_object_agg(t.piece, t.symbol ORDER BY t.piece) FROM talk_guess t
     WHERE t.player_id = s.player_id AND t.game = g.id AND t.until IS NULL)
    {columns}
FROM games_game g
JOIN games_gameseat s ON s.game_id = g.id
{tables}
WHERE g.key = %s AND s.player_id = {player}
ORDER BY s.seat
LIMIT 1
"""  # noqa: S608 - made of the names above


_TO_MOVE = (
    f", {head_columns('e')}",
    "CROSS JOIN LATERAL (SELECT version, hash, time FROM eventlog_event WHERE stream = g.id"
    " ORDER BY version DESC LIMIT 1) e",
)
_SEATED = _statement().encode()
_SEATED_TO_MOVE = _statement(*_TO_MOVE).encode()

SITTING, SITTING_TO_MOVE = (
    Beside("sitting.*", f"LEFT JOIN LATERAL ({text}) sitting ON true")
    for text in (_statement(player="p.id"), _statement(*_TO_MOVE, player="p.id"))
)
"""The same for the statement that finds who asks: `sitting_in` reads the columns. The parameter is the key of the
game."""


@dataclass(frozen=True, slots=True)
class SeatContext:
    """Who sits where, and how they want to see the board.

    Args:
        game: with the columns that the table needs; others are read when they are asked for.
        seat: the seat of who asks.
        player: the id of who asks.
        preferences: as `accounts.people.preferences` has them.
        guesses: what the player takes enemy pieces for: symbols of ranks, by the pieces' ids.
        seen: the head of the game's log, where it was asked for.
    """

    game: Game
    seat: Seat
    player: UUID
    preferences: Preferences
    guesses: Mapping[int, str] = field(repr=False)
    seen: SeenHead | None = field(default=None, repr=False)

    @property
    def below(self) -> int:
        """The number of the seat whose side of the board is at the bottom."""
        return int(self.seat) if self.preferences.board_side == Preferences.BoardSide.OWN else 0


def seated(request: HttpRequest, key: str, *, to_move: bool = False) -> SeatContext | None:
    """The seat that who asks has in a game; None for everybody else. Where nobody has asked yet who that is, it is read
    with the session, in one statement.

    Args:
        request: whose account it is about, signed in or not.
        key: the public address of the game.
        to_move: read the head of the game's log too, for a command that comes next.
    """
    if "\0" in key:
        return None
    session, user = getattr(request, "session", None), request.user
    wanted = (SITTING_TO_MOVE if to_move else SITTING), (key,)
    if isinstance(session, SessionStore):
        session.want(*wanted)
    player = getattr(user, "player", None) if user.is_authenticated else None
    if player is None:
        return None
    if isinstance(session, SessionStore):
        row = session.read_beside(getattr(request, "asking", None), *wanted)
        if row is not None:
            return sitting_in(row, user)
    rows = execute(_SEATED_TO_MOVE if to_move else _SEATED, (key, player.id))
    return sitting_in(rows[0], user) if rows else None


def sitting_in(row: Sequence[Any], user: Any) -> SeatContext | None:
    """The seat in a row of these statements; None where an outer join found none.

    Args:
        row: what was read.
        user: the account that asks, with its player.
    """
    game, (seat, guesses, *head) = _GAME.object(row[: len(_GAME)]), row[len(_GAME) :]
    if game is None:
        return None
    marks = {int(piece): symbol for piece, symbol in (guesses or {}).items()}
    return SeatContext(game, Seat(seat), user.player.id, preferences_of(user), marks, SeenHead(*head) if head else None)
