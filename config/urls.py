"""All addresses: each app lists its own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("players.urls")),
    path("", include("games.urls")),
]
