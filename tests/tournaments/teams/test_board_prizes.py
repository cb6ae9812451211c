"""Prizes of boards: who made most at a board of the matches of teams wins them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import key_of
from games.rules import Illegal
from tests.tournaments.organizer.people import words
from tests.tournaments.scenes import a_tournament
from tests.tournaments.teams.scenes import a_cup, begin, pair, play_match
from tournaments.domain import lifecycle
from tournaments.domain.commands.approval import owner_of
from tournaments.domain.commands.prizes import NewCategory, NewPrize, prizes_like, set_prizes
from tournaments.domain.queries.prize_awards import awards_of, board_awards_of
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.standings import standings_of

pytestmark = pytest.mark.django_db


def test_who_made_most_at_a_board_wins_its_prizes() -> None:
    cup, owner, _captains = a_cup(("Austria", "Belgium", "Canada"), boards=2, format="round_robin")
    categories = [
        NewCategory((NewPrize(500),)),
        NewCategory((NewPrize(100), NewPrize(0, "Book")), {"board": 1}),
        NewCategory((NewPrize(80),), {"board": 2}),
    ]
    given = {"sharing": "places", "currency": "EUR", "categories": categories}
    now = set_prizes(tournament=cup, by=owner, **given)
    assert now.prizes is not None
    assert prizes_like(now.prizes)["categories"][1].limits["board"] == 1
    for code, limits in (("no-such-board", {"board": 3}), ("terms-clash", {"board": 1, "rating_to": 1500})):
        wrong = given | {"categories": [categories[0], NewCategory((NewPrize(9),), limits)]}
        with pytest.raises(Illegal, match=code):
            set_prizes(tournament=cup, by=owner, **wrong)

    now = lifecycle.start(tournament=cup, by=owner)
    while len(now.rounds) < now.planned:
        pair(cup)
        now = begin(cup)
        assert now.round is not None
        for match in now.round.boards:
            now = play_match(cup, now.round.number, match.number, red_wins=1, draws=1)
    now = lifecycle.finish(tournament=cup, by=owner)
    awards, players = board_awards_of(now)
    made: dict[object, int] = {}
    for match in (match for round in now.rounds for match in round.boards):
        red, blue = match.players_at(1)
        made[red] = made.get(red, 0) + 2
        made.setdefault(blue, 0)
    best = max(made.values())
    firsts = {player for player, halves in made.items() if halves == best}
    assert {players[award.number - 1] for award in awards if award.list == 1 and award.position == 1} <= firsts
    assert sum(award.amount for award in awards if award.list == 1) == 10_000
    assert {award.list for award in awards} == {1, 2}
    assert {award.list for award in awards_of(cup, now, standings_of(now))} == {0}
    page = words(Client().get(f"/tournaments/{key_of(cup)}/"))
    assert "Board 1" in page
    assert "Board 2" in page


def test_boards_are_of_teams() -> None:
    single = a_tournament(4, rounds=1)
    with pytest.raises(Illegal, match="no-such-board"):
        set_prizes(
            tournament=single,
            by=owner_of(fold_of(single)),
            sharing="equal",
            currency="EUR",
            categories=[NewCategory(()), NewCategory((NewPrize(9),), {"board": 1})],
        )
