"""The texts that hold, and agreeing to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.agreements.models import Agreement, LegalText
from accounts.models import Account

Kind = LegalText.Kind

AGE = 16
"""Years, while no terms are published: the highest age that a state of the European Union requires."""


@dataclass(frozen=True, slots=True)
class Legal:
    """A text as it holds or held.

    Args:
        number: its version; 0 is the text that comes with the software, which is younger than nothing.
        text: Markdown.
    """

    kind: str
    number: int
    text: str
    change: str = ""
    published: datetime | None = None


def current(kind: str) -> Legal:
    """The text of a kind that holds now."""
    return _legal(LegalText.objects.filter(kind=kind).first()) or shipped(kind)


def version(kind: str, number: int) -> Legal | None:
    if number == 0:
        return shipped(kind)
    return _legal(LegalText.objects.filter(kind=kind, number=number).first())


def _legal(row: LegalText | None) -> Legal | None:
    return None if row is None else Legal(row.kind, row.number, row.text, row.change, row.published)


def shipped(kind: str) -> Legal:
    """The text that comes with the software: what it does, for the operator to adapt."""
    return Legal(kind, 0, render_to_string(f"accounts/legal/{kind}.txt", {"age": AGE}).strip())


def versions(kind: str) -> list[LegalText]:
    """All published versions of a text, the newest first, without the words."""
    return list(LegalText.objects.filter(kind=kind).defer("text"))


def least_age() -> int:
    """How old somebody must be who signs up, in years; 0 if nobody is asked."""
    number = LegalText.objects.filter(kind=Kind.TERMS).values_list("age", flat=True).first()
    return AGE if number is None else number


def publish(row: LegalText) -> None:
    """Publish a new version.

    Args:
        row: with all but its number and time.
    """
    row.published = timezone.now()
    row.save(force_insert=True)


def agree(account: Account, *, seen: int | None = None) -> bool:
    """Note that an account agrees to the texts as they are now.

    Args:
        account: whose.
        seen: the highest number that the page showed; None at signing up.

    Returns:
        Whether it is noted: not if another version was published since the page was shown.
    """
    with transaction.atomic():
        terms, privacy = (_newest(kind) for kind in (Kind.TERMS, Kind.PRIVACY))
        newest = max(terms, privacy)
        if seen is not None and seen != newest:
            return False
        Agreement.objects.create(account=account, terms=terms, privacy=privacy, age=least_age(), at=timezone.now())
        Account.objects.filter(pk=account.pk).update(agreed=newest)
        account.agreed = newest
    return True


def _newest(kind: str) -> int:
    return LegalText.objects.filter(kind=kind).values_list("number", flat=True).first() or 0
