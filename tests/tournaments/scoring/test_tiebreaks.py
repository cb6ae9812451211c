"""Tie-breaks against examples computed by hand from C.07, by properties, and against a plain reading of its text."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.tournaments.tables import events, table
from tournaments.scoring.crosstable import Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark
from tournaments.scoring.tiebreaks import (
    REASONS,
    TIEBREAKS,
    Count,
    TiebreakPart,
    direct_encounter,
    explain,
    rank,
)

# Six players, four rounds. Player 6 did not come to round 1 and then stayed away; 2 asked for half a point in round 3;
# 5 and 4 had the pairing-allocated bye in rounds 2 and 4. The points are 3.5, 2.5, 2.5, 2, 1 and 0.
SWISS = """
    2000  4w1  2b=  3w1  5b1
    1900  5b1  1w=  H    3b=
    1800  6w+  4b1  1b0  2w=
    1700  1b0  3w0  5w1  U
    1600  2w0  U    4b0  1w0
       0  3b-  Z    Z    Z
"""


def values(event: Crosstable, slug: str, **how: bool) -> list[float]:
    count = Count.of(event, **how)
    tiebreak = TIEBREAKS[slug]
    return [tiebreak.value(count, row.number) / tiebreak.unit for row in event.rows]


# -- by hand --------------------------------------------------------------------------------------


def test_scores_for_the_opponents() -> None:
    """16.3: the three last rounds of player 6 count as draws, the forfeit and the bye of player 2 as they were."""
    count = Count.of(table(SWISS))
    assert count.points == (35, 25, 25, 20, 10, 0)
    assert count.adjusted == (35, 25, 25, 20, 10, 15)


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        # 2 has 1 + 3.5 + dummy + 2.5: own score 2.5, at most four draws (16.4.2).
        # 3 has a dummy of 2.5 in round 1, at most the 1.5 of the opponent who did not come (16.4.1).
        ("buchholz", [8, 9, 9.5, 9, 9, 0]),
        # 2's bye is voluntary and goes though 1.0 is lower (16.5); 4's and 5's byes are not.
        ("buchholz-cut-1", [7, 7, 8, 8, 8, 0]),
        ("buchholz-cut-2", [5, 6, 6, 6, 6, 0]),
        ("buchholz-median", [4.5, 3.5, 4.5, 4.5, 4.5, 0]),
        ("buchholz-median-2", [0, 0, 0, 0, 0, 0]),
        ("sonneborn-berger", [6.75, 5, 4.75, 3, 1, 0]),
        # 2: the game with player 5 has the lowest score and adds 1; the bye adds as much and goes instead (16.5).
        # 3 loses the dummy of 1.5, 4 the game with player 5, 5 the dummy of its bye: each the lowest score (14.1).
        ("sonneborn-berger-cut-1", [5.75, 4, 3.25, 2, 0, 0]),
        ("wins", [3, 1, 2, 2, 1, 0]),
        ("games-won", [3, 1, 1, 1, 0, 0]),
        ("games-blue", [2, 2, 2, 1, 1, 0]),
        ("wins-blue", [1, 1, 1, 0, 0, 0]),
        ("progressive", [8.5, 7, 7.5, 3, 3, 0]),
        ("progressive-cut-1", [7.5, 6, 6.5, 3, 3, 0]),
        ("rounds-elected", [4, 3, 4, 4, 4, 0]),
        ("standard-points", [3.5, 2.5, 2.5, 2, 1, 0]),
        # Forfeits are no games; 1866.67 is rounded up.
        ("average-rating", [1750, 1800, 1867, 1800, 1867, 0]),
        ("average-rating-cut-1", [1800, 1900, 1950, 1900, 1950, 0]),
        ("rating", [2000, 1900, 1800, 1700, 1600, 0]),
        ("seed", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_worked_example(slug: str, expected: list[float]) -> None:
    assert values(table(SWISS), slug) == expected


def test_before_march_2026_dummies_were_not_capped() -> None:
    assert values(table(SWISS), "buchholz", capped=False) == [8, 9.5, 10.5, 9, 9, 0]


def test_six_three_one() -> None:
    """With the federation's scoring a loss is worth something, and so is the score of who won (9.1)."""
    event = table(SWISS, scoring=SCORINGS["6-3-1"])
    count = Count.of(event)
    assert count.points == (210, 150, 160, 140, 90, 0)
    assert count.adjusted == (210, 150, 160, 140, 90, 90)
    # 4: the scores 21, 16 and 9 and a dummy of 14, at most four draws (12).
    assert values(event, "buchholz") == [14 + 15 + 16 + 9, 9 + 21 + 12 + 16, 9 + 14 + 21 + 15, 58, 15 + 9 + 14 + 21, 0]
    assert values(event, "sonneborn-berger")[3] == 1 * 21 + 1 * 16 + 6 * 9 + 6 * 12
    assert values(event, "wins") == [3, 1, 2, 2, 1, 0]
    assert values(event, "standard-points") == [3.5, 2.5, 2.5, 2, 1, 0]


