"""Signing in and out: Django's own views, our templates."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.urls import path

from players.views import SignOut

urlpatterns = [
    path("login/", LoginView.as_view(redirect_authenticated_user=True, extra_context={"room": "login"}), name="login"),
    path("logout/", SignOut.as_view(), name="logout"),
]
