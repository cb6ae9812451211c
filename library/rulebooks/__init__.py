"""The pages of rules: a page a rule book, with scenes that the engine plays."""
