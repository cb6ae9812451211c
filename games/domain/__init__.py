"""What people do with games: commands that append events, projections of them, and queries."""
