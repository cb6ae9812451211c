"""Tokens of accounts, and the answers that are kept for who asks again."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Account


class Scope(models.TextChoices):
    """What a token lets a program do. None of them tells or allows more than its owner may know and do."""

    READ = "read", pgettext_lazy("scope", "Read what I may see: my games from my seat, my set-ups, my lists")
    PLAY = "play", pgettext_lazy("scope", "Play as me: turns, draws, resigning, set-ups of games")
    CHALLENGE = "challenge", pgettext_lazy("scope", "Look for games as me: seeks and challenges")
    SETUPS = "setups", pgettext_lazy("scope", "Change my saved set-ups and drafts")
    TALK = "talk", pgettext_lazy("scope", "Talk as me, and keep my notes and guesses")
    ORGANISE = "organise", pgettext_lazy("scope", "Enter and hold tournaments as me")
    STAFF = "staff", pgettext_lazy("scope", "Do what I may do as one of the staff")


class AccessToken(models.Model):
    """A personal token. Its secret is shown once, and only the SHA-256 of it is kept: the secret has 256 random bits,
    so nobody finds it by trying, and a slow hash would add nothing.

    Attributes:
        used: when it was used last, give or take an hour.
        revoked: since when it works no more, whatever `expires` says.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=9, choices=Scope.choices))
    created = models.DateTimeField(_("made"))
    expires = models.DateTimeField(_("ends"))
    used = models.DateTimeField(_("last used"), null=True)
    revoked = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        indexes = [models.Index(fields=["expires"], name="api_token_expires")]

    def __str__(self) -> str:
        return str(self.id)

    def works(self, at: datetime) -> bool:
        """Whether it is neither revoked nor over at a time."""
        return self.revoked is None and at < self.expires

    @property
    def scope_names(self) -> list[str]:
        """What it lets a program do, in words, in the order of the page."""
        return [str(one.label) for one in Scope if one in self.scopes]


class KeptAnswer(models.Model):
    """What was answered to a request that had an effect, for who sends it again with the same key within a day. It
    holds public values and those of its owner: which game, which version; never a set-up or a rank.

    Attributes:
        key: the `Idempotency-Key` of the request.
        request: SHA-256 of method, address, condition and body, in hex.
        status, body, headers: the answer; no status while the first one is at work.
    """

    token = models.ForeignKey(AccessToken, on_delete=models.CASCADE, related_name="answers", db_index=False)
    key = models.CharField(max_length=255)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(default="")
    headers = models.JSONField(default=dict)
    created = models.DateTimeField()

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="api_answer_one_of_a_key")]
        indexes = [models.Index(fields=["created"], name="api_answer_created")]

    def __str__(self) -> str:
        return str(self.pk)
