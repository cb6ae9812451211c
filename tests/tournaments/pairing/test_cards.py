"""What pairing knows of players: as told by the rules, and as the engine works it out for itself."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.engines.common import ColorPreferenceSide
from py4swiss.engines.common import Float as EngineFloat
from py4swiss.engines.dutch.player import get_player_infos_from_trf

from tests.tournaments.played import entered, play
from tests.tournaments.tables import table
from tournaments.pairing import dutch2017
from tournaments.pairing.cards import Card, Float, explain
from tournaments.pairing.colours import ColourPreference
from tournaments.pairing.rounds import CannotPair
from tournaments.scoring.crosstable import Colour, Crosstable

SIDES = {Colour.RED: ColorPreferenceSide.WHITE, Colour.BLUE: ColorPreferenceSide.BLACK, None: ColorPreferenceSide.NONE}
FLOATS = {Float.DOWN: EngineFloat.DOWN, Float.UP: EngineFloat.UP, None: EngineFloat.NONE}


def test_a_card():
    event = table("2400 2w1 3b1 H\n2390 1b0 4w1 3b=\n2380 4b1 1w0 2w=\n2370 3w0 2b0 U", rounds=4)
    assert explain(event)[2] == Card(
        number=2,
        points=15,
        score=15,
        present=True,
        colours=(Colour.BLUE, Colour.RED, Colour.BLUE),
        difference=-1,
        due=Colour.RED,
        strength=ColourPreference.STRONG,
        floats=(None, None, None),
        bye=False,
        top=False,
        met=frozenset({1, 3, 4}),
    )
    assert explain(event)[1].floats == (None, None, Float.DOWN)
    assert [card.top for card in explain(event).values()] == [True, False, False, False]
    assert [card.bye for card in explain(event).values()] == [False, False, False, True]
    assert [card.score for card in explain(event).values()] == [25, 15, 15, 10]


def test_absence_is_a_downfloat_only_under_the_older_rules():
    event = table("2400 2w1 Z\n2390 1b0 H\n2380 Z 4b1\n2370 U 3w0", rounds=5)
    assert [card.floats for card in explain(event).values()] == [
        (None, None),
        (None, Float.DOWN),
        (None, Float.UP),
        (Float.DOWN, Float.DOWN),
    ]
    assert [card.floats for card in explain(event, "2017").values()] == [
        (None, Float.DOWN),
        (None, Float.DOWN),
        (Float.DOWN, Float.UP),
        (Float.DOWN, Float.DOWN),
    ]


def test_two_games_with_one_colour_outweigh_the_difference():
    """Red, red, blue, red, red, blue, blue: one more with red, and still red is due after two with blue."""
    event = table("2400 2w1 3w1 4b1 5w1 6w1 7b1 8b1\n" + "\n".join(["2300 H H H H H H H"] * 7), rounds=9)
    card = explain(event)[1]
    assert (card.difference, card.due, card.strength, card.twice) == (
        1,
        Colour.RED,
        ColourPreference.ABSOLUTE,
        Colour.BLUE,
    )


@given(st.integers(4, 20), st.integers(2, 8), st.sampled_from(["1-half-0", "6-3-1"]), st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_engine_works_out_the_same(players: int, rounds: int, scoring: str, seed: int):
    """Under the older rules py4swiss reads points, colours, floats and the rest from a report; ours are the same."""
    with suppress(CannotPair):
        play(entered(players, rounds, scoring), rounds, seed, seen=compare_cards)


def compare_cards(event: Crosstable) -> None:
    cards = explain(event, "2017")
    for player in get_player_infos_from_trf(dutch2017.parsed(event)):
        card = cards[player.id]
        floats = (None, None, *card.floats)
        assert (
            card.points,
            card.score,
            SIDES[card.due],
            card.strength.value,
            card.difference,
            card.twice is not None,
            FLOATS[floats[-1]],
            FLOATS[floats[-2]],
            card.bye,
            card.top,
            card.met,
        ) == (
            player.points,
            player.points_with_acceleration,
            player.color_preference.side,
            player.color_preference.strength.value,
            player.color_difference,
            player.color_double,
            player.float_1 if event.paired else EngineFloat.NONE,
            player.float_2 if event.paired > 1 else EngineFloat.NONE,
            player.bye_received,
            player.top_scorer,
            player.opponents,
        )
