"""The addresses of puzzles. None of them names a game."""

from __future__ import annotations

from django.urls import path

from library.puzzles import views

app_name = "puzzles"

urlpatterns = [
    path("puzzles/", views.index, name="index"),
    path("puzzles/next/", views.following, name="next"),
    path("puzzles/days/", views.days, name="days"),
    path("puzzles/mine/", views.mine, name="mine"),
    path("puzzles/<slug:key>/", views.puzzle, name="puzzle"),
]
