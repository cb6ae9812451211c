"""Tournaments: Swiss, knockout and round robin, as event streams in the log of the games."""
