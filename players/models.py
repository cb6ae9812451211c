"""Accounts and players. Names live here and nowhere else: the log and the games hold the random ids of these rows."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Account(AbstractUser):
    """Who signs in. Its id is the `actor` of events."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")


class Player(models.Model):
    """Who sits at a seat. Deleting the row erases the name; the games stay and show a deleted player.

    A player without an account is known from a record only.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=150)
    account = models.OneToOneField(
        Account, verbose_name=_("account"), null=True, blank=True, on_delete=models.CASCADE, related_name="player"
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            # Two imports of the same name at once must not make two players of it.
            models.UniqueConstraint(
                fields=["name"], condition=models.Q(account__isnull=True), name="players_player_name_of_records"
            ),
        ]
        indexes = [models.Index(fields=["name"], name="players_player_name")]

    def __str__(self) -> str:
        return self.name
