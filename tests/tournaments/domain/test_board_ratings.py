"""The ratings across real boards: games of rated events count once the event is over, in a list of their own."""

from __future__ import annotations

from uuid import UUID

import pytest

from accounts.models import Account, Player
from eventlog.rebuild import rebuild
from ratings import ratings_panel
from ratings.domain.board_games import board_ratings_of, rate_boards
from ratings.models import BoardGame, Rating
from tests.tournaments import scenes
from tests.tournaments.formats.test_group_stage import LOST, WON, higher
from tournaments.domain import lifecycle
from tournaments.domain.command_handler import execute
from tournaments.domain.commands import results
from tournaments.domain.commands.approval import approve
from tournaments.domain.events import PlayerIdentified
from tournaments.domain.standings import places_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def an_organiser(*, approved: bool = True) -> UUID:
    owner = scenes.an_owner()
    if approved:
        approve(Account.objects.get(player=owner), by=None)
    return owner


def values(players: list[UUID]) -> list[int | None]:
    rate_boards()
    rated = [board_ratings_of(player).get("barrage") for player in players]
    return [None if rating is None else rating.value for rating in rated]


def test_an_event_rates_its_members_in_a_list_apart() -> None:
    owner = an_organiser()
    players = [player.id for player in scenes.some_players(3)]
    event = scenes.a_tournament(players, format="round_robin", owner=owner, rated=True)
    scenes.play_round(event, higher)
    assert values(players) == [None, None, None]
    fold = scenes.play_out(event, higher)
    assert places_of(fold) == {1: 1, 2: 2, 3: 3}
    first = values(players)
    assert first[0] is not None
    assert first[1] is not None
    assert first[2] is not None
    assert first[0] > 1500 > first[2]
    assert (Rating.objects.count(), BoardGame.objects.count()) == (0, 6)
    panel = ratings_panel(Player.objects.get(id=players[0]))
    assert ("Barrage across real boards" in panel, panel.count("<tr>"), "No rated game yet." in panel) == (
        True,
        3,
        False,
    )

    # Who plays again begins with what is known; a correction of the first event changes what came later.
    again = scenes.a_tournament(players[:2], format="round_robin", owner=owner, rated=True)
    scenes.play_out(again, lambda board: WON if board.leg.red == 2 else LOST)
    second = values(players)
    assert second[0] is not None
    assert second[0] < first[0]
    (place,) = (
        (round.number, board.number, board.leg.red)
        for round in fold.rounds
        for board in round.boards
        if set(board.entries) == {1, 3}
    )
    marks = LOST if place[2] == 1 else WON
    results.correct_result(
        tournament=event, round=place[0], board=place[1], red=marks[0], blue=marks[1], by=owner, reason="Wrong."
    )
    third = values(players)
    assert third[0] is not None
    assert third[2] is not None
    assert (third[0] < second[0], third[2] > first[2]) == (True, True)
    rebuild()
    assert values(players) == third


def test_what_is_not_rated_counts_for_nobody() -> None:
    players = [player.id for player in scenes.some_players(2)]
    casual = scenes.a_tournament(players, format="round_robin", owner=an_organiser())
    unapproved = scenes.a_tournament(players, format="round_robin", owner=an_organiser(approved=False), rated=True)
    for event in (casual, unapproved):
        scenes.play_out(event, higher)
    assert (values(players), BoardGame.objects.count()) == ([None, None], 0)


def test_a_game_that_both_have_lost_counts_for_nobody() -> None:
    players = [player.id for player in scenes.some_players(3)]
    event = scenes.a_tournament(players, format="round_robin", owner=an_organiser(), rated=True)
    both = (Mark.LOSS, Mark.LOSS)
    scenes.play_out(event, lambda board: both if set(board.entries) == {1, 2} else higher(board))
    assert values(players)[2] is not None
    assert {row.player for row in BoardGame.objects.all()} == {*players}
    assert BoardGame.objects.count() == 4


def test_a_name_counts_once_a_member_has_claimed_it() -> None:
    owner = an_organiser()
    members = [player.id for player in scenes.some_players(2)]
    event = scenes.a_tournament([], format="round_robin", owner=owner, rated=True, started=False)
    named = Player.objects.create(name="Somebody", event=event)
    scenes.enter_all(event, [[members[0]], [named.id]])
    lifecycle.start(tournament=event, by=owner)
    scenes.play_out(event, higher)
    assert values(members) == [None, None]
    execute(tournament=event, by=None, decide=lambda draft: draft.add(PlayerIdentified(2, 0, str(members[1]))))
    first, second = values(members)
    assert first is not None
    assert second is not None
    assert first > 1500 > second
