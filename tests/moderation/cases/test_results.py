"""Penalties that change results and ratings, from the decision to the reversal."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account, Penalty
from eventlog import store
from eventlog.verify import verify
from games.domain import commands
from games.models import Game, GameSeat, PlayerTally, key_of
from games.rules import Seat
from moderation.cases.refusals import CaseRefused
from moderation.sanctions.effects import take_due
from moderation.sanctions.games import change_result
from moderation.staff.decision_form import OF_GAMES
from moderation.staff.words import _WORDS
from notices.models import Kind, Notice
from ratings import rating_of
from ratings.domain.recomputation import refold
from ratings.pages.panel import ratings_panel
from tests.moderation.cases.test_penalties import decided
from tests.moderation.cases.test_penalties import reverse as turn_back
from tests.moderation.cases.test_races import at_once
from tests.ratings.domain.test_projections import begun, duel
from tests.scenes import account, play_quietly
from tests.tournaments.games import set_up
from tests.tournaments.scenes import a_tournament, next_round
from tournaments.domain.commands import results
from tournaments.domain.queries.tournaments import fold_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

RATED = Penalty.Kind.RATING


def tally(item: Account) -> tuple[int, ...]:
    rows = PlayerTally.objects.filter(player=item.player.id).values_list("won", "drawn", "lost")
    return tuple(map(sum, zip((0, 0, 0), *rows, strict=True)))


def stands(game: UUID, *people: Account) -> list[Any]:
    row = Game.objects.get(id=game)
    numbers = [(tally(person), rating_of(person.player.id, "duel").value) for person in people]
    return [row.ruling, row.result, row.unrated, *numbers]


def events_of(game: UUID, last: int) -> list[str]:
    return [type(event.event).__name__ for event in store.load(game)][-last:]


def told() -> list[str]:
    notices = Notice.objects.filter(kind=Kind.RULED)
    names = sorted(notices.values_list("player__name", flat=True))
    notices.delete()
    return names


def work() -> None:
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


@pytest.mark.slow
def test_a_penalty_that_could_do_nothing_is_refused() -> None:
    ada, bob, eve = account("Ada"), account("Bob"), account("Eve")
    casual, off = (
        duel(ada.player.id, bob.player.id, rated=False),
        begun({Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}),
    )
    commands.cancel_game(game=off, begun=True)

    def refused(about: Account, kind: str, **terms: Any) -> str:
        with pytest.raises(CaseRefused) as caught:
            decided(about, kind, **terms)
        assert caught.value.code in _WORDS
        return caught.value.code

    assert [refused(ada, kind) for kind in OF_GAMES] == ["game-needed"] * 3
    assert [refused(eve, kind, game=casual) for kind in OF_GAMES] == ["not-in-game"] * 3
    assert [refused(ada, kind, game=off) for kind in (Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED)] == [
        "nothing-to-rule",
        "nothing-to-rule",
    ]
    assert refused(ada, RATED, game=casual, amount=50) == "no-rating"
    duel(ada.player.id, bob.player.id)
    assert refused(ada, RATED, game=casual, amount=1001) == "amount"


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


@pytest.mark.slow
def test_the_board_of_an_event_follows_and_its_staff_hears_it() -> None:
    ada, bob, olga = account("Ada"), account("Bob"), account("Olga")
    people = [ada.player.id, bob.player.id]
    event = a_tournament(people, format="round_robin", variant="duel", real=False, rated=True, owner=olga.player.id)
    leg = next_round(event).rounds[0].boards[0].legs[0]
    game = leg.game
    assert game is not None
    sides = {seat.seat: seat.player_id for seat in GameSeat.objects.filter(game=game)}
    set_up(game, Seat.RED, Seat.BLUE)
    commands.resign(game=game, seat=Seat.BLUE, actor=sides[1])
    results.take_over(game=game)

    def signed() -> bool:
        page = Client().get(reverse("tournaments:crosstable", args=[key_of(event)])).content.decode()
        assert "§ as the moderators changed it" in page
        return page.count("§</abbr>") == 2

    def marks() -> list[tuple[str, ...] | None]:
        board = fold_of(event).rounds[0].boards[0].legs[0]
        return [None if board.marks is None else tuple(mark.name for mark in board.marks), len(board.corrected)]

    assert marks() == [("WIN", "LOSS"), 0]
    winner = ada if sides[0] == ada.player.id else bob
    for kind, result in ((Penalty.Kind.FORFEITED, ("LOSS", "WIN")), (Penalty.Kind.ANNULLED, ("LOSS", "LOSS"))):
        before = marks()
        penalty = decided(winner, kind, game=game)
        work()
        assert (marks(), signed()) == ([result, before[1] + 1], True)
        turn_back(penalty)
        work()
        assert (marks(), signed()) == ([("WIN", "LOSS"), before[1] + 2], False)
    board = {"tournament": event, "round": 1, "board": 1}
    results.correct_result(**board, red=Mark.DRAW, blue=Mark.DRAW, by=olga.player.id, reason="They agreed before.")
    decided(winner, Penalty.Kind.FORFEITED, game=game)
    work()
    assert marks() == [("DRAW", "DRAW"), 5]
    notices = Notice.objects.filter(player=olga.player, kind=Kind.RESULT_RULED)
    assert list(notices.values_list("tournament", "round", "board").distinct()) == [(event, 1, 1)]
    page = Client().get(reverse("tournaments:log", args=[key_of(event)])).content.decode()
    assert page.count("the moderators changed the result to") == 4


@pytest.mark.django_db(transaction=True)
def test_what_happens_at_once_has_one_effect() -> None:
    """A penalty that is reversed twice while two workers let it take effect; and one that forfeits a game as its player
    resigns."""
    ada, bob = account("Ada"), account("Bob")
    game = duel(ada.player.id, bob.player.id)
    penalty = decided(ada, Penalty.Kind.FORFEITED, game=game)
    begin = partial(change_result, penalty)
    assert sorted(at_once([begin, begin, *(partial(turn_back, penalty),) * 2])) == ["CaseMisfit", *["done"] * 3]
    work()
    assert stands(game, ada, bob) == ["", "red", "", (WON, 1662), (LOST, 1338)]
    ruled = [event for event in events_of(game, 99) if event.startswith("Result")]
    assert ruled in ([], ["ResultForfeited", "ResultRestored"])

    other = begun({Seat.RED: ada.player.id, Seat.BLUE: bob.player.id})
    play_quietly(other, 12)
    penalty = decided(ada, Penalty.Kind.FORFEITED, game=other)
    own = partial(commands.resign, game=other, seat=Seat.RED, actor=ada.pk)
    ends = at_once([own, take_due, take_due])
    work()
    assert (ends[0] in ("done", "Illegal"), ends[1:], events_of(other, 99).count("Resigned")) == (True, ["done"] * 2, 1)
    assert events_of(other, 3) == ["Resigned", "GameRevealed", "ResultForfeited"]
    turn_back(penalty)
    assert at_once([take_due, take_due]) == ["done", "done"]
    work()
    by_itself = ends[0] == "done"
    assert events_of(other, 1) == ["ResultRestored" if by_itself else "ResultAnnulled"]
    assert stands(other)[:2] == (["", "blue"] if by_itself else ["annulled", "annulled"])
    assert [item.error for item in verify([game, other])] == [None, None]
