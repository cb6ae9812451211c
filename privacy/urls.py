"""Addresses of the namespace `players` (config/urls.py)."""

from __future__ import annotations

from django.urls import path

from accounts.authentication.banned import open_to_banned
from privacy import pages as views

pages = [
    path("account/data/", open_to_banned(views.data), name="data"),
    path("forget/<str:token>/", open_to_banned(views.forget), name="forget"),
    path("account/data/<str:key>/", open_to_banned(views.data_file), name="data-file"),
    path("account/delete/", open_to_banned(views.delete), name="delete"),
]
