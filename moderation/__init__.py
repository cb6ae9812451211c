"""What the staff is shown of games when it judges: evidence in cases, and detectors of unfair play. It reads the
rooms below."""
