"""Seals: what binds a set-up before play, and opens it later, as a whole or piece by piece (docs/verifying.md).

A seal of the form `tree` is the root of a Merkle tree with a leaf for each home square, empty ones too. The tree's
shape follows from the rule book alone. Each leaf is salted by 32 bytes of its own, which only the set-up's nonce gives;
so its salt, its symbol and the sibling hashes open a leaf, and none of these reveals anything about
another square. A piece that comes to the board later, from a reserve or a hand, has a separate leaf, shown
from the moment at which it comes.

Nothing of this is stored: a piece is opened for a viewer whenever the viewer's own view shows its
rank, and what opens it follows from the log.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from eventlog import merkle, queries
from eventlog.sources import SOURCES, commit
from games.domain.events import SetupMade
from games.rules import LastTurn, PieceView, Rank, Seat, Variant, View, pieces_at_start, seat_of_slug

TREE = "tree"
"""The form of seals that opens piece by piece. Set-ups that were made before it, and those of imported records, which
are open from the first, have the plain form: SHA-256 over nonce and placement."""

_SHOWING = frozenset({"entry", "lay", "claim", "line-look"})
"""Parts of a turn that can show a viewer a rank which no attack and no move has shown."""


@dataclass(frozen=True, slots=True)
class OpenedPiece:
    """What opens one piece.

    Args:
        seat: whose piece it is.
        piece: its id, as views have it.
        place: of a piece that began on a home square which character of the placement it is, from 0; of one that came
            later `+` and the number of its coming, from 1.
        square: the home square, or None.
        salt: of its leaf, hex.
        path: the sibling hashes up to the seal, hex, the lowest first; empty for a separate leaf.
        leaves: how many leaves the tree has.
        seal: what they lead to, hex.
        shown: the ply that showed it, and the square on which it stood before that; None if it came to the board in
            that ply, and where all that is known is opened.
    """

    seat: Seat
    piece: int
    place: str
    square: int | None
    rank: Rank = field(repr=False)
    salt: str = field(repr=False)
    path: tuple[str, ...]
    leaves: int
    seal: str
    shown: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class LoneSeal:
    """The seal of a piece that came to the board after the set-ups and is not known to all: `place` as in an
    opening, `seal` in hex."""

    seat: Seat
    place: str
    seal: str


@dataclass(frozen=True, slots=True)
class OpenedPieces:
    """The openings for a viewer at one ply, and the separate seals of pieces on the board then."""

    pieces: tuple[OpenedPiece, ...] = ()
    lone: tuple[LoneSeal, ...] = ()


def commitment_of(made: SetupMade) -> str:
    """The commitment to a set-up, as hex, in the form that the event names; published when play begins."""
    if made.seal != TREE:
        return commit(bytes.fromhex(made.nonce), made.placement)
    return merkle.merkle_root(_leaves_of(made)).hex()


def opens_with(made: SetupMade) -> dict[str, str]:
    """The commitment and what opens all of it, as a record has them (docs/record-format.md)."""
    form = {} if made.seal is None else {"form": made.seal}
    return {"commitment": commitment_of(made), "salt": made.nonce} | form


def _salt(seat: str, nonce: str, place: str) -> bytes:
    return hmac.digest(bytes.fromhex(nonce), f"{seat} {place}".encode(), "sha256")


def _leaf(seat: str, nonce: str, place: str, symbol: str) -> bytes:
    # The zero byte parts leaves from nodes, as in every tree of RFC 9162.
    return bytes.fromhex(commit(b"\0" + _salt(seat, nonce, place), f"{seat} {place} {symbol}"))


def _leaves_of(made: SetupMade) -> tuple[bytes, ...]:
    return _leaves(made.seat, made.nonce, made.placement, SOURCES.commit)


@lru_cache(maxsize=256)
def _leaves(seat: str, nonce: str, placement: str, _commit: Callable[[bytes, str], str]) -> tuple[bytes, ...]:
    """Kept, because a game opens pieces of the same set-ups again and again."""
    return tuple(_leaf(seat, nonce, str(place), symbol) for place, symbol in enumerate(placement))


class _Shown(NamedTuple):
    """A piece that a viewer was shown: `shown` as in an `OpenedPiece`."""

    seat: Seat
    rank: Rank
    shown: tuple[int, int] | None


class Seals:
    """What opens the pieces of one game. It holds every rank: only what `opened` and `known` give leaves the server.

    Args:
        rules: the rule book, in the edition of the game.
        made: the set-ups of all seats.
    """

    def __init__(self, rules: Variant, made: Sequence[SetupMade]) -> None:
        self._rules = rules
        self._made: Mapping[Seat, SetupMade] = {seat_of_slug(item.seat): item for item in made}
        self._starts = pieces_at_start(rules, {seat: made.placement for seat, made in self._made.items()})
        # What opens a piece is the same at every ply, and every page of a game needs it again.
        self._opened: dict[tuple[int, Rank], OpenedPiece] = {}
        self._alone: dict[tuple[int, Rank], LoneSeal] = {}

    def __repr__(self) -> str:
        return f"<Seals {self._rules.slug}>"

    @property
    def by_piece(self) -> frozenset[Seat]:
        """The seats whose set-ups open piece by piece."""
        return frozenset(seat for seat, made in self._made.items() if made.seal == TREE)

    def opened(
        self, view: View, truth: Callable[[], View], turns: Iterable[tuple[int, LastTurn]] | None = None
    ) -> OpenedPieces:
        """What turns open for the viewer of a view: the pieces whose rank they showed.

        Args:
            view: what the viewer may know. What is opened, in which order, and which lone seals there are follow from
                it and from the turns alone.
            truth: gives the view of everybody after the reveal; called only if there are separate seals.
            turns: plies as the same viewer saw them, each with its number; the last one of the view if not given.
        """
        if turns is None:
            turns = () if view.last is None else ((view.ply, view.last),)
        # Each turn opens what it showed, even a piece opened before: a page shows each turn separately.
        opened = [piece for ply, turn in turns for piece in self._open_all(_shown_by(ply, turn, view))]
        return OpenedPieces(tuple(sorted(opened, key=lambda piece: piece.piece)), self._lone(view, truth))

    def known(self, view: View, truth: Callable[[], View]) -> OpenedPieces:
        """All that a view shows of pieces that are not the viewer's own."""
        ranks = {
            piece.id: _Shown(piece.seat, piece.rank, None)
            for piece in (*view.pieces, *view.captured)
            if piece.rank is not None and piece.seat is not view.viewer.seat
        }
        return OpenedPieces(tuple(self._open_all(ranks)), self._lone(view, truth))

    def _open_all(self, shown: Mapping[int, _Shown]) -> Iterator[OpenedPiece]:
        for piece in sorted(shown):
            if self._made[shown[piece].seat].seal == TREE:
                yield self._open(piece, *shown[piece])

    def _open(self, piece: int, seat: Seat, rank: Rank, shown: tuple[int, int] | None) -> OpenedPiece:
        kept = self._opened.get((piece, rank))
        if kept is None:
            kept = self._opened[piece, rank] = self._made_open(piece, seat, rank)
        return replace(kept, shown=shown)

    def _made_open(self, piece: int, seat: Seat, rank: Rank) -> OpenedPiece:
        made = self._made[seat]
        place = self._place(piece)
        salt = _salt(made.seat, made.nonce, place).hex()
        if piece not in self._starts:
            seal = _leaf(made.seat, made.nonce, place, rank.symbol).hex()
            return OpenedPiece(seat, piece, place, None, rank, salt, (), 1, seal)
        number, leaves = self._starts[piece][1], _leaves_of(made)
        path = tuple(node.hex() for node in merkle.inclusion_path(leaves, number))
        square = self._rules.board.homes[seat][number]
        return OpenedPiece(seat, piece, place, square, rank, salt, path, len(leaves), commitment_of(made))

    def _place(self, piece: int) -> str:
        start = self._starts.get(piece)
        return f"+{piece - max(self._starts)}" if start is None else str(start[1])

    def _lone(self, view: View, truth: Callable[[], View]) -> tuple[LoneSeal, ...]:
        came = [piece for piece in view.pieces if piece.id not in self._starts and not piece.revealed]
        came = [piece for piece in came if self._made[piece.seat].seal == TREE]
        if not came:
            return ()
        ranks = {piece.id: piece.rank for piece in truth().pieces}
        return tuple(self._lone_seal(piece, ranks[piece.id]) for piece in sorted(came, key=lambda piece: piece.id))

    def _lone_seal(self, piece: PieceView, rank: Rank | None) -> LoneSeal:
        assert rank is not None
        kept = self._alone.get((piece.id, rank))
        if kept is None:
            made, place = self._made[piece.seat], self._place(piece.id)
            kept = LoneSeal(piece.seat, place, _leaf(made.seat, made.nonce, place, rank.symbol).hex())
            self._alone[piece.id, rank] = kept
        return kept