@pytest.mark.parametrize(
    ("rounds", "adjusted"),
    [
        ("2w1 H 2b1", 25),  # 16.2.3: play follows, so the bye counts what it was worth
        ("2w1 Z 2b1", 20),
        ("2w1 2b1 Z", 25),  # 16.2.5: nothing follows
        ("2w1 Z 2b-", 15),  # 16.2.5: a forfeit loss follows and counts nothing
        ("2w1 Z 2b+", 20),  # a forfeit win is no voluntary unplayed round
        ("2w1 Z U", 20),
        ("2w1 Z F", 20),
        ("2w1 H Z", 20),
        ("2b- Z Z", 10),
        ("2b- 2w- 2b-", 0),
    ],
)
def test_categories_of_unplayed_rounds(rounds: str, adjusted: int) -> None:
    """16.2 and 16.3, one player's score as the opponents' tie-breaks see it."""
    assert Count.of(table(f"1500 {rounds}\n1500 Z Z Z")).adjusted[0] == adjusted


def test_who_is_missing_in_the_last_rounds_was_absent() -> None:
    """A withdrawn player has no more results; each round counts as a zero-point bye."""
    short = table("1500 2w1 2b= 2w1\n1400 1b0 1w=", rounds=3)
    assert Count.of(short).results[1] == (*short.rows[1].results, RoundResult(Mark.ABSENT))
    assert Count.of(short).adjusted[1] == 10


def test_only_the_first_rounds() -> None:
    """The score after two rounds, and what was a bye in the middle is one at the end then."""
    assert Count.of(table(SWISS), after=2).points == (15, 15, 20, 0, 10, 0)
    assert Count.of(table(SWISS), after=3).adjusted[1] == 20
    assert values(table(SWISS), "progressive")[0] == 8.5
    assert TIEBREAKS["progressive"].value(Count.of(table(SWISS), after=2), 1) == 25


def test_a_game_that_goes_on_counts_the_opponent() -> None:
    """It is worth nothing yet, and is no unplayed round."""
    event = table("1500 2w1 3b.\n1500 1b0 Z\n1500 Z 1w.")
    assert values(event, "buchholz") == [0.5 + 0, 1 + 0, 0 + 1]
    assert [part.why for part in explain(event, "buchholz", 1).parts] == ["adjusted", "going-on"]


# Everybody meets; 4 leaves after one game. 15.2: the forfeits are games.
ROBIN = """
    2000  4w1  2b1  3w0
    1900  3w=  1w0  4b+
    1800  2b=  4w+  1b1
    1700  1b0  3b-  2w-
"""


