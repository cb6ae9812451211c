"""The addresses of this room; they come before those of games, whose keys stand at the same place."""

from __future__ import annotations

from django.urls import path

from library.figures import views

app_name = "figures"

urlpatterns = [
    path("games/figures/", views.figures, name="figures"),
    path("games/figures/<slug:table>.csv", views.table, name="table"),
    path("players/<str:name>/figures/", views.player_figures, name="player"),
    path("players/<str:name>/figures/<slug:table>.csv", views.player_table, name="player-table"),
]
