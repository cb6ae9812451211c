"""Webhooks: programs are told that a game or an event of their owner has moved on, never how."""
