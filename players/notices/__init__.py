"""What a player is told, on the page and by e-mail."""
