"""Make the types and the methods of the client from the schema of the service, `docs/openapi.json`.

`make client` writes `types.py` and `_operations.py`, and so does the build of the package; git keeps neither. Each
operation becomes one method with typed arguments, so the client has whatever the API has. Other generators write a
module an operation, and classes of their own for each answer; here an answer stays the JSON it is, with its type
beside it.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "docs" / "openapi.json"
PACKAGE = HERE / "src" / "vexillum_client"

HEAD = '"""{what}\n\nMade by `generate.py` from the schema of the service. Not to be changed by hand.\n"""\n\n'
SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
JSON, LINES = "application/json", "application/x-ndjson"
KINDS = ("get", "post", "put", "patch", "delete")


def snake(name: str) -> str:
    """`listGames` as Python writes it."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def safe(name: str) -> str:
    """A name that may be an argument: `from` becomes `from_`."""
    name = snake(re.sub(r"\W", "_", name))
    return f"{name}_" if keyword.iskeyword(name) else name


def type_name(reference: str) -> str:
    """The class that a reference of the schema names."""
    return reference.rpartition("/")[2].removesuffix("Shape")


def typed(schema: dict[str, Any], prefix: str = "") -> str:
    """A schema as a type.

    Args:
        schema: of JSON, as OpenAPI 3.1 has it.
        prefix: comes before names of classes, such as `types.`.
    """
    if "$ref" in schema:
        return prefix + type_name(schema["$ref"])
    if "enum" in schema:
        words = [item for item in schema["enum"] if item is not None]
        literal = f"Literal[{', '.join(json.dumps(word) for word in words)}]"
        return literal if len(words) == len(schema["enum"]) else f"{literal} | None"
    several = schema.get("oneOf") or schema.get("anyOf")
    if several:
        return " | ".join(dict.fromkeys(typed(item, prefix) for item in several))
    if "allOf" in schema and len(schema["allOf"]) == 1:
        return typed(schema["allOf"][0], prefix)
    kinds = schema.get("type", [])
    result = [_typed_kind(kind, schema, prefix) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " | ".join(result) or "Any"


def _typed_kind(kind: str, schema: dict[str, Any], prefix: str) -> str:
    if kind == "array":
        return f"list[{typed(schema.get('items', {}), prefix)}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {typed(more, prefix) if isinstance(more, dict) else 'Any'}]"
    return SIMPLE[kind]


def types_module(schema: dict[str, Any]) -> str:
    """The source of `types.py`: a typed dictionary for each answer and its parts."""
    shapes = {type_name(name): shape for name, shape in schema["components"]["schemas"].items()}
    answers = {name: shape for name, shape in shapes.items() if not name.endswith("Body")}
    body = "".join(_typed_dictionary(name, shape) for name, shape in sorted(answers.items()))
    names = [name for name in ("Any", "Literal", "NotRequired", "TypedDict") if re.search(rf"\b{name}\b", body)]
    head = HEAD.format(what="What the service answers. Times are RFC 3339, in UTC.")
    return f"{head}from __future__ import annotations\n\nfrom typing import {', '.join(names)}\n{body}"


def _typed_dictionary(name: str, shape: dict[str, Any]) -> str:
    if shape.get("type") != "object" or not shape.get("properties"):
        return f"\n{name} = {typed(shape)}\n" if shape.get("type") != "object" else f"\n{name} = dict[str, Any]\n"
    required = set(shape.get("required", ()))
    fields = {
        field: typed(item) if field in required else f"NotRequired[{typed(item)}]"
        for field, item in shape["properties"].items()
    }
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
        inner = ", ".join(f"{json.dumps(field)}: {json.dumps(kind)}" for field, kind in fields.items())
        return f'\n\n{name} = TypedDict("{name}", {{{inner}}})\n'
    docstring = _docstring(shape.get("description", name), "    ")
    return f"\n\nclass {name}(TypedDict):\n{docstring}\n" + "".join(
        f"    {field}: {kind}\n" for field, kind in fields.items()
    )


def _docstring(text: str, indent: str) -> str:
    text = text.strip().replace("\\", "\\\\").replace('"""', "'''")
    if len(text) + len(indent) + 6 <= 120 and "\n" not in text:
        return f'{indent}"""{text}"""\n'
    lines = [line for part in text.split("\n") for line in (textwrap.wrap(part, 113 - len(indent)) or [""])]
    first, *rest = lines
    return "\n".join([f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), f'{indent}"""']) + "\n"


