"""Figures in words: tables, each with its plot. A page and its CSV have the same numbers."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.heat_svg import shade_of
from games.presentation.plot_svg import (
    BarPart,
    MatrixCell,
    PlotBar,
    bars_svg,
    columns_svg,
    curve_svg,
    divided_svg,
    matrix_svg,
)
from games.presentation.shares import share_text
from games.presentation.words import OUTCOMES, rank_name, side_name, variant_name
from games.rules import RANK_OF_SYMBOL, End, Rank, Variant
from library.figures.domain.course import COLOURS, FIRST_PLIES, PLIES
from library.figures.domain.sums import (
    FEWEST,
    LifeBand,
    banded,
    bands_shown,
    in_order,
    life_table,
    median_band,
    named,
    plies_in,
    ranks_in,
    share_of,
    widened,
    width_of,
)

COLUMNS = 20  # of a histogram, at most
MOMENTS = 8  # the maximum of plies for which the table shows survivors
SMALL_WIDTH, SMALL_HEIGHT = 200, 120

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of a table: its name, and whether it holds words, counts, shares or other numbers."""

    name: str
    kind: str = "count"


@dataclass(frozen=True, slots=True)
class FigureTable:
    """One figure.

    Args:
        slug: its part of the address of its CSV.
        title: what it is about.
        note: an explanation; empty for none.
        columns, rows: the numbers, the first of a row being its name.
        plots: the same as pictures, each with a caption, or with none.
    """

    slug: str
    title: str
    note: str
    columns: Sequence[FigureColumn]
    rows: Sequence[Sequence[Value]]
    plots: Sequence[tuple[str, SafeString]]

    @property
    def cells(self) -> list[list[tuple[str, bool]]]:
        """The rows as people read them: each cell with whether it is a number."""
        return [
            [
                (_shown(value, column.kind), column.kind != "text")
                for value, column in zip(row, self.columns, strict=True)
            ]
            for row in self.rows
        ]

    @property
    def csv(self) -> bytes:
        """The same rows (RFC 4180, UTF-8): shares in per cent with one digit, nothing where there is none."""
        result = io.StringIO()
        writer = csv.writer(result)
        writer.writerow(
            f"{column.name} (%)" if column.kind == "share" else column.name or self.title for column in self.columns
        )
        writer.writerows(
            [_plain(value, column.kind) for value, column in zip(row, self.columns, strict=True)] for row in self.rows
        )
        return result.getvalue().encode()


def _plain(value: Value, kind: str) -> str:
    if value is None:
        return ""
    return f"{100 * float(value):.1f}" if kind == "share" else str(value)


def _shown(value: Value, kind: str) -> str:
    if value is None:
        return "–"
    if kind == "share":
        return share_text(float(value))
    return value if isinstance(value, str) else number_format(value, force_grouping=True)


def _short(value: float) -> str:
    return number_format(round(100 * value, 1), 1) if 0 < value < 0.0995 else str(round(100 * value))


