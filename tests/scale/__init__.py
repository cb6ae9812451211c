"""Several machines, as far as one can be several: `python -m tests.scale`, or `make scale`. It needs pgbouncer."""
