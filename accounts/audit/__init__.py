"""The audit: who with powers did what."""
