"""Recorded games: our own beside the tests, and the shared reference records where they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.formats import Record, read_records
from games.rules import (
    IllegalAt,
    Refusal,
    Viewer,
    apply,
    legal_turns,
    parse_turn,
    refusal,
    replay,
    start,
    variant,
)
from tests.shared import RECORDS, needs_records

OWN = Path(__file__).parents[1] / "records"

MANIFEST = json.loads((OWN / "manifest.json").read_text())


def record_of(path: Path) -> Record:
    ((_name, record),) = read_records(path)
    assert isinstance(record, Record)
    return record


@pytest.mark.parametrize("name", MANIFEST)
def test_our_recorded_games(name):
    """Ply by ply as many turns are legal as the second reading found; the end, or the refusal after it, is the same."""
    record, told = record_of(OWN / f"{name}.json"), MANIFEST[name]
    state = start(variant(record.variant), record.setups, record.options)
    legal = len(legal_turns(state))
    for text in record.turns:
        state, _facts = apply(state, parse_turn(state.variant, text))
        legal += len(legal_turns(state))
    assert (state.ply, legal) == (told["plies"], told["legal"])
    assert replay(state.variant, record.setups, record.turns, record.options).view(Viewer.ALL) == state.view(Viewer.ALL)
    assert state.outcome == record.result
    if "outcome" in told:
        assert [state.outcome.kind.value, state.outcome.winner] == told["outcome"]
    else:
        refused = refusal(state, parse_turn(state.variant, told["refused"]["turn"]))
        assert (refused.code, refused.params.get("ply")) == (told["refused"]["rule"], told["refused"].get("ply"))


def test_our_recorded_games_are_all_in_the_manifest():
    assert {path.stem for path in OWN.glob("*.json")} == {*MANIFEST, "manifest"}
    rules = {(name.split("-")[0], told.get("refused", {}).get("rule")) for name, told in MANIFEST.items()}
    more, limit = (None, "two-squares", "more-squares"), (None, "two-squares", "chase-limit")
    expected = {"classic": more, "barrage": more, "battle": limit, "duel": limit}
    assert rules == {(slug, rule) for slug, found in expected.items() for rule in found}


@needs_records
def test_the_reference_games_are_legal_up_to_the_named_ply():
    manifest = json.loads((RECORDS / "manifest.json").read_text())
    expected = {told["file"]: (told["plies"], told["legal_plies"], told.get("rule")) for told in manifest}
    judged = {}
    for name, record in read_records(RECORDS):
        assert isinstance(record, Record)
        try:
            played, rule = replay(variant(record.variant), record.setups, record.turns, record.options).ply, None
        except IllegalAt as error:
            played, rule = error.ply - 1, error.refusal.code
        judged[Path(name).name] = (len(record.turns), played, rule)
    assert judged == expected


@needs_records
def test_the_reference_games_are_judged_alike_ply_by_ply():
    """The live functions say of each shorter record what the replay of it says: every ply legal, the last refused."""
    manifest = json.loads((RECORDS / "manifest.json").read_text())
    for told in manifest:
        if told["plies"] > 400:
            continue
        record = record_of(RECORDS / told["file"])
        state = start(variant(record.variant), record.setups, record.options)
        *turns, last = (parse_turn(state.variant, text) for text in record.turns)
        for turn in turns:
            assert turn in legal_turns(state)
            state, _facts = apply(state, turn)
        assert last not in legal_turns(state)
        refused = refusal(state, last)
        assert refused is not None
        assert (state.ply, refused.code) == (told["legal_plies"], told["rule"])


@needs_records
def test_the_reference_probe_is_refused_and_names_the_earlier_ply():
    record = record_of(RECORDS / "classic-strategus.xml")
    state_now = replay(variant("classic"), record.setups, record.turns[:376])
    found = refusal(state_now, parse_turn(state_now.variant, "e7-f7"))
    assert found == Refusal("more-squares", {"source": "e7", "target": "f7", "ply": 369, "length": 8})
    state_then = replay(variant("classic"), record.setups, record.turns[:369])
    board = state_then.variant.board
    then = {(p.id, board.name(p.square)) for p in state_then.view(Viewer.ALL).pieces}
    now = {(p.id, board.name(p.square)) for p in state_now.view(Viewer.ALL).pieces}
    assert {(piece, {"e7": "f7"}.get(square, square)) for piece, square in now} == then