def test_a_round_robin_counts_forfeits_as_games() -> None:
    """15: no dummies, no adjusted scores, except that a rating needs a game (15.2)."""
    robin = table(ROBIN)
    assert Count.of(robin, predetermined=True).points == (20, 15, 25, 0)
    assert values(robin, "sonneborn-berger", predetermined=True) == [1.5, 1.25, 2.75, 0]
    assert values(robin, "buchholz", predetermined=True) == [4, 4.5, 3.5, 6]
    assert values(robin, "koya", predetermined=True) == [1, 0.5, 1.5, 0]
    assert values(robin, "average-rating", predetermined=True) == [1800, 1900, 1950, 2000]
    # A forfeit win is a game with its colour, a forfeit loss is none (15.2).
    assert values(robin, "games-won", predetermined=True) == [2, 0, 1, 0]  # on the board (7.2)
    assert values(robin, "games-blue", predetermined=True) == [1, 1, 2, 1]
    assert values(robin, "wins-blue", predetermined=True) == [1, 0, 1, 0]
    assert values(robin, "rounds-elected", predetermined=True) == [3, 3, 3, 1]


def test_a_round_without_an_opponent_counts_nothing_in_a_round_robin() -> None:
    """15.1: three players, each has a round off."""
    robin = table("1500 Z 2w1 3b1\n1500 3w1 1b0 Z\n1500 2b0 Z 1w0")
    assert values(robin, "buchholz", predetermined=True) == [1, 2, 3]
    assert values(robin, "koya", predetermined=True) == [1, 0, 0]
    assert values(robin, "rounds-elected", predetermined=True) == [2, 2, 2]
    pairing_bye = table("1500 U 2w1 3b1\n1500 3w1 1b0 U\n1500 2b0 U 1w0")  # as files from elsewhere have it
    assert values(pairing_bye, "rounds-elected", predetermined=True) == [2, 2, 2]
    assert values(pairing_bye, "rounds-elected") == [3, 3, 3]


@pytest.mark.parametrize("predetermined", [False, True])
@pytest.mark.parametrize("scoring", ["1-half-0", "6-3-1"])
def test_a_game_that_both_lose_gives_no_standard_points(scoring: str, predetermined: bool) -> None:
    """7.7, as docs/tiebreaks.md reads it: by forfeit, and by playing."""
    event = replace(table("1500 2b- 3w1\n1500 1w- 4b0\n1500 4w0 1b0\n1500 3b0 2w1"), scoring=SCORINGS[scoring])
    assert values(event, "standard-points", predetermined=predetermined) == [1, 0, 0, 1]


# -- direct encounter -----------------------------------------------------------------------------


def ranked(lines: str, group: list[int] | None = None, **how: bool) -> list[list[int]]:
    """The tied players of an event by article 6."""
    event = table(lines)
    return direct_encounter(Count.of(event, **how), group or [row.number for row in event.rows])


def test_all_met() -> None:
    assert ranked("1 2w1 3b=\n1 1b0 3w1\n1 1w= 2b0") == [[1], [2], [3]]


def test_a_circle_stays_tied() -> None:
    assert ranked("1 2w1 3b0\n1 1b0 3w1\n1 2b0 1w1") == [[1, 2, 3]]


def test_those_still_tied_are_looked_at_again() -> None:
    """Four with 2, 2, 1 and 1 points: the games of the first two and of the last two decide."""
    lines = """
        1 2w0 3w1 4w1
        1 1b1 4b= 3b=
        1 4w1 1b0 2w=
        1 3b0 2w= 1b0
    """
    # 1: 2, 2: 2, 3: 1.5, 4: 0.5; 2 beat 1.
    assert ranked(lines) == [[2], [1], [3], [4]]


def test_not_all_met_and_yet_certain() -> None:
    """6.3: 1 has two points, and the others can have one at most; between those nothing is known."""
    assert ranked("1 2w1 3b1\n1 1b0 Z\n1 Z 1w0") == [[1], [2, 3]]


def test_not_all_met_and_not_certain() -> None:
    """1 beat 2, but 3 has met neither and could have two points."""
    assert ranked("1 2w1\n1 1b0\n1 Z") == [[1, 2, 3]]
    assert ranked("1 Z\n1 Z") == [[1, 2]]


