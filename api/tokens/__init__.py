"""Personal tokens: made, shown once, used, and revoked by their owner."""
