"""The addresses of downloads, of the import, and of the members whom it names."""

from __future__ import annotations

from django.urls import path

from tournaments.files.downloads import FILES
from tournaments.files.pages import import_views, naming_views, views

urlpatterns = [
    path("calendar.ics", views.calendar_of_all, name="calendar-file"),
    path("series/<slug:key>/calendar.ics", views.calendar_of_series, name="series-calendar"),
    path("import/", import_views.import_event, name="import"),
    path("import/<uuid:id>/", import_views.import_progress, name="import-progress"),
    path("<slug:key>/named/", naming_views.named, name="named"),
    path("<slug:key>/download/", views.downloads, name="downloads"),
    *(
        path(f"<slug:key>/download/{name}", views.file_view(name), name=f"{name.partition('.')[0]}-file")
        for name in FILES
    ),
    path("<slug:key>/download/records.zip", views.records, name="records-file"),
    path("<slug:key>/download/archive.zip", views.archive, name="archive-file"),
    path("<slug:key>/download/archive/", views.want_archive, name="archive-wanted"),
]
