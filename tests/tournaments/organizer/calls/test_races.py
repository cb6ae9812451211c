"""Arbiters, players and tasks at the same moment, each with a connection of its own: one of them decides, nobody waits
for ever, and game and tournament say the same."""

from __future__ import annotations

import pytest

from eventlog import verify
from games.domain import commands
from games.rules import Seat
from tests.games.domain.test_races import race
from tests.tournaments.organizer.calls.boards import a_table
from tournaments.domain.commands import arbitration
from tournaments.domain.commands.arbitration import call_arbiter
from tournaments.domain.commands.results import marks_of_game, take_over

pytestmark = pytest.mark.django_db(transaction=True)


def verified(table) -> list[str]:
    return [report.error or report.status for report in verify.verify([table.tournament, table.game])]


@pytest.mark.parametrize("_time", range(2))
def test_arbiters_rule_while_a_player_gives_up(_time):
    table = a_table()
    call_arbiter(**table.where, by=table.red, about="rules")
    who = {"tournament": table.tournament, "call": 1, "by": table.owner, "text": "So."}
    actions = [
        *(lambda result=result: arbitration.rule(**who, result=result) for result in ("red", "blue", "draw")),
        lambda: arbitration.forfeit(**who, entries=[table.leg.red]),
        lambda: arbitration.close_call(**who),
        lambda: commands.resign(game=table.game, seat=Seat.BLUE),
        lambda: take_over(table.game),
    ]
    ends = race(actions)
    assert set(ends) <= {"done", "game-over", "call-closed", "board-decided"}
    take_over(table.game)
    assert table.leg.marks == marks_of_game(table.now) is not None
    assert (table.now.paused, verified(table)) == ((), ["ok", "ok"])
