"""Tournaments in words: results, refusals, states, and what people wrote about them."""
