"""Moderation: who of the staff may do what, and an audit of what they did that nobody can change."""
