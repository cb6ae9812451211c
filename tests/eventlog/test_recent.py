"""Which folds are kept, and for how long."""

from __future__ import annotations

from uuid import UUID

from eventlog.recent import Recent, RecentFolds
from eventlog.store import Head

ONE, OTHER, THIRD = (UUID(int=number) for number in (1, 2, 3))


def head(version: int) -> Head:
    return Head(version, bytes(32), 0)


def test_the_one_used_longest_ago_makes_way() -> None:
    folds = RecentFolds[str](most=2)
    folds.remember(ONE, head(1), "a")
    folds.remember(OTHER, head(1), "b")
    folds.remember(ONE, head(2), "c")
    folds.remember(THIRD, head(1), "d")
    assert folds.recall(OTHER) is None
    assert folds.recall(ONE) == Recent(head(2), "c")
    assert folds.recall(THIRD) == Recent(head(1), "d")


def test_heavy_ones_make_way_too_but_never_the_one_used_last() -> None:
    folds = RecentFolds[list[int]](most=9, weight=len, heaviest=10)
    grows = [1, 2, 3]
    folds.remember(ONE, head(1), grows)
    folds.remember(OTHER, head(1), [1, 2, 3, 4])
    folds.remember(THIRD, head(1), [1, 2, 3])
    assert [folds.recall(stream) is None for stream in (ONE, OTHER, THIRD)] == [False, False, False]
    grows.append(4)
    folds.remember(THIRD, head(1), [1, 2, 3])
    assert [folds.recall(stream) is None for stream in (ONE, OTHER, THIRD)] == [True, False, False]
    folds.remember(ONE, head(1), [0] * 11)
    assert [folds.recall(stream) is None for stream in (ONE, OTHER, THIRD)] == [False, True, True]


def test_one_or_all_can_be_forgotten() -> None:
    folds = RecentFolds[str](most=9)
    for stream in (ONE, OTHER, THIRD):
        folds.remember(stream, head(1), "a")
    folds.forget(ONE)
    folds.forget(ONE)
    assert [folds.recall(stream) is None for stream in (ONE, OTHER, THIRD)] == [True, False, False]
    folds.forget()
    assert folds.recall(THIRD) is None


def test_what_is_kept_is_not_printed() -> None:
    assert repr(Recent(head(7), "FBB.S.....")) == "Recent(7)"
