"""Signing in to a program in a browser: a small real client that listens on the person's own machine, from its own page
to the sign-in of the site, the question, and back; then once more, when nobody has to be asked.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
from collections.abc import Iterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from api.oauth.registration import make_program
from tests.scenes import PASSWORD, account

from .looks import check_looks, on_a_desktop

SECONDS = 60


class Listener(ThreadingHTTPServer):
    """What a client on the person's machine is: a page that sends to the site, and one that people come back to."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.here = f"http://127.0.0.1:{self.server_port}"
        self.site, self.id, self.secret = "", "", ""
        self.state, self.verifier = secrets.token_urlsafe(8), secrets.token_urlsafe(32)

    def told(self, path: str, **fields: str) -> dict[str, Any]:
        """What the site answers: to a form, or to a question without one."""
        body = urlencode(fields).encode() if fields else None
        with urlopen(Request(self.site + path, body), timeout=SECONDS) as answer:
            values: dict[str, Any] = json.load(answer)
        return values

    def link(self) -> str:
        known = self.told("/.well-known/openid-configuration")
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return (
            str(known["authorization_endpoint"])
            + "?"
            + urlencode(
                {
                    "response_type": "code",
                    "client_id": self.id,
                    "redirect_uri": f"{self.here}/back",
                    "scope": "openid profile read",
                    "state": self.state,
                    "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
                    "code_challenge_method": "S256",
                }
            )
        )

    def name(self, query: dict[str, list[str]]) -> str:
        known = self.told("/.well-known/openid-configuration")
        assert (query["state"], query["iss"]) == ([self.state], [known["issuer"]])
        given = self.told(
            urlsplit(known["token_endpoint"]).path,
            grant_type="authorization_code",
            code=query["code"][0],
            redirect_uri=f"{self.here}/back",
            client_id=self.id,
            client_secret=self.secret,
            code_verifier=self.verifier,
        )
        bearer = {"Authorization": f"Bearer {given['access_token']}"}
        with urlopen(Request(f"{self.site}/api/v1/me/", headers=bearer), timeout=SECONDS) as answer:
            return str(json.load(answer)["player"]["name"])


class Answers(BaseHTTPRequestHandler):
    server: Listener

    def do_GET(self) -> None:
        """The page that sends people to the site, or the one that they come back to."""
        parts = urlsplit(self.path)
        if parts.path == "/back":
            shown = f"<h1>Hello {escape(self.server.name(parse_qs(parts.query)))}</h1>"
        else:
            shown = f'<h1>A client</h1><a href="{escape(self.server.link())}">Sign in with Vexillum</a>'
        head = '<!doctype html><html lang="en"><head><title>Client</title><link rel="icon" href="data:,"></head>'
        body = f"{head}<body>{shown}</body></html>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture
def listener() -> Iterator[Listener]:
    with Listener() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def signed_in_to(page: Page, listener: Listener) -> None:
    page.goto(listener.here)
    page.get_by_role("link", name="Sign in with Vexillum").click()
    page.locator("input[name=login]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")


def test_somebody_signs_in_to_a_program_on_their_machine(site: str, page: Page, listener: Listener) -> None:
    account("Ada")
    listener.site = site
    program, listener.secret = make_program(
        owner=account("Bob"), name="Board Buddy", public=False, addresses=["http://127.0.0.1/back"]
    )
    listener.id = program.pk
    on_a_desktop(page)
    signed_in_to(page, listener)
    expect(page.get_by_role("heading", level=1)).to_have_text("Let “Board Buddy” in?")
    check_looks(page)
    page.get_by_role("button", name="Let it in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello Ada")

    page.goto(f"{site}/account/tokens/")
    expect(page.locator("#main")).to_contain_text("Board Buddy · of Bob")
    page.context.clear_cookies()
    signed_in_to(page, listener)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello Ada")
    page.goto(f"{site}/device/")
    check_looks(page)
