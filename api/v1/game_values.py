"""Games as JSON values: of views, public rows and public facts alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import Player
from api.v1 import schemas_games
from api.v1.visible_games import AskedGame
from games.domain.clocks import Clock
from games.domain.state import GameFold
from games.models import Game, GameSeat, Ladder, key_of
from games.replay import Timeline
from games.rules import LastTurn, Outcome, PieceView, Rank, Seat, Variant, View, variant
from web.addresses import address


def player_value(player: Player | None) -> dict[str, Any] | None:
    """Somebody as everybody may know them; None for who is gone."""
    if player is None:
        return None
    a_bot = player.bot or player.machine
    kind = "bot" if a_bot else "guest" if player.guest else "member" if player.member else "record"
    return {"name": player.name, "kind": kind}


def _player_at(seat: GameSeat) -> Player | None:
    try:
        return seat.player if seat.player_id is not None else None
    except Player.DoesNotExist:
        return None


SIDES = ("red", "blue")


def game_value(game: Game) -> dict[str, Any]:
    """A game as lists have it: what does not depend on who asks, and nothing of a position."""
    counts = game.rated and not game.unrated
    players = [
        {
            "seat": Seat(seat.seat).slug,
            "side": Seat(seat.seat).side,
            "player": player_value(_player_at(seat)),
            "ladder": Ladder(seat.ladder).slug if counts else None,
        }
        for seat in sorted(game.all_seats, key=lambda seat: seat.seat)
    ]
    return schemas_games.ListedGameShape.of(
        game,
        url=address("games:replay", game.key),
        rated=counts,
        result=game.result if game.status == Game.Status.OVER else Game.Result.PLAYING.value,
        outcome=_outcome(game.outcome, game.winner) if game.outcome else None,
        plies=None if game.closed else game.plies,
        players=players,
        time=game.time,
        tournament=None if game.tournament is None else key_of(game.tournament),
    )


def seen_value(seen: AskedGame) -> dict[str, Any]:
    """A game as who asks sees it now."""
    game, line = seen.game, seen.line
    hidden = not seen.choices or (game.delayed and seen.own is None and not line.begun)
    return game_value(game) | {
        "plies": None if hidden else line.plies,
        "seat": None if seen.own is None else seen.own.slug,
        "views": [choice.viewer.value for choice in seen.choices],
        "state": None if hidden else state_value(line, offers=seen.own is not None),
    }


def state_value(now: Timeline | GameFold, *, offers: bool = True) -> dict[str, Any]:
    """How a game stands, by what all its viewers see: no piece and no rank.

    Args:
        now: the game as far as who asks may see it.
        offers: tell who wants a draw or to take turns back, which no page tells who does not play.
    """
    if isinstance(now, GameFold):
        version, plies = now.public_version, 0 if now.state is None else now.state.ply
    else:
        version, plies = now.version, now.plies
    waiting = now.waiting_for
    return {
        "version": version,
        "begun": plies > 0 or (now.state is not None if isinstance(now, GameFold) else now.begun),
        "plies": plies,
        "waiting_for": [seat.slug for seat in waiting],
        "draw": [seat.slug for seat in now.draw] if offers else [],
        "takeback": [seat.slug for seat in now.takeback] if offers else [],
        "paused": list(now.paused),
        "outcome": outcome_value(now.outcome),
        "clock": clock_value(now.clock, _seats(now)),
    }


def _seats(now: Timeline | GameFold) -> tuple[Seat, ...]:
    return (now.variant if isinstance(now, GameFold) else now.rules).seats


def outcome_value(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, and the side that won."""
    return None if outcome is None else _outcome(outcome.kind.value, outcome.winner)


def _outcome(kind: str, winner: int | None) -> dict[str, Any]:
    """`winner` is the number of a side, as version 1 has had it from the start: 0 red, 1 blue."""
    return {"kind": kind, "winning_side": None if winner is None else SIDES[winner], "winner": winner}


def clock_value(clock: Clock | None, seats: tuple[Seat, ...]) -> dict[str, Any] | None:
    """Whose time runs and until when; of the others what they have left. No value in it changes while nobody acts.

    Args:
        clock: None where nobody's time runs.
        seats: those of the rule book.
    """
    if clock is None:
        return None
    data = {}
    for seat in seats:
        ends = clock.deadline(seat)
        data[seat.slug] = {
            "running": ends is not None,
            "until": ends,
            "free_until": clock.free_until(seat),
            "left_ms": clock.left(seat, clock.since) // _MS,
        }
    return {"since": clock.since, "halted": clock.halted, "ends": clock.ends, "seats": data}


