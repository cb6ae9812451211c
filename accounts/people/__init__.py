"""Who somebody is: accounts, names, guests, programs, preferences, and what rooms show of a player."""