def test_certain_one_after_the_other() -> None:
    """1 beat all. Of the rest 2 beat 3 and drew 4, who could have as much by beating 3; had 2 beaten both, it would be
    second for certain (6.3).
    """
    lines = "1 2w1 3b1 4w1\n1 1b0 4w= 3b1\n1 Z 1w0 2w0\n1 Z 2b= 1b0"
    assert ranked(lines) == [[1], [2, 3, 4]]
    lines = "1 2w1 3b1 4w1\n1 1b0 4w1 3b1\n1 Z 1w0 2w0\n1 Z 2b0 1b0"
    assert ranked(lines) == [[1], [2], [3, 4]]


def test_the_first_is_out_of_account_for_the_rest() -> None:
    """6.3: with the draw against 1 player 2 would have 3 points, and 5 at most 2.5; without it both could have 2.5."""
    lines = """
        1 2w= 3b1 4w1 5b1
        1 1b= 5w= 3w1 4b1
        1 Z   1w0 2b0 Z
        1 Z   Z   1b0 2w0
        1 Z   2b= Z   1w0
    """
    assert ranked(lines) == [[1], [2, 3, 4, 5]]


def test_a_forfeit_is_no_meeting_in_a_swiss_and_one_in_a_round_robin() -> None:
    assert ranked("1 2w+\n1 1b-") == [[1, 2]]
    assert ranked("1 2w+\n1 1b-", predetermined=True) == [[1], [2]]


def test_two_who_met_more_than_once_count_the_mean() -> None:
    """6.1.2: one win and one draw against 2 are 0.75, less than one win against 3."""
    lines = "1 2w1 2b= 3w0 Z\n1 1b0 1w= Z 3w1\n1 Z Z 1b1 2b0"
    # 1: 0.75 + 0, 2: 0.25 + 1, 3: 1 + 0.
    assert ranked(lines) == [[2], [3], [1]]


def test_the_group_and_not_the_field_is_looked_at() -> None:
    assert ranked("1 3w0 2w1\n1 Z 1b0\n1 1b1 Z", [1, 2]) == [[1], [2]]


def test_what_is_shown_of_a_direct_encounter() -> None:
    """Points among the tied where they say something, else nothing; and the games behind them."""
    event = table("1500 2w1 3b1 Z Z\n1500 1b0 Z F F\n1500 Z 1w0 F F")
    assert rank(Count.of(event), ["direct-encounter"]) == ([[1], [2, 3]], {1: [200], 2: [0], 3: [0]})
    explained = explain(event, "direct-encounter", 1)
    assert explained.tied == (2, 3)
    assert explained.parts == (
        TiebreakPart(1, 2, Mark.WIN, 100, "tied", 100),
        TiebreakPart(2, 3, Mark.WIN, 100, "tied", 100),
    )
    assert explained.total == 200
    silent = explain(event, "direct-encounter", 2)
    assert silent.parts == (TiebreakPart(1, 1, Mark.LOSS, 0, "not-counted", 0, cut=True),)
    assert silent.total == 0
    # With Buchholz before it nobody is tied any more with 1.
    assert explain(event, "direct-encounter", 1, before=["seed"]).tied == ()


# -- explanations ---------------------------------------------------------------------------------


def test_an_explanation_names_every_round() -> None:
    """Player 2 of the worked example, Buchholz Cut-1."""
    explained = explain(table(SWISS), "buchholz-cut-1", 2)
    assert explained.parts == (
        TiebreakPart(1, 5, Mark.WIN, 10, "opponent", 10),
        TiebreakPart(2, 1, Mark.DRAW, 35, "opponent", 35),
        TiebreakPart(3, None, Mark.HALF_BYE, 20, "dummy-draws", 20, voluntary=True, cut=True),
        TiebreakPart(4, 3, Mark.DRAW, 25, "opponent", 25),
    )
    assert (explained.total, explained.unit, explained.mean) == (70, 10, False)


def test_an_unplayed_round_that_adds_as_much_is_cut() -> None:
    """16.5: player 2's bye adds 1.0 to Sonneborn-Berger, as much as the game with player 5, and goes."""
    cut = [part.round for part in explain(table(SWISS), "sonneborn-berger-cut-1", 2).parts if part.cut]
    assert cut == [3]


