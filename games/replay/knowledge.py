"""What an audience can know at each ply of a game. Made of views only (RULES section 9)."""

from __future__ import annotations

from collections.abc import Iterator

from games.knowledge import Knowledge, knowledge
from games.replay.timeline import Timeline
from games.rules import Viewer


def knowledge_of(line: Timeline, viewer: Viewer) -> Iterator[Knowledge]:
    """What `viewer` knows before the first ply and after each. Raises as `Timeline.view`."""
    return knowledge((line.view(viewer, ply) for ply in range(line.plies + 1)), line.options)
