"""What people write beside a game. All of it can be erased: the log never holds a word of it.

The rows name games by the id of their stream, without a constraint: the lists of games are projections, and are made
anew by `manage.py rebuild`.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player

MESSAGE_LENGTH = 300
"""Characters of one message."""

NOTE_LENGTH = 4000
"""Characters of a player's notes on one game."""


class Phrase(models.TextChoices):
    """What can be said with one click; each reader sees it in the own language."""

    LUCK = "luck", _("Good luck, have fun!")
    HELLO = "hello", pgettext_lazy("greeting", "Hello!")
    NICE = "nice", _("Nice move!")
    OUCH = "ouch", _("Ouch!")
    MOMENT = "moment", _("One moment, please.")
    LATER = "later", _("I have to go; I move later.")
    THANKS = "thanks", _("Thanks for the game!")
    AGAIN = "again", _("Well played. Again?")


class Message(models.Model):
    """Something that a player said to the others at the table: a phrase, or a text of the player's own."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.UUIDField(_("game"))
    author = models.ForeignKey(Player, verbose_name=_("author"), on_delete=models.CASCADE, related_name="messages")
    phrase = models.CharField(_("phrase"), max_length=10, blank=True, choices=Phrase.choices)
    text = models.CharField(_("text"), max_length=MESSAGE_LENGTH, blank=True)
    sent = models.DateTimeField(_("sent"))
    hidden = models.BooleanField(_("hidden by a moderator"), default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        permissions = [("hide_message", _("Can hide messages and show them again"))]
        ordering = ["sent", "id"]
        indexes = [models.Index(fields=["game", "sent"], name="talk_message_game")]

    def __str__(self) -> str:
        return str(self.id)


class Reading(models.Model):
    """How far a player has read at a table."""

    game = models.UUIDField(_("game"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField(_("read until"))

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="talk_reading_one")]

    def __str__(self) -> str:
        return str(self.game)


class Mute(models.Model):
    """A player who does not want to read what another one says, at any table."""

    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    muted = models.ForeignKey(Player, verbose_name=_("muted player"), on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["player", "muted"], name="talk_mute_one")]

    def __str__(self) -> str:
        return str(self.pk)


class Note(models.Model):
    """A player's notes on a game, for nobody else."""

    game = models.UUIDField(_("game"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    text = models.TextField(_("text"), max_length=NOTE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="talk_note_one")]

    def __str__(self) -> str:
        return str(self.game)


class Guess(models.Model):
    """What a player takes an enemy piece for, for nobody else. `symbol` is that of a rank."""

    game = models.UUIDField(_("game"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    piece = models.PositiveSmallIntegerField(_("piece"))
    symbol = models.CharField(_("rank"), max_length=1)

    class Meta:
        verbose_name = _("guess")
        verbose_name_plural = _("guesses")
        constraints = [models.UniqueConstraint(fields=["player", "game", "piece"], name="talk_guess_one")]

    def __str__(self) -> str:
        return str(self.game)
