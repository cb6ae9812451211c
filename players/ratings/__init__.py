"""Ratings: a projection of the games that were rated."""
