"""Accounts and players, and what belongs to them. Names live here and nowhere else: the log and the games hold the
random ids of these rows, and all of them may be erased.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Collate, Upper
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from web.words import isolated


class Account(AbstractUser):
    """Who signs in. Its id is the `actor` of events.

    Attributes:
        ban: for the account of a request: the id of the penalty that bans its player now, if any.
        asked_numbers: for the account of a request: what members must agree to (`accounts/agreements/requirement.py`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    agreed = models.PositiveIntegerField(
        _("agreed to"),
        default=0,
        db_default=0,
        editable=False,
        help_text=_("The newest version of terms or privacy that it has agreed to."),
    )

    ban: uuid.UUID | None = None
    asked_numbers: tuple[int | None, int | None] | None = None

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            # Nobody may pass for another by a capital letter.
            models.UniqueConstraint(
                Upper("username"),
                name="players_account_username_any_case",
                violation_error_message=_("This name is taken."),
            ),
        ]
        # An address is looked up for each sign-in by address and each request for a new password.
        indexes = [
            models.Index(Upper("email"), name="players_account_email"),
            # Accounts with powers get notices of cases.
            models.Index(fields=["id"], condition=models.Q(is_staff=True), name="players_account_staff"),
            # Who never came back is looked for at night.
            models.Index(fields=["date_joined"], condition=models.Q(last_login=None), name="players_account_never_in"),
        ]


