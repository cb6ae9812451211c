"""Releases, and their events in the log."""
