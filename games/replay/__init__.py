"""What an audience sees of a game, ply by ply, and when everything is opened."""

from .course import KnownPly, Loss
from .knowing import knowledge_of
from .timeline import NotRevealed, Seal, SeedSeal, Timeline, forget, timeline

__all__ = ["KnownPly", "Loss", "NotRevealed", "Seal", "SeedSeal", "Timeline", "forget", "knowledge_of", "timeline"]
