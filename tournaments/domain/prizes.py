"""The prizes of an event: what there is to win, for which places and in which categories. Pure.

The log holds amounts, limits and the way of sharing: whoever enters can see later what was promised, and when it was
changed. Words are `Text` rows, which can be erased: the name of a category, a club, a thing such as a cup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from games.rules import Illegal, Refusal
from tournaments.domain.event_parts import WithPrizes
from tournaments.scoring.prizes import SHARINGS

MOST_CATEGORIES = 20
MOST_PRIZES = 100
"""Of the places, or of a category."""
MOST_AMOUNT = 10_000_000
"""In whole units of the currency."""

SEXES = ("w", "m")
NUMBERS = ("rating_from", "rating_to", "born_from", "born_to")
"""The limits of a category that are numbers: ratings, and years of birth."""
WORDS = ("name", "club", "federation")
"""What a category has in words."""

_DECIMALS = {
    **dict.fromkeys(("bif", "clp", "djf", "gnf", "isk", "jpy", "kmf", "krw", "pyg", "rwf"), 0),
    **dict.fromkeys(("ugx", "uyi", "vnd", "vuv", "xaf", "xof", "xpf"), 0),
    **dict.fromkeys(("bhd", "iqd", "jod", "kwd", "lyd", "omr", "tnd"), 3),
}


def decimals_of(currency: str) -> int:
    """How many decimals the smallest unit of a currency has (ISO 4217)."""
    return _DECIMALS.get(currency, 2)


class Prize(NamedTuple):
    """An amount in whole units, 0 for none, and the id of the words for a thing that comes with it."""

    amount: int
    thing: UUID | None = None


@dataclass(frozen=True, slots=True)
class PrizeCategory:
    """Some prizes, and who can win them: those that fit all limits. The first category of an event has none, and is
    that of the places.

    Args:
        prizes: the first one first.
        rating_from, rating_to: of the entry; without a lower limit who has no rating fits too.
        born_from, born_to: years.
        sex: of `SEXES`, or "".
        board: of events of teams: the members who made most at this board of the matches win them; 0: entries do.
        name, club, federation: ids of texts.
        chosen: the entries that can win them, where the organiser names them.
    """

    prizes: tuple[Prize, ...]
    rating_from: int | None = None
    rating_to: int | None = None
    born_from: int | None = None
    born_to: int | None = None
    sex: str = ""
    board: int = 0
    name: UUID | None = None
    club: UUID | None = None
    federation: UUID | None = None
    chosen: tuple[int, ...] = ()

    @property
    def of_people(self) -> bool:
        """Whether it asks for what is known of people and does not stand in the log."""
        return any((self.born_from, self.born_to, self.sex, self.club, self.federation))


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes of an event.

    Args:
        sharing: of `tournaments.scoring.prizes.SHARINGS`.
        currency: the code of ISO 4217 in small letters.
        categories: that of the places first.
    """

    sharing: str
    currency: str
    categories: tuple[PrizeCategory, ...]

    @property
    def texts(self) -> list[UUID]:
        """The ids of all words."""
        words = [getattr(category, name) for category in self.categories for name in WORDS]
        words += [prize.thing for category in self.categories for prize in category.prizes]
        return [id for id in words if id is not None]

    @property
    def total(self) -> int:
        """All amounts together, in whole units."""
        return sum(prize.amount for category in self.categories for prize in category.prizes)

    @property
    def number(self) -> int:
        return sum(len(category.prizes) for category in self.categories)

    def value(self) -> dict[str, Any]:
        """The fields of `PrizesSet` that hold them, without the hashes of the words."""
        prizes: list[Mapping[str, int | str]] = []
        categories: list[Mapping[str, int | str]] = []
        for index, category in enumerate(self.categories):
            things = ({} if thing is None else {"thing": str(thing)} for _amount, thing in category.prizes)
            prizes += [
                {"category": index, "amount": prize.amount, **thing}
                for prize, thing in zip(category.prizes, things, strict=True)
            ]
            limits = {name: getattr(category, name) for name in (*NUMBERS, "sex", "board", *WORDS)}
            categories.append(
                {
                    name: item if isinstance(item, int) else str(item)
                    for name, item in limits.items()
                    if item or (name == "rating_to" and item is not None)  # 0: who has no rating
                }
            )
        return {
            "sharing": self.sharing,
            "currency": self.currency,
            "prizes": tuple(prizes),
            "categories": tuple(categories),
            "chosen": tuple(category.chosen for category in self.categories),
        }

    @classmethod
    def from_value(cls, event: WithPrizes) -> Prizes:
        """The prizes that an event holds."""
        prizes: list[list[Prize]] = [[] for _category in event.categories]
        for row in event.prizes:
            thing = row.get("thing")
            prizes[int(row["category"])].append(Prize(int(row["amount"]), None if thing is None else UUID(str(thing))))
        categories: list[PrizeCategory] = []
        for mine, limits, chosen in zip(prizes, event.categories, event.chosen, strict=True):
            words: dict[str, Any] = {name: UUID(str(item)) if name in WORDS else item for name, item in limits.items()}
            categories.append(PrizeCategory(tuple(mine), chosen=chosen, **words))
        return cls(event.sharing, event.currency, tuple(categories))


