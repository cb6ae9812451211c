"""The schema is the one that is committed, and answers are as it says."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.v1.properties import EXAMPLES, WORDS, is_plain
from api.v1.reference import SCHEMA
from api.v1.schema import made
from api.v1.urls import endpoints
from games.domain import reveal
from games.rules import Seat
from tests.api.asking import Program
from tests.library.archive.test_views import text
from tests.scenes import account, game_of, game_over
from web.routes import is_cookieless

URI = "urn:schema"
NOBODY = "00000000-0000-4000-8000-000000000000"


@cache
def committed() -> Any:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_committed_schema_is_that_of_the_code() -> None:
    """`manage.py api_schema` writes it anew."""
    assert json.loads(made()) == committed()
    assert made() == SCHEMA.read_text(encoding="utf-8")
    operations = [result["operationId"] for item in committed()["paths"].values() for result in item.values()]
    assert (committed()["openapi"], len(operations), len(set(operations))) == (
        "3.1.0",
        sum(len(endpoint.callback.cls.operations) for endpoint in endpoints),  # type: ignore[attr-defined]
        len(operations),
    )


def test_no_address_takes_a_cookie() -> None:
    paths = {endpoint.name: f"/api/v1/{endpoint.pattern}".replace("<uuid:id>", NOBODY) for endpoint in endpoints}
    paths = {
        name: path.replace("<int:number>", "1").replace("<int:piece>", "1").replace("<slug:key>", "key")
        for name, path in paths.items()
    }
    assert [name for name, path in paths.items() if not is_cookieless(path)] == []


def fits(path: str, answer: Any, method: str = "get") -> list[str]:
    response = committed()["paths"][f"/api/v1/{path}"][method]["responses"].get(str(answer.status_code))
    assert response is not None, answer.content
    wanted = response["content"]["application/json"]["schema"]
    registry = Registry().with_resource(URI, Resource.from_contents(committed(), default_specification=DRAFT202012))
    name = wanted["$ref"].rpartition("/")[2]
    strict = {"$ref": f"{URI}#/components/schemas/{name}"}
    properties = set(committed()["components"]["schemas"][name]["properties"])
    extra = [f"{item} is not told of" for item in sorted(set(answer.json()) - properties)]
    return extra + [
        error.message for error in Draft202012Validator(strict, registry=registry).iter_errors(answer.json())
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["duel", "campaign", "cards", "alliance"])
def test_answers_about_games_are_as_the_schema_says(slug: str) -> None:
    ada, bob = account("Ada"), account("Bob")
    game = game_of(slug, plies=4, accounts={Seat.RED: ada, Seat.BLUE: bob}, over=False)
    api = Program(ada)
    key = game.key
    wrong = fits("games/", api.get("games/")) + fits("games/{key}/", api.get(f"games/{key}/"))
    wrong += fits("games/{key}/views/{viewer}/", api.get(f"games/{key}/views/own/"))
    wrong += fits("games/{key}/moves/{viewer}/", api.get(f"games/{key}/moves/own/"))
    wrong += fits("games/{key}/legal/", api.get(f"games/{key}/legal/"))
    mine = api.get("me/games/", limit=1)
    wrong += fits("me/games/", mine)
    assert (len(mine.json()["games"]), api.get("me/games/", after=key).json()["games"]) == (1, [])
    assert api.get("me/games/", after="nothere").status_code == 400
    wrong += fits("rule-books/{slug}/", api.get(f"rule-books/{slug}/"))
    done = api.post(f"games/{key}/resignation/")
    wrong += fits("games/{key}/resignation/", done, "post")
    reveal.reveal_game(game=game.id)
    wrong += fits("games/{key}/views/{viewer}/", api.get(f"games/{key}/views/all/"))
    wrong += fits("games/{key}/", Program().get(f"games/{key}/"))
    assert wrong == []


@pytest.mark.django_db
def test_answers_about_people_are_as_the_schema_says() -> None:
    ada, bob = account("Ada"), account("Bob")
    game_over(slug="duel", plies=2, accounts=(ada, bob))
    api, other = Program(ada), Program(bob)
    terms = {"variant": "duel", "time": {"kind": "move", "base": 86400, "setup": 86400}}
    seek, asked = api.post("seeks/", terms), api.post("challenges/", terms | {"to": ["bob"]})
    wrong = fits("seeks/", seek, "post") + fits("challenges/", asked, "post")
    wrong += fits("challenges/", other.get("challenges/"))
    wrong += fits("seeks/", Program().get("seeks/")) + fits("me/seeks/", api.get("me/seeks/"))
    item, two = seek.json()["id"], asked.json()["id"]
    wrong += fits("seeks/{id}/", other.get(f"seeks/{item}/"))
    wrong += fits("seeks/{id}/decline/", other.post(f"seeks/{two}/decline/"), "post")
    wrong += fits("seeks/{id}/join/", other.post(f"seeks/{item}/join/"), "post")
    wrong += fits("me/", api.get("me/")) + fits("players/{name}/", Program().get("players/ada/"))
    wrong += fits("players/{name}/ratings/{slug}/", Program().get("players/ada/ratings/duel/"))
    wrong += fits("rule-books/", Program().get("rule-books/"))
    assert wrong == []
    assert Program().get(f"seeks/{two}/").status_code == 404  # it is nobody else's business


def wrong_bodies(text: str) -> list[str]:
    """What in a table of calls and bodies, as docs/api.md has it, is not as the schema says."""
    registry = Registry().with_resource(URI, Resource.from_contents(committed(), default_specification=DRAFT202012))
    results = []
    for calls, bodies in re.findall(r"^\| (`(?:POST|PUT) .*?) \| (.*) \|$", text, re.MULTILINE):
        for method, path in re.findall(r"`(POST|PUT) ([^`]+)`", calls):
            known = [item for item in committed()["paths"] if as_written(item) == path]
            result = committed()["paths"][known[0]][method.lower()] if known else {}
            sent = result.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            schema = {"$ref": URI + sent["$ref"]} if sent else {"type": "object", "maxProperties": 0}
            for body in re.findall(r"`(\{.*?\})`", bodies):
                value = json.loads(body.replace("UUID", NOBODY))
                if "kind" in value and "base" in value:
                    value = {"variant": "duel", "time": value}
                errors = Draft202012Validator(schema, registry=registry).iter_errors(value)
                results += (
                    [f"{method} {path}: {error.message}" for error in errors] if result else [f"no {method} {path}"]
                )
    return results


def as_written(path: str) -> str:
    """An address of the schema as the guide writes it: `games/KEY/`."""
    return re.sub(
        r"\{(\w+)\}", lambda item: "17" if item[1] == "piece" else item[1].upper(), path.removeprefix("/api/v1/")
    )


def test_the_bodies_in_the_guide_are_as_the_schema_says() -> None:
    text = (SCHEMA.parent / "api.md").read_text(encoding="utf-8")
    assert text.count("| `POST ") > 10
    assert wrong_bodies(text) == []
    assert wrong_bodies('| `POST seeks/` | `{"variant": "chess", "tiem": 1, "time": "3-days"}` |') != []
    assert wrong_bodies("| `POST seek/` | `{}` |") == ["no POST seek/"]


def test_all_that_is_sent_names_its_fields() -> None:
    """Nothing that is sent takes a field that is not told of: the parts of bodies neither."""
    shapes = committed()["components"]["schemas"]
    sent = [name for name in shapes if name.endswith("Body") and "oneOf" not in shapes[name]]
    inner = [name for item in sent for name in re.findall(r"schemas/(\w+)", json.dumps(shapes[item]))]
    loose = [name for name in {*sent, *inner} if shapes[name].get("additionalProperties") is not False]
    assert (len(sent) > 100, loose) == (True, [])


PLAIN_NAMES = {"club", "description", "federation", "name", "question", "text", "title", "url"}
"""Properties that their names explain."""


def properties() -> dict[str, Any]:
    """All properties of shapes, as `Shape.name`."""
    shapes = committed()["components"]["schemas"]
    return {
        f"{shape}.{name}": result for shape in shapes for name, result in shapes[shape].get("properties", {}).items()
    }


def test_a_property_says_what_its_name_does_not() -> None:
    """Those of which shapes, formats and lists of words say nothing; `api/v1/properties.py` is where to say it."""
    plain = {place: result for place, result in properties().items() if is_plain(result) and "format" not in result}
    silent = [place for place, result in plain.items() if not result.get("description")]
    assert (len(plain) > 500, [place for place in silent if place.partition(".")[2] not in PLAIN_NAMES]) == (True, [])


def test_what_is_said_of_properties_is_of_some_and_examples_are_right() -> None:
    known = {place: result for place, result in properties().items() if is_plain(result)}
    names = {place.partition(".")[2] for place in known}
    said = [place for place in (*WORDS, *EXAMPLES) if place not in known and place not in names]
    unused = [
        word
        for word, text in WORDS.items()
        if word in names
        and not any(result.get("description") == text for place, result in known.items() if place.endswith(f".{word}"))
    ]
    wrong = [
        f"{place}: {error.message}"
        for place, result in known.items()
        if "example" in result
        for error in Draft202012Validator(result).iter_errors(result["example"])
    ]
    assert (said, unused, wrong) == ([], [], [])


@pytest.mark.django_db
def test_the_schema_and_its_page_are_served(client: Client) -> None:
    served = client.get("/api/v1/openapi.json")
    assert (served.json(), served["Access-Control-Allow-Origin"], served.has_header("ETag")) == (committed(), "*", True)
    page = text(client.get("/api/v1/"))
    assert all(f"/api/v1/{endpoint.pattern}".split("<")[0] in page for endpoint in endpoints)
