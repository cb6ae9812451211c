"""Every code has words, and the words take its parameters."""

import ast
from pathlib import Path

import pytest

from games import formats, rules, wording
from games.domain import commands
from games.rules import Caution, End, Fact, Outcome, Rank, Refusal

SOURCES = Path(rules.__file__).parent
RANK = int(Rank.MINER)
DEFENDER = {"defender": 9, "defender_rank": RANK, "result": "both"}

REFUSALS = [
    Refusal("two-squares", {"source": "a4", "target": "a5", "borders": (("a4", "a5"),), "limit": 3}),
    Refusal("more-squares", {"source": "a4", "target": "a5", "ply": 12, "length": 4}),
    Refusal("chase-limit", {"source": "a4", "target": "a5", "chased": "b5"}),
    Refusal("not-your-turn", {"seat": "red", "to_move": "blue"}),
    Refusal("not-your-piece", {"source": "a4", "target": "a5", "empty": True}),
    Refusal("not-your-piece", {"source": "a4", "target": "a5", "empty": False}),
    Refusal("immovable", {"source": "a4", "target": "a5", "rank": RANK}),
    Refusal("blocked", {"source": "a4", "target": "a9", "square": "a7"}),
    Refusal("too-far", {"source": "a4", "target": "a9", "rank": RANK, "reach": 1}),
    Refusal("not-straight", {"source": "a4", "target": "b9"}),
    Refusal("lake", {"source": "c4", "target": "c5"}),
    Refusal("own-piece", {"source": "a4", "target": "a5"}),
    Refusal("off-board", {"square": "k1"}),
    Refusal("set-up", {"reason": "length", "seat": "red", "squares": 40, "found": 3}),
    Refusal("set-up", {"reason": "symbol", "seat": "red", "symbol": "X"}),
    Refusal("set-up", {"reason": "count", "seat": "red", "rank": RANK, "allowed": 5, "found": 6}),
    Refusal("game-over", {"kind": "resignation"}),
    Refusal("notation", {"text": "a1"}),
    Refusal("choice-first", {"kind": "rescue"}),
    Refusal("no-choice", {"kind": "rescue"}),
    Refusal("rescue", {"reason": "square", "square": "e8"}),
    Refusal("entry", {"reason": "taken", "square": "e3"}),
    Refusal("stockade", {"reason": "closed", "square": "i2"}),
    Refusal("freed", {"reason": "due", "target": "i3"}),
    Refusal("escape", {"reason": "guarded", "source": "i2", "target": "i3"}),
    Refusal("shot", {"reason": "blocked", "source": "f3", "target": "f6"}),
    Refusal("claim", {"reason": "nobody", "square": "f4", "target": "f5"}),
    Refusal("never-attacks", {"source": "f3", "target": "f4"}),
    Refusal("card", {"reason": "two", "source": "b1", "target": "b1"}),
    Refusal("lay", {"reason": "place", "square": "b1"}),
    Refusal("shuffle", {"seat": "red"}),
    Refusal("order-missing"),
    Refusal("not-started"),
    Refusal("not-over"),
    Refusal("no-draw-offer", {"seat": "red"}),
    Refusal("draw-offered", {"seat": "red"}),
    Refusal("set-up-made", {"seat": "red"}),
    Refusal("no-seat", {"seat": "red2"}),
    Refusal("moved-on", {"expected": 3, "actual": 4}),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.code)
def test_refusals(refusal):
    text = wording.refusal_text(refusal)
    assert text != refusal.code
    assert "%(" not in text
    assert text.endswith(".")


def test_all_refusals_of_the_code_are_in_the_table_above():
    """Every code that the sources give to `Refusal` is one that the test above has words for."""
    found = {"two-squares", "more-squares", "chase-limit"}
    for path in [*SOURCES.rglob("*.py"), Path(commands.__file__)]:
        for node in ast.walk(ast.parse(path.read_text())):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args
            if named and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    assert found == {refusal.code for refusal in REFUSALS}


def test_all_errors_of_records_have_words():
    assert set(wording.RECORD_ERRORS) == set(formats.CODES)
    for code, names in formats.CODES.items():
        text = wording.record_error_text(formats.RecordError(code, **dict.fromkeys(names, 7)))
        assert "%(" not in text
        assert text != code


@pytest.mark.parametrize("kind", list(End))
def test_outcomes(kind):
    told = {wording.outcome_text(Outcome(kind, winner)) for winner in (0, 1, None)}
    assert len(told) == (1 if kind is End.UNFINISHED else 3)
    assert all(text and "%(" not in text for text in told)


@pytest.mark.parametrize(
    "caution",
    [
        Caution("two-squares-reached", {"square": "a4", "borders": (("a4", "a5"),), "limit": 3}),
        Caution("two-squares-near", {"square": "a4", "borders": (("a4", "a5"),), "limit": 3}),
        Caution("more-squares-reached", {"length": 4, "barred": (("a4", "a5"),)}),
        Caution("more-squares-near", {"length": 4, "barred": ()}),
        Caution("chase-limit-reached", {"square": "a4"}),
        Caution("quiet-limit-near", {"left": 3, "limit": 200}),
    ],
    ids=lambda caution: caution.code,
)
def test_cautions(caution):
    text = wording.caution_text(caution)
    assert text != caution.code
    assert "%(" not in text


@pytest.mark.parametrize(
    "fact",
    [
        Fact("moved", {"seat": "red", "piece": 3, "path": ("a4", "a5")}),
        Fact("revealed", {"piece": 3, "rank": RANK}),
        Fact("attacked", {"seat": "red", "path": ("a4", "a5"), "piece": 3, "rank": RANK} | DEFENDER),
        Fact("noted", {"ply": 3, "rule": "two-squares"}),
        Fact("over", {"kind": "flag-captured", "winner": 0}),
    ],
    ids=lambda fact: fact.code,
)  # fmt: skip
def test_facts(fact):
    text = wording.fact_text(fact)
    assert text != fact.code
    assert "%(" not in text
