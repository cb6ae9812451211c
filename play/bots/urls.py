"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from play.bots import account_pages, views

app_name = "bots"

urlpatterns = [
    path("account/bots/", account_pages.bots, name="mine"),
    path("account/bots/become/", account_pages.become, name="become"),
    path("play/now/", views.play_now, name="now"),
    path("play/computer/", views.computer, name="computer"),
    path("play/computer/from/<slug:key>/", views.play_on, name="play-on"),
    path("play/computer/<slug:key>/again/", views.again, name="again"),
]
