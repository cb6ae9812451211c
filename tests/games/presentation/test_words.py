"""Every code has words, and the words take its parameters."""

import ast
import random
from pathlib import Path

import pytest

from games import notation as formats
from games import rules
from games.domain import commands
from games.domain.arbitration import PAUSES
from games.domain.clocks import PRESETS, TimeControl
from games.domain.random_play import random_start, random_submission
from games.presentation import facts, words
from games.rules import Caution, End, Fact, Outcome, Rank, Refusal
from tests.books import each_book

SOURCES = Path(rules.__file__).parent
RANK = int(Rank.MINER)
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
    Refusal("nothing-to-rule"),
    Refusal("no-draw-offer", {"seat": "red"}),
    Refusal("draw-offered", {"seat": "red"}),
    Refusal("set-up-made", {"seat": "red"}),
    Refusal("no-seat", {"seat": "red2"}),
    Refusal("moved-on", {"expected": 3, "actual": 4}),
    Refusal("draw-too-soon", {"turns": 2}),
    Refusal("draw-too-soon", {"turns": 1}),
    Refusal("time-is-up"),
    Refusal("not-due"),
    Refusal("already-started"),
    Refusal("too-late-to-abort", {"plies": 3}),
    Refusal("nothing-to-reveal"),
    *(Refusal(code) for code in ("revealed", "reveal-tournament", "reveal-rated", "reveal-missing")),
    Refusal("reveal-enough", {"most": 3}),
    Refusal("played-on", {"ply": 12}),
    Refusal("origin-closed"),
    Refusal("origin-broken"),
    Refusal("origin-ply", {"ply": 12, "last": 11}),
    Refusal("origin-far", {"most": 3000}),
    Refusal("origin-over"),
    Refusal("no-vacation"),
    Refusal("on-vacation"),
    Refusal("not-on-vacation"),
    Refusal("vacation-too-long", {"days": 30}),
    Refusal("not-live"),
    Refusal("no-takebacks"),
    Refusal("nothing-to-take-back", {"seat": "red"}),
    Refusal("takeback-too-far", {"plies": 2}),
    Refusal("takeback-offered", {"seat": "red"}),
    Refusal("takeback-declined", {"seat": "red"}),
    Refusal("no-takeback-offer", {"seat": "red"}),
    Refusal("relay-early"),
    Refusal("relay-impossible", {"turn": "d4-d5"}),
    Refusal("relay-refused"),
    Refusal("not-away"),
    Refusal("away-too-short", {"seconds": 20}),
    Refusal("tournament-game"),
    *(Refusal("game-paused", {"why": why}) for why in PAUSES),
    Refusal("not-paused"),
    Refusal("no-clock"),
    Refusal("time-gone"),
    Refusal("time-amount", {"least": 1, "most": 5_184_000}),
    Refusal("time-control", {"field": "kind"}),
    Refusal("time-control", {"field": "base", "least": 10, "most": 5_184_000}),
    Refusal("time-control", {"field": "setup", "least": 10, "most": 5_184_000}),
    Refusal("time-control", {"field": "increment", "least": 0, "most": 604_800}),
    Refusal("time-control", {"field": "cap", "least": 86_400, "most": 5_184_000}),
    Refusal("time-control", {"field": "vacation"}),
    Refusal("too-many-invitations", {"most": 200}),
    Refusal("invited-enough", {"name": "Ann", "most": 20}),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.code)
def test_refusals(refusal):
    text = words.refusal_text(refusal)
    assert text != refusal.code
    assert "%(" not in text
    assert text.endswith(".")


def test_all_refusals_of_the_code_are_in_the_table_above():
    """Every code that the sources give to `Refusal` is one that the test above has words for."""
    result = {"two-squares", "more-squares", "chase-limit"}
    for path in [*SOURCES.rglob("*.py"), *Path(commands.__file__).parent.glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and node.args
            if named and isinstance(node.args[0], ast.Constant):
                result.add(node.args[0].value)
    assert result == {refusal.code for refusal in REFUSALS}


def test_all_errors_of_records_have_words():
    assert set(words.RECORD_ERRORS) == set(formats.CODES)
    for code, names in formats.CODES.items():
        text = words.record_error_text(formats.RecordError(code, **dict.fromkeys(names, 7)))
        assert "%(" not in text
        assert text != code


@pytest.mark.parametrize("kind", list(End))
def test_outcomes(kind):
    texts = {words.outcome_text(Outcome(kind, winner)) for winner in (0, 1, None)}
    assert len(texts) == (1 if kind is End.UNFINISHED or kind.called_off else 3)
    assert all(text and "%(" not in text for text in texts)


def test_time_controls():
    result = {slug: words.time_control_text(control) for slug, control in PRESETS.items()}
    assert result["live-5-5"] == "5 minutes + 5 seconds a turn"
    assert result["3-days"] == "3 days a turn"
    assert result["bank-7d-12h"] == "7 days + 12 hours a turn, at most 14 days"
    assert result["gravon-50-12-4"] == "12 minutes in all, 4 seconds of each turn free, drawn after 50 minutes"
    assert len(set(result.values())) == len(PRESETS)
    assert words.time_control_text(TimeControl("bank", 3600)) == "1 hour in all"
    assert words.time_control_text(None) == "No time limit"
    assert [words.duration_text(seconds) for seconds in (0, 61, 90_061)] == [
        "0 seconds",
        "1 minute 1 second",
        "1 day 1 hour",
    ]


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
    text = facts.caution_text(caution)
    assert text != caution.code
    assert "%(" not in text


@each_book
def test_every_fact_of_the_engine_has_words(slug):
    """Facts of a random game, for all who may know them: none is shown as its code."""
    book, chance = rules.variant(slug), random.Random(slug)
    state = random_start(book, rules.Options(no_attack_limit=100, spotter=book.deals), chance)
    codes = set()
    while state.outcome is None and state.ply < 300:
        state, result = rules.apply(state, random_submission(state, chance))
        for fact in result:
            codes.add(fact.code)
            assert "%(" not in facts.fact_text(fact, book)
    assert codes <= set(facts.FACTS)


def test_a_fact_is_told_in_the_words_of_its_rule_book():
    fact = Fact("revealed", {"piece": 3, "rank": RANK})
    assert facts.fact_text(fact, rules.variant("lightning")) == "It shows itself to be a Corporal."


def test_a_card_that_was_not_drawn_is_named():
    texts = {
        words.refusal_text(Refusal("set-up", {"reason": "not-drawn", "seat": "red"} | card))
        for card in ({"symbol": "M"}, {"rank": 10})
    }
    assert texts == {"Red has not drawn that many of the card Marshal. Choose from the cards that were drawn."}
