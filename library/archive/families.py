"""The families of set-ups of a rule book, and one of them: drawings, and tables of what came of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.domain.placement import EMPTY, cells, to_text
from games.presentation.heat_svg import STEPS, HeatSquare, heat_svg, shade_of
from games.presentation.rooms import SetupFamilyLink, setup_families
from games.presentation.shares import share_text
from games.presentation.words import rank_name, variant_name
from games.rules import RANK_OF_SYMBOL, Rank, Seat, Variant
from library.archive.domain.families import (
    SetupsWent,
    families_near,
    families_of,
    interval,
    setups_went,
    standing,
    with_drawings,
)
from library.archive.models import FamiliesMade, SetupFamily
from library.archive.search_filters import FamiliesFilters

PAGE = 20
"""Families on a page."""

_PALE = 0.5
"""The share of a family that is no shade at all: most of it has the leader's pieces on most squares."""


@dataclass(frozen=True, slots=True)
class WentRow:
    """A line of the table of a family: whose set-ups, how many, and what came of them as shares of all.

    Args:
        between: the bounds between which the share of wins lies.
        told: there are games enough; if not, all else is empty.
    """

    name: str
    told: bool
    setups: str = ""
    won: str = ""
    between: str = ""
    drawn: str = ""
    lost: str = ""


def _row(name: str, went: SetupsWent) -> WentRow:
    if not went.enough:
        return WentRow(name, told=False)
    won, drawn, lost = (went.count(result) for result in ("won", "drawn", "lost"))
    low, high = interval(won, went.setups)
    between = _("%(low)s to %(high)s%%") % {"low": round(100 * low), "high": round(100 * high)}
    whole = [_("%(number)d%%") % {"number": round(100 * number / went.setups)} for number in (won, drawn, lost)]
    return WentRow(name, True, number_format(went.setups, force_grouping=True), whole[0], between, *whole[1:])


def _went_text(row: WentRow) -> str:
    """The line of a table as a sentence."""
    return _("laid %(setups)s times: won %(won)s (%(between)s), drawn %(drawn)s, lost %(lost)s") % {
        "setups": row.setups,
        "won": row.won,
        "between": row.between,
        "drawn": row.drawn,
        "lost": row.lost,
    }


@dataclass(frozen=True, slots=True)
class FamilySquare:
    """A square of a leader: what stands there, the share of the family that has it there, too, and how dark that is.

    Args:
        share: empty with too few games.
    """

    square: str
    piece: str
    share: str
    shade: int


class FamilyCard:
    """A family as a list shows it.

    Args:
        row: the family.
        form: the requested set-ups.
    """

    def __init__(self, row: SetupFamily, form: FamiliesFilters) -> None:
        self._row, self._form, self.rules = row, form, form.rules
        self.number = row.number
        self.went = form.asked_of(setups_went(row.went, form.rules))

    @property
    def name(self) -> str:
        return _("Family %(number)d") % {"number": self.number}

    @property
    def leader(self) -> str:
        """The form of its leading set-up."""
        return self._row.form

    @property
    def reach(self) -> int:
        """The squares on which its set-ups differ from the leader at most."""
        return self._row.reach

    @property
    def url(self) -> str:
        """The address of its page."""
        query = self._form.address(setup=self._row.form)
        return f"{reverse('games:family')}?{query}"

    @property
    def landmarks(self) -> str:
        """The squares of the leader's Flag and Bombs, in words."""
        return _landmarks(self._row.form, self.rules)

    @property
    def board(self) -> SafeString:
        """The leader, each square darker the more of the family have its piece there."""
        return self._drawn(names=False)

    def _drawn(self, *, names: bool) -> SafeString:
        drawn = []
        for square, symbol in zip(self.squares, self._row.form, strict=True):
            words = ""
            if names:
                words = _("%(square)s: %(piece)s") % {"square": square.square, "piece": square.piece}
                if square.share:
                    words = _("%(words)s, in %(share)s of the set-ups") % {"words": words, "share": square.share}
            drawn.append(HeatSquare("" if symbol == EMPTY else symbol, words, square.shade))
        label = _("The leading set-up. %(landmarks)s") % {"landmarks": self.landmarks}
        return heat_svg(self.rules, drawn, label=label, scale="share", names=names)

    @cached_property
    def squares(self) -> list[FamilySquare]:
        """The squares of the leader, in the order of a form."""
        results = []
        for place, name in enumerate(_names(self.rules)):
            symbol, share = self._row.form[place], self._share(place)
            piece = str(_("empty") if symbol == EMPTY else rank_name(RANK_OF_SYMBOL[symbol], self.rules))
            shade = 0 if share is None or symbol == EMPTY else shade_of(share - _PALE, 1 - _PALE)
            results.append(FamilySquare(name, piece, "" if share is None else share_text(share), shade))
        return results

    def _share(self, place: int) -> float | None:
        """The share of the set-ups that have the leader's piece on a square; None with too few games."""
        stands = self._form.asked_of(standing(self._row, place, self.rules))
        return stands.setups / self.went.setups if stands.enough else None

    @property
    def rows(self) -> list[WentRow]:
        """The results of its set-ups: of all requested ones, and by side."""
        if self._form.cleaned_data["colour"]:
            return [_row(_("All"), self.went)]
        sides = [(pgettext("side", "Red"), 0), (pgettext("side", "Blue"), 1)]
        return [_row(_("All"), self.went), *(_row(name, self.went.only(side=side)) for name, side in sides)]


