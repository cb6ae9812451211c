"""The page of a player, for everybody, and the vacations that it tells of."""
