"""What is counted: numbers, rows made of the log, and questions."""
