"""How much may be asked, and the headers that say what is left (draft-ietf-httpapi-ratelimit-headers).

Requests with a token are counted by its account, whatever its tokens; all others, and every token
that does not work, by address. What costs much counts for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import ngettext

from api.http.problems import Problem
from api.models import AccessToken
from web.limits import MINUTE, Spent, address_of, spend


class Budget(NamedTuple):
    """So much within a minute.

    Attributes:
        name: as headers have it.
        most: units.
    """

    name: str
    most: int


BY_TOKEN = Budget("token", 600)
BY_ADDRESS = Budget("address", 120)
BY_STREAMS = Budget("streams", 1800)
"""Lines of all open streams of an account: each is one request."""
BY_EXPORT = Budget("export", 300)
"""The limit of games with records sent many at once, and of one request."""


def pay(
    request: HttpRequest, token: AccessToken | None, weight: int, budget: Budget | None = None
) -> Mapping[str, str]:
    """Count a request; return the headers that say what is left.

    Args:
        request: what came.
        token: of the request; None without one.
        weight: the units that it counts for.
        budget: the kind of budget, by account or address; else of the token, or of the address without one.

    Raises:
        Problem: 429, with `Retry-After`.
    """
    budget = budget or (BY_ADDRESS if token is None else BY_TOKEN)
    who = f"address:{address_of(request)}" if token is None else f"account:{token.account_id}"
    spent = spend(f"api-{budget.name}", who, most=budget.most, seconds=MINUTE, weight=weight, loosely=True)
    headers = _headers(budget, spent)
    if spent.left < 0:
        words = ngettext(
            "You ask too often. Wait %(seconds)d second.",
            "You ask too often. Wait %(seconds)d seconds.",
            spent.reset,
        )
        words %= {"seconds": spent.reset}
        headers = {**headers, "Retry-After": str(spent.reset)}
        raise Problem(429, "too-often", words, params={"seconds": spent.reset}, headers=headers)
    return headers


def _headers(budget: Budget, spent: Spent) -> dict[str, str]:
    return {
        "RateLimit-Policy": f'"{budget.name}";q={budget.most};w={MINUTE}',
        "RateLimit": f'"{budget.name}";r={max(spent.left, 0)};t={spent.reset}',
    }
