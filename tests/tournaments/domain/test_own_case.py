"""Nobody decides the own case: an owner who plays has the rights of a player at the own board, and no more byes."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest

from accounts.models import Player
from games.rules import Illegal, Refusal
from tests.tournaments import scenes
from tests.tournaments.organizer.calls.boards import a_table
from tests.tournaments.organizer.people import address
from tournaments.domain import lifecycle
from tournaments.domain.commands import (
    arbitration,
    byes,
    hand_pairing,
    organization,
    registration,
    results,
)
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import Board, Presence
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

WON = {"red": Mark.WIN, "blue": Mark.LOSS}
OWN = Refusal("own-board")


class Case:
    """An event whose owner plays; the owner's board of the first round, and the other one."""

    def __init__(self, *, real: bool, **terms: object) -> None:
        people = [player.id for player in scenes.some_players(4)]
        self.owner = people[0]
        self.event = scenes.a_tournament(people, owner=self.owner, real=real, rounds=3, **terms)
        scenes.next_round(self.event)
        self.entry = fold_of(self.event).entry_of(self.owner).number

    @property
    def board(self) -> Board:
        return fold_of(self.event).rounds[0].board_of(self.entry)

    @property
    def opponent(self) -> int:
        return next(entry for entry in self.board.entries if entry != self.entry)

    @property
    def other_board(self) -> Board:
        return next(board for board in fold_of(self.event).rounds[0].boards if self.entry not in board.entries)

    def where(self, board: Board) -> dict[str, object]:
        return {"tournament": self.event, "round": 1, "board": board.number, "by": self.owner, "reason": "So it is"}


def refused(command: Callable[..., object], **arguments: object) -> Refusal:
    with pytest.raises(Illegal) as illegal:
        command(**arguments)
    return illegal.value.refusal


@pytest.mark.parametrize("real", [True, False], ids=["real", "online"])
def test_no_result_of_the_own_board(real: bool) -> None:
    case = Case(real=real)
    assert refused(results.record_result, **case.where(case.board), **WON) == OWN
    assert refused(results.forfeit, **case.where(case.board), entries=[case.opponent]) == OWN
    results.record_result(**case.where(case.other_board), **WON)
    red, blue = (Mark.LOSS, Mark.WIN) if case.board.red == case.entry else (Mark.WIN, Mark.LOSS)
    results.record_result(**case.where(case.board) | {"by": None}, red=red, blue=blue)
    assert refused(results.correct_result, **case.where(case.board), red=blue, blue=red) == OWN


@pytest.mark.parametrize("terms", [{}, {"scheduled": True}], ids=["begun", "to be agreed"])
def test_nobody_is_taken_out_by_the_own_opponent(terms: dict[str, bool]) -> None:
    case = Case(real=False, **terms)
    who = {"tournament": case.event, "entry": case.opponent, "by": case.owner, "reason": "So it is"}
    assert refused(registration.expel, **who) == OWN
    assert refused(registration.withdraw, **who) == OWN
    registration.expel(**who | {"entry": case.other_board.red})
    registration.withdraw(tournament=case.event, entry=case.entry, by=case.owner)
    assert fold_of(case.event).entries[case.entry].presence is Presence.WITHDRAWN


def test_across_a_real_board_nobody_else_may_be_there_to_say_so() -> None:
    """Who plays and has a role records a game against somebody without an account, who could confirm nothing."""
    owner = scenes.an_owner()
    known = [Player.objects.create(name=name).id for name in ("Known from records", "And another one")]
    event = scenes.a_tournament([owner, *known], owner=owner, rounds=2)
    scenes.next_round(event)
    now = fold_of(event)
    board = now.round.boards[0]
    recorded = results.record_result(tournament=event, round=1, board=board.number, by=owner, **WON)
    assert recorded.round.boards[0].leg.marks == (Mark.WIN, Mark.LOSS)


