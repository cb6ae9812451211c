"""Cases and appeals as pages read them, which follow from the log, and the texts in them, which may be erased.

No row points to a player by a constraint: a case outlives those who are deleted, as ids without a name.
"""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from moderation.cases.kinds import CaseKind


class Case(models.Model):
    """Something for moderators to look into.

    Attributes:
        source: `report`, `moderator`, or the slug of a detector.
        about: the player concerned; None for a thing that is nobody's: `thing` and `target`.
        score: how urgent it is without its waiting, in thousandths of points; `parts` is what it is made of, as lists
            of a slug, the points and a number.
        rank: what open cases are sorted by (`moderation.cases.priority`).
        claimed_by: the player of its moderator until `claimed_until`.
        things: what was reported and what suspicions are about, the newest first and at most 20: pairs of the kind of
            thing, such as `game`, and its id as text.
    """

    class State(models.TextChoices):
        """How far it is. What is claimed is so until `claimed_until`, and open after that."""

        OPEN = "open", pgettext_lazy("case", "Open")
        CLAIMED = "claimed", pgettext_lazy("case", "With a moderator")
        DECIDED = "decided", pgettext_lazy("case", "Decided")
        MERGED = "merged", pgettext_lazy("case", "Merged with another")

    class Outcome(models.TextChoices):
        PENALISED = "penalised", pgettext_lazy("case", "Penalised")
        NOTED = "noted", pgettext_lazy("case", "Noted, without a penalty")
        DISMISSED = "dismissed", pgettext_lazy("case", "Nothing was wrong")
        GONE = "gone", pgettext_lazy("case", "The account is deleted")
        MERGED = "merged", pgettext_lazy("case", "Merged with another")

    id = models.UUIDField(primary_key=True, editable=False)
    kind = models.CharField(_("kind"), max_length=16, choices=CaseKind.choices)
    source = models.CharField(_("source"), max_length=32)
    about = models.UUIDField(_("about"), null=True)
    thing = models.CharField(_("thing"), max_length=32, blank=True)
    target = models.UUIDField(_("id"), null=True)
    state = models.CharField(_("state"), max_length=7, choices=State.choices)
    score = models.IntegerField(_("score"))
    parts = models.JSONField(default=list)
    rank = models.BigIntegerField()
    reports = models.PositiveIntegerField(_("reports"), default=0)
    things = models.JSONField(default=list)
    opened = models.DateTimeField(_("opened"))
    changed = models.DateTimeField(_("changed"))
    claimed_by = models.UUIDField(_("moderator"), null=True)
    claimed_until = models.DateTimeField(null=True)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome.choices, blank=True)
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.UUIDField(_("decided by"), null=True)
    merged_into = models.UUIDField(null=True)
    version = models.PositiveIntegerField()
    position = models.BigIntegerField()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        permissions = [("handle_case", _("Can handle cases"))]
        indexes = [
            models.Index(
                fields=["-rank", "id"], condition=models.Q(state__in=["open", "claimed"]), name="cases_case_queue"
            ),
            models.Index(
                fields=["kind", "-rank", "id"],
                condition=models.Q(state__in=["open", "claimed"]),
                name="cases_case_queue_of_kind",
            ),
            models.Index(fields=["about", "-opened"], name="cases_case_about"),
            models.Index(
                fields=["about", "kind", "opened", "id"],
                condition=models.Q(state__in=["open", "claimed"]),
                name="cases_case_open_about",
            ),
            models.Index(
                fields=["target"],
                condition=models.Q(about=None, state__in=["open", "claimed"]),
                name="cases_case_thing",
            ),
            models.Index(fields=["claimed_by"], condition=models.Q(state="claimed"), name="cases_case_claimed"),
            models.Index(fields=["-position", "id"], condition=models.Q(state="decided"), name="cases_case_decided"),
            models.Index(
                fields=["kind", "-position", "id"],
                condition=models.Q(state="decided"),
                name="cases_case_decided_of_kind",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Appeal(models.Model):
    """An appeal against a penalty, which has one at most.

    Attributes:
        penalty: the id of the penalty, and of the appeal.
        due: its deadline; then it rises.
        claimed_by: the player of the moderator who hears it until `claimed_until`.
        talk: what was written in it, in its order, each a list: the id of the text, `player` or `staff`, the id of who
            wrote, and when, in microseconds since the epoch.
        outcome: empty while it is open.
        reason: the id of the words of the decision.
    """

    class Outcome(models.TextChoices):
        STANDS = "stands", pgettext_lazy("appeal", "The decision stands")
        EASED = "eased", pgettext_lazy("appeal", "The penalty is eased")
        REVERSED = "reversed", pgettext_lazy("appeal", "The penalty is taken back")
        WITHDRAWN = "withdrawn", pgettext_lazy("appeal", "Withdrawn")

    penalty = models.UUIDField(primary_key=True, editable=False)
    case = models.UUIDField()
    player = models.UUIDField()
    made = models.DateTimeField()
    due = models.DateTimeField()
    risen = models.DateTimeField(null=True)
    claimed_by = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    decided = models.DateTimeField(null=True)
    decided_by = models.UUIDField(null=True)
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)
    reason = models.UUIDField(null=True)
    talk = models.JSONField(default=list)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [
            models.Index(fields=["due", "penalty"], condition=models.Q(decided=None), name="cases_appeal_open"),
            models.Index(fields=["due"], condition=models.Q(decided=None, risen=None), name="cases_appeal_due"),
            models.Index(
                fields=["-decided", "penalty"],
                condition=models.Q(decided__isnull=False),
                name="cases_appeal_decided",
            ),
            models.Index(fields=["player"], name="cases_appeal_player"),
            models.Index(fields=["case"], name="cases_appeal_case"),
        ]

    def __str__(self) -> str:
        return str(self.penalty)


class CaseText(models.Model):
    """What somebody wrote in a case: why it was decided so, or in an appeal. The log has the id and a salted hash.

    Attributes:
        by: its author.
        player: its owner: it is deleted with that player. Texts by staff belong to their subject.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    case = models.UUIDField()
    by = models.UUIDField(null=True)
    player = models.UUIDField(null=True)
    salt = models.BinaryField()
    text = models.TextField()
    written = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("text of a case")
        verbose_name_plural = _("texts of cases")
        indexes = [
            models.Index(fields=["case"], name="cases_casetext_case"),
            models.Index(fields=["player"], name="cases_casetext_player"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class CaseLink(models.Model):
    """All subjects of a case besides the player, where `Case.things` has the newest.

    Attributes:
        what: the kind of a thing that was reported or suspected, such as `game`, or `REPORTER`.
        target: its id; of a reporter, that of the player.
    """

    REPORTER = "reporter"

    case = models.UUIDField()
    what = models.CharField(max_length=32)
    target = models.UUIDField()

    class Meta:
        verbose_name = _("link of a case")
        verbose_name_plural = _("links of cases")
        constraints = [models.UniqueConstraint(fields=["case", "what", "target"], name="cases_caselink_one")]

    def __str__(self) -> str:
        return f"{self.what} {self.case}"


class CaseFigure(models.Model):
    """How often something happened in a month of UTC: counted as it happens, and told to everybody.

    Attributes:
        month: its first day.
        what: `opened` and `decided` (cases), `penalty`, `reversed`, `appeal` (made), `heard` (appeals decided).
        which: the kind or the outcome of it.
    """

    month = models.DateField()
    what = models.CharField(max_length=8)
    which = models.CharField(max_length=32)
    number = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("figure of a month")
        verbose_name_plural = _("figures of months")
        constraints = [models.UniqueConstraint(fields=["month", "what", "which"], name="cases_casefigure_one")]

    def __str__(self) -> str:
        return f"{self.month} {self.what} {self.which}"


class DueEffect(models.Model):
    """A pending effect of a penalty, with its time (`moderation.sanctions.effects`). Deleted when it is done.

    Attributes:
        when: `begins`, `ends` or `reversed`.
        passes: how often it was done.
    """

    penalty = models.UUIDField()
    when = models.CharField(max_length=8)
    at = models.DateTimeField()
    passes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("effect to be")
        verbose_name_plural = _("effects to be")
        constraints = [models.UniqueConstraint(fields=["penalty", "when"], name="cases_dueeffect_one")]
        indexes = [models.Index(fields=["at"], name="cases_dueeffect_at")]

    def __str__(self) -> str:
        return f"{self.when} {self.penalty}"


class EffectMark(models.Model):
    """What a penalty did, for its reversal: ids and numbers alone.

    Attributes:
        what: a slug of the room that did it.
        target: what it was done to; `number` is which part of it.
    """

    penalty = models.UUIDField()
    what = models.CharField(max_length=24)
    target = models.UUIDField()
    number = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("effect of a penalty")
        verbose_name_plural = _("effects of penalties")
        constraints = [
            models.UniqueConstraint(fields=["penalty", "what", "target", "number"], name="cases_effectmark_one")
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.penalty}"
