"""The addresses of talk, notes and guesses; each stands below its game."""

from __future__ import annotations

from django.urls import path

from play.talk import views

app_name = "talk"

urlpatterns = [
    path("games/<slug:key>/talk/", views.talk, name="talk"),
    path("games/<slug:key>/talk/mute/", views.mute, name="mute"),
    path("games/<slug:key>/note/", views.note, name="note"),
    path("games/<slug:key>/guess/", views.guess, name="guess"),
    path("games/<slug:key>/guesses/", views.guesses, name="guesses"),
    path("games/<slug:key>/guesses/open/", views.open_guesses, name="open-guesses"),
]
