"""Ultimate lightning in the archive: what its forms leave out is worked out, or the game is refused."""

import random
from dataclasses import replace

import pytest

from games.domain.random_play import random_setup
from games.notation import Record, RecordError, parse_records, to_gravon
from games.notation.gravon import _field
from games.rules import Options, Seat, State, apply, legal_turns, start, variant

from .played import only, played

UL = variant("ultimate_lightning")


def quick(turns: tuple[str, ...], red: dict[str, str], blue: dict[str, str]) -> Record:
    """A game whose whole armies stand on the rows behind, but for the pieces that are named."""
    setups = {}
    for seat, named in ((Seat.RED, red), (Seat.BLUE, blue)):
        home = [UL.board.name(square) for square in UL.board.homes[seat]]
        army = sorted("".join(rank.symbol * count for rank, count in UL.army.items()))
        for symbol in named.values():
            army.remove(symbol)
        free = [square for square in (home if seat is Seat.RED else reversed(home)) if square not in named]
        placed = named | dict(zip(free, army, strict=False))
        setups[seat] = "".join(placed.get(square, ".") for square in home)
    return Record(UL.slug, setups, turns)


def of_the_archive(seed: int) -> Record:
    """A random game without a rescue, in which pieces like the enemy's back row and Captains turn the first way that is
    open.
    """
    chance = random.Random(seed)
    setups = {seat: random_setup(UL, seat, Options(), "", chance) for seat in UL.seats}
    state, turns = start(UL, setups), []
    while state.outcome is None and len(turns) < 400:
        turn = "*0" if state.pending else _choose(state, chance)
        state, _facts = apply(state, UL.turn(turn))
        turns.append(turn)
    return Record(UL.slug, setups, tuple(turns), state.outcome)


def _choose(state: State, chance: random.Random) -> str:
    first: dict[tuple[int, int], str] = {}
    for text in sorted(str(turn) for turn in legal_turns(state) if "*" not in str(turn)):
        turn = UL.turn(text)
        first.setdefault((turn.source, turn.target), text)
    there = {
        turn: 30 if UL.turn(turn).target // 10 == (0 if state.to_move.side else 9) else 1 for turn in first.values()
    }
    return chance.choices(list(there), list(there.values()))[0]


def gsn(record: Record) -> bytes:
    moves = [turn.split("-") for turn in record.turns if turn != "*0"]
    lines = [f"{squares[0]}-{squares[-1]}".upper().replace("J", "K") for squares in moves]
    text = "\n".join(["#X38FA11 Stratego-Notation v2", "type 3", _field(record), *lines, "END", ""])
    return text.encode()


def test_where_a_captain_turned_is_the_first_way_that_was_open():
    both = quick(("b4-a4-a5", "a7-a6"), {"b4": "6"}, {"a7": "4"})
    data = to_gravon(both)
    assert b'source="B4" target="A5"' in data
    assert only(data) == both
    other = replace(both, turns=("b4-b5-a5", "a7-a6"))
    with pytest.raises(RecordError) as raised:
        to_gravon(other)
    assert raised.value == RecordError("turn-unsupported", ply=1)
    alone = quick(other.turns, {"b4": "6", "a4": "7"}, {"a7": "4"})
    assert only(to_gravon(alone)) == alone


def test_what_no_piece_can_do_is_left_for_the_judge():
    broken = quick(("b4-a5", "a7-a6"), {"b4": "7"}, {"a7": "4"})
    assert only(gsn(broken)).turns == broken.turns
    assert only(gsn(replace(broken, turns=("b5-b6", "a7-b6")))).turns == ("b5-b6", "a7-b6")


@pytest.mark.slow
def test_a_game_without_rescue_lines_had_no_rescue():
    records = [replace(of_the_archive(seed), result=None) for seed in range(16)]
    assert [only(gsn(record)) for record in records] == records
    assert any("*0" in record.turns for record in records)


@pytest.mark.slow
def test_in_xml_a_game_that_may_have_had_a_rescue_is_refused():
    result = set()
    for seed in range(12):
        record = replace(of_the_archive(seed), result=None)
        # As another program may have written it, without a word on rescues.
        (outcome,) = parse_records(_xml(replace(record, turns=tuple(turn for turn in record.turns if turn != "*0"))))
        if isinstance(outcome, Record):
            assert outcome == only(to_gravon(record)) == record
            result.add("read")
        else:
            with pytest.raises(RecordError) as raised:
                to_gravon(record)
            ply = raised.value.params["ply"]
            assert (raised.value.code, outcome) == ("turn-unsupported", RecordError("rescue-unsupported", ply=ply))
            result.add("refused")
    assert result == {"read", "refused"}


def _xml(record: Record) -> bytes:
    moves = [turn.upper().replace("J", "K").split("-") for turn in record.turns]
    content = "".join(f'<move source="{squares[0]}" target="{squares[-1]}"/>' for squares in moves)
    return f'<game type="ultimate lightning"><field content="{_field(record)}"/>{content}</game>'.encode()


def test_a_rescue_is_refused():
    record = next(item for item in (played(UL.slug, seed, 300) for seed in range(50)) if _rescue(item))
    with pytest.raises(RecordError) as raised:
        to_gravon(record)
    assert raised.value.code == "turn-unsupported"
    text = gsn(quick(("b4-b5",), {"b4": "7"}, {"a7": "4"})).replace(b"END", b"A7:B3\nEND")
    assert list(parse_records(text)) == [RecordError("rescue-unsupported", ply=2)]


def _rescue(record: Record) -> bool:
    return any("@" in turn for turn in record.turns)