def test_the_own_entry_has_the_byes_of_every_player() -> None:
    case = Case(real=True, half_byes=1)
    bye = {"tournament": case.event, "entry": case.entry, "by": case.owner}
    assert refused(byes.request_bye, **bye, round=2, kind="full") == OWN
    byes.request_bye(**bye, round=2, kind="half")
    assert refused(byes.request_bye, **bye, round=3, kind="half").code == "bye-exhausted"
    other = bye | {"entry": case.opponent}
    now = byes.request_bye(**other, round=2, kind="full")
    assert now.entries[case.opponent].byes == {2: "full"}


def player_of_no_board(table) -> UUID:
    return next(
        entry.players[0] for entry in table.fold.entries.values() if entry.players[0] not in (table.red, table.blue)
    )


def test_who_plays_in_the_event_looks_at_no_game_of_it(client) -> None:
    table = a_table()
    arbiter = player_of_no_board(table)
    organization.give_role(tournament=table.tournament, player=arbiter, role="arbiter", by=table.owner)
    call = arbitration.take_up(**table.where, by=arbiter, text="A look is wanted")
    arbitration.stop_clocks(tournament=table.tournament, call=call, by=arbiter)
    before = table.now.public_version
    looking = {"tournament": table.tournament, "call": call}
    assert refused(arbitration.look, **looking, by=arbiter) == Refusal("plays-here")
    client.force_login(Player.objects.get(id=arbiter).account)
    page = client.get(address(table.tournament, f"calls/{call}/"))
    assert (page.status_code, b'value="look"' in page.content) == (200, False)
    assert client.get(address(table.tournament, f"calls/{call}/look/")).status_code == 403
    assert table.now.public_version == before
    assert len(arbitration.look(**looking, by=table.owner)) == 2


def test_who_looked_does_not_enter(client) -> None:
    table = a_table(late=3)
    looking = {"tournament": table.tournament, "by": table.owner}
    call = arbitration.take_up(**table.where, by=table.owner, text="A look is wanted")
    arbitration.stop_clocks(**looking, call=call)
    arbitration.look(**looking, call=call)
    entering = {"tournament": table.tournament, "players": [table.owner]}
    assert refused(registration.enter, **entering, by=table.owner) == Refusal("has-looked")
    assert refused(registration.enter, **entering, by=None) == Refusal("has-looked")
    client.force_login(Player.objects.get(id=table.owner).account)
    assert client.get(address(table.tournament, f"calls/{call}/look/")).status_code == 200
    other = scenes.some_players(1)[0].id
    assert registration.enter(tournament=table.tournament, players=[other], by=other) > 0


def paired(players: int) -> tuple[UUID, UUID, int, list[tuple[int, int]]]:
    """An event whose owner plays, its owner, the owner's entry, and the boards that the engine pairs."""
    people = [player.id for player in scenes.some_players(players)]
    event = scenes.a_tournament(people, owner=people[0], rounds=3)
    now = lifecycle.pair(tournament=event, by=people[0])
    return event, people[0], now.entry_of(people[0]).number, [board.entries for board in now.round.boards]


def test_who_plays_keeps_the_opponent_and_the_colour_of_the_engine() -> None:
    event, owner, entry, engine = paired(4)
    by_hand = {"tournament": event, "by": owner, "reason": "So it is"}
    (item, two), (three, four) = engine
    turned = [board[::-1] if entry in board else board for board in engine]
    for boards in ([(item, four), (three, two)], turned):
        assert refused(hand_pairing.pair_by_hand, **by_hand, boards=boards) == OWN
    others = [board if entry in board else board[::-1] for board in engine]
    now = hand_pairing.pair_by_hand(**by_hand, boards=others)
    assert [board.entries for board in now.round.boards] == others


def test_nobody_gives_the_pairing_bye_to_the_own_entry() -> None:
    event, owner, entry, engine = paired(5)
    (free,) = fold_of(event).round.byes
    assert free != entry
    boards = [tuple(free if item == entry else item for item in board) for board in engine]
    assert refused(hand_pairing.pair_by_hand, tournament=event, by=owner, reason="So it is", boards=boards) == OWN
    now = hand_pairing.pair_by_hand(tournament=event, by=None, reason="So it is", boards=boards)
    assert list(now.round.byes) == [entry]
