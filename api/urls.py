"""The addresses of tokens, and of what programs ask."""

from __future__ import annotations

from django.urls import include, path

from api.tokens import pages
from api.v1.urls import urlpatterns as version_1

app_name = "api"

urlpatterns = [
    path("account/tokens/", pages.tokens, name="tokens"),
    path("account/tokens/<uuid:id>/", pages.token, name="token"),
    path("api/v1/", include(version_1)),
]
