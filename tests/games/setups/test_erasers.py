"""What is erased of set-ups with a player: all of the player's own, and the name in those of others."""

from __future__ import annotations

import random

import pytest

from games.rules import Seat
from games.setups import domain
from games.setups.models import NAME_LENGTH, SavedSetup
from players.deleting import delete_account
from tests.scenes import account, placements

pytestmark = pytest.mark.django_db

NAMES = ["against Ada", "Against ADA", "against — 2", "against —", "Adagio", "Ada " + "x" * (NAME_LENGTH - 4)]


def test_a_name_goes_from_the_set_ups_of_others() -> None:
    """Two names may become the same, and the longest be as long as before."""
    ada, grace = account("Ada"), account("Grace")
    form = placements("duel", random.Random(1))[Seat.RED]
    for name in NAMES[1:]:
        domain.save(player=grace.player.pk, slug="duel", name=name, form=form)
    domain.save(player=grace.player.pk, slug="barrage", name=NAMES[0], form=form)
    domain.save(player=ada.player.pk, slug="duel", name="mine", form=form)

    delete_account(ada)

    assert sorted(SavedSetup.objects.values_list("variant", "name")) == sorted(
        [
            ("barrage", "against —"),
            ("duel", "Against — 3"),
            ("duel", "against — 2"),
            ("duel", "against —"),
            ("duel", "Adagio"),
            ("duel", "— " + "x" * (NAME_LENGTH - 4)),
        ]
    )
    assert set(SavedSetup.objects.values_list("player__name", flat=True)) == {"Grace"}
