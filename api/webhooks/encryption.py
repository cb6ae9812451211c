"""Secrets that sign messages to webhooks (Standard Webhooks): made, kept sealed, and used."""

from __future__ import annotations

import base64
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PREFIX = "whsec_"
BYTES = 32


def make_secret() -> str:
    """A new secret, as its owner's program takes it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def seal(secret: str) -> str:
    return _keys().encrypt(secret.encode()).decode()


def unseal(kept: str) -> str | None:
    """The secret; None if the key of the service is another one now."""
    try:
        return _keys().decrypt(kept.encode()).decode()
    except InvalidToken:
        return None


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"api.webhooks").derive(secret.encode())
    return base64.urlsafe_b64encode(made)
