"""The packages at the top of the project: what is served, checked and translated is looked for in all of them."""

ROOMS = (
    "accounts",
    "api",
    "config",
    "eventlog",
    "games",
    "library",
    "moderation",
    "notices",
    "play",
    "privacy",
    "ratings",
    "realtime",
    "tournaments",
    "web",
)
