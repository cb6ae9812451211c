"""What a player sees of notices: the list, the wishes, and the number in the head of every page."""
