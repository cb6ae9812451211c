"""How tests ask the API: a client that bears a token, in the test's own transaction."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import Account
from api.models import Scope
from api.tokens.tokens import make_token
from games.models import Game

V1 = "/api/v1/"
ALL = tuple(scope.value for scope in Scope if scope is not Scope.STAFF)


def secret_of(owner: Account, *scopes: str) -> str:
    """The secret of a new token, with all scopes but that of the staff if none is named."""
    made = make_token(account=owner, name="test", scopes=scopes or ALL, days=7, site="https://v.example")
    return made.secret


class Program:
    """What asks, with the token of somebody or with none. It enforces CSRF, as browsers meet it."""

    def __init__(self, owner: Account | None = None, *scopes: str) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {} if owner is None else {"Authorization": f"Bearer {secret_of(owner, *scopes)}"}

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> HttpResponse:
        """Read an address below `/api/v1/`."""
        return self.client.get(V1 + path, query or None, headers={**self.headers, **(headers or {})})

    def post(
        self, path: str, body: Any = None, headers: dict[str, str] | None = None, method: str = "POST"
    ) -> HttpResponse:
        data = body if isinstance(body, str) else json.dumps({} if body is None else body)
        whole = {**self.headers, **(headers or {})}
        return self.client.generic(method, V1 + path, data, content_type="application/json", headers=whole)


def code_of(response: HttpResponse) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json", response.content
    return response.status_code, json.loads(response.content)["code"]


def outcome_of(game: Game) -> dict[str, Any]:
    sides = {0: "red", 1: "blue", None: None}
    return {"kind": game.outcome, "winning_side": sides[game.winner], "winner": game.winner}