def test_why_a_round_counts_what_it_does() -> None:
    event = table(SWISS)
    assert [part.why for part in explain(event, "buchholz", 3).parts] == ["dummy-opponent", *["opponent"] * 3]
    assert [part.why for part in explain(event, "buchholz", 6).parts] == ["dummy"] * 4
    assert [part.why for part in explain(event, "wins", 3).parts] == [
        "counted",
        "counted",
        "not-counted",
        "not-counted",
    ]


@given(events(), st.sampled_from(sorted(TIEBREAKS)), st.booleans(), st.data())
@some(60)
def test_parts_add_up_to_the_value(event: Crosstable, slug: str, predetermined: bool, data: st.DataObject) -> None:
    """What is not cut is the value; a mean is the rounded mean; every reason has words."""
    number = data.draw(st.integers(1, len(event.rows)))
    explained = explain(event, slug, number, predetermined=predetermined)
    kept = [part.value for part in explained.parts if not part.cut]
    rounds = [part.round for part in explained.parts]
    assert rounds == sorted(set(rounds))
    assert all(part.why in REASONS for part in explained.parts)
    _groups, result = rank(Count.of(event, predetermined=predetermined), [slug])
    assert result[number] == [explained.total]
    if slug == "rating":
        assert explained.total == event.row(number).rating
    elif slug in {"seed", "lot"}:
        assert 1 <= explained.total <= len(event.rows)
    elif explained.mean:
        assert explained.total == (int(Fraction(sum(kept), len(kept)) + Fraction(1, 2)) if kept else 0)
    elif slug != "direct-encounter" or len({part.opponent for part in explained.parts}) == len(explained.parts):
        assert explained.total == sum(kept)


# -- against a plain reading of the articles ------------------------------------------------------


def by_the_book(event: Crosstable, number: int, low: int) -> tuple[Fraction, Fraction]:
    """Buchholz and Sonneborn-Berger of a player, each with its `low` least significant values cut."""
    worth = event.scoring.points
    marks = {row.number: [result.mark for result in row.results] for row in event.rows}
    voluntary = {Mark.HALF_BYE, Mark.ABSENT, Mark.FORFEIT_LOSS}

    def score(of: int) -> int:
        return sum(worth(mark) for mark in marks[of])

    def adjusted(of: int) -> int:
        total = 0
        for index, mark in enumerate(marks[of]):
            ends = all(later in voluntary for later in marks[of][index:])
            total += event.scoring.draw if mark in {Mark.HALF_BYE, Mark.ABSENT} and ends else worth(mark)
        return total

    results = []
    for result in event.row(number).results:
        if result.mark.played:
            against = adjusted(result.opponent)
        elif result.opponent:
            against = min(score(number), adjusted(result.opponent))
        else:
            against = min(score(number), len(marks[number]) * event.scoring.draw)
        results.append((against, against * worth(result.mark), result.mark in voluntary))
    sums = []
    for column in (0, 1):
        left = list(results)
        for _cut in range(min(low, len(left))):
            least = min(left, key=lambda part: (part[0], part[1]))
            unplayed = sorted(
                (part for part in left if part[2]), key=lambda part, column=column: (part[column], part[0])
            )
            if unplayed and unplayed[0][column] >= least[column]:
                least = unplayed[0]
            left.remove(least)
        sums.append(Fraction(sum(part[column] for part in left)))
    return sums[0], sums[1]


@given(events(), st.integers(0, 1))
@some(60)
def test_buchholz_and_sonneborn_berger_by_the_book(event: Crosstable, low: int) -> None:
    """The same numbers from a second, slower reading of articles 8, 9, 14 and 16."""
    count = Count.of(event)
    suffix = ["", "-cut-1"][low]
    for row in event.rows:
        buchholz, berger = by_the_book(event, row.number, low)
        assert TIEBREAKS[f"buchholz{suffix}"].value(count, row.number) == buchholz
        assert TIEBREAKS[f"sonneborn-berger{suffix}"].value(count, row.number) == berger


