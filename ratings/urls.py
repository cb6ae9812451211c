"""The addresses of this room."""

from __future__ import annotations

from django.urls import path

from ratings.pages import views

app_name = "ratings"

urlpatterns = [
    path("ratings/", views.ratings, name="ratings"),
    path("ratings/<slug:slug>/", views.ratings, name="variant"),
]
