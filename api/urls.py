"""The addresses of tokens, of signing in to programs, and of what programs ask."""

from __future__ import annotations

from django.urls import include, path

from api.oauth import consent, devices
from api.oauth import pages as programs
from api.oauth.endpoints import urlpatterns as endpoints
from api.tokens import pages
from api.v1.urls import urlpatterns as version_1
from api.webhooks import pages as webhooks

app_name = "api"

urlpatterns = [
    path("api/v1/", include(version_1)),
    path("account/tokens/", pages.tokens, name="tokens"),
    path("account/tokens/<uuid:id>/", pages.token, name="token"),
    path("account/tokens/program/<slug:id>/", pages.let_in, name="let-in"),
    path("account/programs/", programs.programs, name="programs"),
    path("account/programs/<slug:id>/", programs.program, name="program"),
    path("account/webhooks/", webhooks.webhooks, name="webhooks"),
    path("account/webhooks/<uuid:id>/", webhooks.webhook, name="webhook"),
    path("oauth/authorize/", consent.authorize, name="authorize"),
    path("device/", devices.page, name="device"),
    *endpoints,
]
