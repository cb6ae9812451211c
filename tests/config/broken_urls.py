"""All addresses of the service, and one that fails with everything it was told in its hands."""

from __future__ import annotations

import os

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from config import urls
from tests.config.broken_celery import Careless

handler429, handler500 = urls.handler429, urls.handler500


def broken(request: HttpRequest, key: str) -> HttpResponse:
    """Fail, with secrets in local variables, in the words of two exceptions, and in the session."""
    request.session["secret"] = "planted-session"
    data = {**request.headers, **request.COOKIES, **request.GET.dict(), **request.POST.dict(), "key": key}
    local = "planted-local"
    try:
        raise Careless(f"{data} {local} {dict(os.environ)}")
    except Careless as error:
        raise LookupError(f"{data} {local} {request.session.items()} {request.META}") from error


def owner(request: HttpRequest) -> HttpResponse:
    """Say whether this process knows how to get into the database as its owner."""
    known = "DATABASE_OWNER_URL" in os.environ or bool(settings.DATABASE_OWNER_URL)
    return HttpResponse("known" if known else "nobody knows")


urlpatterns = [path("owner/", owner), path("broken/<str:key>/", broken), path("", include(urls.urlpatterns))]
