"""Games of real boards that are relayed: a scribe enters the moves that the players make there.

The engine knows the sealed set-ups and judges each attack. The scribe may know no more than a spectator, and each
answer here keeps to that: what spectators can see to be impossible is refused with its code; what only the set-ups
forbid (the Bomb that goes a square, a far move of what is no Scout) is refused in one way, whatever the reason, and
halts the game for everybody to see until an arbiter lets it go on. So nobody tries out one rank after the other unseen.

Moves come with the number of their ply, and with how many times moves were taken back when they were entered: those
that waited for a line are played in their order, each once, and none on a game that went on otherwise.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.domain.command_handler import execute, open_game, playing, running
from games.domain.events import GameEvent, GamePaused, TakebackAgreed, TakebackOffered, TurnsTakenBack, submitted
from games.domain.projections import course_of
from games.domain.state import GameFold
from games.rules import Illegal, Refusal, Seat, Turn, Variant, View, Viewer, advance, parse_turn
from games.rules.turn import GAIT_BENT

HALT = "relay"
"""Why such a game is paused."""


def can_be_relayed(rules: Variant) -> bool:
    """Whether each turn of a rule book is a piece that goes from one square to another, which a scribe can see."""
    plain = rules.position is None and rules.notation is None and not rules.deals
    return plain and len(rules.seats) == 2 and not any(gait & GAIT_BENT for gait in rules.gaits.values())


def enter_move(
    *, game: UUID, turn: str, ply: int, takebacks: int, only: Seat | None = None, actor: UUID | None = None
) -> GameFold:
    """Plays a move of the real board. One that stands there already is not played again.

    Side effects: appends TurnPlayed and what follows, or GamePaused.

    Args:
        turn: in text notation.
        ply: which one it is, from 1.
        takebacks: how many times moves had been taken back when it was entered.
        only: the seat whose moves may be entered; None for all.
        game, actor: as for all commands.

    Raises:
        Illegal: `moved-on`: another move stands there, or some were taken back; `relay-early`: those before it are not
            entered yet; `relay-impossible`: everybody can see that it cannot be; `relay-refused`: the set-ups do not
            allow it, and the game is halted; `not-your-turn`, `notation`, `off-board`, `not-started`, `game-over`,
            `game-paused`.
    """
    before = open_game(game)
    if _stands(before, game, turn, ply, takebacks):
        return before

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        state = playing(now)
        running(now)
        if len(now.takebacks) != takebacks or state.ply >= ply:
            raise Illegal(Refusal("moved-on", {"expected": ply - 1, "actual": state.ply}))
        if state.ply < ply - 1:
            raise Illegal(Refusal("relay-early"))
        if only is not None and only is not state.to_move:
            raise Illegal(Refusal("not-your-turn", {"seat": only.slug, "to_move": state.to_move.slug}))
        parsed = parse_turn(now.variant, turn)
        if not _may_be(state.view(Viewer.SPECTATOR), parsed, now.variant):
            raise Illegal(Refusal("relay-impossible", {"turn": parsed.text}))
        try:
            advance(state, (parsed,))
        except Illegal:
            return [GamePaused(why=HALT)]
        return [submitted(parsed.text, choice=False, secret=now.variant.secret_turns)]

    now = execute(game=game, actor=actor, decide=decide)
    if HALT in now.paused:
        raise Illegal(Refusal("relay-refused"))
    return now


def take_back_move(*, game: UUID, ply: int, takebacks: int, actor: UUID | None = None) -> GameFold:
    """Takes back the last move, which was entered wrongly; never one that showed something hidden.

    Side effects: appends the offer, the consent and TurnsTakenBack.

    Args:
        ply: of that move.
        takebacks: as for `enter_move`.
        game, actor: as for all commands.

    Raises:
        Illegal: `moved-on`; `takeback-too-far`; `not-started`, `game-over`, `game-paused`.
    """

    def decide(now: GameFold, _at: datetime) -> list[GameEvent]:
        state = playing(now)
        running(now)
        if len(now.takebacks) != takebacks or state.ply != ply:
            raise Illegal(Refusal("moved-on", {"expected": ply, "actual": state.ply}))
        if not now.earlier or not now.can_go_back:
            raise Illegal(Refusal("takeback-too-far", {"plies": 1}))
        last = now.variant.seats[(ply - 1) % len(now.variant.seats)]
        agreed = [TakebackAgreed(seat=seat.slug) for seat in now.variant.seats if seat is not last]
        return [TakebackOffered(seat=last.slug), *agreed, TurnsTakenBack(1)]

    return execute(game=game, actor=actor, decide=decide)


def _stands(now: GameFold, game: UUID, turn: str, ply: int, takebacks: int) -> bool:
    """Whether this very move has been played: its answer may have been lost on the way."""
    if now.state is None or not 0 < ply <= now.state.ply or len(now.takebacks) != takebacks:
        return False
    return course_of(game).turns[ply - 1] == parse_turn(now.variant, turn).text


def _may_be(view: View, turn: Turn, rules: Variant) -> bool:
    """Whether a turn can be, for who sees no more than `view`: some rank that the piece may have goes so."""
    standing = {piece.square: piece for piece in view.pieces}
    piece, target = standing.get(turn.source), standing.get(turn.target)
    if piece is None or piece.seat is not view.to_move or (target is not None and target.seat is piece.seat):
        return False
    lakes = rules.board.lake_mask
    if turn.between & lakes or lakes >> turn.target & 1 or any(turn.between >> square & 1 for square in standing):
        return False
    ranks = rules.army if piece.rank is None else (piece.rank,)
    return any(rules.gaits.get(rank, 0) & turn.gait for rank in ranks)
