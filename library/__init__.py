"""What people look up and write beside games: archive, studies, puzzles, figures, rule books, embeds, open data,
profiles, reliability. None knows another."""
