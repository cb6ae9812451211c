"""The addresses of calls, below that of their event."""

from __future__ import annotations

from django.urls import path

from tournaments.organizer.calls import views

urlpatterns = [
    path("<slug:key>/calls/", views.queue, name="calls"),
    path("<slug:key>/calls/new/<int:round>/<int:board>/", views.new, name="call-new"),
    path("<slug:key>/calls/<int:number>/", views.call, name="call"),
    path("<slug:key>/calls/<int:number>/look/", views.looked, name="call-look"),
    path("<slug:key>/calls/banner/<slug:game>/", views.state, name="call-state"),
]
