"""Event streams: what processes tell one another has changed, and who listens."""