def _shown_by(ply: int, last: LastTurn, view: View) -> dict[int, _Shown]:
    """The pieces whose ranks a turn showed the viewer, by their ids."""
    views: list[tuple[PieceView, int | None]] = []
    showns: dict[int, _Shown] = {}
    if last.revealed is not None:
        showns[last.piece] = _Shown(last.seat, last.revealed, (ply, last.path[0]))
    if last.attack is not None:
        views += [(last.attack.attacker, last.path[0]), (last.attack.defender, last.path[-1])]
    standing = {piece.square: piece for piece in view.pieces}
    for part in last.parts:
        if part.kind not in _SHOWING:
            continue
        if part.kind == "line-look":
            views += [(standing[square], square) for square in part.squares if square in standing]
        elif part.piece is not None:
            views.append((part.piece, part.squares[-1] if part.kind == "claim" else None))
        if part.kind == "claim":  # the Flag that moved, wherever it is by now
            views += [(piece, last.path[0]) for piece in view.pieces if piece.id == last.piece]
    return showns | {
        piece.id: _Shown(piece.seat, piece.rank, None if square is None else (ply, square))
        for piece, square in views
        if piece.rank is not None
    }


@lru_cache(maxsize=256)  # some 3 kB each; set-ups never change
def seals_of(game: UUID, rules: Variant) -> Seals:
    """The seals of a game that has begun, for callers that have not read its log: its set-ups are read once and kept.

    Args:
        game: its id.
        rules: its rule book, in its edition.
    """
    return Seals(rules, [stored.event for stored in queries.load_first(game, kind=SetupMade, most=len(rules.seats))])
