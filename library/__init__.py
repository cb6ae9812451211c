"""What people look up and write besides games: archive, studies, puzzles, figures, rule books, embeds, open data,
profiles, reliability. None knows another."""
