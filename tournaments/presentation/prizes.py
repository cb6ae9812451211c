"""The prizes of an event in words: what there is to win, who wins it, and how each amount was computed.

Names and words stand as marks (`names.py`), so what is drawn can be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from uuid import UUID

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from play.lobby.words import range_text
from tournaments.domain.prizes import Prize, PrizeCategory, Prizes, decimals_of
from tournaments.domain.queries.prize_awards import awards_of, board_awards_of
from tournaments.presentation.names import name_of, words_of
from tournaments.presentation.sheet import Sheet
from tournaments.scoring.prizes import Award

SHARINGS: dict[str, Promise] = {
    "equal": gettext_lazy("Players of the same points share their prizes equally"),
    "hort": gettext_lazy("Hort: half for the own place, half shared equally among those of the same points"),
    "places": gettext_lazy("Tie-breaks decide; only who shares a place shares"),
}

SEXES: dict[str, Promise] = {"w": pgettext_lazy("category", "Women"), "m": pgettext_lazy("category", "Men")}


_Named = Callable[[int], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize: which one of its list, in words; once the event is over whose it is, and why."""

    position: int
    prize: str
    name: str = ""
    url: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrizeSection:
    """The prizes of the places, or of a category."""

    name: str
    rows: tuple[PrizeRow, ...]


def money(units: int | Fraction, currency: str) -> str:
    """An amount in the smallest unit of a currency, in words: “350 EUR”, “31.67 EUR”; “≈ 31.67 EUR” if that is not all.

    Args:
        units: smallest units.
        currency: the code of ISO 4217.
    """
    decimals = decimals_of(currency)
    whole = int(units)
    shown = number_format(whole / 10**decimals, decimals if whole % 10**decimals else 0, force_grouping=True)
    exact = whole == units
    return f"{shown} {currency.upper()}" if exact else f"≈ {shown} {currency.upper()}"


def prize_text(prize: Prize, currency: str) -> str:
    """A prize as it is promised: an amount, a thing, or both."""
    amount = [money(prize.amount * 10 ** decimals_of(currency), currency)] if prize.amount else []
    return " + ".join([*amount, *([words_of(prize.thing)] if prize.thing is not None else [])])


def category_name(category: PrizeCategory) -> str:
    """What a category is called, or who can win it."""
    if category.name is not None:
        return words_of(category.name)
    return ", ".join(_limits(category)) or _("Places")


def _limits(category: PrizeCategory) -> Iterator[str]:
    if category.board:
        yield _("Board %(number)d") % {"number": category.board}
    if category.sex:
        yield str(SEXES[category.sex])
    if category.rating_from is not None or category.rating_to is not None:
        yield _("Rating %(range)s") % {"range": range_text(category.rating_from or None, category.rating_to)}
    if category.born_from is not None and category.born_to is not None:
        yield _("Born %(first)d to %(last)d") % {"first": category.born_from, "last": category.born_to}
    elif category.born_from is not None:
        yield _("Born %(year)d or later") % {"year": category.born_from}
    elif category.born_to is not None:
        yield _("Born %(year)d or before") % {"year": category.born_to}
    if category.club is not None:
        yield _("Club: %(name)s") % {"name": words_of(category.club)}
    if category.federation is not None:
        yield _("Federation: %(name)s") % {"name": words_of(category.federation)}
    if category.chosen:
        yield _("Chosen by the organiser")


def prize_sections(sheet: Sheet) -> list[PrizeSection]:
    """The prizes by category; with those who win them once the event is over."""
    prizes = sheet.fold.prizes
    if prizes is None:
        return []
    awards = awards_of(sheet.id, sheet.fold, sheet.final) if sheet.finished else ()
    of_boards, players = board_awards_of(sheet.fold) if sheet.finished else ((), ())
    sections = []
    for index, category in enumerate(prizes.categories):
        own = [award for award in (of_boards if category.board else awards) if award.list == index]
        named = partial(_player, players) if category.board else partial(_entry, sheet)
        rows = [_award_row(prizes, award, named) for award in own]
        taken = {award.position for award in own}
        rows += [
            PrizeRow(position, prize_text(prize, prizes.currency), name=_("Nobody") if sheet.finished else "")
            for position, prize in enumerate(category.prizes, 1)
            if position not in taken
        ]
        if rows:
            sections.append(PrizeSection(category_name(category), tuple(rows)))
    return sections


def _entry(sheet: Sheet, number: int) -> tuple[str, str]:
    return sheet.entry_name(number), sheet.card_url(number)


def _player(players: Sequence[UUID], number: int) -> tuple[str, str]:
    """Who plays in a team has no page in the event."""
    return name_of(players[number - 1]), ""


def _award_row(prizes: Prizes, award: Award, named: _Named) -> PrizeRow:
    """A prize with who wins it.

    Args:
        prizes, award: which.
        named: the name and the address of a number.
    """
    name, url = named(award.number)
    promised = prizes.categories[award.list].prizes
    things = [words_of(promised[award.position - 1].thing)] if award.thing else []  # type: ignore[arg-type]
    amount = [money(award.amount, prizes.currency)] if award.amount or not things else []
    return PrizeRow(
        position=award.position,
        prize=" + ".join([*amount, *things]),
        name=name,
        url=url,
        reasons=tuple(_reasons(prizes, award, named)),
    )


def _reasons(prizes: Prizes, award: Award, named: _Named) -> Iterator[str]:
    """How an amount was computed, a sentence for each step."""
    currency, unit = prizes.currency, 10 ** decimals_of(prizes.currency)
    if award.passed:
        yield _("Higher in this list, with a larger prize: %(names)s.") % {"names": _names(award.passed, named)}
    others = [number for number in award.shared if number != award.number]
    pool = [amount for amount in award.pool if amount]
    if not pool:
        yield _("Things are not shared: this one goes with prize %(position)d.") % {"position": award.position}
        return
    if not others:
        yield _("Prize %(position)d, not shared.") % {"position": award.position}
        return
    last = award.position - award.shared.index(award.number) + len(pool) - 1
    sum_text = " + ".join(number_format(amount // unit) for amount in pool)
    yield _("Shares with %(names)s the prizes %(first)d to %(last)d: %(sum)s = %(total)s.") % {
        "names": _names(others, named),
        "first": award.position - award.shared.index(award.number),
        "last": last,
        "sum": sum_text,
        "total": money(sum(pool), currency),
    }
    if prizes.sharing == "hort":
        yield _("Half of the own prize is %(own)s, half of an equal share %(equal)s.") % {
            "own": money(award.own / 2, currency),
            "equal": money(award.equal / 2, currency),
        }
    else:
        yield _("An equal share is %(equal)s.") % {"equal": money(award.equal, currency)}
    if award.rounded:
        yield _("Rounded up: what rounding down leaves goes to those who stand higher.")


def _names(numbers: Sequence[int], named: _Named) -> str:
    return ", ".join(named(number)[0] for number in numbers)