class Session(AbstractBaseSession):
    """A session with its subjects: when an account is deleted its sessions are found by an index.

    `account` is the signed-in one. `about`: without one, hashes of the ids, addresses and names in it
    (`accounts/authentication/sessions.py`), as of somebody about to sign in.
    """

    account = models.UUIDField(null=True, editable=False)
    about = ArrayField(models.CharField(max_length=32), default=list, editable=False)

    class Meta(AbstractBaseSession.Meta):
        indexes = [
            models.Index(fields=["account"], condition=models.Q(account__isnull=False), name="players_session_account"),
            GinIndex(fields=["about"], condition=~models.Q(about=[]), name="players_session_about"),
        ]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """The store that reads and writes these rows."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


class EndedSession(models.Model):
    """A session that is over, until a sweep has had its event streams ended too: who ended it may have died before
    that. `topic` is the streams' topic (`realtime/topics.py`), and does not reveal the session's key.
    """

    topic = models.CharField(max_length=40, primary_key=True, editable=False)
    at = models.DateTimeField(_("at"), db_index=True, editable=False)

    class Meta:
        verbose_name = _("session that is over")
        verbose_name_plural = _("sessions that are over")

    def __str__(self) -> str:
        return self.topic


FOLDED_NAME = Collate(Upper("name"), "C")
WORDS_OF_NAME = SearchVector("name", config="simple")
"""By both there is an index: names are found by their beginning, or by that of a word (`accounts/people/search.py`)."""


class Player(models.Model):
    """The player of a seat. Deleting the row erases the name; the games stay and show a deleted player.

    A player without an account is known from a record only, or is one of our bots (`bot`); an account that a program
    plays for is a `machine`, whose player has “(bot)” behind its name (`accounts.people.bots.shown_name`). Else the
    name of an account's player is the name of the account. Who was entered in an event by hand or by a file has a row
    for this event alone (`event`): two people of one name are two rows, and a name that is corrected changes in no
    other event.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=150)
    account = models.OneToOneField(
        Account, verbose_name=_("account"), null=True, blank=True, on_delete=models.CASCADE, related_name="player"
    )
    bot = models.BooleanField(_("bot"), default=False, help_text=_("The computer plays."))
    guest = models.BooleanField(_("guest"), default=False, help_text=_("Plays without having signed up."))
    organiser = models.BooleanField(
        _("approved organiser"),
        default=False,
        help_text=_("In the rated events of this player arbiters’ decisions and places count."),
    )
    event = models.UUIDField(
        _("event"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("The only event that knows this name: its staff or a file wrote it there, and may correct it."),
    )
    machine = models.BooleanField(
        _("bot of its own"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("A program of its owner plays for this account, for good."),
    )
    keeper = models.ForeignKey(
        "self",
        verbose_name=_("whose bot it is"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="machines",
    )
    kept = models.BooleanField(
        default=False, db_default=False, editable=False, help_text=_("Whoever is named as its owner has agreed to it.")
    )
    unproven = models.BooleanField(
        _("unproven"), default=False, db_default=False, help_text=_("Has signed up, and not proven the address yet.")
    )

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        permissions = [("close_player", _("Can close accounts and open them again"))]
        constraints = [
            # Two imports of the same name at once must not make two players of it.
            models.UniqueConstraint(
                fields=["name"],
                condition=models.Q(account__isnull=True, bot=False, event__isnull=True),
                name="players_player_name_of_records",
            ),
            models.UniqueConstraint(
                Upper("name"),
                condition=models.Q(account__isnull=False) | models.Q(bot=True),
                name="players_player_name_of_members",
                violation_error_message=_("This name is taken."),
            ),
        ]
        indexes = [
            models.Index(fields=["name"], name="players_player_name"),
            models.Index(FOLDED_NAME, name="players_player_folded_name"),
            GinIndex(WORDS_OF_NAME, name="players_player_words"),
            models.Index(fields=["account"], condition=models.Q(guest=True), name="players_player_guests"),
            models.Index(fields=["name"], condition=models.Q(machine=True), name="players_player_bots"),
        ]

    def __str__(self) -> str:
        return isolated(self.name)

    @property
    def member(self) -> bool:
        """Whether this is a player of this service, with a profile: an account or a bot, not a name in a record, and
        and accounts with an unconfirmed address are not.
        """
        return self.bot or (self.account_id is not None and not self.unproven)


MEMBERS = models.Q(bot=True) | models.Q(account__isnull=False, unproven=False)
"""The players that are members (`Player.member`)."""


class Preferences(models.Model):
    """The preferences of an account. Without a row the defaults apply."""

    class BoardSide(models.TextChoices):
        """Whose side of the board is at the bottom."""

        OWN = "own", _("My own side below")
        RED = "red", _("Red's side below")

    class OpenData(models.TextChoices):
        """How games appear in the releases of the archive (docs/open-data.md)."""

        PSEUDONYM = "pseudonym", _("Under a pseudonym, another one in each release")
        NAME = "name", _("Under my name")
        NONE = "none", _("Leave my games out")

    class Theme(models.TextChoices):
        """Dark or light."""

        SYSTEM = "system", _("As the device has it")
        LIGHT = "light", pgettext_lazy("colours", "Light")
        DARK = "dark", pgettext_lazy("colours", "Dark")

    class Ranks(models.TextChoices):
        """The label of a piece."""

        HIGH = "high", _("10 is the Marshal")
        LOW = "low", _("1 is the Marshal")
        SYMBOLS = "symbols", _("Pictures")

    class Pieces(models.TextChoices):
        """How pieces are drawn."""

        FIGURES = "figures", _("Figures")
        PLAIN = "plain", _("Plain signs")
        CONTRAST = "contrast", _("High contrast")

    class Board(models.TextChoices):
        """How the board is drawn."""

        FIELD = "field", _("Painted field")
        WOOD = "wood", _("Wood")
        PLAIN = "plain", _("Plain")

    account = models.OneToOneField(Account, primary_key=True, on_delete=models.CASCADE, related_name="preferences")
    board_side = models.CharField(_("board"), max_length=3, choices=BoardSide.choices, default=BoardSide.OWN)
    confirm_moves = models.BooleanField(_("ask before a turn is sent"), default=False)
    coordinates = models.BooleanField(_("coordinates beside the board"), default=True)
    theme = models.CharField(_("colours"), max_length=6, choices=Theme.choices, default=Theme.SYSTEM)
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC")
    ranks = models.CharField(_("ranks"), max_length=7, choices=Ranks.choices, default=Ranks.HIGH)
    pieces = models.CharField(
        _("pieces"), max_length=8, choices=Pieces.choices, default=Pieces.FIGURES, db_default=Pieces.FIGURES
    )
    board = models.CharField(
        _("look of the board"), max_length=5, choices=Board.choices, default=Board.FIELD, db_default=Board.FIELD
    )
    open_guesses = models.BooleanField(_("guesses are opened with the game"), default=False)
    show_figures = models.BooleanField(_("others see the figures"), default=True, db_default=True)
    open_data = models.CharField(
        _("games as open data"),
        max_length=9,
        choices=OpenData.choices,
        default=OpenData.PSEUDONYM,
        db_default=OpenData.PSEUDONYM,
    )
    bot_challenges = models.BooleanField(_("bots may challenge"), default=False, db_default=False)
    rated_bots = models.BooleanField(_("games against bots count"), default=False, db_default=False)
    presence = models.BooleanField(_("opponents see presence"), default=False, db_default=False)

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return str(self.account_id)


class Block(models.Model):
    """One player wants nothing to do with another: no challenges, no joined seeks, no chat."""

    blocker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by", db_index=False)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="players_block_one"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="players_block_of_another"),
        ]
        # Of both columns each: a pair is looked up as one entry, however many blocks either of them has.
        indexes = [models.Index(fields=["blocked", "blocker"], name="players_block_met")]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"


class Allowance(models.Model):
    """How much of what is limited by the day a player has used on one day (`accounts.conduct.allowances`)."""

    class What(models.TextChoices):
        """What is counted. Those that end in `-to` are counted for each `other`."""

        EVENTS = "events", _("Events created")
        INVITATIONS = "invitations", _("Players invited, challenged or given a role")
        INVITATIONS_TO = "invitations-to", _("The same, of one player")
        LETTERS = "letters", _("Letters to the players of events")
        NOTES_TO = "notes-to", _("Notes to times proposed, to one player")
        MAILS = "mails", _("Mails that went out because of it")
        MAILS_TO = "mails-to", _("Mails to one player because of this one")
        MAILS_GOT = "mails-got", _("Mails got because of others")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="allowances")
    what = models.CharField(_("what"), max_length=14, choices=What.choices)
    other = models.UUIDField(_("other player"), null=True)
    day = models.DateField(_("day"))
    used = models.PositiveIntegerField(_("used"))

    class Meta:
        verbose_name = _("use of a day")
        verbose_name_plural = _("uses of a day")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "what", "other", "day"], nulls_distinct=False, name="players_allowance_one"
            ),
        ]
        indexes = [models.Index(fields=["day"], name="players_allowance_day")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.what} {self.day}: {self.used}"


