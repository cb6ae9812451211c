"""What the environment says, read with care: a variable that makes no sense ends the start with one line that names it.

The lines never show a value, which may hold a password.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from email.utils import parseaddr
from typing import Any, TypeVar
from urllib.parse import urlsplit

_T = TypeVar("_T")
_ON, _OFF = frozenset({"1", "yes", "true", "on"}), frozenset({"", "0", "no", "false", "off"})
_HOST = re.compile(r"\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\*|\[[0-9A-Fa-f:.]+\]")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+")
_PLACEHOLDER = re.compile(
    r"change.?me|insecure|placeholder|replace.?(me|this)|example|secret.?key|your.?(secret|key)|random.char"
)
_KEY_LENGTH, _KEY_VARIETY = 32, 8
MAKE_KEY = "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
"""Makes a secret key, in any shell."""


class ConfigError(SystemExit):
    """A setting that makes no sense. It ends the process with one line that names the variable and says what it can be;
    no traceback, whichever server or command reads the settings.
    """


def flag(name: str, *, default: bool = False) -> bool:
    """Whether a variable is on; `default` if it is not set."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in _ON | _OFF:
        raise ConfigError(f"{name} can be 1 or 0.")
    return value in _ON


def words(name: str) -> list[str]:
    """The words of a list, separated by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def number(name: str, default: int, *, least: int = 0, most: int = 1_000_000) -> int:
    """The variable `name` as a whole number from `least` to `most`; `default` if it is not set.

    Raises:
        ConfigError: it is no such number.
    """
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ConfigError(f"{name} must be a whole number from {least} to {most}.")
    return int(value)


def secret_keys(name: str, keys: list[str]) -> list[str]:
    """The secret keys that the variable `name` holds.

    Raises:
        ConfigError: a key could be guessed: it is short, repeats few characters, or is that of a sample.
    """
    for key in keys:
        if len(key) < _KEY_LENGTH or len(set(key)) < _KEY_VARIETY or _PLACEHOLDER.search(key.lower()):
            raise ConfigError(f"{name} is short, or others can know it: {MAKE_KEY} makes a key of random characters.")
    return keys


def read(name: str, reader: Callable[[str], _T], value: str | None = None) -> _T:
    """What `reader` makes of the variable `name`, or of `value`. Its `ValueError` says what one looks like, and becomes
    a `ConfigError`."""
    try:
        return reader(os.environ.get(name, "") if value is None else value)
    except ValueError as error:
        raise ConfigError(f"{name} is wrong: {_plainly(error)}") from None


def _plainly(error: ValueError) -> str:
    """The words of our own errors; those of libraries may quote a value."""
    text = str(error)
    return f"{text.rstrip('.')}." if text.startswith(("A ", "The ")) else "it cannot be read."


def site(name: str) -> str:
    """The address of a site, `https://play.example.org`, without a slash at its end; empty if it is not set."""
    value = os.environ.get(name, "").strip().rstrip("/")
    if value:
        read(name, _origin, value)
    return value


def origins(name: str) -> list[str]:
    texts = words(name)
    for value in texts:
        read(name, _origin, value)
    return texts


def _origin(value: str) -> None:
    parts = urlsplit(value)
    _port = parts.port  # raises ValueError
    if (
        parts.scheme not in {"http", "https"}
        or not parts.hostname
        or parts.path
        or parts.query
        or parts.fragment
        or parts.username
    ):
        raise ValueError("An address with scheme and host, and nothing after them, looks like https://play.example.org")


def hosts(name: str) -> list[str]:
    """Names of hosts, without scheme and port."""
    texts = words(name)
    if not all(_HOST.fullmatch(text) for text in texts):
        raise ConfigError(f"{name} must be names of hosts, such as play.example.org, without scheme and port.")
    return texts


def address_of_mail(name: str, default: str) -> str:
    """One address, with or without a name before it."""
    value = os.environ.get(name, "").strip() or default
    if not _MAIL.fullmatch(parseaddr(value)[1]) or "\n" in value:
        raise ConfigError(f"{name} must be an address such as Vexillum <play@example.org>.")
    return value


def addresses_of_mail(name: str) -> list[str]:
    """Addresses without names, separated by commas."""
    texts = words(name)
    if not all(_MAIL.fullmatch(text) for text in texts):
        raise ConfigError(f"{name} must be addresses such as admin@example.org, separated by commas.")
    return texts


def level(name: str, default: str) -> str:
    value = (os.environ.get(name, "").strip() or default).upper()
    if value not in {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}:
        raise ConfigError(f"{name} can be DEBUG, INFO, WARNING, ERROR or CRITICAL.")
    return value


def one_of(name: str, default: str, *values: str) -> Any:
    value = os.environ.get(name, "") or default
    if value not in values:
        raise ConfigError(f"{name} can be {', '.join(values[:-1])} or {values[-1]}.")
    return value
