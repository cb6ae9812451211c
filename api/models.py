"""Tokens of accounts, programs that people sign in to, and answers stored for repeated requests."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import datetime

from allauth.idp.oidc.models import Client
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Account


class Scope(models.TextChoices):
    """What a token lets a program do. None of them gives more than its owner may know and do."""

    READ = "read", pgettext_lazy("scope", "Read what I may see: my games from my seat, my set-ups, my lists")
    PLAY = (
        "play",
        pgettext_lazy("scope", "Play as me: turns, draws, resigning, set-ups of games, entering events"),
    )
    CHALLENGE = "challenge", pgettext_lazy("scope", "Look for games as me: seeks and challenges")
    SETUPS = "setups", pgettext_lazy("scope", "Change my saved set-ups and drafts")
    TALK = "talk", pgettext_lazy("scope", "Talk as me, and keep my notes and guesses")
    ORGANISE = "organise", pgettext_lazy("scope", "Hold tournaments as me")
    ACCOUNT = (
        "account",
        pgettext_lazy(
            "scope", "Change my preferences, whom I block, my vacation and what I am told; see my reports and penalties"
        ),
    )
    STAFF = "staff", pgettext_lazy("scope", "Do what I may do as one of the staff, of this site or of a tournament")


class Program(Client):
    """A program that people sign in to with their account here: a client of OAuth, registered by its owner. It asks for
    what it wants each time; nothing but its addresses is settled before.

    Its secret, if it can keep one, has 256 random bits as a token has, so its SHA-256 is kept and no slow hash.
    """

    class Meta:
        proxy = True
        verbose_name = _("program")
        verbose_name_plural = _("programs")

    def set_secret(self, secret: str) -> None:
        """Keep the hash of a secret; nothing at all of none."""
        self.secret = hashlib.sha256(secret.encode()).hexdigest() if secret else ""

    def check_secret(self, secret: str) -> bool:
        given = hashlib.sha256(secret.encode()).hexdigest()
        return bool(self.secret) and secrets.compare_digest(given, self.secret)

    @property
    def is_public(self) -> bool:
        """Whether it runs where its users could read a secret: so it has none."""
        return bool(self.type == Client.Type.PUBLIC)


class Grant(models.Model):
    """That a person let a program in once, and how far. All that the program got by it ends with it.

    Attributes:
        scopes: of OpenID (`openid`, `profile`) and of the API.
        expires: soon, until the program has fetched its first token; then after `LONGEST` days.
        ended: since when it opens nothing, whatever `expires` says.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="grants")
    program = models.ForeignKey(Program, on_delete=models.CASCADE, related_name="grants")
    scopes = ArrayField(models.CharField(max_length=9))
    created = models.DateTimeField()
    expires = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("program let in")
        verbose_name_plural = _("programs let in")
        indexes = [
            models.Index(fields=["expires"], name="api_grant_expires"),
            models.Index(fields=["program", "account"], condition=models.Q(ended=None), name="api_grant_live"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    def works(self, at: datetime) -> bool:
        """Whether it is neither ended nor over at a time."""
        return self.ended is None and at < self.expires


class GrantSecret(models.Model):
    """What a program exchanges for tokens, once: an authorization code, or a refresh token. Kept is the SHA-256.

    Attributes:
        spent: when it was exchanged. A second use means a theft: the grant ends.
        redirect, challenge, nonce: of a code: where it was sent, the S256 challenge of who asked, the nonce of OpenID.
    """

    class Kind(models.TextChoices):
        CODE = "code"
        REFRESH = "refresh"

    digest = models.CharField(max_length=64, unique=True, editable=False)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, related_name="secrets")
    expires = models.DateTimeField()
    spent = models.DateTimeField(null=True)
    redirect = models.CharField(max_length=500, default="", blank=True)
    challenge = models.CharField(max_length=43, default="", blank=True)
    nonce = models.CharField(max_length=255, default="", blank=True)

    class Meta:
        verbose_name = _("secret of a program")
        verbose_name_plural = _("secrets of programs")
        indexes = [models.Index(fields=["expires"], name="api_secret_expires")]

    def __str__(self) -> str:
        return str(self.pk)


class DeviceSignIn(models.Model):
    """A program without a browser that waits for a person to let it in (RFC 8628).

    Attributes:
        digest: SHA-256 of what the program asks with.
        user_code: SHA-256 of what the person types.
        polled: when the program asked last.
        grant: what it was given; `denied` if it was not.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    user_code = models.CharField(max_length=64, unique=True, editable=False)
    program = models.ForeignKey(Program, on_delete=models.CASCADE, related_name="+")
    scopes = ArrayField(models.CharField(max_length=9))
    expires = models.DateTimeField()
    polled = models.DateTimeField(null=True)
    denied = models.BooleanField(default=False)
    grant = models.OneToOneField(Grant, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("device that waits")
        verbose_name_plural = _("devices that wait")
        indexes = [models.Index(fields=["expires"], name="api_device_expires")]

    def __str__(self) -> str:
        return str(self.pk)


class KnownAs(models.Model):
    """By what a program knows a person: another value for each program, so that two of them cannot compare. It stays
    when the person ends the program's tokens, and is the same when they come back.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    program = models.ForeignKey(Program, on_delete=models.CASCADE, related_name="+")
    value = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("name for a program")
        verbose_name_plural = _("names for programs")
        constraints = [models.UniqueConstraint(fields=["account", "program"], name="api_known_as_one_a_program")]

    def __str__(self) -> str:
        return str(self.pk)


class AccessToken(models.Model):
    """A token that bears requests: a personal one, or the one that a grant has now. Its secret is shown once, and only
    the SHA-256 of it is kept: the secret has 256 random bits, so nobody finds it by trying, and a slow hash would add
    nothing.

    Attributes:
        scopes: of the API; of a program's those of OpenID too.
        grant: whose token it is; None for a personal one. A grant keeps one row and puts a new secret into it each time
            that it is refreshed, so what was answered to a key is found again.
        used: when it was used last, give or take an hour.
        revoked: since when it works no more, whatever `expires` says.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="access_tokens")
    grant = models.OneToOneField(Grant, null=True, on_delete=models.CASCADE, related_name="token", editable=False)
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
        indexes = [
            models.Index(fields=["expires"], name="api_token_expires"),
            models.Index(fields=["revoked"], condition=models.Q(revoked__isnull=False), name="api_token_revoked"),
        ]

    def __str__(self) -> str:
        return str(self.id)

    def works(self, at: datetime) -> bool:
        """Whether it is neither revoked nor over at a time."""
        return self.revoked is None and at < self.expires

    @property
    def scope_names(self) -> list[str]:
        """What it lets a program do, in words, in the order of the page."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]


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


class Webhook(models.Model):
    """An address of somebody's program that is notified when a game or an event of theirs changes.

    Attributes:
        secret: what signs, sealed with the key of the service: it has to be read again each time.
        games, events: what it is notified of.
        failures: attempts that failed since the last one that did not.
        quiet: until when it is left alone, because it failed.
        busy: until when a worker is at it.
        stopped: since when nothing is sent; `reason` says why.
    """

    class Reason(models.TextChoices):
        """Why nothing is sent."""

        FAILED = "failed", pgettext_lazy("webhook", "too many attempts failed")
        GONE = "gone", pgettext_lazy("webhook", "your program said that it is gone")
        ACCOUNT = (
            "account",
            pgettext_lazy("webhook", "the password was changed, or the account was not safe"),
        )

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="webhooks")
    address = models.CharField(_("address"), max_length=500)
    secret = models.TextField(editable=False)
    games = models.BooleanField(_("games that I play"), default=True)
    events = models.BooleanField(_("tournaments that I have entered"), default=True)
    created = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
    quiet = models.DateTimeField(null=True)
    busy = models.DateTimeField(null=True)
    stopped = models.DateTimeField(null=True)
    reason = models.CharField(max_length=7, choices=Reason.choices, default="", blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return str(self.id)


class WebhookTopic(models.Model):
    """The public version of a game or an event last sent to a webhook, or not needed any more.

    Attributes:
        told: when this version was sent.
    """

    class Kind(models.TextChoices):
        GAME = "game", pgettext_lazy("webhook", "game")
        EVENT = "tournament", pgettext_lazy("webhook", "tournament")
        TEST = "test", pgettext_lazy("webhook", "test")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=11)
    version = models.PositiveIntegerField()
    told = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = _("topic of a webhook")
        verbose_name_plural = _("topics of webhooks")
        constraints = [models.UniqueConstraint(fields=["webhook", "kind", "key"], name="api_webhooktopic_one")]

    def __str__(self) -> str:
        return str(self.pk)


class Delivery(models.Model):
    """One message to a webhook: kind, subject, version. Its id is that of the message, the same for each attempt.

    Attributes:
        key: the public address of the game or event.
        attempts: how many there were.
        status: what the program answered last, of HTTP; None if it did not.
        problem: what went wrong, as a slug; nothing if all is well.
        done: when it was taken, or given up.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    kind = models.CharField(max_length=10, choices=WebhookTopic.Kind.choices)
    key = models.CharField(max_length=11, default="", blank=True)
    version = models.PositiveIntegerField(default=0)
    created = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=10, default="", blank=True)
    done = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes = [
            models.Index(fields=["webhook", "created"], name="api_delivery_of_webhook"),
            models.Index(
                fields=["webhook", "created", "id"], condition=models.Q(done=None), name="api_delivery_waiting"
            ),
            models.Index(fields=["webhook", "kind", "key"], condition=models.Q(done=None), name="api_delivery_about"),
            models.Index(fields=["created"], name="api_delivery_created"),
        ]

    def __str__(self) -> str:
        return str(self.id)
