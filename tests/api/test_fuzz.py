"""The whole schema, asked with whatever it allows and what it does not: nothing fails here, and every answer is as the
schema says. A few requests in each run of the tests, many by `make fuzz-api`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings

from accounts.models import Account
from api.http import budgets
from api.models import Scope
from games.domain.clocks import PRESETS
from games.models import Game, key_of
from games.rules import Seat
from play.lobby import domain as lobby
from play.lobby.terms import GameTerms
from tests.api.asking import secret_of
from tests.library.studies.studied import a_study
from tests.scenes import account, game_of
from tests.tournaments.scenes import a_tournament, some_players

EXAMPLES = int(os.environ.get("EXAMPLES", "20"))
PART = os.environ.get("PART", "")
"""Of `make fuzz-api`: the addresses with this in them alone."""

SHORT = 40
"""Every so manieth operation is asked in a short run: another one for each scope."""


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests leave the connection of the test alone, as Django's own test client has it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def schema(one_connection: None) -> Any:
    # Only now: every worker loads this file, and one of them asks.
    import schemathesis

    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture
def secrets(one_connection: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A token for each scope, one for all of them, and none, of somebody who sits at a game; nobody asks too often."""
    for name in ("BY_TOKEN", "BY_ADDRESS", "BY_EXPORT"):
        monkeypatch.setattr(budgets, name, budgets.Budget(name, 10**9))
    ada = account("Ada")
    game_of("duel", plies=4, accounts={Seat.RED: ada, Seat.BLUE: account("Bob")}, over=False)
    return ["", secret_of(ada, *Scope.values), *(secret_of(ada, scope) for scope in Scope.values)]


def operations(schema: Any) -> list[Any]:
    return [operation.ok() for operation in schema.get_all_operations()]


def here() -> dict[str, tuple[str, str]]:
    """What addresses name that there is: by how they begin the parameter, and its value."""
    game = Game.objects.values_list("key", flat=True).first()
    return {"/games/{key}/": ("key", str(game))}


def more_of(ada: Account) -> dict[str, tuple[str, str]]:
    """The same of what takes longer to make: an event of hers in which she plays, a study, a seek."""
    others = [player.id for player in some_players(3)]
    event = a_tournament([ada.player.id, *others], owner=ada.player.id)
    terms = GameTerms(variant="duel", time=PRESETS["3-days"], colour="red")
    return {
        "/tournaments/{key}/": ("key", key_of(event)),
        "/studies/{key}/": ("key", a_study(ada).key),
        "/seeks/{id}/": ("id", str(lobby.open_seek(host=ada.player, terms=terms).id)),
        "/players/{name}/": ("name", "Ada"),
        "/rule-books/{slug}/": ("slug", "duel"),
    }


MALFORMED = frozenset({"bad-request", "invalid", "media-type", "not-json", "parameter"})
"""Codes of what cannot be read, besides `unknown-…`. What refuses a request for how things stand has others."""


BESIDE = {"birth", "event", "lost_by", "near", "pattern", "rank", "reveal_after", "rows", "setup", "side", "variant"}
"""What can be read or not by what stands beside it, such as a rule book or a player, or by the calendar; and so can the
greater one of two bounds."""

NEEDED = ["This field is required."]
"""What an action needs depends on the event: its address tells it."""


def accepted_as_it_is_formed(_context: Any, response: Any, case: Any) -> None:
    """A check of schemathesis: nothing that is right by the schema is refused as malformed."""
    if not case.meta.generation.mode.is_positive or response.status_code < 400:
        return
    document = json.loads(response.content)
    fields = document["params"].get("fields", {})
    if (
        fields.keys() & BESIDE
        or any(name.endswith("_max") for name in fields)
        or (fields and all(words == NEEDED for words in fields.values()))
    ):
        return
    if document["code"] in MALFORMED or document["code"].startswith("unknown-"):
        raise AssertionError(f"it is right by the schema, and refused: {document['code']} {document['params']}")


def wrong(operation: Any, secret: str, examples: int, named: dict[str, tuple[str, str]] | None = None) -> Iterator[str]:
    """What is wrong with the answers of an operation.

    Args:
        operation: of the schema.
        secret: of the token; empty for none.
        examples: requests.
        named: what addresses name, besides the game; three of four requests name that.
    """
    from hypothesis import strategies
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.failures import FailureGroup
    from schemathesis.core.parameters import ParameterLocation
    from schemathesis.specs.openapi import checks as openapi

    checks = [
        not_a_server_error,
        accepted_as_it_is_formed,
        openapi.negative_data_rejection,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]
    texts: list[str] = []
    found_by = [item for start, item in (here() | (named or {})).items() if start in operation.path]
    number = count()
    headers = {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {secret}"} if secret else {})

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategies.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    def ask(case: Any) -> None:
        path = case.meta.components.get(ParameterLocation.PATH)
        for name, value in found_by if path is None or path.mode.is_positive else ():
            if name in case.path_parameters and (named is None or next(number) % 4):
                case.path_parameters[name] = value
        with transaction.atomic():
            try:
                response = case.call(headers=headers)
                case.validate_response(response, checks=checks)
            except (Exception, FailureGroup) as error:
                texts.append(f"{operation.label}: {error!s:.1500}")
            transaction.set_rollback(True)

    ask()
    yield from texts[:1]


@pytest.mark.slow
@pytest.mark.django_db
def test_some_requests(schema: Any, secrets: list[str]) -> None:
    result = operations(schema)
    for number, secret in enumerate(secrets):
        assert [what for item in result[number::SHORT] for what in wrong(item, secret, 2)] == []


@pytest.mark.fuzz
@pytest.mark.django_db
@pytest.mark.parametrize("who", range(len(Scope.values) + 2))
def test_many_requests(schema: Any, secrets: list[str], who: int) -> None:
    """By nobody, with all scopes, and with each alone: `make fuzz-api`."""
    named = more_of(Account.objects.get(username__iexact="Ada"))
    asked = [operation for operation in operations(schema) if PART in operation.path]
    whats = [what for item in asked for what in wrong(item, secrets[who], EXAMPLES, named)]
    assert not whats, "\n\n".join(whats)