@dataclass(frozen=True)
class Figures:
    """All figures of some games, each as a `FigureTable`.

    Args:
        rules: the rule book.
        counts: what was counted.
        usual: of a player's figures, what was counted of all games of the rule book, to compare; else None.
        fewest: the minimum of games for a figure.
    """

    rules: Variant
    counts: Counter[str]
    usual: Counter[str] | None
    fewest: int

    @property
    def games(self) -> int:
        return self.counts["games"]

    @property
    def enough(self) -> bool:
        """Whether anything is shown."""
        return self.games >= self.fewest

    @property
    def total(self) -> str:
        """How many games there are, and of how many everything is open."""
        games, opened = self.games, self.counts["opened"]
        text = ngettext("%(count)s game", "%(count)s games", games)
        text %= {"count": number_format(games, force_grouping=True)}
        if self.rules.deals:
            return text
        result = ngettext("%(count)s of them open to all", "%(count)s of them open to all", opened)
        return f"{text}, {result % {'count': number_format(opened, force_grouping=True)}}"

    @property
    def book(self) -> str:
        """The name of the rule book."""
        return variant_name(self.rules.slug)

    @cached_property
    def tables(self) -> list[FigureTable]:
        """Those with enough games."""
        if not self.enough:
            return []
        results = [self._results(), self._lengths(), self._endings(), self._contact()]
        results += [self._takes()] if self.usual is None else [self._takes(), self._falls()]
        if self.counts["opened"] >= self.fewest:
            results += [self._flags(), self._survival()]
        return [table for table in results if table.rows]

    def table(self, slug: str) -> FigureTable | None:
        """The one of this name, if it is shown."""
        return next((table for table in self.tables if table.slug == slug), None)

    # -- results --

    def _results(self) -> FigureTable:
        went = {colour: named(self.counts, f"result {colour}") for colour in COLOURS}
        usual = {colour: named(self.usual or {}, f"result {colour}") for colour in COLOURS}
        kinds = [(side_name(side), went[colour], usual[colour]) for side, colour in enumerate(COLOURS)]
        if self.usual is not None:
            kinds.append((_("Either side"), went["red"] + went["blue"], usual["red"] + usual["blue"]))
        words = {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}
        rows: list[list[Value]] = []
        bars = []
        for name, counts, others in kinds:
            whole = sum(counts.values())
            if not whole:
                continue
            numbers = [counts[result] for result in words]
            row: list[Value] = [name, whole, *numbers, share_of(numbers[0], whole)]
            rows.append([*row, share_of(others["won"], sum(others.values()))] if self.usual is not None else row)
            parts = [
                BarPart(
                    result,
                    counts[result] / whole,
                    f"{_short(counts[result] / whole)}",
                    f"{name}, {text}: {share_text(counts[result] / whole)}",
                )
                for result, text in words.items()
            ]
            bars.append((name, parts))
        columns = [
            FigureColumn("", "text"),
            FigureColumn(_("Games")),
            FigureColumn(_("Won")),
            FigureColumn(_("Drawn")),
            FigureColumn(_("Lost")),
        ]
        label = _("Games won, drawn and lost by each side, in per cent; the table below has all numbers")
        note = _("From the left: won, drawn, lost, in per cent.")
        return FigureTable(
            "results",
            _("Results by colour"),
            note,
            [*columns, FigureColumn(_("Won of all"), "share"), *self._compared()],
            rows,
            [("", divided_svg(bars, label=label))],
        )

    def _compared(self) -> list[FigureColumn]:
        return [] if self.usual is None else [FigureColumn(_("All players"), "share")]

    # -- by plies --

    def _lengths(self) -> FigureTable:
        bands = banded(self.counts, "length")
        middle = median_band(bands)
        note = ""
        if middle is not None and self.games:
            plies = round(self.counts["plies"] / self.games)
            first, last = plies_in(middle, 1)
            text = (
                _(
                    "Per cent of the games. %(plies)s moves on average; the middle one ends between moves %(first)s "
                    "and %(last)s."
                )
                if last is not None
                else _(
                    "Per cent of the games. %(plies)s moves on average; the middle one ends at move %(first)s or later."
                )
            )
            note = text % {
                "plies": number_format(plies),
                "first": number_format(first),
                "last": "" if last is None else number_format(last),
            }
        label = _("How long games are, in moves; the table below has all numbers")
        return self._by_plies("lengths", _("Lengths"), f"{note}{self._stroke}", label, words="length", plies=PLIES)

    def _contact(self) -> FigureTable:
        fought = self.games - self.counts["contact none"]
        note = ""
        if fought:
            plies = number_format(round(self.counts["contact-plies"] / fought))
            note = _("Per cent of the games. The first attack comes at move %(plies)s on average.") % {"plies": plies}
        label = _("At which move the first attack comes; the table below has all numbers")
        return self._by_plies(
            "contact", _("First contact"), f"{note}{self._stroke}", label, words="contact", plies=FIRST_PLIES
        )

    def _by_plies(self, slug: str, title: str, note: str, label: str, *, words: str, plies: int) -> FigureTable:
        """A histogram over plies, in bands of so many or wider ones. What never came stands behind them."""
        compares, others = self.usual is not None, self.usual or Counter[str]()
        bands, usual_bands = banded(self.counts, words), banded(others, words)
        width = width_of(bands, usual_bands, most=COLUMNS)
        own, usual = widened(bands, width), widened(usual_bands, width)
        long = max(len(own), len(usual))
        counted = [
            (_plies(place, width, plies), number, other)
            for place, (number, other) in enumerate(zip_longest(own, usual, fillvalue=0))
        ]
        never = self.counts[f"{words} none"], others[f"{words} none"]
        if any(never):
            counted.append((_("no attack"), *never))
        rows: list[list[Value]] = []
        columns = []
        for place, (name, number, other) in enumerate(counted):
            share, mark = number / self.games, share_of(other, others["games"])
            rows.append([name, number, share, *([mark] if compares else [])])
            text = ngettext("%(name)s: %(count)s game", "%(name)s: %(count)s games", number)
            said = text % {"name": name, "count": number_format(number, force_grouping=True)}
            short = str(place * width * plies + 1) if place < long else "∅"
            columns.append(PlotBar(short, share, "", f"{said}, {share_text(share)}", mark))
        heads = [FigureColumn(_("Moves"), "text"), FigureColumn(_("Games")), FigureColumn(_("Share"), "share")]
        plot = columns_svg(columns, label=label)
        return FigureTable(slug, title, note, [*heads, *self._compared()], rows, [("", plot)])

    # -- endings --

    def _endings(self) -> FigureTable:
        went = ("won", "drawn", "lost") if self.usual is not None else ()
        own, usual = _ends(self.counts), _ends(self.usual or {})
        all_usual = (self.usual or Counter())["games"]
        rows: list[list[Value]] = []
        bars = []
        for name, counts in sorted(own.items(), key=lambda item: (-sum(item[1].values()), item[0])):
            number = sum(counts.values())
            mark = share_of(sum(usual.get(name, {}).values()), all_usual)
            numbers: list[Value] = [counts[result] for result in went]
            rows.append([name, number, *numbers, number / self.games, *([mark] if self.usual is not None else [])])
            share = number / self.games
            bars.append(PlotBar(name, share, _short(share), f"{name}: {share_text(share)}", mark))
        results = [FigureColumn(text) for text in ((_("Won"), _("Drawn"), _("Lost")) if went else ())]
        heads = [FigureColumn(_("How"), "text"), FigureColumn(_("Games")), *results, FigureColumn(_("Share"), "share")]
        label = _("How games end, in per cent; the table below has all numbers")
        plot = bars_svg(bars, label=label)
        note = _("Per cent of the games.") + self._stroke
        return FigureTable("endings", _("How games end"), note, [*heads, *self._compared()], rows, [("", plot)])

    # -- who takes whom --

    def _takes(self) -> FigureTable:
        if self.usual is None:
            note = _(
                "Above each column a rank that fell, before each row what took it: per cent of the falls of that rank."
            )
            return self._matrix("takes", _("Which rank takes which"), note, "take", by_taker=False)
        note = _("Before each row a rank of the player, above each column what it took: per cent of all that it took.")
        return self._matrix("takes", _("What own pieces take"), note, "take", by_taker=True)

    def _falls(self) -> FigureTable:
        note = _("Above each column a rank of the player, before each row what took it: per cent of its falls.")
        return self._matrix("falls", _("What own pieces fall to"), note, "lose", by_taker=False)

    def _matrix(self, slug: str, title: str, note: str, words: str, *, by_taker: bool) -> FigureTable:
        """Who took whom how often. Shares are of all that the taker took, or of all falls of the rank that fell."""
        counts, others = _pairs(self.counts, words), _pairs(self.usual or {}, "take")
        whole, usual_whole = _totals(counts, by_taker=by_taker), _totals(others, by_taker=by_taker)
        takers = in_order(taker for taker, _taken in counts)
        fallen = in_order(taken for _taker, taken in counts)
        rows: list[list[Value]] = []
        cells = {}
        pairs = [(taker, two) for taker in takers for two in fallen] if by_taker else None
        for taker, taken in pairs or [(taker, two) for two in fallen for taker in takers]:
            number = counts[taker, taken]
            if not number:
                continue
            own = taker if by_taker else taken
            share = number / whole[own]
            mark = share_of(others[taker, taken], usual_whole[own])
            names = (rank_name(taker, self.rules), rank_name(taken, self.rules))
            rows.append([*names, number, share, *([mark] if self.usual is not None else [])])
            said = ngettext(
                "%(taker)s takes %(taken)s: %(count)s time, %(share)s",
                "%(taker)s takes %(taken)s: %(count)s times, %(share)s",
                number,
            ) % {
                "taker": names[0],
                "taken": names[1],
                "count": number_format(number, force_grouping=True),
                "share": share_text(share),
            }
            cells[takers.index(taker), fallen.index(taken)] = MatrixCell(
                str(round(100 * share)), said, shade_of(share, 0.6)
            )
        heads = [
            FigureColumn(_("Takes"), "text"),
            FigureColumn(_("Falls"), "text"),
            FigureColumn(_("Times")),
            FigureColumn(_("Share"), "share"),
        ]
        label = _("%(title)s, in per cent; the table below has all numbers") % {"title": title}
        plot = matrix_svg([taker.symbol for taker in takers], [rank.symbol for rank in fallen], cells, label=label)
        return FigureTable(slug, title, note, [*heads, *self._compared()], rows, [("", plot)])

    # -- what only the reveal opens --

    def _survival(self) -> FigureTable:
        shown = bands_shown(banded(self.counts, "opened-length"), self.fewest)
        usual_shown = 0 if self.usual is None else bands_shown(banded(self.usual, "opened-length"), FEWEST)
        moments = _moments(shown)
        rows: list[list[Value]] = []
        plots = []
        for rank in ranks_in(self.counts):
            own = _life(self.counts, rank)[:shown]
            usual = _life(self.usual or {}, rank)[: min(shown, usual_shown)]
            if not own:
                continue
            name = rank_name(rank, self.rules)
            left = [own[moment - 1].share if moment <= len(own) else own[-1].share for moment in moments]
            rows.append([name, own[0].standing, *left])
            plot = curve_svg(
                [1.0, *(band.share for band in own)],
                usual=[1.0, *(band.share for band in usual)] if usual else (),
                label=_("How long a %(rank)s stands: %(share)s after %(plies)s moves")
                % {"rank": name, "share": share_text(own[-1].share), "plies": len(own) * PLIES},
                step=PLIES,
                width=SMALL_WIDTH,
                height=SMALL_HEIGHT,
            )
            plots.append((name, plot))
        heads = [FigureColumn(_("Rank"), "text"), FigureColumn(_("Pieces"))]
        heads += [FigureColumn(_("Move %(ply)s") % {"ply": moment * PLIES}, "share") for moment in moments]
        note = _(
            "Per cent of the pieces that still stand after so many moves, in games that last so long: a game that ends "
            "earlier counts up to its end (life table)."
        )
        return FigureTable("survival", _("How long pieces stand"), f"{note}{self._dashed}", heads, rows, plots)

    def _flags(self) -> FigureTable:
        shown = bands_shown(banded(self.counts, "opened-length"), self.fewest)
        own = _flag_life(self.counts)[:shown]
        usual_shown = 0 if self.usual is None else bands_shown(banded(self.usual, "opened-length"), FEWEST)
        usual = _flag_life(self.usual or {})[: min(shown, usual_shown)]
        known, taken, unknown = (banded(self.counts, f"flag {end}") for end in ("known", "taken", "unknown"))
        rows: list[list[Value]] = [
            [
                _plies(band.band, 1, PLIES),
                band.standing,
                known[band.band],
                taken[band.band],
                unknown[band.band],
                band.share,
            ]
            for band in own
        ]
        heads = [
            FigureColumn(_("Moves"), "text"),
            FigureColumn(_("Unknown before")),
            FigureColumn(_("Known by reasoning")),
            FigureColumn(_("Taken unknown")),
            FigureColumn(_("Game over")),
            FigureColumn(_("Still unknown"), "share"),
        ]
        ends = (known, taken, unknown)
        whole = sum(sum(end.values()) for end in ends)
        if not whole or not own:
            return FigureTable("flags", _("How long Flags live unknown"), "", heads, [], [])
        texts = [share_text(sum(end.values()) / whole) for end in ends]
        note = _(
            "Per cent of the Flags, by moves. %(known)s could be known for certain before they were taken, %(taken)s "
            "were taken before, %(unknown)s were unknown to the end. Known means: whoever had seen what the opponent "
            "saw could have proved it."
        ) % {"known": texts[0], "taken": texts[1], "unknown": texts[2]}
        plot = curve_svg(
            [1.0, *(band.share for band in own)],
            usual=[1.0, *(band.share for band in usual)] if usual else (),
            label=_("Share of the Flags that are still unknown, by moves; the table below has all numbers"),
            step=PLIES,
        )
        return FigureTable(
            "flags", _("How long Flags live unknown"), f"{note}{self._dashed}", heads, rows, [("", plot)]
        )

    @property
    def _stroke(self) -> str:
        return "" if self.usual is None else " " + _("Strokes: all players.")

    @property
    def _dashed(self) -> str:
        return "" if self.usual is None else " " + _("Dashed: all players.")


