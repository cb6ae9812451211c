"""The rows of tournaments, kept in step with the log."""
