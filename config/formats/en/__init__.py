"""English as all of the world reads it."""
