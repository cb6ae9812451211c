"""How the log of a tournament is replayed to prove it."""
