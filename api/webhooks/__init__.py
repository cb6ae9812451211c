"""Webhooks: programs are notified that a game or an event of their owner has changed, never how."""
