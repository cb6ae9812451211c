"""Nobody is drawn into an event by whom they have blocked."""

from __future__ import annotations

import pytest

from games.rules import Illegal, Refusal
from players.conduct.blocks import block, unblock
from tests.tournaments import scenes
from tournaments.domain import organising, registering
from tournaments.domain.queries import fold_of

pytestmark = pytest.mark.django_db


def test_the_staff_draws_nobody_in_who_has_blocked_it() -> None:
    owner, helper, player = scenes.some_players(3)
    event = scenes.a_tournament(2, owner=owner.id, entry="invitation", started=False)
    organising.give_role(tournament=event, player=helper.id, role="helper", by=owner.id)
    block(blocker=player, target=owner)
    mine = {"tournament": event, "by": owner.id}
    before = fold_of(event).version
    for command, arguments in (
        (registering.enter, {"players": [player.id]}),
        (organising.invite, {"players": [player.id]}),
        (organising.give_role, {"player": player.id, "role": "arbiter"}),
    ):
        with pytest.raises(Illegal) as illegal:
            command(**mine, **arguments)
        assert illegal.value.refusal == Refusal("blocked", {"name": player.name})
    assert fold_of(event).version == before
    organising.invite(tournament=event, players=[player.id], by=helper.id)
    assert registering.enter(tournament=event, players=[player.id], by=player.id) == 3
    unblock(blocker=player, target=owner)
    organising.give_role(**mine, player=player.id, role="helper")
    assert fold_of(event).role(player.id) == "helper"
