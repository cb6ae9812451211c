"""What is made small is the same when it is unpacked, and of a size that tells nothing."""

from __future__ import annotations

import gzip
import random

import pytest
from django.http import HttpRequest, HttpResponse
from hypothesis import given, settings
from hypothesis import strategies as st

from web.compression import SHORTEST, compressed, gzip_page

LONG = b"<p>a table</p>" * 100


def asked(body: bytes, *, accept: str = "gzip", **headers: str) -> HttpResponse:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = accept
    return gzip_page(lambda _request: HttpResponse(body, headers=headers))(request)


@given(st.binary(max_size=300), st.booleans())
@settings(max_examples=20)
def test_what_is_made_small_is_the_same_again(body: bytes, padded: bool) -> None:
    assert gzip.decompress(compressed(body, padded=padded)) == body


def test_an_answer_is_compressed_for_who_takes_it() -> None:
    response = asked(LONG, ETag='"one"')
    assert (response["Content-Encoding"], response["Vary"], response["ETag"]) == ("gzip", "Accept-Encoding", 'W/"one"')
    assert int(response["Content-Length"]) == len(response.content) < len(LONG) / 5
    assert gzip.decompress(response.content) == LONG


@pytest.mark.parametrize(
    ("body", "options", "vary"),
    [
        (LONG, {"accept": "br"}, "Accept-Encoding"),
        (LONG[: SHORTEST - 1], {}, None),
        (random.Random(1).randbytes(SHORTEST), {}, "Accept-Encoding"),  # it would get longer
        (LONG, {"Content-Encoding": "br"}, None),
    ],
)
def test_other_answers_stay_as_they_are(body: bytes, options: dict[str, str], vary: str | None) -> None:
    response = asked(body, **options)
    assert (response.content, response.get("Vary")) == (body, vary)
    assert response.get("Content-Encoding") == options.get("Content-Encoding")


def test_the_size_of_the_same_answer_varies() -> None:
    assert len({len(asked(LONG).content) for _time in range(60)}) > 10
