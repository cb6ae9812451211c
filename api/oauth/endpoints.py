"""What programs ask without a browser: tokens for what they bring, an end of them, who somebody is, and what this
provider can do. No cookie gets here; any site may ask, for it has to bring what lets it in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.views import jwks
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from api.http.authentication import REALM, TokenAuthentication
from api.http.budgets import pay
from api.http.problems import Problem
from api.oauth.devices import start
from api.oauth.provider import Provider, answered, asked
from api.oauth.validator import EXCHANGES, known_scopes
from web.limits import MINUTE, address_of, wait_for
from web.routes import cookieless

MOST = 120
"""Requests of an address within a minute, all of these together."""

METHODS = ["client_secret_basic", "client_secret_post", "none"]


def token(request: HttpRequest) -> HttpResponse:
    """Exchanges a code, a refresh token or a device code for tokens."""
    with transaction.atomic():  # what is found out of a code that comes twice stays, though the answer is a refusal
        return answered(*Provider().create_token_response(*asked(request)))


def revoke(request: HttpRequest) -> HttpResponse:
    """Ends what a token of the program came from (RFC 7009)."""
    return answered(*Provider().create_revocation_response(*asked(request)))


def device(request: HttpRequest) -> HttpResponse:
    """Begins the sign-in of a program without a browser (RFC 8628)."""
    return JsonResponse(start(request), headers={"Cache-Control": "no-store"})


def userinfo(request: HttpRequest) -> HttpResponse:
    """Who let the program in that bears this token."""
    budget: Any = {}
    try:
        try:
            authenticate = TokenAuthentication().authenticate(request)  # type: ignore[arg-type] # headers are all it reads
        except Problem:
            budget = pay(request, None, 1)
            raise
        budget = pay(request, None if authenticate is None else authenticate[1], 1)
        if authenticate is None:
            words = _("This needs a token that a program got from the token endpoint.")
            raise Problem(401, "no-token", words, headers={"WWW-Authenticate": REALM})
        account, bearer = authenticate
        if bearer.grant is None or "openid" not in bearer.scopes:
            words = _("The token lacks the scope “%(scope)s”.") % {"scope": "openid"}
            lacks = f'{REALM}, error="insufficient_scope", scope="openid"'
            raise Problem(403, "scope", words, params={"scope": "openid"}, headers={"WWW-Authenticate": lacks})
        claims = get_adapter().get_claims("userinfo", account, bearer.grant.program, bearer.scopes)
        response: HttpResponse = JsonResponse(claims, headers={"Cache-Control": "private, no-store"})
    except Problem as problem:
        response = problem.answer()
    for name, value in budget.items():
        response[name] = value
    return response


def configuration(request: HttpRequest) -> HttpResponse:
    """What a program has to know of this provider (OpenID Connect Discovery 1.0, RFC 8414)."""
    issuer = get_adapter().get_issuer()
    data = {
        "issuer": issuer,
        "authorization_endpoint": issuer + reverse("api:authorize"),
        "token_endpoint": issuer + reverse("api:token-endpoint"),
        "userinfo_endpoint": issuer + reverse("api:userinfo"),
        "revocation_endpoint": issuer + reverse("api:revocation"),
        "device_authorization_endpoint": issuer + reverse("api:device-endpoint"),
        "jwks_uri": issuer + reverse("api:jwks"),
        "service_documentation": issuer + reverse("api:page"),
        "scopes_supported": known_scopes(),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": list(EXCHANGES),
        "subject_types_supported": ["pairwise"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": METHODS,
        "revocation_endpoint_auth_methods_supported": METHODS,
        "code_challenge_methods_supported": ["S256"],
        "claims_supported": ["sub", "name", "preferred_username", "profile"],
        "authorization_response_iss_parameter_supported": True,
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
    }
    return JsonResponse(data, headers={"Cache-Control": "public, max-age=3600"})


def _open(view: Callable[[HttpRequest], HttpResponse], *allowed: str) -> Callable[[HttpRequest], HttpResponse]:
    """What every address of these does: its methods, its limit, other sites, and refusals as OAuth writes them."""
    methods = [*allowed, "OPTIONS"]

    @wraps(view)
    def inner(request: HttpRequest) -> HttpResponse:
        if request.method == "OPTIONS":
            response = HttpResponse(status=204)
            response["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
            response["Access-Control-Max-Age"] = "86400"
        elif request.method not in methods:
            response = HttpResponse(status=405)
        elif seconds := wait_for("oauth", f"address:{address_of(request)}", most=MOST, seconds=MINUTE):
            texts = {"error": "temporarily_unavailable", "error_description": "Too many requests."}
            response = JsonResponse(texts, status=429, headers={"Retry-After": str(seconds)})
        else:
            try:
                response = view(request)
            except OAuth2Error as error:
                headers = {"Content-Type": "application/json", "Cache-Control": "no-store", **error.headers}
                response = answered(headers, error.json, error.status_code)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = "Retry-After, WWW-Authenticate"
        if response.status_code in (204, 405):
            response["Allow"] = ", ".join(methods)
            response["Access-Control-Allow-Methods"] = ", ".join(methods)
        return response

    inner.csrf_exempt = True  # type: ignore[attr-defined] # no cookie gets here, so there is nothing to forge
    return cookieless(inner)


urlpatterns: list[URLPattern] = [
    path("oauth/token/", _open(token, "POST"), name="token-endpoint"),
    path("oauth/revoke/", _open(revoke, "POST"), name="revocation"),
    path("oauth/device/", _open(device, "POST"), name="device-endpoint"),
    path("oauth/userinfo/", _open(userinfo, "GET", "POST"), name="userinfo"),
    path("oauth/jwks/", _open(jwks, "GET"), name="jwks"),
    path(".well-known/openid-configuration", _open(configuration, "GET"), name="configuration"),
    path(".well-known/oauth-authorization-server", _open(configuration, "GET"), name="server-configuration"),
]
