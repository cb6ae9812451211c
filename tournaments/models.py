"""The tables of tournaments.

The first ones are projections of the log: `manage.py rebuild` makes every row of them again. They hold ids, slugs and
numbers. The last ones hold what people wrote; they may be erased, and name a tournament by its id without a constraint.
"""

from __future__ import annotations

import uuid
from datetime import datetime

from django.contrib.postgres.fields import ArrayField, DateTimeRangeField
from django.contrib.postgres.indexes import GinIndex, GistIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models.functions import Coalesce, Least
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.scoring.formats import format_choices

CALENDAR_OF_EVENT = models.Func(
    Least(Coalesce("started", "starts"), "until"),
    "until",
    template="tstzrange(%(expressions)s, '[]')",
    output_field=DateTimeRangeField(),
)
"""From the start of an event to the end of its calendar, for those that have one. By this there is an index."""

# -- projections ----------------------------------------------------------------------------------


class Tournament(models.Model):
    """One tournament. `id` is its stream in the log, `key` its public address (`games.models.key_of`)."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("tournament", "In preparation")
        OPEN = "open", pgettext_lazy("tournament", "Announced")
        RUNNING = "running", pgettext_lazy("tournament", "Running")
        PAUSED = "paused", pgettext_lazy("tournament", "Paused")
        FINISHED = "finished", pgettext_lazy("tournament", "Finished")
        CANCELLED = "cancelled", pgettext_lazy("tournament", "Cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(_("key"), max_length=11, unique=True)
    owner = models.UUIDField(_("owner"), help_text=_("The id of a player, who may be gone."))
    status = models.CharField(_("status"), max_length=9, choices=Status.choices)
    format = models.CharField(_("format"), max_length=11, choices=format_choices)
    variant = models.CharField(_("variant"), max_length=20)
    time = models.JSONField(_("time control"), null=True, blank=True)
    live = models.BooleanField(_("live games"), default=False)
    real = models.BooleanField(_("across real boards"), default=False)
    rated = models.BooleanField(_("rated"), default=False)
    approved = models.BooleanField(
        _("approved for ratings"),
        default=False,
        help_text=_("The operator had approved its organiser for rated events when it started."),
    )
    entry = models.CharField(_("entry"), max_length=10)
    reveal = models.CharField(_("reveal"), max_length=5, default="end")
    imported = models.BooleanField(_("imported"), default=False)
    capacity = models.PositiveIntegerField(_("capacity"), null=True, blank=True)
    entries = models.PositiveIntegerField(_("entries"), default=0, help_text=_("Those that take part."))
    waiting = models.PositiveIntegerField(_("waiting list"), default=0)
    round = models.PositiveIntegerField(_("round"), default=0, help_text=_("The last one that was paired."))
    rounds = models.PositiveIntegerField(_("rounds"), default=0, help_text=_("0: not known yet."))
    created = models.DateTimeField(_("created"))
    announced = models.DateTimeField(_("announced"), null=True, blank=True)
    starts = models.DateTimeField(_("planned start"), null=True, blank=True)
    started = models.DateTimeField(_("started"), null=True, blank=True)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)
    changed = models.DateTimeField(_("last change"))
    next_due = models.DateTimeField(
        _("next task"), null=True, blank=True, help_text=_("When the service has something to do.")
    )
    spans = models.JSONField(
        _("calendar of the rounds"),
        default=list,
        help_text=_("Number, beginning and end of each, in microseconds since the epoch."),
    )
    until = models.DateTimeField(_("end of the calendar"), null=True, blank=True)
    calls = models.PositiveIntegerField(_("open calls for the arbiter"), default=0)
    version = models.PositiveIntegerField(default=0, editable=False)
    position = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [
            models.Index(fields=["status", "-created"], name="tournaments_status"),
            models.Index(fields=["starts"], name="tournaments_starts"),
            models.Index(fields=["ended"], condition=models.Q(ended__isnull=False), name="tournaments_ended"),
            models.Index(
                fields=["imported", "-ended", "-created", "id"],
                # Not `IN`, which PostgreSQL writes otherwise in a copy of the table.
                condition=models.Q(announced__isnull=False)
                & (models.Q(status="finished") | models.Q(status="cancelled")),
                name="tournaments_past",
            ),
            models.Index(
                fields=["imported", "-ended", "-created", "id"],
                condition=models.Q(announced__isnull=False),
                name="tournaments_all",
            ),
            models.Index(
                fields=["variant", "imported", "-ended", "-created", "id"],
                condition=models.Q(announced__isnull=False),
                name="tournaments_variant",
            ),
            models.Index(
                Coalesce("started", "starts"), condition=models.Q(announced__isnull=False), name="tournaments_begins"
            ),
            GistIndex(
                CALENDAR_OF_EVENT,
                condition=models.Q(announced__isnull=False, until__isnull=False),
                name="tournaments_calendar",
            ),
            models.Index(fields=["next_due"], condition=models.Q(next_due__isnull=False), name="tournaments_due"),
            models.Index(fields=["status"], condition=models.Q(calls__gt=0), name="tournaments_called"),
        ]

    def __str__(self) -> str:
        return f"{self.format} {self.key}"

    @property
    def public(self) -> bool:
        return self.announced is not None

    def day_of(self, time: datetime | None) -> datetime | None:
        """When it started or ended; None where the file that it comes from gives no day: that is its import's."""
        return None if self.imported and time == self.created else time


