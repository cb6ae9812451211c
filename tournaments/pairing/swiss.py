"""The Swiss system: the next round by the FIDE Dutch system (C.04.3), or of teams by C.04.6, checked, and explained.

The rules are those in force since 1 February 2026 (`2026`); those before can be asked for (`2017`). Red is the white of
the rules. The engine is native code behind py4swiss: `pair_round` calls it in this process, `worker.pair_in_worker` in
one that may crash. Whatever it answers is checked here against the absolute criteria before anybody sees it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tournaments.pairing.cards import Card, explain
from tournaments.pairing.colours import ColourPreference
from tournaments.pairing.rounds import CannotPair, PairedRound, Pairing
from tournaments.scoring.crosstable import Colour, Crosstable

RULES = ("2026", "2017")
"""The rules of C.04.3 by the year from which they were in force, the present ones first."""


def pair_round(table: Crosstable, rules: str = RULES[0]) -> PairedRound:
    """The next round of an event, boards in the order of C.04.2.D.9, the pairing-allocated bye last.

    Raises:
        CannotPair: see there.
    """
    cards = explain(table, rules)
    _refuse(table, cards)
    pairings = _asked(table, cards, rules)
    criterion = broken(table, pairings, cards)
    if criterion is not None:
        raise CannotPair("engine-broke-criterion", {"criterion": criterion})
    return PairedRound(pairings)


def _asked(table: Crosstable, cards: Mapping[int, Card], rules: str) -> tuple[Pairing, ...]:
    """What the engine says. Native code and its libraries are loaded by who pairs alone, hence the imports here."""
    if table.team_colours:
        from tournaments.pairing import team_swiss

        return team_swiss.ask(table, cards.values())
    if rules == "2017":
        from tournaments.pairing import dutch2017

        return dutch2017.ask(table)
    from tournaments.pairing import dutch

    return dutch.ask(table, cards.values())


def _refuse(table: Crosstable, cards: Mapping[int, Card]) -> None:
    """Raise what can be said without asking the engine."""
    paired = table.paired
    for row in table.rows:
        for number, result in enumerate(row.results, start=1):
            if result.mark is None:
                raise CannotPair("round-not-over", {"round": number, "number": row.number})
    if table.rounds and paired >= table.rounds:
        raise CannotPair("event-over", {"rounds": table.rounds})
    present = [card for card in cards.values() if card.present]
    if len(present) < 2:
        raise CannotPair("too-few-players", {"players": len(present)})
    if len(present) % 2 and all(card.bye for card in present):
        raise CannotPair("bye-exhausted", {"players": len(present)})


def broken(table: Crosstable, pairings: Iterable[Pairing], cards: Mapping[int, Card] | None = None) -> str | None:
    """The first absolute criterion that a round breaks, or None.

    Args:
        table: the crosstable before the round.
        pairings: the round, by an engine or by hand.
        cards: of the players, if they are known.

    Returns:
        `everybody-once` (each player who is present is on one board, and nobody else is), `one-bye`, `second-bye` (C2),
        `rematch` (C1), `forbidden-pair`, or `third-colour` (C3 with C.04.1.f and g: three games more with one colour
        than with the other, or three with one colour in a row, and it is not the last round of a top scorer).
    """
    cards = explain(table, RULES[0]) if cards is None else cards
    pairings = tuple(pairings)
    counts = Counter(number for pairing in pairings for number in (pairing.red, pairing.blue) if number is not None)
    if counts != Counter(card.number for card in cards.values() if card.present):
        return "everybody-once"
    if sum(pairing.blue is None for pairing in pairings) > 1:
        return "one-bye"
    for pairing in pairings:
        criterion = _broken_on_board(table, cards, pairing)
        if criterion is not None:
            return criterion
    return None


def _broken_on_board(table: Crosstable, cards: Mapping[int, Card], pairing: Pairing) -> str | None:
    red = cards[pairing.red]
    if pairing.blue is None:
        return "second-bye" if red.bye else None
    blue = cards[pairing.blue]
    if pairing.blue in red.met or pairing.red in blue.met:
        return "rematch"
    if table.forbidden and frozenset({pairing.red, pairing.blue}) in table.forbidden:
        return "forbidden-pair"
    if not (red.top or blue.top) and (_too_much(red, Colour.RED) or _too_much(blue, Colour.BLUE)):
        return "third-colour"
    return None


def _too_much(card: Card, colour: Colour) -> bool:
    """Whether one more game with a colour breaks C.04.1.f or g."""
    return card.strength is ColourPreference.ABSOLUTE and card.due is not colour
