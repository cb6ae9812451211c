"""Learns what second sight goes by: `python -m benchmarks sight --fit OUT` writes `leanings.json` anew.

Both fits are of one form. An attack met a rank; each rank had its share by some odds, times the exponential of a sum of
learned numbers. Fitted are the numbers under which the ranks that were met are likeliest, less a penalty on their
squares, so that what was met seldom says little. There is one best answer, and Newton's steps find it.

1. *Rows*, from fair attacks: by the exact odds, a number for each rank, row and kind (still or moved).
2. *Attacks and waits*, from attacks on pieces that who peeks knew: by the odds with rows, numbers for how the own rank
   meets the other (`_relations`), of their own for attacks and waits and each kind; and one for each pair of ranks in
   an attack, of either kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.sight import BOOK
from benchmarks.sight_games import Learned, Observed, forms_of, recorded, simulated
from games.notation import Record, read_records
from games.rules import Rank
from games.rules.combat import Result
from moderation.fairness.domain.sight import MOVED, STILL
from tests.shared import RECORDS

Array = npt.NDArray[np.float64]

KINDS = (STILL, MOVED)
RANKS = tuple(sorted(BOOK.army))
MOVERS = tuple(rank for rank in RANKS if BOOK.gaits.get(rank))
ROWS = 4
PENALTY_ROWS, PENALTY_LEANINGS = 10.0, 1.5
"""Of the squares of the learned numbers."""

WORTH = dict(zip(RANKS, (1.2, 0.4, 0.2, 0.4, 0.24, 0.36, 0.5, 0.8, 1.2, 1.8, 2.4, 0.4), strict=True))
"""What a piece is held to be worth."""

RELATIONS = 10


def write(out: Path) -> None:
    """Learns it all anew, and writes it to a file.

    Raises:
        SystemExit: there are no recorded games to take set-ups of people from.
    """
    records = [
        record
        for folder in RECORDS[1:]
        for _name, record in read_records(folder)
        if isinstance(record, Record) and record.variant == BOOK.slug
    ]
    if not records:
        raise SystemExit("There are no recorded games: name their folder in VEXILLUM_RECORDS.")
    out.write_text(text_of(learn(chain(simulated(forms_of(records)), *map(recorded, records)))))


def learn(seats: Iterable[Learned]) -> dict[str, Any]:
    """What `leanings.json` holds, of the seats of games."""
    fair: list[Observed] = []
    sharp: list[Observed] = []
    for seat in seats:
        if seat.fair:
            fair += seat.observed
        elif seat.sharp:
            sharp += (item for item in seat.observed if item.known)
    rows = fit_rows(fair)
    return {
        "ranks": "".join(rank.symbol for rank in RANKS),
        **{
            f"rows_{kind}": {
                rank.symbol: [round(float(item), 2) for item in np.exp(rows[kind][:, number])]
                for number, rank in enumerate(RANKS)
            }
            for kind in KINDS
        },
        **fit_leanings(sharp, rows),
    }


def text_of(learned: Mapping[str, Any]) -> str:
    """As it is stored: a line for each rank."""
    tables = [
        f'  "{name}": {{\n' + ",\n".join(f'    "{rank}": {row}' for rank, row in table.items()) + "\n  }"
        for name, table in learned.items()
        if name != "ranks"
    ]
    return ",\n".join([f'{{\n  "ranks": {json.dumps(learned["ranks"])}', *tables]) + "\n}\n"


def fit_rows(fair: Sequence[Observed]) -> dict[str, Array]:
    """For each kind of attack and each row, the learned number of each rank; its exponential is how much oftener than
    by the exact odds fair players meet it there."""
    rows = {kind: np.zeros((ROWS, len(RANKS))) for kind in KINDS}
    for kind in KINDS:
        for row in range(ROWS):
            met = [item for item in fair if item.attack.kind == kind and item.attack.row == row + 1]
            if met:
                same = np.broadcast_to(np.eye(len(RANKS)), (len(met), len(RANKS), len(RANKS)))
                rows[kind][row] = fit(same, _odds(met), _met(met), PENALTY_ROWS)
    return rows


def fit_leanings(sharp: Sequence[Observed], rows: Mapping[str, Array]) -> dict[str, dict[str, list[float]]]:
    """How much an attack, and what stood beside the piece before, speaks for each rank, by the own one.

    Args:
        sharp: attacks on pieces that the attacker knew.
        rows: what `fit_rows` learned.
    """
    beside = _relations()
    pairs = len(MOVERS) * len(RANKS)
    columns = {
        name: slice(number * RELATIONS, (number + 1) * RELATIONS)
        for number, name in enumerate(f"{what}_{kind}" for what in ("attack", "wait") for kind in KINDS)
    }
    first = len(columns) * RELATIONS
    features = np.zeros((len(sharp), len(RANKS), first + pairs))
    odds = _odds(sharp)
    for number, (attack, _true, _known) in enumerate(sharp):
        features[number, :, columns[f"attack_{attack.kind}"]] = beside[attack.own]
        for own in attack.waited:
            features[number, :, columns[f"wait_{attack.kind}"]] += beside[own]
        at = first + MOVERS.index(attack.own) * len(RANKS)
        features[number, :, at : at + len(RANKS)] = np.eye(len(RANKS))
        if attack.row is not None:
            odds[number] *= np.exp(rows[attack.kind][attack.row - 1])
    odds /= odds.sum(1, keepdims=True)
    learned = fit(features, odds, _met(sharp), PENALTY_LEANINGS)
    own_pairs = learned[first:].reshape(len(MOVERS), len(RANKS))
    tables = {}
    for name, where in columns.items():
        tables[name] = {}
        for number, own in enumerate(MOVERS):
            speaks = beside[own] @ learned[where] + (own_pairs[number] if name.startswith("attack") else 0.0)
            tables[name][own.symbol] = [round(float(speak), 2) for speak in speaks - speaks.mean()]
    return tables


def fit(features: Array, odds: Array, met: npt.NDArray[np.int64], penalty: float) -> Array:
    """The numbers under which what was met is likeliest, less the penalty.

    Args:
        features: of each attack and rank, by what each number is multiplied.
        odds: of each attack, the share of each rank; 0 for one that cannot be.
        met: of each attack, the rank that it met, counted from 0.
        penalty: of the sum of squares of the numbers.
    """
    numbers = np.zeros(features.shape[2])
    each = np.arange(len(met))
    true = features[each, met].sum(0)

    def loss(at: Array) -> tuple[float, Array]:
        speaks = features @ at
        speaks -= speaks.max(1, keepdims=True)
        shares = odds * np.exp(speaks)
        shares /= shares.sum(1, keepdims=True)
        return float(penalty * (at @ at) - np.log(shares[each, met]).sum()), shares

    now, shares = loss(numbers)
    while True:
        mean = np.einsum("nr,nrf->nf", shares, features)
        slope = mean.sum(0) - true + 2 * penalty * numbers
        if np.abs(slope).max() < 1e-7:
            return numbers
        wide = (features * np.sqrt(shares)[:, :, None]).reshape(-1, len(numbers))
        curve = wide.T @ wide - mean.T @ mean + 2 * penalty * np.eye(len(numbers))
        step = np.linalg.solve(curve, slope)
        size = 1.0
        while size > 1e-9 and not (result := loss(numbers - size * step))[0] <= now:
            size /= 2
        if size <= 1e-9:
            return numbers
        numbers = numbers - size * step
        now, shares = result


def _odds(observed: Sequence[Observed]) -> Array:
    """The exact odds of each rank, without what set-ups look like."""
    worlds = np.array([[float(item.attack.ranks.get(rank, 0)) for rank in RANKS] for item in observed])
    return worlds / worlds.sum(1, keepdims=True)


def _met(observed: Sequence[Observed]) -> npt.NDArray[np.int64]:
    return np.array([RANKS.index(item.true) for item in observed], np.int64)


def _relations() -> dict[Rank, Array]:
    """How each rank that moves meets each other one when it attacks."""
    return {own: np.array([_relation(own, other) for other in RANKS]) for own in MOVERS}


def _relation(own: Rank, other: Rank) -> tuple[float, ...]:
    """Wins; what it wins; the Flag; a Bomb is removed; the Spy wins; both leave; loses; what it loses; a Bomb stays;
    by how many ranks it is stronger than it need be."""
    result = BOOK.combat.result(own, other)
    won, lost = result is Result.WIN, result is Result.LOSS
    plain = won and other not in (Rank.FLAG, Rank.BOMB) and own is not Rank.SPY
    weaker = lost and other is not Rank.BOMB
    return (
        float(plain),
        WORTH[other] if plain else 0.0,
        float(other is Rank.FLAG),
        float(won and other is Rank.BOMB),
        float(won and own is Rank.SPY and other is not Rank.FLAG),
        float(result is Result.BOTH),
        float(weaker),
        WORTH[own] if weaker else 0.0,
        float(lost and other is Rank.BOMB),
        (own - other) / 5 if plain else 0.0,
    )