class TournamentEntry(models.Model):
    """A player of an entry: one row for who plays alone, two for partners; for a team one that bears its name, and one
    for its captain and each member (`member`).

    The id outlives the player on purpose. `place`, `points` and `played` are those of the end, for the honours of a
    player.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entered")
    entry = models.PositiveIntegerField(_("entry"), help_text=_("By order of entering."))
    partner = models.PositiveSmallIntegerField(_("place in the pair"), default=0)
    player = models.UUIDField(_("player"))
    presence = models.CharField(_("presence"), max_length=9)
    number = models.PositiveIntegerField(_("pairing number"), null=True)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    place = models.PositiveIntegerField(_("place"), null=True)
    points = models.PositiveIntegerField(_("points"), null=True, help_text=_("In tenths."))
    played = models.PositiveIntegerField(
        _("games played"), default=0, help_text=_("At the end: those that were played here and not decided otherwise.")
    )
    member = models.BooleanField(_("of a team"), default=False, db_default=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [models.UniqueConstraint(fields=["tournament", "entry", "partner"], name="tournaments_entry_one")]
        indexes = [
            models.Index(fields=["player", "tournament"], name="tournaments_entry_player"),
            models.Index(
                fields=["player", "place"],
                condition=models.Q(place__lte=3, played__gt=0),
                name="tournaments_entry_honours",
            ),
            # There are places once an event is over; nobody has many events that are not.
            models.Index(fields=["player"], condition=models.Q(place=None), name="tournaments_entry_going"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.entry}"


class TournamentStaff(models.Model):
    """Who has a role in a tournament. `over`: it is finished or cancelled; so what somebody runs is found without all
    that was."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    player = models.UUIDField(_("player"))
    role = models.CharField(_("role"), max_length=7)
    over = models.BooleanField(_("over"), default=False, db_default=False)

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="tournaments_staff_one")]
        indexes = [
            models.Index(fields=["player"], name="tournaments_staff_player"),
            models.Index(fields=["player"], condition=models.Q(over=False), name="tournaments_staff_going"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.player} {self.role}"


class TournamentGame(models.Model):
    """Where a game belongs: `game` is its stream. `decided`: its result stands in the tournament, or none is to come:
    the round, or the match, was taken back (`taken_back`)."""

    game = models.UUIDField(primary_key=True)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="games")
    round = models.PositiveIntegerField(_("round"))
    board = models.PositiveIntegerField(_("board"))
    leg = models.PositiveSmallIntegerField(_("game of the match"), default=1)
    decided = models.BooleanField(_("decided"), default=False)
    taken_back = models.BooleanField(_("taken back"), default=False)

    class Meta:
        verbose_name = _("game of a tournament")
        verbose_name_plural = _("games of tournaments")
        indexes = [
            models.Index(fields=["tournament", "round", "board"], name="tournaments_game_board"),
            models.Index(
                fields=["tournament", "game"], condition=models.Q(decided=False), name="tournaments_game_undecided"
            ),
            models.Index(fields=["game"], condition=models.Q(decided=False), name="tournaments_game_open"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.round}.{self.board}.{self.leg}"


class UntakenResult(models.Model):
    """A game that is over and whose result does not stand in its tournament yet, as the sweep has noted; most are taken
    over before it looks. It goes once the result stands."""

    game = models.UUIDField(primary_key=True)

    class Meta:
        verbose_name = _("result to be taken over")
        verbose_name_plural = _("results to be taken over")

    def __str__(self) -> str:
        return str(self.game)


class LeftEvent(models.Model):
    """An event that is left without an organiser, until the operators have the mail that says so. `at`: when a sweep
    has it sent, if nobody has by then."""

    tournament = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(_("at"), db_index=True, editable=False)

    class Meta:
        verbose_name = _("event without an organiser")
        verbose_name_plural = _("events without an organiser")

    def __str__(self) -> str:
        return str(self.tournament)


# -- what people wrote ----------------------------------------------------------------------------


WORDS_OF_EVENT = SearchVector("name", "place", config="simple")
"""By these words there is an index (`tournaments/pages/lists.py`)."""


class Announcement(models.Model):
    tournament = models.UUIDField(primary_key=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), max_length=20_000, blank=True, help_text=_("Markdown."))
    place = models.CharField(_("place"), max_length=200, blank=True)
    zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    code = models.CharField(_("entry code"), max_length=40, blank=True)
    owner = models.UUIDField(_("owner"))
    series = models.UUIDField(_("series"), null=True, blank=True, editable=False)
    main = models.UUIDField(_("first section"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        indexes = [
            models.Index(fields=["owner"], name="tournaments_text_owner"),
            models.Index(fields=["series"], condition=models.Q(series__isnull=False), name="tournaments_text_series"),
            models.Index(fields=["main"], condition=models.Q(main__isnull=False), name="tournaments_text_main"),
            GinIndex(WORDS_OF_EVENT, name="tournaments_text_words"),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


class Text(models.Model):
    """What somebody wrote as a reason or in a call. The log has a salted hash of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.UUIDField(_("tournament"), null=True)
    by = models.UUIDField(_("written by"), null=True)
    salt = models.BinaryField(max_length=32, editable=False)
    text = models.TextField(_("text"), max_length=2000)
    written = models.DateTimeField(_("written"), auto_now_add=True)

    class Meta:
        verbose_name = _("text")
        verbose_name_plural = _("texts")
        indexes = [models.Index(fields=["by"], name="tournaments_text_by")]

    def __str__(self) -> str:
        return str(self.id)


class Letter(models.Model):
    """What the staff of a tournament wrote to those who take part.

    `number` counts those of a tournament, and stands in their notices; `to` are the ids of whom it was written to.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.UUIDField(_("tournament"))
    number = models.PositiveIntegerField(_("number"))
    by = models.UUIDField(_("written by"))
    audience = models.CharField(_("to"), max_length=8)
    round = models.PositiveIntegerField(_("round"), default=0)
    text = models.TextField(_("text"), max_length=2000, blank=True)
    to = ArrayField(models.UUIDField(), verbose_name=_("players"))
    written = models.DateTimeField(_("written"))

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="tournaments_letter_one")]
        indexes = [models.Index(fields=["by"], name="tournaments_letter_by")]

    def __str__(self) -> str:
        return str(self.id)


class EventTemplate(models.Model):
    """An event that somebody has kept under a name, to begin others like it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.UUIDField(_("owner"))
    tournament = models.UUIDField(_("tournament"))
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        verbose_name = _("template of events")
        verbose_name_plural = _("templates of events")
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="tournaments_template_one")]

    def __str__(self) -> str:
        return str(self.id)


class EventSeries(models.Model):
    """Events with standings over all of them, such as a season. `key`: its public address, as an event has one. Which
    events belong to it is in their `Announcement`.

    `best`: how many results of a player count; 0 for all. `points`: those of the first place, the second, and so on;
    empty if the points of the events themselves count.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(_("key"), max_length=11, unique=True, editable=False)
    owner = models.UUIDField(_("owner"), db_index=True)
    name = models.CharField(_("name"), max_length=120)
    best = models.PositiveSmallIntegerField(_("results that count"), default=0)
    points = ArrayField(models.PositiveIntegerField(), verbose_name=_("points by place"), default=list)

    class Meta:
        verbose_name = _("series of events")
        verbose_name_plural = _("series of events")

    def __str__(self) -> str:
        return self.key


class PartnerRequest(models.Model):
    """Somebody wants to enter with a partner, who has not agreed yet."""

    tournament = models.UUIDField(_("tournament"))
    player = models.UUIDField(_("player"))
    partner = models.UUIDField(_("partner"))
    asked = models.DateTimeField(_("asked"), auto_now_add=True)

    class Meta:
        verbose_name = _("request to a partner")
        verbose_name_plural = _("requests to partners")
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="tournaments_request_one")]
        indexes = [models.Index(fields=["tournament", "partner"], name="tournaments_request_partner")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.player}"


