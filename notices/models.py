"""Notices to players. Rows hold ids and kinds; the text is made when a notice is shown or sent."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from eventlog.sources import new_id
from games.rules import Seat


class Kind(models.TextChoices):
    """The kinds of notices, in the order of the page of settings. Each room registers text and validity of its kinds in
    `notices.py`.
    """

    YOUR_TURN = "your-turn", _("It is your turn")
    REMINDER = "reminder", _("Your time runs out: a quarter of it is left")
    DRAW_OFFER = "draw-offer", _("A draw is offered")
    TAKEBACK = "takeback", _("Somebody asks to take a move back")
    STARTED = "started", _("A game of yours begins")
    OVER = "over", _("A game of yours is over")
    REVEAL = "reveal", _("Somebody wants a game of yours to be opened")
    LEFT = "left", _("You left a game, so that others waited for nothing")
    RULED = "ruled", _("The moderators decide about the result of a game of yours")
    CANCELLED = "cancelled", _("A game or a challenge is called off")
    CHALLENGE = "challenge", _("Somebody challenges you")
    ACCEPTED = "accepted", _("Somebody takes up your seek or challenge")
    DECLINED = "declined", _("Your challenge is declined")
    REMATCH = "rematch", _("Somebody asks for a rematch")
    MESSAGE = "message", _("Somebody writes to you at the table")
    STUDY = "study", _("Somebody invites you to a study of a game")
    INVITED = "invited", _("You are invited to a tournament")
    PARTNER = "partner", _("Somebody wants to be your partner in a tournament")
    NAMED = "named", _("A tournament may name you")
    ADMITTED = "admitted", _("You move up from a waiting list")
    TERMS = "terms", _("The terms of a tournament of yours are changed")
    CHECK_IN = "check-in", _("You have to check in")
    NOT_BEGUN = "not-begun", _("A tournament of yours could not begin at its time")
    PAIRED = "paired", _("A round of yours is paired")
    BEGUN = "begun", _("A tournament game of yours begins")
    TIME_PROPOSED = "time-proposed", _("Your opponent proposes when to play")
    TIME_AGREED = "time-agreed", _("A time to play is agreed")
    TIME_REFUSED = "time-refused", _("Your opponent cannot play at a time")
    APPOINTMENT = "appointment", _("You play within the hour")
    DEADLINE = "deadline", _("A round ends soon, and you have not played")
    NO_SHOW = "no-show", _("You are missed, and will lose by forfeit")
    CLAIMED = "claimed", _("Your opponent says how a game ended")
    DISPUTED = "disputed", _("The two sides of a board disagree about a result")
    DECIDED = "decided", _("An arbiter decides about a game of yours, or it is forfeited")
    CHALLENGED = "challenged", _("You are challenged on a ladder")
    CHALLENGE_ANSWERED = "ladder-answer", _("A challenge of yours on a ladder is answered")
    TAKEN_BACK = "taken-back", _("A round of yours, or your match, is taken back")
    ANSWERED = "answered", _("An arbiter answers your call")
    LETTER = "letter", _("The staff of a tournament writes to you")
    PLACES = "places", _("A tournament of yours is over")
    CALLED_OFF = "called-off", _("A tournament of yours is called off")
    ROLE = "role", _("You are made an arbiter or a helper")
    CALL = "call", _("A player calls the arbiter")
    WITHDRAWN = "withdrawn", _("The moderators withdraw an entry of your tournament")
    RESULT_RULED = "result-ruled", _("The moderators change a result in a tournament of yours")
    PENALTY = "penalty", _("A moderator decides about your account")
    OPENED = "opened", _("A moderator opens what may tell ranks of a game of yours")
    REPORTED = "reported", _("The moderators have looked at what you reported")
    APPEAL = "appeal", _("A moderator answers an appeal of yours")
    HEARING = "hearing", _("An appeal waits for you, if you are a moderator")
    BLOCKED = "blocked", _("A round is stuck")


ABOUT = Coalesce("game", "tournament", "actor", "player")
"""What a notice is found by among the many of one player, by an index: an equality with what may be null has none."""


class Notice(models.Model):
    """A notice to a player.

    Attributes:
        version: for what concerns one turn, the public version of the game at which that turn began; for what concerns
            a tournament, which of several it is, such as the number of a call.
        tournament: its tournament.
        round, board: in that tournament, from 1; 0 for none.
        shown: it is for the page too, and not for mail alone.
    """

    class Mail(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("mail", "Waiting")
        SENT = "sent", pgettext_lazy("mail", "Sent")
        NONE = "none", pgettext_lazy("mail", "None")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=16)
    game = models.UUIDField(null=True)
    tournament = models.UUIDField(null=True)
    round = models.PositiveSmallIntegerField(default=0)
    board = models.PositiveSmallIntegerField(default=0)
    actor = models.UUIDField(null=True)
    version = models.PositiveIntegerField(default=0)
    created = models.DateTimeField()
    read = models.DateTimeField(null=True)
    shown = models.BooleanField(default=True)
    mail = models.CharField(max_length=7, choices=Mail.choices, default=Mail.NONE)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(fields=["player", "-created"], name="notices_notice_newest"),
            models.Index("player", ABOUT, condition=models.Q(read=None), name="notices_notice_about"),
            models.Index(fields=["player"], condition=models.Q(read=None, shown=True), name="notices_notice_unread"),
            models.Index(fields=["created"], condition=models.Q(mail="waiting"), name="notices_notice_waiting"),
            # The sweep that forgets looks at what is old, and at turns.
            models.Index(fields=["created"], name="notices_notice_oldest"),
            models.Index(
                fields=["game"], condition=models.Q(kind__in=["your-turn", "reminder"]), name="notices_notice_turn"
            ),
            models.Index(fields=["actor"], condition=models.Q(actor__isnull=False), name="notices_notice_actor"),
            models.Index(
                fields=["tournament"], condition=models.Q(tournament__isnull=False), name="notices_notice_tournament"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Told(models.Model):
    """A sent notice of a turn, so that a sweep sends it once: it runs each minute, and may run twice."""

    game = models.UUIDField()
    seat = models.PositiveSmallIntegerField(choices=[(seat.value, seat.slug) for seat in Seat])
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)

    class Meta:
        verbose_name = _("turn told")
        verbose_name_plural = _("turns told")
        constraints = [models.UniqueConstraint(fields=["game", "seat", "version", "kind"], name="notices_told_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.game} {self.seat} {self.version}"


class DueGame(models.Model):
    """A game in which days may pass between turns, and when the sweep looks at it next: at once after an event of it,
    and when a quarter of a turn's time is left."""

    game = models.UUIDField(primary_key=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("game to be looked at")
        verbose_name_plural = _("games to be looked at")
        indexes = [models.Index(fields=["at"], name="notices_duegame_at")]

    def __str__(self) -> str:
        return str(self.game)


class ToldOfTournament(models.Model):
    """A sent notice of a tournament, so that it is sent once, however often it is found due."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    tournament = models.UUIDField()
    round = models.PositiveSmallIntegerField(default=0)
    board = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("told of a tournament")
        verbose_name_plural = _("told of tournaments")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player", "kind", "round", "board", "version"],
                name="notices_told_tournament_once",
            )
        ]
        indexes = [models.Index(fields=["created"], name="notices_told_tour_oldest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.tournament} {self.round} {self.board} {self.version}"


class Wish(models.Model):
    """A player's wishes for one kind of notice. Without a row the defaults apply (`wishes.py`)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=16)
    page = models.BooleanField()
    mail = models.BooleanField()

    class Meta:
        verbose_name = _("wish")
        verbose_name_plural = _("wishes")
        constraints = [models.UniqueConstraint(fields=["player", "kind"], name="notices_wish_one")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"
