"""Versions of the texts, which stay as they were published, and what people have agreed to."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Account

LONGEST = 60_000
"""Characters of a text."""


class LegalText(models.Model):
    """A version of one of the texts. The newest of its kind holds; while there is none, the text that comes with the
    software does.

    Attributes:
        number: counts the versions of both kinds, so that one number says what somebody has agreed to.
        asks: members are asked to agree; not for the mending of a spelling.
        needed_from: members who have not agreed by then cannot start a new game; None: no limit.
        age: the minimum age for signing up, in years; 0 for none. That of the newest terms applies.
    """

    class Kind(models.TextChoices):
        TERMS = "terms", _("Terms of use")
        PRIVACY = "privacy", _("Privacy")

    number = models.AutoField(_("version"), primary_key=True)
    kind = models.CharField(_("text"), max_length=7, choices=Kind.choices)
    text = models.TextField(
        _("words"), max_length=LONGEST, help_text=_("Markdown: # headings, **bold**, - lists, [links](https://…).")
    )
    change = models.CharField(
        _("what is new"), max_length=400, blank=True, help_text=_("One or two sentences, shown to who is asked.")
    )
    asks = models.BooleanField(
        _("members are asked to agree"), default=True, help_text=_("Not needed if only a spelling is mended.")
    )
    needed_from = models.DateTimeField(
        _("needed from"),
        null=True,
        blank=True,
        help_text=_(
            "From then on who has not agreed begins no new games and enters no events. Games that go on are never"
            " stopped. Empty: members are asked, and that is all."
        ),
    )
    age = models.PositiveSmallIntegerField(
        _("least age"), default=16, help_text=_("In years, asked of who signs up; of the terms only. 0: not asked.")
    )
    published = models.DateTimeField(_("published"), editable=False)

    class Meta:
        verbose_name = _("version of a text")
        verbose_name_plural = _("terms and privacy")
        ordering = ["-number"]
        indexes = [models.Index(fields=["kind", "-number"], name="terms_text_newest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Agreement(models.Model):
    """That somebody has agreed, to which versions and being how old at least. 0 is the text of the software."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="agreements")
    terms = models.PositiveIntegerField(_("terms of use"))
    privacy = models.PositiveIntegerField(pgettext_lazy("text", "privacy"))
    age = models.PositiveSmallIntegerField(_("at least so old"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")

    def __str__(self) -> str:
        return f"{self.account_id} {self.terms} {self.privacy}"
