"""Kinds of notices: those that rooms register, whether they still hold, and their words."""