@dataclass(frozen=True)
class Argument:
    """An argument of a method: its `name` in Python, the `key` that the service knows, its type, whether it must be."""

    name: str
    key: str
    kind: str
    needed: bool

    def optional(self, *, sent: bool) -> str:
        """It with its default. In what is sent None is a value of its own, and so is being left out."""
        kind = self.kind.removesuffix(" | None")
        none = " | None" if (kind != self.kind or not sent) and kind != "Any" else ""
        return f"{self.name}: {kind}{' | LeftOut' if sent else ''}{none} = {'LEFT_OUT' if sent else 'None'}"


@dataclass(frozen=True)
class Method:
    """An operation of the schema as a method."""

    name: str
    verb: str
    path: str
    text: str
    inside: list[Argument]  # of the address
    query: list[Argument]
    body: list[Argument] | None  # none: nothing is sent
    versioned: str  # "", or whether a version is "needed" or "optional"
    answer: str  # a type; for lines that of each
    lines: bool
    items: tuple[str, str] | None  # of a list that goes on: the field with them and the type of one
    goes_on_by: str  # the parameter to go on with, where `next` is not an address

    def signature(self, *, several: bool = False) -> str:
        """Its arguments with their types."""
        needed = [item for item in self.query + (self.body or []) if item.needed]
        optional = [item for item in self.query + (self.body or []) if not item.needed]
        named = [f"{item.name}: {item.kind}" for item in needed]
        if self.versioned == "needed":
            named.append("version: Version")
        named += [item.optional(sent=item in (self.body or [])) for item in optional]
        if self.versioned == "optional":
            named.append("version: Version | None = None")
        if self.verb != "GET" and not several:
            named.append("idempotency_key: str | None = None")
        inside = [f"{item.name}: {item.kind}" for item in self.inside]
        return ", ".join(["self", *inside, *(["*", *named] if named else [])])

    def request(self) -> str:
        """The arguments of the call behind it."""
        path = self.path
        for item in self.inside:
            path = path.replace(f"{{{item.key}}}", f"{{quoted({item.name})}}")
        parts = [f'"{self.verb}"', f'{"f" if self.inside else ""}"{path}"']
        for word, arguments in (("query", self.query), ("body", self.body)):
            if arguments and not arguments[0].key:
                parts.append(f"{word}={arguments[0].name}")
            elif arguments:
                inner = ", ".join(f'"{argument.key}": {argument.name}' for argument in arguments)
                parts.append(f"{word}={{{inner}}}")
            elif arguments is not None and word == "body":
                parts.append("body={}")
        if self.versioned:
            parts.append("version=version")
        if self.verb != "GET":
            parts.append("idempotency_key=idempotency_key")
        return ", ".join(parts)


def methods(schema: dict[str, Any]) -> list[Method]:
    """The operations of the schema, in its order."""
    results = []
    for path, verbs in schema["paths"].items():
        for verb in KINDS:
            if verb in verbs:
                results.append(_method(schema, path, verb, verbs[verb]))
    return results


def _method(schema: dict[str, Any], path: str, verb: str, values: dict[str, Any]) -> Method:
    parameters = values.get("parameters", [])

    def arguments(where: str) -> list[Argument]:
        return [
            Argument(
                safe(parameter["name"]), parameter["name"], typed(parameter["schema"]), bool(parameter.get("required"))
            )
            for parameter in parameters
            if parameter["in"] == where
        ]

    match = next((parameter for parameter in parameters if parameter["name"] == "If-Match"), None)
    answers = [
        value for status, value in values["responses"].items() if status.startswith("2") and value.get("content")
    ]
    content = answers[0]["content"] if answers else {}
    media = next(iter(content), "")
    shape = content.get(media, {}).get("schema", {})
    listed = _items(schema, shape)
    query = arguments("query")
    return Method(
        name=snake(values["operationId"]),
        verb=verb.upper(),
        path=path.removeprefix("/api/v1/"),
        text=" ".join(part for part in (values.get("summary", ""), values.get("description", "")) if part),
        inside=arguments("path"),
        query=query,
        body=_body(schema, values, verb),
        versioned="" if match is None else "needed" if match.get("required") else "optional",
        answer="None" if not media else typed(shape, "types.") if media in (JSON, LINES) else "bytes",
        lines=media == LINES,
        items=listed,
        goes_on_by=next((item.key for item in query if item.key in ("after", "from")), ""),
    )


