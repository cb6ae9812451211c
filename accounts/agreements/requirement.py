"""Who must agree, and what waits until then: new games, never one in play.

That costs no request a statement: the numbers come with the account that is behind a request
(`accounts/authentication/backends.py`). The start of a game checks its player once (`refuse_unagreed`).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.models import Account
from eventlog.statements import execute

ASKED = """
(SELECT max(number) FROM terms_legaltext WHERE asks),
(SELECT max(number) FROM terms_legaltext WHERE asks AND needed_from <= %s)
"""
"""Two columns: the newest version that members are asked to agree to, and the newest without which they begin nothing;
its parameter is the time."""

_UNAGREED = b"""
SELECT 1 FROM players_player p JOIN players_account a ON a.id = p.account_id
WHERE p.id = %s AND NOT p.guest
AND a.agreed < (SELECT max(number) FROM terms_legaltext WHERE asks AND needed_from <= %s)
"""


class NotAgreed(Exception):
    """A player begins nothing new before agreeing to the terms as they are now; the edge says so with a link."""


def is_asked(user: Any) -> bool:
    """Whether a member still has to agree to a version that requires it."""
    if not isinstance(user, Account) and not getattr(user, "is_authenticated", False):
        return False
    player = getattr(user, "player", None)
    return player is not None and not player.guest and user.agreed < (_numbers(user)[0] or 0)


def is_kept_back(user: Any) -> bool:
    """Whether what somebody wants to begin waits until they agree."""
    return is_asked(user) and user.agreed < (_numbers(user)[1] or 0)


def refuse_unagreed(player: UUID) -> None:
    """Say nothing if a player may begin something new.

    Raises:
        NotAgreed: it is a member, and has not agreed in time.
    """
    if execute(_UNAGREED, (player, timezone.now())):
        raise NotAgreed


def _numbers(user: Any) -> tuple[int | None, int | None]:
    if user.asked_numbers is None:
        ((newest, needed),) = execute(f"SELECT {ASKED}".encode(), (timezone.now(),))
        user.asked_numbers = newest, needed
    numbers: tuple[int | None, int | None] = user.asked_numbers
    return numbers


def agreement(request: HttpRequest) -> dict[str, Any]:
    """For templates: `asked_to_agree` and `kept_back`, looked up when a page with a head wants them."""
    return {
        "asked_to_agree": SimpleLazyObject(lambda: is_asked(request.user)),
        "kept_back": SimpleLazyObject(lambda: is_kept_back(request.user)),
    }
