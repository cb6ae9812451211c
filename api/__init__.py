"""The API: what programs ask, by a token of somebody or by none, and what they may do."""
