"""Ratings after the moderators changed a result, and changed it back, are those of a world without that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from uuid import UUID, uuid4

import pytest

from eventlog import store
from eventlog.rebuilding import rebuild
from eventlog.verify import verify
from games.archive.models import EntryRatings
from games.domain import commands
from games.models import PlayerTally
from games.rules import Seat
from ratings.domain import numbers, refolding
from ratings.domain.events import RatingGivenBack, RatingSetBack
from ratings.domain.refolding import refold
from ratings.models import Change, Meeting, Rating, Refold, RefoldPart
from tests.ratings.domain.test_projections import Clock, clock, duel

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

KEPT = ("value", "deviation", "volatility", "games", "played")


def world() -> list:
    """All that ratings say, without positions in the log."""
    changes = Change.objects.filter(kind=Change.Kind.COUNTS).order_by("position", "seat")
    return [
        list(Rating.objects.order_by("player", "variant").values_list("player", "variant", *KEPT)),
        list(changes.values_list("game", "player", "result", "before", "value", "deviation", "number", "meeting")),
        list(Meeting.objects.order_by("player", "opponent").values_list("player", "opponent", "ended")),
    ]


def tables() -> list:
    """The same with everything, and what games are found by."""
    return [
        list(model.objects.order_by(*order).values_list(*(one.name for one in model._meta.fields if one.name != "id")))
        for model, order in (
            (Rating, ["player"]),
            (Change, ["position", "seat"]),
            (Meeting, ["player", "opponent"]),
            (EntryRatings, ["game"]),
        )
    ]


def set_back(player: UUID, amount: int) -> UUID:
    penalty = uuid4()
    store.append(stream=penalty, expected=0, events=[RatingSetBack(player, "duel", amount)])
    return penalty


def season(clock: Clock, chance: random.Random, games: int, people: Sequence[UUID]) -> list[UUID]:
    """Games of some people, more of some pairs than count in a month."""
    pairs = list(combinations(people, 2))
    found = []
    for _game in range(games):
        red, blue = chance.choice(pairs[:2] * 3 + pairs)
        clock.wait(hours=chance.choice([1, 5, 200]))
        found.append(duel(red, blue, chance.choice([Seat.RED, Seat.BLUE, None])))
    return found


def test_a_reversal_equals_a_world_without_the_penalty(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is changed and given back, in whatever order, while games go on; in pieces of two games."""
    monkeypatch.setattr(refolding, "PIECE", 2)
    monkeypatch.setattr(refolding, "FEW", 1)
    monkeypatch.setattr(numbers, "MOST_MEETINGS", 2)
    chance = random.Random(11)
    people = [uuid4() for _one in range(5)]
    games = season(clock, chance, 22, people)
    before, penalties = world(), [uuid4() for _one in range(4)]
    tallied = sorted(PlayerTally.objects.values_list("player", "won", "drawn", "lost"))
    commands.annul_result(game=games[3], penalty=penalties[0])
    refold(pieces=2)
    commands.forfeit_result(game=games[1], penalty=penalties[1], seat=Seat.RED)
    back = set_back(people[0], 120)
    refold(pieces=3)
    commands.annul_result(game=games[1], penalty=penalties[2])
    commands.annul_result(game=games[-1], penalty=penalties[3])
    assert not refold()
    assert world()[0] != before[0]
    penalised = tables()
    rebuild()
    assert tables() == penalised
    for penalty, game in zip(penalties, (games[3], games[1], games[1], games[-1]), strict=True):
        commands.restore_result(game=game, penalty=penalty)
        refold(pieces=1)
    store.append(stream=back, expected=1, events=[RatingGivenBack()])
    assert not refold()
    assert world() == before
    assert [Refold.objects.count(), RefoldPart.objects.count()] == [0, 0]
    assert sorted(PlayerTally.objects.values_list("player", "won", "drawn", "lost")) == tallied
    again = tables()
    rebuild()
    assert tables() == again
    assert [one for one in verify([*games, back]) if one.error] == []
