"""The base of every address of the API: token, limits, scope, parameters, answers and refusals.

    class Turns(Endpoint):
        operations = {"post": Operation("playTurn", scope=Scope.PLAY, body=TurnBody, answer=StateShape)}

        def do_post(self, request, key): ...

An operation declares what it takes and gives. Requests are checked against it, and the schema follows from it, so
neither can be stale.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page
from rest_framework import exceptions
from rest_framework.fields import CharField, ListField
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from accounts.authentication.backends import Beside
from accounts.models import Account, Player
from accounts.people.accounts import player_of
from api.http.authentication import REALM, TokenAuthentication
from api.http.budgets import pay
from api.http.idempotency import digest_of, once
from api.http.problems import Problem, problem_of
from api.http.values import written
from api.models import AccessToken, Scope
from web.answers import small_number
from web.compression import gzip_page
from web.routes import MAY_SEND, cookieless

UNSAFE = frozenset({"post", "put", "patch", "delete"})
EXPOSED = "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"
VARY = ("Authorization", "Accept-Language")
_RENDERER = JSONRenderer()
_ANY = ("*/*", "application/json")  # nearly all that programs say, and nothing to choose by
_MOST_NUMBER = 999_999_999
_HALF = re.compile("[\ud800-\udfff]")
_TAG = re.compile(r'(?:W/)?"(\d{1,9})(?:-[0-9a-f]+)?"')


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an address takes behind its question mark.

    Args:
        text: what it is, for the schema.
        kind: `string`, `integer`, `boolean`, `date`, `uuid`, or `key` of a game, an event or a study.
        choices: all that it may be, if they are few.
        least, most: bounds of a number.
        longest: characters of a text.
        pattern: of a text, as a regular expression that JSON Schema has too.
    """

    text: str
    kind: str = "string"
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    longest: int | None = None
    pattern: str | None = None

    @property
    def may_be_empty(self) -> bool:
        """Whether it is a text that may say nothing."""
        return self.kind == "string" and not self.choices and re.fullmatch(self.pattern or "", "") is not None


def slugs_of(field: Any) -> tuple[str, ...]:
    """The values among which a field of a form lets one choose, those in groups too; not that for none.

    Args:
        field: with `choices`.
    """
    groups = [words if isinstance(words, list | tuple) else [(value, words)] for value, words in field.choices]
    return tuple(str(value) for group in groups for value, _words in group if value != "")


@dataclass(frozen=True, slots=True)
class Operation:
    """What an address does by one method.

    Args:
        name: of the operation, for clients that are made from the schema.
        text: what it does, in a sentence.
        scope: what a token needs for it; None for what everybody may ask.
        parameters: by name.
        body: what it takes; None for nothing.
        answer: what it gives; None for what has no shape of ours.
        status: of the answer, if all is well.
        condition: it goes by the version that its sender saw: `If-Match` is needed.
        weight: how much of the budget it takes.
        kind: the media type of the answer.
    """

    name: str
    text: str
    scope: Scope | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    body: type[Serializer[Any]] | None = None
    answer: type[Serializer[Any]] | None = None
    status: int = 200
    condition: bool = False
    weight: int = 1
    kind: str = "application/json"


DEEPEST = 20
"""Values within one another that a body has at most; what we take has three."""


