"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from library.studies import views

app_name = "studies"

urlpatterns = [
    path("studies/", views.studies, name="list"),
    path("studies/mine/", views.mine, name="mine"),
    path("studies/<slug:key>/", views.study, name="study"),
    path("studies/<slug:key>/edit/", views.edit, name="edit"),
    path("studies/<slug:key>/settings/", views.settings, name="settings"),
    path("studies/<slug:key>/answer/", views.answer, name="answer"),
    path("studies/<slug:key>/delete/", views.delete, name="delete"),
    path("studies/<slug:key>/study.json", views.export, name="export"),
    path("games/<slug:key>/study/", views.begin, name="begin"),
]
