"""What a viewer can know of a game, exactly: pure, made of views alone (docs/knowledge.md)."""

from .drawing import numbered_world
from .retelling import Retold, retold
from .seen import Seen
from .worlds import Knowledge, PieceKnowledge, knowledge, known_at

__all__ = ["Knowledge", "PieceKnowledge", "Retold", "Seen", "knowledge", "known_at", "numbered_world", "retold"]
