"""What a game adds to the figures, and how it is counted."""
