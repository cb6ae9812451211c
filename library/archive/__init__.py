"""The archive: the landing page, the list of games, and the replay of each."""
