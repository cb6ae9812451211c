"""How games are shown, in words and in pictures: what every room of games and of tournaments has in common."""
