"""What helps to write programs: the schema, a page to read it, and an answer in kind where there is nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
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

from api.http.endpoint import Endpoint, Operation
from api.http.problems import missing
from web.answers import revalidated
from web.compression import gzip_page

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
    values: dict[str, list[dict[str, Any]]] = {}
    whole = json.loads(_schema())
    for path, methods in whole["paths"].items():
        for method, result in methods.items():
            answers = [item for status, item in result["responses"].items() if status.startswith("2")]
            entry = {
                "name": result["operationId"],
                "method": method.upper(),
                "path": path,
                "told": result.get("description", "").replace("`", ""),
                "parameters": [_parameter(item) for item in result.get("parameters", ())],
                "body": _fields(whole, result.get("requestBody", {})),
                "answer": _fields(whole, answers[0] if answers else {}),
            }
            values.setdefault(result["tags"][0], []).append(result | entry)
    return tuple((tag, tuple(value)) for tag, value in values.items())


def _parameter(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": values["name"],
        "kind": _kind(values["schema"]),
        "needed": values.get("required", False),
        "text": values.get("description", ""),
    }


def _fields(whole: Mapping[str, Any], values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of what is sent or answered."""
    contents: list[Mapping[str, Any]] = list(values.get("content", {}).values())
    shape: Mapping[str, Any] = contents[0].get("schema", {}) if contents else {}
    if "$ref" in shape:
        shape = whole["components"]["schemas"][_named(shape)]
    needed = shape.get("required", ())
    return [
        {"name": name, "kind": _kind(item), "needed": name in needed, "text": item.get("description", "")}
        for name, item in shape.get("properties", {}).items()
    ]


def _kind(schema: Mapping[str, Any]) -> str:
    """What a value is, in a few words that are no language's: `integer | null`, `Seek[]`."""
    if "$ref" in schema:
        return _named(schema).removesuffix("Shape")
    if "enum" in schema:
        return " | ".join(json.dumps(item) for item in schema["enum"])
    several = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
    if several:
        return " | ".join(map(_kind, several))
    if schema.get("type") == "array":
        return f"{_kind(schema.get('items', {}))}[]"
    kinds: str | list[str] = schema.get("type", [])
    return " | ".join([kinds] if isinstance(kinds, str) else kinds)


def _named(schema: Mapping[str, Any]) -> str:
    name: str = schema["$ref"].rpartition("/")[2]
    return name


class NothingEndpoint(Endpoint):
    """Where there is nothing."""

    operations = dict.fromkeys(
        ("get", "post", "put", "delete"), Operation("nothing", "Says that there is nothing here.")
    )

    def _check_parameters(self, request: Request, operation: Operation) -> None:
        """Whatever is asked for is not there."""

    def do_get(self, request: Request, rest: str) -> HttpResponse:
        """404 as every other one."""
        raise missing(_("There is nothing at this address."))

    do_post = do_put = do_delete = do_get
