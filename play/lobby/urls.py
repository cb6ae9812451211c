"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from play.lobby import views

app_name = "lobby"

urlpatterns = [
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/post/", views.post, name="post"),
    path("lobby/join/", views.join, name="join"),
    path("lobby/cancel/", views.cancel, name="cancel"),
    path("lobby/decline/", views.decline, name="decline"),
    path("lobby/leave/", views.leave, name="leave"),
    path("challenge/", views.challenge, name="challenge"),
    path("challenge/<slug:token>/", views.invitation, name="invitation"),
    path("games/<slug:key>/rematch/", views.rematch, name="rematch"),
    path("bots/", views.bots, name="bots"),
    path("watch/", views.watch, name="watch"),
    path("my/", views.mine, name="mine"),
]
