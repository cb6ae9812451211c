"""A program that people sign in to, and what it does, in the test's own transaction."""

from __future__ import annotations

import hashlib
import html
import json
import re
from base64 import urlsafe_b64encode
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import HttpResponse
from django.test import Client

from accounts.models import Account
from api.models import Program
from api.oauth.registration import make_program

VERIFIER = "a-verifier-of-forty-three-characters-or-more"
CHALLENGE = urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
HOME = "https://client.example/back"
AUTHORIZE = "/oauth/authorize/"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class Signing:
    """A program, from both ends.

    Args:
        owner: who made it.
        public: it has no secret.
        address: where it wants to be told.
    """

    def __init__(self, owner: Account, *, public: bool = True, address: str = HOME) -> None:
        self.program: Program
        self.program, self.secret = make_program(owner=owner, name="Board Buddy", public=public, addresses=[address])
        self.address = address
        self.client = Client(enforce_csrf_checks=True)

    def link(self, scope: str = "openid profile read", **changes: str | None) -> str:
        """Where it sends people; a field that is None is left out."""
        texts: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.program.pk,
            "redirect_uri": self.address,
            "scope": scope,
            "state": "xyz",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        }
        return AUTHORIZE + "?" + urlencode({k: v for k, v in (texts | changes).items() if v is not None})

    def let_in(self, browser: Client, scope: str = "openid profile read", **changes: str | None) -> dict[str, str]:
        """What it hears after somebody has said yes."""
        return heard(browser.post(self.link(scope, **changes), {"do": "allow"}))

    def ask(self, path: str, **text: str) -> tuple[int, dict[str, Any]]:
        """Post a form as the program, which says who it is; return the status and what it is told."""
        known = {"client_id": self.program.pk} | ({"client_secret": self.secret} if self.secret else {})
        answer = self.client.post(path, urlencode(known | text), content_type="application/x-www-form-urlencoded")
        return answer.status_code, json.loads(answer.content or "{}")

    def exchange(self, code: str, **changes: str) -> tuple[int, dict[str, Any]]:
        data = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.address,
            "code_verifier": VERIFIER,
        }
        return self.ask("/oauth/token/", **data | changes)

    def refresh(self, token: str, **changes: str) -> tuple[int, dict[str, Any]]:
        return self.ask("/oauth/token/", grant_type="refresh_token", refresh_token=token, **changes)

    def tokens(self, browser: Client, scope: str = "read") -> dict[str, Any]:
        status, result = self.exchange(self.let_in(browser, scope)["code"])
        assert status == 200, result
        return result

    def me(self, token: str) -> HttpResponse:
        return self.client.get("/api/v1/me/", headers={"Authorization": f"Bearer {token}"})

    def who(self, token: str) -> HttpResponse:
        return self.client.get("/oauth/userinfo/", headers={"Authorization": f"Bearer {token}"})


def heard(answer: HttpResponse) -> dict[str, str]:
    """What a program is told by the page that leads back; it leads there at once, and by its link."""
    page = answer.content.decode()
    match_ = re.search(r'<meta http-equiv="refresh" content="0;url=([^"]+)">', page)
    assert match_ is not None, (answer.status_code, page[-3000:])
    assert f'href="{match_[1]}"' in page
    return dict(parse_qsl(urlsplit(html.unescape(match_[1])).query))
