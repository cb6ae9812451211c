"""Signing out is asked first, on a page of its own, so that no other page needs a form for it."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

__all__ = ["SignOut"]


class SignOut(LogoutView):
    """GET asks, POST signs out."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask whoever is signed in; send everyone else to sign in."""
        if not request.user.is_authenticated:
            return redirect("login")
        return render(request, "registration/logout.html", {"room": "logout"})
