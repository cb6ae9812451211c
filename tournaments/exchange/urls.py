"""The addresses of downloads and of the import."""

from __future__ import annotations

from django.urls import path

from tournaments.exchange import import_views, views

urlpatterns = [
    path("tournaments/calendar.ics", views.calendar_of_all, name="calendar-file"),
    path("tournaments/import/", import_views.import_event, name="import"),
    path("tournaments/<slug:key>/download/", views.downloads, name="downloads"),
    path("tournaments/<slug:key>/download/report.trf", views.report, name="report-file"),
    path("tournaments/<slug:key>/download/event.json", views.event, name="event-file"),
    path("tournaments/<slug:key>/download/standings.csv", views.standings, name="standings-file"),
    path("tournaments/<slug:key>/download/crosstable.csv", views.crosstable, name="crosstable-file"),
    path("tournaments/<slug:key>/download/rounds.ics", views.calendar, name="rounds-file"),
    path("tournaments/<slug:key>/download/records.zip", views.records, name="records-file"),
]
