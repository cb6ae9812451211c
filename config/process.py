"""What kind of process this is. Whoever waits for it says how patient it may be with the servers behind it."""

kind = "work"
"""`web` in a process that answers people (`config/wsgi.py`), else `work`: commands and workers."""
