"""The games from which second sight was learned (`sight_fit`): simulated ones with fixed seeds, and recorded ones.

Unlike the players of `sight`, these lay set-ups of people half of the time, as they were recorded; some choose by the
computer's judgement with much noise. The same seed gives the same game as long as the computer plays as it does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from benchmarks import plausible
from benchmarks.sight import BOOK, OPTIONS, Bold, Timid, peeked, played_out
from games.domain.placement import form_of, mirrored, placed
from games.notation import Record
from games.rules import LastTurn, Options, Rank, Repetition, Seat, State, View, Viewer, apply, parse_turn, start
from moderation.fairness.domain.sight import HiddenAttack, hidden_attacks
from play.bots.evaluation import FieldJudge
from play.bots.field import Field
from play.bots.levels import choose
from play.bots.setups import placement
from play.bots.sight import Sight, sight_of

PAIRS: Mapping[str, int] = {
    "bot_bot": 400,
    "p30_bot": 320,
    "hasty_bot": 140,
    "p10_bot": 100,
    "p05_bot": 100,
    "bold_bot": 60,
    "timid_bot": 60,
    "noisy_bot": 60,
    "p30_noisy": 60,
    "bold_timid": 60,
    "noisy_noisy": 40,
    "hasty_hasty": 30,
}
"""Games of two kinds of player: `p30` is the computer that knows each hidden rank with 30 %."""

MIXED: Mapping[str, int] = {"p30": 120, "fair": 100}
"""Games of players whose kinds are drawn: one of them may peek."""

STYLES = ("bot", "bold", "timid", "noisy", "hasty")


class Observed(NamedTuple):
    """An attack that counts, as it was: of which rank the piece was, and whether the attacker knew that."""

    attack: HiddenAttack
    true: Rank
    known: bool


class Learned(NamedTuple):
    """One seat of a game.

    Args:
        fair: the player knew nothing that is hidden.
        sharp: the player peeked at 30 % of the ranks; who peeks at less is neither.
        observed: its attacks that count.
    """

    fair: bool
    sharp: bool
    observed: tuple[Observed, ...]


def seeds() -> frozenset[str]:
    return frozenset(
        [f"{pair} {number}" for pair, games in PAIRS.items() for number in range(games)]
        + [f"3 {kind} {number}" for kind, games in MIXED.items() for number in range(games)]
    )


def simulated(forms: Sequence[str]) -> Iterator[Learned]:
    """The seats of all simulated games.

    Args:
        forms: set-ups of people, as each saw them; games take theirs from them, so others give other games.
    """
    for pair, games in PAIRS.items():
        for number in range(games):
            yield from game_of_pair(pair, number, forms)
    for kind, games in MIXED.items():
        for number in range(games):
            yield from game_of_mixed(kind, number, forms)


def forms_of(records: Iterable[Record]) -> list[str]:
    """The set-ups of recorded games, as each player saw them."""
    return [form_of(record.setups[seat], BOOK, seat) for record in records for seat in BOOK.seats]


def recorded(record: Record) -> list[Learned]:
    """The seats of a recorded game of two people, of whom it is held that they knew nothing."""
    options = Options(repetition=Repetition.NOTED)
    state = start(BOOK, record.setups, options)
    truth = _truth(state)
    views = {seat: [state.view(Viewer.of(seat))] for seat in BOOK.seats}
    for text in record.turns:
        state, _facts = apply(state, parse_turn(BOOK, text))
        for seat in BOOK.seats:
            views[seat].append(state.view(Viewer.of(seat)))
    return [Learned(True, False, _observed(options, seat, views[seat], truth, ())) for seat in BOOK.seats]


def game_of_pair(pair: str, number: int, forms: Sequence[str]) -> list[Learned]:
    """A simulated game of two kinds of player, who take turns with red.

    Args:
        pair: the kinds, `bold_bot`.
        number: of the game, from 0.
        forms: as for `simulated`.
    """
    chance = random.Random(f"{pair} {number}")
    kinds = pair.split("_")
    styles = dict(zip(BOOK.seats, kinds[::-1] if number % 2 else kinds, strict=True))
    setups = {
        seat: placement(BOOK, seat, chance) if chance.random() < 0.5 else _of_people(chance, forms, seat)
        for seat in BOOK.seats
    }
    state = start(BOOK, setups, OPTIONS)
    known = {seat: _peeps(chance, state, seat, _share(style)) for seat, style in styles.items()}
    return _play(chance, state, styles, {seat: _share(style) for seat, style in styles.items()}, known)


def game_of_mixed(kind: str, number: int, forms: Sequence[str]) -> list[Learned]:
    """A simulated game of players whose kinds are drawn, as are their set-ups: the computer's, sane ones, people's.

    Args:
        kind: `p30`, whose one player peeks, or `fair`.
        number: of the game, from 0.
        forms: as for `simulated`; every other one is taken.
    """
    chance = random.Random(f"3 {kind} {number}")
    share = _share(kind)
    drawn = (chance.choice(("bot", "bot", "bold", "timid", "noisy") if share else STYLES), chance.choice(STYLES))
    styles = dict(zip(BOOK.seats, drawn[::-1] if number % 2 else drawn, strict=True))
    own = BOOK.seats[number % 2]
    setups = {seat: _any_setup(chance, forms[::2], seat) for seat in BOOK.seats}
    state = start(BOOK, setups, OPTIONS)
    known = {own: _peeps(chance, state, own, share)} if share else {}
    return _play(chance, state, styles, {own: share}, known)


def _share(kind: str) -> float:
    """Of how many ranks a kind of player knows."""
    return int(kind[1:]) / 100 if kind[1:].isdigit() else 0.0


def _peeps(chance: random.Random, state: State, seat: Seat, share: float) -> Mapping[int, Rank]:
    pieces = state.view(Viewer.ALL).pieces
    return {
        piece.id: piece.rank
        for piece in pieces
        if piece.seat is not seat and chance.random() < share and piece.rank is not None
    }


def _any_setup(chance: random.Random, forms: Sequence[str], seat: Seat) -> str:
    kind = chance.choice(("ready", "plausible", "people"))
    if kind == "ready":
        return placement(BOOK, seat, chance)
    return plausible.setup(chance, BOOK, seat) if kind == "plausible" else _of_people(chance, forms, seat)


def _of_people(chance: random.Random, forms: Sequence[str], seat: Seat) -> str:
    form = chance.choice(forms)
    return placed(mirrored(form, BOOK) if chance.random() < 0.5 else form, BOOK, seat)


def _play(
    chance: random.Random,
    state: State,
    styles: Mapping[Seat, str],
    shares: Mapping[Seat, float],
    known: Mapping[Seat, Mapping[int, Rank]],
) -> list[Learned]:
    def choice(now: State, turns: list[LastTurn]) -> str:
        style = styles[now.to_move]
        if style == "hasty":
            return plausible.choose(chance, now).text
        return _judged(style, peeked(sight_of(now, turns), known.get(now.to_move, {})), chance)

    views = played_out(state, choice)
    return [
        Learned(
            not shares.get(seat),
            shares.get(seat) == 0.3,
            _observed(OPTIONS, seat, views[seat], _truth(state), known.get(seat, {})),
        )
        for seat in BOOK.seats
    ]


def _judged(style: str, sight: Sight, chance: random.Random) -> str:
    if len(sight.legal) == 1 or style not in ("bold", "timid", "noisy"):
        return choose(sight, chance)
    judge = FieldJudge({"bold": Bold, "timid": Timid}.get(style, Field)(sight))
    if style == "noisy":
        return max(sight.legal, key=lambda text: judge.of(text) - log(-log(chance.random() + 1e-12) + 1e-12))
    return max(sight.legal, key=lambda text: judge.of(text) + 0.3 * chance.random())


def _truth(state: State) -> Mapping[int, Rank]:
    return {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}


def _observed(
    options: Options, seat: Seat, views: Sequence[View], truth: Mapping[int, Rank], known: Iterable[int]
) -> tuple[Observed, ...]:
    known = frozenset(known)
    return tuple(
        Observed(attack, truth[attack.piece], attack.piece in known)
        for attack in hidden_attacks(BOOK, options, seat, views)
    )
