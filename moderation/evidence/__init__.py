"""What games say in the cases of moderators, what stays sealed of it, and what a player is shown."""
