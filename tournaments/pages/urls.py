"""The addresses of the public pages; included by `tournaments/urls.py` after those of all other rooms."""

from __future__ import annotations

from django.urls import path

from tournaments.pages import views

urlpatterns = [
    path("", views.events, name="list"),
    path("calendar/", views.calendar, name="calendar"),
    path("<slug:key>/", views.event, name="tournament"),
    path("<slug:key>/standings/", views.part_page("standings"), name="standings"),
    path("<slug:key>/crosstable/", views.part_page("crosstable"), name="crosstable"),
    path("<slug:key>/groups/", views.part_page("groups"), name="groups"),
    path("<slug:key>/bracket/", views.part_page("bracket"), name="bracket"),
    path("<slug:key>/rounds/", views.rounds, name="rounds"),
    path("<slug:key>/rounds/<int:number>/", views.part_page("round"), name="round"),
    path("<slug:key>/entries/", views.part_page("entries"), name="entries"),
    path("<slug:key>/entries/<int:number>/", views.part_page("card"), name="card"),
    path("<slug:key>/podium/", views.part_page("podium"), name="podium"),
    path("<slug:key>/watch/", views.watch, name="watch"),
    path("<slug:key>/hall/", views.hall, name="hall"),
    path("<slug:key>/log/", views.log_page, name="log"),
    path("<slug:key>/version/", views.version, name="version"),
    path("<slug:key>/mine/", views.mine, name="mine"),
    path("<slug:key>/now/<slug:part>/<int:number>/", views.now, name="now"),
]