class FamiliesPage:
    """The families of a rule book: those with enough matching games, the largest first.

    Args:
        form: the valid search form.
        number: which page of them, from 1 on.
    """

    def __init__(self, form: FamiliesFilters, number: int) -> None:
        self._form = form
        self._made = FamiliesMade.objects.filter(variant=form.rules.slug).first()
        went = [(form.asked_of(setups_went(row.went, form.rules)), row) for row in families_of(form.rules.slug)]
        enough = [(-item.setups, row.number, row) for item, row in went if item.enough]
        self._rows = [row for _setups, _number, row in sorted(enough, key=lambda item: item[:2])]
        self.number = min(max(number, 1), self._pages)

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._rows) // PAGE))

    @property
    def book(self) -> str:
        """The name of the rule book."""
        return variant_name(self._form.rules.slug)

    @cached_property
    def cards(self) -> list[FamilyCard]:
        rows = self._rows[(self.number - 1) * PAGE : self.number * PAGE]
        drawn = with_drawings(rows)  # without those that were sorted again in between
        return [FamilyCard(drawn[row.pk], self._form) for row in rows if row.pk in drawn]

    @property
    def total(self) -> str:
        """How many families there are, and what they were made of, in words."""
        count = len(self._rows)
        text = ngettext("%(count)d family of set-ups", "%(count)d families of set-ups", count) % {"count": count}
        if self._made is None:
            return text
        texts = {"families": text, "count": number_format(self._made.setups, force_grouping=True)}
        among = ngettext(
            "%(families)s, found among %(count)s set-up of open games",
            "%(families)s, found among %(count)s set-ups of open games",
            self._made.setups,
        )
        return among % texts

    @property
    def made(self) -> datetime | None:
        """When they were sorted; None if there was nothing to sort yet."""
        return None if self._made is None else self._made.made

    @property
    def older(self) -> str:
        """The address of the page before this one; empty if it is the first."""
        return self._address(self.number - 1) if self.number > 1 else ""

    @property
    def further(self) -> str:
        """The address of the next page; empty if this is the last."""
        return self._address(self.number + 1) if self.number < self._pages else ""

    def _address(self, number: int) -> str:
        query = self._form.address(**({"page": number} if number > 1 else {}))
        return f"{reverse('games:families')}?{query}"


@dataclass(frozen=True, slots=True)
class MemberCard:
    """A set-up of a family that was laid often enough: drawn with what differs from the leader marked."""

    board: SafeString
    words: str
    went: str
    take_url: str


