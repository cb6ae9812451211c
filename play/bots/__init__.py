"""Opponents that are programs; they see views only."""
