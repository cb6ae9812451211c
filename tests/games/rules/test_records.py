"""Recorded games: our own beside the tests, and those that are lent to us where they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.notation import Record, read_records
from games.rules import (
    IllegalAt,
    Viewer,
    apply,
    legal_turns,
    parse_turn,
    refusal,
    replay,
    start,
)
from tests.shared import GAMES, RecordedGame

OWN = Path(__file__).parents[1] / "samples"

MANIFEST = json.loads((OWN / "manifest.json").read_text())


def record_of(path: Path) -> Record:
    ((_name, record),) = read_records(path)
    assert isinstance(record, Record)
    return record


@pytest.mark.parametrize("name", MANIFEST)
def test_our_recorded_games(name):
    """Ply by ply as many turns are legal as the second reading found; the end, or the refusal after it, is the same."""
    record, result = record_of(OWN / f"{name}.json"), MANIFEST[name]
    state = start(record.rules, record.setups, record.options)
    legal = len(legal_turns(state))
    for text in record.turns:
        state, _facts = apply(state, parse_turn(state.variant, text))
        legal += len(legal_turns(state))
    assert (state.ply, legal) == (result["plies"], result["legal"])
    assert replay(state.variant, record.setups, record.turns, record.options).view(Viewer.ALL) == state.view(Viewer.ALL)
    assert state.outcome == record.result
    if "outcome" in result:
        assert [state.outcome.kind.value, state.outcome.winner] == result["outcome"]
    else:
        refused = refusal(state, parse_turn(state.variant, result["refused"]["turn"]))
        assert (refused.code, refused.params.get("ply")) == (result["refused"]["rule"], result["refused"].get("ply"))


def test_our_recorded_games_are_all_in_the_manifest():
    assert {path.stem for path in OWN.glob("*.json")} == {*MANIFEST, "manifest"}
    rules = {(name.split("-")[0], result.get("refused", {}).get("rule")) for name, result in MANIFEST.items()}
    more, limit = (None, "two-squares", "more-squares"), (None, "two-squares", "chase-limit")
    expected = {"classic": more, "barrage": more, "battle": limit, "duel": limit}
    assert rules == {(slug, rule) for slug, result in expected.items() for rule in result}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.path.stem}-{game.plies}")
def test_a_recorded_game_is_judged_alike_by_replay_and_ply_by_ply(game: RecordedGame):
    """As many plies are legal as the manifest says, and the turn after them is refused by the rule that it names."""
    record = game.record
    turns = record.turns[: game.plies]
    state = replay(record.rules, record.setups, turns, record.options)
    assert state.ply == game.plies
    if game.refused is None:
        return
    turn = parse_turn(state.variant, game.refused)
    assert turn not in legal_turns(state)
    assert refusal(state, turn).code == game.rule
    with pytest.raises(IllegalAt) as caught:
        replay(record.rules, record.setups, [*turns, game.refused], record.options)
    assert (caught.value.ply, caught.value.refusal) == (game.plies + 1, refusal(state, turn))


@pytest.mark.parametrize("game", [game for game in GAMES if game.plies <= 400], ids=lambda game: game.path.stem)
def test_every_ply_of_a_recorded_game_is_among_the_legal_turns(game: RecordedGame):
    record = game.record
    state = start(record.rules, record.setups, record.options)
    for text in record.turns[: game.plies]:
        turn = parse_turn(state.variant, text)
        assert turn in legal_turns(state)
        state, _facts = apply(state, turn)
    assert state.ply == game.plies


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.rule == "more-squares"], ids=lambda game: f"{game.path.stem}-{game.plies}"
)
def test_a_refusal_names_the_ply_after_which_the_position_stood_before(game: RecordedGame):
    record, (source, target) = game.record, game.refused.split("-")
    now = replay(record.rules, record.setups, record.turns[: game.plies], record.options)
    result = refusal(now, parse_turn(now.variant, game.refused))
    assert {name: result.params[name] for name in ("source", "target")} == {"source": source, "target": target}
    then = replay(record.rules, record.setups, record.turns[: result.params["ply"]], record.options)
    stood, standing = (
        {(piece.id, now.variant.board.name(piece.square)) for piece in state.view(Viewer.ALL).pieces}
        for state in (then, now)
    )
    assert {(piece, {source: target}.get(square, square)) for piece, square in standing} == stood
