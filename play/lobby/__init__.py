"""Seeks, challenges and tables: how people find a game."""
