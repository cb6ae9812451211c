"""What an audience sees of a game, ply by ply, and when everything is opened."""

from games.domain.records import NotRevealed

from .branches import Branch
from .course import KnownPly, Loss
from .knowledge import knowledge_of
from .timeline import Seal, SeedSeal, Timeline, forget, timeline

__all__ = [
    "Branch",
    "KnownPly",
    "Loss",
    "NotRevealed",
    "Seal",
    "SeedSeal",
    "Timeline",
    "forget",
    "knowledge_of",
    "timeline",
]
