"""What a viewer may know (RULES section 9). `view_of` is the only door from a game to anything that leaves the
server.

A `View` holds plain values and has no way back to the position. It is denied by default: a rank is given only if the
viewer's own seat has the piece, or it was revealed to all, or the game's reveal opened everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .engine import FIRST_PIECE, Position
from .outcome import Fact, Outcome
from .pieces import Rank, Seat, Viewer

__all__ = ["Attack", "Caution", "LastTurn", "Noted", "Pending", "PieceView", "View", "facts_of", "view_of"]


@dataclass(frozen=True, slots=True)
class PieceView:
    """One piece as a viewer sees it.

    Args:
        id: tells pieces apart; given by place at the start, never by rank.
        seat: whose piece it is.
        square: index of its square; for a captured piece, where it fell.
        rank: None if this viewer may not know it.
        revealed: its rank is known to all.
    """

    id: int
    seat: Seat
    square: int
    rank: Rank | None
    revealed: bool


@dataclass(frozen=True, slots=True)
class Pending:
    """A choice that a battle opened and the turn waits for; public, like the battle."""

    kind: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack and its outcome, which all have seen. `result` is `win`, `loss` or `both`, from the attacker's side."""

    attacker: PieceView
    defender: PieceView
    result: str


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last ply as all saw it: squares of the path, the attack if there was one, and the rule it broke in a
    `noted` record.
    """

    seat: Seat
    piece: int
    path: tuple[int, ...]
    attack: Attack | None
    revealed: Rank | None
    noted: str | None


@dataclass(frozen=True, slots=True)
class Noted:
    """A ply that breaks a repetition rule in a record kept with `repetition: noted`."""

    ply: int
    rule: str


@dataclass(frozen=True, slots=True)
class Caution:
    """How near a repetition rule or the quiet limit is for the seat to move, from what all can see."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """A game at one ply, as one viewer may know it."""

    variant: str
    viewer: Viewer
    ply: int
    to_move: Seat
    pending: Pending | None
    outcome: Outcome | None
    pieces: tuple[PieceView, ...]
    captured: tuple[PieceView, ...]
    last: LastTurn | None
    quiet: int
    quiet_limit: int | None
    cautions: tuple[Caution, ...]
    noted: tuple[Noted, ...]


_RESULTS = ("both", "loss", "win")


def view_of(position: Position, viewer: Viewer) -> View:
    """What `viewer` may know of `position` (RULES section 9)."""
    return View(
        variant=position.variant.slug,
        viewer=viewer,
        ply=position.ply,
        to_move=Seat(position.to_move),
        pending=None,
        outcome=position.outcome,
        pieces=tuple(
            _piece(position, piece, square, viewer) for square, piece in enumerate(position.at) if piece >= FIRST_PIECE
        ),
        captured=tuple(_piece(position, fallen.piece, fallen.square, viewer) for fallen in position.captured),
        last=_last_turn(position, viewer),
        quiet=position.quiet,
        quiet_limit=position.options.no_attack_limit,
        cautions=_cautions(position),
        noted=tuple(Noted(ply, rule) for ply, rule in position.noted),
    )


def _piece(position: Position, piece: int, square: int, viewer: Viewer) -> PieceView:
    seat = Seat(position.seat[piece])
    known = bool(position.known[piece])
    may_know = known or viewer is Viewer.ALL or viewer.seat is seat
    rank = Rank(position.rank[piece]) if may_know else None
    return PieceView(id=piece, seat=seat, square=square, rank=rank, revealed=known)


def _last_turn(position: Position, viewer: Viewer) -> LastTurn | None:
    last = position.last
    if last is None:
        return None
    attack = None
    if last.result is not None:
        attacker = _piece(position, last.piece, last.turn.source, viewer)
        defender = _piece(position, last.defender, last.turn.target, viewer)
        attack = Attack(attacker, defender, _RESULTS[last.result])
    shown = attack is None and last.turn.gait & position.variant.revealing
    return LastTurn(
        seat=Seat(last.seat),
        piece=last.piece,
        path=last.turn.path,
        attack=attack,
        revealed=Rank(position.rank[last.piece]) if shown else None,
        noted=last.breach,
    )


def _cautions(position: Position) -> tuple[Caution, ...]:
    if position.outcome is not None:
        return ()
    board = position.board
    found = []
    piece, common, one, two = position.rows[position.to_move]
    limit = position.variant.two_squares
    if piece >= FIRST_PIECE and position.where[piece] >= 0:
        square = board.name(position.where[piece])
        almost = one & two if limit == 3 else 0
        if common:
            found.append(
                Caution("two-squares-reached", {"square": square, "borders": board.border_of(common), "limit": limit})
            )
        elif almost:
            found.append(
                Caution("two-squares-near", {"square": square, "borders": board.border_of(almost), "limit": limit})
            )
    length = position.chase[position.to_move & 1]
    if position.variant.more_squares and length >= 2:
        barred = tuple((board.name(source), board.name(target)) for source, target in position.barred_returns())
        code = "more-squares-reached" if barred else "more-squares-near"
        found.append(Caution(code, {"length": length, "barred": barred}))
    if position.barred:
        found.append(Caution("chase-limit-reached", {"square": board.name(position.trail[-1].target)}))
    quiet_limit = position.options.no_attack_limit
    if quiet_limit is not None and quiet_limit - position.quiet <= 20:
        found.append(Caution("quiet-limit-near", {"left": quiet_limit - position.quiet, "limit": quiet_limit}))
    return tuple(found)


def facts_of(position: Position) -> tuple[Fact, ...]:
    """What the last ply did, as codes with parameters; squares and ranks by name and number."""
    last = position.last
    if last is None:
        return ()
    board = position.board
    path = tuple(board.name(square) for square in last.turn.path)
    facts = []
    if last.result is None:
        facts.append(Fact("moved", {"seat": Seat(last.seat).slug, "piece": last.piece, "path": path}))
        if last.turn.gait & position.variant.revealing:
            facts.append(Fact("revealed", {"piece": last.piece, "rank": position.rank[last.piece]}))
    else:
        facts.append(
            Fact(
                "attacked",
                {
                    "seat": Seat(last.seat).slug,
                    "path": path,
                    "piece": last.piece,
                    "rank": position.rank[last.piece],
                    "defender": last.defender,
                    "defender_rank": position.rank[last.defender],
                    "result": _RESULTS[last.result],
                },
            )
        )
    if last.breach is not None:
        facts.append(Fact("noted", {"ply": position.ply, "rule": last.breach}))
    if position.outcome is not None:
        facts.append(Fact("over", {"kind": position.outcome.kind.value, "winner": position.outcome.winner}))
    return tuple(facts)
