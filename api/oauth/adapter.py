"""Our part of allauth's provider: the issuer of tokens, and a person's data for programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from django.http import HttpRequest
from django.urls import reverse

from accounts.authentication import AccountBackend
from accounts.mails.outbox import site_of
from accounts.models import Account
from accounts.people.accounts import player_of
from api.models import KnownAs, Program


class Adapter(DefaultOIDCAdapter):
    """Names people by a number of their own for each program, and by no address."""

    request: HttpRequest

    def get_issuer(self) -> str:
        """The address of the service."""
        return site_of(self.request)

    def get_claims(
        self,
        purpose: Any,
        user: Any,
        client: Any,
        scopes: Iterable[str],
        email: str | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """What a program is kwargs: the subject; with `profile` the public name and where the profile is.

        Args:
            purpose: whether it is for a token or userinfo; they are the same.
            user, client: who, and for which program.
            scopes: what it may know.
            email, kwargs: what allauth would give, and we do not.
        """
        claims: dict[str, Any] = {"sub": self.get_user_sub(client, user)}
        if "profile" in scopes:
            name = player_of(user).name
            page = self.get_issuer() + reverse("players:profile", args=[name])
            claims |= {"name": name, "preferred_username": name, "profile": page}
        return claims

    def get_user_sub(self, client: Any, user: Any) -> str:
        """By what a program knows an account."""
        data = {"account_id": user.pk, "program_id": client.pk}
        return str(KnownAs.objects.get_or_create(**data)[0].value)

    def get_user_by_sub(self, client: Any, sub: str) -> Account | None:
        """The account that a program knows so, if it is open."""
        try:
            result = KnownAs.objects.filter(program=Program(pk=client.pk), value=UUID(sub)).first()
        except ValueError:
            return None
        return None if result is None else AccountBackend().get_user(result.account_id)