def _body(schema: dict[str, Any], values: dict[str, Any], verb: str) -> list[Argument] | None:
    sent = values.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
    if sent is None:
        return None if verb == "get" else []
    shape = schema["components"]["schemas"][sent["$ref"].rpartition("/")[2]] if "$ref" in sent else sent
    if "properties" not in shape:
        return [Argument("body", "", "dict[str, Any]", True)]
    required = set(shape.get("required", ()))
    return [
        Argument(safe(name), name, typed(item, "types."), name in required)
        for name, item in shape["properties"].items()
    ]


def _items(schema: dict[str, Any], shape: dict[str, Any]) -> tuple[str, str] | None:
    """Of a page that another one follows: the field with what it lists, and the type of one."""
    if "$ref" not in shape:
        return None
    fields = schema["components"]["schemas"][shape["$ref"].rpartition("/")[2]].get("properties", {})
    lists = [(name, typed(field["items"], "types.")) for name, field in fields.items() if field.get("type") == "array"]
    return lists[0] if "next" in fields and len(lists) == 1 else None


def operations_module(schema: dict[str, Any]) -> str:
    """The source of `_operations.py`: all methods, for programs that wait and for those that do not."""
    result = methods(schema)
    lines = [
        HEAD.format(what="All operations of the API, one method each."),
        "from __future__ import annotations\n\n",
        "from collections.abc import AsyncIterator, Iterator\n",
        "from typing import Any, Literal\n\n",
        "from . import types\n",
        "from ._calls import LEFT_OUT, AsyncCalls, Calls, LeftOut, Version, quoted\n",
    ]
    for asks, base, maybe_async in (("Operations", "Calls", ""), ("AsyncOperations", "AsyncCalls", "async ")):
        lines.append(f"\n\nclass {asks}({base}):\n")
        lines.append(
            _docstring("The operations, for a program that waits." if not maybe_async else "The same, awaited.", "    ")
        )
        for item in result:
            lines.append(_written(item, maybe_async))
            if item.items:
                lines.append(_written_pages(item, maybe_async))
    source = "".join(lines)
    for name, line in (("Any", "from typing import Any, Literal\n"), ("Literal", "from typing import Literal\n")):
        if not re.search(rf"\b{name}\b", source.replace(line, "")):
            source = source.replace(line, line.replace("Any, ", "") if name == "Any" else "")
    return source


def _written(method: Method, maybe_async: str) -> str:
    docstring = _docstring(method.text, "        ")
    if method.lines:
        kind = "AsyncIterator" if maybe_async else "Iterator"
        # With `before` these are the lines of a list; without, a stream that stays open.
        ends = any(argument.key == "before" for argument in method.query)
        lines = f'_pages({method.request()}, field="lines")' if ends else f"_lines({method.request()})"
        head = f"\n    def {method.name}({method.signature()}) -> {kind}[{method.answer}]:\n"
        return f"{head}{docstring}        return self.{lines}\n"
    wait = "await " if maybe_async else ""
    result = f"{wait}self._call({method.request()})"
    body = (
        f"        {result}\n"
        if method.answer == "None"
        else f"        answer: {method.answer} = {result}\n        return answer\n"
    )
    return f"\n    {maybe_async}def {method.name}({method.signature()}) -> {method.answer}:\n{docstring}{body}"


def _written_pages(method: Method, maybe_async: str) -> str:
    assert method.items is not None
    field, item = method.items
    kind = "AsyncIterator" if maybe_async else "Iterator"
    name = "each_" + method.name.removeprefix("list_").removeprefix("get_")
    docstring = _docstring(f"As `{method.name}`, one after the other over all pages: its `{field}`.", "        ")
    more = f', goes_on_by="{method.goes_on_by}"' if method.goes_on_by else ""
    return (
        f"\n    def {name}({method.signature(several=True)}) -> {kind}[{item}]:\n{docstring}"
        f'        return self._pages({method.request()}, field="{field}"{more})\n'
    )


def made(schema: dict[str, Any]) -> dict[str, str]:
    """The sources by the names of their files."""
    return {"types.py": types_module(schema), "_operations.py": operations_module(schema)}


def write() -> None:
    """Write the sources into the package, where the schema is at hand: a package of the source has them already."""
    if SCHEMA.exists():
        for name, source in made(json.loads(SCHEMA.read_text(encoding="utf-8"))).items():
            (PACKAGE / name).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    write()
