"""What a viewer may know (RULES section 9). `view_of` is the only door from a game to anything that leaves the server.

A `View` holds plain values and has no way back to the position. It is denied by default: a rank is given only if the
viewer's own seat has the piece, or it was revealed to all, or the game's reveal opened everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, NamedTuple, Self

from .engine import FIRST_PIECE, NOWHERE, Played, Position
from .marks import Noted
from .outcome import Fact, Outcome
from .pieces import Rank, Seat, Viewer
from .variant import Options, Reserve, Variant


class PieceView(NamedTuple):
    """One piece as a viewer sees it. (A named tuple, as a view makes one of every piece.)

    Args:
        id: identifies the piece; given by place at the start, never by rank.
        seat: whose piece it is.
        square: index of its square; for a captured piece, where it fell.
        rank: None if this viewer may not know it.
        revealed: its rank is known to all.
        captive: a taken Flag in a stockade.
        rescuer: it has made its one rescue.
        moved: it has moved, in a game that says so (`Options.memory`); else False.
    """

    id: int
    seat: Seat
    square: int
    rank: Rank | None
    revealed: bool
    captive: bool = False
    rescuer: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """A choice that a battle opened and the turn waits for; public, like the battle.

    `kind` is `stockade` (where a taken Flag goes), `freed` (where a rescued Flag goes), `rescue`, `entry` or `lay` (a
    card from the hand on a gap of the front line).
    """

    kind: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Holding:
    """Pieces off the board that are not captured: a `reserve`, `hand` or `deck` (RULES section 1).

    Args:
        ranks: what is in it, each rank with its count, highest first, if the viewer may know that; else None. It is
            never an order.
    """

    seat: Seat
    kind: str
    count: int
    ranks: tuple[tuple[Rank, int], ...] | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that failed (RULES section 8, uniting), told to the two partners only.

    Args:
        seat: who claimed.
        flag: the piece that moved, the claimer's Flag.
        named: the partner's piece that is not the Flag.
    """

    ply: int
    seat: Seat
    flag: int
    named: int


@dataclass(frozen=True, slots=True)
class Look:
    """What a card look showed, told only to who looked (RULES section 8, cards).

    Args:
        kind: `hand` or `line`.
        squares: the places looked at, for `line`.
        ranks: what lay there, place by place; for `hand` the set, highest first.
    """

    ply: int
    seat: Seat
    kind: str
    squares: tuple[int, ...]
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack and its outcome, which all have seen. `result` is `win`, `loss` or `both`, from the attacker's side."""

    attacker: PieceView
    defender: PieceView
    result: str


@dataclass(frozen=True, slots=True)
class Part:
    """A further part of a turn, as the viewer saw it.

    Args:
        kind: `stockade`, `freed`, `rescue`, `entry`, `returned` (a fired Cannon, to the reserve), `claim`, `lay`,
            `hand-look`, `line-look`, `shuffle` or `missed` (a Spotter's wrong guess).
        piece: the piece concerned, if any.
        squares: where: the piece's new square, the places looked at, or the place aimed at.
        ranks: what a look showed or a guess named, if the viewer may know that.
    """

    kind: str
    piece: PieceView | None
    squares: tuple[int, ...] = ()
    ranks: tuple[Rank, ...] | None = None


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last ply as the viewer saw it, up to now if it waits for a choice.

    Args:
        piece: the piece that moved or entered.
        path: its squares; of an entry the one square.
        attack: the attack, if there was one.
        revealed: the rank that a move's shape proved.
        noted: the rule that it broke in a `noted` record.
        parts: what followed, in order, as far as the viewer may know.
        text: all of it in notation, docs/notation.md, without what is hidden from the viewer.
    """

    seat: Seat
    piece: int
    path: tuple[int, ...]
    attack: Attack | None
    revealed: Rank | None
    noted: str | None
    parts: tuple[Part, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class LostPiece:
    """A piece that is off the board for good, as a viewer knows it.

    Args:
        ply: the one at which it fell, the first being 1.
        rank: None if this viewer may not know it.
    """

    ply: int
    seat: Seat
    rank: Rank | None


@dataclass(frozen=True, slots=True)
class Caution:
    """How near a repetition rule or the quiet limit is for the seat to move, from what all can see."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class View:
    """A game at one ply, as one viewer may know it.

    Args:
        pieces: on the board by square, captive Flags too.
        captured: off the board for good or until a rescue, in order of capture.
        quiet: plies since the last attack; quiet_limit: after how many the game is drawn, or None.
        holdings: reserves, hands and decks, by seat; empty where the rule book has none.
        rescues: rescues left, for each seat; empty where the rule book has none.
        noted: the plies so far that break a repetition rule, in a record that is kept with `repetition: noted`.
        claims, looks: those that this viewer may know, in order.
        edition: that of the rule book.
        out: for each seat the ranks that were neither lost nor shown, with their counts, highest first, in a game that
            says so (`Options.memory`); else empty. It is the same for every viewer.
    """

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
    noted: Sequence[Noted]
    holdings: tuple[Holding, ...] = ()
    rescues: tuple[int, ...] = ()
    claims: tuple[Claim, ...] = ()
    looks: tuple[Look, ...] = ()
    edition: int = 1
    out: tuple[tuple[tuple[Rank, int], ...], ...] = ()


