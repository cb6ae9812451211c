"""Second factors: passkeys, codes of an app, recovery codes. Allauth knows how; here is what is ours about them."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import urlsplit

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_used
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from accounts.authentication.second_factor import ONWARD, SHOWN, STRONG
from accounts.authentication.session_revocation import end_other_sessions
from accounts.models import Account

MOST_PASSKEYS = 20


class FactorAdapter(DefaultMFAAdapter):
    """Our answers where allauth asks."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("That is not right. A code holds for half a minute, and each one once."),
        "too_many_passkeys": gettext_lazy("There are %d passkeys. Remove one first."),
    }

    def get_totp_label(self, user: Account) -> str:
        """What an app calls the account."""
        return user.username

    def get_totp_issuer(self) -> str:
        """What an app calls the service."""
        return f"Vexillum ({urlsplit(self._site()).hostname})"

    def encrypt(self, text: str) -> str:
        """What is kept of a secret."""
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. If the key of the service is another one now, a fresh secret, which no code fits."""
        try:
            return _keys().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return str(generate_totp_secret())

    def generate_authenticator_name(self, user: Account, type: str) -> str:
        """What a passkey is called before somebody names it."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The relying party of passkeys: one site, whatever its name in the request."""
        return {"id": urlsplit(self._site()).hostname or "", "name": "Vexillum"}

    def _site(self) -> str:
        """Where the service is: as its operator told, else as the request says."""
        mails = settings.VEXILLUM_SITE_IN_ALL_MAILS
        return str(settings.VEXILLUM_SITE) if mails else f"//{context.request.get_host()}"

    def get_public_key_credential_user_entity(self, user: Account) -> dict[str, Any]:
        """The user of the request. A list of passkeys on a shared device shows names, no addresses."""
        return {"id": user.pk.hex.encode(), "display_name": user.username, "name": user.username}


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"accounts.signin.factors").derive(secret.encode())
    return base64.urlsafe_b64encode(made)


def main_factors(account: Account) -> int:
    """How many second factors an account has. Recovery codes are none."""
    return int(Authenticator.objects.filter(user=account, type__in=STRONG).count())


@receiver(authenticator_used)
def _shown(request: HttpRequest, user: Account, **value: Any) -> None:
    request.session[SHOWN] = str(user.pk)


@receiver(authenticator_added)
def _set_up(request: HttpRequest, user: Account, authenticator: Authenticator, **value: Any) -> None:
    """From the first factor on every session has shown one: those that have not end."""
    if authenticator.type not in STRONG:
        return
    request.session[SHOWN] = str(user.pk)
    if main_factors(user) == 1:
        end_other_sessions(user, request.session.session_key)


@receiver(authenticator_removed)
def _removed(request: HttpRequest, user: Account, authenticator: Authenticator, **value: Any) -> None:
    """A removed factor may be lost with its device, so all other sessions end."""
    if authenticator.type in STRONG:
        end_other_sessions(user, request.session.session_key)
    if not main_factors(user):
        request.session.pop(SHOWN, None)
        request.session.pop(ONWARD, None)
