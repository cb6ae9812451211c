"""Games with bots: what they count for is settled when they begin, and stays so whatever is wished later."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Account, Player, Preferences
from eventlog.rebuild import rebuild
from games.domain import command_handler
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.transitions import fold
from games.models import Game, GameSeat, Ladder
from games.rules import Seat
from play.bots.accounts import become_bot
from ratings import changes_of, history, ladders_of, rating_lines, rating_of
from ratings.domain.glicko import START, Strength, rated_duel
from ratings.domain.projections import strengths_before
from ratings.models import Change, Rating
from tests.ratings.domain.test_projections import Clock, begun, clock, duel
from tests.scenes import account

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE


def wishes(who: Account, so: bool) -> None:
    Preferences.objects.update_or_create(account=who, defaults={"rated_bots": so})


def a_bot(name: str, keeper: str = "") -> Player:
    return become_bot(player=account(name).player, confirm=name, keeper=keeper, site="https://v.example")


def played(red: Player, blue: Player, winner: Seat) -> Game:
    ladders = ladders_of({RED: red.id, BLUE: blue.id})
    assert ladders is not None
    return Game.objects.get(id=duel(red.id, blue.id, winner, ladders=ladders))


def kept() -> list[Any]:
    tables: tuple[tuple[Any, str, str], ...] = (
        (Rating, "position", "player"),
        (Change, "position", "seat"),
        (GameSeat, "game", "seat"),
    )
    return [
        list(
            model.objects.order_by(*order).values_list(
                *(field.attname for field in model._meta.fields if field.name != "id")
            )
        )
        for model, *order in tables
    ]


def test_a_game_counts_for_the_bot_and_for_who_wishes_so(clock: Clock) -> None:
    ada, bob = account("Ada"), account("Bob")
    wishes(bob, True)
    robby = a_bot("Robby")
    first = played(ada.player, robby, RED)
    second = played(robby, bob.player, RED)
    wishes(ada, True)
    wishes(bob, False)
    bot = rated_duel(START, START, points=1, at=clock.now)[1]
    assert changes_of(first.id) == {BLUE: (1500, 1338)}
    assert (rating_of(ada.player.id, "duel").games, history(ada.player.id, "duel")) == (0, [])
    after = rated_duel(bot, START, points=1, at=clock.now)
    assert changes_of(second.id) == {RED: (1338, round(after[0].value)), BLUE: (1500, round(after[1].value))}
    assert rating_lines(first) == (
        "Blue: 1500 → 1338 (-162)",
        "It does not count for Red, who wishes so of games against bots.",
    )
    assert strengths_before([first.id]) == {first.id: [1500, 1500]}
    result = {row.player: row.ladder for row in Rating.objects.all()}
    assert result == {robby.id: Ladder.BOTS, bob.player.id: Ladder.PEOPLE}
    before = kept()
    rebuild()
    assert kept() == before


def test_a_bots_opponents_are_as_strong_as_they_are(clock: Clock) -> None:
    """Who is left out is an opponent all the same, and each such game of a month counts less."""
    ada, bob, robby = account("Ada"), account("Bob"), a_bot("Robby")
    played(ada.player, bob.player, RED)
    ada_now = Rating.objects.get(player=ada.player.id)
    strength = Strength(ada_now.value, ada_now.deviation, ada_now.volatility, ada_now.played)
    games = [played(ada.player, robby, BLUE) for _twice in range(2)]
    item = rated_duel(strength, START, points=0, at=clock.now)[1]
    two = rated_duel(strength, item, points=0, at=clock.now, weight=0.5)[1]
    assert changes_of(games[1].id) == {BLUE: (round(item.value), round(two.value))}
    assert Rating.objects.get(player=ada.player.id).value == ada_now.value
    kinds = list(Change.objects.filter(player=ada.player.id).order_by("position").values_list("kind", flat=True))
    assert kinds == [Change.Kind.COUNTS, Change.Kind.APART, Change.Kind.APART]


def test_a_snapshot_knows_for_whom_a_game_counts() -> None:
    ladders = {RED: Ladder.NONE, BLUE: Ladder.BOTS}
    now = command_handler.open_game(begun({RED: uuid4(), BLUE: uuid4()}, ladders=ladders))
    assert from_snapshot(snapshot_of(now)).created == now.created
    with pytest.raises(ValueError, match="lists of bots"):
        fold([(replace(now.created, ladders={"red": "none", "blue": "people"}), now.created_at)])


def test_nobody_is_rated_against_the_own_bot() -> None:
    ada, bob = account("Ada"), account("Bob")
    robby, rita, roxy = a_bot("Robby", "ada"), a_bot("Rita", "ada"), a_bot("Roxy")
    wishes(ada, True)
    pairs = [(ada.player, robby), (robby, rita), (robby, roxy), (ada.player, roxy), (bob.player, robby)]
    assert [ladders_of({RED: pair.id, BLUE: other.id}) for pair, other in pairs] == [
        None,
        None,
        {RED: Ladder.BOTS, BLUE: Ladder.BOTS},
        {RED: Ladder.PEOPLE, BLUE: Ladder.BOTS},
        {RED: Ladder.NONE, BLUE: Ladder.BOTS},
    ]