class FamilyPage(FamilyCard):
    @property
    def drawing(self) -> SafeString:
        """As `board`, with the names of squares."""
        return self._drawn(names=True)

    @property
    def title(self) -> str:
        values = {"number": self.number, "book": variant_name(self.rules.slug)}
        return _("Family %(number)d of %(book)s set-ups") % values

    @property
    def text(self) -> str:
        """The leader in letters, a line a row."""
        return to_text(self._row.form, self.rules)

    @property
    def near(self) -> str:
        """How near its set-ups are, in words."""
        reach = self._row.reach
        text = ngettext(
            "All set-ups here are nearer to this one than to the leader of another family, and differ from it on "
            "%(count)d square at most, mirrored or not.",
            "All set-ups here are nearer to this one than to the leader of another family, and differ from it on "
            "%(count)d squares at most, mirrored or not.",
            reach,
        )
        return text % {"count": reach}

    @property
    def search_url(self) -> str:
        """The address of the games with a set-up as near as that."""
        query = {"variant": self.rules.slug, "setup": self._row.form, "near": self._row.reach}
        return f"{reverse('games:archive')}?{urlencode(query)}"

    @property
    def take_url(self) -> str:
        """The address of the editor with the leader."""
        return _take_url(self._row.form, self.rules)

    @cached_property
    def members(self) -> list[MemberCard]:
        """Those with enough games, the most frequent first."""
        return list(self._members())

    def laid(self) -> Iterator[tuple[str, int, SetupsWent]]:
        """Those with enough games: the form, the squares on which it differs, and what came of it."""
        for form, distance, numbers in self._row.members:
            went = self._form.asked_of(setups_went(numbers, self.rules))
            if went.enough:
                yield form, distance, went

    def _members(self) -> Iterator[MemberCard]:
        for form, distance, went in self.laid():
            words = ngettext("Differs on %(count)d square", "Differs on %(count)d squares", distance)
            words = words % {"count": distance} if distance else _("The leading set-up")
            board = self._compared(form, label=f"{words}: {_landmarks(form, self.rules)}")
            yield MemberCard(board, words, _went_text(_row("", went)), _take_url(form, self.rules))

    def _compared(self, form: str, *, label: str) -> SafeString:
        pairs = zip(form, self._row.form, strict=True)
        squares = [
            HeatSquare("" if here == EMPTY else here, "", STEPS // 2 if here != there else 0) for here, there in pairs
        ]
        return heat_svg(self.rules, squares, label=label, scale="share", names=False)

    @property
    def others(self) -> str:
        """The number of its set-ups with too few games, in words; empty if none."""
        count = self._row.forms - len(self.members)
        if count < 1:
            return ""
        text = ngettext(
            "%(count)s set-up of the family is not shown by itself: too few open games stand behind it.",
            "%(count)s set-ups of the family are not shown by themselves: too few open games stand behind each.",
            count,
        )
        return text % {"count": number_format(count, force_grouping=True)}


@setup_families.provide
def families_of_setups(variant: Variant, forms: Collection[str]) -> Mapping[str, SetupFamilyLink]:
    """The families that some set-ups belong to; those that belong to none are left out."""
    result = {}
    for form, (number, leader) in families_near(forms, variant).items():
        query = urlencode({"variant": variant.slug, "setup": leader})
        result[form] = SetupFamilyLink(number, f"{reverse('games:family')}?{query}")
    return result


def _take_url(form: str, rules: Variant) -> str:
    return f"{reverse('setups:workshop', args=[rules.slug])}?{urlencode({'take': form})}"


def _names(rules: Variant) -> list[str]:
    """The names of the squares of a form, as red lays it."""
    squares = {cell.place: cell.square for row in cells(rules, Seat.RED) for cell in row if cell.place is not None}
    return [rules.board.name(squares[place]) for place in range(len(squares))]


def _landmarks(form: str, rules: Variant) -> str:
    """The squares of the Flag and the Bombs of a form, in words."""
    result = []
    for rank in (Rank.FLAG, Rank.BOMB, Rank.CANNON):
        where = [name for name, symbol in zip(_names(rules), form, strict=True) if symbol == rank.symbol]
        if where:
            squares = ", ".join(sorted(where))
            result.append(_("%(rank)s: %(squares)s") % {"rank": rank_name(rank, rules), "squares": squares})
    return "; ".join(result)