RESULTS = ("both", "loss", "win")


@dataclass(frozen=True, slots=True, repr=False)
class Shown:
    """A ply with all that viewers were shown of it, separate from its changing position. Secret.

    Args:
        ply: its number, the first ply being 1.
        last: what it did.
        rank, seat, known, rescuers, held: as those of the position, for the pieces that the ply was about.
    """

    variant: Variant
    ply: int
    last: Played
    rank: Mapping[int, int]
    seat: Mapping[int, int]
    known: Mapping[int, int]
    rescuers: Mapping[int, int] = field(default_factory=dict)
    held: Mapping[int, int] = field(default_factory=dict)

    @property
    def mover(self) -> Seat:
        """The seat whose ply it was."""
        return Seat(self.last.seat)

    def last_turn(self, viewer: Viewer) -> LastTurn:
        """The ply as `viewer` saw it then: what the view of that moment had as its `last`."""
        turn = last_turn_of(self, viewer)
        assert turn is not None
        return turn

    def dump(self) -> list[Any]:
        """All of it as a JSON value. It holds ranks: it never leaves the server."""
        last = self.last
        return [
            self.ply,
            [last.turn.text, *last[1:-1], [list(deed) for deed in last.deeds]],
            [
                [piece, rank, self.seat[piece], self.known[piece], self.rescuers.get(piece, 0)]
                for piece, rank in self.rank.items()
            ],
            [[square, piece] for square, piece in self.held.items()],
        ]

    @classmethod
    def load(cls, variant: Variant, value: Sequence[Any]) -> Self:
        """What `dump` wrote for the same variant."""
        ply, last, pieces, held = value
        return cls(
            variant,
            ply,
            Played.of(variant, last),
            {piece: rank for piece, rank, _seat, _known, _rescuer in pieces},
            {piece: seat for piece, _rank, seat, _known, _rescuer in pieces},
            {piece: known for piece, _rank, _seat, known, _rescuer in pieces},
            {piece: rescuer for piece, _rank, _seat, _known, rescuer in pieces},
            dict(held),
        )

    def __repr__(self) -> str:
        return f"<Shown {self.variant.slug} ply {self.ply}>"


@singledispatch
def shown_of(position: object) -> Shown | None:
    """The last ply of a position, to be kept before it changes; None before the first."""
    raise NotImplementedError(type(position).__name__)


def pieces_of(last: Played) -> set[int]:
    pieces = {last.piece, last.defender, *(deed.piece for deed in last.deeds)}
    pieces.discard(0)
    return pieces


@shown_of.register
def _(position: Position) -> Shown | None:
    last = position.last
    if last is None:
        return None
    pieces = sorted(pieces_of(last))
    return Shown(
        position.variant,
        position.ply,
        last,
        {piece: position.rank[piece] for piece in pieces},
        {piece: position.seat[piece] for piece in pieces},
        {piece: position.known[piece] for piece in pieces},
        {piece: position.rescuers[piece] if position.rescuers else 0 for piece in pieces},
        {square: piece for square, piece in position.held.items() if piece in pieces},
    )


@singledispatch
def view_of(position: object, viewer: Viewer) -> View:
    """What `viewer` may know of `position` (RULES section 9)."""
    raise NotImplementedError(type(position).__name__)


@view_of.register
def _(position: Position, viewer: Viewer) -> View:
    return View(
        variant=position.variant.slug,
        viewer=viewer,
        ply=position.ply,
        to_move=Seat(position.to_move),
        pending=Pending(position.pending, Seat(position.to_move)) if position.pending else None,
        outcome=position.outcome,
        pieces=_standing(position, viewer),
        captured=tuple(_piece(position, fallen.piece, fallen.square, viewer) for fallen in position.captured),
        last=last_turn_of(position, viewer),
        quiet=position.quiet,
        quiet_limit=position.options.no_attack_limit,
        cautions=_cautions(position),
        noted=position.noted or (),
        holdings=holdings_of(position, viewer),
        rescues=tuple(position.rescues),
        claims=tuple(
            Claim(claim.ply, Seat(claim.seat), claim.flag, claim.named)
            for claim in position.claims
            # Those of lost pieces say nothing, and must not vanish with the next claim, which others may not know.
            if position.where[claim.named] != NOWHERE and among(viewer, position.partners(claim.seat))
        ),
        edition=position.variant.edition,
        out=tuple(_out(position, seat) for seat in position.variant.seats) if position.options.memory else (),
    )


