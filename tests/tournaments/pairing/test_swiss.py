"""The Dutch system: its rounds keep the rules, agree with those of others, and say why there are none."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.shared import REPORTS
from tests.tournaments.played import absent, entered, play
from tests.tournaments.tables import table
from tournaments.files.formats import trf
from tournaments.files.formats.compare import compare
from tournaments.pairing import dutch, dutch_brackets
from tournaments.pairing.cards import explain
from tournaments.pairing.rounds import CannotPair, PairedRound, Pairing
from tournaments.pairing.swiss import broken, pair_round
from tournaments.scoring.crosstable import Colour, Crosstable
from tournaments.scoring.points import SCORINGS, Mark

pytestmark = pytest.mark.slow

OWN = Path(__file__).parents[1] / "files" / "reports"


def compared(folder: Path, rules: str) -> tuple[int, int]:
    results = []
    for path in sorted(folder.glob("*.trf")):
        report = trf.read(trf.decode(path.read_bytes()))
        results += list(compare(report, lambda item: pair_round(item, rules)))
    return sum(result.equal for result in results), len(results)


@pytest.mark.parametrize(
    ("folder", "rounds"), list(zip(REPORTS, (27, 40), strict=False)), ids=["ours", "lent"][: len(REPORTS)]
)
def test_recorded_events_are_paired_again_as_they_were(folder: Path, rounds: int):
    assert compared(folder, "2026") == (rounds, rounds)


def test_the_older_rules_give_other_rounds():
    assert compared(OWN, "2017") == (21, 27)


# -- the rules ------------------------------------------------------------------------------------


def pairs(paired: PairedRound) -> list[tuple[int, int]]:
    return [(pairing.red, pairing.blue or 0) for pairing in paired.pairings]


@pytest.mark.parametrize(("first", "boards"), [(Colour.RED, [(1, 4), (5, 2), (3, 6), (7, 0)]), (Colour.BLUE, None)])
def test_the_first_round(first: Colour, boards: list[tuple[int, int]] | None):
    """The upper half meets the lower one in order, colours in turns, and the last one has the bye."""
    boards = boards or [(4, 1), (2, 5), (6, 3), (7, 0)]
    assert pairs(pair_round(entered(7, 5, first_colour=first))) == boards


def test_the_bye_goes_to_who_missed_the_fewest_games():
    """2026, C9: of 3, 4 and 5, who have no point, 5, the last one, was not there in round 1."""
    event = table("2400 3w1\n2390 4b1\n2380 1b0\n2370 2w0\n2360 Z", rounds=3)
    assert pairs(pair_round(event)) == [(2, 1), (3, 5), (4, 0)]


def test_the_bye_goes_to_the_lowest_score():
    """2026, C5: 6 has no point, and 4, who has none either, is away."""
    event = table("2400 4w1 2b1\n2390 5b1 1w0\n2380 6w1 4b1\n2370 1b0 3w0\n2360 2w0 6b1\n2350 3b0 5w0", rounds=3)
    assert pairs(pair_round(absent(event, {4}))) == [(1, 5), (3, 2), (6, 0)]


@pytest.mark.parametrize(
    ("rounds", "had"),
    [("2400 2w1\n2390 1b0\n2380 U", 3), ("2400 2w1\n2390 1b0\n2380 F", 3), ("2400 3w-\n2390 U\n2380 1b+", 3)],
)
def test_a_point_without_a_game_rules_out_the_bye(rounds: str, had: int):
    """However the bye was recorded, nobody gets a second one (C.04.1.4)."""
    event = table(rounds, rounds=3)
    assert explain(event)[had].bye
    assert pair_round(event).bye != had


def test_a_half_point_bye_does_not_rule_out_the_bye():
    event = table("2400 2w1\n2390 1b=\n2380 H", rounds=3)
    assert not explain(event)[3].bye


def test_a_forfeited_game_may_be_paired_again():
    event = table("2400 2w+\n2390 1b-", rounds=3)
    assert {pair_round(event).pairings[0].red, pair_round(event).pairings[0].blue} == {1, 2}


def test_forbidden_pairs_do_not_meet():
    event = entered(6, 5, forbidden=frozenset({frozenset({1, 4}), frozenset({2, 5})}))
    assert {frozenset(pair) for pair in pairs(pair_round(event))}.isdisjoint(event.forbidden)


@given(
    st.integers(4, 26),
    st.integers(3, 9),
    st.sampled_from(sorted(SCORINGS)),
    st.sampled_from(["2026", "2017"]),
    st.integers(0, 10**6),
)
@some(20)
def test_every_round_keeps_the_absolute_criteria(players: int, rounds: int, scoring: str, rules: str, seed: int):
    """Counted here from the results alone: opponents, byes, presence and colours."""

    def pair(event: Crosstable) -> PairedRound:
        paired = pair_round(event, rules)
        present = {row.number for row in event.rows if not row.absent}
        numbers = [
            number for pairing in paired.pairings for number in (pairing.red, pairing.blue) if number is not None
        ]
        assert sorted(numbers) == sorted(present)
        assert sum(pairing.bye for pairing in paired.pairings) == len(present) % 2
        for pairing in paired.pairings:
            met = {
                game.opponent for game in event.row(pairing.red).results if game.mark is not None and game.mark.played
            }
            assert pairing.blue not in met - {None}
            if pairing.blue is None:
                marks = {game.mark for game in event.row(pairing.red).results}
                assert marks.isdisjoint({Mark.PAIRING_BYE, Mark.FORFEIT_WIN})
            elif event.paired < event.rounds - 1:
                assert_colours(event, pairing.red, Colour.RED)
                assert_colours(event, pairing.blue, Colour.BLUE)
        return paired

    with suppress(CannotPair):
        play(entered(players, rounds, scoring), rounds, seed, pair=pair)


def assert_colours(event: Crosstable, number: int, colour: Colour) -> None:
    """C.04.1.6 and 7: not three times in a row, and no more than two games more than with the other one."""
    games = [game.colour for game in event.row(number).results if game.mark is not None and game.mark.played]
    games.append(colour)
    counts = Counter(games)
    assert abs(counts[Colour.RED] - counts[Colour.BLUE]) <= 2
    assert len(games) < 3 or len(set(games[-3:])) > 1


@given(st.integers(3, 7), st.integers(3, 7), st.integers(0, 10**6))
@some(20)
def test_a_round_is_found_if_there_is_one_and_the_bye_is_as_low_as_can_be(players: int, rounds: int, seed: int):
    def pair(event: Crosstable) -> PairedRound:
        possible = [item for item in all_rounds(event) if broken(event, item) is None]
        scores = {card.number: card.score for card in explain(event).values()}
        byes = [scores[item.red] for every in possible for item in every if item.bye]
        try:
            paired = pair_round(event)
        except CannotPair as refused:
            if refused.code != "too-few-players":
                assert not possible
            raise
        assert (paired.bye is None and byes == []) or scores[paired.bye or 0] == min(byes)
        return paired

    with suppress(CannotPair):
        play(entered(players, rounds), rounds, seed, missing=0.1, pair=pair)


def all_rounds(event: Crosstable) -> list[list[Pairing]]:
    present = [row.number for row in event.rows if not row.absent]
    return list(_all_rounds(present))


def _all_rounds(numbers: list[int]):
    if len(numbers) < 2:
        yield [Pairing(number, None) for number in numbers]
        return
    item, *others = numbers
    for place, other in enumerate(others):
        for more in _all_rounds(others[:place] + others[place + 1 :]):
            yield [Pairing(item, other), *more]
            yield [Pairing(other, item), *more]
    if len(numbers) % 2:
        for more in _all_rounds(others):
            yield [Pairing(item, None), *more]


@given(st.integers(9, 24), st.integers(4, 9), st.integers(0, 10**6))
@some(10)
def test_a_bracket_alone_is_paired_as_in_the_graph_of_everybody(players: int, rounds: int, seed: int):
    def pair(event: Crosstable) -> PairedRound:
        cards = list(explain(event).values())
        paired = dutch.ask(event, cards)
        assert paired == dutch.ask(event, cards, quick=False)
        return PairedRound(paired)

    with suppress(CannotPair):
        play(entered(players, rounds), rounds, seed, pair=pair)


@pytest.mark.parametrize(("players", "rounds", "seed"), [(41, 5, 1), (60, 4, 2), (75, 3, 3), (90, 4, 4)])
def test_a_few_below_stand_for_all_of_them(players: int, rounds: int, seed: int, monkeypatch: pytest.MonkeyPatch):
    """A large bracket is paired with some of the score group below it, swaps, and without the matching code where the
    first candidate is perfect. The rounds are the same as in the graph of everybody."""
    monkeypatch.setattr(dutch_brackets, "STAND_INS", 4)
    few = 0

    def counted(self: dutch_brackets.ScoreBracket, pairer: dutch_brackets.Pairer) -> bool:
        nonlocal few
        suffices = usual(self, pairer)
        few += suffices
        return suffices

    usual = dutch_brackets.ScoreBracket._suffices
    monkeypatch.setattr(dutch_brackets.ScoreBracket, "_suffices", counted)

    def pair(event: Crosstable) -> PairedRound:
        cards = list(explain(event).values())
        paired = dutch.ask(event, cards)
        assert paired == dutch.ask(event, cards, quick=False)
        return PairedRound(paired)

    play(entered(players, rounds), rounds, seed, pair=pair)
    assert few


# -- rounds that cannot be paired -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "code", "params"),
    [
        (absent(entered(3, 5), {1, 2}), "too-few-players", {"players": 1}),
        (table("2400 2w1\n2390 1b0", rounds=1), "event-over", {"rounds": 1}),
        (table("2400 2w.\n2390 1b.", rounds=3), "round-not-over", {"round": 1, "number": 1}),
        (table("2400 2w1 U 3b1\n2390 1b0 3w0 U\n2380 U 2b1 1w0", rounds=5), "bye-exhausted", {"players": 3}),
        (table("2400 2w1\n2390 1b0", rounds=3), "no-pairing", {}),
    ],
)
@pytest.mark.parametrize("rules", ["2026", "2017"])
def test_why_there_is_no_round(event: Crosstable, code: str, params: dict[str, int], rules: str):
    with pytest.raises(CannotPair) as refused:
        pair_round(event, rules)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_an_answer_that_breaks_a_criterion_is_thrown_away(monkeypatch: pytest.MonkeyPatch):
    event = table("2400 3w1\n2390 4b1\n2380 1b0\n2370 2w0", rounds=3)
    monkeypatch.setattr(dutch, "ask", lambda _table, _cards: (Pairing(3, 1), Pairing(2, 4)))
    with pytest.raises(CannotPair) as refused:
        pair_round(event)
    assert (refused.value.code, refused.value.params) == ("engine-broke-criterion", {"criterion": "rematch"})


EVENT = table("2400 3w1 U\n2390 4b1 5w1\n2380 1b0 4w1\n2370 2w0 3b0\n2360 U 2b0", rounds=5)


@pytest.mark.parametrize(
    ("boards", "criterion"),
    [
        ([(1, 2), (3, 5), (4, None)], None),
        ([(1, 2), (3, 5)], "everybody-once"),
        ([(1, 2), (1, 5), (4, None)], "everybody-once"),
        ([(1, 2), (3, None), (5, None), (4, None)], "one-bye"),
        ([(4, 2), (3, 5), (1, None)], "rematch"),
        ([(5, 3), (2, 4), (1, None)], "rematch"),
        ([(5, 3), (1, 2), (4, None)], None),
        ([(2, 3), (4, 5), (1, None)], "second-bye"),
        ([(1, 5), (2, 3), (4, None)], "forbidden-pair"),
    ],
)
def test_what_breaks_a_criterion(boards: list[tuple[int, int | None]], criterion: str | None):
    event = replace(EVENT, forbidden=frozenset({frozenset({1, 5})}))
    assert broken(event, [Pairing(red, blue) for red, blue in boards]) == criterion


def test_a_third_game_with_a_colour_breaks_a_criterion():
    event = table("2400 3w1 2w1\n2390 4b1 1b0\n2380 1b0 4w1\n2370 2w0 3b0", rounds=5)
    assert broken(event, [Pairing(1, 4), Pairing(2, 3)]) == "third-colour"
    assert broken(event, [Pairing(4, 1), Pairing(3, 2)]) == "third-colour"
    assert broken(event, [Pairing(4, 1), Pairing(2, 3)]) is None


def test_every_way_to_pair_four_is_tried():
    """The oracle of the tests above: three ways to form two pairs, and four to give colours in each."""
    assert len(all_rounds(entered(4, 3))) == 12
    assert len(list(permutations(range(3)))) == len(all_rounds(entered(3, 3)))
