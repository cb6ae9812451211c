"""What is refused before an address of the API has the request is said in kind; to browsers it is said in pages."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from pytest_django import Settings

from tests.api.asking import V1, code_of
from web.problems import CODES
from web.refusing import TEMPLATES, refusal_page


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
    told, body = refusal_page(status, retry=5, path=f"{V1}games/")
    headers = dict(told)
    assert (headers[b"content-type"], headers[b"retry-after"]) == (b"application/problem+json", b"5")
    assert int(headers[b"content-length"]) == len(body)
    value = json.loads(body)
    assert (value["status"], value["code"], bool(value["detail"])) == (status, CODES[status], True)
    assert dict(refusal_page(status)[0])[b"content-type"] == b"text/html; charset=utf-8"
