"""The board of a game in play, for who sits at it."""
