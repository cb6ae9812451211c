"""The key that signs identities for programs (OpenID Connect): RSA, as RS256 takes it."""

from __future__ import annotations

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

BITS = 2048


def make() -> str:
    """A new key, as PEM."""
    made = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return made.private_bytes(serialization.Encoding.PEM, form, plain).decode()


def key(text: str) -> str:
    r"""The key of the environment, in which `\n` means the end of a line; nothing if there is none.

    Raises:
        ValueError: it is no RSA key in PEM without a password, or a short one. The message shows none of it.
    """
    if not text:
        return ""
    pem = text.replace("\\n", "\n")
    wanted = f"A signing key is an RSA key of {BITS} bits at least, in PEM, without a password"
    try:
        result = serialization.load_pem_private_key(pem.encode(), password=None)
    except (TypeError, ValueError):
        raise ValueError(wanted) from None
    if not isinstance(result, rsa.RSAPrivateKey) or result.key_size < BITS:
        raise ValueError(wanted)
    return pem
