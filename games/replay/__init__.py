"""What an audience sees of a game, ply by ply, and when everything is opened."""

from .timeline import NotRevealed, Seal, SeedSeal, Timeline, forget, timeline

__all__ = ["NotRevealed", "Seal", "SeedSeal", "Timeline", "forget", "timeline"]
