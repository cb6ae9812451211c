"""Seeks and the places at their tables. All of it may be erased: once a game has started, the log knows who plays."""

from __future__ import annotations

import secrets
import uuid

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from games.rules import VARIANTS


def new_token() -> str:
    """The secret part of the address of a seek: 128 random bits, so that nobody comes upon it by guessing."""
    return secrets.token_urlsafe(16)


class Seek(models.Model):
    """Somebody looks for a game, or challenges to one. It is over as soon as its table is full, and a game starts.

    `id` is chosen by the page that posts it, so that a form sent twice makes one seek. `token` is in the address by
    which a link is handed on.
    """

    class Kind(models.TextChoices):
        """Who may join: everybody who sees it in the lobby, whoever has the link, or who was challenged."""

        OPEN = "open", _("In the lobby")
        LINK = "link", _("By link")
        DIRECT = "direct", _("Challenge")

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        STARTED = "started", _("Game started")
        CANCELLED = "cancelled", _("Taken back")
        DECLINED = "declined", _("Declined")
        EXPIRED = "expired", _("Expired")

    class Colour(models.TextChoices):
        """The side that the host wishes for."""

        RANDOM = "random", _("Drawn by lot")
        RED = "red", pgettext_lazy("side", "Red")
        BLUE = "blue", pgettext_lazy("side", "Blue")

    class Partners(models.TextChoices):
        """How a table of four finds its partners."""

        CHOSEN = "chosen", _("Each chooses a side")
        DRAWN = "drawn", _("Drawn by lot")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.OPEN)
    host = models.ForeignKey(Player, verbose_name=_("host"), on_delete=models.CASCADE, related_name="seeks")
    variant = models.CharField(_("variant"), max_length=20)
    time = models.JSONField(_("time control"))
    live = models.BooleanField(_("live"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    notes = models.BooleanField(_("notes allowed"), default=True)
    no_attack_limit = models.PositiveIntegerField(_("plies without an attack until a draw"))
    spotter = models.BooleanField(_("with the Spotter"), default=False)
    memory = models.BooleanField(_("with memory marks"), default=False, db_default=False)
    reveal = models.CharField(_("opened"), max_length=5, default="end", db_default="end")
    reveal_after = models.PositiveIntegerField(_("seconds from its end until it is opened"), null=True, blank=True)
    colour = models.CharField(_("colour of the host"), max_length=6, choices=Colour.choices, default=Colour.RANDOM)
    partners = models.CharField(_("partners"), max_length=6, choices=Partners.choices, default=Partners.CHOSEN)
    bots = models.BooleanField(_("bots may join"), default=False, db_default=False)
    rating_from = models.PositiveIntegerField(_("lowest rating"), null=True, blank=True)
    rating_to = models.PositiveIntegerField(_("highest rating"), null=True, blank=True)
    rematch_of = models.UUIDField(_("rematch of the game"), null=True, blank=True)
    game = models.UUIDField(_("game"), null=True, blank=True)
    created = models.DateTimeField(_("posted"))
    expires = models.DateTimeField(_("expires"))
    ended = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        constraints = [
            # Two players who ask for a rematch at the same moment have one challenge between them.
            models.UniqueConstraint(
                fields=["rematch_of"], condition=models.Q(state="open"), name="lobby_seek_one_rematch"
            ),
        ]
        indexes = [
            models.Index(fields=["expires"], condition=models.Q(state="open"), name="lobby_seek_open"),
            models.Index(fields=["rematch_of"], name="lobby_seek_rematch"),
            # The list of the lobby, whole and of a rule book, and what a player has open.
            models.Index(
                fields=["-created", "-id"], condition=models.Q(state="open", kind="open"), name="lobby_seek_list"
            ),
            models.Index(
                fields=["variant", "-created", "-id"],
                condition=models.Q(state="open", kind="open"),
                name="lobby_seek_list_of_book",
            ),
            models.Index(fields=["host"], condition=models.Q(state="open"), name="lobby_seek_of_host"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.id}"

    @cached_property
    def table(self) -> list[Place]:
        """Its places, with players: `listed_seeks` reads those of all its seeks at once."""
        return list(self.places.all())

    @property
    def size(self) -> int:
        """How many sit at the table."""
        return len(VARIANTS[self.variant].seats)


class Place(models.Model):
    """A place at the table of a seek, taken or kept for somebody who was invited.

    `number` counts as the seats do, from the host, who has 0: an even number is on the host's side. Which seat it
    becomes is settled when the game starts. `over`: the seek is open no more; so what a player waits for is found
    without all that the player ever sat down at.
    """

    seek = models.ForeignKey(Seek, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="places")
    joined = models.BooleanField(_("joined"), default=False)
    over = models.BooleanField(_("over"), default=False, db_default=False)

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["seek", "number"], name="lobby_place_one"),
            models.UniqueConstraint(fields=["seek", "player"], name="lobby_place_player"),
        ]
        indexes = [models.Index(fields=["player"], condition=models.Q(over=False), name="lobby_place_open")]

    def __str__(self) -> str:
        return f"{self.seek_id} {self.number}"
