"""What a viewer can know of a game, exactly: pure, computed from views alone (docs/knowledge.md)."""

from .alternatives import Retold, retold
from .numbered_worlds import numbered_world
from .seen import Seen
from .worlds import Knowledge, PieceKnowledge, knowledge, known_at

__all__ = ["Knowledge", "PieceKnowledge", "Retold", "Seen", "knowledge", "known_at", "numbered_world", "retold"]
