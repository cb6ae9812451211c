"""Who signs in, and who is behind a request. Sessions name `players.backend.AccountBackend`, where it stood."""

from __future__ import annotations

from accounts.authentication.backends import AccountBackend

__all__ = ["AccountBackend"]
