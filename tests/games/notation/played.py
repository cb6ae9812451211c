"""Records for the tests of the formats, played by the engine from a seed."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from games.domain.random_play import random_chance, random_setup, random_submission
from games.notation import Record, RecordError, parse_records
from games.rules import End, Options, Outcome, Seat, apply, start, variant

FIELD = "ML" + "A" * 38 + "AA__AA__AA" * 2 + "A" * 38 + "XY"
"""Red's Flag on a1 and Marshal on b1, blue's Marshal on i10 and Flag on j10."""

GSN = f"#X38FA11 Stratego-Notation v1\ntype 2\n{FIELD}\nA1-A2\nK10-K9\nEND\nAnn vs Bob result 1 winner 1\n"

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)


def played(
    slug: str, seed: int, plies: int, *, free: bool = False, limit: int | None = None, spotter: bool = False
) -> Record:
    """A record of `plies` random plies with their choices, or fewer if the game ends before."""
    chance = random.Random(seed)
    book = variant(slug)
    options = Options(free_setup=free, no_attack_limit=limit, spotter=spotter)
    orders = random_chance(book, options, chance)
    setups = {seat: random_setup(book, seat, options, orders.get(seat, ""), chance) for seat in book.seats}
    state = start(book, setups, options, orders or None)
    turns = []
    while state.outcome is None and (state.ply < plies or state.pending):
        turn = random_submission(state, chance)
        state, _facts = apply(state, turn)
        turns.append(str(turn))
    return Record(
        variant=slug,
        setups=setups,
        turns=tuple(turns),
        result=state.outcome,
        options=options,
        chance=orders,
        edition=book.edition,
    )


@st.composite
def records(draw: st.DrawFn, slugs: tuple[str, ...], ends: tuple[End, ...]) -> Record:
    """Random games with names, and ended by people where the board shows no end."""
    free = draw(st.booleans()) if "classic" in slugs else False
    slug = "classic" if free else draw(st.sampled_from(slugs))
    spotter = variant(slug).deals and draw(st.booleans())
    record = played(slug, draw(st.integers(0, 5000)), draw(st.integers(0, 60)), free=free, spotter=spotter)
    sides = st.sampled_from([0, 1, None])
    result = record.result or draw(st.none() | st.builds(Outcome, st.sampled_from(ends), sides))
    players = draw(st.fixed_dictionaries({}, optional=dict.fromkeys(record.setups, NAMES)))
    return replace(record, result=result, players=players)


def small(turns: tuple[str, ...] = (), **values: object) -> Record:
    """The record of `FIELD`."""
    setups = {Seat.RED: "FM" + "." * 38, Seat.BLUE: "." * 38 + "MF"}
    return Record(variant="classic", setups=setups, turns=turns, options=Options(free_setup=True), **values)


def only(data: bytes) -> Record:
    (record,) = parse_records(data)
    assert isinstance(record, Record), record
    return record


def fit_to_print(record: Record | RecordError) -> bool:
    """Whether it is one of the two, and what an error says can go to a terminal and into any encoding of Unicode."""
    if isinstance(record, Record):
        return True
    return isinstance(record, RecordError) and str(record).isprintable() and bool(str(record).encode())
