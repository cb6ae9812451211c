"""Benchmarks: ours against a peer, in one run, in turns, because a machine is never quiet.

Each module has `run() -> Result`. `python -m benchmarks NAME --json` prints one object with `name`, `ours`, `peer`,
`ratio` and `parts`; `python -m benchmarks` runs them all and prints tables.
"""
