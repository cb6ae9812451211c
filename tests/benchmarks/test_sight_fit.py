"""What second sight goes by is learned as it says."""

from __future__ import annotations

from itertools import chain
from math import log

import numpy as np
import pytest

from benchmarks import sight, sight_games
from benchmarks.sight_fit import KINDS, RANKS, fit, learn, text_of
from benchmarks.sight_games import Learned, Observed
from games.rules import Rank
from moderation.fairness.domain.odds import leanings
from moderation.fairness.domain.sight import MOVED, STILL, HiddenAttack


def attack(true: Rank, *, own: Rank = Rank.MINER, known: bool = False) -> Observed:
    ranks = {Rank.SCOUT: 1, Rank.BOMB: 3}
    return Observed(HiddenAttack(9, STILL, 5, 44, own, (), ranks, 4), true, known)


def test_a_handful_of_attacks_gives_the_answer_that_is_known() -> None:
    """One rank of four met three times of four: e^x / (e^x + 3) = 3/4."""
    features, odds = np.zeros((4, 4, 1)), np.full((4, 4), 0.25)
    features[:, 1, 0] = 1.0
    assert fit(features, odds, np.array([1, 1, 1, 3]), 0.0) == pytest.approx([log(9)])
    # and with a penalty of 1/4 where that of the likelihood, 4 (3/4 - p), is as large: 3 - 4 p = x / 2
    (held,) = fit(features, odds, np.array([1, 1, 1, 3]), 0.25)
    assert 3 - 4 * np.exp(held) / (np.exp(held) + 3) == pytest.approx(held / 2)


def test_rows_are_learned_from_fair_play_and_leanings_from_what_peekers_knew() -> None:
    by_the_odds = [attack(Rank.SCOUT), *[attack(Rank.BOMB)] * 3]
    bombs = [attack(Rank.BOMB, known=True)] * 9
    unknown = [attack(Rank.SCOUT)] * 99
    learned = learn(
        [
            Learned(True, False, tuple(by_the_odds)),
            Learned(False, True, tuple(bombs + unknown)),
            Learned(False, False, tuple(attack(Rank.SCOUT, known=True) for _one in range(99))),
        ]
    )
    assert all(set(chain(*learned[f"rows_{kind}"].values())) == {1.0} for kind in KINDS)
    miner = dict(zip(learned["ranks"], learned[f"attack_{STILL}"]["3"], strict=True))
    assert miner["B"] > 0.5 > 0 > miner["2"]
    assert set(chain(*learned[f"wait_{MOVED}"].values())) == {0.0}
    assert learned["ranks"] == "".join(rank.symbol for rank in RANKS) == leanings()["ranks"]
    assert {name: list(table) for name, table in learned.items()} == {
        name: list(table) for name, table in leanings().items()
    }
    assert text_of(learned).count("\n") == 79


def test_no_game_that_judges_is_one_that_was_learned_from() -> None:
    """Whatever the seed is, the name of a game that judges ends with a kind of player of its own and a number."""
    learned = {name.rpartition(" ")[0].rpartition(" ")[2] for name in sight_games.seeds()}
    assert len(sight_games.seeds()) == 1650
    assert not learned & {kind.rpartition(" ")[2] for kind in sight.KINDS}