class SealedLineup(models.Model):
    """A line-up that a team has handed in for a round and that is not opened yet: the captain's alone until then.

    The log has its commitment. It goes when it is opened. `players`: their ids, for each board; None for nobody.
    """

    tournament = models.UUIDField(_("tournament"))
    round = models.PositiveIntegerField(_("round"))
    entry = models.PositiveIntegerField(_("entry"))
    by = models.UUIDField(_("handed in by"), null=True)
    salt = models.BinaryField(max_length=32, editable=False)
    players = ArrayField(models.UUIDField(null=True), verbose_name=_("players"))
    written = models.DateTimeField(_("written"), auto_now=True)

    class Meta:
        verbose_name = _("line-up that is handed in")
        verbose_name_plural = _("line-ups that are handed in")
        constraints = [models.UniqueConstraint(fields=["tournament", "round", "entry"], name="tournaments_lineup_one")]
        indexes = [models.Index(fields=["by"], name="tournaments_lineup_by")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.round} {self.entry}"


class EntryPerson(models.Model):
    """What the staff or a file tells of a person who takes part, beside the name, which is the player's.

    There is a row only where something is known. `rating`: of this person, where it is not that of the entry; a person
    who enters alone is ranked by the rating of the entry, which stands in the log.
    """

    tournament = models.UUIDField(_("tournament"))
    entry = models.PositiveIntegerField(_("entry"))
    partner = models.PositiveSmallIntegerField(_("place in the pair"), default=0)
    club = models.CharField(_("club"), max_length=80, blank=True)
    federation = models.CharField(_("federation"), max_length=40, blank=True)
    fide = models.CharField(_("number with the federation"), max_length=30, blank=True)
    title = models.CharField(_("title"), max_length=20, blank=True)
    sex = models.CharField(_("sex"), max_length=10, blank=True)
    birth = models.CharField(_("year or day of birth"), max_length=20, blank=True)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    paid = models.BooleanField(_("fee paid"), default=False, db_default=False)

    class Meta:
        verbose_name = _("person of an entry")
        verbose_name_plural = _("persons of entries")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "entry", "partner"], name="tournaments_person_one")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.entry}"


