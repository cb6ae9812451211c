"""Projections of the log: what lists and pages query.

`manage.py rebuild` makes every row of them again from the events. They hold what all viewers may know and no names;
set-ups, salts and positions are not here (RULES section 9).
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from games.rules import End, Seat

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_LOW_HALF = (1 << 64) - 1


def key_of(game: uuid.UUID) -> str:
    """The public address of a game: the low 64 bits of its random id in base58, eleven characters.

    >>> key_of(uuid.UUID("00000000-0000-4000-8000-000000000001"))
    'NQm6nKp8qFD'
    """
    number = game.int & _LOW_HALF
    digits = []
    for _place in range(11):
        number, digit = divmod(number, 58)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


TO_OPEN = models.Q(tournament__isnull=False, status="over", revealed=False, started__isnull=False)
"""The games of tournaments that are over and not revealed yet."""


class Game(models.Model):
    """One game. `id` is its stream in the log, `key` its public address.

    No column that a turn changes has an index, or each turn would write all of them (docs/architecture.md). So the
    sweep finds what is overdue by `due_from`, before which no deadline of the game lies: a turn leaves it alone
    unless the deadline comes nearer, and the sweep moves it on. `waits_for_bot`: a bot has something to do there.
    """

    class Status(models.TextChoices):
        """How far a game is: set-ups missing, in play, or over."""

        WAITING = "waiting", _("Waiting for set-ups")
        PLAYING = "playing", _("In play")
        OVER = "over", _("Over")

    class Source(models.TextChoices):
        PLAY = "play", _("Played here")
        IMPORT = "import", _("Imported record")
        WHATIF = "whatif", _("Played on from another game")

    class Spectators(models.TextChoices):
        """Who may watch it before it is over: anybody, or only its two sides."""

        LIVE = "live", _("Anybody may watch")
        DELAYED = "delayed", _("Anybody may watch, some time behind")
        ENDED = "ended", _("Nobody sees it before it is over")

    class Result(models.TextChoices):
        """For lists: the side that won, or why none did."""

        PLAYING = "playing", _("In play")
        RED = "red", _("Red won")
        BLUE = "blue", _("Blue won")
        DRAW = "draw", _("Draw")
        UNFINISHED = "unfinished", _("Unfinished record")
        CALLED_OFF = "called-off", _("Called off")
        NEITHER = "neither", _("Neither side won")
        ANNULLED = "annulled", _("Result annulled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(_("key"), max_length=11)
    variant = models.CharField(_("variant"), max_length=20)
    source = models.CharField(_("source"), max_length=6, choices=Source.choices)
    origin = models.UUIDField(_("played on from"), null=True, blank=True)
    origin_ply = models.PositiveIntegerField(_("after ply"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=7, choices=Status.choices)
    plies = models.PositiveIntegerField(_("plies"), default=0)
    to_move = models.PositiveSmallIntegerField(
        _("seat to move"), null=True, blank=True, choices=[(seat.value, seat.slug) for seat in Seat]
    )
    draw_offer = models.PositiveSmallIntegerField(
        _("seat that offers a draw"), null=True, blank=True, choices=[(seat.value, seat.slug) for seat in Seat]
    )
    takeback_offer = models.PositiveSmallIntegerField(
        _("seat that wants to take a move back"),
        null=True,
        blank=True,
        choices=[(seat.value, seat.slug) for seat in Seat],
    )
    outcome = models.CharField(_("outcome"), max_length=20, blank=True)
    winner = models.PositiveSmallIntegerField(
        _("winning side"),
        null=True,
        blank=True,
        choices=[(0, pgettext_lazy("side", "Red")), (1, pgettext_lazy("side", "Blue"))],
    )
    result = models.CharField(
        _("result"), max_length=10, choices=Result.choices, default=Result.PLAYING, editable=False
    )
    unrated = models.CharField(
        _("not rated because"),
        max_length=10,
        blank=True,
        default="",
        help_text=_("Empty for a game that counts, or was not made as rated."),
    )
    ruling = models.CharField(
        _("ruling of the moderators"),
        max_length=9,
        blank=True,
        default="",
        editable=False,
        choices=[("annulled", _("Result annulled")), ("forfeited", _("Result forfeited"))],
    )
    noted = models.PositiveIntegerField(_("plies against a repetition rule"), default=0)
    revealed = models.BooleanField(_("revealed"), default=False)
    reveal_due = models.DateTimeField(_("reveal due"), null=True, blank=True)
    openers = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text=_("The seats that want it opened before its time, a bit each.")
    )
    created = models.DateTimeField(_("created"))
    started = models.DateTimeField(_("started"), null=True, blank=True)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)
    publish_due = models.DateTimeField(null=True, editable=False)
    time = models.JSONField(_("time control"), null=True, blank=True)
    rated = models.BooleanField(_("rated"), default=False)
    notes = models.BooleanField(_("notes and guesses allowed"), default=True)
    tournament = models.UUIDField(_("tournament"), null=True, blank=True)
    round = models.PositiveIntegerField(_("round"), null=True, blank=True)
    spectators = models.CharField(_("spectators"), max_length=7, choices=Spectators.choices, default=Spectators.LIVE)
    paused = models.BooleanField(_("paused"), default=False)
    due = models.DateTimeField(_("deadline"), null=True, blank=True)
    due_seats = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text=_("The seats whose time runs, a bit each.")
    )
    due_from = models.DateTimeField(null=True, editable=False)
    waits_for_bot = models.BooleanField(default=False, editable=False)
    turn_version = models.PositiveIntegerField(default=0, editable=False)
    public_version = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    position = models.BigIntegerField(default=0, editable=False)
    fingerprint = models.BinaryField(max_length=32, null=True, editable=False)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [models.UniqueConstraint(fields=["key"], name="games_game_key")]
        indexes = [
            models.Index(fields=["-created", "-id"], name="games_game_newest"),
            models.Index(fields=["-created", "-id"], condition=models.Q(source="play"), name="games_game_played"),
            # The landing page chooses among the newest of them (`library/archive/showcase.py`).
            models.Index(
                fields=["-ended", "-id"],
                condition=models.Q(source="play", rated=True, unrated="", revealed=True),
                name="games_game_counted",
            ),
            models.Index(fields=["variant", "-created", "-id"], name="games_game_variant"),
            models.Index(fields=["result", "-created", "-id"], name="games_game_result"),
            models.Index(fields=["variant", "result", "-created", "-id"], name="games_game_variant_result"),
            models.Index(
                fields=["reveal_due"],
                condition=models.Q(reveal_due__isnull=False),
                name="games_game_reveal_due",
            ),
            models.Index(
                fields=["publish_due"],
                condition=models.Q(publish_due__isnull=False),
                name="games_game_publish_due",
            ),
            models.Index(
                fields=["due_from", "id"], condition=models.Q(due_from__isnull=False), name="games_game_due_from"
            ),
            models.Index(fields=["created"], condition=models.Q(waits_for_bot=True), name="games_game_for_bots"),
            models.Index(fields=["tournament"], condition=TO_OPEN, name="games_game_to_open"),
            models.Index(
                fields=["tournament", "-created", "-id"],
                condition=models.Q(tournament__isnull=False, result="playing"),
                name="games_game_of_event",
            ),
            models.Index(
                fields=["fingerprint"],
                condition=models.Q(fingerprint__isnull=False),
                name="games_game_fingerprint",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.key}"

    @cached_property
    def all_seats(self) -> list[GameSeat]:
        """Its seats, as they were when it was read (`games.domain.queries`) or somebody asked first."""
        return list(self.seats.all())

    @property
    def running(self) -> tuple[Seat, ...]:
        """The seats whose time runs: all that have yet to set up, or the one to move."""
        return tuple(seat for seat in Seat if self.due_seats >> seat & 1)

    @property
    def unplayed(self) -> bool:
        """Whether it ended before play had begun: there is no position to show."""
        return self.status == self.Status.OVER and self.source == self.Source.PLAY and self.started is None

    @property
    def closed(self) -> bool:
        """Whether nobody but its two sides may see anything of its position and moves as they are now."""
        return self.spectators != self.Spectators.LIVE and self.status != self.Status.OVER

    @property
    def delayed(self) -> bool:
        """Whether everybody but its two sides sees it as it stood some time ago."""
        return self.spectators == self.Spectators.DELAYED and self.status == self.Status.PLAYING

    @property
    def side_that_won(self) -> int | None:
        """The side that has won, as the result counts; None if none has."""
        if not self.ruling:
            return self.winner
        return {self.Result.RED: 0, self.Result.BLUE: 1}.get(self.Result(self.result))

    @property
    def called_off(self) -> bool:
        """Whether it was aborted or cancelled: it counts nowhere."""
        return self.outcome != "" and End(self.outcome).called_off


class Ladder(models.IntegerChoices):
    """What a rated game counts for at a seat. Among people and among bots ratings are lists of their own; a person for
    do not want games against bots to count are left out."""

    PEOPLE = 0, _("Among people")
    BOTS = 1, _("Among bots")
    NONE = 2, _("Not for this player")

    @property
    def slug(self) -> str:
        return self.name.lower()


LADDERS = {ladder.slug: ladder for ladder in Ladder}
"""By their slugs."""


class GameSeat(models.Model):
    """A seat of a game and the player at it.

    The reference outlives the player on purpose: an id without a row is a deleted player, no id a player nobody
    named. `created` is the game's, so that the games of one player can be read in order; `over_at` is when it was over,
    and nothing during the game (`OPEN`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField(_("seat"), choices=[(seat.value, seat.slug) for seat in Seat])
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="seats",
        db_index=False,  # the indexes below begin with it
    )
    created = models.DateTimeField(_("created"))
    over_at = models.DateTimeField(_("over since"), null=True)
    ready = models.BooleanField(_("ready"), default=False)
    commitment = models.BinaryField(max_length=32, null=True, editable=False)
    ladder = models.PositiveSmallIntegerField(
        _("counts"), choices=Ladder.choices, default=Ladder.PEOPLE, db_default=Ladder.PEOPLE
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="games_gameseat_one")]
        indexes = [
            models.Index(fields=["player", "-created", "-game"], name="games_gameseat_player"),
            models.Index(
                fields=["player", "-created", "-game"], condition=models.Q(over_at=None), name="games_gameseat_open"
            ),
            models.Index(
                fields=["player", "-over_at"], condition=models.Q(over_at__isnull=False), name="games_gameseat_over"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {Seat(self.seat).slug}"


OPEN = models.Q(over_at=None)
"""The seats of games that are not over. They are few and have their own index: queries for games in play ask
for these, and read nothing of the archive."""


class Tally(models.Model):
    """How many games of a variant ended in which way. There are several rows of a kind where some were counted at once:
    they add up (`games.domain.projections.project_tally`).
    """

    variant = models.CharField(_("variant"), max_length=20)
    outcome = models.CharField(_("outcome"), max_length=20)
    winner = models.PositiveSmallIntegerField(_("winning side"), null=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    plies = models.PositiveBigIntegerField(_("plies"), default=0)
    position = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        indexes = [models.Index(fields=["variant", "outcome", "winner"], name="games_tally_kind")]

    def __str__(self) -> str:
        return f"{self.variant} {self.outcome}: {self.games}"


class PlayerTally(models.Model):
    """How a player's games of a variant ended, counted as each of them ends. Several rows add up, as those of
    `Tally`; one of them may be negative, if the moderators took a result away that is counted in another.

    `player` is a random id that may outlive the player. The games with a result are `won`, `drawn` and `lost`; how a
    player left others waiting is counted in games that were played here.
    """

    player = models.UUIDField(_("player"))
    variant = models.CharField(_("variant"), max_length=20)
    won = models.IntegerField(_("won"), default=0)
    drawn = models.IntegerField(_("drawn"), default=0)
    lost = models.IntegerField(_("lost"), default=0)
    timed_out = models.IntegerField(_("lost by the clock"), default=0)
    not_set_up = models.IntegerField(_("not set up in time"), default=0)
    called_off = models.IntegerField(_("called off"), default=0)
    given_up = models.IntegerField(_("given up before it counted"), default=0)

    class Meta:
        verbose_name = _("tally of a player")
        verbose_name_plural = _("tallies of players")
        indexes = [models.Index(fields=["player", "variant"], name="games_playertally_of")]

    def __str__(self) -> str:
        return f"{self.player} {self.variant}"


class Vacation(models.Model):
    """A player's vacation. How many days a year there are is in `games/domain/clocks.py`.

    `player` is the random id of a player, whose row may be deleted. The log of each game has its meaning for that
    game's clock; this is what the days of a year are counted by.
    """

    player = models.UUIDField(_("player"))
    begun = models.DateTimeField(_("begun"))
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        indexes = [models.Index(fields=["player", "-until"], name="games_vacation_player")]

    def __str__(self) -> str:
        return f"{self.player} {self.begun:%Y-%m-%d}"


class WriteProbe(models.Model):
    """Never has a row: `/readyz` writes one that needs room on the disk, and takes it back (`config/health.py`)."""

    filler = models.BinaryField(_("filler"))

    class Meta:
        verbose_name = _("write probe")
        verbose_name_plural = _("write probes")

    def __str__(self) -> str:
        return f"{len(self.filler)} bytes"


class Heartbeat(models.Model):
    """When people could reach the service last, by the database's clock: the only row is written by web processes every
    few seconds (`games/domain/outages.py`)."""

    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time in which nobody could reach the service. The clocks that ran get it back, once each.

    `given`: every game has it. `touched`: when that was worked on last.
    """

    began = models.DateTimeField(_("began"), unique=True)
    ended = models.DateTimeField(_("ended"))
    given = models.BooleanField(_("given back"), default=False)
    touched = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        indexes = [models.Index(fields=["-ended"], name="games_outage_ended")]

    def __str__(self) -> str:
        return f"{self.began:%Y-%m-%d %H:%M:%S}, {(self.ended - self.began).total_seconds():.0f} s"
