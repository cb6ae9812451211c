"""The schema of version 1, OpenAPI 3.1, made of what the operations say of themselves.

It is loaded by who makes the schema anew (`manage.py api_schema`, and the test that holds it against the committed
one), and by no request.
"""

from __future__ import annotations

import json
from typing import Any, cast

from django.urls import URLPattern, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, PolymorphicProxySerializer
from rest_framework import serializers as s

from api.manners.endpoint import Endpoint, Operation
from api.models import Scope
from api.v1.actions import ActionBody
from api.v1.urls import endpoints
from web.problems import TYPE

_KINDS = {"string": OpenApiTypes.STR, "integer": OpenApiTypes.INT, "boolean": OpenApiTypes.BOOL}
_FILES = {"application/json": OpenApiTypes.OBJECT, "application/zip": OpenApiTypes.BINARY}
"""What an answer without a shape of its own is, by its media type; all else is text."""


class ProblemShape(s.Serializer[Any]):
    """What is refused (RFC 9457). Go by `code` and `params`; `detail` is for people."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    detail = s.CharField()
    code = s.CharField()
    params = s.DictField()


class OperationSchema(AutoSchema):
    """What an operation says, as the schema has it."""

    def _operation(self) -> Operation:
        return cast(Endpoint, self.view).operations[self.method.lower()]

    def get_operation_id(self) -> str:
        """Its name."""
        return self._operation().name

    def get_summary(self) -> str:
        """What it does."""
        return self._operation().text

    def get_description(self) -> str:  # type: ignore[override]
        """What a token needs for it, and what it goes by."""
        told = self._operation()
        parts = [f"Scope: `{told.scope.value}`." if told.scope else "Open to everybody."]
        if told.condition:
            parts.append("Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.")
        return " ".join(parts)

    def get_tags(self) -> list[str]:
        """The first part of the address."""
        return [self.path.removeprefix("/api/v1/").partition("/")[0]]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """A token, where one is needed."""
        scope = self._operation().scope
        return [{"token": [scope.value]}] if scope else [{}, {"token": []}]

    def get_override_parameters(self) -> list[Any]:
        """Parameters of the address, and the headers that change what is done."""
        told = self._operation()
        found = [
            OpenApiParameter(name, _KINDS[one.kind], description=one.text, enum=list(one.choices) or None)
            for name, one in told.parameters.items()
        ]
        if told.condition:
            found.append(OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, required=True))
        if self.method != "GET":
            words = "Names this request: sent again within a day it is given the same answer."
            found.append(OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description=words))
        return found

    def get_request_serializer(self) -> Any:
        """The body; of one that does one of several things, each of them."""
        body = self._operation().body
        if body is None or not issubclass(body, ActionBody):
            return body
        kinds: Any = body.kinds
        return PolymorphicProxySerializer(body.__name__, kinds, resource_type_field_name="do")

    def get_response_serializers(self) -> Any:
        """The answer, and every refusal."""
        told = self._operation()
        problem = OpenApiResponse(ProblemShape, description="Refused.")
        answer = told.answer or _FILES.get(told.kind, OpenApiTypes.STR)
        return {(told.status, told.kind): OpenApiResponse(answer, description="Done."), ("default", TYPE): problem}


def made() -> str:
    """The whole schema as JSON."""
    for pattern in endpoints:
        cast(Any, pattern.callback).cls.schema = OperationSchema()
    patterns = [_below("api/v1/", one) for one in endpoints]
    generator: Any = SchemaGenerator
    schema = generator(patterns=patterns).get_schema(request=None, public=True)
    schema["components"]["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made under Account → Tokens for programs. Scopes: "
            + ", ".join(Scope.values),
        }
    }
    return json.dumps(_plain(schema), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _plain(value: Any) -> Any:
    """Without what the generator notes for itself."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items() if name != "x-spec-enum-id"}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _below(root: str, pattern: URLPattern) -> URLPattern:
    return path(root + str(pattern.pattern), pattern.callback, name=pattern.name)