class EntryForm(models.Model):
    """The form by which people without an account enter an event across real boards. `fields`: what it asks for beside
    the name and the address."""

    tournament = models.UUIDField(primary_key=True, editable=False)
    open = models.BooleanField(_("open"), default=False)
    fields = ArrayField(models.CharField(max_length=10), verbose_name=_("fields"), default=list)

    class Meta:
        verbose_name = _("entry form")
        verbose_name_plural = _("entry forms")

    def __str__(self) -> str:
        return str(self.tournament)


class FormEntry(models.Model):
    """What somebody without an account wrote into the entry form of an event. `player`: who takes part by it; None
    until the address is confirmed by the link in the mail."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.UUIDField(_("tournament"))
    player = models.UUIDField(_("player"), null=True)
    placed = models.BooleanField(_("has moved up, and is written to"), default=False)
    address = models.EmailField(_("e-mail address"))
    name = models.CharField(_("name"), max_length=150)
    details = models.JSONField(_("details"), default=dict)
    remark = models.CharField(_("remark"), max_length=300, blank=True)
    created = models.DateTimeField(_("written"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry by the form")
        verbose_name_plural = _("entries by the form")
        indexes = [
            models.Index(fields=["tournament", "address"], name="tournaments_form_address"),
            models.Index(fields=["player"], name="tournaments_form_player"),
            models.Index(fields=["created"], name="tournaments_form_created"),
        ]

    def __str__(self) -> str:
        return str(self.id)


# -- rating lists of federations ------------------------------------------------------------------


class RatingList(models.Model):
    """A version of a federation's rating list, as an organiser has uploaded it. `day`: when it was published."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.UUIDField(_("owner"))
    name = models.CharField(_("name"), max_length=80)
    day = models.DateField(_("published"))
    people = models.PositiveIntegerField(_("people"))
    created = models.DateTimeField(_("uploaded"), auto_now_add=True)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        constraints = [models.UniqueConstraint(fields=["owner", "name", "day"], name="tournaments_list_one")]

    def __str__(self) -> str:
        return str(self.id)


