"""The explorer of set-ups: the places of each rank, with results, as a form, two pictures and a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.placement import cells
from games.presentation.heat_svg import STEPS, HeatSquare, heat_svg, shade_of
from games.presentation.shares import share_text
from games.presentation.words import rank_name, variant_name
from games.rules import RANK_OF_SYMBOL, Seat
from library.archive.domain.placements import FEWEST, Placements, placements, slice_of
from library.archive.models import PlacementCount
from library.archive.search_filters import ExplorerFilters


class ExplorerSquare(NamedTuple):
    """A square with the set-ups that have the rank there: how many, which share, and the shares of games that were won,
    drawn and lost by all who had it there; None with too few games."""

    square: str
    setups: int
    share: float
    went: tuple[float, float, float] | None


@dataclass(frozen=True, slots=True)
class ExplorerRow:
    """A square in the table; each number as text, with those of games that were won, drawn and lost in per cent."""

    square: str
    setups: str
    share: str
    won: str
    drawn: str
    lost: str


class ExplorerPage:
    """What the page shows of a form without errors.

    The shares follow every filter. How games went is told of all results, whatever result is asked for: all games that
    were won were won.
    """

    def __init__(self, form: ExplorerFilters) -> None:
        asked = form.cleaned_data
        self.rules = form.rules
        self.rank = RANK_OF_SYMBOL[asked["rank"]]
        self._result = asked["result"]
        self._found: Placements = placements(
            self.rules.slug,
            asked["rank"],
            of=slice_of(
                band=int(asked["rating"]) if asked["rating"] else None, year=asked["year"], event=asked["event"]
            ),
            side={"red": 0, "blue": 1}.get(asked["colour"]),
            source=asked["source"],
        )

    def _asked(self, counts: Any) -> dict[tuple[int, str], int]:
        return {kind: count for kind, count in counts.items() if self._result in ("", kind[1])}

    @property
    def rank_name(self) -> str:
        return rank_name(self.rank, self.rules)

    @property
    def book(self) -> str:
        """The name of the rule book."""
        return variant_name(self.rules.slug)

    @cached_property
    def enough(self) -> bool:
        """Whether there are games enough to show anything."""
        return self._found.enough(self._asked(self._found.setups))

    @property
    def setups(self) -> int:
        """How many set-ups are counted."""
        return sum(self._asked(self._found.setups).values())

    @property
    def went(self) -> tuple[float, float, float] | None:
        """How their games went: won, drawn and lost, as shares; None if the search names one of these."""
        return None if self._result else _went(self._found.setups)

    @property
    def total(self) -> str:
        """How many set-ups are counted, and how their games went, in words."""
        count = self.setups
        text = ngettext("%(count)s set-up of revealed games", "%(count)s set-ups of revealed games", count)
        text %= {"count": number_format(count, force_grouping=True)}
        if self._result:
            return text
        won, drawn, lost = map(share_text, _went(self._found.setups))
        went = _("won %(won)s, drawn %(drawn)s, lost %(lost)s") % {"won": won, "drawn": drawn, "lost": lost}
        return f"{text}: {went}"

    @cached_property
    def _shares(self) -> list[tuple[int, float] | None]:
        """For each square how many set-ups have the rank there, and which share; None where it is not shown."""
        whole = sum(self._asked(self._found.setups).values())
        numbers: list[tuple[int, float] | None] = []
        for counts in self._found.squares:
            asked = self._asked(counts)
            count = sum(asked.values())
            numbers.append((count, count / whole) if self._found.enough(asked) else None)
        return numbers

    @property
    def stands(self) -> SafeString:
        most = max((share[1] for share in self._shares if share is not None), default=0)
        squares = [
            None
            if share is None
            else HeatSquare(
                _number(share[1]),
                _("%(square)s: %(share)s of the set-ups, %(count)s")
                % {
                    "square": name,
                    "share": share_text(share[1]),
                    "count": number_format(share[0], force_grouping=True),
                },
                shade_of(share[1], most),
            )
            for name, share in zip(self._names, self._shares, strict=True)
        ]
        label = _("Where the %(rank)s stands, in per cent of the set-ups; the table below has all numbers") % {
            "rank": self.rank_name
        }
        return heat_svg(self.rules, squares, label=label, scale="share")

    @property
    def wins(self) -> SafeString:
        """How often games were won, by where the rank stood."""
        squares: list[HeatSquare | None] = []
        for name, counts in zip(self._names, self._found.squares, strict=True):
            if not self._found.enough(counts):
                squares.append(None)
                continue
            won = counts[0, "won"] + counts[1, "won"]
            share = won / sum(counts.values())
            words = _("%(square)s: %(share)s won") % {"square": name, "share": share_text(share)}
            squares.append(HeatSquare(_number(share), words, min(STEPS, int(share * (STEPS + 1)))))
        label = _("How often games were won by where the %(rank)s stood, in per cent; the table below has all numbers")
        return heat_svg(self.rules, squares, label=label % {"rank": self.rank_name}, scale="wins")

    @cached_property
    def _names(self) -> list[str]:
        squares = {cell.place: cell.square for row in cells(self.rules, Seat.RED) for cell in row}
        return [self.rules.board.name(squares[place]) for place in range(len(self._found.squares))]

    @cached_property
    def squares(self) -> list[ExplorerSquare]:
        """The squares that are shown, where it stands most often first."""
        shown = []
        for name, share, counts in zip(self._names, self._shares, self._found.squares, strict=True):
            if share is not None:
                shown.append(ExplorerSquare(name, *share, _went(counts) if self._found.enough(counts) else None))
        return sorted(shown, key=lambda square: -square.setups)

    @cached_property
    def rows(self) -> list[ExplorerRow]:
        return [
            ExplorerRow(
                square.square,
                number_format(square.setups, force_grouping=True),
                share_text(square.share),
                *(("", "", "") if square.went is None else map(share_text, square.went)),
            )
            for square in self.squares
        ]

    @property
    def untold(self) -> str:
        """How many squares are not shown, in words; empty if all are."""
        count = len(self._shares) - len(self.rows)
        if not count:
            return ""
        text = ngettext(
            "%(count)d square has fewer than %(fewest)d games behind it, as far as is certain, and is left out.",
            "%(count)d squares have fewer than %(fewest)d games behind them, as far as is certain, and are left out.",
            count,
        )
        return text % {"count": count, "fewest": FEWEST}


def _went(counts: Any) -> tuple[float, float, float]:
    """How the games of set-ups went: won, drawn and lost, as shares of all."""
    whole = sum(counts.values())
    won, drawn, lost = (
        (counts.get((0, kind), 0) + counts.get((1, kind), 0)) / whole for kind in PlacementCount.Result.values
    )
    return won, drawn, lost


def _number(value: float) -> str:
    """A share as it fits on a square: whole per cent, with a digit more below ten."""
    return number_format(round(100 * value, 1), 1) if value < 0.0995 else str(round(100 * value))