class PatientParser(JSONParser):
    """As the framework's, but what is nested without end, or holds half a surrogate pair (RFC 8259, section 8.2), is no
    JSON for us: no text of UTF-8 has it, so no answer could tell what was wrong with it.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        """The value of a body. Raises `ParseError`.

        Args:
            stream, media_type, parser_context: as the framework has them.
        """
        try:
            value = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError from None
        within: list[Any] = [value]
        for _deep in range(DEEPEST):
            if not all(map(_can_be_written, within)):
                break
            within = [inner for item in within for inner in _inside(item)]
            if not within:
                return value
        raise exceptions.ParseError


def _can_be_written(value: Any) -> bool:
    return not isinstance(value, str) or _HALF.search(value) is None


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    return value if isinstance(value, list) else ()


class _MaySend(Exception):
    """The client may send a large body; nothing more happens before it has arrived."""


class Endpoint(APIView):
    """An address. Subclasses have `operations`, and `do_get`, `do_post`, … for each of them.

    Attributes:
        body: the body, as it was checked.
        beside: what is read with the token, by the `key` of the address; no such thing without a token.
        read: its rows; None without a token.
    """

    authentication_classes = (TokenAuthentication,)
    permission_classes = ()
    throttle_classes = ()
    renderer_classes: tuple[type[JSONRenderer], ...] = (JSONRenderer,)
    parser_classes = (PatientParser,)
    operations: ClassVar[Mapping[str, Operation]] = {}
    beside: ClassVar[Beside | None] = None
    read: list[tuple[Any, ...]] | None = None
    body: Mapping[str, Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Takes the methods that there are operations for."""
        super().__init_subclass__(**kwargs)
        head = ["head"] if "get" in cls.operations else []
        cls.http_method_names = [*cls.operations, *head, "options"]

    # -- the caller ---------------------------------------------------------------------------------

    @property
    def token(self) -> AccessToken | None:
        auth = self.request.auth
        return auth if isinstance(auth, AccessToken) else None

    def reader(self) -> Player | None:
        """The calling player, if the token allows reading what its owner may see; otherwise nobody."""
        token = self.token
        return None if token is None or Scope.READ not in token.scopes else self.player

    def require(self, scope: Scope) -> None:
        """Raises `NotAuthenticated` without a token, `Problem` for one that lacks a scope."""
        if self.token is None:
            raise exceptions.NotAuthenticated
        if scope not in self.token.scopes:
            words = _("The token lacks the scope “%(scope)s”.") % {"scope": scope.value}
            lacks = {"WWW-Authenticate": f'{REALM}, error="insufficient_scope", scope="{scope.value}"'}
            raise Problem(403, "scope", words, params={"scope": scope.value}, headers=lacks)

    @property
    def player(self) -> Player:
        """The calling player, where a scope guarantees one."""
        assert isinstance(self.request.user, Account)
        return player_of(self.request.user)

    # -- the way of a request ---------------------------------------------------------------------

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer in the requested language."""
        language = translation.get_language_from_request(request)
        if language == translation.get_language():
            response = super().dispatch(request, *args, **kwargs)
        else:
            with translation.override(language):
                response = super().dispatch(request, *args, **kwargs)
        response["Content-Language"] = language
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What is looked at before anything is done.

        Raises:
            Problem: the reason against the request.
        """
        self.budget: Mapping[str, str] = {}
        self.format_kwarg = None
        if request.headers.get("Accept", "*/*") in _ANY:
            request.accepted_renderer, request.accepted_media_type = _RENDERER, _RENDERER.media_type
        else:
            request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        method = (request.method or "").lower()
        asking = request.META.get(MAY_SEND)
        if asking is not None:  # whether a large body may be sent here, of which nothing is read before
            method = "post"
        operation = self.operations.get("get" if method == "head" else method)
        token = None
        try:
            self.perform_authentication(request)
            token = request.auth if isinstance(request.auth, AccessToken) else None
            if operation is not None:
                self._check_asker(request, operation)
        except (Problem, exceptions.NotAuthenticated):
            with suppress(Problem):  # who tries tokens is counted too, but waiting would not help
                self.budget = self._pay(request, token, 1)
            raise
        self.budget = self._pay(request, token, 1 if operation is None else operation.weight)
        if operation is None:
            return  # the framework says that there is no such method
        self._check_parameters(request, operation)
        if asking is not None:
            asking.append(True)
            raise _MaySend
        if operation.body is not None:
            if request.content_type.partition(";")[0].strip() not in ("", "application/json"):
                raise exceptions.UnsupportedMediaType(request.content_type)  # forms would be read, too
            self.body = checked(operation.body, request.data)

    def _pay(self, request: Request, token: AccessToken | None, weight: int) -> Mapping[str, str]:
        return pay(request, token, weight)

    def _check_asker(self, request: Request, operation: Operation) -> None:
        """Raises `NotAuthenticated` or `Problem` for a request that could not be answered however long it waited."""
        if operation.scope is not None:
            self.require(operation.scope)
        if operation.condition and not request.headers.get("If-Match", "").strip():
            raise _without_condition()

    def _check_parameters(self, request: Request, operation: Operation) -> None:
        if unknown := sorted(set(request.query_params) - set(operation.parameters)):
            raise unknown_names("unknown-parameters", unknown, operation.parameters)
        for name, value in request.query_params.items():
            if not value and not operation.parameters[name].may_be_empty:
                words = _("%(name)s has no value. Give it one, or leave it out.") % {"name": name}
                raise Problem(400, "parameter", words, params={"name": name})

    def asked(self, name: str) -> str:
        """A parameter of the address, or nothing.

        Raises:
            Problem: it is none of its choices, or not of its pattern.
        """
        value, parameter = self.request.query_params.get(name, ""), self.operations["get"].parameters[name]
        known = parameter.choices
        if value and known and value not in known:
            words = _("%(name)s is one of these: %(known)s.") % {"name": name, "known": ", ".join(known)}
            raise Problem(400, "parameter", words, params={"name": name, "known": known})
        if value and parameter.pattern is not None and re.fullmatch(parameter.pattern, value) is None:
            words = _("%(name)s cannot be read. It is: %(what)s") % {"name": name, "what": parameter.text}
            raise Problem(400, "parameter", words, params={"name": name})
        return value

    def asked_number(self, name: str, usual: int) -> int:
        """A parameter that is a number, within the bounds that its operation says.

        Args:
            name: of the parameter.
            usual: what it is where it is missing.

        Raises:
            Problem: it is no number within them.
        """
        text, parameter = self.request.query_params.get(name), self.operations["get"].parameters[name]
        if text is None:
            return usual
        value, least = small_number(text, digits=9), parameter.least
        most = _MOST_NUMBER if parameter.most is None else parameter.most
        if value is None or not least <= value <= most:
            words = _("%(name)s is a whole number from %(least)d to %(most)d.")
            bounds = {"name": name, "least": least, "most": most}
            raise Problem(400, "parameter", words % bounds, params=bounds)
        return value

    def get(self, request: Request, **at: Any) -> HttpResponseBase:
        return self._done("get", request, at)

    def post(self, request: Request, **at: Any) -> HttpResponseBase:
        """Makes or plays something."""
        return self._done("post", request, at)

    def put(self, request: Request, **at: Any) -> HttpResponseBase:
        """Puts something in its place."""
        return self._done("put", request, at)

    def delete(self, request: Request, **at: Any) -> HttpResponseBase:
        """Takes something back."""
        return self._done("delete", request, at)

    def _done(self, method: str, request: Request, at: Mapping[str, Any]) -> HttpResponseBase:
        do: Callable[..., HttpResponse] = getattr(self, f"do_{method}")
        key = request.headers.get("Idempotency-Key")
        if method not in UNSAFE or key is None or self.token is None:
            return do(request, **at)
        body = written(self.body).encode() if hasattr(self, "told") else b""
        digest = digest_of(method, request.get_full_path(), request.headers.get("If-Match", ""), body)
        return once(self.token, key, digest, lambda: do(request, **at))

    def seen_version(self) -> int | None:
        """The public version that the client saw, from `If-Match`; None for `*`.

        Raises:
            Problem: 428 without one, 400 for what is none of our tags.
        """
        text = self.request.headers.get("If-Match", "").strip()
        if text == "*":
            return None
        if not text:
            raise _without_condition()
        match_ = _TAG.fullmatch(text)
        if match_ is None:
            raise Problem(400, "condition", _("“If-Match” has one ETag, as a game gives it."))
        return int(match_[1])

    # -- the way back -----------------------------------------------------------------------------

    def handle_exception(self, exc: Exception) -> HttpResponse:  # type: ignore[override]
        """Answer with the reason against the request; errors of the service are raised on."""
        if isinstance(exc, _MaySend):
            return HttpResponse(status=204)
        problem = problem_of(exc)
        if problem is None:
            raise exc
        if problem.status == 405:
            problem.headers["Allow"] = ", ".join(self.allowed_methods)
        if problem.status == 401:
            problem.headers.setdefault("WWW-Authenticate", self.get_authenticate_header(self.request))
        return problem.answer()

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Add what every answer has."""
        for name, value in getattr(self, "budget", {}).items():
            response[name] = value
        if response.has_header("Vary"):
            patch_vary_headers(response, VARY)
        else:
            response["Vary"] = ", ".join(VARY)
        if request.method in ("GET", "HEAD", "OPTIONS") and "Authorization" not in request.headers:
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = EXPOSED
        if not response.has_header("Cache-Control"):
            whose = "private" if "Authorization" in request.headers else "public"
            response["Cache-Control"] = f"{whose}, no-cache"
        return response

    def options(  # type: ignore[override]
        self, request: Request, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The allowed methods, and what a page of another site may do: read, without a token."""
        response = HttpResponse(status=204)
        response["Allow"] = ", ".join(self.allowed_methods)
        if "get" in self.operations:
            response["Access-Control-Allow-Methods"] = "GET, HEAD"
            response["Access-Control-Allow-Headers"] = "Accept, Accept-Language, If-None-Match"
            response["Access-Control-Max-Age"] = "86400"
        return response


