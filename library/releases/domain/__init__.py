"""What is released, and how it is told to the log."""
