"""What players are told of a game's part in the ratings."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from games.domain import arbitration, commands
from games.models import Game
from games.rules import Seat
from ratings import rating_lines, rating_note
from ratings.domain.glicko import MOST_MEETINGS
from tests.ratings.domain.test_projections import Clock, begun, clock, duel
from tests.scenes import play_quietly

__all__ = ["clock"]

pytestmark = pytest.mark.django_db


def told(game: UUID) -> tuple[str, ...]:
    return rating_lines(Game.objects.get(id=game))


@pytest.mark.slow
def test_a_game_says_what_it_did_or_why_it_did_nothing(clock: Clock) -> None:
    ann, bob = uuid4(), uuid4()
    assert told(duel(ann, bob)) == ("Red: 1500 → 1662 (+162)", "Blue: 1500 → 1338 (-162)")
    assert told(duel(ann, bob))[2:] == ("It counts 1/2: it is game 2 of the same players within 30 days.",)
    assert told(duel(ann, bob, plies=9)) == ("Not rated: fewer than 10 moves.",)
    assert told(duel(ann, bob, slug="classic", plies=0)) == ("Not rated: fewer than 20 moves.",)
    decided = begun({Seat.RED: ann, Seat.BLUE: bob}, tournament=uuid4())
    play_quietly(decided)
    assert told(decided) == ()
    arbitration.adjudicate(game=decided, winner=0)
    assert told(decided) == (
        "Not rated: an arbiter decided it, in an event whose organiser the operator has not approved for rated events.",
    )
    seen = begun({Seat.RED: ann, Seat.BLUE: bob}, tournament=uuid4())
    arbitration.pause_game(game=seen)
    arbitration.look(game=seen, arbiter=uuid4())
    assert told(seen) == ("Not rated: an arbiter has seen what both sides know.",)
    for _game in range(MOST_MEETINGS - 2):
        duel(ann, bob)
    assert told(duel(ann, bob)) == (
        "Not rated: these players have had 10 rated games within 30 days, and no more count.",
    )
    for casual in (duel(ann, bob, rated=False), begun({Seat.RED: ann, Seat.BLUE: bob})):
        assert told(casual) == ()
    aborted = begun({Seat.RED: ann, Seat.BLUE: bob})
    commands.abort_game(game=aborted, seat=Seat.RED)
    assert rating_note(Game.objects.get(id=aborted)) == "Not rated: fewer than 10 moves."
