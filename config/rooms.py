"""The packages at the top of the project: what is served, checked and translated is looked for in all of them."""

ROOMS = ("api", "config", "eventlog", "games", "notices", "players", "ratings", "tournaments", "web")
