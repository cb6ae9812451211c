"""Version 1: what is asked and done, as thin rooms over the domain."""
