"""The addresses of games. Positions and chunks of moves have their own: see `library/archive/views.py`."""

from __future__ import annotations

from django.urls import path

from eventlog.views import checkpoints
from library.archive import views
from library.rulebooks.views import rule_book, rules
from web.views import favicon, robots

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.archive, name="archive"),
    path("games/explorer/", views.explorer, name="explorer"),
    path("games/families/", views.families, name="families"),
    path("games/family/", views.family, name="family"),
    path("games/<slug:key>/", views.replay, name="replay"),
    path(
        "games/<slug:key>/at/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.position,
        name="position",
    ),
    path(
        "games/<slug:key>/board/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.board,
        name="board",
    ),
    path("games/<slug:key>/board/", views.last_board, name="last-board"),
    path(
        "games/<slug:key>/moves/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.moves,
        name="moves",
    ),
    path(
        "games/<slug:key>/opened/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.opened,
        name="opened",
    ),
    path(
        "games/<slug:key>/knowing/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.knowing,
        name="knowing",
    ),
    path(
        "games/<slug:key>/odds/<slug:audience>/<slug:reveal>/<slug:build>/<int:number>/",
        views.odds,
        name="odds",
    ),
    path("games/<slug:key>/record.<slug:form>", views.record, name="record"),
    path("rules/", rules, name="rules"),
    path("rules/<slug:slug>/", rule_book, name="rule-book"),
    path("verifying.md", views.verifying, name="verifying"),
    path("checkpoints/", checkpoints, name="checkpoints"),
    path("robots.txt", robots, name="robots"),
    path("favicon.ico", favicon, name="favicon"),
]
