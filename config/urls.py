"""All addresses: each app lists its own."""

from django.contrib import admin
from django.urls import include, path

from accounts import urls as accounts
from config import health
from library.profiles import urls as profiles
from moderation.pages import urls as moderation
from privacy import urls as privacy
from web.limits import too_often

urlpatterns = [
    # The most frequent first: addresses are matched in order.
    path("", include("play.table.urls")),
    path("", include("api.urls")),
    path("", include("library.figures.urls")),  # before games, whose keys would catch its word
    path("", include("games.urls")),
    path("", include("play.live.urls")),
    path("", include("play.lobby.urls")),
    path("", include("tournaments.urls")),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("moderation.staff.urls")),
    path("", include(([*profiles.pages, *accounts.pages, *moderation.pages, *privacy.pages], "players"))),
    path("", include("ratings.urls")),
    path("", include("notices.urls")),
    path("", include("play.setups.urls")),
    path("", include("library.sharing.urls")),
    path("", include("play.talk.urls")),
    path("", include("library.studies.urls")),
    path("", include("play.bots.urls")),
    path("", include("library.puzzles.urls")),
    path("", include("library.releases.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
handler500 = "config.outages.server_error"
handler429 = too_often  # allauth needs it
