"""What an arbiter could do when no pairing of a round keeps all absolute criteria.

Each rule is lifted alone, and the matching code of the engine says whether the round could be completed then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice

from tournaments.pairing.cards import Card, explain
from tournaments.pairing.colours import ColourPreference
from tournaments.pairing.rounds import Choice
from tournaments.scoring.crosstable import Crosstable

LIMIT = 5
"""How many pairs or players a choice names: the nearest in score."""

TRIED = 400
"""Pairs that are tried; in a large field that cannot be paired the first ones do."""

Allowed = Callable[[Card, Card], bool]


def why_not(table: Crosstable) -> tuple[Choice, ...]:
    """The choices that exist; each of them alone makes the next round possible.

    `come-back` and `end` name nobody, and are all that is left where fewer than two are present: to break a rule is no
    help then. `allow-forbidden` and `meet-again` name pairs, `second-bye` and `leave-out` players (an odd player who is
    given a bye on request), `same-colour` nobody (a third game running with one colour for somebody), `end` nobody: to
    end the event here is always possible. `meet-again` without pairs: one would not do, more would. `by-hand`: no
    choice alone would do.
    """
    present = sorted((card for card in explain(table).values() if card.present), key=_rank)
    if table.rounds and table.paired >= table.rounds:
        return (Choice("end", {}),)
    if len(present) < 2:  # whom nobody can meet no rule that is broken helps
        return (Choice("come-back", {}), Choice("end", {}))
    choices = tuple(_choices(table, present))
    return choices if choices[:-1] else (Choice("by-hand", {}), *choices)


def _choices(table: Crosstable, present: list[Card]) -> Iterator[Choice]:
    usual = _usual(table)
    pairs = [tuple(sorted(pair)) for pair in sorted(map(sorted, table.forbidden))]
    here = {card.number for card in present}
    helpful = [
        (pair, other)
        for pair, other in pairs
        if {pair, other} <= here and possible(present, _but(usual, table, (pair, other)))
    ][:LIMIT]
    if helpful:
        yield Choice("allow-forbidden", {"pairs": tuple(helpful)})
    if len(present) % 2:
        again = [card.number for card in reversed(present) if card.bye and _possible_without(present, card, usual)]
        if again:
            yield Choice("second-bye", {"numbers": tuple(again[:LIMIT])})
    if possible(present, who_may_meet(table)):
        yield Choice("same-colour", {})
    rematches = tuple(islice(_rematches(table, present), LIMIT))
    if rematches or possible(
        present, lambda card, other: _colours_go(card, other) and not _forbidden(table, card, other)
    ):
        yield Choice("meet-again", {"pairs": rematches})
    out = [card.number for card in reversed(present) if possible([item for item in present if item is not card], usual)]
    if out and len(present) > 2:
        yield Choice("leave-out", {"numbers": tuple(out[:LIMIT])})
    yield Choice("end", {})


def possible(present: list[Card], allowed: Allowed) -> bool:
    """Whether everybody can have an opponent, or, if their number is odd, all but one who may have the bye."""
    from py4swiss.matching_computer import ComputerDutchValidity

    size = len(present) + len(present) % 2
    computer = ComputerDutchValidity(size, 1)
    for _ in range(size):
        computer.add_vertex()
    for (i, combination), (j, other) in combinations(enumerate(present), 2):
        computer.set_edge_weight(i, j, int(allowed(combination, other)))
    if len(present) % 2:
        for i, card in enumerate(present):
            computer.set_edge_weight(i, len(present), int(not card.bye))
    computer.compute_matching()
    return all(i != j for i, j in enumerate(computer.get_matching()))


def _possible_without(present: list[Card], out: Card, allowed: Allowed) -> bool:
    return possible([card for card in present if card is not out], allowed)


def _usual(table: Crosstable) -> Allowed:
    may_meet = who_may_meet(table)
    return lambda card, other: may_meet(card, other) and _colours_go(card, other)


def who_may_meet(table: Crosstable) -> Allowed:
    """Whether two may meet, whatever the colours: they have not, and are not kept apart."""

    def allowed(card: Card, other: Card) -> bool:
        return other.number not in card.met and not _forbidden(table, card, other)

    return allowed


def _forbidden(table: Crosstable, card: Card, other: Card) -> bool:
    return bool(table.forbidden) and frozenset({card.number, other.number}) in table.forbidden


def _colours_go(card: Card, other: Card) -> bool:
    """C3: two with the same absolute preference meet only if one of them is a top scorer."""
    absolute = card.strength is ColourPreference.ABSOLUTE and other.strength is ColourPreference.ABSOLUTE
    return card.top or other.top or not absolute or card.due is not other.due


def _but(allowed: Allowed, table: Crosstable, pair: tuple[int, int]) -> Allowed:
    """The same with one more pair, whatever forbids it, as long as colours can be given."""

    def more(card: Card, other: Card) -> bool:
        if {card.number, other.number} == set(pair):
            return _colours_go(card, other)
        return allowed(card, other)

    return more


def _rematches(table: Crosstable, present: list[Card]) -> Iterator[tuple[int, int]]:
    usual = _usual(table)
    met = [(combination, other) for combination, other in combinations(present, 2) if other.number in combination.met]
    met.sort(key=lambda pair: abs(pair[0].score - pair[1].score))
    for card, other in met[:TRIED]:
        numbers = card.number, other.number
        if possible(present, _but(usual, table, numbers)):
            yield min(numbers), max(numbers)


def _rank(card: Card) -> tuple[int, int]:
    return -card.score, card.number
