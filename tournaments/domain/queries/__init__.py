"""What is only read of a tournament, from its rows or its fold."""
