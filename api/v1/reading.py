"""What helps to write programs: the schema, a page to read it, and an answer in kind where there is nothing."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

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
    """What there is, to read and to try."""
    return render(request, "api/page.html", {"operations": _operations()})


@lru_cache(maxsize=1)
def _operations() -> tuple[tuple[str, tuple[dict[str, Any], ...]], ...]:
    """The operations of the schema, by the first part of their addresses."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path, methods in json.loads(_schema())["paths"].items():
        for method, told in methods.items():
            at = [one for one in told.get("parameters", ()) if one["in"] != "path"]
            entry = {"method": method.upper(), "path": path, "parameters": at}
            found.setdefault(told["tags"][0], []).append(told | entry)
    return tuple((tag, tuple(one)) for tag, one in found.items())


class NothingEndpoint(Endpoint):
    """Where there is nothing."""

    operations = dict.fromkeys(
        ("get", "post", "put", "delete"), Operation("nothing", "Says that there is nothing here.")
    )

    def do_get(self, request: Request, rest: str) -> HttpResponse:
        """404 as every other one."""
        raise missing(_("There is nothing at this address."))

    do_post = do_put = do_delete = do_get
