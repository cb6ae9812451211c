"""How reliably a player finishes games, warnings, and cases for moderators."""
