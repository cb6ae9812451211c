"""What games are found by, and how."""
