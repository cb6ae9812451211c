"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from games.bots import views

app_name = "bots"

urlpatterns = [
    path("play/computer/", views.computer, name="computer"),
    path("play/computer/from/<slug:key>/", views.play_on, name="play-on"),
    path("play/computer/<slug:key>/again/", views.again, name="again"),
]
