"""Penalties that change results and ratings, from the decision to the reversal."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from eventlog import store
from eventlog.verify import verify
from games.domain import commands
from games.domain.barring import GIVEN_UP, change_result
from games.models import Game, PlayerTally
from games.rules import Seat
from notices.models import Kind, Notice
from players.cases.effects import remember, take_due
from players.models import Account, Penalty
from ratings import rating_of
from ratings.domain.refolding import refold
from ratings.domain.setting_back import set_rating_back
from ratings.pages.panel import ratings_panel
from tests.players.cases.test_penalties import decided
from tests.players.cases.test_penalties import reverse as turn_back
from tests.ratings.domain.test_projections import begun, duel
from tests.scenes import account, play_quietly

pytestmark = pytest.mark.django_db

RATED = Penalty.Kind.RATING


def tally(one: Account) -> tuple[int, ...]:
    rows = PlayerTally.objects.filter(player=one.player.id).values_list("won", "drawn", "lost")
    return tuple(map(sum, zip((0, 0, 0), *rows, strict=True)))


def stands(game: UUID, *people: Account) -> list[Any]:
    row = Game.objects.get(id=game)
    numbers = [(tally(one), rating_of(one.player.id, "duel").value) for one in people]
    return [row.ruling, row.result, row.unrated, *numbers]


def events_of(game: UUID, last: int) -> list[str]:
    return [type(one.event).__name__ for one in store.load(game)][-last:]


def told() -> list[str]:
    """Who has been told of rulings since it was asked last."""
    found = Notice.objects.filter(kind=Kind.RULED)
    names = sorted(found.values_list("player__name", flat=True))
    found.delete()
    return names


def work() -> None:
    """What a worker does, and does again."""
    for _once in range(2):
        take_due()
    assert not refold()


WON, LOST, NONE = (1, 0, 0), (0, 0, 1), (0, 0, 0)


@pytest.mark.parametrize(
    ("kind", "as_it_stands", "event"),
    [
        (Penalty.Kind.FORFEITED, ["forfeited", "blue", "", (LOST, 1338), (WON, 1662)], "ResultForfeited"),
        (Penalty.Kind.ANNULLED, ["annulled", "annulled", "ruled", (NONE, 1500), (NONE, 1500)], "ResultAnnulled"),
    ],
)
def test_a_result_is_changed_until_it_is_reversed(
    kind: str, as_it_stands: list[Any], event: str, django_capture_on_commit_callbacks: Any
) -> None:
    ada, bob = account("Ada"), account("Bob")
    game = duel(ada.player.id, bob.player.id)
    before = ["", "red", "", (WON, 1662), (LOST, 1338)]
    assert stands(game, ada, bob) == before
    penalty = decided(ada, kind, game=game)
    with django_capture_on_commit_callbacks(execute=True):
        work()
    assert (stands(game, ada, bob), told()) == (as_it_stands, ["Ada", "Bob"])
    turn_back(penalty)
    with django_capture_on_commit_callbacks(execute=True):
        work()
    assert (stands(game, ada, bob), told()) == (before, ["Ada", "Bob"])
    assert events_of(game, 2) == [event, "ResultRestored"]


@pytest.mark.parametrize(("amount", "value"), [(50, 1612), (None, 1500)])
def test_a_rating_is_set_back_and_given_back(amount: int | None, value: int) -> None:
    ada, bob = account("Ada"), account("Bob")
    game = duel(ada.player.id, bob.player.id)
    penalty = decided(ada, RATED, game=game, amount=amount)
    work()
    assert (rating_of(ada.player.id, "duel").value, rating_of(bob.player.id, "duel").value) == (value, 1338)
    assert "Set back by the moderators" in ratings_panel(ada.player)
    turn_back(penalty)
    work()
    assert rating_of(ada.player.id, "duel").value == 1662
    assert "Set back by the moderators, and given back" in ratings_panel(ada.player)
    assert events_of(penalty.pk, 9) == ["RatingSetBack", "RatingGivenBack"]


def test_who_has_no_rating_has_none_to_lose() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = duel(ada.player.id, bob.player.id, rated=False)
    decided(ada, RATED, game=game, amount=50)
    work()
    assert rating_of(ada.player.id, "duel").value == 1500
    assert stands(duel(ada.player.id, bob.player.id), ada)[3] == ((2, 0, 0), 1662)


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        (Penalty.Kind.FORFEITED, ["Resigned", "GameRevealed", "ResultForfeited"]),
        (Penalty.Kind.ANNULLED, ["GameCancelled"]),
        (Penalty.Kind.BAN, ["Resigned", "GameRevealed"]),
    ],
)
def test_a_game_that_goes_on_is_ended_and_what_was_wrong_lets_nobody_win(kind: str, ends: list[str]) -> None:
    ada, bob = account("Ada"), account("Bob")
    game = begun({Seat.RED: ada.player.id, Seat.BLUE: bob.player.id})
    play_quietly(game, 12)
    penalty = decided(ada, kind, game=None if kind == Penalty.Kind.BAN else game)
    work()
    assert events_of(game, len(ends)) == ends
    turn_back(penalty)
    work()
    off = kind == Penalty.Kind.ANNULLED
    assert events_of(game, 1) == ["GameCancelled" if off else "ResultAnnulled"]
    as_never = ["", "called-off", "short"] if off else ["annulled", "annulled", "ruled"]
    assert stands(game, ada, bob)[3:] == [(NONE, 1500), (NONE, 1500)]
    assert stands(game)[:2] == as_never[:2]
    page = Client().get(reverse("games:replay", args=[Game.objects.get(id=game).key])).content.decode()
    assert ("nobody has won or lost, and it counts for nothing" in page) is not off


def test_a_game_that_its_player_gave_up_is_not_annulled_with_a_ban() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = begun({Seat.RED: ada.player.id, Seat.BLUE: bob.player.id})
    play_quietly(game, 12)
    penalty = decided(ada, Penalty.Kind.BAN)
    remember(penalty.pk, GIVEN_UP, game, int(Seat.RED))
    commands.resign(game=game, seat=Seat.RED, actor=ada.player.id)
    work()
    turn_back(penalty)
    work()
    assert stands(game, ada, bob) == ["", "blue", "", (LOST, 1338), (WON, 1662)]


def test_a_penalty_that_is_reversed_while_it_takes_effect_leaves_nothing() -> None:
    ada, bob = account("Ada"), account("Bob")
    game = duel(ada.player.id, bob.player.id)
    penalties = [decided(ada, kind, game=game) for kind in (Penalty.Kind.FORFEITED, RATED)]
    for penalty, effect in zip(penalties, (change_result, set_rating_back), strict=True):
        turn_back(penalty)
        effect(penalty)  # who began before it was reversed knows nothing of that
    work()
    assert stands(game, ada, bob) == ["", "red", "", (WON, 1662), (LOST, 1338)]
    assert [type(one.error) for one in verify([game, penalties[1].pk])] == [type(None)] * 2
