"""What players say and jot down beside a game; nothing of it is in the log."""
