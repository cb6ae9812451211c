"""Rings, and second sight: what is counted, and how it is judged."""
