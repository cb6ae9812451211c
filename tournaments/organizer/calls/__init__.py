"""Calls for the arbiter: the queue, one call, the look at both sides, and the banner beside a game of a tournament."""
