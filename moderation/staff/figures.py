"""The public figures of moderation: how many cases there were in a month and what came of them. They are counted as
things happen, so the page reads two years of them and no case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from accounts.models import Penalty
from moderation.cases.models import Case, CaseFigure
from moderation.staff.words import kind_words

MONTHS = 24


@dataclass(frozen=True, slots=True)
class FigureLine:
    """How often, and what, in words."""

    words: str
    number: int


@dataclass(frozen=True, slots=True)
class MonthOfFigures:
    """What happened in a month of UTC.

    Attributes:
        opened: cases that were opened, those that were merged into others taken out; `kinds` are all that were opened.
        decided: by what they came to.
        penalties: by kind; `reversed` of them, in whichever month they were imposed.
        appeals: how many were made; `heard` how many were decided, by what they came to.
        going: the month is not over.
    """

    month: date
    opened: int
    kinds: tuple[FigureLine, ...]
    decided: tuple[FigureLine, ...]
    penalties: tuple[FigureLine, ...]
    reversed: int
    appeals: int
    heard: int
    upheld: int
    going: bool


def months() -> list[MonthOfFigures]:
    """The last two years, the newest month first; months in which nothing happened are left out."""
    today = timezone.now().date().replace(day=1)
    first = today.replace(year=today.year - MONTHS // 12)
    numbers: dict[date, dict[str, dict[str, int]]] = {}
    rows = CaseFigure.objects.filter(month__gte=first).order_by("-month", "-number", "which")
    for row in rows:
        numbers.setdefault(row.month, {}).setdefault(row.what, {})[row.which] = row.number
    return [_month(month, number, going=month == today) for month, number in numbers.items()]


def _month(month: date, numbers: Mapping[str, Mapping[str, int]], *, going: bool) -> MonthOfFigures:
    decided, heard = dict(numbers.get("decided", {})), numbers.get("heard", {})
    merged = decided.pop("merged", 0)
    return MonthOfFigures(
        month=month,
        opened=max(0, sum(numbers.get("opened", {}).values()) - merged),
        kinds=tuple(FigureLine(kind_words(kind), number) for kind, number in numbers.get("opened", {}).items()),
        decided=tuple(FigureLine(str(Case.Outcome(text).label), number) for text, number in decided.items()),
        penalties=tuple(
            FigureLine(str(Penalty.Kind(text).label), number) for text, number in numbers.get("penalty", {}).items()
        ),
        reversed=sum(numbers.get("reversed", {}).values()),
        appeals=sum(numbers.get("appeal", {}).values()),
        heard=sum(heard.values()),
        upheld=heard.get("reversed", 0) + heard.get("eased", 0),
        going=going,
    )
