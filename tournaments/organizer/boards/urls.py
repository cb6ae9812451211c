"""The addresses of boards, below that of their event."""

from __future__ import annotations

from django.urls import path

from tournaments.organizer.boards import relay, views

urlpatterns = [
    path("<slug:key>/boards/<int:round>/<int:board>/", views.board, name="board"),
    path("<slug:key>/boards/<int:round>/<int:board>/calendar/", views.calendar, name="board-calendar"),
    path("<slug:key>/relay/<str:token>/", relay.relay, name="relay"),
]
