"""What a viewer may know of a card game (RULES section 9): the card table's part of knowledge.py.

Denied by default, as there: nobody knows the order of a deck, its owner only which cards are in it; a hand and the
cards of a front line are their owner's, until they are shown, or looked at.
"""

from __future__ import annotations

from .card_table import CardTable, CardTurn
from .engine import EMPTY, Deed, Played
from .knowledge import (
    RANKS,
    RESULTS,
    SEATS,
    Attack,
    Holding,
    LastTurn,
    Look,
    Part,
    Pending,
    PieceView,
    Shown,
    View,
    among,
    facts_of,
    holdings_of,
    last_turn_of,
    pieces_of,
    quiet_cautions,
    shown_of,
    view_of,
)
from .outcome import Fact
from .pieces import Rank, Seat, Viewer


@view_of.register
def _(table: CardTable, viewer: Viewer) -> View:
    return View(
        variant=table.variant.slug,
        viewer=viewer,
        ply=table.ply,
        to_move=Seat(table.to_move),
        pending=Pending(table.pending, Seat(table.to_move)) if table.pending else None,
        outcome=table.outcome,
        pieces=tuple(_card(table, card, square, viewer) for square, card in enumerate(table.at) if card != EMPTY),
        captured=tuple(_card(table, fallen.piece, fallen.square, viewer) for fallen in table.captured),
        last=last_turn_of(table, viewer),
        quiet=table.quiet,
        quiet_limit=table.options.no_attack_limit,
        cautions=() if table.outcome is not None else quiet_cautions(table.options, table.quiet),
        noted=(),
        holdings=holdings_of(table, viewer),
        looks=tuple(
            Look(look.ply, Seat(look.seat), look.kind, look.squares, tuple(Rank(rank) for rank in look.ranks))
            for look in table.looks
            if among(viewer, 1 << look.seat)
        ),
        edition=table.variant.edition,
    )


@holdings_of.register
def _(table: CardTable, viewer: Viewer) -> tuple[Holding, ...]:
    return tuple(
        _holding(seat, kind, cards[seat], viewer)
        for seat in table.variant.seats
        for kind, cards in (("hand", table.hands), ("deck", table.decks))
    )


def _card(table: CardTable | CardsShown, card: int, square: int, viewer: Viewer) -> PieceView:
    seat, known = table.seat[card], table.known[card]
    rank = RANKS[table.rank[card]] if known & 1 or among(viewer, known >> 1 | 1 << seat) else None
    return PieceView(card, SEATS[seat], square, rank, bool(known & 1))


def _holding(seat: Seat, kind: str, cards: list[int], viewer: Viewer) -> Holding:
    if not among(viewer, 1 << seat):
        return Holding(seat, kind, len(cards), None)
    ranks = tuple((RANKS[rank], cards.count(rank)) for rank in sorted(set(cards), reverse=True))
    return Holding(seat, kind, len(cards), ranks)


class CardsShown(Shown):
    """A ply of a card game, kept apart from its table. Secret."""

    __slots__ = ()


@shown_of.register
def _(table: CardTable) -> Shown | None:
    last = table.last
    if last is None:
        return None
    cards = sorted(pieces_of(last))
    return CardsShown(
        table.variant,
        table.ply,
        last,
        {card: table.rank[card] for card in cards},
        {card: table.seat[card] for card in cards},
        {card: table.known[card] for card in cards},
    )


@last_turn_of.register
def _(table: CardTable | CardsShown, viewer: Viewer) -> LastTurn | None:
    last = table.last
    if last is None:
        return None
    turn = last.turn
    assert isinstance(turn, CardTurn)
    attack = None
    if last.result is not None:
        attacker = _card(table, last.piece, turn.source, viewer)
        defender = _card(table, last.defender, turn.target, viewer)
        attack = Attack(attacker, defender, RESULTS[last.result])
    return LastTurn(
        seat=SEATS[last.seat],
        piece=last.piece,
        path=turn.path,
        attack=attack,
        # What acts is shown, and stays known.
        revealed=RANKS[table.rank[last.piece]] if attack is None else None,
        noted=None,
        parts=tuple(_part(table, last, deed, viewer) for deed in last.deeds),
        text=_told(turn) + "".join(deed.text if among(viewer, deed.seats) else deed.public for deed in last.deeds),
    )


def _told(turn: CardTurn) -> str:
    return turn.public_text.replace("-", "x") if turn.kind == "attack" else turn.public_text


def _part(table: CardTable | CardsShown, last: Played, deed: Deed, viewer: Viewer) -> Part:
    # A look's squares are those looked at; the card that looks lies on its own place.
    place = deed.squares[0] if deed.kind == "lay" else last.turn.source
    card = _card(table, deed.piece, place, viewer) if deed.piece else None
    # A guess is made aloud; what a look showed is for who looked.
    shown = deed.ranks and deed.kind != "lay" and (deed.seats < 0 or among(viewer, deed.seats))
    return Part(deed.kind, card, deed.squares, tuple(RANKS[rank] for rank in deed.ranks) if shown else None)


@facts_of.register
def _(table: CardTable, number: int | None = None) -> tuple[Fact, ...]:
    last = table.last
    if last is None:
        return ()
    names = table.board.names
    facts = [_fact_of_turn(table, last)] if number is None else []
    for deed in last.deeds[number or 0 :]:
        params = {"seat": Seat(last.seat).slug, "squares": tuple(names[square] for square in deed.squares)}
        if deed.seats < 0:
            facts.append(Fact(deed.kind, params | ({"ranks": deed.ranks} if deed.ranks else {})))
            continue
        facts.append(Fact(deed.kind, params))
        who = frozenset(seat for seat in table.variant.seats if deed.seats >> seat & 1)
        facts.append(Fact(f"{deed.kind}-known", params | {"ranks": deed.ranks}, who))
    if table.outcome is not None:
        facts.append(Fact("over", {"kind": table.outcome.kind.value, "winner": table.outcome.winner}))
    return tuple(facts)


def _fact_of_turn(table: CardTable, last: Played) -> Fact:
    path = tuple(table.board.names[square] for square in last.turn.path)
    params = {"seat": Seat(last.seat).slug, "path": path, "piece": last.piece, "rank": table.rank[last.piece]}
    if last.result is None:
        return Fact("shown", params)
    return Fact(
        "attacked",
        params
        | {
            "defender": last.defender,
            "defender_rank": table.rank[last.defender],
            "result": RESULTS[last.result],
        },
    )
