"""Who signs in, and who is behind a request. Sessions name `players.backend.AccountBackend`: it keeps its address."""

from __future__ import annotations

from players.backend.authentication import AccountBackend

__all__ = ["AccountBackend"]
