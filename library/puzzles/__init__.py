"""Puzzles: positions of revealed games with one answer that the count proves (docs/puzzles.md)."""