def unknown_names(code: str, unknown: Sequence[str], known: Iterable[str]) -> Problem:
    """A body or an address has names that are not known.

    Args:
        code: `unknown-fields` or `unknown-parameters`.
        unknown: those names.
        known: the allowed values.
    """
    names = sorted(known)
    texts = {"names": ", ".join(unknown), "known": ", ".join(names)}
    if code == "unknown-parameters":
        words = _("The address has parameters that are not known: %(names)s. It takes these: %(known)s.")
        none = _("The address takes no parameters, and has these: %(names)s.")
    else:
        words = _("There are fields that are not known: %(names)s. Known are these: %(known)s.")
        none = _("The body takes no fields, and has these: %(names)s.")
    status = 400 if code == "unknown-parameters" else 422
    return Problem(status, code, (words if names else none) % texts, params={"names": list(unknown), "known": names})


def _without_condition() -> Problem:
    return Problem(428, "condition-missing", _("Say which version you saw: send its ETag as “If-Match”."))


class Body(Serializer[Any]):
    """What is sent: a JSON object with these fields and no other."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked values. Raises `Problem` for unknown fields, `ValidationError` for wrong ones."""
        if isinstance(data, Mapping):
            if unknown := sorted(map(str, set(data) - set(self.fields))):
                raise unknown_names("unknown-fields", unknown, self.fields)
            for name, value in data.items():
                _check_length(self.fields[name], name, value)
                _check_text(self.fields[name], name, value)
        return super().to_internal_value(data)


