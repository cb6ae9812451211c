"""The addresses of this room. They stand in the namespace of players: `config.urls` puts both together."""

from __future__ import annotations

from django.urls import path

from library.profiles import vacations, views

pages = [
    path("players/<str:name>/", views.profile, name="profile"),
    path("account/vacation/", vacations.vacation, name="vacation"),
]
