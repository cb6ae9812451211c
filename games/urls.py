"""The addresses of games. A position and a chunk of moves have addresses of their own: see `games/views.py`."""

from __future__ import annotations

from django.urls import path

from games import views

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.archive, name="archive"),
    path("games/<slug:key>/", views.replay, name="replay"),
    path(
        "games/<slug:key>/at/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.position,
        name="position",
    ),
    path(
        "games/<slug:key>/moves/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.moves,
        name="moves",
    ),
    path("games/<slug:key>/record.<slug:form>", views.record, name="record"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:slug>/", views.rule_book, name="rule-book"),
    path("checkpoints/", views.checkpoints, name="checkpoints"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
