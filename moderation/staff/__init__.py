"""Moderation: the powers of the staff, and an audit of their acts that nobody can change."""
