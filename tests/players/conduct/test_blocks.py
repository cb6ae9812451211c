"""Blocks hold both ways, for these two players alone."""

from __future__ import annotations

import pytest

from players.conduct.blocks import block, blocked, blocked_ids, blocks, unblock
from tests.scenes import player

pytestmark = pytest.mark.django_db


def test_a_block_holds_both_ways_until_it_is_taken_back() -> None:
    ada, charles, grace = player("Ada"), player("Charles"), player("Grace")
    block(blocker=ada, target=charles)
    block(blocker=ada, target=charles)
    assert (blocked(ada, charles), blocked(charles, ada), blocked(ada, grace)) == (True, True, False)
    assert (blocks(blocker=ada, target=charles), blocks(blocker=charles, target=ada)) == (True, False)
    assert (blocked_ids(ada.id), blocked_ids(charles.id), blocked_ids(grace.id)) == ({charles.id}, {ada.id}, set())
    unblock(blocker=charles, target=ada)
    assert blocked(ada, charles)
    unblock(blocker=ada, target=charles)
    assert not blocked(ada, charles)


def test_nobody_blocks_themselves() -> None:
    ada = player("Ada")
    with pytest.raises(ValueError, match="itself"):
        block(blocker=ada, target=ada)
    assert blocked_ids(ada.id) == set()
