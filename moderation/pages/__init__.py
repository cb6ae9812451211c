"""What players see of moderation: reporting, their reports, their standing, and their appeals."""
