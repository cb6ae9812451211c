"""The schema of version 1, OpenAPI 3.1, made of what the operations say of themselves.

It is loaded by who makes the schema anew (`manage.py api_schema`, and the test that holds it against the committed
one), and by no request.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, cast

from django.urls import URLPattern, path
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, PolymorphicProxySerializer
from rest_framework import serializers as s

from api.http.endpoint import Body, Endpoint, Operation, Parameter
from api.models import Scope
from api.v1.actions import ActionBody
from api.v1.organizer import EventTermsShape
from api.v1.play import SetupBody
from api.v1.properties import describe
from api.v1.schemas_games import OutcomeShape
from api.v1.urls import endpoints
from games.domain.clocks import DAY, LONGEST_TIME, MOST_INCREMENT, PRESETS
from tournaments.domain.local_times import FIRST_YEAR, LAST_YEAR
from tournaments.domain.terms import BOUNDS, CHOICES, MOST_ENTRIES
from tournaments.scoring.formats import bounds_of_parts
from web.problems import TYPE

_FORMATS = {"date": "date", "uuid": "uuid"}
_KEY = "^[1-9A-HJ-NP-Za-km-z]{11}$"
_FILES = {
    "application/json": OpenApiTypes.OBJECT,
    "application/x-ndjson": OpenApiTypes.OBJECT,
    "application/zip": OpenApiTypes.BINARY,
}
"""What an answer without a shape of its own is, by its media type: of lines, each; all else is text."""


class ProblemShape(s.Serializer[Any]):
    """What is refused (RFC 9457). Go by `code` and `params`; `detail` is for people."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    detail = s.CharField()
    code = s.CharField()
    params = s.DictField()


class TimeFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A time control in what is sent: a preset by name, or its numbers within their bounds."""

    target_class = "api.v1.lobby.TimeField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, Any]:
        """The two, and null where none will do."""
        span = {"type": "integer", "minimum": 10, "maximum": LONGEST_TIME, "description": "Seconds."}
        own = {
            "type": "object",
            "description": "A time control in seconds: `base` for each turn (`move`), or at the start (`bank`).",
            "required": ["kind", "base"],
            "additionalProperties": False,
        }
        setup = span | {"description": "Seconds to set up."}
        vacation = {"type": "boolean", "description": "Time stands still while a player is on vacation."}
        shared = {"base": span, "setup": setup, "vacation": vacation}
        longest = {"type": "integer", "minimum": 0, "maximum": MOST_INCREMENT}
        bank = {
            "increment": longest | {"description": "Seconds more after each turn."},
            "cap": span | {"description": "The most seconds that can be saved."},
            "free": span | {"minimum": 0, "maximum": DAY, "description": "Seconds of each turn that cost nothing."},
            "turn": span | {"minimum": 5, "description": "The most seconds that a turn may take."},
            "game": span | {"description": "Seconds of play after which the game is drawn; without vacations."},
        }
        move = own | {"properties": {"kind": {"enum": ["move"]}, **shared}}
        banked = own | {"properties": {"kind": {"enum": ["bank"]}, **shared, **bank}}
        preset = {"type": "string", "enum": list(PRESETS), "description": "The name of a preset."}
        several: list[dict[str, Any]] = [preset, move, banked]
        return {
            "oneOf": several + ([{"type": "null"}] if self.target.allow_null else []),
            "description": "The name of a preset, or a time control as games have it, in seconds.",
            "example": "3-days",
        }


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
        operation = self._operation()
        parts = [f"Scope: `{operation.scope.value}`." if operation.scope else "Open to everybody."]
        if operation.condition:
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
        operation = self._operation()
        parameters = [
            OpenApiParameter(
                name, _of_parameter(parameter), description=parameter.text, enum=list(parameter.choices) or None
            )
            for name, parameter in operation.parameters.items()
        ]
        if operation.condition:
            parameters.append(OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, required=True))
        if self.method != "GET":
            words = "Names this request: sent again within a day it is given the same answer."
            parameters.append(OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description=words))
        return parameters

    def get_request_serializer(self) -> Any:
        """The body; of one that does one of several things, each of them."""
        body = self._operation().body
        if body is None or not issubclass(body, ActionBody):
            return body
        kinds: Any = body.kinds
        return PolymorphicProxySerializer(body.__name__, kinds, resource_type_field_name="do")

    def get_response_serializers(self) -> Any:
        """The answer, and every refusal."""
        operation = self._operation()
        problem = OpenApiResponse(ProblemShape, description="Refused.")
        answer = operation.answer or _FILES.get(operation.kind, OpenApiTypes.STR)
        return {
            (operation.status, operation.kind): OpenApiResponse(answer, description="Done."),
            ("default", TYPE): problem,
        }


def made() -> str:
    """The whole schema as JSON."""
    for pattern in endpoints:
        cast(Any, pattern.callback).cls.schema = OperationSchema()
    patterns = [_below("api/v1/", endpoint) for endpoint in endpoints]
    generator: Any = SchemaGenerator
    schema = generator(patterns=patterns).get_schema(request=None, public=True)
    shapes = schema["components"]["schemas"]
    terms = shapes[EventTermsShape.__name__]["properties"]
    for name, choices in CHOICES.items():
        terms[name] |= {"enum": list(choices)}
    for name, (least, most) in {**BOUNDS, **bounds_of_parts(), "capacity": (2, MOST_ENTRIES)}.items():
        terms[name] |= {"minimum": least, "maximum": most}
    for item in (terms["starts"], terms["calendar"]["items"]):
        item["pattern"] = f"^({FIRST_YEAR // 100}|20|{LAST_YEAR // 100})[0-9]{{2}}-"
    for methods in schema["paths"].values():
        for method in methods.values():
            if "requestBody" in method:
                method["requestBody"]["required"] = True
    shapes[SetupBody.__name__] |= {"minProperties": 1, "maxProperties": 1}
    shapes[OutcomeShape.__name__]["properties"]["winner"]["deprecated"] = True
    for sent in _sent():
        for body in _with_parts(sent):
            if (name := type(body).__name__) in shapes:  # where nothing is taken there is no schema
                _be_strict(shapes[name], body)
    describe(shapes)
    schema["components"]["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made under Account → Tokens for programs. Scopes: "
            + ", ".join(Scope.values),
        }
    }
    return json.dumps(_plain(schema), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _of_parameter(parameter: Parameter) -> dict[str, Any]:
    """What a parameter may be, as JSON Schema has it."""
    known: dict[str, Any] = {"type": parameter.kind if parameter.kind in ("integer", "boolean") else "string"}
    if parameter.kind == "integer":
        known["minimum"] = parameter.least
    bounds = {"maximum": parameter.most, "maxLength": parameter.longest, "format": _FORMATS.get(parameter.kind)}
    bounds["pattern"] = _KEY if parameter.kind == "key" else parameter.pattern
    return known | {name: value for name, value in bounds.items() if value is not None}


def _sent() -> Iterator[Body]:
    """All that is sent."""
    for pattern in endpoints:
        for operation in cast(Any, pattern.callback).cls.operations.values():
            if operation.body is not None:
                kinds = operation.body.kinds.values() if issubclass(operation.body, ActionBody) else [operation.body]
                yield from (kind() for kind in kinds)


def _with_parts(body: Body) -> Iterator[Body]:
    """A body, and those within it."""
    yield body
    for field in body.fields.values():
        inner = getattr(field, "child", field)
        if isinstance(inner, Body):
            yield from _with_parts(inner)


_TEXT, _WORDS = r"^[^\u0000]*$", r"^[^\u0000]*[^\s\u0000\u001c-\u001f\u0085][^\u0000]*$"
"""Patterns of a text that may be blank, and of one that may not; none holds a NUL."""


def _be_strict(shape: dict[str, Any], body: Body) -> None:
    """Say of what is sent what else its check holds it against: no field but these, and what a text may not be.

    Args:
        shape: the schema of the body, which is changed.
        body: what checks it.
    """
    shape["additionalProperties"] = False
    for name, result in shape.get("properties", {}).items():
        field = body.fields[name]
        if isinstance(field, s.ListField):
            field, result = field.child, result["items"]
        if type(field) is s.CharField and "enum" not in result:
            result["pattern"] = _TEXT if field.allow_blank else _WORDS


def _plain(value: Any) -> Any:
    """Without what the generator notes for itself."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items() if name != "x-spec-enum-id"}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _below(root: str, pattern: URLPattern) -> URLPattern:
    return path(root + str(pattern.pattern), pattern.callback, name=pattern.name)
