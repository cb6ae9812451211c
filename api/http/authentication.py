"""Who asks: the owner of the token that a request bears, or nobody. Cookies are thrown away before
(`web/cookieless.py`), so no other site can have a browser act for who is signed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header

from accounts.conduct.words import barred_text, url_of
from accounts.models import Account, Penalty
from api.http.problems import Problem
from api.models import AccessToken
from api.tokens.tokens import token_behind

if TYPE_CHECKING:
    from rest_framework.request import Request

REALM = 'Bearer realm="vexillum"'


def bad_token() -> Problem:
    """What is answered to a token that does not work."""
    words = _("This token does not work: it is wrong, over or revoked.")
    return Problem(401, "bad-token", words, headers={"WWW-Authenticate": f'{REALM}, error="invalid_token"'})


class TokenAuthentication(BaseAuthentication):
    """The owner of a personal token, as the request's account."""

    def authenticate(self, request: Request) -> tuple[Account, AccessToken] | None:
        """The account and its token; None for a request without one.

        Side effects: notes now and then that the token was used.

        Raises:
            Problem: 401 for a token that does not work, 403 for one whose owner is banned.
        """
        header = get_authorization_header(request)
        if not header:
            return None
        kind, _space, secret = header.decode("latin-1").partition(" ")
        context = getattr(request, "parser_context", None) or {}
        view, at = context.get("view"), context.get("kwargs", {})
        beside = getattr(view, "beside", None)
        asked = () if beside is None else (at["key"],) * beside.keys
        behind = token_behind(secret.strip(), beside, asked) if kind.lower() == "bearer" else None
        if behind is None:
            raise bad_token()
        token, account, rows = behind
        if view is not None:
            view.read = rows
        if account.ban is not None:
            penalty = Penalty.objects.get(pk=account.ban)
            data = {"kind": penalty.kind, "ends": penalty.ends, "url": url_of(penalty)}
            raise Problem(403, f"barred-{penalty.kind}", barred_text(penalty), params=data)
        return account, token

    def authenticate_header(self, request: Request) -> str:
        """The answer's header for a request without a token."""
        return REALM