def _plies(place: int, width: int, plies: int) -> str:
    first, last = plies_in(place, width, plies)
    return _("%(first)s and more") % {"first": first} if last is None else f"{first}–{last}"


def _ends(counts: Mapping[str, int]) -> dict[str, Counter[str]]:
    """The ways to end, those that read alike as one, each with the results of its games where these are told."""
    texts: dict[str, Counter[str]] = {}
    for words, number in named(counts, "end").items():
        kind, _space, went = words.partition(" ")
        name = str(OUTCOMES.get(End(kind), kind))
        texts.setdefault(name, Counter())[went] += number
    return texts


def _pairs(counts: Mapping[str, int], words: str) -> Counter[tuple[Rank, Rank]]:
    return Counter(
        {(RANK_OF_SYMBOL[pair[0]], RANK_OF_SYMBOL[pair[1]]): number for pair, number in named(counts, words).items()}
    )


def _totals(pairs: Mapping[tuple[Rank, Rank], int], *, by_taker: bool) -> Counter[Rank]:
    counts: Counter[Rank] = Counter()
    for (taker, taken), number in pairs.items():
        counts[taker if by_taker else taken] += number
    return counts


def _life(counts: Mapping[str, int], rank: Rank) -> list[LifeBand]:
    return life_table(banded(counts, f"fell {rank.symbol}"), banded(counts, f"stood {rank.symbol}"))


def _flag_life(counts: Mapping[str, int]) -> list[LifeBand]:
    return life_table(banded(counts, "flag known") + banded(counts, "flag taken"), banded(counts, "flag unknown"))


def _moments(shown: int) -> list[int]:
    """Bands after which the table shows survivors: some, evenly, the last one included."""
    every = max(-(-shown // MOMENTS), 1)
    moments = list(range(every, shown + 1, every))
    return moments if not shown or moments[-1:] == [shown] else [*moments, shown]
