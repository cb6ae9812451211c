"""The addresses of tokens, and of what programs ask."""

from __future__ import annotations

from django.urls import path

from api.tokens import pages

app_name = "api"

urlpatterns = [
    path("account/tokens/", pages.tokens, name="tokens"),
    path("account/tokens/<uuid:id>/", pages.token, name="token"),
]
