"""Blocks hold both ways, for these two players alone."""

from __future__ import annotations

import pytest

from accounts.conduct import blocks as blocking
from accounts.conduct.blocks import (
    TooManyBlocks,
    block,
    blocked,
    blocked_among,
    blocked_by,
    blocks,
    not_blocked,
    unblock,
)
from accounts.models import Block, Player
from tests.scenes import player

pytestmark = pytest.mark.django_db


def test_a_block_holds_both_ways_until_it_is_taken_back() -> None:
    ada, charles, grace = player("Ada"), player("Charles"), player("Grace")
    block(blocker=ada, target=charles)
    block(blocker=ada, target=charles)
    assert (blocked(ada, charles), blocked(charles, ada), blocked(ada, grace)) == (True, True, False)
    assert (blocks(blocker=ada, target=charles), blocks(blocker=charles, target=ada)) == (True, False)
    everybody = [ada, charles, grace]
    ids = [item.id for item in everybody]
    assert [blocked_among(item.id, ids) for item in everybody] == [{charles.id}, {ada.id}, set()]
    lists = [Player.objects.filter(not_blocked(item.id, "id"), id__in=ids) for item in everybody]
    assert [{item.name for item in result} for result in lists] == [
        {"Ada", "Grace"},
        {"Charles", "Grace"},
        {"Ada", "Charles", "Grace"},
    ]
    unblock(blocker=charles, target=ada)
    assert blocked(ada, charles)
    unblock(blocker=ada, target=charles)
    assert not blocked(ada, charles)


def test_so_many_can_be_blocked_and_they_are_listed_by_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, others = player("Ada"), [player(name) for name in ("Dora", "Bob", "Charles", "Eve")]
    monkeypatch.setattr(blocking, "MOST", 3)
    for other in (*others[:3], others[0]):
        block(blocker=ada, target=other)
    with pytest.raises(TooManyBlocks):
        block(blocker=ada, target=others[3])
    assert (blocked_by(ada, 2), blocked_by(ada, 2, after="Charles")) == ((["Bob", "Charles"], True), (["Dora"], False))


def test_nobody_blocks_themselves() -> None:
    ada = player("Ada")
    with pytest.raises(ValueError, match="itself"):
        block(blocker=ada, target=ada)
    assert Block.objects.count() == 0