def _check_length(field: Any, name: str, value: Any) -> None:
    """Refuses a list that is too long before the framework looks at each of its members, and at their troubles: a body
    of some megabytes has a million of them. Raises `ValidationError`.
    """
    if not isinstance(field, ListField) or not isinstance(value, list):
        return
    if field.max_length is not None and len(value) > field.max_length:
        words = field.error_messages["max_length"].format(max_length=field.max_length)
        raise exceptions.ValidationError({name: [words]})
    for item in value:
        _check_length(field.child, name, item)


def _check_text(field: Any, name: str, value: Any) -> None:
    """Refuses a number where a text belongs, of which the framework would make one. Raises `ValidationError`."""
    if isinstance(field, ListField) and isinstance(value, list):
        for item in value:
            _check_text(field.child, name, item)
    elif type(field) is CharField and isinstance(value, int | float):
        raise exceptions.ValidationError({name: [field.error_messages["invalid"]]})


def checked(body: type[Serializer[Any]], data: Any) -> Mapping[str, Any]:
    """The values of a body.

    Args:
        body: what it has to be.
        data: what came.

    Raises:
        Problem, ValidationError, ParseError: what is wrong with it.
    """
    if not isinstance(data, Mapping):
        raise exceptions.ParseError
    values: Mapping[str, Any] = _checks(body).run_validation(data)
    return values


@cache
def _checks(body: type[Serializer[Any]]) -> Serializer[Any]:
    """What holds values against a body, for all requests: it keeps nothing of them."""
    return body()


def json_answer(
    value: Any, *, status: int = 200, version: int | None = None, links: Mapping[str, str] | None = None
) -> HttpResponse:
    """An answer in JSON, with the ETag that it can be asked again by.

    Args:
        value: what it says.
        status: of HTTP.
        version: the public version of the game concerned; the ETag begins with it, so that it is the condition
            of what is done next.
        links: addresses of other pages of a list, by `next` and `prev`.
    """
    body = written(value).encode()
    digest = hashlib.sha256(body).hexdigest()[:16]
    response = HttpResponse(body, status=status, content_type="application/json")
    response["ETag"] = f'"{digest}"' if version is None else f'"{version}-{digest}"'
    if links:
        response["Link"] = ", ".join(f'<{address}>; rel="{rel}"' for rel, address in links.items())
    return response


def at(route: str, endpoint: type[Endpoint], name: str, **marks: Any) -> URLPattern:
    """The pattern of an address.

    Args:
        route: below `/api/v1/`.
        endpoint: what answers there.
        name: of the address.
        marks: what `web/routes.py` tells of it before Django has the request: `in_line`, `costly`, `most_bytes`.
    """
    methods = [method.upper() for method in endpoint.http_method_names]
    inner = gzip_page(conditional_page(endpoint.as_view()))

    @wraps(inner)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        assert methods  # `tests/accounts/conduct/test_doors.py` reads them here
        response: HttpResponseBase = inner(request, *args, **kwargs)
        return response

    for mark, value in marks.items():
        setattr(view, mark, value)
    view.csrf_exempt = True  # type: ignore[attr-defined] # no cookie gets here, so there is nothing to forge
    return path(route, cookieless(view), name=name)
