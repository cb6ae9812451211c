"""What everybody may see of tournaments: lists, standings, rounds, brackets, players' cards, the log."""
