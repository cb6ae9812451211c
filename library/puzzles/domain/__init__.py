"""Making and solving puzzles."""
