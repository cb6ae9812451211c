"""What is refused before an address of the API has the request is said in kind; to browsers it is said in pages."""

from __future__ import annotations

import json

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.outages import server_error
from tests.api.asking import V1, code_of
from web.problems import CODES, OAUTH
from web.refusals import TEMPLATES, refusal_page


def test_other_middleware_and_django_itself_refuse_programs_in_kind(client: Client, settings: Settings) -> None:
    form = "multipart/form-data; boundary=x"
    answers = [
        client.get(f"{V1}players/a%00b/"),
        client.generic("POST", f"{V1}seeks/", b"nonsense", content_type="multipart/form-data"),
        client.generic("POST", f"{V1}seeks/", b"--x\r\nnonsense", content_type=form),
        client.get("/api/v2/games/"),
        client.get("/api/"),
        client.post(V1),
        client.post(f"{V1}openapi.json"),
    ]
    settings.ALLOWED_HOSTS = ["vexillum.example"]
    answers.append(client.get(f"{V1}rule-books/", headers={"Host": "other.example"}))
    assert [code_of(answer) for answer in answers] == [
        (400, "bad-request"),
        (400, "bad-request"),
        (401, "no-token"),
        (404, "not-found"),
        (404, "not-found"),
        (405, "method"),
        (405, "method"),
        (400, "bad-request"),
    ]
    assert {"GET", "HEAD"} <= set(answers[5]["Allow"].split(", "))
    assert {answer["X-Content-Type-Options"] for answer in answers} == {"nosniff"}
    assert {answer["Cache-Control"] for answer in answers} == {"private, no-store"}
    page = client.get("/nothing/here/", headers={"Host": "vexillum.example"})
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize("status", TEMPLATES)
def test_what_no_page_sees_is_refused_in_kind_too(status: int) -> None:
    result, body = refusal_page(status, retry=5, path=f"{V1}games/")
    headers = dict(result)
    assert (headers[b"content-type"], headers[b"retry-after"]) == (b"application/problem+json", b"5")
    assert int(headers[b"content-length"]) == len(body)
    value = json.loads(body)
    assert (value["status"], value["code"], bool(value["detail"])) == (status, CODES[status], True)
    assert dict(refusal_page(status)[0])[b"content-type"] == b"text/html; charset=utf-8"


AGAIN = "temporarily_unavailable"


@pytest.mark.parametrize("address", OAUTH)
def test_where_programs_get_their_tokens_they_are_told_in_the_words_of_oauth(address: str, rf: RequestFactory) -> None:
    """Whatever fails before or behind these addresses: no page, and nothing of what was sent, which is secret."""
    data = {}
    for error in (OperationalError("away"), ValueError("ours")):
        try:
            raise error
        except Exception:
            answer = server_error(rf.post(address, {"refresh_token": "BFB9M"}))
        value = json.loads(answer.content)  # type: ignore[attr-defined]
        data[answer.status_code] = value["error"], answer.headers.get("Retry-After"), answer["Cache-Control"]
        assert (answer["Content-Type"], "BFB9M" in str(value)) == ("application/json", False)
    assert data == {503: (AGAIN, "5", "no-store"), 500: ("server_error", None, "no-store")}
    early = {status: json.loads(refusal_page(status, path=address)[1])["error"] for status in TEMPLATES}
    assert early == {408: AGAIN, 413: "invalid_request", 429: AGAIN, 500: "server_error", 503: AGAIN}


def test_other_middleware_refuses_them_in_these_words_too(client: Client, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["vexillum.example"]
    host = {"Host": "vexillum.example"}
    answers = [
        client.post("/oauth/token/", {"code": "a\0b"}, headers=host),
        client.post("/oauth/token/", headers={"Host": "other.example"}),
        client.get("/oauth/token/", headers=host),
    ]
    assert [(answer.status_code, answer["Content-Type"], answer.json()["error"]) for answer in answers] == [
        (400, "application/json", "invalid_request"),
        (400, "application/json", "invalid_request"),
        (405, "application/json", "invalid_request"),
    ]
    assert answers[2]["Allow"] == "POST, OPTIONS"
