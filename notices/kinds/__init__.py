"""What there is to be told: the kinds that rooms register, whether they still hold, and their words."""
