"""The page of one board: agreeing a time, being there, and telling a result across a real board."""
