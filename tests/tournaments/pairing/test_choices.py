"""What an arbiter could do about a round that cannot be paired: each choice alone makes it possible."""

from __future__ import annotations

from dataclasses import replace

from tests.tournaments.played import absent, entered
from tests.tournaments.tables import table
from tournaments.pairing.choices import why_not
from tournaments.pairing.rounds import Choice
from tournaments.pairing.swiss import pair_round


def test_a_forbidden_pair_may_be_allowed():
    forbidden = frozenset({frozenset({1, 2}), frozenset({3, 4}), frozenset({1, 4}), frozenset({1, 3})})
    event = entered(4, 3, forbidden=forbidden)
    assert why_not(event) == (
        Choice("allow-forbidden", {"pairs": ((1, 3), (1, 4))}),
        Choice("leave-out", {"numbers": (4, 3, 1)}),
        Choice("end", {}),
    )
    for pair in (frozenset({1, 3}), frozenset({1, 4})):
        assert len(pair_round(replace(event, forbidden=forbidden - {pair})).boards) == 2


def test_more_than_one_rule_may_stand_in_the_way():
    event = table("2400 2w1 U 3b1\n2390 1b0 3w0 U\n2380 U 2b1 1w0", rounds=5)
    assert why_not(event) == (Choice("by-hand", {}), Choice("end", {}))


def test_a_second_game_between_two_may_be_allowed():
    event = table("2400 2w1\n2390 1b0", rounds=3)
    assert why_not(event) == (Choice("meet-again", {"pairs": ((1, 2),)}), Choice("end", {}))


def test_several_pairs_may_have_to_meet_again():
    event = table("2400 2w1 3b1 4w1\n2390 1b0 4w1 3b1\n2380 4w1 1w0 2w0\n2370 3b0 2b0 1b0", rounds=5)
    assert why_not(event)[-2:] == (Choice("meet-again", {"pairs": ()}), Choice("end", {}))


def test_after_the_last_round_there_is_one_choice():
    assert why_not(table("2400 2w1\n2390 1b0", rounds=1)) == (Choice("end", {}),)


def test_the_choices_do_what_they_say():
    """Three are left who have had the bye: without any one of two of them the other two play."""
    event = table("2400 U 4w1\n2390 U 5b1\n2380 F 6w1\n2370 5w1 1b0\n2360 4b0 2w0\n2350 Z 3b0", rounds=5)
    event = absent(event, {4, 5, 6})
    choices = {choice.code: choice.params for choice in why_not(event)}
    assert choices == {"second-bye": {"numbers": (3, 2, 1)}, "leave-out": {"numbers": (3, 2, 1)}, "end": {}}
    for number in (1, 2, 3):
        assert len(pair_round(absent(event, {4, 5, 6, number})).boards) == 1
