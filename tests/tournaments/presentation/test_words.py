"""Whatever the commands of tournaments refuse has a sentence, and each sentence gets the values that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules import Refusal
from tournaments.presentation.words import (
    REFUSALS,
    points_text,
    result_text,
    status_of,
    tournament_refusal,
)
from tournaments.scoring.points import Mark

HOME = Path(__file__).parents[3] / "tournaments"
ELSEWHERE = {"cannot-pair"}
MADE = {"wanted"}
"""Values that are put into words themselves."""


def refused() -> dict[str, set[str]]:
    """The codes that the sources refuse with, each with the names of the values that come with it at every place."""
    texts: dict[str, set[str]] = {}
    for path in sorted(HOME.rglob("*.py")):
        text = path.read_text()
        for code, rest in re.findall(r'refuse\(\s*"([a-z-]+)"([^)]*)', text):
            names = set(re.findall(r"(\w+)=", rest))
            texts[code] = texts.get(code, names) & names
        for item in re.findall(r'refuse\(\s*"([a-z-]+)" if [^"]*else "([a-z-]+)"', text):
            for code in item:
                texts.setdefault(code, set())
    return texts


def test_every_refusal_has_a_sentence() -> None:
    codes = refused()
    assert len(codes) > 40
    assert sorted(set(codes) - set(REFUSALS) - ELSEWHERE) == []


def test_no_sentence_asks_for_a_value_that_may_be_missing() -> None:
    asked = {code: set(re.findall(r"%\((\w+)\)", str(words))) for code, words in REFUSALS.items()}
    missing = {code: asked[code] - names - MADE for code, names in refused().items() if code in asked}
    assert {code: names for code, names in missing.items() if names} == {}


def test_a_sentence_says_what_to_do() -> None:
    refusal = Refusal("round-paired", {"round": 3})
    assert (tournament_refusal(refusal), status_of(refusal)) == (
        "Round 3 is paired already, so this is too late for it.",
        422,
    )
    assert [status_of(Refusal(code)) for code in ("not-allowed", "no-tournament", "moved-on")] == [403, 404, 409]
    limits = Refusal("rating-limits", {"least": 1200, "most": ""})
    assert tournament_refusal(limits).startswith("This event is for ratings from 1200, and yours is outside.")
    opens = Refusal("check-in-closed", {"opens": "2031-01-18T11:30:00+00:00"})
    assert tournament_refusal(opens) == "The check-in opens on 18 January 2031, 11:30 UTC. Come back then."
    cannot = Refusal("cannot-pair", {"reason": "too-few-players", "round": 2, "players": 1})
    assert tournament_refusal(cannot).startswith("Round 2 cannot be paired. ")


@pytest.mark.parametrize(
    ("tenths", "text"), [(0, "0"), (5, "½"), (15, "1½"), (60, "6"), (13, "1.3"), (-5, "−½"), (-20, "−2")]
)
def test_points_are_written_as_people_do(tenths: int, text: str) -> None:
    assert points_text(tenths) == text


def test_results_have_names() -> None:
    assert result_text(None) == "Not decided"
    assert result_text((Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)) == "Forfeit of both"
    assert result_text((Mark.WIN_UNRATED, Mark.LOSS_UNRATED)) == "Win, not rated – Loss, not rated"