class RatedPerson(models.Model):
    """A line of a rating list. `family`: the word by which the name is found."""

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="lines")
    number = models.CharField(_("number with the federation"), max_length=30, blank=True)
    name = models.CharField(_("name"), max_length=150)
    family = models.CharField(_("family name"), max_length=150)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    club = models.CharField(_("club"), max_length=80, blank=True)
    federation = models.CharField(_("federation"), max_length=40, blank=True)
    title = models.CharField(_("title"), max_length=20, blank=True)
    birth = models.CharField(_("year or day of birth"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("person of a rating list")
        verbose_name_plural = _("persons of rating lists")
        indexes = [
            models.Index(fields=["list", "number"], name="tournaments_rated_number"),
            models.Index(fields=["list", "family"], name="tournaments_rated_family"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


# -- what files told ------------------------------------------------------------------------------


class ImportedDetails(models.Model):
    """What an imported report said that neither the log nor the rows of people have a place for.

    `details`: `federation` of the event; `games`: addresses of games by `round.board.leg`; `undated`: rounds, and
    `begun` and `ended`, of which it told no time; `arbiters`: their names, the chief first; `time_control`: in words.
    What it told of people is in `EntryPerson`.
    """

    tournament = models.UUIDField(primary_key=True)
    details = models.JSONField(_("details"))

    class Meta:
        verbose_name = _("details of an imported tournament")
        verbose_name_plural = _("details of imported tournaments")

    def __str__(self) -> str:
        return str(self.tournament)


class NamedMember(models.Model):
    """A member of this service whom an imported event names as one of its players, or who took the account off an
    entry.

    Until the member agrees, and again when that is taken back, the entry is that of `written`: a player who is known
    from records only, by the name in the file.
    """

    class State(models.TextChoices):
        ASKED = "asked", pgettext_lazy("named member", "Has not answered yet")
        AGREED = "agreed", pgettext_lazy("named member", "Agreed")
        DECLINED = "declined", pgettext_lazy("named member", "Declined")
        LEFT = "left", pgettext_lazy("named member", "Has taken the account off")

    tournament = models.UUIDField(_("tournament"))
    entry = models.PositiveIntegerField(_("entry"))
    partner = models.PositiveSmallIntegerField(_("place in the pair"), default=0)
    player = models.UUIDField(_("player"))
    written = models.UUIDField(_("player of the file"))
    state = models.CharField(_("answer"), max_length=8, choices=State.choices, default=State.ASKED)
    asked = models.DateTimeField(_("asked"), auto_now_add=True)
    answered = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("member named by a file")
        verbose_name_plural = _("members named by files")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "entry", "partner"], name="tournaments_named_one"),
            models.UniqueConstraint(fields=["tournament", "player"], name="tournaments_named_once"),
        ]
        indexes = [models.Index(fields=["player"], name="tournaments_named_player")]

    def __str__(self) -> str:
        return f"{self.tournament} {self.entry}"


class LargeImport(models.Model):
    """A file that is too large to be imported while its reader waits. It goes as soon as the event is there; the row
    goes a day later. `id` is that of the tournament to be.

    `choices`: those of the form, as `records.exchange.large` keeps them; `refusal`: why it failed, `code` and
    `params`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("import", "Not done yet")
        DONE = "done", pgettext_lazy("import", "Done")
        FAILED = "failed", pgettext_lazy("import", "Failed")
        CANCELLED = "cancelled", pgettext_lazy("import", "Called off")

    id = models.UUIDField(primary_key=True, editable=False)
    owner = models.UUIDField(_("imported by"))
    text = models.TextField(_("file"), blank=True)
    choices = models.JSONField(_("choices"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.WAITING)
    refusal = models.JSONField(_("refusal"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    created = models.DateTimeField(_("begun"))

    class Meta:
        verbose_name = _("large import")
        verbose_name_plural = _("large imports")
        indexes = [
            models.Index(fields=["created"], name="tournaments_import_created"),
            models.Index(fields=["owner"], name="tournaments_import_owner"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class LargeArchive(models.Model):
    """The archive of a large event, as it is wanted or was made; it goes a day later. The parts hold names.

    `digest`: of what it is made of (`EventArchive.digest`); another one asks for another archive.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("archive", "Not made yet")
        DONE = "done", pgettext_lazy("archive", "Made")
        FAILED = "failed", pgettext_lazy("archive", "Failed")

    tournament = models.UUIDField(primary_key=True, editable=False)
    digest = models.CharField(_("digest"), max_length=64)
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    created = models.DateTimeField(_("begun"))

    class Meta:
        verbose_name = _("large archive")
        verbose_name_plural = _("large archives")
        indexes = [models.Index(fields=["created"], name="tournaments_archive_created")]

    def __str__(self) -> str:
        return str(self.tournament)


class LargeArchivePart(models.Model):
    """Some bytes of a large archive; `number` is the place, from 0."""

    archive = models.ForeignKey(LargeArchive, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    content = models.BinaryField(_("content"))

    class Meta:
        verbose_name = _("part of a large archive")
        verbose_name_plural = _("parts of large archives")
        constraints = [models.UniqueConstraint(fields=["archive", "number"], name="tournaments_archivepart_one")]

    def __str__(self) -> str:
        return f"{self.archive_id} {self.number}"
