"""The addresses of this room; `/live/` itself is served by `app.py`, outside Django."""

from __future__ import annotations

from django.urls import path

from play.live import views

app_name = "live"

urlpatterns = [
    path("live-ticket/", views.ticket, name="ticket"),
    path("games/<slug:key>/version/", views.version, name="version"),
    path("games/<slug:key>/now/<slug:audience>/<slug:build>/<int:number>/", views.now, name="now"),
]
