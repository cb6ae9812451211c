"""All addresses: each app lists its own."""

from django.contrib import admin
from django.urls import include, path

from config import health
from games.profiles import urls as profiles
from players import urls as players
from web.limits import too_often

urlpatterns = [
    # First what is asked for most: an address is looked for in order.
    path("", include("games.table.urls")),
    path("", include("api.urls")),
    path("", include("games.figures.urls")),  # before games, whose keys would catch its word
    path("", include("games.urls")),
    path("", include("games.live.urls")),
    path("admin/", admin.site.urls),
    path("", include("players.urls")),
    path("", include("players.moderation.urls")),
    path("", include(([*profiles.pages, *players.pages], "players"))),
    path("", include("ratings.urls")),
    path("", include("notices.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.setups.urls")),
    path("", include("games.sharing.urls")),
    path("", include("games.talk.urls")),
    path("", include("games.studies.urls")),
    path("", include("games.bots.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.releases.urls")),
    path("", include("tournaments.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
handler500 = "config.outages.server_error"
handler429 = too_often  # allauth asks for it
