"""What penalties do, to sessions, games, ratings, the lobby and tournaments. `effects.py` lists all of it."""
