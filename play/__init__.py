"""The rooms at and around a table: looking for a game, set-ups, the table itself, talk, bots, what open pages are
told. Thin pages; none knows another."""
