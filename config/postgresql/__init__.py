"""Django's backend for PostgreSQL, as web processes use it: see `config/timeouts.py`."""
