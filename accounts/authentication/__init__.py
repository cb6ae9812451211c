"""Signing in, and the account of a request. Old sessions name `players.backend.AccountBackend`, its former place."""

from __future__ import annotations

from accounts.authentication.backends import AccountBackend

__all__ = ["AccountBackend"]
