"""The log knows every kind of event: in words, or as what only those concerned see."""

from __future__ import annotations

from typing import get_args

from tournaments.domain.events import TournamentEvent
from tournaments.pages.log import HIDDEN, KINDS, WORDS


def test_every_event_is_told_or_hidden_and_none_is_both() -> None:
    assert WORDS.keys() | set(HIDDEN) == set(get_args(TournamentEvent))
    assert WORDS.keys() & set(HIDDEN) == set()


def test_what_filters_show_is_told() -> None:
    assert {kind for _name, kinds in KINDS.values() for kind in kinds} <= WORDS.keys()
