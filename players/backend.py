"""See the package."""

from accounts.authentication import AccountBackend

__all__ = ["AccountBackend"]
