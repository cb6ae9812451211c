"""Erasing: what goes with an account."""