def _out(position: Position, seat: Seat) -> tuple[tuple[Rank, int], ...]:
    """The ranks of a seat that were neither lost nor shown, as everybody can count them: highest first. A set-up with
    fewer pieces than the army may have fewer of them.
    """
    armies = 2 if position.variant.reserve is Reserve.SECOND_ARMY else 1
    left = {rank: armies * count for rank, count in position.variant.army.items()}
    standing = (*position.at, *position.held.values())
    shown = [piece for piece in standing if piece >= FIRST_PIECE and position.known[piece] & 1]
    for piece in (*shown, *(fallen.piece for fallen in position.captured)):
        if position.seat[piece] == seat and position.known[piece] & 1:
            left[RANKS[position.rank[piece]]] -= 1
    return tuple((rank, left[rank]) for rank in sorted(left, reverse=True) if left[rank])


def _standing(position: Position, viewer: Viewer) -> tuple[PieceView, ...]:
    mask = _MASKS[viewer]
    pieces = [_seen(position, piece, square, mask) for square, piece in enumerate(position.at) if piece >= FIRST_PIECE]
    if position.held:
        pieces += [_seen(position, piece, square, mask) for square, piece in position.held.items()]
        pieces.sort(key=lambda piece: piece.square)
    if position.moved:
        pieces = [piece._replace(moved=True) if position.moved >> piece.id & 1 else piece for piece in pieces]
    return tuple(pieces)


# By number: calling an enumeration takes longer than everything else about a piece.
SEATS = tuple(Seat)
RANKS = tuple(Rank)
_MASKS = {viewer: -1 if viewer is Viewer.ALL else 0 if viewer.seat is None else 1 << viewer.seat for viewer in Viewer}


def _piece(position: Position | Shown, piece: int, square: int, viewer: Viewer) -> PieceView:
    return _seen(position, piece, square, _MASKS[viewer])


def _seen(position: Position | Shown, piece: int, square: int, mask: int) -> PieceView:
    """A piece as the seats of a mask see it; a negative mask sees all."""
    seat, known = position.seat[piece], position.known[piece]
    return PieceView(
        piece,
        SEATS[seat],
        square,
        RANKS[position.rank[piece]] if known & 1 or mask < 0 or mask & (known >> 1 | 1 << seat) else None,
        known & 1 == 1,
        position.held.get(square) == piece if position.held else False,
        position.rescuers[piece] != 0 if position.rescuers else False,
    )


def losses_of(position: Any, viewer: Viewer) -> tuple[LostPiece, ...]:
    """The pieces that are off the board, in order of capture; not those that came back. Boards and card tables keep
    them alike."""
    results = []
    for piece, _square, ply in position.captured:
        seat, known = SEATS[position.seat[piece]], position.known[piece]
        shown = known & 1 or among(viewer, known >> 1 | 1 << seat)
        results.append(LostPiece(ply, seat, RANKS[position.rank[piece]] if shown else None))
    return tuple(results)


@singledispatch
def holdings_of(position: object, viewer: Viewer) -> tuple[Holding, ...]:
    """The reserves, hands and decks alone: the `holdings` of the view, for who follows a game turn by turn."""
    raise NotImplementedError(type(position).__name__)


@holdings_of.register
def _(position: Position, viewer: Viewer) -> tuple[Holding, ...]:
    return tuple(_holding(SEATS[seat], "reserve", stock, viewer) for seat, stock in enumerate(position.stock))


def among(viewer: Viewer, seats: int) -> bool:
    """Whether `viewer` sits at one of the seats of a mask, or the game is open."""
    mask = _MASKS[viewer]
    return mask < 0 or bool(mask & seats)


def _holding(seat: Seat, kind: str, counts: Sequence[int], viewer: Viewer) -> Holding:
    ranks = tuple((rank, counts[rank]) for rank in sorted(Rank, reverse=True) if counts[rank])
    return Holding(seat, kind, sum(counts), ranks if among(viewer, 1 << seat) else None)


@singledispatch
def last_turn_of(position: object, viewer: Viewer) -> LastTurn | None:
    """The last turn alone: the `last` of the view, for lists of moves, which need nothing else of it."""
    raise NotImplementedError(type(position).__name__)