@given(events(unplayed=False, even=True))
@some(40)
def test_sums_over_the_field(event: Crosstable) -> None:
    """Where all is played, each score is counted once by each opponent, and each game's points once by each side."""
    count = Count.of(event)
    numbers = range(1, len(event.rows) + 1)
    total = {slug: sum(TIEBREAKS[slug].value(count, number) for number in numbers) for slug in TIEBREAKS}
    assert total["buchholz"] == sum(count.points) * event.rounds
    assert total["games-blue"] * 2 == len(event.rows) * event.rounds == total["rounds-elected"]
    assert total["standard-points"] == 10 * len(event.rows) * event.rounds // 2
    assert total["wins"] == total["games-won"]
    for number in numbers:
        least, whole, median = (
            TIEBREAKS[slug].value(count, number) for slug in ("buchholz-cut-1", "buchholz", "buchholz-median")
        )
        scores = [count.points[result.opponent - 1] for result in event.row(number).results]
        assert whole - least == min(scores)
        assert least - median == (max(scores) if len(scores) > 1 else 0)


def renumbered(event: Crosstable, order: list[int]) -> Crosstable:
    """The same event with other pairing numbers: `order` has the old number of each new one."""
    new = {old: number for number, old in enumerate(order, start=1)}
    rows = []
    for old in order:
        row = event.row(old)
        results = tuple(
            replace(result, opponent=new[result.opponent]) if result.opponent is not None else result
            for result in row.results
        )
        rows.append(Row(number=new[old], rating=row.rating, results=results))
    return replace(event, rows=tuple(rows))


@given(
    events(), st.lists(st.sampled_from(sorted(set(TIEBREAKS) - {"seed", "lot"})), max_size=4, unique=True), st.data()
)
@some(50)
def test_pairing_numbers_do_not_matter(event: Crosstable, slugs: list[str], data: st.DataObject) -> None:
    """Numbered in another order, everybody has the same values and shares the place with the same players."""
    order = data.draw(st.permutations(range(1, len(event.rows) + 1)))
    groups, result = rank(Count.of(event), slugs)
    other_groups, other_found = rank(Count.of(renumbered(event, order)), slugs)
    assert {number: result[number] for number in result} == {order[new - 1]: other_found[new] for new in other_found}
    assert [{*group} for group in groups] == [{order[new - 1] for new in group} for group in other_groups]


@given(events(unplayed=False, even=True), st.randoms())
@some(30)
def test_the_order_of_rounds_does_not_matter_where_all_is_played(event: Crosstable, chance: random.Random) -> None:
    order = list(range(event.rounds))
    chance.shuffle(order)
    other = replace(
        event, rows=tuple(replace(row, results=tuple(row.results[at] for at in order)) for row in event.rows)
    )
    slugs = [slug for slug in TIEBREAKS if not slug.startswith("progressive")]
    assert rank(Count.of(event), slugs) == rank(Count.of(other), slugs)


@given(events(), st.booleans())
@some(50)
def test_direct_encounter_keeps_everybody_once(event: Crosstable, predetermined: bool) -> None:
    """It splits a group and loses nobody; used again it says the same; two who never met are not told apart."""
    count = Count.of(event, predetermined=predetermined)
    group = [row.number for row in event.rows]
    encounter = direct_encounter(count, group)
    assert sorted(number for tier in encounter for number in tier) == group
    if len(group) == 2 and not any(result.opponent for result in event.rows[0].results):
        assert encounter == [group]
    assert [again for tier in encounter for again in direct_encounter(count, tier)] == encounter


def test_lots_make_all_places_different_and_can_be_checked() -> None:
    """The same lot gives the same order; another one another order."""
    event = table("\n".join(["1500 Z"] * 8))
    orders = {lot: rank(Count.of(event, lot=lot), ["lot"])[0] for lot in (1, 2)}
    assert orders[1] == rank(Count.of(event, lot=1), ["lot"])[0] != orders[2]
    assert all(len(group) == 1 for order in orders.values() for group in order)
    assert {number for (number,) in orders[1]} == set(range(1, 9))


def test_unknown_slugs_are_refused() -> None:
    with pytest.raises(KeyError, match="buchholtz"):
        rank(Count.of(table(SWISS)), ["buchholtz"])