_MS = datetime.resolution * 1000


def view_value(view: View) -> dict[str, Any]:
    """A position as its viewer may know it (RULES section 9). A rank that the viewer may not know is null."""
    rules = variant(view.variant)
    name = rules.board.name
    return {
        "variant": view.variant,
        "edition": view.edition,
        "viewer": view.viewer.value,
        "ply": view.ply,
        "to_move": view.to_move.slug,
        "pending": None if view.pending is None else {"kind": view.pending.kind, "seat": view.pending.seat.slug},
        "outcome": outcome_value(view.outcome),
        "pieces": [piece_value(piece, rules) for piece in view.pieces],
        "captured": [piece_value(piece, rules) for piece in view.captured],
        "last": None if view.last is None else turn_value(view.last, rules),
        "quiet": view.quiet,
        "quiet_limit": view.quiet_limit,
        "cautions": [{"code": caution.code, "params": dict(caution.params)} for caution in view.cautions],
        "noted": [{"ply": noted.ply, "rule": noted.rule} for noted in view.noted],
        "holdings": [
            {
                "seat": holding.seat.slug,
                "kind": holding.kind,
                "count": holding.count,
                "ranks": None if holding.ranks is None else {rank.symbol: count for rank, count in holding.ranks},
            }
            for holding in view.holdings
        ],
        "rescues": list(view.rescues),
        "claims": [
            {"ply": claim.ply, "seat": claim.seat.slug, "flag": claim.flag, "named": claim.named}
            for claim in view.claims
        ],
        "looks": [
            {
                "ply": look.ply,
                "seat": look.seat.slug,
                "kind": look.kind,
                "squares": [name(square) for square in look.squares],
                "ranks": [rank.symbol for rank in look.ranks],
            }
            for look in view.looks
        ],
        "memory": {
            "moved": [piece.id for piece in view.pieces if piece.moved],
            "out": {
                seat.slug: {rank.symbol: count for rank, count in ranks}
                for seat, ranks in zip(rules.seats, view.out, strict=True)
            },
        }
        if view.out
        else None,
    }


def piece_value(piece: PieceView, rules: Variant) -> dict[str, Any]:
    """One piece as a viewer sees it."""
    return {
        "id": piece.id,
        "seat": piece.seat.slug,
        "square": rules.board.name(piece.square),
        "rank": _symbol(piece.rank),
        "revealed": piece.revealed,
        "captive": piece.captive,
        "rescuer": piece.rescuer,
    }


def _symbol(rank: Rank | None) -> str | None:
    return None if rank is None else rank.symbol


def turn_value(turn: LastTurn, rules: Variant) -> dict[str, Any]:
    """A ply as a viewer saw it."""
    name, attack = rules.board.name, turn.attack
    return {
        "seat": turn.seat.slug,
        "piece": turn.piece,
        "path": [name(square) for square in turn.path],
        "text": turn.text,
        "attack": None
        if attack is None
        else {
            "attacker": piece_value(attack.attacker, rules),
            "defender": piece_value(attack.defender, rules),
            "result": attack.result,
        },
        "revealed": _symbol(turn.revealed),
        "noted": turn.noted,
        "parts": [
            {
                "kind": part.kind,
                "piece": None if part.piece is None else piece_value(part.piece, rules),
                "squares": [name(square) for square in part.squares],
                "ranks": None if part.ranks is None else [rank.symbol for rank in part.ranks],
            }
            for part in turn.parts
        ],
    }


def book_value(rules: Variant) -> dict[str, Any]:
    """A rule book as data: the board, the army, what a seat sets up, and which parts of the rules it has."""
    board = rules.board
    return schemas_games.BookShape.of(
        rules,
        url=reverse("games:rule-book", args=[rules.slug]),
        board={
            "columns": board.columns,
            "rows": board.rows,
            "lakes": sorted(board.name(square) for square in board.lakes),
            "stockades": [board.name(square) for square in board.stockades],
            "homes": {seat.slug: [board.name(square) for square in board.homes[seat]] for seat in rules.seats},
        },
        army={rank.symbol: count for rank, count in rules.army.items()},
        reserve=rules.reserve.value,
    )


def merged(*values: Mapping[str, Any]) -> dict[str, Any]:
    """Several values as one."""
    return {name: value for item in values for name, value in item.items()}
