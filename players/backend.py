"""Who is behind a session."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from players.models import Account

__all__ = ["AccountBackend"]


class AccountBackend(AuthenticationBackend):
    """As allauth's; the player and the preferences come in the same query, because nearly every page asks for them."""

    def get_user(self, user_id: Any) -> Account | None:
        """The account of a session; None if there is none any more, or it is closed."""
        found = Account.objects.select_related("player", "preferences").filter(pk=user_id).first()
        return found if found is not None and self.user_can_authenticate(found) else None