@last_turn_of.register
def _(position: Position | Shown, viewer: Viewer) -> LastTurn | None:
    last = position.last
    if last is None:
        return None
    attack = None
    if last.result is not None:
        attacker = _piece(position, last.piece, last.turn.source, viewer)
        defender = _piece(position, last.defender, last.turn.target, viewer)
        attack = Attack(attacker, defender, RESULTS[last.result])
    shown = attack is None and last.turn.gait & position.variant.revealing
    seen = [(deed, among(viewer, deed.seats)) for deed in last.deeds]
    return LastTurn(
        seat=Seat(last.seat),
        piece=last.piece,
        path=last.turn.path,
        attack=attack,
        revealed=Rank(position.rank[last.piece]) if shown else None,
        noted=last.breach,
        parts=tuple(
            Part(
                deed.kind, _piece(position, deed.piece, deed.squares[-1], viewer) if deed.piece else None, deed.squares
            )
            for deed, full in seen
            if full or deed.public
        ),
        text=_move_text(position, last) + "".join(deed.text if full else deed.public for deed, full in seen),
    )


def _move_text(position: Position | Shown, last: Played) -> str:
    """The move or attack in notation, as pages print it; nothing for an entry, which is a part."""
    if last.turn.source == last.turn.target:
        return ""
    path = [position.variant.board.name(square) for square in last.turn.path]
    return "-".join(path[:-1]) + ("-" if last.result is None else "x") + path[-1]


def _cautions(position: Position) -> tuple[Caution, ...]:
    if position.outcome is not None:
        return ()
    board = position.board
    results = []
    piece, common, number, two = position.rows[position.to_move]
    limit = position.variant.two_squares
    if piece >= FIRST_PIECE and position.where[piece] >= 0:
        square = board.name(position.where[piece])
        almost = number & two if limit == 3 else 0
        if common:
            results.append(
                Caution("two-squares-reached", {"square": square, "borders": board.border_of(common), "limit": limit})
            )
        elif almost:
            results.append(
                Caution("two-squares-near", {"square": square, "borders": board.border_of(almost), "limit": limit})
            )
    length = position.chase[position.to_move & 1]
    if position.variant.more_squares and length >= 2:
        barred = tuple((board.name(source), board.name(target)) for source, target in position.barred_returns())
        code = "more-squares-reached" if barred else "more-squares-near"
        results.append(Caution(code, {"length": length, "barred": barred}))
    if position.barred and position.variant.chase_limit:
        results.append(Caution("chase-limit-reached", {"square": board.name(position.trail[-1].target)}))
    return (*results, *quiet_cautions(position.options, position.quiet))


def quiet_cautions(options: Options, quiet: int) -> tuple[Caution, ...]:
    """How near the limit of plies without an attack is, from the last twenty on (RULES section 7)."""
    limit = options.no_attack_limit
    if limit is None or limit - quiet > 20:
        return ()
    return (Caution("quiet-limit-near", {"left": limit - quiet, "limit": limit}),)


@singledispatch
def facts_of(position: object, number: int | None = None) -> tuple[Fact, ...]:
    """What the last submission did, as codes with parameters; squares and ranks by name and number.

    Args:
        number: None after a turn; after a choice, how many parts the turn had before it.
    """
    raise NotImplementedError(type(position).__name__)


@facts_of.register
def _(position: Position, number: int | None = None) -> tuple[Fact, ...]:
    last = position.last
    if last is None:
        return ()
    facts = _facts_of_turn(position, last) if number is None else []
    board = position.board
    for deed in last.deeds[number or 0 :]:
        squares = tuple(board.name(square) for square in deed.squares)
        params = {"seat": Seat(last.seat).slug, "piece": deed.piece, "squares": squares}
        if deed.public or deed.seats < 0:
            facts.append(Fact(deed.kind, params))
        if deed.public != deed.text:
            who = frozenset(seat for seat in range(len(position.variant.seats)) if deed.seats >> seat & 1)
            # A failed claim shows its claimer only what the piece is not.
            told_rank = {} if deed.kind == "claim" else {"rank": position.rank[deed.piece]}
            facts.append(Fact(f"{deed.kind}-known", params | told_rank, who))
    if position.outcome is not None:
        facts.append(Fact("over", {"kind": position.outcome.kind.value, "winner": position.outcome.winner}))
    return tuple(facts)


def _facts_of_turn(position: Position, last: Played) -> list[Fact]:
    path = tuple(position.board.name(square) for square in last.turn.path)
    seat = Seat(last.seat).slug
    facts = []
    if last.result is not None:
        params = {
            "seat": seat,
            "path": path,
            "piece": last.piece,
            "rank": position.rank[last.piece],
            "defender": last.defender,
            "defender_rank": position.rank[last.defender],
            "result": RESULTS[last.result],
        }
        facts.append(Fact("attacked", params))
    elif last.turn.source != last.turn.target:
        facts.append(Fact("moved", {"seat": seat, "piece": last.piece, "path": path}))
        if last.turn.gait & position.variant.revealing:
            facts.append(Fact("revealed", {"piece": last.piece, "rank": position.rank[last.piece]}))
    if last.breach is not None:
        facts.append(Fact("noted", {"ply": position.ply, "rule": last.breach}))
    return facts
