"""What people see of ratings: the list of the strongest, the panel of a profile, and the words at a game."""
