"""What helps to write programs: the schema, a page to read it, and an answer in kind where there is nothing."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe
from rest_framework.request import Request

from api.manners.endpoint import Endpoint, Operation
from api.manners.problems import missing
from web.answers import revalidated
from web.compressing import gzip_page

SCHEMA = Path(settings.BASE_DIR, "docs", "openapi.json")


@lru_cache(maxsize=1)
def _schema() -> bytes:
    return SCHEMA.read_bytes()


@require_safe
@gzip_page
@conditional_page
def schema(request: HttpRequest) -> HttpResponse:
    """The schema, as it is committed: a test holds it against the code."""
    response = HttpResponse(_schema(), content_type="application/json")
    response["Access-Control-Allow-Origin"] = "*"
    patch_cache_control(response, public=True, no_cache=True)
    return response


@revalidated
def page(request: HttpRequest) -> HttpResponse:
    """What there is, to read."""
    return render(request, "api/page.html", {})


class Nothing(Endpoint):
    """Where there is nothing."""

    operations = dict.fromkeys(
        ("get", "post", "put", "delete"), Operation("nothing", "Says that there is nothing here.")
    )

    def do_get(self, request: Request, rest: str) -> HttpResponse:
        """404 as every other one."""
        raise missing(_("There is nothing at this address."))

    do_post = do_put = do_delete = do_get
