"""Parts that are kept by what they show."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tests.caches import empty_cache
from web import kept_markup as kept


def test_a_part_is_drawn_once_for_what_it_shows_by_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another row, part or language is drawn anew, another process takes what the first has drawn, and what is kept
    goes after its time from both."""
    drawn: list[object] = []

    def asked(name: str, *shown: object) -> list[str]:
        def draw(item: object) -> str:
            drawn.append(item)
            return f"<p>{name} {item} {len(drawn)}"

        return list(kept.kept_markups(name, shown, draw))

    now = 1000.0
    monkeypatch.setattr(kept.time, "monotonic", lambda: now)
    monkeypatch.setattr(kept, "_AT_HAND", kept._AtHand())
    empty_cache()
    assert asked("rows", 1, "1", (1, "Ada")) == ["<p>rows 1 1", "<p>rows 1 2", "<p>rows (1, 'Ada') 3"]
    assert asked("rows", (1, "Ada"), (1, "Bob"), 1) == ["<p>rows (1, 'Ada') 3", "<p>rows (1, 'Bob') 4", "<p>rows 1 1"]
    assert asked("cards", 1) == ["<p>cards 1 5"]
    with override("de"):
        assert asked("cards", 1) == ["<p>cards 1 6"]
    monkeypatch.setattr(kept, "_AT_HAND", kept._AtHand())  # another process
    assert asked("cards", 1) == ["<p>cards 1 5"]
    with monkeypatch.context() as away:
        away.setattr(kept.cache, "get_many", None, raising=False)
        assert asked("cards", 1) == ["<p>cards 1 5"]
        now += kept.KEPT + 1
        with pytest.raises(TypeError):
            asked("cards", 1)
    assert len(drawn) == 6
