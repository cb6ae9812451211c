"""Figures: numbers, rows computed from the log, and queries."""
