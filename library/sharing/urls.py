"""The addresses that other sites show and ask. None of them takes a cookie (`web/cookieless.py`)."""

from __future__ import annotations

from django.urls import path

from library.sharing import views

app_name = "sharing"

urlpatterns = [
    path("embed/<slug:key>/", views.embed, name="embed"),
    path("games/<slug:key>/picture.png", views.picture, name="picture"),
    path("picture.png", views.site_picture, name="site-picture"),
    path("oembed", views.oembed, name="oembed"),
]
