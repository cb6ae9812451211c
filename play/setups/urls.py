"""The addresses of this room. The editor itself is at the game's one address: see `library/archive/views.py`."""

from __future__ import annotations

from django.urls import path

from play.setups import views

app_name = "setups"

urlpatterns = [
    path("games/<slug:key>/setup/", views.setup, name="edit"),
    path("setups/", views.index, name="index"),
    path("setups/<slug:slug>/", views.workshop, name="workshop"),
]
