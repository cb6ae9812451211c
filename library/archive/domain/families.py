"""The families of set-ups of open games: who belongs to which, and what came of it.

Each set-up is counted in a row of its own as games are counted (`counters.py`). From time to time a task sorts those of
a book into families (`nearest.py`): the `SORTED` that were laid most, so it takes as long however many there are. What
pages show are the families that it wrote last.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from django.db import transaction
from django.db.models import F
from django.db.models.functions import MD5
from django.utils import timezone

from eventlog.statements import write
from games.models import Game
from games.rules import VARIANTS, Variant
from library.archive.domain.criteria import near_at_most
from library.archive.domain.nearest import Family, families, nearest
from library.archive.domain.opened import SOURCES, OpenedSetup, either_way
from library.archive.domain.placements import FEWEST, games_behind
from library.archive.models import FamiliesMade, FormCount, PlacementCount, SetupFamily

SORTED = 10_000
"""Different set-ups of a book that are sorted: those that were laid most, and of equals some by chance."""

SHOWN = 50
"""Members of a family that its page shows at most."""

RESULTS = tuple(PlacementCount.Result.values)
KINDS = [(source, side, result) for source in SOURCES for side in (0, 1) for result in RESULTS]
"""The meaning of the numbers of `went`, in order."""

_PLACE_OF = {kind: place for place, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class SetupsWent:
    """What came of set-ups.

    Args:
        numbers: how often, for each of `KINDS`.
        teams: seats of a side: so many of its set-ups a game has.
    """

    numbers: Sequence[int]
    teams: int

    def only(self, *, source: str = "", side: int | None = None) -> SetupsWent:
        kept = [
            number if source in ("", kind[0]) and side in (None, kind[1]) else 0
            for kind, number in zip(KINDS, self.numbers, strict=True)
        ]
        return SetupsWent(kept, self.teams)

    @property
    def setups(self) -> int:
        return sum(self.numbers)

    def count(self, result: str) -> int:
        """How many came to a `PlacementCount.Result`."""
        return sum(number for kind, number in zip(KINDS, self.numbers, strict=True) if kind[2] == result)

    @property
    def enough(self) -> bool:
        """Whether enough games certainly contribute to show their number."""
        sides = [sum(self.only(side=side).numbers) for side in (0, 1)]
        return games_behind(sides, self.teams) >= FEWEST


def setups_went(numbers: Sequence[int], rules: Variant) -> SetupsWent:
    """What came of set-ups of a rule book, from a row that says so."""
    return SetupsWent(numbers, len(rules.seats) // 2)


_SURE = 1.96
"""Standard deviations to either side between which 95 % of a normal distribution lie."""


def interval(won: int, whole: int) -> tuple[float, float]:
    """The bounds between which a share lies with 95 % confidence (Wilson, J. Am. Stat. Assoc. 22, 1927).

    Args:
        won: how often it came about.
        whole: of so many times, one at least.

    >>> [round(bound, 3) for bound in interval(12, 20)]
    [0.387, 0.781]
    """
    share, square = won / whole, _SURE**2 / whole
    middle = share + square / 2
    away = _SURE * sqrt(share * (1 - share) / whole + square / (4 * whole))
    return (middle - away) / (1 + square), (middle + away) / (1 + square)


# -- counting -------------------------------------------------------------------------------------

_ADD = b"""
INSERT INTO archive_formcount AS old (variant, form, setups, went)
SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS new (variant text, form text, setups int4, went int4[])
ON CONFLICT (variant, form) DO UPDATE SET setups = old.setups + excluded.setups, went = ARRAY(
    SELECT a + b FROM unnest(old.went, excluded.went) WITH ORDINALITY AS t (a, b, n) ORDER BY n
)
"""


def count_forms(setups: Iterable[OpenedSetup]) -> None:
    """Counts how often each set-up was laid, with the results."""
    counted: dict[tuple[str, str], list[int]] = {}
    for setup in setups:
        kind = setup.variant, either_way(setup.form, VARIANTS[setup.variant])
        went = counted.setdefault(kind, [0] * len(KINDS))
        went[_PLACE_OF[Game.Source(setup.source), setup.side, setup.result.value]] += 1
    # In one order, so that those who wait for one another do not wait in a circle.
    rows = [
        {"variant": variant, "form": form, "setups": sum(went), "went": went}
        for (variant, form), went in sorted(counted.items())
    ]
    if rows:
        write("archive_formcount", _ADD, [(json.dumps(rows, separators=(",", ":")),)])


# -- sorting --------------------------------------------------------------------------------------


def sorted_books() -> list[str]:
    """The rule books whose set-ups are sorted."""
    return [slug for slug, rules in VARIANTS.items() if not rules.deals]


def sort_all() -> list[str]:
    """Sorts the set-ups of each book that were not counted so when it was sorted last; returns these books."""
    return [slug for slug in sorted_books() if sort_setups(VARIANTS[slug])]


def sort_setups(rules: Variant) -> bool:
    """Sorts the set-ups of a book, unless they are unchanged; returns whether it did."""
    rows = list(FormCount.objects.filter(variant=rules.slug).order_by(F("setups").desc(), MD5("form"))[:SORTED])
    digest = hashlib.sha256(repr(sorted((row.form, row.went) for row in rows)).encode()).hexdigest()
    made = FamiliesMade.objects.filter(variant=rules.slug).first()
    if digest == made.digest if made is not None else not rows:
        return False
    counted = {row.form: row for row in rows}
    outcome = families({form: row.setups for form, row in counted.items()}, rules)
    new = [_family(number, family, counted, rules) for number, family in enumerate(outcome, 1)]
    values = {"made": timezone.now(), "digest": digest, "setups": sum(row.setups for row in rows), "forms": len(rows)}
    with transaction.atomic():
        # Who sorts the same book at the same time waits here.
        FamiliesMade.objects.update_or_create(variant=rules.slug, defaults=values)
        SetupFamily.objects.filter(variant=rules.slug).delete()
        SetupFamily.objects.bulk_create(new)
    return True


def _family(number: int, family: Family, counted: Mapping[str, FormCount], rules: Variant) -> SetupFamily:
    went = Counter[int]()
    stands = Counter[int]()
    shown = []
    for member in family.members:
        own = counted[member.form].went
        went.update(dict(enumerate(own)))
        for square, (here, there) in enumerate(zip(member.beside, family.leader, strict=True)):
            if here == there:
                stands.update({square * len(KINDS) + place: count for place, count in enumerate(own)})
        if setups_went(own, rules).enough:
            shown.append((-sum(own), [member.beside, member.distance, own]))
    return SetupFamily(
        variant=rules.slug,
        number=number,
        form=family.leader,
        reach=near_at_most(family.leader),
        forms=len(family.members),
        setups=went.total(),
        went=[went[place] for place in range(len(KINDS))],
        stands=[stands[place] for place in range(len(family.leader) * len(KINDS))],
        members=[values for _laid, values in sorted(shown)[:SHOWN]],
    )


# -- asking ---------------------------------------------------------------------------------------


def families_of(variant: str) -> list[SetupFamily]:
    """The families of a rule book, in the order in which they were found; without what they are drawn with."""
    return list(SetupFamily.objects.filter(variant=variant).defer("members", "stands").order_by("number"))


def with_drawings(rows: Iterable[SetupFamily]) -> Mapping[int, SetupFamily]:
    """Families again with what they are drawn with, and without their members; by their ids."""
    return SetupFamily.objects.defer("members").in_bulk([row.pk for row in rows])


def standing(row: SetupFamily, square: int, rules: Variant) -> SetupsWent:
    """Those set-ups of a family that have the leader's piece on a square.

    Args:
        row: the family.
        square: a place of a form.
        rules: its rule book.
    """
    return setups_went(row.stands[square * len(KINDS) : (square + 1) * len(KINDS)], rules)


def family_of(form: str, rules: Variant) -> SetupFamily | None:
    """The family that a set-up belongs to, even if it was never laid; None if it belongs to none."""
    outcome = families_near([form], rules).get(form)
    # The book may have been sorted again in between.
    return None if outcome is None else SetupFamily.objects.filter(variant=rules.slug, form=outcome[1]).first()


def families_near(forms: Collection[str], rules: Variant) -> Mapping[str, tuple[int, str]]:
    """The number and the leader of the families that some set-ups belong to; those that belong to none are left out."""
    rows = SetupFamily.objects.filter(variant=rules.slug).order_by("number").values_list("form", "number")
    numbers = dict(rows)
    texts = {form: nearest(form, list(numbers), rules) for form in forms}
    return {form: (numbers[leader], leader) for form, leader in texts.items() if leader is not None}
