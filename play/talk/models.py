"""What people write beside a game. All of it can be erased: the log never holds a word of it.

The rows name games by the id of their stream, without a constraint: the lists of games are projections, and are made
anew by `manage.py rebuild`.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player

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

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+", db_index=False
    )
    muted = models.ForeignKey(
        Player, verbose_name=_("muted player"), on_delete=models.CASCADE, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["player", "muted"], name="talk_mute_one")]
        indexes = [models.Index(fields=["muted", "player"], name="talk_mute_met")]

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
    """What a player takes an enemy piece for, and at which plies that stood. `symbol` is that of a rank.

    It is for nobody else: not before the game is opened, and then only if the player wants it (`GuessOpening`). A guess
    that is changed or taken back stays, with the ply from which it no longer stood in `until`.
    """

    game = models.UUIDField(_("game"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    piece = models.PositiveSmallIntegerField(_("piece"))
    symbol = models.CharField(_("rank"), max_length=1)
    since = models.PositiveIntegerField(_("from ply"))
    until = models.PositiveIntegerField(_("up to ply"), null=True)

    class Meta:
        verbose_name = _("guess")
        verbose_name_plural = _("guesses")
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "piece", "since"], name="talk_guess_since"),
            models.UniqueConstraint(
                fields=["player", "game", "piece"], condition=models.Q(until=None), name="talk_guess_standing"
            ),
        ]

    def __str__(self) -> str:
        return str(self.game)


class GuessOpening(models.Model):
    """Whether a player's guesses of a game are shown to everybody once the game is open. It begins with the first
    guess, as the player's preferences have it then; without a row they are not.
    """

    game = models.UUIDField(_("game"))
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="+")
    opened = models.BooleanField(_("opened with the game"))

    class Meta:
        verbose_name = _("opening of guesses")
        verbose_name_plural = _("openings of guesses")
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="talk_guessopening_one")]

    def __str__(self) -> str:
        return str(self.game)
