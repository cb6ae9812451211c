"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from library.releases import views

app_name = "releases"

urlpatterns = [
    path("open-data/", views.open_data, name="open-data"),
    path("open-data/<str:month>/log.json", views.log_file, name="log"),
    path("open-data/<str:month>/<str:mark>/<str:name>", views.released_file, name="file"),
]
