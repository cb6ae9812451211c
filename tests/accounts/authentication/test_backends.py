"""Who has signed in by whatever way is signed in on the next page."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_backends


def test_backends_have_the_address_that_settings_name() -> None:
    """Sessions hold it, and Django takes no session with another one. Allauth makes it of module and class."""
    result = [f"{type(backend).__module__}.{type(backend).__qualname__}" for backend in get_backends()]
    assert result == settings.AUTHENTICATION_BACKENDS
