"""Event streams: the changes that processes publish, and their listeners."""