def check_prizes(prizes: Prizes) -> None:
    """Refuses prizes that make no sense. `field` names a field of the form; those of a category end in its number.

    Raises:
        Illegal: `no-choice`; `no-currency`; `too-many-prizes` (`most`); `out-of-bounds` (`least`, `most`);
            `prizes-grow`; `no-prizes`: a category has limits and no prizes; `no-limits`: it has no limit;
            `terms-clash`: one for a board has other limits.
    """
    if prizes.sharing not in SHARINGS:
        raise Illegal(Refusal("no-choice", {"field": "sharing"}))
    if not re.fullmatch("[a-z]{3}", prizes.currency):
        raise Illegal(Refusal("no-currency", {"field": "currency"}))
    if len(prizes.categories) > MOST_CATEGORIES + 1:
        raise Illegal(Refusal("too-many-prizes", {"field": "places", "most": MOST_CATEGORIES}))
    for index, category in enumerate(prizes.categories):
        _check_category(category, index)


def _check_category(category: PrizeCategory, index: int) -> None:
    field = f"prizes_{index}" if index else "places"
    amounts = [prize.amount for prize in category.prizes]
    if len(amounts) > MOST_PRIZES:
        raise Illegal(Refusal("too-many-prizes", {"field": field, "most": MOST_PRIZES}))
    if any(not 0 <= prize.amount <= MOST_AMOUNT or not (prize.amount or prize.thing) for prize in category.prizes):
        raise Illegal(Refusal("out-of-bounds", {"field": field, "least": 1, "most": MOST_AMOUNT}))
    if amounts != sorted(amounts, reverse=True):
        raise Illegal(Refusal("prizes-grow", {"field": field}))
    if not index:
        return
    limited = category.of_people or category.chosen or category.rating_from or category.rating_to is not None
    if not amounts:
        raise Illegal(Refusal("no-prizes", {"field": field}))
    if not limited and not category.board:
        raise Illegal(Refusal("no-limits", {"field": field}))
    if limited and category.board:
        raise Illegal(Refusal("terms-clash", {"field": f"board_{index}", "other": f"prizes_{index}"}))
    if category.sex and category.sex not in SEXES:
        raise Illegal(Refusal("no-choice", {"field": f"sex_{index}"}))
    for low, high in (NUMBERS[:2], NUMBERS[2:]):
        least, most = getattr(category, low), getattr(category, high)
        if least is not None and most is not None and least > most:
            raise Illegal(Refusal("terms-clash", {"field": f"{high}_{index}", "other": f"{low}_{index}"}))
