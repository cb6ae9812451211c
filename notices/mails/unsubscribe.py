"""The link in a mail that ends mails of its kind: signed, so that nobody has to sign in, and good for nothing else.

RFC 8058: mail programs post to it by one click of theirs, without cookies. A GET only asks, because programs that check
links follow them.
"""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from notices.models import Kind

_signer = Signer(salt="players.notices.unsubscribing")  # as in the links of mails that are out


def token_of(player_id: UUID, kind: Kind) -> str:
    """What the link of a player's mails of a kind holds. It stays the same, and works for as long as the key does."""
    return _signer.sign(f"{player_id.hex}.{kind.value}")


def read_token(token: str) -> tuple[UUID, Kind]:
    """Whose mails of which kind a token ends.

    Raises:
        ValueError: it was not made here, or has lost a part.
    """
    try:
        player, kind = _signer.unsign(token).split(".")
        return UUID(player), Kind(kind)
    except BadSignature as error:
        raise ValueError("the signature does not fit") from error


def stop_url(player_id: UUID, kind: Kind) -> str:
    """The whole address that ends a player's mails of a kind."""
    return settings.VEXILLUM_SITE + reverse("notices:stop", args=[token_of(player_id, kind)])
