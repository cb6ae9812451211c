"""Ratings after the moderators changed a result, and changed it back, are those of a world without that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, repeat
from uuid import UUID, uuid4

import pytest
from django.db import connection

from eventlog import store
from eventlog.rebuild import rebuild
from eventlog.verify import verify
from games.domain import moderation
from games.models import Ladder, PlayerTally
from games.rules import Seat
from library.archive.domain import placements
from library.archive.models import (
    CountedBands,
    EntryRatings,
    FormCount,
    PlacementCount,
    Uncounted,
)
from library.archive.tasks import count_all_opened
from ratings.domain import glicko, recomputation
from ratings.domain.events import RatingGivenBack, RatingSetBack
from ratings.domain.recomputation import refold
from ratings.models import Change, Meeting, Rating, Refold, RefoldPart
from tests.ratings.domain.test_projections import Clock, clock, duel

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

KEPT = ("value", "deviation", "volatility", "games", "played")


def world() -> list:
    """All that ratings say, without positions in the log."""
    changes = Change.objects.filter(kind__in=[Change.Kind.COUNTS, Change.Kind.APART]).order_by("position", "seat")
    result = ("game", "player", "kind", "ladder", "result", "before", "value", "deviation", "number", "meeting")
    return [
        list(Rating.objects.order_by("player", "variant").values_list("player", "variant", "ladder", *KEPT)),
        list(changes.values_list(*result)),
        list(Meeting.objects.order_by("player", "opponent").values_list("player", "opponent", "ended")),
    ]


def tables() -> list:
    return [
        list(
            model.objects.order_by(*order).values_list(
                *(field.name for field in model._meta.fields if field.name != "id")
            )
        )
        for model, order in (
            (Rating, ["player"]),
            (Change, ["position", "seat"]),
            (Meeting, ["player", "opponent"]),
            (EntryRatings, ["game"]),
        )
    ]


def counters() -> list:
    """All that is counted of set-ups, with the bands of ratings, once all is counted."""
    count_all_opened()
    result: dict[tuple, list[int]] = {}
    for row in PlacementCount.objects.all():
        kind = row.variant, row.slice, row.source, row.side, row.result
        result[kind] = [sum(both) for both in zip(result.get(kind, repeat(0)), [row.setups, *row.counts], strict=False)]
    forms = FormCount.objects.order_by("form").values_list("form", "setups", "went")
    return [result, list(CountedBands.objects.order_by("game").values_list("game", "bands")), list(forms)]


def set_back(player: UUID, amount: int) -> UUID:
    penalty = uuid4()
    store.append(stream=penalty, expected=0, events=[RatingSetBack(player, "duel", amount)])
    return penalty


def season(clock: Clock, chance: random.Random, games: int, people: Sequence[UUID]) -> list[UUID]:
    """Games of some people, more of some pairs than count in a month. The second and the last are bots; for the first
    games against them do not count."""
    ladders = dict(zip(people, (Ladder.NONE, Ladder.BOTS, Ladder.PEOPLE, Ladder.PEOPLE, Ladder.BOTS), strict=True))
    pairs = list(combinations(people, 2))
    results = []
    for _game in range(games):
        red, blue = chance.choice(pairs[:2] * 3 + pairs)
        clock.wait(hours=chance.choice([1, 5, 200]))
        asked = {Seat.RED: ladders[red], Seat.BLUE: ladders[blue]}
        terms = {"ladders": asked} if Ladder.BOTS in asked.values() else {}
        results.append(duel(red, blue, chance.choice([Seat.RED, Seat.BLUE, None]), **terms))
    return results


@pytest.mark.slow
def test_a_reversal_equals_a_world_without_the_penalty(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is changed and given back, in whatever order, while games go on; in pieces of two games."""
    monkeypatch.setattr(recomputation, "PIECE", 2)
    monkeypatch.setattr(recomputation, "FEW", 1)
    monkeypatch.setattr(glicko, "MOST_MEETINGS", 2)
    monkeypatch.setattr(placements, "RATING_BANDS", (1400, 1450, 1500, 1550, 1600))
    chance = random.Random(11)
    people = sorted(uuid4() for _one in range(5))
    games = season(clock, chance, 22, people)
    before, penalties = world(), [uuid4() for _one in range(4)]
    counted = counters()
    tallied = sorted(PlayerTally.objects.values_list("player", "won", "drawn", "lost"))
    moderation.annul_result(game=games[3], penalty=penalties[0])
    refold(pieces=2)
    moderation.forfeit_result(game=games[1], penalty=penalties[1], seat=Seat.RED)
    back = set_back(people[0], 120)
    refold(pieces=3)
    moderation.annul_result(game=games[1], penalty=penalties[2])
    moderation.annul_result(game=games[-1], penalty=penalties[3])
    assert not refold()
    assert world()[0] != before[0]
    penalised = tables(), counters()
    assert penalised[1] != counted
    rebuild()
    assert (tables(), counters()) == penalised
    for penalty, game in zip(penalties, (games[3], games[1], games[1], games[-1]), strict=True):
        moderation.restore_result(game=game, penalty=penalty)
        refold(pieces=1)
    store.append(stream=back, expected=1, events=[RatingGivenBack()])
    assert not refold()
    assert world() == before
    assert [Refold.objects.count(), RefoldPart.objects.count()] == [0, 0]
    assert sorted(PlayerTally.objects.values_list("player", "won", "drawn", "lost")) == tallied
    again = tables()
    assert counters() == counted
    rebuild()
    assert (tables(), counters()) == (again, counted)
    assert [item for item in verify([*games, back]) if item.error] == []


def test_no_rated_game_is_counted_while_ratings_of_its_book_are_folded_again(clock: Clock) -> None:
    game = duel(uuid4(), uuid4())
    folding = connection.copy()
    try:
        with folding.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtextextended('refold duel', 0))")
            count_all_opened()
            assert list(Uncounted.objects.values_list("game", flat=True)) == [game]
            cursor.execute("SELECT pg_advisory_unlock_all()")
    finally:
        folding.close()
    count_all_opened()
    assert (Uncounted.objects.count(), CountedBands.objects.values_list("game", "bands").get()) == (0, (game, [2, 2]))
