"""What pages of the admin share."""

from __future__ import annotations

from django.http import HttpRequest


class ReadOnly:
    """A page of rows to look up, never to change: what the log says is changed by events alone."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never."""
        return False