class Report(models.Model):
    """A player or a thing that somebody wants a moderator to look at: the words, which may be erased. What becomes
    of it is in its case (`moderation.cases`).

    Attributes:
        about: the player concerned; None for a thing that is nobody's, and once that player is deleted.
        why: a `CaseKind` of `moderation.cases.kinds`.
        case: the id of its case.
        salt: with it the case has hashes of the words.
        told: the reporter has been told what came of it.
    """

    class Kind(models.TextChoices):
        PLAYER = "player", pgettext_lazy("report", "Player")
        MESSAGE = "message", pgettext_lazy("report", "Message")
        LETTER = "letter", pgettext_lazy("report", "Letter of an event")
        NOTE = "note", pgettext_lazy("report", "Note to a proposed time")
        STUDY = "study", pgettext_lazy("report", "Study")
        COMMENT = "comment", pgettext_lazy("report", "Comment in a study")
        GAME = "game", pgettext_lazy("report", "Game")
        PUZZLE = "puzzle", pgettext_lazy("report", "Puzzle")

    class State(models.TextChoices):
        """How far the moderators are."""

        OPEN = "open", pgettext_lazy("report", "Open")
        RESOLVED = "resolved", pgettext_lazy("report", "Resolved")
        DISMISSED = "dismissed", pgettext_lazy("report", "Dismissed")
        GONE = "gone", pgettext_lazy("report", "The account is deleted")
        REVERSED = "reversed", pgettext_lazy("report", "Decided otherwise after an appeal")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("kind"), max_length=7, choices=Kind.choices)
    target = models.UUIDField(_("target"))
    about = models.ForeignKey(
        Player,
        verbose_name=_("about"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reports_about",
        db_index=True,
    )
    reporter = models.ForeignKey(
        Player, verbose_name=_("reporter"), on_delete=models.CASCADE, related_name="reports_made"
    )
    why = models.CharField(_("reason"), max_length=16)
    case = models.UUIDField(_("case"), null=True, editable=False)
    salt = models.BinaryField(default=bytes, editable=False)
    text = models.TextField(_("text"), max_length=1000, blank=True)
    excerpt = models.TextField(_("as it was when reported"), max_length=2000, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.OPEN)
    created = models.DateTimeField(_("reported"), auto_now_add=True)
    closed = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    told = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [
            models.Index(fields=["state", "-created"], name="players_report_state"),
            models.Index(fields=["case", "-created"], name="players_report_case"),
            models.Index(fields=["kind", "-created", "id"], name="players_report_kind"),
            models.Index(
                fields=["reporter", "-closed"],
                condition=models.Q(closed__isnull=False),
                name="players_report_record",
            ),
            models.Index(fields=["reporter", "-created", "-id"], name="players_report_mine"),
            models.Index(
                fields=["closed", "id"],
                condition=models.Q(closed__isnull=False, told=False),
                name="players_report_untold",
            ),
        ]
        constraints = [
            # Reporting twice what is not looked at yet changes the first report.
            models.UniqueConstraint(
                fields=["reporter", "kind", "target", "why", "about"],
                condition=models.Q(state="open"),
                nulls_distinct=False,
                name="players_report_open_once",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Penalty(models.Model):
    """What a moderator imposed on a player in a case: a projection of the streams of cases (`moderation.cases`), which
    alone writes it. It holds ids and codes; the reason is a text of the case.

    It is in force from the moment it is written until `ends`, unless it is reversed; nothing has to be done for it to
    end. What it keeps the player from is asked of `accounts.conduct.restrictions`.

    Attributes:
        case: id of the case that it was decided in.
        player: the penalised player; the id remains when the player is deleted.
        rule: slug of the rule that was broken.
        by: id of the player who decided; None for a command on the server.
        ends: until when; None for good, or for what has no length.
        shown: slugs of the evidence that the player is shown.
        reason: id of the words for the player, a text of the case; None for none.
        acknowledged_at: when the player has said to have read a warning.
        game: id of the game concerned, if any.
        amount: how far a rating is set back, in points.
    """

    class Kind(models.TextChoices):
        """The steps of the ladder."""

        NOTE = "note", pgettext_lazy("penalty", "Note")
        WARNING = "warning", pgettext_lazy("penalty", "Warning")
        NO_TALK = "no-talk", pgettext_lazy("penalty", "No talk")
        NO_RATED = "no-rated", pgettext_lazy("penalty", "No rated games")
        NO_EVENTS = "no-events", pgettext_lazy("penalty", "No events")
        NO_SEEKS = "no-seeks", pgettext_lazy("penalty", "No seeks and challenges")
        BAN = "ban", pgettext_lazy("penalty", "Ban")
        RATING = "rating-set-back", pgettext_lazy("penalty", "Rating set back")
        ANNULLED = "result-annulled", pgettext_lazy("penalty", "Result annulled")
        FORFEITED = "result-forfeited", pgettext_lazy("penalty", "Game forfeited")

    id = models.UUIDField(primary_key=True, editable=False)
    case = models.UUIDField()
    player = models.UUIDField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    rule = models.CharField(max_length=32)
    by = models.UUIDField(null=True)
    begins = models.DateTimeField()
    ends = models.DateTimeField(null=True)
    shown = ArrayField(models.CharField(max_length=64), default=list)
    reason = models.UUIDField(null=True)
    acknowledged_at = models.DateTimeField(null=True)
    reversed_at = models.DateTimeField(null=True)
    game = models.UUIDField(null=True)
    amount = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        indexes = [
            models.Index(fields=["case"], name="players_penalty_case"),
            models.Index(fields=["player", "-begins"], name="players_penalty_player"),
            # What keeps somebody from something: empty for nearly everybody, so asking costs next to nothing.
            models.Index(
                fields=["player", "kind", "ends"],
                condition=models.Q(
                    reversed_at=None, kind__in=["warning", "no-talk", "no-rated", "no-events", "no-seeks", "ban"]
                ),
                name="players_penalty_bars",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    def in_force(self, at: datetime) -> bool:
        """Whether it is neither over nor reversed at a time; a warning is over once it is acknowledged."""
        return self.reversed_at is None and self.acknowledged_at is None and (self.ends is None or at < self.ends)


class AddressChange(models.Model):
    """An account is to get another address. It does once the new one is proven, and the owner of the old one has agreed
    or has said nothing for three days (`accounts/signin/address_change.py`).

    Attributes:
        id: in the links of its mails; another one for each time that somebody asks.
        new: the address; its row is allauth's, not proven.
        asked: when.
        due: from when on nobody need agree.
        agreed: when the owner of the old address has agreed.
        proven: when the link to the new address was opened.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="address_change")
    new = models.EmailField(max_length=254)
    asked = models.DateTimeField()
    due = models.DateTimeField()
    agreed = models.DateTimeField(null=True)
    proven = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("change of an address")
        verbose_name_plural = _("changes of addresses")
        indexes = [
            models.Index(fields=["due"], condition=models.Q(proven__isnull=False), name="players_addresschange_due"),
            models.Index(fields=["asked"], name="players_addresschange_asked"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class SeenAddress(models.Model):
    """An account was seen at an address on the internet (`accounts/authentication/networks.py`). The address itself is
    nowhere.

    Attributes:
        mark: a hash of it by a key that the service alone has.
        first, last: the first and the last day; it is forgotten `KEPT` after the last.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    mark = models.CharField(max_length=32)
    first = models.DateField()
    last = models.DateField()

    class Meta:
        verbose_name = _("address seen")
        verbose_name_plural = _("addresses seen")
        constraints = [models.UniqueConstraint(fields=["account", "mark"], name="players_seenaddress_one")]
        indexes = [
            models.Index(fields=["mark", "-last"], name="players_seenaddress_mark"),
            models.Index(fields=["last"], name="players_seenaddress_last"),
        ]

    def __str__(self) -> str:
        return str(self.pk)


class OutgoingMail(models.Model):
    """A mail to be sent: the recipient and the reason. Its text is made when it is sent, so no secret link is stored.
    The row is deleted with the sending (`accounts/mails/outbox.py`).

    Attributes:
        kind: what it is, as registered with `mail.mail`.
        account: its account; None where nobody may find out whether it exists.
        address: where it goes; empty if that is found when it is sent.
        about: the id of its subject.
        site: the beginning of its links, `https://play.example.org`.
        details: what else it says, such as the time of a change.
        created: when it was last requested.
        due: when it is tried next.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=32)
    account = models.ForeignKey(Account, null=True, on_delete=models.CASCADE, related_name="+")
    address = models.EmailField(max_length=254, blank=True)
    about = models.UUIDField(null=True)
    site = models.CharField(max_length=300)
    details = models.JSONField(default=dict)
    created = models.DateTimeField()
    due = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("outgoing mail")
        verbose_name_plural = _("outgoing mails")
        indexes = [
            models.Index(fields=["due"], name="players_outgoingmail_due"),
            models.Index(fields=["created"], condition=models.Q(attempts__gt=0), name="players_outgoingmail_tried"),
        ]
        constraints = [
            # Repeated requests while the first mail waits lead to one mail.
            models.UniqueConstraint(
                fields=["kind", "account", "address", "about"], name="players_outgoingmail_one", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
