"""How reliably a player finishes games, who is warned, and whom a moderator is asked to look at."""
