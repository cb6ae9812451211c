"""The append-only log of games and tournaments: events, hash chain, snapshots, projections (docs/eventlog.md)."""
