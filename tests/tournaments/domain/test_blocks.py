"""Nobody is drawn into an event by whom they have blocked."""

from __future__ import annotations

import pytest

from accounts.conduct.blocks import block, unblock
from games.rules import Illegal, Refusal
from tests.tournaments import scenes
from tournaments.domain.commands import organization, registration
from tournaments.domain.queries.tournaments import fold_of

pytestmark = pytest.mark.django_db


def test_the_staff_draws_nobody_in_who_has_blocked_it() -> None:
    owner, helper, player = scenes.some_players(3)
    event = scenes.a_tournament(2, owner=owner.id, entry="invitation", started=False)
    organization.give_role(tournament=event, player=helper.id, role="helper", by=owner.id)
    block(blocker=player, target=owner)
    mine = {"tournament": event, "by": owner.id}
    before = fold_of(event).version
    for command, arguments in (
        (registration.enter, {"players": [player.id]}),
        (organization.invite, {"players": [player.id]}),
        (organization.give_role, {"player": player.id, "role": "arbiter"}),
    ):
        with pytest.raises(Illegal) as illegal:
            command(**mine, **arguments)
        assert illegal.value.refusal == Refusal("blocked", {"name": player.name})
    assert fold_of(event).version == before
    organization.invite(tournament=event, players=[player.id], by=helper.id)
    assert registration.enter(tournament=event, players=[player.id], by=player.id) == 3
    unblock(blocker=player, target=owner)
    organization.give_role(**mine, player=player.id, role="helper")
    assert fold_of(event).role(player.id) == "helper"
