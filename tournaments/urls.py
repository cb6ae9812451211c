"""The addresses of tournaments. Each room lists its own; the public pages come last, as a key may be any word."""

from __future__ import annotations

from django.urls import include, path

app_name = "tournaments"

urlpatterns = [
    path("tournaments/", include("tournaments.organizer.urls")),
    path("tournaments/", include("tournaments.organizer.calls.urls")),
    path("tournaments/", include("tournaments.organizer.boards.urls")),
    path("tournaments/", include("tournaments.files.pages.urls")),
    path("tournaments/", include("tournaments.pages.urls")),
]
