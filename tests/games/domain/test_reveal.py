"""When a game is opened: by itself once its time has come, or earlier if all its seats agree."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from accounts.people.bots import bots
from eventlog import store
from eventlog.rebuild import rebuild
from eventlog.registry import type_of
from eventlog.sources import injected
from games import tasks
from games.domain import command_handler, commands, recent, reveal
from games.domain.snapshots import from_snapshot, snapshot_of
from games.models import Game, PlayerTally, Tally
from games.rules import Illegal, Refusal, Seat, variant
from privacy.erase import delete_account
from tests.games.domain.played import begun
from tests.scenes import account, player

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE
START = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def refused(call: Callable[[], object]) -> Refusal:
    with pytest.raises(Illegal) as error:
        call()
    return error.value.refusal


def made(*players: UUID, slug: str = "barrage", **values: Any) -> UUID:
    """A game in which play has begun, of these players in the order of the seats."""
    book = variant(slug)
    seated = dict(zip(book.seats, players, strict=False))
    return begun(book, random.Random(1), players=seated, **({"reveal": "never"} | values))[0]


def members(names: str = "AB") -> list[UUID]:
    return [account(name).player.id for name in names]


def over(*players: UUID, **values: Any) -> UUID:
    """A casual game that red has given up; of two members, if nobody is named."""
    game = made(*(players or members()), **values)
    commands.resign(game=game, seat=RED)
    return game


def after_end(game: UUID) -> list[str]:
    kinds = [type_of(event.event).name for event in store.load(game)]
    return kinds[kinds.index("resigned") + 1 :]


def row(game: UUID) -> tuple[bool, datetime | None, int]:
    return Game.objects.values_list("revealed", "reveal_due", "openers").get(id=game)


# -- by itself ------------------------------------------------------------------------------------


def test_a_delayed_game_opens_when_its_time_has_come_and_not_before() -> None:
    with injected(clock=lambda: START):
        game = over(reveal="delay", reveal_after=3600)
    assert row(game) == (False, START + HOUR, 0)
    with injected(clock=lambda: START + HOUR - timedelta(seconds=1)):
        assert not reveal.open_if_due(game=game).revealed
        tasks.reveal_due()
        assert not row(game)[0]
    with injected(clock=lambda: START + HOUR):
        tasks.reveal_due()
        assert row(game)[0]
        assert reveal.open_if_due(game=game).revealed
    assert (row(game), after_end(game)) == ((True, None, 0), ["game-revealed"])


def test_no_message_opens_a_game_whose_time_has_not_come() -> None:
    """The task asks the log, whatever has called it."""
    never, later = over(), over(*members("CD"), reveal="delay", reveal_after=3600)
    for game in (never, later):
        tasks.reveal_one(str(game))
    assert [row(game)[0] for game in (never, later)] == [False, False]


# -- by agreement ---------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", [{"reveal": "never"}, {"reveal": "delay", "reveal_after": 3600}])
def test_both_sides_open_a_game_earlier_together(terms: dict[str, Any]) -> None:
    game = over(**terms)
    before = command_handler.open_game(game).version
    now = reveal.propose_reveal(game=game, seat=BLUE)
    assert (now.openers, now.reveal_plan.openers, now.revealed) == ((BLUE,), (BLUE,), False)
    assert row(game)[2] == 0b10
    reveal.propose_reveal(game=game, seat=BLUE)  # twice is as once
    now = reveal.propose_reveal(game=game, seat=RED)
    assert (now.openers, now.revealed, now.opens_at) == ((), True, None)
    assert after_end(game) == ["reveal-proposed", "reveal-proposed", "game-revealed"]
    assert command_handler.open_game(game).version == before + 3
    assert row(game) == (True, None, 0)
    assert refused(lambda: reveal.propose_reveal(game=game, seat=RED)).code == "revealed"
    assert refused(lambda: reveal.withdraw_reveal(game=game, seat=RED)).code == "revealed"


def test_who_proposed_it_can_take_it_back() -> None:
    game = over()
    for _time in range(reveal.MOST_PROPOSALS):
        reveal.propose_reveal(game=game, seat=RED)
        now = reveal.withdraw_reveal(game=game, seat=RED)
        assert (now.openers, row(game)[2]) == ((), 0)
    version = now.version
    assert reveal.withdraw_reveal(game=game, seat=RED).version == version
    # Or a player could be called without end.
    expected = Refusal("reveal-enough", {"most": reveal.MOST_PROPOSALS})
    assert refused(lambda: reveal.propose_reveal(game=game, seat=RED)) == expected
    now = reveal.propose_reveal(game=game, seat=BLUE)
    assert (now.openers, now.revealed) == ((BLUE,), False)


def test_at_a_table_of_four_all_have_to_agree() -> None:
    game = over(*members("WXYZ"), slug="alliance")
    for seat in (Seat.BLUE2, RED, BLUE):
        assert not reveal.propose_reveal(game=game, seat=seat).revealed
    assert command_handler.open_game(game).openers == (Seat.BLUE2, RED, BLUE)
    assert reveal.propose_reveal(game=game, seat=Seat.RED2).revealed


def test_the_computer_wants_what_some_player_at_the_table_wants() -> None:
    """Or who has not been asked any more would still be told that somebody asks."""
    ada, eve = members("AE")
    item, other = (bot.id for bot in bots(2))
    game = over(ada, item, eve, other, slug="alliance")
    for _time in range(2):
        assert set(reveal.propose_reveal(game=game, seat=RED).openers) == {RED, BLUE, Seat.BLUE2}
        assert (reveal.withdraw_reveal(game=game, seat=RED).openers, row(game)[2]) == ((), 0)
    reveal.propose_reveal(game=game, seat=RED)
    assert reveal.propose_reveal(game=game, seat=Seat.RED2).revealed


def test_the_computer_agrees_at_once() -> None:
    (bot,) = bots(1)
    game = over(*members("A"), bot.id)
    assert reveal.propose_reveal(game=game, seat=RED).revealed
    assert after_end(game) == ["reveal-proposed", "reveal-proposed", "game-revealed"]


def test_it_is_refused_where_it_is_not_for_the_sides_to_decide() -> None:
    ann, bob = members()
    going_on, rated, of_event = made(ann, bob), over(ann, bob, rated=True), over(ann, bob, tournament=UUID(int=7))
    aborted = made(ann, bob)
    commands.abort_game(game=aborted, seat=RED)
    games = (going_on, rated, of_event, aborted)
    codes = [refused(partial(reveal.propose_reveal, game=game, seat=RED)).code for game in games]
    assert codes == ["not-over", "reveal-rated", "reveal-tournament", "nothing-to-reveal"]
    assert refused(partial(reveal.propose_reveal, game=over(ann, bob), seat=Seat.RED2)).code == "no-seat"


def test_nobody_agrees_for_who_has_left() -> None:
    game = over()
    bob = Game.objects.get(id=game).seats.get(seat=BLUE).player
    delete_account(bob.account)
    assert refused(lambda: reveal.propose_reveal(game=game, seat=RED)).code == "reveal-missing"
    for other in (player("In a record").id, None):
        alone = over(*filter(None, (account(f"Of {other}").player.id, other)))
        assert refused(partial(reveal.propose_reveal, game=alone, seat=RED)).code == "reveal-missing"


def test_it_ends_no_game_twice_and_a_rebuild_makes_the_same() -> None:
    game, open_game = over(), over(*members("EF"))
    reveal.propose_reveal(game=game, seat=RED)
    for seat in (RED, BLUE):
        reveal.propose_reveal(game=open_game, seat=seat)

    def rows() -> list[Any]:
        kept = [Game.objects.order_by("id"), PlayerTally.objects.order_by("player"), Tally.objects.order_by("variant")]
        return [[{k: v for k, v in item.items() if k != "id"} for item in result.values()] for result in kept]

    before = rows()
    assert [(item["won"], item["lost"]) for item in before[1]].count((1, 0)) == 2
    assert [(item["won"], item["lost"]) for item in before[1]].count((0, 1)) == 2
    now = snapshot_of(command_handler.open_game(game))
    assert (now["openers"], now["proposals"]) == ([RED], [[RED, 1]])
    assert snapshot_of(from_snapshot(now)) == now
    rebuild()
    recent.forget()
    assert (rows(), snapshot_of(command_handler.open_game(game))) == (before, now)
