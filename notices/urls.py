"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from notices.pages import views

app_name = "notices"

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/read/", views.read, name="read"),
    path("notices/settings/", views.settings, name="settings"),
    path("notices/stop/<str:token>/", views.stop, name="stop"),
    path("notices/<uuid:number>/", views.open_notice, name="open"),
]
