"""How the service is asked: addresses, tokens, versions, refusals, and trying again. No operation is known here."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Self
from urllib.parse import quote

import anyio
import httpx

API = "/api/v1/"
AGENT = "vexillum-client"
TRIES = 5
"""How often a request is sent at most: that it is done once is the service's promise, by its Idempotency-Key."""
PATIENCE = 60.0
"""Seconds to wait at most when the service says when to come again; the caller decides about longer ones."""
STREAMING = httpx.Timeout(30, read=60)
"""Seconds; a stream that lives sends something every twenty."""
BUSY = (429, 502, 503, 504)

Version = int | Literal["*"]
"""Which version of a game or event is meant; `*` is whatever it is at now."""


class LeftOut(Enum):
    """What an argument is that was not given: `None` is a value of its own."""

    LEFT_OUT = "left out"


LEFT_OUT = LeftOut.LEFT_OUT


class Refused(Exception):
    """What the service says no to (RFC 9457).

    Args:
        status: of HTTP.
        code: why, for programs; `params` goes with it.
        detail: why, for people, in the language asked for.
        after: seconds until it may be tried again, if the service says so; `retry_after`.

    `version` is the one that there is now, where the one that was named has passed (status 412).
    """

    def __init__(
        self, status: int, code: str, detail: str, params: Mapping[str, Any], after: float | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {detail}" if detail else f"{status} {code}")
        self.status, self.code, self.detail, self.params = status, code, detail, dict(params)
        self.retry_after = after
        self.version: int | None = self.params.get("version") if status == 412 else None

    @classmethod
    def of(cls, response: httpx.Response) -> Refused:
        """The refusal in an answer; one that a proxy before the service gave has the code `http`."""
        try:
            body = response.json()
        except ValueError:
            body = {}
        if not isinstance(body, dict) or "code" not in body:
            body = {"code": "http", "detail": response.reason_phrase}
        return cls.told({**body, "status": response.status_code}, _after(response))

    @classmethod
    def told(cls, problem: Mapping[str, Any], after: float | None = None) -> Refused:
        """The refusal that a problem of the API is."""
        return cls(problem["status"], problem["code"], problem.get("detail", ""), problem.get("params") or {}, after)


def quoted(value: object) -> str:
    """A part of an address."""
    return quote(str(value), safe="")


@dataclass(frozen=True)
class Request:
    """A request before it is sent."""

    method: str
    path: str
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


def request_of(
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | None = None,
    version: Version | None = None,
    idempotency_key: str | None = None,
) -> Request:
    """Put a request together. Whatever changes something is named, so that it can be sent again.

    Args:
        method: of HTTP.
        path: below the address of the API.
        query: parameters by name; those that are None are not sent.
        body: fields by name; those left out are not sent, None is.
        version: the version that the request is about.
        idempotency_key: its name, if the caller keeps one; else a new one.
    """
    headers = {}
    if version is not None:
        headers["If-Match"] = "*" if version == "*" else f'"{version}"'
    if method != "GET":
        headers["Idempotency-Key"] = idempotency_key or uuid.uuid4().hex
    asked = {name: _written(value) for name, value in (query or {}).items() if value is not None}
    sent = None if body is None else {name: value for name, value in body.items() if value is not LEFT_OUT}
    return Request(method, path, asked, sent.get("", sent) if sent is not None else None, headers)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_of(response: httpx.Response) -> Any:
    """What an answer says: JSON as values, files as their bytes; lines that end as a page of `lines` with `next`.

    Raises:
        Refused: the service said no.
    """
    if response.status_code >= 400:
        raise Refused.of(response)
    kind = response.headers.get("Content-Type", "")
    if "ndjson" in kind:
        following = response.links.get("next", {}).get("url")
        return {"lines": [json.loads(line) for line in response.content.splitlines()], "next": following}
    if not response.content:
        return None
    if "json" in kind:
        return response.json()
    return response.content


def _after(response: httpx.Response) -> float | None:
    try:
        return float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None


def pause(tried: int, response: httpx.Response | None) -> float | None:
    """How long to wait before a request is sent again; None if it shall not be.

    Args:
        tried: how often it was sent.
        response: what came; None if nothing did.

    Returns:
        Seconds.
    """
    if response is not None and response.status_code not in BUSY:
        return None
    after = None if response is None else _after(response)
    if tried >= TRIES or (after or 0) > PATIENCE:
        return None
    grown: float = 0.25 * 2**tried * random.uniform(0.8, 1.2)  # noqa: S311 - no secret
    return grown if after is None else after + random.uniform(0, 0.2)  # noqa: S311


def next_request(request: Request, value: Any, goes_on_by: str) -> Request | None:
    """What asks for the page after this one."""
    following = value.get("next")
    if following is None:
        return None
    if isinstance(following, str) and "/" in following:
        address = httpx.URL(following)
        return Request("GET", address.path.removeprefix(API), dict(address.params), None, {})
    return Request(request.method, request.path, {**request.query, goes_on_by: str(following)}, None, {})


def _options(site: str, token: str, language: str, timeout: float) -> dict[str, Any]:
    headers = {"User-Agent": AGENT, "Accept": "application/json, */*;q=0.5"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if language:
        headers["Accept-Language"] = language
    return {"base_url": site.rstrip("/") + API, "headers": headers, "timeout": timeout, "follow_redirects": False}


@dataclass
class Reading:
    """How far a stream has been read, over all the times that it broke off."""

    request: Request
    tried: int = 0
    last: str = ""
    over: bool = False

    def headers(self) -> dict[str, str]:
        """Of the request that takes it up where it was."""
        return {**self.request.headers, **({"Last-Event-ID": self.last} if self.last else {})}

    def line(self, text: str) -> Any | None:
        """What a line says; None if it only shows that the stream is alive.

        Raises:
            Refused: it is the last one, and says why.
        """
        self.tried = 0
        document = json.loads(text) if text.strip() else None
        if document is None:
            return None
        if document["type"] == "end":
            raise Refused.told(document["problem"])
        self.last = document.get("id", self.last)
        self.over = document.get("status") == "over" and "view" in document
        return document

    def pause(self, response: httpx.Response | None, trouble: httpx.TransportError | None) -> float:
        """How many seconds to wait before it is taken up again.

        Raises:
            Refused: the service does not let it be read, now or at all.
            TransportError: nobody has answered for long.
        """
        self.tried += 1
        refused = response is not None and response.is_error
        wait = pause(self.tried, response if refused else None)
        if wait is None and response is not None and refused:
            raise Refused.of(response)
        if wait is None and trouble is not None:
            raise trouble
        return 1.0 if wait is None else wait


class Calls:
    """Asks and waits.

    Args:
        site: the address of the service, such as `https://vexillum.example`.
        token: the secret of a token; none for what is open to everybody.
        language: of the words in refusals, as `Accept-Language` has it.
        timeout: seconds that an answer may take.
        http: a client of httpx to ask with instead, for tests and proxies.
    """

    def __init__(
        self, site: str, token: str = "", *, language: str = "", timeout: float = 30, http: httpx.Client | None = None
    ) -> None:
        self._http = http or httpx.Client(**_options(site, token, language, timeout))

    def close(self) -> None:
        """Give its connections back."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _send(self, request: Request) -> Any:
        tried = 0
        while True:
            tried += 1
            response, trouble = None, None
            try:
                response = self._http.request(
                    request.method, request.path, params=request.query, json=request.body, headers=request.headers
                )
            except httpx.TransportError as error:
                trouble = error
            wait = pause(tried, response)
            if wait is None:
                if trouble is not None:
                    raise trouble
                assert response is not None
                return value_of(response)
            time.sleep(wait)

    def _call(self, method: str, path: str, **value: Any) -> Any:
        return self._send(request_of(method, path, **value))

    def _pages(self, method: str, path: str, *, field: str, goes_on_by: str = "after", **value: Any) -> Iterator[Any]:
        request: Request | None = request_of(method, path, **value)
        while request is not None:
            page = self._send(request)
            yield from page[field]
            request = next_request(request, page, goes_on_by)

    def _lines(self, method: str, path: str, **value: Any) -> Iterator[Any]:
        """The lines of a stream, one after the other. When it breaks off it is taken up where it was; that of a game
        ends with the game.
        """
        reading = Reading(request_of(method, path, **value))
        while not reading.over:
            response, trouble = None, None
            try:
                with self._http.stream(
                    method, path, params=reading.request.query, headers=reading.headers(), timeout=STREAMING
                ) as response:
                    if response.is_error:
                        response.read()
                    for text in () if response.is_error else response.iter_lines():
                        line = reading.line(text)
                        if line is not None:
                            yield line
            except httpx.TransportError as error:
                trouble = error
            if not reading.over:
                time.sleep(reading.pause(response, trouble))


class AsyncCalls:
    """The same, awaited.

    Args:
        site: the address of the service, such as `https://vexillum.example`.
        token: the secret of a token; none for what is open to everybody.
        language: of the words in refusals, as `Accept-Language` has it.
        timeout: seconds that an answer may take.
        http: a client of httpx to ask with instead, for tests and proxies.
    """

    def __init__(
        self,
        site: str,
        token: str = "",
        *,
        language: str = "",
        timeout: float = 30,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient(**_options(site, token, language, timeout))

    async def close(self) -> None:
        """Give its connections back."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def _send(self, request: Request) -> Any:
        tried = 0
        while True:
            tried += 1
            response, trouble = None, None
            try:
                response = await self._http.request(
                    request.method, request.path, params=request.query, json=request.body, headers=request.headers
                )
            except httpx.TransportError as error:
                trouble = error
            wait = pause(tried, response)
            if wait is None:
                if trouble is not None:
                    raise trouble
                assert response is not None
                return value_of(response)
            await anyio.sleep(wait)

    async def _call(self, method: str, path: str, **value: Any) -> Any:
        return await self._send(request_of(method, path, **value))

    async def _pages(
        self, method: str, path: str, *, field: str, goes_on_by: str = "after", **value: Any
    ) -> AsyncIterator[Any]:
        request: Request | None = request_of(method, path, **value)
        while request is not None:
            page = await self._send(request)
            for item in page[field]:
                yield item
            request = next_request(request, page, goes_on_by)

    async def _lines(self, method: str, path: str, **value: Any) -> AsyncIterator[Any]:
        """The lines of a stream, one after the other. When it breaks off it is taken up where it was; that of a game
        ends with the game.
        """
        reading = Reading(request_of(method, path, **value))
        while not reading.over:
            response, trouble = None, None
            try:
                async with self._http.stream(
                    method, path, params=reading.request.query, headers=reading.headers(), timeout=STREAMING
                ) as response:
                    if response.is_error:
                        await response.aread()
                    else:
                        async for text in response.aiter_lines():
                            line = reading.line(text)
                            if line is not None:
                                yield line
            except httpx.TransportError as error:
                trouble = error
            if not reading.over:
                await anyio.sleep(reading.pause(response, trouble))
