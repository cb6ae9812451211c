"""Knockouts: the bracket by its properties and by hand, matches by hand, colours."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.tournaments.tables import table
from tournaments.pairing.knockout import (
    NOBODY,
    Bracket,
    BracketPlace,
    Decider,
    Match,
    PlayedLeg,
    Verdict,
    bracket,
    bracket_of,
    by_lot,
    coloured,
    first_round,
    next_round,
    places,
    rounds_of,
    seeds,
    verdict,
)
from tournaments.pairing.rounds import Pairing
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import Mark

RED, BLUE = Colour.RED, Colour.BLUE


# -- the bracket ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "order"),
    [
        (2, (1, 2)),
        (3, (1, 0, 2, 3)),
        (4, (1, 4, 2, 3)),
        (6, (1, 0, 4, 5, 2, 0, 3, 6)),
        (8, (1, 8, 4, 5, 2, 7, 3, 6)),
        (16, (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)),
    ],
)
def test_the_usual_order_of_seeds(players: int, order: tuple[int, ...]) -> None:
    assert seeds(players) == order


@pytest.mark.parametrize("players", range(2, 70))
def test_byes_go_to_the_highest_seeds(players: int) -> None:
    order = seeds(players)
    byes = sorted(max(pair) for pair in zip(order[::2], order[1::2], strict=True) if NOBODY in pair)
    assert byes == list(range(1, len(order) - players + 1))
    assert sorted(order) == sorted([*range(1, players + 1), *[NOBODY] * (len(order) - players)])


@given(players=st.integers(2, 130))
def test_the_best_meet_as_late_as_can_be(players: int) -> None:
    """If the higher seed always wins, the best 2^k are left when 2^k are left."""
    winners: list[list[int | None]] = []
    while matches := next_round(players, winners):
        drawn = bracket(players, winners)
        left = 2 ** (rounds_of(players) - len(winners))
        there = {number for match in drawn.rounds[len(winners)] for number in match.players}
        assert there == set(range(1, min(left, players) + 1))
        winners.append([min(match.players) for match in matches])
    assert bracket(players, winners).champion == 1


@st.composite
def played(draw: st.DrawFn) -> tuple[int, list[list[int | None]], bool]:
    players = draw(st.integers(2, 40))
    third = draw(st.booleans())
    winners: list[list[int | None]] = []
    while len(winners) < rounds_of(players):
        matches = next_round(players, winners, third_place=third)
        winners.append([draw(st.sampled_from([*match.players, *match.players, NOBODY])) for match in matches])
    return players, winners, third


@given(played())
@some(30)
def test_any_course_ends_with_places_for_all(course: tuple[int, list[list[int | None]], bool]) -> None:
    """Who lost does not play on (but for the third place), and the places are 1 to n with ties."""
    players, winners, third = course
    drawn = bracket(players, winners, third_place=third)
    assert next_round(players, winners, third_place=third) == ()
    lost: set[int] = set()
    for matches in drawn.rounds:
        for match in matches:
            assert match.winner in (*match.players, NOBODY)
            assert not lost & set(match.players)
            assert match.bye == (match.board is None)
        lost |= {number for match in matches for number in match.players if number != match.winner}
    assert lost | {drawn.champion} - {NOBODY} == set(range(1, players + 1))
    ranked = places(drawn)
    assert sorted(place.number for place in ranked) == list(range(1, players + 1))
    count = Counter(place.place for place in ranked)
    below = 1
    for place, many in sorted(count.items()):
        assert place == below
        assert all(result.shared == (many > 1) for result in ranked if result.place == place)
        below += many


def test_six_players_to_the_third_place() -> None:
    """A whole event by hand: 6 players, 5 beats 4, 3 beats 6, 5 beats 1, 2 beats 3."""
    assert first_round(6) == (
        Match(round=1, position=2, upper=4, lower=5, board=1),
        Match(round=1, position=4, upper=3, lower=6, board=2),
    )
    semis = next_round(6, [(5, 3)], third_place=True)
    assert semis == (
        Match(round=2, position=1, upper=1, lower=5, board=1),
        Match(round=2, position=2, upper=2, lower=3, board=2),
    )
    last = next_round(6, [(5, 3), (5, 2)], third_place=True)
    assert last == (
        Match(round=3, position=1, upper=5, lower=2, board=1),
        Match(round=3, position=2, upper=1, lower=3, board=2, third=True),
    )
    drawn = bracket(6, [(5, 3), (5, 2), (2, 3)], third_place=True)
    assert drawn.champion == 2
    assert places(drawn) == (
        BracketPlace(place=1, number=2, shared=False),
        BracketPlace(place=2, number=5, shared=False, out=3),
        BracketPlace(place=3, number=3, shared=False, out=2),
        BracketPlace(place=4, number=1, shared=False, out=2),
        BracketPlace(place=5, number=4, shared=True, out=1),
        BracketPlace(place=5, number=6, shared=True, out=1),
    )


def test_a_bracket_half_way() -> None:
    """What is not decided is not known; the next match of who has won is."""
    drawn = bracket(4, [(1, None)])
    assert drawn == Bracket(
        players=4,
        rounds=(
            (
                Match(round=1, position=1, upper=1, lower=4, winner=1, board=1),
                Match(round=1, position=2, upper=2, lower=3, board=2),
            ),
            (Match(round=2, position=1, upper=1, lower=None),),
        ),
    )
    assert [(place.place, place.number, place.shared) for place in places(drawn)] == [
        (1, 1, True),
        (1, 2, True),
        (1, 3, True),
        (4, 4, False),
    ]
    with pytest.raises(ValueError, match="not decided"):
        next_round(4, [(1, None)])


def test_a_match_that_nobody_came_to_lets_the_next_opponent_through() -> None:
    """Without a board, and without a place in the match for the third place."""
    drawn = bracket(4, [(NOBODY, 3)], third_place=True)
    assert drawn.champion == 3
    assert drawn.boards(2) == ()
    assert next_round(4, [(NOBODY, 3)], third_place=True) == ()
    assert [(place.place, place.number) for place in places(drawn)] == [(1, 3), (2, 2), (3, 1), (3, 4)]


def crosstable(players: int, winners: list[list[int | None]], *, third: bool) -> Crosstable:
    """What a report file says of a knockout: a result for each match, byes, and nothing for who is out."""
    rows: list[list[RoundResult]] = [[] for _number in range(players)]
    for number in range(1, len(winners) + 1):
        drawn = bracket(players, winners[:number], third_place=third)
        outcome = {number: RoundResult(Mark.ABSENT) for number in range(1, players + 1)}
        for match in drawn.rounds[number - 1]:
            outcome |= {player: RoundResult(Mark.PAIRING_BYE) for player in match.players if match.bye}
        for match in drawn.boards(number):
            for item, other, colour in (*[(*match.players, RED)], (*reversed(match.players), BLUE)):
                lost = Mark.FORFEIT_LOSS if match.winner == NOBODY else Mark.LOSS
                outcome[item] = RoundResult(Mark.WIN if match.winner == item else lost, other, colour)
        for item, result in outcome.items():
            rows[item - 1].append(result)
    return Crosstable(tuple(Row(number, results=tuple(row)) for number, row in enumerate(rows, 1)), rounds=len(winners))


@given(played(), st.integers(0, 6))
@some(30)
def test_a_bracket_from_its_results(course: tuple[int, list[list[int | None]], bool], after: int) -> None:
    """The results alone give the same bracket, in the middle of the event too."""
    players, winners, third = course
    winners = winners[: max(after, 1)]
    last = len(winners)
    # A match for the third place that nobody had to play leaves no trace in the results.
    third = third and last == rounds_of(players) and len(bracket(players, winners, third_place=True).boards(last)) == 2
    if not third:
        winners[-1] = winners[-1][: len(bracket(players, winners[:-1]).boards(last))]
    assert bracket_of(crosstable(players, winners, third=third)) == bracket(players, winners, third_place=third)


def test_who_plays_on_has_won_a_drawn_match() -> None:
    """1 and 4 drew, and 4 is in the final; the game of 2 and 3 goes on in a bracket that nothing follows."""
    event = table("1 4w= Z\n1 3b1 4w.\n1 2w0 Z\n1 1b= 2b.")
    assert bracket_of(event) == bracket(4, [(4, 2), (None,)])
    assert bracket_of(table("1 4w=\n1 3b.\n1 2w.\n1 1b=")) == bracket(4, [(None, None)])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("1 2w1\n1 1b0\n1 4w1\n1 3b0", "round 1 is not one"),
        ("1 4w1 Z\n1 3w1 4b1\n1 2b0 Z\n1 1b0 2w0", "round 2 is not one"),
        ("1 2w1 2b1\n1 1b0 1w0", "more rounds"),
        ("1 Z", "two players"),
    ],
)
def test_results_of_another_kind_of_event_make_no_bracket(lines: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bracket_of(table(lines))


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([(2, 3)], "does not play on board 1"),
        ([(1, 2, 3)], "more winners than boards"),
        ([(1, 2), (1,), (1,)], "more rounds"),
    ],
)
def test_winners_that_cannot_be(winners: list[tuple[int, ...]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bracket(4, winners)


@pytest.mark.parametrize("players", [0, 1])
def test_fewer_than_two_are_no_knockout(players: int) -> None:
    with pytest.raises(ValueError, match="two players"):
        bracket(players)


# -- colours --------------------------------------------------------------------------------------


def test_colours_of_a_first_round_change_from_board_to_board() -> None:
    assert [coloured(match, first=RED) for match in first_round(8)] == [
        Pairing(1, 8),
        Pairing(5, 4),
        Pairing(2, 7),
        Pairing(6, 3),
    ]
    assert coloured(first_round(8)[0], first=BLUE) == Pairing(8, 1)


@pytest.mark.parametrize(
    ("one", "other", "red"),
    [
        ((RED,), (BLUE,), 2),
        ((BLUE,), (RED,), 1),
        ((RED, BLUE), (BLUE, RED), 1),
        ((BLUE, RED), (RED, BLUE), 2),
        ((RED, BLUE), (RED, BLUE), 1),
        ((), (RED,), 1),
    ],
)
def test_colours_by_what_was_before(one: tuple[Colour, ...], other: tuple[Colour, ...], red: int) -> None:
    """First the balance, then the last time that they differed, then the lot."""
    match = Match(round=2, position=1, upper=1, lower=2, board=1)
    assert coloured(match, first=RED, history={1: one, 2: other}).red == red


# -- matches --------------------------------------------------------------------------------------

FIRST = Pairing(1, 2)
GAMES = {
    "r": (Mark.WIN, Mark.LOSS),
    "b": (Mark.LOSS, Mark.WIN),
    "=": (Mark.DRAW, Mark.DRAW),
    "+": (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
    "x": (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
    "l": (Mark.LOSS, Mark.LOSS),
}


def legs(results: str) -> list[PlayedLeg]:
    """Games with colours changing: `r` red wins, `b` blue wins, `=` a draw, `+` red by forfeit, `x` nobody came, `l`
    both lost by a ruling.
    """
    return [
        PlayedLeg(*((1, 2) if number % 2 == 0 else (2, 1)), *GAMES[result]) for number, result in enumerate(results)
    ]


@pytest.mark.parametrize(
    ("best_of", "replays", "results", "winner", "why"),
    [
        (1, 1, "r", 1, "ahead"),
        (1, 1, "=b", 1, "replay"),
        (1, 1, "=r", 2, "replay"),
        (1, 1, "==", 1, "seed"),
        (1, 0, "=", 1, "seed"),
        (2, 1, "rb", 1, "ahead"),
        (2, 1, "r=", 1, "ahead"),
        (2, 1, "rr=", 1, "seed"),
        (3, 1, "rb", 1, "ahead"),  # 2-0 of three
        (3, 1, "=b=", 1, "ahead"),
        (4, 1, "rb=", 1, "ahead"),  # 2.5-0.5, one left
        (3, 2, "===b", 1, "replay"),
        (1, 1, "+", 1, "ahead"),
        (1, 1, "x", NOBODY, "both-lost"),
        (1, 1, "=x", NOBODY, "both-lost"),
        (3, 1, "rx", 1, "ahead"),
        (1, 1, "l", NOBODY, "both-lost"),
    ],
)
def test_who_wins_a_match(best_of: int, replays: int, results: str, winner: int, why: str) -> None:
    result = verdict(FIRST, legs(results), best_of=best_of, replays=replays)
    assert (result.winner, result.next, result.why) == (winner, None, why)
    before = verdict(FIRST, legs(results[:-1]), best_of=best_of, replays=replays)
    assert (before.winner, before.why) == (None, "going-on")


def test_the_games_of_a_match_change_colours_into_the_replays() -> None:
    verdicts = [verdict(FIRST, legs("=" * count), best_of=3, replays=2) for count in range(6)]
    assert [(item.next, item.replay) for item in verdicts] == [
        (Pairing(1, 2), False),
        (Pairing(2, 1), False),
        (Pairing(1, 2), False),
        (Pairing(2, 1), True),
        (Pairing(1, 2), True),
        (None, False),
    ]
    assert verdicts[5] == Verdict(winner=1, next=None, score={1: 5, 2: 5}, why="seed")


def test_the_deciders_of_a_level_match() -> None:
    """The higher seed, who had blue last, or the lot that the caller gives."""
    drawn = legs("==")
    assert verdict(FIRST, drawn, decider=Decider.SEED).winner == 1
    assert verdict(FIRST, drawn, decider=Decider.BLUE).winner == 1
    assert verdict(FIRST, drawn[:1], replays=0, decider=Decider.BLUE).winner == 2
    assert verdict(FIRST, drawn, decider=Decider.LOT, lot=7).winner == by_lot(7, 1, 2)


def test_lots_fall_on_both_sides_alike_and_on_the_same_one_each_time() -> None:
    """Of 2000 lots about half, whoever is named first."""
    counts = Counter(by_lot(lot, 3, 8) for lot in range(2000))
    assert counts.keys() == {3, 8}
    assert abs(counts[3] - 1000) < 120
    assert all(by_lot(lot, 3, 8) == by_lot(lot, 8, 3) for lot in range(50))


@given(st.integers(1, 7), st.integers(0, 3), st.text(alphabet="rb=+xl", max_size=12), st.sampled_from(Decider))
def test_every_match_ends(best_of: int, replays: int, results: str, decider: Decider) -> None:
    """After at most `best_of + replays` games, and never before it is certain."""
    games = legs(results)
    for count in range(len(games) + 1):
        result = verdict(FIRST, games[:count], best_of=best_of, replays=replays, decider=decider)
        assert sum(result.score.values()) == sum(0 if leg.lost_by_both else 2 for leg in games[:count])
        if result.winner is not None:
            assert result.next is None
            break
        assert count < best_of + replays
        assert result.next == (FIRST if count % 2 == 0 else FIRST.reversed)


def test_games_of_others_are_refused() -> None:
    with pytest.raises(ValueError, match="two players"):
        verdict(FIRST, [PlayedLeg(1, 3, Mark.WIN, Mark.LOSS)])
    with pytest.raises(ValueError, match="bye"):
        verdict(Pairing(1, None), [])
    with pytest.raises(ValueError, match="bye"):
        coloured(bracket(3).rounds[0][0], first=RED)
