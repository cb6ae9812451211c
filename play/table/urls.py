"""The addresses of the table; its page is the game's own (`games:replay`)."""

from __future__ import annotations

from django.urls import path

from play.table import views

app_name = "play"

urlpatterns = [
    path("games/<slug:key>/table/", views.refresh, name="table"),
    path("games/<slug:key>/turn/", views.turn, name="turn"),
    path("games/<slug:key>/act/", views.act, name="act"),
    path("games/<slug:key>/due/", views.due, name="due"),
    path("games/<slug:key>/present/", views.present, name="present"),
    path("games/<slug:key>/aside/", views.aside, name="aside"),
    path("games/<slug:key>/leave/", views.leave, name="leave"),
    path("games/<slug:key>/next/", views.next_game, name="next"),
]
